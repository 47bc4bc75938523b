/* Matches: what a player scores over many games, and which of two players is the stronger. */
#include "cli/commands.h"
#include "cli/duel.h"
#include "base/contender.h"
#include "base/input_output.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/options.h"
#include "base/named_player.h"
#include "base/tables.h"
#include "base/values.h"
#include "picture/picture.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

typedef struct match_wish {
    const char *player, *save, *svg;
    eleven_rules rules;
    board_size size;
    seed_value seed;
    int64_t games, threads, depth, nodes;
    double milliseconds;
    eleven_sprt test;
    bool as_json, only_scores, from_scores;
} match_wish;

/* ---- Reading ------------------------------------------------------------------------------------------- */

static int option_share(const char *command, const char *option, const char *text, void *target)
{
    char *end;
    double share = strtod(text, &end);
    if (end == text || *end || !(share > 0 && share < 1))
        return complain(command, STATUS_USAGE, "--%s '%s' is not a number between 0 and 1", option, text);
    *(double *)target = share;
    return 0;
}

static int contender_read(const char *text, match_player *contender)
{
    nearest best = nearest_to(text);
    bool is_known = false;
    bool is_word = contender_parse(text, contender);
    for (unsigned i = 0; eleven_player_name(i); i++) {
        nearest_consider(&best, eleven_player_name(i));
        is_known = is_known || (is_word && strcmp(contender->name, eleven_player_name(i)) == 0);
    }
    return is_known ? 0
                    : complain("match", STATUS_USAGE, "'%s' is not a player, nor PLAYER@DEPTH; the nearest is '%s'",
                               text, best.name);
}

static double now_in_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- One player ---------------------------------------------------------------------------------------- */

/* A match under way; the library hands it back to open_player and take_game. */
typedef struct match_job {
    const match_wish *wish;
    match_player side[2];   /* the second one where two players meet */
    eleven_table *table[2]; /* that it follows; NULL: none */
    unsigned sides;
    eleven_match_game *games;
    uint64_t *scores; /* in ascending order at the end */
    size_t count;
    double began;
    int status;
    duel held;      /* where two players meet */
    uint64_t score; /* of the pair's first game */
} match_job;

/* A player's name, or a table's path. */
static int side_read(match_job *job, unsigned i, const char *text)
{
    const match_wish *wish = job->wish;
    if (!eleven_table_is_named(text)) {
        int status = contender_read(text, &job->side[i]);
        return status ? status : player_check("match", job->side[i].name);
    }
    const char *slash = strrchr(text, '/');
    snprintf(job->side[i].name, sizeof job->side[i].name, "%s", slash ? slash + 1 : text);
    job->table[i] = table_read("match", text);
    return job->table[i] ? table_check("match", text, job->table[i], &wish->rules, wish->size.w, wish->size.h)
                         : STATUS_FAILURE;
}

static eleven_player *open_player(void *context, uint64_t index, uint64_t seed, eleven_budget *budget)
{
    const match_job *job = context;
    const match_player *side = &job->side[index % job->sides];
    unsigned depth = side->depth ? side->depth : (unsigned)job->wish->depth;
    *budget = (eleven_budget){depth, (uint64_t)job->wish->nodes, job->wish->milliseconds};
    const eleven_table *table = job->table[index % job->sides];
    return table ? eleven_table_player(table, false) : named_player_open(side->name, seed);
}

static int save_record(const match_wish *wish, const eleven_match_game *game)
{
    char path[DATA_PATH];
    if (snprintf(path, sizeof path, "%s/%06" PRIu64 ".2048", wish->save, game->index + 1) >= DATA_PATH)
        return complain("match", STATUS_USAGE, "--save '%s' is too long a path", wish->save);
    return output_write("match", path, game->record, game->length);
}

static bool take_game(void *context, const eleven_match_game *game)
{
    match_job *job = context;
    if (job->wish->save)
        job->status = save_record(job->wish, game);
    if (job->wish->only_scores) {
        printf("%" PRIu64 "\n", game->score);
        return fflush(stdout) == 0 && job->status == 0;
    }
    job->games[job->count] = *game;
    job->games[job->count++].record = NULL;
    return job->status == 0;
}

