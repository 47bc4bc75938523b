/* The statements as one table, one way to run them, and one way to report failures. No other file contains SQL, except
 * for the tables themselves in schema.c. */
#include "store/database.h"
#include "base/problem.h"

#include <string.h>

#define GAME_COLUMNS                                                                                                   \
    "id, ifnull(sitting, 0), id IN (SELECT game FROM running), rules, rules_hash, w, h, goal, began, status, won, "    \
    "score, moves, largest, undos, helped, from_board, hints, class, plain_score, "                                    \
    "title, touched, played, deleted"

/* ?1: 0 all, 1 running, 2 not running, 3 won or lost, 4 deleted; ?2: a class or -1; ?3: in title, rules or date. */
#define GAME_FILTER                                                                                                    \
    " WHERE (deleted > 0) = (?1 = 4) AND (?1 IN (0, 4) OR CASE ?1 WHEN 3 THEN status <> 'playing'"                     \
    " ELSE (id IN (SELECT game FROM running)) = (?1 = 1) END) AND ?2 IN (-1, class)"                                   \
    " AND (?3 = '' OR instr(lower(title || ' ' || rules || ' ' || w || 'x' || h || ' ' || began), lower(?3)))"

static const char *const statement_texts[STATEMENTS] = {
    [BEGIN_READ] = "BEGIN",
    [BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [FIND_SITTINGS] = "SELECT id FROM sitting WHERE rules_hash = ?1 AND w = ?2 AND h = ?3 AND id NOT IN"
                      " (SELECT running.sitting FROM running JOIN game ON id = game WHERE deleted)"
                      " ORDER BY touched DESC, id DESC",
    [NEXT_SITTING] = "SELECT ifnull(max(id), 0) + 1 FROM sitting",
    [ADD_SITTING] = "INSERT INTO sitting (id, rules_hash, w, h, position, touched)"
                    " VALUES (?1, ?2, ?3, ?4, 0, 0)",
    [READ_POSITION] = "SELECT position FROM sitting WHERE id = ?1",
    [TOUCH_SITTING] = "UPDATE sitting SET position = ?2, touched = ?3 WHERE id = ?1",
    [FIND_FIRST_GAME] = "SELECT max(entry) FROM game WHERE sitting = ?1 AND entry <= ?2",
    [READ_TIMELINE] = "SELECT id, entry, head FROM game WHERE sitting = ?1 AND entry >= ?2 ORDER BY entry",
    [READ_PLIES] = "SELECT text FROM ply WHERE game = ?1 ORDER BY number",
    [FIND_GAME] = "SELECT id, undos, helped, hints FROM game WHERE sitting = ?1 AND entry = ?2",
    [FIND_NEXT_GAME] = "SELECT min(entry) FROM game WHERE sitting = ?1 AND entry > ?2",
    [ADD_GAME] = "INSERT INTO game (sitting, entry, rules, rules_hash, w, h, goal, began, from_board,"
                 " undos, helped, head, hints, class)"
                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    [ADD_PLY] = "INSERT INTO ply (game, number, text) VALUES (?1, ?2, ?3)",
    [UPDATE_HEAD] = "UPDATE game SET undos = ?2, helped = ?3, head = ?4, hints = ?5, class = ?6 WHERE id = ?1",
    [UPDATE_GAME] = "UPDATE game SET status = ?2, won = ?3, score = ?4, moves = ?5, plies = ?6,"
                    " largest = ?7, plain_score = ?8, touched = max(touched, ?9), played = played + ?10,"
                    " deleted = CASE WHEN ?9 > 0 THEN 0 ELSE deleted END"
                    " WHERE id = ?1",
    [DROP_PLIES] = "DELETE FROM ply WHERE game = ?1 AND number >= ?2",
    [DETACH_GAMES] = "UPDATE game SET sitting = NULL, entry = NULL"
                     " WHERE sitting = ?1 AND entry >= ?2 AND (moves > 0 OR plain_score > 0)",
    [DROP_GAME_PLIES] = "DELETE FROM ply WHERE game IN"
                        " (SELECT id FROM game WHERE sitting = ?1 AND entry >= ?2)",
    [DROP_GAMES] = "DELETE FROM game WHERE sitting = ?1 AND entry >= ?2",
    [FIND_BESTS] =
        "SELECT ifnull(max(plain_score), 0),"
        " ifnull(max(CASE WHEN class > 0 OR from_board THEN score END), 0)"
        " FROM game WHERE NOT deleted AND (moves > 0 OR plain_score > 0) AND rules_hash = ?1 AND w = ?2 AND h = ?3",
    /* ?4: what store_order numbers; ?5: 1 or -1. */
    [LIST_GAMES] = "SELECT " GAME_COLUMNS " FROM game" GAME_FILTER
                   " ORDER BY ?5 * CASE ?4 WHEN 1 THEN score WHEN 2 THEN largest WHEN 3 THEN moves WHEN 4 THEN w * h"
                   " WHEN 5 THEN touched WHEN 6 THEN played WHEN 7 THEN class ELSE id END DESC, ?5 * id DESC"
                   " LIMIT ?6 OFFSET ?7",
    [COUNT_GAMES] = "SELECT count(*) FROM game" GAME_FILTER,
    [FIND_LISTED] = "SELECT " GAME_COLUMNS " FROM game WHERE id = ?1",
    [FIND_RANK] = "SELECT sum(other.score > game.score) + 1, count(*) FROM game, game AS other WHERE game.id = ?1 AND"
                  " other.rules_hash = game.rules_hash AND other.w = game.w AND other.h = game.h AND"
                  " other.class = game.class AND other.from_board = game.from_board AND NOT other.deleted AND "
                  "(other.moves > 0 OR other.id = game.id)",
    [RENAME_GAME] = "UPDATE game SET title = ?2 WHERE id = ?1",
    [DELETE_GAME] = "UPDATE game SET deleted = ?2 WHERE id = ?1",
    [FIND_PLACE] = "SELECT ifnull(sitting, 0), ifnull(entry, 0), plies, deleted FROM game WHERE id = ?1",
    [ATTACH_GAME] = "UPDATE game SET sitting = ?2, entry = 0 WHERE id = ?1",
    [ADD_FOUND_GAME] =
        "INSERT OR IGNORE INTO game (id, sitting, entry, rules, rules_hash, w, h, goal, began, plies,"
        " undos, helped, from_board, head, hints, class, title, deleted, touched, played)"
        " VALUES (nullif(?1, 0), CASE WHEN ?2 > 0 THEN ?2 END, CASE WHEN ?2 > 0 THEN ?3 END, ?4, ?5, ?6, ?7, ?8,"
        " ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)",
    [ADD_FOUND_SITTING] = "INSERT OR IGNORE INTO sitting (id, rules_hash, w, h, position, touched)"
                          " VALUES (?1, '', 0, 0, ?2, ?3)",
    [ADD_FOUND_PLY] = "INSERT OR IGNORE INTO ply (game, number, text) VALUES (?1, ?2, ?3)",
    [LIST_FOUND_GAMES] = "SELECT id, head, plies FROM game ORDER BY id",
    /* Up to the first one that is missing. */
    [READ_FOUND_PLIES] = "SELECT text FROM (SELECT text, number, row_number() OVER (ORDER BY number) - 1 AS place"
                         " FROM ply WHERE game = ?1) WHERE number = place ORDER BY number",
    [DROP_GAME] = "DELETE FROM game WHERE id = ?1",
    [FIND_ALIKE] = "SELECT id, ifnull(sitting, 0), ifnull(entry, 0), plies, undos, deleted, head FROM game"
                   " WHERE began = ?1 AND rules_hash = ?2 AND w = ?3 AND h = ?4 ORDER BY id",
    [COUNT_PLIES] = "SELECT count(*) FROM ply WHERE game = ?1",
    /* Through negative numbers, so that no two games meet at one entry. */
    [MOVE_ENTRIES] = "UPDATE game SET entry = -1 - entry - ?3 WHERE sitting = ?1 AND entry > ?2",
    [SETTLE_ENTRIES] = "UPDATE game SET entry = -1 - entry WHERE sitting = ?1 AND entry < 0",
    [MOVE_POSITION] = "UPDATE sitting SET position = CASE WHEN position <= ?2 THEN position"
                      " WHEN position <= ?2 + ?4 + 1 THEN ?2 + ?5 + 1 ELSE position + ?3 END WHERE id = ?1",
    [READ_SETTING] = "SELECT value FROM setting WHERE name = ?1",
    [WRITE_SETTING] = "INSERT INTO setting (name, value) VALUES (?1, ?2)"
                      " ON CONFLICT (name) DO UPDATE SET value = ?2",
    [DROP_SETTINGS] = "DELETE FROM setting",
    [FIND_LATEST] =
        "SELECT game FROM running JOIN sitting ON sitting.id = running.sitting"
        " JOIN game AS it ON it.id = game WHERE NOT deleted ORDER BY sitting.touched DESC, sitting.id DESC LIMIT 1",
    [READ_GAME] = "SELECT status, score, moves, plies, head FROM game WHERE id = ?1",
    [READ_GAME_PLIES] = "SELECT text FROM ply WHERE game = ?1 AND number < ?2 ORDER BY number",
    [LIST_TOTALS] = "SELECT max(rules), rules_hash, w, h, max(goal), count(*), sum(won),"
                    " sum(NOT won AND status = 'lost'), sum(NOT won AND status <> 'lost'), sum(moves),"
                    " ifnull(max(plain_score), 0),"
                    " ifnull(max(CASE WHEN class > 0 OR from_board THEN score END), 0), max(largest), avg(score)"
                    " FROM game WHERE NOT deleted AND (moves > 0 OR plain_score > 0) GROUP BY rules_hash, w, h"
                    " ORDER BY count(*) DESC, 2, w, h",
};

/* ---- Failing ------------------------------------------------------------------------------------------- */
/* Of a long path the sentence has the end, so that the reason after it always fits. */
eleven_error storage_fail(eleven_error error, const char *doing, const char *file, const char *reason,
                          eleven_problem *problem)
{
    enum { FILE_SHOWN = 100 };
    size_t length = strlen(file);
    bool is_long = length > FILE_SHOWN;
    return problem_set(problem, error, "cannot %s %s%s: %s", doing, is_long ? "..." : "",
                       is_long ? file + length - FILE_SHOWN : file, reason);
}

/* Our statements fit our tables, and our rows fit each other: where they do not, something has changed them. */
static bool is_damage(int code)
{
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR || code == SQLITE_CONSTRAINT;
}

static const char *database_reason(sqlite3 *database)
{
    int number = sqlite3_system_errno(database);
    switch (sqlite3_errcode(database) & 0xff) {
    case SQLITE_FULL: return "the disk is full";
    case SQLITE_READONLY: return "it is read-only";
    case SQLITE_CORRUPT:
    case SQLITE_ERROR:
    case SQLITE_CONSTRAINT: return "it is damaged; 'eleven games check' recovers what can be read";
    case SQLITE_NOTADB: return "it is damaged or not a database";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "another program keeps it locked";
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM: return number ? strerror(number) : sqlite3_errmsg(database);
    default: return sqlite3_errmsg(database);
    }
}

eleven_error database_fail(eleven_store *store, const char *doing, eleven_problem *problem)
{
    int code = store->database ? sqlite3_errcode(store->database) & 0xff : SQLITE_NOMEM;
    store->is_damaged |= is_damage(code);
    switch (code) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
    case SQLITE_NOMEM: return storage_fail(ELEVEN_NO_MEMORY, doing, store->path, "out of memory", problem);
    default: return storage_fail(ELEVEN_NO_STORAGE, doing, store->path, database_reason(store->database), problem);
    }
}

