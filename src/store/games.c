/* The rows of games: lists, records, best scores and totals, and what a row says about its game; and the settings that
 * are kept between games. */
#include "store/database.h"
#include "base/problem.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t small_number(sqlite3_stmt *statement, int column)
{
    uint64_t number = column_number(statement, column);
    return number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

static uint64_t hash_read(sqlite3_stmt *statement, int column)
{
    return strtoull(column_text(statement, column), NULL, 16);
}

static eleven_status status_number(sqlite3_stmt *statement, int column)
{
    const char *name = column_text(statement, column);
    eleven_status status = ELEVEN_STATUS_PLAYING;
    eleven_status_parse(name, strlen(name), &status);
    return status;
}

static void short_text(sqlite3_stmt *statement, int column, char text[32])
{
    snprintf(text, 32, "%s", column_text(statement, column));
}

/* ---- Bests --------------------------------------------------------------------------------------------- */
eleven_error store_best(eleven_store *store, uint64_t rules_hash, unsigned w, unsigned h, store_bests *bests,
                        eleven_problem *problem)
{
    int64_t scores[2] = {0};
    if (!statement_ask(store, FIND_BESTS, BOUND(bound_hash(rules_hash), bound_number(w), bound_number(h)), scores, 2))
        return database_fail(store, "read", problem);
    *bests = (store_bests){(uint64_t)scores[0], (uint64_t)scores[1]};
    return ELEVEN_OK;
}

/* ---- Games --------------------------------------------------------------------------------------------- */
/* The columns as database.c lists them. */
static void game_read(sqlite3_stmt *statement, store_game *game)
{
    *game = (store_game){
        .id = sqlite3_column_int64(statement, 0),
        .sitting = sqlite3_column_int64(statement, 1),
        .is_running = sqlite3_column_int(statement, 2) != 0,
        .rules_hash = hash_read(statement, 4),
        .w = small_number(statement, 5),
        .h = small_number(statement, 6),
        .goal = small_number(statement, 7),
        .status = status_number(statement, 9),
        .won = sqlite3_column_int(statement, 10) != 0,
        .score = column_number(statement, 11),
        .moves = small_number(statement, 12),
        .largest = small_number(statement, 13),
        .undos = small_number(statement, 14),
        .helped = small_number(statement, 15),
        .from_board = sqlite3_column_int(statement, 16) != 0,
        .hints = small_number(statement, 17),
        .class = (eleven_class)(column_number(statement, 18) & 3),
        .plain_score = column_number(statement, 19),
        .touched = sqlite3_column_int64(statement, 21),
        .played = sqlite3_column_int64(statement, 22),
        .is_deleted = sqlite3_column_int64(statement, 23) != 0,
    };
    short_text(statement, 3, game->rules);
    short_text(statement, 8, game->began);
    snprintf(game->title, sizeof game->title, "%s", column_text(statement, 20));
}

eleven_error game_missing(int64_t id, eleven_problem *problem)
{
    char name[40];
    snprintf(name, sizeof name, "game %" PRId64, id);
    return storage_fail(ELEVEN_NO_STORAGE, "find", name, "there is no game with that number", problem);
}

/* The parameters of GAME_FILTER, and after them those of the list. */
enum { QUERY_PARAMETERS = 7 };

static void query_bind(const store_query *query, bound parameters[QUERY_PARAMETERS])
{
    static const store_query everything;
    query = query ? query : &everything;
    parameters[0] = bound_number(query->which);
    parameters[1] = (bound){.number = query->class ? (int64_t)*query->class : -1};
    parameters[2] = bound_text(query->text ? query->text : "");
    parameters[3] = bound_number(query->order);
    parameters[4] = (bound){.number = query->is_reversed ? -1 : 1};
    parameters[5] = (bound){.number = query->most ? (int64_t)query->most : -1};
    parameters[6] = bound_number(query->first);
}

eleven_error store_games(eleven_store *store, const store_query *query, store_game_visit *visit, void *context,
                         eleven_problem *problem)
{
    bound parameters[QUERY_PARAMETERS];
    query_bind(query, parameters);
    sqlite3_stmt *statement = statement_begin(store, LIST_GAMES, parameters);
    bool continues = true;
    while (continues && sqlite3_step(statement) == SQLITE_ROW) {
        store_game game;
        game_read(statement, &game);
        continues = visit(context, &game);
    }
    return statement_end(statement) ? ELEVEN_OK : database_fail(store, "read", problem);
}

eleven_error store_count(eleven_store *store, const store_query *query, uint64_t *count, eleven_problem *problem)
{
    bound parameters[QUERY_PARAMETERS];
    int64_t number = 0;
    query_bind(query, parameters);
    if (!statement_ask(store, COUNT_GAMES, parameters, &number, 1))
        return database_fail(store, "read", problem);
    *count = (uint64_t)number;
    return ELEVEN_OK;
}

eleven_error store_find(eleven_store *store, int64_t id, store_game *game, eleven_problem *problem)
{
    sqlite3_stmt *statement = statement_begin(store, FIND_LISTED, BOUND({.number = id}));
    bool is_found = sqlite3_step(statement) == SQLITE_ROW;
    if (is_found)
        game_read(statement, game);
    if (!statement_end(statement))
        return database_fail(store, "read", problem);
    return is_found ? ELEVEN_OK : game_missing(id, problem);
}

eleven_error store_rank(eleven_store *store, int64_t id, uint64_t *rank, uint64_t *count, eleven_problem *problem)
{
    int64_t numbers[2] = {0};
    if (!statement_ask(store, FIND_RANK, BOUND({.number = id}), numbers, 2))
        return database_fail(store, "read", problem);
    *rank = (uint64_t)numbers[0];
    *count = (uint64_t)numbers[1];
    return ELEVEN_OK;
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */
/* The head without the end, which changes with every move and has columns of its own. Returns `text`. */
static const char *endless_head(const eleven_record *head, char text[HEAD_TEXT])
{
    eleven_record endless = *head;
    endless.has_end = false;
    eleven_record_print(&endless, text, HEAD_TEXT);
    return text;
}

bool game_row_add(eleven_store *store, const new_game *game, const eleven_record *head)
{
    char text[HEAD_TEXT];
    const eleven_rules *rules = &head->rules;
    const store_extras *extras = &game->extras;
    return statement_run(store, ADD_GAME,
                         BOUND({.number = game->id}, {.number = game->sitting}, {.number = game->entry},
                               bound_text(rules->name), bound_hash(eleven_rules_hash(rules)),
                               bound_number(head->start.board.w), bound_number(head->start.board.h),
                               bound_number(rules->value[rules->goal]), bound_text(head->date), {.number = game->plies},
                               bound_number(head->undos), bound_number(head->helped), bound_number(head->from_board),
                               bound_text(endless_head(head, text)), bound_number(head->hints),
                               bound_number(eleven_record_class(head)), bound_text(extras->title),
                               {.number = game->deleted}, {.number = extras->touched}, {.number = extras->played}));
}

bool game_head_update(eleven_store *store, int64_t id, const eleven_record *head)
{
    char text[HEAD_TEXT];
    return statement_run(store, UPDATE_HEAD,
                         BOUND({.number = id}, bound_number(head->undos), bound_number(head->helped),
                               bound_text(endless_head(head, text)), bound_number(head->hints),
                               bound_number(eleven_record_class(head))));
}

bool game_row_update(eleven_store *store, int64_t id, const eleven_record *head, const eleven_game *game,
                     uint64_t plies, uint64_t touched, uint64_t played)
{
    const eleven_rules *rules = &head->rules;
    eleven_rank largest = eleven_board_largest(&game->board);
    bool won = rules->goal && largest >= rules->goal;
    return statement_run(store, UPDATE_GAME,
                         BOUND({.number = id}, bound_text(eleven_status_name(eleven_game_status(rules, game))),
                               bound_number(won), bound_number(game->score), bound_number(game->ply),
                               bound_number(plies), bound_number(rules->value[largest]),
                               bound_number(eleven_record_plain_score(head, game->score)), bound_number(touched),
                               bound_number(played)));
}

/* ---- Records ------------------------------------------------------------------------------------------- */
/* The stored head with the end that the row contains: status, score, moves. A head that cannot be read stays as it
 * is. */
static eleven_error head_print(sqlite3_stmt *row, buffer *text, eleven_problem *problem)
{
    const char *stored = column_text(row, 4);
    char head[HEAD_TEXT];
    eleven_reader reader;
    eleven_error error = eleven_reader_open(&reader, stored, strlen(stored), problem);
    if (error) {
        buffer_text(text, stored);
        return error;
    }
    reader.record.has_end = true;
    reader.record.status = status_number(row, 0);
    reader.record.score = column_number(row, 1);
    reader.record.moves = small_number(row, 2);
    buffer_add(text, head, eleven_record_print(&reader.record, head, sizeof head));
    return ELEVEN_OK;
}

static eleven_error record_print(eleven_store *store, int64_t id, sqlite3_stmt *row, buffer *text,
                                 eleven_problem *problem)
{
    if (sqlite3_step(row) != SQLITE_ROW)
        return game_missing(id, problem);
    eleven_error error = head_print(row, text, problem);
    bound plies[] = {bound_number((uint64_t)id), bound_number(column_number(row, 3))};
    bool is_read = column_add_rows(text, statement_begin(store, READ_GAME_PLIES, plies));
    buffer_text(text, "\n");
    return is_read && !text->failed ? error : database_fail(store, "read", problem);
}

/* Reads a record to its end, and prints what was read. */
static eleven_error record_replay(const buffer *text, eleven_reader *reader, buffer *again, eleven_problem *problem)
{
    char part[HEAD_TEXT];
    eleven_ply ply;
    eleven_error error = eleven_reader_open(reader, text->at, text->length, problem);
    if (error)
        return error;
    buffer_add(again, part, eleven_record_print(&reader->record, part, sizeof part));
    for (uint32_t moves = 0; !(error = eleven_reader_next(reader, &ply, NULL, problem)); moves = reader->game.ply)
        buffer_add(again, part,
                   eleven_ply_print(&reader->record.rules, reader->game.board.w, &ply, moves, part, sizeof part));
    buffer_text(again, "\n");
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

/* Whether the row of a game says what follows from its record. A damaged head may still be a head, but not one that was
 * printed. */
static bool row_verify(eleven_store *store, int64_t id, const eleven_record *head, const eleven_game *game,
                       bool *is_right)
{
    char text[HEAD_TEXT];
    const eleven_rules *rules = &head->rules;
    eleven_rank largest = eleven_board_largest(&game->board);
    int64_t count = 0;
    bool is_read = statement_ask(
        store, VERIFY_ROW,
        BOUND({.number = id}, bound_text(rules->name), bound_hash(eleven_rules_hash(rules)),
              bound_number(head->start.board.w), bound_number(head->start.board.h),
              bound_number(rules->value[rules->goal]), bound_text(head->date), bound_number(head->undos),
              bound_number(head->helped), bound_number(head->hints), bound_number(head->from_board),
              bound_number(eleven_record_class(head)), bound_text(eleven_status_name(head->status)),
              bound_number(rules->goal && largest >= rules->goal), bound_number(rules->value[largest]),
              bound_number(eleven_record_plain_score(head, game->score)), bound_text(endless_head(head, text))),
        &count, 1);
    *is_right = count == 1;
    return is_read;
}

/* Replays the game, and prints its record again. Damage that changes no move, such as another number of a move, is gone
 * then. */
static eleven_error record_verify(eleven_store *store, int64_t id, buffer *text, eleven_problem *problem)
{
    eleven_reader reader;
    buffer again = {0};
    bool is_right = false;
    eleven_error error = record_replay(text, &reader, &again, problem);
    if (!error && (again.failed || !row_verify(store, id, &reader.record, &reader.game, &is_right)))
        error = database_fail(store, "read", problem);
    else if (!error && !is_right)
        error = problem_set(problem, ELEVEN_BAD_TEXT, "its row does not match its record");
    buffer_free(error ? &again : text);
    if (!error)
        *text = again;
    return error;
}

eleven_error store_latest(eleven_store *store, int64_t *id, eleven_problem *problem)
{
    int64_t latest = 0;
    if (!statement_ask(store, FIND_LATEST, NULL, &latest, 1))
        return database_fail(store, "read", problem);
    *id = latest;
    return ELEVEN_OK;
}

/* Head and plies are read in one transaction, since another program may be playing this very game. */
eleven_error store_export(eleven_store *store, int64_t id, char **text, size_t *length, eleven_problem *problem)
{
    buffer record = {0};
    *text = NULL;
    if (!transaction_begin(store, BEGIN_READ))
        return database_fail(store, "read", problem);
    sqlite3_stmt *row = statement_begin(store, READ_GAME, BOUND({.number = id}));
    eleven_error error = record_print(store, id, row, &record, problem);
    if (!statement_end(row))
        error = database_fail(store, "read", problem);
    if (!error)
        error = record_verify(store, id, &record, problem);
    transaction_undo(store);
    if (store_has_failed(error)) {
        buffer_free(&record);
        return error;
    }
    *text = record.at;
    *length = record.length;
    return error;
}

/* ---- Totals -------------------------------------------------------------------------------------------- */
static void totals_read(sqlite3_stmt *statement, store_totals *totals)
{
    *totals = (store_totals){
        .rules_hash = hash_read(statement, 1),
        .w = small_number(statement, 2),
        .h = small_number(statement, 3),
        .goal = small_number(statement, 4),
        .games = column_number(statement, 5),
        .won = column_number(statement, 6),
        .lost = column_number(statement, 7),
        .unfinished = column_number(statement, 8),
        .moves = column_number(statement, 9),
        .bests = {column_number(statement, 10), column_number(statement, 11)},
        .largest = small_number(statement, 12),
        .mean_score = sqlite3_column_double(statement, 13),
    };
    double games = (double)totals->games, mean = totals->mean_score;
    double variance = (sqlite3_column_double(statement, 14) - games * mean * mean) / fmax(games - 1, 1);
    totals->standard_error = sqrt(fmax(variance, 0) / games);
    short_text(statement, 0, totals->rules);
}

eleven_error store_statistics(eleven_store *store, store_totals_visit *visit, void *context, eleven_problem *problem)
{
    sqlite3_stmt *statement = statement_begin(store, LIST_TOTALS, NULL);
    bool continues = true;
    while (continues && sqlite3_step(statement) == SQLITE_ROW) {
        store_totals totals;
        totals_read(statement, &totals);
        continues = visit(context, &totals);
    }
    return statement_end(statement) ? ELEVEN_OK : database_fail(store, "read", problem);
}

/* ---- Settings ------------------------------------------------------------------------------------------ */
eleven_error store_setting(eleven_store *store, const char *name, char value[STORE_SETTING], eleven_problem *problem)
{
    sqlite3_stmt *statement = statement_begin(store, READ_SETTING, BOUND(bound_text(name)));
    bool is_found = sqlite3_step(statement) == SQLITE_ROW;
    snprintf(value, STORE_SETTING, "%s", is_found ? column_text(statement, 0) : "");
    return statement_end(statement) ? ELEVEN_OK : database_fail(store, "read", problem);
}

eleven_error store_keep_setting(eleven_store *store, const char *name, const char *value, eleven_problem *problem)
{
    return statement_run(store, WRITE_SETTING, BOUND(bound_text(name), bound_text(value)))
               ? ELEVEN_OK
               : database_fail(store, "save in", problem);
}

eleven_error store_drop_settings(eleven_store *store, eleven_problem *problem)
{
    return statement_run(store, DROP_SETTINGS, NULL) ? ELEVEN_OK : database_fail(store, "save in", problem);
}
