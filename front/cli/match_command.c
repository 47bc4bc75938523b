/* Matches: the scores of a player in many games, and which of two players is stronger. */
#include "cli/commands.h"
#include "base/hash.h"
#include "base/input_output.h"
#include "base/json.h"
#include "base/share.h"
#include "chart/charts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct options {
    const char *player, *save, *svg;
    eleven_rules rules;
    board_size size;
    seed_value seed;

    /* 0: 100 games, or 20000 pairs at most. */
    int64_t games;
    int64_t threads;
    think_limits limits;
    eleven_sprt test;
    bool as_json, only_scores, from_scores, is_merge, replaces;

    /* Part number `part` of `parts`; 0: the whole match. */
    struct part_value {
        uint64_t part, parts;
    } part;
};

/* A match that is being played. The library hands it back to open_player, take_game and take_half. */
typedef struct match_job {
    const struct options *options;

    /* One player or two. */
    unsigned sides;
    match_player side[2];

    /* What the report calls the first one. */
    char name[PLAYER_TITLE];

    /* Of one player; the scores are in ascending order at the end. */
    eleven_match_game *games;
    uint64_t *scores;
    size_t count;
    progress shown;

    /* Of two players, with the score of the first game of the pair that is being played. */
    duel two;
    uint64_t score;
    bool is_decided;
} match_job;

/* ---- Players -------------------------------------------------------------------------------------------- */
/* Checks PLAYER or PLAYER@DEPTH. */
static void side_open(match_job *job, unsigned i, const char *text)
{
    const struct options *options = job->options;
    match_player *side = &job->side[i];
    if (!contender_parse(text, side) && strchr(text, '@'))
        fail_usage("'%s' expects a whole number from 1 to %d after '@'", text, DEPTH_MOST);
    player_check(side->name[0] ? side->name : text);
    player_check_board(side->name, &options->rules, options->size.w, options->size.h);
}

static eleven_player *open_player(void *context, uint64_t index, uint64_t seed, eleven_budget *budget)
{
    const match_job *job = context;
    const match_player *side = &job->side[index % job->sides];
    const eleven_table *table = player_table(side->name);
    *budget = budget_of(&job->options->limits);
    if (side->depth)
        budget->depth = side->depth;
    return table ? eleven_table_player_new(table, false) : named_player_open(side->name, seed);
}

/* ---- One player ---------------------------------------------------------------------------------------- */
enum { RECORD_PATH = 4096 };

static const char *record_path(const struct options *options, uint64_t index, char path[RECORD_PATH])
{
    if (snprintf(path, RECORD_PATH, "%s/%06" PRIu64 ".2048", options->save, index + 1) >= RECORD_PATH)
        fail_usage("the path of --save is too long");
    return path;
}

static void check_outputs(const struct options *options, const eleven_match *match)
{
    char path[RECORD_PATH];
    if (!share_is_first())
        return;
    if (options->svg)
        output_check(options->svg, options->replaces);
    for (uint64_t i = 0; options->save && i < match->games; i++)
        output_check(record_path(options, match->first + i, path), options->replaces);
}

static void take_game(void *context, const eleven_match_game *game)
{
    match_job *job = context;
    const struct options *options = job->options;
    char path[RECORD_PATH];
    if (options->save)
        output_write(record_path(options, game->index, path), game->record, game->length);
    if (options->only_scores) {
        printf("%" PRIu64 "\n", game->score);
        if (!output_push())
            eleven_stop_request(&interrupted);
        return;
    }
    job->games[job->count] = *game;
    job->games[job->count++].record = NULL;
    progress_show(&job->shown, (double)job->count / (double)options->games, "%zu of %" PRId64 " games, ", job->count,
                  options->games);
}

