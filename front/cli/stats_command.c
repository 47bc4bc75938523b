/* Statistics of the saved games, for each rule set and size. */
#include "cli/commands.h"
#include "base/json.h"
#include "base/saving.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct stats_options {
    const char *data;
    bool as_json;
} stats_options;

typedef struct stats_report {
    bool as_json;
    json_out json;
    unsigned shown;
} stats_report;

static void show_json(json_out *json, const store_totals *totals)
{
    json_put_object(json, NULL);
    json_put_string(json, "rules", totals->rules);
    json_put_hash(json, "rules_hash", totals->rules_hash);
    json_put_size(json, "size", totals->w, totals->h);
    json_put_number(json, "goal", totals->goal);
    json_put_number(json, "games", totals->games);
    json_put_number(json, "won", totals->won);
    json_put_number(json, "lost", totals->lost);
    json_put_number(json, "unfinished", totals->unfinished);
    json_put_number(json, "moves", totals->moves);
    json_put_decimal(json, "mean_score", totals->mean_score);
    json_put_number(json, "best", totals->bests.plain);
    json_put_number(json, "best_other", totals->bests.other);
    json_put_number(json, "largest", totals->largest);
    json_put_end(json);
}

static void show_text(const store_totals *totals, bool first)
{
    printf("%s%s %ux%u, ", first ? "" : "\n", totals->rules, totals->w, totals->h);
    if (totals->goal)
        printf("goal %" PRIu32 "\n", totals->goal);
    else
        puts("no goal");
    printf("  games       %" PRIu64 ": %" PRIu64 " won, %" PRIu64 " lost, %" PRIu64 " unfinished\n", totals->games,
           totals->won, totals->lost, totals->unfinished);
    printf("  best score  %" PRIu64 " in plain play\n", totals->bests.plain);
    if (totals->bests.other)
        printf("              %" PRIu64 " with undo, hints, a player or a given board\n", totals->bests.other);
    printf("  mean score  %.1f\n  largest     %" PRIu32 "\n  moves       %" PRIu64 "\n", totals->mean_score,
           totals->largest, totals->moves);
}

static bool show(void *context, const store_totals *totals)
{
    stats_report *report = context;
    if (report->as_json)
        show_json(&report->json, totals);
    else
        show_text(totals, report->shown == 0);
    report->shown++;
    return true;
}

static int show_all(eleven_store *store, bool as_json)
{
    stats_report report = {.as_json = as_json, .json = json_put_to(stdout)};
    eleven_problem problem;
    if (as_json)
        json_put_array(&report.json, NULL);
    eleven_error error = store ? store_statistics(store, show, &report, &problem) : ELEVEN_OK;
    if (as_json) {
        json_finish(&report.json);
    } else if (!error && report.shown == 0) {
        puts("no game has been saved yet");
    }
    return error ? complain("stats", STATUS_FAILURE, "%s", problem.sentence) : 0;
}

static int run_stats(void *given, word_list words)
{
    const stats_options *options = given;
    eleven_store *store;
    (void)words;
    int status = saved_games_open("stats", options->data, &store);
    if (status == 0)
        status = show_all(store, options->as_json);
    store_close(store);
    return status;
}

static const cli_option rows[] = {
    OPTION_DATA(stats_options, data),
    OPTION_JSON(stats_options, as_json),
    {0},
};

const cli_command stats_command = {
    .name = "stats",
    .summary = "Print best scores and statistics of the saved games",
    .details = "The best score counts plain play: moves without undo, hints or a player, in a game that did not begin\n"
               "from a given board. The best score of all other games is listed separately.\n",
    .options = rows,
    .size = sizeof(stats_options),
    .run = run_stats,
};
