/* The games that were played: a list of them, and their records. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/options.h"
#include "base/storage.h"
#include "base/values.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the command line asks for. */
typedef struct games_wish {
    eleven_store *store; /* NULL: nothing was ever kept */
    bool as_json;
    const char *id;     /* "7" or "all" */
    const char *output; /* where to; NULL: standard output */
} games_wish;

/* ---- list ---------------------------------------------------------------------------------------------- */

typedef struct games_list {
    bool as_json;
    json_out json;
    unsigned shown;
} games_list;

static void list_json(json_out *json, const store_game *game)
{
    json_put_object(json, NULL);
    json_put_number(json, "id", (uint64_t)game->id);
    json_put_string(json, "rules", game->rules);
    json_put_hash(json, "rules_hash", game->rules_hash);
    json_put_size(json, "size", game->w, game->h);
    json_put_number(json, "goal", game->goal);
    json_put_string(json, "began", game->began);
    json_put_string(json, "status", status_name(game->status));
    json_put_bool(json, "won", game->won);
    json_put_bool(json, "running", game->is_running);
    json_put_number(json, "score", game->score);
    json_put_number(json, "moves", game->moves);
    json_put_number(json, "largest", game->largest);
    json_put_number(json, "undos", game->undos);
    json_put_number(json, "helped", game->helped);
    json_put_bool(json, "from_board", game->from_board);
    json_put_bool(json, "honest", game->is_honest);
    json_put_end(json);
}

static void list_text(const store_game *game)
{
    printf("%5" PRId64 "  %-10s %ux%u %9" PRIu64 " %7" PRIu32 " %8" PRIu32 "  %-8s %-20s", game->id, game->rules,
           game->w, game->h, game->score, game->moves, game->largest, status_name(game->status), game->began);
    if (game->is_running)
        printf(" running");
    if (game->undos)
        printf(" undos %" PRIu32, game->undos);
    if (game->helped)
        printf(" helped %" PRIu32, game->helped);
    if (game->from_board)
        printf(" from a board");
    putchar('\n');
}

static bool list_game(void *context, const store_game *game)
{
    games_list *list = context;
    if (list->as_json) {
        list_json(&list->json, game);
    } else {
        if (list->shown == 0)
            puts("   id  rules      size    score   moves  largest  status   began");
        list_text(game);
    }
    list->shown++;
    return true;
}

static int list_games(const games_wish *wish)
{
    games_list list = {.as_json = wish->as_json, .json = json_put_to(stdout)};
    eleven_problem problem;
    if (wish->as_json)
        json_put_array(&list.json, NULL);
    eleven_error error = wish->store ? store_games(wish->store, false, list_game, &list, &problem) : ELEVEN_OK;
    if (wish->as_json) {
        json_put_end(&list.json);
        json_put_line(&list.json);
    } else if (!error && list.shown == 0) {
        puts("no game has been played yet");
    }
    return error ? storage_complain("games", &problem) : 0;
}

/* ---- export -------------------------------------------------------------------------------------------- */

typedef struct id_list {
    int64_t *ids; /* owned */
    size_t count, size;
    bool is_short_of_memory;
} id_list;

static bool collect_id(void *context, const store_game *game)
{
    id_list *list = context;
    if (list->count == list->size) {
        size_t size = list->size * 2 + 64;
        int64_t *ids = realloc(list->ids, size * sizeof *ids);
        list->is_short_of_memory = !ids;
        if (!ids)
            return false;
        list->ids = ids;
        list->size = size;
    }
    list->ids[list->count++] = game->id;
    return true;
}

/* Writes one record; a line break parts it from the one before. */
static int export_game(const games_wish *wish, int64_t id, bool first, FILE *out)
{
    char *text;
    size_t length;
    eleven_problem problem;
    if (store_export(wish->store, id, &text, &length, &problem))
        return storage_complain("games", &problem);
    if (wish->as_json) {
        json_out json = json_put_to(out);
        json_put_object(&json, NULL);
        json_put_number(&json, "id", (uint64_t)id);
        json_put_string(&json, "record", text);
        json_put_end(&json);
        json_put_line(&json);
    } else {
        fputs(first ? "" : "\n", out);
        fwrite(text, 1, length, out);
    }
    free(text);
    return 0;
}