static void put_json(const match_job *job, const eleven_summary *sum, double seconds)
{
    json_out json = json_begin(stdout);
    json_put_string(&json, "player", job->name);
    json_put_number(&json, "seed", job->options->seed.seed);
    json_put_number(&json, "games", sum->games);
    json_put_decimal(&json, "mean_score", sum->mean);
    json_put_decimal(&json, "standard_error_score", sum->standard_error);
    json_put_decimal(&json, "median_score", sum->quartile[1]);
    json_put_array(&json, "quartile_scores");
    json_put_decimal(&json, NULL, sum->quartile[0]);
    json_put_decimal(&json, NULL, sum->quartile[2]);
    json_put_end(&json);
    json_put_array(&json, "reached");
    for (unsigned rank = 1; rank < ELEVEN_RANKS && sum->reached[rank]; rank++) {
        json_put_object(&json, NULL);
        json_put_number(&json, "tile", job->options->rules.value[rank]);
        json_put_number(&json, "games", sum->reached[rank]);
        json_put_end(&json);
    }
    json_put_end(&json);
    json_put_number(&json, "moves", sum->moves);
    if (seconds > 0)
        json_put_decimal(&json, "moves_per_second", (double)sum->moves / seconds);
    json_put_decimal(&json, "microseconds_per_move", sum->mean_move_us);
    json_finish(&json);
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
    printf("%s: %" PRIu64 " game%s, seed %" PRIu64 "\n", job->name, sum->games, plural(sum->games),
           job->options->seed.seed);
    printf("  mean score   %.0f, standard error %.0f\n", sum->mean, sum->standard_error);
    printf("  median       %.0f, half of the games from %.0f to %.0f\n", sum->quartile[1], sum->quartile[0],
           sum->quartile[2]);
    printf("  range        %" PRIu64 " to %" PRIu64 "\n", sum->least, sum->most);
    printf("  moves        %" PRIu64 ", %.0f per game\n", sum->moves, (double)sum->moves / (double)sum->games);
    printf("  speed        %.3g us per move (processor time)", sum->mean_move_us);
    if (seconds > 0)
        printf(", %.0f moves/s on all threads", (double)sum->moves / seconds);
    putchar('\n');
    put_reach(&job->options->rules, sum);
}

static void write_svg(const match_job *job, const eleven_summary *sum)
{
    char title[PLAYER_TITLE + 128];
    buffer svg = {0};
    score_histogram histogram = histogram_of(job->scores, job->count, 48);
    snprintf(title, sizeof title, "%s: %" PRIu64 " game%s, mean %.0f, standard error %.0f", job->name, sum->games,
             plural(sum->games), sum->mean, sum->standard_error);
    histogram_svg(&histogram, title, &svg);
    output_write_buffer(job->options->svg, &svg);
}

static void report_games(match_job *job, double seconds)
{
    eleven_summary sum;
    progress_end(&job->shown);
    eleven_match_summary(job->games, job->count, job->scores, &sum);
    if (job->options->as_json) {
        put_json(job, &sum, seconds);
    } else {
        score_histogram histogram = histogram_of(job->scores, job->count, 16);
        put_text(job, &sum, seconds);
        put_bars(&histogram);
    }
    if (job->options->svg)
        write_svg(job, &sum);
}

static eleven_match match_of(match_job *job, void (*report)(void *, const eleven_match_game *))
{
    const struct options *options = job->options;
    return (eleven_match){.size = sizeof(eleven_match),
                          .rules = options->rules,
                          .w = options->size.w,
                          .h = options->size.h,
                          .seed = options->seed.seed,
                          .games = (uint64_t)options->games * job->sides,
                          .threads = (unsigned)options->threads,
                          .keeps_records = options->save != NULL,
                          .open = open_player,
                          .report = report,
                          .context = job};
}

static match_part part_of(const match_job *job, eleven_rules *rules)
{
    const struct options *options = job->options;
    match_part part = {.seed = options->seed.seed,
                       .games = (uint64_t)options->games,
                       .size = options->size,
                       .rules = rules,
                       .limits = options->limits};
    *rules = options->rules;
    memcpy(part.player, job->name, sizeof part.player);
    if (eleven_player_is_file(job->side[0].name)) {
        buffer file = input_read(job->side[0].name);
        part.file_hash = hash_bytes(HASH_START, file.at, file.length);
        buffer_free(&file);
    }
    if (job->side[0].depth)
        part.limits.depth = job->side[0].depth;
    return part;
}