static void put_json(const match_job *job, const eleven_summary *sum, double seconds)
{
    json_out json = json_put_to(stdout);
    json_put_object(&json, NULL);
    json_put_string(&json, "player", job->side[0].name);
    json_put_number(&json, "seed", job->wish->seed.seed);
    json_put_number(&json, "games", sum->games);
    json_put_decimal(&json, "mean_score", sum->mean);
    json_put_decimal(&json, "standard_error", sum->standard_error);
    json_put_decimal(&json, "median_score", sum->quartile[1]);
    json_put_array(&json, "quartiles");
    json_put_decimal(&json, NULL, sum->quartile[0]);
    json_put_decimal(&json, NULL, sum->quartile[2]);
    json_put_end(&json);
    json_put_object(&json, "reach");
    for (unsigned rank = 1; rank < ELEVEN_RANKS && sum->reached[rank]; rank++) {
        char tile[16];
        snprintf(tile, sizeof tile, "%" PRIu32, job->wish->rules.value[rank]);
        json_put_decimal(&json, tile, (double)sum->reached[rank] / (double)sum->games);
    }
    json_put_end(&json);
    json_put_number(&json, "moves", sum->moves);
    json_put_decimal(&json, "moves_per_second", (double)sum->moves / seconds);
    json_put_decimal(&json, "mean_move_us", sum->mean_move_us);
    json_put_end(&json);
    json_put_line(&json);
}

static void put_bars(const score_histogram *histogram)
{
    static const char bar[] = "##################################################";
    puts("\n     score  games");
    for (unsigned i = 0; i < histogram->bars; i++) {
        uint64_t length = (histogram->count[i] * (sizeof bar - 1) + histogram->highest - 1) / histogram->highest;
        printf("%10" PRIu64 "  %5" PRIu64 " %.*s\n", histogram->low + i * histogram->step, histogram->count[i],
               (int)length, bar);
    }
}

/* The tiles that some games reached and some did not, and the one below. */
static void put_reach(const eleven_rules *rules, const eleven_summary *sum)
{
    const char *word = "reached";
    for (unsigned rank = ELEVEN_RANKS - 1; rank > 0; rank--) {
        if (sum->reached[rank] == 0)
            continue;
        eleven_interval share = eleven_wilson(sum->reached[rank], sum->games);
        printf("  %-12s %-7" PRIu32 " %5.1f%%  (%.1f%% to %.1f%%)\n", word, rules->value[rank],
               100 * (double)sum->reached[rank] / (double)sum->games, 100 * share.low, 100 * share.high);
        word = "";
        if (sum->reached[rank] == sum->games)
            return;
    }
}

static void put_text(const match_job *job, const eleven_summary *sum, double seconds)
{
    printf("%s: %" PRIu64 " games, seed %" PRIu64 "\n", job->side[0].name, sum->games, job->wish->seed.seed);
    printf("  mean score   %.0f, standard error %.0f\n", sum->mean, sum->standard_error);
    printf("  median       %.0f, half of the games from %.0f to %.0f\n", sum->quartile[1], sum->quartile[0],
           sum->quartile[2]);
    printf("  range        %" PRIu64 " to %" PRIu64 "\n", sum->least, sum->most);
    printf("  moves        %" PRIu64 ", %.0f a game\n", sum->moves, (double)sum->moves / (double)sum->games);
    printf("  speed        %.3g us a move (processor time), %.0f moves/s in all\n", sum->mean_move_us,
           (double)sum->moves / seconds);
    put_reach(&job->wish->rules, sum);
}

