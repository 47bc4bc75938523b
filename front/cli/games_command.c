/* Saved games: a list of them, their records, and the statistics of each rule set and size. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/json.h"
#include "base/saving.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    const char *data, *output;
    bool as_json, is_all, replaces;
};

/* A list that is printed while the store goes through it. */
typedef struct listing {
    bool as_json;
    json_out json;
    unsigned shown;
} listing;

static listing listing_begin(const struct options *options)
{
    listing list = {.as_json = options->as_json, .json = {.out = stdout}};
    if (list.as_json)
        json_put_array(&list.json, NULL);
    return list;
}

/* `what` was listed. */
static void listing_end(listing *list, const char *what, eleven_error error, const eleven_problem *problem)
{
    if (list->as_json)
        json_finish(&list->json);
    else if (!error && list->shown == 0)
        printf("no %s has been saved yet\n", what);
    if (error)
        fail_problem(problem);
}

static void list_json(json_out *json, const store_game *game)
{
    json_put_object(json, NULL);
    json_put_number(json, "id", (uint64_t)game->id);
    json_put_string(json, "rules", game->rules);
    json_put_hash(json, "rules_hash", game->rules_hash);
    json_put_pair(json, "size", game->w, game->h);
    json_put_number(json, "goal", game->goal);
    json_put_string(json, "date", game->began);
    json_put_string(json, "status", eleven_status_name(game->status));
    json_put_bool(json, "won", game->won);
    json_put_bool(json, "running", game->is_running);
    json_put_number(json, "score", game->score);
    json_put_number(json, "moves", game->moves);
    json_put_number(json, "largest_tile", game->largest);
    json_put_number(json, "undos", game->undos);
    json_put_number(json, "helped", game->helped);
    json_put_bool(json, "from_board", game->from_board);
    json_put_number(json, "hints", game->hints);
    json_put_string(json, "class", eleven_class_name(game->class));
    json_put_number(json, "plain_score", game->plain_score);
    json_put_string(json, "title", game->title);
    json_put_decimal(json, "played_seconds", (double)game->played / 1e3);
    json_put_end(json);
}

/* A text from a file, of fewer than STORE_TITLE bytes, as a terminal may get it. */
static const char *calm(const char *text, char copy[STORE_TITLE])
{
    snprintf(copy, STORE_TITLE, "%s", text);
    utf8_calm(copy);
    return copy;
}

static void list_text(const store_game *game)
{
    char copy[STORE_TITLE];
    printf("%5" PRId64 "  %-10s %ux%u %9" PRIu64 " %7" PRIu32 " %8" PRIu32 "  %-8s %-20s", game->id, game->rules,
           game->w, game->h, game->score, game->moves, game->largest, eleven_status_name(game->status),
           calm(game->began, copy));
    if (game->is_running)
        printf(" running");
    if (game->undos)
        printf(" undos %" PRIu32, game->undos);
    if (game->helped)
        printf(" helped %" PRIu32, game->helped);
    if (game->hints)
        printf(" hints %" PRIu32, game->hints);
    if (game->from_board)
        printf(" from a board");
    if (game->title[0])
        printf(" \"%s\"", calm(game->title, copy));
    putchar('\n');
}

static bool list_game(void *context, const store_game *game)
{
    listing *list = context;
    if (!list->as_json && list->shown == 0)
        puts("   id  rules      size    score   moves  largest  status   began");
    if (list->as_json)
        list_json(&list->json, game);
    else
        list_text(game);
    list->shown++;
    return true;
}

enum { LIST, EXPORT, CHECK, IMPORT };

static const char *action_name(unsigned index)
{
    static const char *const names[] = {"list", "export", "check", "import", NULL};
    return names[index];
}

/* `what` is "7", or "all", or with --all the file to write. */
static int export_games(const struct options *options, const char *what)
{
    games_export_options request = {.is_all = options->is_all || (what && strcmp(what, "all") == 0),
                                    .has_extras = options->is_all,
                                    .as_json = options->as_json,
                                    .replaces = options->replaces,
                                    .path = options->is_all && what ? what : options->output};
    uint64_t number = 0;
    if (options->is_all && what &&
        (strcmp(what, "all") == 0 || eleven_number_parse(what, strlen(what), INT64_MAX, &number)))
        fail_usage("--all exports all games, and '%s' is the file to write: write ./%s if you mean that", what, what);
    if (options->is_all && what && strcmp(options->output, "-") != 0)
        fail_usage("--all %s and --output %s both name the file to write", what, options->output);
    if (!what && !options->is_all)
        fail_usage("'games export' needs the number of a game, or 'all'");
    if (!request.is_all && !eleven_number_parse(what, strlen(what), INT64_MAX, &number))
        fail_usage("expected the number of a game or 'all', not '%s'", what);
    eleven_store *store = saved_games_open(options->data, false);
    if (!request.is_all && !store)
        fail_with("there is no game %" PRIu64, number);
    request.id = (int64_t)number;
    int status = games_export(store, &request);
    store_close(store);
    return status;
}

static int import_games(const struct options *options, const char *path)
{
    if (!path)
        fail_usage("'games import' needs a file");
    eleven_store *store = saved_games_open(options->data, true);
    int status = games_import(store, path, options->as_json);
    store_close(store);
    return status;
}

