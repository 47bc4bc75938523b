/* One way to run statements, and one way to report failures. */
#include "store/database.h"
#include "base/clock.h"
#include "base/problem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define GAME_COLUMNS                                                                                                   \
    "id, ifnull(sitting, 0), id IN (SELECT game FROM running), rules, rules_hash, w, h, goal, began, status, won, "    \
    "score, moves, largest, undos, helped, from_board, hints, class, plain_score, "                                    \
    "title, touched, played, deleted"

/* ?1: 0 all, 1 running, 2 won or lost, 3 deleted; ?2: a class or -1; ?3: in title, rules or date. */
#define GAME_FILTER                                                                                                    \
    " WHERE (deleted > 0) = (?1 = 3) AND (?1 IN (0, 3) OR CASE ?1 WHEN 2 THEN status <> 'playing'"                     \
    " ELSE id IN (SELECT game FROM running) END) AND ?2 IN (-1, class)"                                                \
    " AND (?3 = '' OR instr(lower(title || ' ' || rules || ' ' || w || 'x' || h || ' ' || began), lower(?3)))"

static const char *const statement_texts[STATEMENTS] = {
#define STATEMENT(name, text) [name] = (text),
#include "store/statements.h"
#undef STATEMENT
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

static const char *database_reason(const eleven_store *store, int code)
{
    int number = sqlite3_system_errno(store->database);
    switch (code) {
    case SQLITE_FULL: return "the disk is full";
    case SQLITE_NOTADB: return "it is damaged or not a database";
    case SQLITE_BUSY: return "another program keeps it locked";
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN: return number ? strerror(number) : sqlite3_errmsg(store->database);
    }
    return store->is_damaged ? "it is damaged; 'eleven games check' recovers what can be read"
                             : sqlite3_errmsg(store->database);
}

eleven_error database_fail(eleven_store *store, const char *doing, eleven_problem *problem)
{
    int code = store->database ? sqlite3_errcode(store->database) & 0xff : SQLITE_NOMEM;
    store->is_damaged |= is_damage(code);
    if (code == SQLITE_NOMEM || (code == SQLITE_OK && !store->is_damaged))
        return storage_fail(ELEVEN_NO_MEMORY, doing, store->path, "out of memory", problem);
    return storage_fail(ELEVEN_NO_STORAGE, doing, store->path, database_reason(store, code), problem);
}

/* ---- Running statements -------------------------------------------------------------------------------- */
bound bound_text(const char *text)
{
    return (bound){.text = text};
}

bound bound_hash(uint64_t hash)
{
    bound digits = {0};
    snprintf(digits.hash, sizeof digits.hash, "%016" PRIx64, hash);
    return digits;
}

bound bound_number(uint64_t number)
{
    return (bound){.number = number > INT64_MAX ? INT64_MAX : (int64_t)number};
}

uint64_t database_now(void)
{
    double now = clock_read(CLOCK_REALTIME);
    return now > 0 ? (uint64_t)now : 0;
}

bool statements_prepare(eleven_store *store)
{
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->database, statement_texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statements[i], NULL) != SQLITE_OK)
            return statements_finish(store);
    return true;
}

bool statements_finish(eleven_store *store)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statements[i]);
    memset(store->statements, 0, sizeof store->statements);
    return false;
}

/* The texts need not be copied: a statement ends before its parameters go out of scope. Binding small values cannot
 * fail, and a missing parameter is NULL where the tables do not allow it. */
sqlite3_stmt *statement_begin(eleven_store *store, statement_name name, const bound *parameters)
{
    sqlite3_stmt *statement = store->statements[name];
    int count = parameters ? sqlite3_bind_parameter_count(statement) : 0;
    for (int i = 0; i < count; i++) {
        const bound *value = &parameters[i];
        if (value->text || value->hash[0])
            sqlite3_bind_text(statement, i + 1, value->text ? value->text : value->hash, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(statement, i + 1, value->number);
    }
    return statement;
}

bool statement_end(sqlite3_stmt *statement)
{
    return statement && sqlite3_reset(statement) == SQLITE_OK;
}

bool statement_run(eleven_store *store, statement_name name, const bound *parameters)
{
    sqlite3_stmt *statement = statement_begin(store, name, parameters);
    sqlite3_step(statement);
    return statement_end(statement);
}

bool statement_ask(eleven_store *store, statement_name name, const bound *parameters, int64_t *numbers, int count)
{
    sqlite3_stmt *statement = statement_begin(store, name, parameters);
    bool found = sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL;
    for (int i = 0; found && i < count; i++)
        numbers[i] = sqlite3_column_int64(statement, i);
    return statement_end(statement);
}

bool transaction_begin(eleven_store *store, statement_name name)
{
    return transaction_undo(store) && statement_run(store, name, NULL);
}

bool transaction_undo(eleven_store *store)
{
    return !store->database || sqlite3_get_autocommit(store->database) || statement_run(store, ROLLBACK, NULL);
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

void column_add(buffer *text, sqlite3_stmt *statement, int column)
{
    const char *added = (const char *)sqlite3_column_text(statement, column);
    if (added)
        buffer_text(text, added);
    text->failed |= !added;
}

bool column_add_rows(buffer *text, sqlite3_stmt *statement)
{
    while (!text->failed && sqlite3_step(statement) == SQLITE_ROW)
        column_add(text, statement, 0);
    return statement_end(statement) && !text->failed;
}