/* Keeps the games of one part: number p of n has the games from (p-1)/n to p/n. */
static void choose_part(const struct part_value *part, eleven_match *match)
{
    uint64_t games = match->games;
    match->first = (part->part - 1) * games / part->parts;
    match->games = part->part * games / part->parts - match->first;
}

static void play_one(match_job *job)
{
    const struct options *options = job->options;
    side_open(job, 0, options->player);
    if (job->side[0].depth && options->limits.depth)
        fail_usage("'%s' and --depth both say how far the player looks ahead", options->player);
    snprintf(job->name, sizeof job->name, "%.255s", player_title(job->side[0].name));
    if (options->save && mkdir(options->save, 0777) != 0 && errno != EEXIST)
        fail_with("%s cannot be created: %s", options->save, strerror(errno));
    eleven_match match = match_of(job, take_game);
    if (options->part.parts)
        choose_part(&options->part, &match);
    check_outputs(options, &match);
    job->shown = progress_begin(0, false);
    job->games = calloc((size_t)options->games, sizeof *job->games);
    job->scores = calloc((size_t)options->games, sizeof *job->scores);
    stop_on_signals();
    if (!job->games || !job->scores)
        fail_no_memory();
    if (match_share(&match, &interrupted) == ELEVEN_NO_MEMORY)
        fail_player();
    if (eleven_stop_is_requested(&interrupted) && options->part.parts)
        fail_with("stopped before all games of the part were played");
    if (options->part.parts) {
        eleven_rules rules;
        match_part part = part_of(job, &rules);
        match_part_print(&part, match.first, job->games, job->count);
    } else if (job->count) {
        report_games(job, progress_seconds(&job->shown));
    }
    if (eleven_stop_is_requested(&interrupted) && !ferror(stdout))
        fail_with("stopped before all games were played");
}

static void merge_parts(match_job *job, struct options *options, word_list paths)
{
    match_part part = {.rules = &options->rules};
    match_merge merge;
    if (options->svg)
        output_check(options->svg, options->replaces);
    match_parts_read(paths, &part, &merge);
    free(merge.from);
    options->seed.seed = part.seed;
    memcpy(job->name, part.player, sizeof part.player);
    job->games = merge.games;
    job->count = part.games;
    job->scores = calloc(part.games, sizeof *job->scores);
    if (!job->scores)
        fail_no_memory();
    report_games(job, 0);
}

/* ---- Two players --------------------------------------------------------------------------------------- */
static void take_half(void *context, const eleven_match_game *game)
{
    match_job *job = context;
    if (game->index % 2 == 0)
        job->score = game->score;
    else if (!job->is_decided && !duel_count(&job->two, job->score, game->score)) {
        job->is_decided = true;
        eleven_stop_request(&interrupted);
    }
}

static void play_two(match_job *job)
{
    job->sides = 2;
    for (unsigned i = 0; i < 2; i++)
        side_open(job, i, job->two.names[i]);
    eleven_match match = match_of(job, take_half);
    stop_on_signals();
    if (match_share(&match, &interrupted) == ELEVEN_NO_MEMORY)
        fail_player();
}

static void compare_two(match_job *job, char *const *words)
{
    const struct options *options = job->options;
    job->two = (duel){.test = options->test,
                      .names = {words[0], words[2]},
                      .pairs = (uint64_t)options->games,
                      .shown = progress_begin(0, false)};
    if (options->from_scores)
        duel_read(&job->two);
    else
        play_two(job);
    duel_report(&job->two, options->as_json);
    if (eleven_stop_is_requested(&interrupted) && !job->is_decided)
        fail_with("stopped before the test has decided");
}

/* ---- The command --------------------------------------------------------------------------------------- */
enum { GAMES = 100, PAIRS = 20000 };