/* ---- Running statements -------------------------------------------------------------------------------- */
bound bound_text(const char *text)
{
    return (bound){.text = text};
}

bound bound_number(uint64_t number)
{
    return (bound){.number = number > INT64_MAX ? INT64_MAX : (int64_t)number};
}

bool statements_prepare(eleven_store *store)
{
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->database, statement_texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

/* The texts need not be copied: a statement ends before its parameters go out of scope. Binding small values cannot
 * fail, and a missing parameter is NULL where the tables do not allow it. */
sqlite3_stmt *statement_begin(eleven_store *store, statement_name name, const bound *parameters)
{
    sqlite3_stmt *statement = store->statements[name];
    int count = parameters ? sqlite3_bind_parameter_count(statement) : 0;
    for (int i = 0; i < count; i++) {
        if (parameters[i].text)
            sqlite3_bind_text(statement, i + 1, parameters[i].text, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(statement, i + 1, parameters[i].number);
    }
    return statement;
}

bool statement_end(sqlite3_stmt *statement, int last)
{
    sqlite3_reset(statement);
    return last == SQLITE_DONE || last == SQLITE_ROW;
}

bool statement_run(eleven_store *store, statement_name name, const bound *parameters)
{
    sqlite3_stmt *statement = statement_begin(store, name, parameters);
    return statement_end(statement, sqlite3_step(statement));
}

bool statement_ask(eleven_store *store, statement_name name, const bound *parameters, bool *found, int64_t *numbers,
                   int count)
{
    sqlite3_stmt *statement = statement_begin(store, name, parameters);
    int last = sqlite3_step(statement);
    *found = last == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL;
    for (int i = 0; *found && i < count; i++)
        numbers[i] = sqlite3_column_int64(statement, i);
    return statement_end(statement, last);
}

void transaction_undo(eleven_store *store)
{
    if (!sqlite3_get_autocommit(store->database))
        statement_run(store, ROLLBACK, NULL);
}

/* ---- Columns ------------------------------------------------------------------------------------------- */
uint64_t column_number(sqlite3_stmt *statement, int column)
{
    int64_t number = sqlite3_column_int64(statement, column);
    return number < 0 ? 0 : (uint64_t)number;
}

const char *column_text(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? text : "";
}

bool column_add_rows(buffer *text, sqlite3_stmt *statement)
{
    int last = SQLITE_DONE;
    while (!text->failed && (last = sqlite3_step(statement)) == SQLITE_ROW)
        buffer_text(text, column_text(statement, 0));
    return statement_end(statement, last) && !text->failed;
}