static int write_svg(const match_job *job, const eleven_summary *sum)
{
    char title[128];
    score_histogram histogram = histogram_of(job->scores, job->count, 48);
    snprintf(title, sizeof title, "%s: %" PRIu64 " games, mean %.0f, standard error %.0f", job->side[0].name,
             sum->games, sum->mean, sum->standard_error);
    buffer svg = {0};
    histogram_svg(&histogram, title, &svg);
    if (svg.failed)
        return complain("match", STATUS_FAILURE, "out of memory");
    int status = output_write("match", job->wish->svg, svg.at, svg.length);
    buffer_free(&svg);
    return status;
}

static int answer(const match_job *job)
{
    double seconds = now_in_seconds() - job->began;
    eleven_summary sum = eleven_match_summary(job->games, job->count, job->scores);
    if (job->wish->as_json) {
        put_json(job, &sum, seconds);
    } else {
        score_histogram histogram = histogram_of(job->scores, job->count, 16);
        put_text(job, &sum, seconds);
        put_bars(&histogram);
    }
    return job->wish->svg ? write_svg(job, &sum) : 0;
}

static eleven_match match_of(match_job *job, bool (*report)(void *, const eleven_match_game *))
{
    const match_wish *wish = job->wish;
    return (eleven_match){.rules = wish->rules,
                          .w = wish->size.w,
                          .h = wish->size.h,
                          .seed = wish->seed.seed,
                          .games = (uint64_t)wish->games * job->sides,
                          .threads = (unsigned)wish->threads,
                          .keeps_records = wish->save != NULL,
                          .open = open_player,
                          .report = report,
                          .context = job};
}

static int play_one(match_job *job)
{
    eleven_match match = match_of(job, take_game);
    job->began = now_in_seconds();
    if (job->wish->save && mkdir(job->wish->save, 0777) != 0 && errno != EEXIST)
        return complain("match", STATUS_FAILURE, "%s cannot be made: %s", job->wish->save, strerror(errno));
    job->games = calloc((size_t)job->wish->games, sizeof *job->games);
    job->scores = calloc((size_t)job->wish->games, sizeof *job->scores);
    eleven_error error = job->games && job->scores ? eleven_match_run(&match) : ELEVEN_NO_MEMORY;
    int status = error ? complain("match", STATUS_FAILURE, "there is not enough memory") : job->status;
    if (status == 0 && job->count)
        status = answer(job);
    free(job->games);
    free(job->scores);
    return status;
}

/* ---- Two players --------------------------------------------------------------------------------------- */

static bool take_half(void *context, const eleven_match_game *game)
{
    match_job *job = context;
    if (game->index % 2 == 1)
        return duel_count(&job->held, job->score, game->score);
    job->score = game->score;
    return true;
}

static int play_two(match_job *job)
{
    int status = 0;
    job->sides = 2;
    for (unsigned i = 0; i < 2 && !status; i++)
        status = side_read(job, i, job->held.names[i]);
    eleven_match match = match_of(job, take_half);
    if (!status && eleven_match_run(&match))
        status = complain("match", STATUS_FAILURE, "there is not enough memory");
    for (unsigned i = 0; i < 2; i++)
        eleven_table_close(job->table[i]);
    return status;
}

static int compare_two(match_job *job, char *const *words)
{
    const match_wish *wish = job->wish;
    job->held = (duel){.test = wish->test, .names = {words[0], words[2]}};
    int status = wish->from_scores ? duel_read(&job->held, (uint64_t)wish->games) : play_two(job);
    if (status == 0)
        duel_tell(&job->held, wish->as_json);
    return status;
}

/* ---- The command --------------------------------------------------------------------------------------- */

enum { GAMES = 100, PAIRS = 20000 };

static int check_wish(match_wish *wish)
{
    if (wish->games == 0 || wish->games > 100000000)
        return complain("match", STATUS_USAGE, "--games '%" PRId64 "' is not a number from 1 to 100000000",
                        wish->games);
    if (wish->depth > 1000)
        return complain("match", STATUS_USAGE, "--depth '%" PRId64 "' is more than 1000", wish->depth);
    if (wish->test.p0 >= wish->test.p1)
        return complain("match", STATUS_USAGE, "--p0 has to be below --p1");
    if (wish->test.alpha >= 0.5 || wish->test.beta >= 0.5)
        return complain("match", STATUS_USAGE, "--alpha and --beta have to be below 0.5");
    rules_or_classic(&wish->rules);
    if (!wish->size.w)
        wish->size = (board_size){4, 4};
    if (!wish->seed.is_given)
        wish->seed.seed = random_seed();
    return 0;
}