static bool says_how_to_play(const struct options *options)
{
    const think_limits *limits = &options->limits;
    return options->size.w || options->threads || options->seed.is_given || limits->depth || limits->nodes ||
           limits->milliseconds > 0;
}

static bool has_test(const eleven_sprt *test)
{
    return test->p0 > 0 || test->p1 > 0 || test->alpha > 0 || test->beta > 0;
}

static void check_options(const struct options *options, word_list words, bool is_duel)
{
    if (options->is_merge && !words.count)
        fail_usage("--merge needs the files that 'eleven match --part' printed");
    if (options->part.parts &&
        (is_duel || options->only_scores || options->as_json || options->svg || options->is_merge))
        fail_usage("--part prints the games of one player for --merge, and nothing else");
    if (is_duel && (options->player || options->save || options->svg || options->only_scores))
        fail_usage("--player, --save, --svg and --scores are for the games of one player");
    if (options->is_merge && (options->save || options->only_scores))
        fail_usage("--merge reports the whole match, without --save and --scores");
    if (options->is_merge && (options->games || options->player || says_how_to_play(options)))
        fail_usage("--merge reports games that were played, without options about how to play");
    if (options->only_scores && (options->as_json || options->svg))
        fail_usage("--scores prints the scores alone, without --json and --svg");
    if (options->part.parts && !options->seed.is_given)
        fail_usage("--part needs --seed, the same one for all parts");
    if (words.count && !is_duel && !options->is_merge)
        fail_usage("to compare two players, use: eleven match A against B");
    if (options->from_scores && !is_duel)
        fail_usage("--from-scores compares two files: eleven match A against B");
    if (options->from_scores && (options->rules.name[0] || says_how_to_play(options)))
        fail_usage("--from-scores compares games that were played, without options about how to play");
    if (!is_duel && has_test(&options->test))
        fail_usage("--p0, --p1, --alpha and --beta are for comparing two players");
}

static void use_defaults(struct options *options, bool is_duel)
{
    eleven_sprt *test = &options->test;
    options->player = options->player ? options->player : usual_player;
    options->threads = options->threads ? options->threads : 1;
    options->size = options->size.w ? options->size : (board_size){4, 4};
    if (!options->games)
        options->games = !is_duel ? GAMES : options->from_scores ? INT64_MAX : PAIRS;
    test->p0 = test->p0 > 0 ? test->p0 : 0.5;
    test->p1 = test->p1 > 0 ? test->p1 : 0.55;
    test->alpha = test->alpha > 0 ? test->alpha : 0.05;
    test->beta = test->beta > 0 ? test->beta : 0.05;
    if (test->p0 >= test->p1)
        fail_usage("--p0 must be less than --p1");
    if (test->alpha >= 0.5 || test->beta >= 0.5)
        fail_usage("--alpha and --beta must be less than 0.5");
}

static int run_match(void *given, word_list words)
{
    struct options *options = given;
    bool is_duel = !options->is_merge && words.count == 3 && strcmp(words.at[1], "against") == 0;
    check_options(options, words, is_duel);
    use_defaults(options, is_duel);
    options->seed.seed = seed_or_random(options->seed);
    if ((options->is_merge || options->from_scores) && !share_is_first())
        return 0; /* nothing is played */
    if (!options->is_merge)
        rules_or_classic(&options->rules);
    match_job job = {.options = options, .sides = 1};
    if (options->is_merge)
        merge_parts(&job, options, words);
    else if (is_duel)
        compare_two(&job, words.at);
    else
        play_one(&job);
    free(job.games);
    free(job.scores);
    return 0;
}

static void read_share(const cli_option *option, const char *text, void *value)
{
    double share;
    const char *end = decimal_parse(text, &share);
    if (!end || *end != '\0' || !(share > 0 && share < 1))
        fail_value(option, "a number between 0 and 1", text);
    *(double *)value = share;
}

