/* Merging histories. Two records are the same game where they begin alike (rules, size, seed or start, date), and one
 * is an earlier state of the other: it is a beginning of it, or it became the other by undo. The score that a game has
 * while it is plain never goes down, so a record with a lower one is not what the other became. Games without a seed
 * and a date only have their first tiles in common, which chance repeats; so undo does not make one of two of them.
 *
 *     stored     U R D D L
 *     imported   U R D D L U U        continued: the stored game is replaced
 *     imported   U R D                known already
 *     imported   U R L, 2 undos more  the stored game became it: D D L were taken back
 *     imported   U R L                another game that began alike: added
 */
#include "store/database.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/problem.h"

#include <string.h>
#include <unistd.h>

/* A record, its plies as the store keeps them, each with its NUL, and its last position. */
typedef struct game_copy {
    eleven_record head;
    eleven_game last;
    buffer text;
    size_t count;
} game_copy;

static eleven_error copy_read(game_copy *copy, const char *text, size_t length, eleven_problem *problem)
{
    eleven_reader reader;
    eleven_ply ply;
    eleven_error error = eleven_reader_open(&reader, text, length, problem);
    copy->head = reader.record;
    for (uint32_t moves = 0; !error && !(error = eleven_reader_next(&reader, &ply, NULL, problem));) {
        char printed[32 * (ELEVEN_SPAWNS_MAX + 1)];
        eleven_ply_print(&copy->head.rules, reader.game.board.w, &ply, moves, printed, sizeof printed);
        buffer_add(&copy->text, printed, strlen(printed) + 1);
        if (copy->text.failed)
            return problem_no_memory(problem);
        copy->count++;
        moves = reader.game.ply;
    }
    copy->last = reader.game;
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

/* ---- Identity ------------------------------------------------------------------------------------------ */
typedef struct stored_game {
    int64_t id, sitting, entry, plies, undos, deleted, plain_score;
} stored_game;

/* A line that all heads of the same game have, with the line break before it: the seed, or the start. Looking for it is
 * much faster than to read the head of each game without a date. */
static void mark_print(const eleven_record *record, char mark[HEAD_TEXT])
{
    char text[HEAD_TEXT];
    eleven_record_print(record, text, sizeof text);
    const char *line = strstr(text, record->has_seed ? "\nseed " : record->from_board ? "\nboard " : "\nstart ");
    size_t length = strcspn(line + 1, "\n") + 2;
    memcpy(mark, line, length);
    mark[length] = '\0';
}

static bool begins_alike(const eleven_record *a, const char *head)
{
    eleven_reader reader;
    if (eleven_reader_open(&reader, head, strlen(head), NULL))
        return false;
    const eleven_record *b = &reader.record;
    return a->has_seed == b->has_seed && (!a->has_seed || a->seed == b->seed) && a->from_board == b->from_board &&
           a->start.score == b->start.score && eleven_board_equal(&a->start.board, &b->start.board);
}

/* How many plies of the stored game are those of the copy. */
static bool common_count(eleven_store *store, const game_copy *copy, const stored_game *game, size_t *common)
{
    sqlite3_stmt *rows = statement_begin(store, READ_GAME_PLIES, BOUND({.number = game->id}, {.number = game->plies}));
    bool is_same = true;
    *common = 0;
    for (const char *ply = copy->text.at; is_same && sqlite3_step(rows) == SQLITE_ROW && *common < copy->count;
         ply += strlen(ply) + 1) {
        is_same = strcmp(column_text(rows, 0), ply) == 0;
        *common += is_same;
    }
    return statement_end(rows);
}

/* Whether it is the same game, of which they have `common` plies, and whether the copy is the later state. */
static bool is_same_game(const game_copy *copy, const stored_game *game, size_t common, bool *is_later)
{
    size_t stored = (size_t)game->plies;
    int64_t undone = (int64_t)copy->head.undos - game->undos;
    int64_t gained = (int64_t)eleven_record_plain_score(&copy->head, copy->last.score) - game->plain_score;
    bool is_marked = copy->head.has_seed || copy->head.date[0];
    bool is_undone =
        is_marked && common < stored && common < copy->count && undone >= (int64_t)(stored - common) && gained >= 0;
    *is_later = (common == stored && copy->count > stored) || is_undone;
    return *is_later || common == copy->count ||
           (is_marked && -undone >= (int64_t)(copy->count - common) && gained <= 0);
}

/* Finds the stored game; its number becomes 0 where there is none. */
static eleven_error game_identify(eleven_store *store, const game_copy *copy, stored_game *game, bool *is_later,
                                  eleven_problem *problem)
{
    const eleven_board *board = &copy->head.start.board;
    char mark[HEAD_TEXT];
    mark_print(&copy->head, mark);
    sqlite3_stmt *rows =
        statement_begin(store, FIND_ALIKE,
                        BOUND(bound_text(copy->head.date), bound_hash(eleven_rules_hash(&copy->head.rules)),
                              bound_number(board->w), bound_number(board->h), bound_text(mark)));
    size_t common;
    bool found = false, is_read = true;
    while (!found && is_read && sqlite3_step(rows) == SQLITE_ROW) {
        *game =
            (stored_game){sqlite3_column_int64(rows, 0), sqlite3_column_int64(rows, 1), sqlite3_column_int64(rows, 2),
                          sqlite3_column_int64(rows, 3), sqlite3_column_int64(rows, 4), sqlite3_column_int64(rows, 5),
                          sqlite3_column_int64(rows, 6)};
        if (begins_alike(&copy->head, column_text(rows, 7))) {
            is_read = common_count(store, copy, game, &common);
            found = is_read && is_same_game(copy, game, common, is_later);
        }
    }
    if (!found)
        *game = (stored_game){0};
    eleven_error error = is_read ? ELEVEN_OK : database_fail(store, "read", problem);
    return statement_end(rows) || error ? error : database_fail(store, "read", problem);
}

eleven_error store_identify(eleven_store *store, const char *text, size_t length, int64_t *id, bool *is_later,
                            eleven_problem *problem)
{
    game_copy copy = {0};
    stored_game game = {0};
    *is_later = false;
    eleven_error error = copy_read(&copy, text, length, problem);
    if (!error)
        error = game_identify(store, &copy, &game, is_later, problem);
    *id = game.id;
    buffer_free(&copy.text);
    return error;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */
static bool plies_add(eleven_store *store, const game_copy *copy, int64_t id)
{
    const char *ply = copy->text.at;
    bool is_added = true;
    for (size_t i = 0; is_added && i < copy->count; i++, ply += strlen(ply) + 1)
        is_added = statement_run(store, ADD_PLY, BOUND({.number = id}, bound_number(i), bound_text(ply)));
    return is_added;
}

/* A running game gets a sitting of its own. */
static bool sitting_insert(eleven_store *store, const game_copy *copy, int64_t touched, int64_t *sitting)
{
    const eleven_board *board = &copy->head.start.board;
    return statement_ask(store, NEXT_SITTING, NULL, sitting, 1) &&
           statement_run(store, ADD_SITTING,
                         BOUND({.number = *sitting}, bound_hash(eleven_rules_hash(&copy->head.rules)),
                               bound_number(board->w), bound_number(board->h))) &&
           statement_run(store, TOUCH_SITTING,
                         BOUND({.number = *sitting}, bound_number(copy->count + 1), {.number = touched}));
}

static bool game_insert(eleven_store *store, const game_copy *copy, const store_extras *extras)
{
    new_game game = {.plies = (int64_t)copy->count, .extras = *extras};
    if (extras->is_running && !sitting_insert(store, copy, extras->touched, &game.sitting))
        return false;
    bool is_added = game_row_add(store, &game, &copy->head);
    int64_t id = sqlite3_last_insert_rowid(store->database);
    return is_added && plies_add(store, copy, id) &&
           game_row_update(store, id, &copy->head, &copy->last, copy->count, 0, 0);
}

/* No program may have the sitting until the import ends: the places of its games change. */
static eleven_error sitting_hold(eleven_store *store, const stored_game *game, eleven_problem *problem)
{
    if (game->sitting == 0 || game->sitting == store->sitting)
        return ELEVEN_OK;
    for (size_t i = 0; i < store->held_count; i++)
        if (store->held[i].sitting == game->sitting)
            return ELEVEN_OK;
    held_sitting *held = array_reserve(store->held, &store->held_capacity, store->held_count + 1, sizeof *held);
    if (!held)
        return storage_fail(ELEVEN_NO_MEMORY, "save in", store->path, "out of memory", problem);
    store->held = held;
    int lock = sitting_lock_file(store, game->sitting);
    if (lock < 0)
        return game_taken(game->id, problem);
    held[store->held_count++] = (held_sitting){game->sitting, lock};
    return ELEVEN_OK;
}

/* A copy that knows less about the beginning, as one that was played on from a file, takes nothing from the best
 * score. */
static void keep_plain_score(eleven_record *head, const stored_game *game)
{
    if (game->undos > head->undos && game->undos <= UINT32_MAX)
        head->undos = (uint32_t)game->undos;
    if (game->plain_score > 0 && (uint64_t)game->plain_score > head->plain_score)
        head->plain_score = (uint64_t)game->plain_score;
}

/* The games behind it in its timeline move by the difference. */
static bool game_replace(eleven_store *store, game_copy *copy, const stored_game *game, const store_extras *extras)
{
    int64_t plies = 0;
    keep_plain_score(&copy->head, game);
    const bound id = {.number = game->id}, sitting = {.number = game->sitting}, entry = {.number = game->entry};
    if (!statement_ask(store, COUNT_PLIES, BOUND(id), &plies, 1))
        return false;
    bound difference = {.number = (int64_t)copy->count - plies};
    return statement_run(store, DROP_PLIES, BOUND(id, {.number = 0})) && plies_add(store, copy, game->id) &&
           game_head_update(store, game->id, &copy->head) &&
           game_row_update(store, game->id, &copy->head, &copy->last, copy->count, 0, 0) &&
           statement_run(store, TAKE_TIMES, BOUND(id, {.number = extras->touched}, {.number = extras->played})) &&
           statement_run(store, MOVE_ENTRIES, BOUND(sitting, entry, difference)) &&
           statement_run(store, SETTLE_ENTRIES, BOUND(sitting)) &&
           statement_run(store, MOVE_POSITION,
                         BOUND(sitting, entry, difference, {.number = plies}, bound_number(copy->count)));
}

/* ---- The import ---------------------------------------------------------------------------------------- */
/* The log is moved into the file first. If the disk becomes full, only the import is in the log, and closing removes
 * it. */
eleven_error store_import_begin(eleven_store *store, eleven_problem *problem)
{
    bool is_moved = transaction_undo(store) && database_run(store, "PRAGMA wal_checkpoint(PASSIVE)");
    return is_moved && transaction_begin(store, BEGIN_WRITE) ? ELEVEN_OK : database_fail(store, "save in", problem);
}

static eleven_error game_merge(eleven_store *store, game_copy *copy, const store_extras *extras, store_imported *result,
                               eleven_problem *problem)
{
    stored_game game;
    bool is_later, is_done = true;
    eleven_error error = game_identify(store, copy, &game, &is_later, problem);
    if (!error && game.id && is_later)
        error = sitting_hold(store, &game, problem);
    if (error)
        return error;
    *result = !game.id ? STORE_ADDED : is_later ? STORE_CONTINUED : STORE_KNOWN;
    if (*result == STORE_ADDED)
        is_done = game_insert(store, copy, extras);
    else if (is_later)
        is_done = game_replace(store, copy, &game, extras);
    if (game.deleted && is_done)
        is_done = statement_run(store, DELETE_GAME, BOUND({.number = game.id}, {.number = 0}));
    return is_done ? ELEVEN_OK : database_fail(store, "save in", problem);
}

eleven_error store_import(eleven_store *store, const char *text, size_t length, const store_extras *extras,
                          store_imported *result, eleven_problem *problem)
{
    game_copy copy = {0};
    eleven_error error = copy_read(&copy, text, length, problem);
    if (!error)
        error = game_merge(store, &copy, extras, result, problem);
    buffer_free(&copy.text);
    return error;
}

eleven_error store_import_end(eleven_store *store, bool is_kept, eleven_problem *problem)
{
    bool is_done = is_kept && statement_run(store, COMMIT, NULL);
    eleven_error error = is_done || !is_kept ? ELEVEN_OK : database_fail(store, "save in", problem);
    transaction_undo(store);
    while (store->held_count > 0)
        close(store->held[--store->held_count].lock);
    memory_free(store->held);
    store->held = NULL;
    store->held_capacity = 0;
    sync_request(store->sync);
    return error;
}