static int look_at_games(const struct options *options, bool checks)
{
    eleven_problem problem;
    eleven_store *store = saved_games_open(options->data, false);
    if (checks) {
        int status = games_check(store, options->as_json);
        store_close(store);
        return status;
    }
    listing list = listing_begin(options);
    eleven_error error = store ? store_games(store, NULL, list_game, &list, &problem) : ELEVEN_OK;
    listing_end(&list, "game", error, &problem);
    int status = games_complain(store);
    store_close(store);
    return status;
}

static int run_games(void *given, word_list words)
{
    const struct options *options = given;
    unsigned action = words.count ? name_find(action_name, "action", words.at[0], NULL) : LIST;
    const char *word = words.count > 1 ? words.at[1] : NULL;
    if (action != EXPORT && strcmp(options->output, "-") != 0)
        fail_usage("--output needs 'games export'");
    if (action != EXPORT && options->is_all)
        fail_usage("--all needs 'games export'");
    if (action != EXPORT && options->replaces)
        fail_usage("--force needs 'games export'");
    if (word && (action == LIST || action == CHECK))
        fail_usage("unexpected argument '%s' after 'games %s'", word, action_name(action));
    if (action == EXPORT)
        return export_games(options, word);
    return action == IMPORT ? import_games(options, word) : look_at_games(options, action == CHECK);
}

static const cli_option rows[] = {
    OPTION(output, "output", 'o', "FILE", kind_file, "the file to write (default: standard output)"),
    FLAG(is_all, "all", 'a', "with 'export': all games, titles and dates too, as 'import' reads them"),
    OPTION_FORCE(replaces),
    OPTION_DATA(data),
    OPTION_JSON(as_json),
    {0},
};

static const value_kind kind_saved = {.path = PATH_FILE, .words = "all"};

const cli_command games_command = {
    .name = "games",
    .arguments = "[list | export ID | export --all FILE | import FILE | check]",
    .summary = "List, check, export or import the saved games",
    .details =
        "'export' writes the record of the game with number ID, or of all games, the oldest first. A record can\n"
        "be replayed, reviewed, drawn and continued. Only games that verify are written; the others go to\n"
        "FILE.damaged. 'import' adds the games of such a file. A game that is known already is not added again,\n"
        "and a game that was continued elsewhere is continued here. 'check' replays every game.\n"
        "\n"
        "  eleven games export 7 --output seven.2048\n"
        "  eleven games export --all backup.2048\n"
        "  eleven games import backup.2048\n",
    .most = 2,
    .argument = &kind_saved,
    OPTIONS(rows),
    .defaults = &(const struct options){.output = "-"},
    .run = run_games,
};

static void show_json(json_out *json, const store_totals *totals)
{
    json_put_object(json, NULL);
    json_put_string(json, "rules", totals->rules);
    json_put_hash(json, "rules_hash", totals->rules_hash);
    json_put_pair(json, "size", totals->w, totals->h);
    json_put_number(json, "goal", totals->goal);
    json_put_number(json, "games", totals->games);
    json_put_number(json, "games_won", totals->won);
    json_put_number(json, "games_lost", totals->lost);
    json_put_number(json, "games_unfinished", totals->unfinished);
    json_put_number(json, "moves", totals->moves);
    json_put_decimal(json, "mean_score", totals->mean_score);
    json_put_decimal(json, "standard_error_score", totals->standard_error);
    json_put_number(json, "best_score", totals->bests.plain);
    json_put_number(json, "best_other_score", totals->bests.other);
    json_put_number(json, "largest_tile", totals->largest);
    json_put_end(json);
}

static void show_text(const store_totals *totals, bool first)
{
    printf("%s%s %ux%u, ", first ? "" : "\n", totals->rules, totals->w, totals->h);
    print_goal(totals->goal);
    printf("\n  games       %" PRIu64 ": %" PRIu64 " won, %" PRIu64 " lost, %" PRIu64 " unfinished\n", totals->games,
           totals->won, totals->lost, totals->unfinished);
    printf("  best score  %" PRIu64 " in plain play\n", totals->bests.plain);
    if (totals->bests.other)
        printf("              %" PRIu64 " with undo, hints, a player or a given board\n", totals->bests.other);
    printf("  mean score  %.1f\n  largest     %" PRIu32 "\n  moves       %" PRIu64 "\n", totals->mean_score,
           totals->largest, totals->moves);
}

static bool show_totals(void *context, const store_totals *totals)
{
    listing *list = context;
    if (list->as_json)
        show_json(&list->json, totals);
    else
        show_text(totals, list->shown == 0);
    list->shown++;
    return true;
}

static int run_stats(void *given, word_list words)
{
    const struct options *options = given;
    eleven_store *store = saved_games_open(options->data, false);
    listing list = listing_begin(options);
    eleven_problem problem;
    (void)words;
    eleven_error error = store ? store_statistics(store, show_totals, &list, &problem) : ELEVEN_OK;
    listing_end(&list, "game with a move", error, &problem);
    int status = games_complain(store);
    store_close(store);
    return status;
}

const cli_command stats_command = {
    .name = "stats",
    .summary = "Print best scores and statistics of the saved games",
    .details = "The best score counts plain play: moves without undo, hints or a player, in a game that did not begin\n"
               "from a given board. The best score of all other games is listed separately.\n",
    OPTIONS(&rows[3]),
    .run = run_stats,
};
