/* The database under the store: its statements, how they are run, how they fail; for src/store alone. */
#ifndef ELEVEN_DATABASE_H
#define ELEVEN_DATABASE_H

#include "store/store.h"

#include <sqlite3.h>

/* Every statement there is; their texts stand in database.c in the same order. */
typedef enum statement_name {
    BEGIN_READ,
    BEGIN_WRITE,
    COMMIT,
    ROLLBACK,
    FIND_SITTINGS,
    NEXT_SITTING,
    ADD_SITTING,
    READ_POSITION,
    TOUCH_SITTING,
    FIND_FIRST_GAME,
    READ_TIMELINE,
    READ_PLIES,
    FIND_GAME,
    FIND_NEXT_GAME,
    ADD_GAME,
    ADD_PLY,
    UPDATE_HEAD,
    UPDATE_GAME,
    DROP_PLIES,
    DETACH_GAMES,
    DROP_GAME_PLIES,
    DROP_GAMES,
    FIND_BESTS,
    LIST_GAMES,
    FIND_LATEST,
    READ_GAME,
    READ_GAME_PLIES,
    LIST_TOTALS,
    STATEMENTS /* how many there are */
} statement_name;

struct eleven_store {
    char *folder, *path; /* absolute; owned */
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];

    /* The sitting: its kind, and the part of its timeline that the session has.
     *
     *     stored    [game A] [ply] ... [game B] [ply] [ply] [game C] [ply]
     *     session                       0        1     2     3        4
     *                                   ^ base
     */
    char rules_hash[17];
    unsigned w, h;
    int64_t sitting; /* 0: the first save will add it */
    int lock;        /* descriptor of its lock file; -1: none */
    size_t base;
    size_t saved_length, saved_position; /* of the session, at the last save */
    bool is_behind;                      /* the last save failed: any game may have changed since */
};

/* ---- Failing ------------------------------------------------------------------------------------------- */

/* Tells "cannot DOING FILE: REASON"; returns the error. Nothing but the problem is touched. */
eleven_error storage_fail(eleven_error error, const char *doing, const char *file, const char *reason,
                          eleven_problem *problem);

/* The same about the database, with the reason of the SQLite call that failed last. */
eleven_error database_fail(const eleven_store *store, const char *doing, eleven_problem *problem);

/* ---- Running statements -------------------------------------------------------------------------------- */

/* A parameter: a borrowed text, or, where that is NULL, a number. */
typedef struct bound {
    const char *text;
    int64_t number;
} bound;

#define BOUND(...) ((const bound[]){__VA_ARGS__})

bound bound_text(const char *text);
bound bound_number(uint64_t number); /* at most INT64_MAX is kept */

/* Prepares all statements; false where one does not fit the tables. */
bool statements_prepare(eleven_store *store);

/* Binds all parameters (NULL: there are none) and gives the statement, ready for its rows. Step through them,
 * then end it with statement_end. Never fails: a failure to bind shows in the first step. */
sqlite3_stmt *statement_begin(eleven_store *store, statement_name name, const bound *parameters);

/* Ends a statement. `last` is what the last step returned; false where that is a failure, whose reason then
 * still stands for database_fail. */
bool statement_end(sqlite3_stmt *statement, int last);

/* Runs a statement that has no rows. */
bool statement_run(eleven_store *store, statement_name name, const bound *parameters);

/* Runs a statement that has one row at most and reads its first columns as numbers. `found`: false where
 * there was no row, or where the first column is NULL. */
bool statement_ask(eleven_store *store, statement_name name, const bound *parameters, bool *found, int64_t *numbers,
                   int count);

/* Ends the transaction without its changes, if one is open. */
void transaction_undo(eleven_store *store);

/* ---- Columns ------------------------------------------------------------------------------------------- */

uint64_t column_number(sqlite3_stmt *statement, int column);
const char *column_text(sqlite3_stmt *statement, int column); /* borrowed until the next step; never NULL */

/* ---- Long texts ---------------------------------------------------------------------------------------- */

/* A text that grows. Starts as {0}; `text` is owned, NUL-terminated, and NULL while nothing was added. */
typedef struct long_text {
    char *text;
    size_t length, capacity;
} long_text;

bool long_text_add(long_text *text, const char *addition, size_t length); /* false: memory is short */

/* Adds the first column of every row of a statement that has begun, and ends it. Where it fails for want of
 * memory, database_fail says so. */
bool long_text_add_rows(long_text *text, sqlite3_stmt *statement);

/* ---- Opening (schema.c) -------------------------------------------------------------------------------- */

/* Opens store->path, checks it before anything is written, and makes the tables if it is new. */
eleven_error database_open(eleven_store *store, eleven_problem *problem);

/* ---- Sittings (sitting.c) ------------------------------------------------------------------------------ */

/* Adds a row for a new sitting, within the transaction that is open, and locks it. */
eleven_error sitting_add(eleven_store *store, eleven_problem *problem);

/* Lets go of the sitting; the next save begins a new one. */
void sitting_release(eleven_store *store);

#endif
