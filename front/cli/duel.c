/* Compares two players. Their games are played elsewhere; this file counts and judges. */
#include "cli/commands.h"
#include "base/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static eleven_verdict verdict_of(const duel *self)
{
    return eleven_sprt_verdict(&self->test, self->wins, self->losses);
}

bool duel_count(duel *self, uint64_t first, uint64_t second)
{
    self->wins += first > second;
    self->losses += first < second;
    self->ties += first == second;
    eleven_verdict verdict = verdict_of(self);
    progress_show(&self->shown, (double)(self->wins + self->losses + self->ties) / (double)self->pairs,
                  "%" PRIu64 " won, %" PRIu64 " lost, log likelihood ratio %.2f; of all pairs ", self->wins,
                  self->losses, verdict.ratio);
    return verdict.decision == ELEVEN_DECISION_NONE;
}

/* A file of scores, one per line. */
typedef struct score_file {
    const char *path;
    FILE *file;
    uint64_t line;
} score_file;

/* False at the end of the file. */
static bool next_score(score_file *from, uint64_t *score)
{
    char line[32];
    if (!fgets(line, sizeof line, from->file)) {
        if (ferror(from->file))
            fail_with("%s cannot be read: %s", from->path, strerror(errno));
        return false;
    }
    from->line++;
    line[strcspn(line, "\r\n")] = '\0';
    if (!eleven_number_parse(line, strlen(line), UINT64_MAX, score))
        fail_with("%s:%" PRIu64 ": '%s' is not a score", from->path, from->line, line);
    return true;
}

void duel_read(duel *self)
{
    score_file from[2] = {{.path = self->names[0]}, {.path = self->names[1]}};
    uint64_t score[2];
    for (unsigned i = 0; i < 2; i++)
        if (!(from[i].file = fopen(from[i].path, "r")))
            fail_with("%s cannot be read: %s", from[i].path, strerror(errno));
    bool is_open = true;
    for (uint64_t i = 0; is_open && i < self->pairs; i++) {
        bool has_first = next_score(&from[0], &score[0]);
        if (has_first != next_score(&from[1], &score[1]))
            fail_with("%s has fewer scores than %s", from[has_first].path, from[!has_first].path);
        is_open = has_first && duel_count(self, score[0], score[1]);
    }
    if (!self->wins && !self->losses && !self->ties)
        fail_with("%s and %s contain no scores", from[0].path, from[1].path);
    fclose(from[0].file);
    fclose(from[1].file);
}

static const struct {
    const char *name, *sentence;
} decisions[] = {[ELEVEN_DECISION_NONE] = {"undecided", "neither; more games are needed"},
                 [ELEVEN_DECISION_H0] = {"H0", "H0: no improvement"},
                 [ELEVEN_DECISION_H1] = {"H1", "H1: an improvement"}};

static void put_json(const duel *self, const eleven_verdict *verdict)
{
    json_out json = json_begin(stdout);
    json_put_string(&json, "first", self->names[0]);
    json_put_string(&json, "second", self->names[1]);
    json_put_number(&json, "wins", self->wins);
    json_put_number(&json, "losses", self->losses);
    json_put_number(&json, "ties", self->ties);
    json_put_decimal(&json, "p0", self->test.p0);
    json_put_decimal(&json, "p1", self->test.p1);
    json_put_decimal(&json, "alpha", self->test.alpha);
    json_put_decimal(&json, "beta", self->test.beta);
    json_put_decimal(&json, "log_ratio", verdict->ratio);
    json_put_decimal(&json, "lower_bound", verdict->bound.low);
    json_put_decimal(&json, "upper_bound", verdict->bound.high);
    json_put_string(&json, "decision", decisions[verdict->decision].name);
    json_finish(&json);
}

static void put_text(const duel *self, const eleven_verdict *verdict)
{
    const eleven_sprt *test = &self->test;
    uint64_t pairs = self->wins + self->losses + self->ties;
    bool is_alike = self->ties && !self->wins && !self->losses;
    printf("%s against %s: %" PRIu64 " pair%s of games, %" PRIu64 " won, %" PRIu64 " lost, %" PRIu64 " tied\n",
           self->names[0], self->names[1], pairs, plural(pairs), self->wins, self->losses, self->ties);
    printf("  H0           wins %.1f%% of the pairs; accepted at %.3f\n", 100 * test->p0, verdict->bound.low);
    printf("  H1           wins %.1f%%; accepted at %.3f\n", 100 * test->p1, verdict->bound.high);
    printf("  error        %.3g of accepting H0 where H1 is true, %.3g the other way\n", test->beta, test->alpha);
    printf("  log ratio    %.3f\n  decision     %s\n", verdict->ratio,
           is_alike ? "neither; every pair was tied, so the two play alike" : decisions[verdict->decision].sentence);
}

void duel_report(duel *self, bool as_json)
{
    eleven_verdict verdict = verdict_of(self);
    progress_end(&self->shown);
    (as_json ? put_json : put_text)(self, &verdict);
}
