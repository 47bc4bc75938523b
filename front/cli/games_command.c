/* Saved games: a list of them, and their records. */
#include "cli/commands.h"
#include "base/array.h"
#include "base/input_output.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/saving.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct games_options {
    const char *data, *output;
    bool as_json;
} games_options;

/* What an action works on. */
typedef struct games_job {
    const games_options *options;

    /* NULL: no game has been saved yet. */
    eleven_store *store;

    /* "7" or "all". */
    const char *id;
} games_job;

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
    json_put_string(json, "status", eleven_status_name(game->status));
    json_put_bool(json, "won", game->won);
    json_put_bool(json, "running", game->is_running);
    json_put_number(json, "score", game->score);
    json_put_number(json, "moves", game->moves);
    json_put_number(json, "largest", game->largest);
    json_put_number(json, "undos", game->undos);
    json_put_number(json, "helped", game->helped);
    json_put_bool(json, "from_board", game->from_board);
    json_put_number(json, "hints", game->hints);
    json_put_string(json, "class", eleven_class_name(game->class));
    json_put_number(json, "plain_score", game->plain_score);
    json_put_end(json);
}

static void list_text(const store_game *game)
{
    printf("%5" PRId64 "  %-10s %ux%u %9" PRIu64 " %7" PRIu32 " %8" PRIu32 "  %-8s %-20s", game->id, game->rules,
           game->w, game->h, game->score, game->moves, game->largest, eleven_status_name(game->status), game->began);
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

static int list_games(const games_job *job)
{
    games_list list = {.as_json = job->options->as_json, .json = json_put_to(stdout)};
    eleven_problem problem;
    if (list.as_json)
        json_put_array(&list.json, NULL);
    eleven_error error = job->store ? store_games(job->store, false, list_game, &list, &problem) : ELEVEN_OK;
    if (list.as_json) {
        json_finish(&list.json);
    } else if (!error && list.shown == 0) {
        puts("no game has been saved yet");
    }
    return error ? complain("games", STATUS_FAILURE, "%s", problem.sentence) : 0;
}

typedef struct id_list {
    int64_t *ids; /* owned */
    size_t count, capacity;
    bool failed;
} id_list;

static bool collect_id(void *context, const store_game *game)
{
    id_list *list = context;
    int64_t *ids = array_reserve(list->ids, &list->capacity, list->count + 1, sizeof *ids);
    list->failed = !ids;
    if (!ids)
        return false;
    list->ids = ids;
    list->ids[list->count++] = game->id;
    return true;
}

/* Writes one record; an empty line separates it from the one before. */
static int export_game(const games_job *job, int64_t id, bool is_first, FILE *out)
{
    char *text;
    size_t length;
    eleven_problem problem;
    if (!job->store)
        return complain("games", STATUS_FAILURE, "there is no game %" PRId64, id);
    if (store_export(job->store, id, &text, &length, &problem))
        return complain("games", STATUS_FAILURE, "%s", problem.sentence);
    if (job->options->as_json) {
        json_out json = json_put_to(out);
        json_put_object(&json, NULL);
        json_put_number(&json, "id", (uint64_t)id);
        json_put_string(&json, "record", text);
        json_finish(&json);
    } else {
        fputs(is_first ? "" : "\n", out);
        fwrite(text, 1, length, out);
    }
    free(text);
    return 0;
}

/* All games, the oldest first. */
static int export_all(const games_job *job, FILE *out)
{
    id_list list = {0};
    eleven_problem problem;
    int status = 0;
    if (job->store && store_games(job->store, false, collect_id, &list, &problem))
        status = complain("games", STATUS_FAILURE, "%s", problem.sentence);
    else if (list.failed)
        status = complain_no_memory("games");
    for (size_t i = list.count; status == 0 && i-- > 0;)
        status = export_game(job, list.ids[i], i + 1 == list.count, out);
    free(list.ids);
    return status;
}

static int export_games(const games_job *job)
{
    uint64_t id = 0;
    file_writer writer;
    bool is_all = strcmp(job->id, "all") == 0;
    if (!is_all && !eleven_number_parse(job->id, strlen(job->id), INT64_MAX, &id))
        return complain("games", STATUS_USAGE, "expected the number of a game or 'all', not '%s'", job->id);
    if (output_open("games", job->options->output, &writer))
        return STATUS_FAILURE;
    int status = is_all ? export_all(job, writer.out) : export_game(job, (int64_t)id, true, writer.out);
    return output_close("games", &writer, status);
}

static int check_action(const games_options *options, bool exports, const char *id)
{
    if (exports && !id)
        return complain("games", STATUS_USAGE, "'games export' needs the number of a game, or 'all'");
    if (!exports && id)
        return complain("games", STATUS_USAGE, "unexpected argument '%s' after 'games list'", id);
    if (!exports && strcmp(options->output, "-") != 0)
        return complain("games", STATUS_USAGE, "--output needs 'games export'");
    return 0;
}

static const char *action_name(unsigned index)
{
    static const char *const names[] = {"list", "export", NULL};
    return names[index];
}

static int run_games(void *given, word_list words)
{
    games_job job = {.options = given, .id = words.count > 1 ? words.at[1] : NULL};
    const char *action = words.count ? words.at[0] : "list";
    char hint[NEAREST_HINT];
    bool exports = strcmp(action, "export") == 0;
    if (!exports && strcmp(action, "list") != 0)
        return complain("games", STATUS_USAGE, "unknown action '%s'%s", action, nearest_of(action_name, action, hint));
    int status = check_action(job.options, exports, job.id);
    if (status == 0)
        status = saved_games_open("games", job.options->data, &job.store);
    if (status == 0)
        status = exports ? export_games(&job) : list_games(&job);
    store_close(job.store);
    return status;
}

static const cli_option rows[] = {
    OPTION(games_options, output, "output", 'o', "FILE", kind_file, "the file to write (default: standard output)"),
    OPTION_DATA(games_options, data),
    OPTION_JSON(games_options, as_json),
    {0},
};

const cli_command games_command = {
    .name = "games",
    .arguments = "[list | export ID | export all]",
    .summary = "List the saved games, or write their records",
    .details = "'export' writes the record of the game with number ID; 'export all' writes all records, the oldest\n"
               "first. A record can be replayed, reviewed, drawn and continued.\n"
               "\n"
               "  eleven games export 7 --output game.2048\n"
               "  eleven replay game.2048\n",
    .most = 2,
    .options = rows,
    .size = sizeof(games_options),
    .defaults = &(const games_options){.output = "-"},
    .run = run_games,
};