static void read_part(const cli_option *option, const char *text, void *value)
{
    struct part_value *part = value;
    const char *slash = strchr(text, '/');
    enum { PARTS = 1000000 };
    if (!slash || !eleven_number_parse(text, (size_t)(slash - text), PARTS, &part->part) ||
        !eleven_number_parse(slash + 1, strlen(slash + 1), PARTS, &part->parts) || !part->part ||
        part->part > part->parts)
        fail_value(option, "a part and the number of parts, such as 3/10", text);
}

static const value_kind kind_part = {.read = read_part};
static const value_kind kind_share = {.read = read_share};

static const cli_option rows[] = {
    OPTION(player, "player", 'p', "PLAYER", kind_player, "who plays (default: network-large)"),
    NUMBER(games, "games", 'n', 1, 100000000, "games (default: 100), or pairs at most (default: 20000)"),
    OPTION(seed, "seed", 0, "N", kind_seed, "the same number gives the same games (default: random)"),
    NUMBER(threads, "threads", 'T', 1, 256, "games at the same time, 1 to 256 (default: 1)"),
    OPTIONS_THINK(limits),
    OPTION_SIZE(size),
    OPTION_RULES(rules),
    OPTION(save, "save", 0, "DIR", kind_folder, "save the record of each game in this folder"),
    OPTION(svg, "svg", 0, "FILE", kind_file_beside, "draw the histogram of the scores"),
    OPTION_FORCE(replaces),
    FLAG(only_scores, "scores", 0, "print the scores alone, one per line"),
    FLAG(from_scores, "from-scores", 0, "A and B are files of scores, one per line"),
    OPTION(test.p0, "p0", 0, "SHARE", kind_share, "share of pairs that A wins under H0 (default: 0.5)"),
    OPTION(test.p1, "p1", 0, "SHARE", kind_share, "share of pairs that A wins under H1 (default: 0.55)"),
    OPTION(test.alpha, "alpha", 0, "SHARE", kind_share, "risk of accepting H1 wrongly (default: 0.05)"),
    OPTION(test.beta, "beta", 0, "SHARE", kind_share, "risk of accepting H0 wrongly (default: 0.05)"),
    OPTION(part, "part", 0, "K/N", kind_part, "play only part K of N, and print its games for --merge"),
    FLAG(is_merge, "merge", 0, "join the parts in these files, and report the whole match"),
    OPTION_JSON(as_json),
    {0},
};

const cli_command match_command = {
    .name = "match",
    .arguments = "[A against B | FILE...]",
    .summary = "Let a player play many games, or find out which of two players is better",
    .details = "PLAYER, A and B are random, greedy, corner, montecarlo, search, network, strong, network-large, or\n"
               "the path of a file: a table that 'eleven solve' wrote, or weights that 'eleven train' wrote. A path\n"
               "contains a dot or a slash. network-large needs the file large.weights; where that is missing, the\n"
               "default is network. strong needs the tables that 'eleven endgame' builds, and is much weaker without\n"
               "the file strong.weights. PLAYER@DEPTH is a player that looks DEPTH moves ahead. The players with a\n"
               "network look further where much depends on a move; with --nodes 1 they never do. Games continue after\n"
               "2048, until no move is possible.\n"
               "\n"
               "'A against B' plays pairs of games. The higher score wins a pair. It stops when a sequential\n"
               "probability ratio test has decided between two hypotheses: A wins a share p0 of the pairs (H0),\n"
               "or a share p1 (H1).\n"
               "\n"
               "With --part, several machines share a match of one player. --merge joins the parts into one report:\n"
               "\n"
               "  eleven match --player corner --games 1000 --part 1/2 --seed 7 > first\n"
               "  eleven match --player corner --games 1000 --part 2/2 --seed 7 > second\n"
               "  eleven match --merge first second\n"
               "\n"
               "  eleven match --player search --depth 2 --games 20\n"
               "  eleven match corner against greedy\n",
    .most = 100000,
    .argument = &kind_player,
    OPTIONS(rows),
    .defaults = &(const struct options){0},
    .run = run_match,
};