static int match(match_wish *wish, word_list words)
{
    match_job job = {.wish = wish, .sides = 1};
    bool is_duel = words.count == 3 && strcmp(words.at[1], "against") == 0;
    if (words.count && !is_duel)
        return complain("match", STATUS_USAGE, "two players are told as: eleven match A against B");
    if (wish->from_scores && !is_duel)
        return complain("match", STATUS_USAGE, "--from-scores compares two files: eleven match A against B");
    if (wish->games < 0)
        wish->games = is_duel ? PAIRS : GAMES;
    int status = check_wish(wish);
    if (status)
        return status;
    if (is_duel)
        return compare_two(&job, words.at);
    status = side_read(&job, 0, wish->player);
    status = status ? status : play_one(&job);
    eleven_table_close(job.table[0]);
    return status;
}

static int match_run(word_list words)
{
    match_wish wish = {.player = "network", .games = -1, .threads = 1, .test = eleven_sprt_default()};
    const cli_option options[] = {
        {"player", "PLAYER", "who plays (network); see above", option_text, &wish.player, 'p'},
        {"games", "N", "how many games (100), or at most how many pairs (20000)", option_number, &wish.games, 'n'},
        {"seed", "N", "of the whole match; the same seed makes the same games", option_seed, &wish.seed, 0},
        {"threads", "T", "games at once (1)", option_number, &wish.threads, 'T'},
        {"depth", "N", "own moves to look ahead", option_number, &wish.depth, 'd'},
        {"nodes", "N", "positions to look at for a move", option_number, &wish.nodes, 0},
        {"time", "TIME", "time for a move: 10ms, 500us, 2s", option_time, &wish.milliseconds, 't'},
        {"size", "WxH", "columns and rows, 1x1 to 8x8 (4x4)", option_size, &wish.size, 's'},
        {"rules", "RULES", "a shipped rule set or a rule file (classic)", option_rules, &wish.rules, 'r'},
        {"save", "DIR", "write every game to a file there", option_text, &wish.save, 0},
        {"svg", "FILE", "draw the histogram of scores", option_text, &wish.svg, 0},
        {"scores", NULL, "print nothing but the scores, one a line", NULL, &wish.only_scores, 0},
        {"from-scores", NULL, "A and B are files of scores, one a line", NULL, &wish.from_scores, 0},
        {"p0", "SHARE", "pairs won by A if it is no better (0.5)", option_share, &wish.test.p0, 0},
        {"p1", "SHARE", "pairs won by A if it is better (0.55)", option_share, &wish.test.p1, 0},
        {"alpha", "SHARE", "risk of calling A better when it is not (0.05)", option_share, &wish.test.alpha, 0},
        {"beta", "SHARE", "risk of overlooking that A is better (0.05)", option_share, &wish.test.beta, 0},
        {"json", NULL, "answer in JSON", NULL, &wish.as_json, 0},
        {0}};
    int status = options_read(&match_command, options, &words);
    return status != OPTIONS_READ ? status : match(&wish, words);
}

const cli_command match_command = {
    .name = "match",
    .arguments = "[A against B]",
    .summary = "Let a player play many games, or find out which of two players is better",
    .details = "Players are random, greedy, corner, montecarlo, search, network and strong; PLAYER@DEPTH "
               "tells how far\n"
               "ahead one looks. Games are classic and go on after 2048, until no move is left.\n"
               "\n"
               "'A against B' plays pairs of games, won by the higher score, until a sequential probability\n"
               "ratio test is sure whether A wins a share p0 of them (H0) or p1 (H1).\n",
    .most = 3,
    .run = match_run,
};