/* All of them, the oldest first. */
static int export_all(const games_wish *wish, FILE *out)
{
    id_list list = {0};
    eleven_problem problem;
    int status = 0;
    if (wish->store && store_games(wish->store, false, collect_id, &list, &problem))
        status = storage_complain("games", &problem);
    else if (list.is_short_of_memory)
        status = complain("games", STATUS_FAILURE, "there is not enough memory");
    for (size_t i = list.count; status == 0 && i-- > 0;)
        status = export_game(wish, list.ids[i], i + 1 == list.count, out);
    free(list.ids);
    return status;
}

static int export_to(const games_wish *wish, FILE *out)
{
    uint64_t id;
    if (strcmp(wish->id, "all") == 0)
        return export_all(wish, out);
    if (!text_is_number(wish->id, INT64_MAX, &id))
        return complain("games", STATUS_USAGE, "'%s' is neither the number of a game nor 'all'", wish->id);
    if (!wish->store)
        return complain("games", STATUS_FAILURE, "there is no game %" PRIu64, id);
    return export_game(wish, (int64_t)id, true, out);
}

/* Everything is put together before the file is touched. */
static int export_games(const games_wish *wish)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return complain("games", STATUS_FAILURE, "there is not enough memory");
    int status = export_to(wish, out);
    bool whole = !ferror(out);
    whole = fclose(out) == 0 && whole;
    if (status == 0 && !whole)
        status = complain("games", STATUS_FAILURE, "there is not enough memory");
    if (status == 0)
        status = output_write("games", wish->output ? wish->output : "-", text, length);
    free(text);
    return status;
}

/* ---- The command --------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool needs_id;
    int (*run)(const games_wish *wish);
} actions[] = {{"list", false, list_games}, {"export", true, export_games}};
enum { ACTIONS = sizeof actions / sizeof *actions };

/* Whether the words make sense together; the action's index then. */
static int find_action(const char *name, const games_wish *wish, unsigned *found)
{
    nearest best = nearest_to(name);
    for (*found = 0; *found < ACTIONS && strcmp(actions[*found].name, name) != 0; ++*found)
        nearest_consider(&best, actions[*found].name);
    if (*found == ACTIONS)
        return complain("games", STATUS_USAGE, "there is no 'games %s'; the nearest is 'games %s'", name, best.name);
    if (actions[*found].needs_id && !wish->id)
        return complain("games", STATUS_USAGE, "'games %s' needs the number of a game, or 'all'", name);
    if (!actions[*found].needs_id && wish->id)
        return complain("games", STATUS_USAGE, "'games %s' takes no argument, so '%s' means nothing", name, wish->id);
    if (!actions[*found].needs_id && wish->output)
        return complain("games", STATUS_USAGE, "--output goes with 'games export'");
    return 0;
}

static int games_run(word_list words)
{
    games_wish wish = {0};
    const char *data = NULL;
    unsigned action;
    const cli_option options[] = {
        {"json", NULL, "answer in JSON", NULL, &wish.as_json, 0},
        {"output", "FILE", "where to export to, put in place whole (standard output)", option_text, &wish.output, 'o'},
        {"data", "DIR", data_help, option_text, &data, 0},
        {0}};
    int status = options_read(&games_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    wish.id = words.count > 1 ? words.at[1] : NULL;
    status = find_action(words.count ? words.at[0] : "list", &wish, &action);
    if (status == 0)
        status = storage_open("games", data, &wish.store);
    if (status == 0)
        status = actions[action].run(&wish);
    store_close(wish.store);
    return status;
}

const cli_command games_command = {
    .name = "games",
    .arguments = "[list | export ID | export all]",
    .summary = "List the games played, or write their records",
    .details = "A record can be read, replayed ('eleven replay FILE') and played on ('eleven play FILE').\n"
               "'export all' writes all records one after another, the oldest first.\n",
    .most = 2,
    .run = games_run,
};
