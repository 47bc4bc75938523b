/* Two players compared. Their games are played here or elsewhere; this file counts and judges. */
#include "cli/duel.h"
#include "base/json.h"
#include "base/values.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Counting ------------------------------------------------------------------------------------------ */

static eleven_verdict verdict_of(const duel *held)
{
    return eleven_sprt_verdict(&held->test, held->wins, held->losses);
}

bool duel_count(duel *held, uint64_t first, uint64_t second)
{
    held->wins += first > second;
    held->losses += first < second;
    held->ties += first == second;
    eleven_verdict verdict = verdict_of(held);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%" PRIu64 " : %" PRIu64 "  log likelihood ratio %.2f  ", held->wins, held->losses,
                verdict.ratio);
    return verdict.decision == ELEVEN_UNDECIDED;
}

/* ---- Scores from files --------------------------------------------------------------------------------- */

/* A file of scores, one a line. */
typedef struct score_file {
    const char *path;
    FILE *file;
    uint64_t line;
} score_file;

/* 1: a score; 0: the file is over; -1 after complaining. */
static int next_score(score_file *from, uint64_t *score)
{
    char line[32];
    if (!fgets(line, sizeof line, from->file))
        return ferror(from->file)
                   ? -complain("match", STATUS_FAILURE, "%s cannot be read: %s", from->path, strerror(errno))
                   : 0;
    from->line++;
    line[strcspn(line, "\r\n")] = '\0';
    return text_is_number(line, UINT64_MAX, score)
               ? 1
               : -complain("match", STATUS_FAILURE, "%s:%" PRIu64 ": '%s' is not a score", from->path, from->line,
                           line);
}

static int count_files(duel *held, score_file from[2], uint64_t pairs)
{
    bool goes_on = true;
    for (uint64_t i = 0; goes_on && i < pairs; i++) {
        uint64_t first, second;
        int found = next_score(&from[0], &first);
        if (found == 1)
            found = next_score(&from[1], &second);
        if (found <= 0)
            return -found;
        goes_on = duel_count(held, first, second);
    }
    return 0;
}

int duel_read(duel *held, uint64_t pairs)
{
    score_file from[2] = {{.path = held->names[0]}, {.path = held->names[1]}};
    int status = 0;
    for (unsigned i = 0; i < 2 && status == 0; i++) {
        from[i].file = fopen(from[i].path, "r");
        if (!from[i].file)
            status = complain("match", STATUS_FAILURE, "%s cannot be read: %s", from[i].path, strerror(errno));
    }
    if (status == 0)
        status = count_files(held, from, pairs);
    for (unsigned i = 0; i < 2; i++)
        if (from[i].file)
            fclose(from[i].file);
    return status;
}

/* ---- Telling ------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *sentence;
} decisions[] = {[ELEVEN_UNDECIDED] = {"undecided", "neither; more games would tell"},
                 [ELEVEN_ACCEPT_H0] = {"H0", "H0: no improvement"},
                 [ELEVEN_ACCEPT_H1] = {"H1", "H1: an improvement"}};

static void put_json(const duel *held, const eleven_verdict *verdict)
{
    json_out json = json_put_to(stdout);
    json_put_object(&json, NULL);
    json_put_string(&json, "first", held->names[0]);
    json_put_string(&json, "second", held->names[1]);
    json_put_number(&json, "wins", held->wins);
    json_put_number(&json, "losses", held->losses);
    json_put_number(&json, "ties", held->ties);
    json_put_decimal(&json, "p0", held->test.p0);
    json_put_decimal(&json, "p1", held->test.p1);
    json_put_decimal(&json, "alpha", held->test.alpha);
    json_put_decimal(&json, "beta", held->test.beta);
    json_put_decimal(&json, "ratio", verdict->ratio);
    json_put_decimal(&json, "lower_bound", verdict->bound.low);
    json_put_decimal(&json, "upper_bound", verdict->bound.high);
    json_put_string(&json, "decision", decisions[verdict->decision].name);
    json_put_end(&json);
    json_put_line(&json);
}

static void put_text(const duel *held, const eleven_verdict *verdict)
{
    const eleven_sprt *test = &held->test;
    bool is_alike = held->ties && !held->wins && !held->losses;
    printf("%s against %s: %" PRIu64 " pairs of games, %" PRIu64 " won, %" PRIu64 " lost, %" PRIu64 " tied\n",
           held->names[0], held->names[1], held->wins + held->losses + held->ties, held->wins, held->losses,
           held->ties);
    printf("  H0           wins %.1f%% of the pairs; accepted at %.3f\n", 100 * test->p0, verdict->bound.low);
    printf("  H1           wins %.1f%%; accepted at %.3f\n", 100 * test->p1, verdict->bound.high);
    printf("  error        %.3g of taking H1 for H0, %.3g the other way\n", test->beta, test->alpha);
    printf("  log ratio    %.3f\n  decision     %s\n", verdict->ratio,
           is_alike ? "neither; every pair was tied, so that the two play alike"
                    : decisions[verdict->decision].sentence);
}

void duel_tell(const duel *held, bool as_json)
{
    eleven_verdict verdict = verdict_of(held);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    (as_json ? put_json : put_text)(held, &verdict);
}
