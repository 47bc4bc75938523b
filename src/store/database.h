/* The database under the store: its statements, how they run, and how failures are reported; for src/store alone. */
#ifndef ELEVEN_DATABASE_H
#define ELEVEN_DATABASE_H

#include "base/buffer.h"
#include "store/store.h"

#include <limits.h>
#include <sqlite3.h>

/* All statements by name; see statements.h. */
typedef enum statement_name {
#define STATEMENT(name, text) name,
#include "store/statements.h"
#undef STATEMENT
    /* The number of statements. */
    STATEMENTS
} statement_name;

/* How long an operation waits for another program's lock. */
enum { STORE_BUSY_MS = 2000 };

/* Syncs what was saved; see sync.c. */
typedef struct store_sync store_sync;

/* A sitting that is locked while an import changes it. */
typedef struct held_sitting {
    int64_t sitting;
    int lock;
} held_sitting;

struct eleven_store {
    /* Absolute; owned. */
    char *folder, *path;
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS];
    store_sync *sync;

    /* The rules and the size of the sitting; its number, 0 before the first save; and the descriptor of its lock file,
     * -1: none. */
    uint64_t rules_hash;
    unsigned w, h;
    int64_t sitting;
    int lock;

    /* The part of the timeline that the session has, and its length and position at the last save. `is_behind`: that
     * save failed, so that any game may have changed since.
     *
     *     stored    [game A] [ply] ... [game B] [ply] [ply] [game C] [ply]
     *     session                       0        1     2     3        4
     *                                   ^ base */
    size_t base;
    size_t saved_length, saved_position;
    bool is_behind;

    /* SQLite or a check has found damage in the file; all of the file was checked when it was opened; a rescue could
     * not keep everything. What store_notice says. */
    bool is_damaged, is_checked, has_lost;
    char notice[300];

    /* Owned; only during an import. */
    held_sitting *held;
    size_t held_count, held_capacity;

    /* After a rescue: the sitting whose rows the next save replaces, and whether the session has all of it. */
    int64_t replaced;
    bool replaces_all;

    /* The last store_resume left a later sitting to another program. */
    bool was_taken;

    /* Milliseconds: up to when the time of the game is counted, and how much of it is not saved yet. */
    double counted_until, played;
};

/* ---- Failing ------------------------------------------------------------------------------------------- */
/* Reports "cannot DOING FILE: REASON" and returns the error; changes nothing except the problem. */
eleven_error storage_fail(eleven_error error, const char *doing, const char *file, const char *reason,
                          eleven_problem *problem);

/* The same about the database, with the reason of the SQLite call that failed last; where none did, an allocation of
 * ours failed. */
eleven_error database_fail(eleven_store *store, const char *doing, eleven_problem *problem);

/* "cannot find game 7: there is no game with that number". */
eleven_error game_missing(int64_t id, eleven_problem *problem);

/* "cannot use game 7: another program plays it or a game before or after it". */
eleven_error game_taken(int64_t id, eleven_problem *problem);

/* ---- Running statements -------------------------------------------------------------------------------- */
/* A parameter: a borrowed text; or a hash, as its digits; or, where both are missing, a number. */
typedef struct bound {
    const char *text;
    int64_t number;
    char hash[17];
} bound;

#define BOUND(...) ((const bound[]){__VA_ARGS__})

bound bound_text(const char *text);
bound bound_hash(uint64_t hash);

/* A number above INT64_MAX is saved as INT64_MAX. */
bound bound_number(uint64_t number);

/* Milliseconds since 1970; 0 while the clock shows an earlier time. */
uint64_t database_now(void);

/* Prepares all statements, or none: false where one does not fit the tables. */
bool statements_prepare(eleven_store *store);

/* Frees them; returns false. */
bool statements_finish(eleven_store *store);

/* Binds all parameters (NULL: there are none) and gives the statement, ready for its rows. Step through them,
 * then end it with statement_end. Never fails: a failure to bind shows in the first step. */
sqlite3_stmt *statement_begin(eleven_store *store, statement_name name, const bound *parameters);

/* Ends a statement; false where a step of it or reading a column has failed, which database_fail can then report. */
bool statement_end(sqlite3_stmt *statement);

/* Runs a statement that has no rows. */
bool statement_run(eleven_store *store, statement_name name, const bound *parameters);

/* Runs a statement that has one row at most and reads its first columns as numbers. The numbers stay as they are where
 * there is no row, or where the first column is NULL. */
bool statement_ask(eleven_store *store, statement_name name, const bound *parameters, int64_t *numbers, int count);

/* Begins a transaction: BEGIN_READ or BEGIN_WRITE. */
bool transaction_begin(eleven_store *store, statement_name name);

/* Ends the transaction without its changes, if one is open. Where that fails, the next one does it. */
bool transaction_undo(eleven_store *store);

/* ---- Columns ------------------------------------------------------------------------------------------- */
uint64_t column_number(sqlite3_stmt *statement, int column);

/* Borrowed until the next step; never NULL: "" where memory is exhausted, and then statement_end fails. */
const char *column_text(sqlite3_stmt *statement, int column);

/* Adds a column of the row, which is not NULL; otherwise `text` has failed. */
void column_add(buffer *text, sqlite3_stmt *statement, int column);

/* Adds the first column of every row of a statement that has begun, and ends it. False where it fails or memory is
 * exhausted; database_fail reports either. */
bool column_add_rows(buffer *text, sqlite3_stmt *statement);

/* ---- Opening (schema.c) -------------------------------------------------------------------------------- */
/* Opens store->path, checks it before anything is written, and makes the tables if it is new. */
eleven_error database_open(eleven_store *store, eleven_problem *problem);

/* A new database in memory. */
eleven_error database_new_in_memory(eleven_store *store, eleven_problem *problem);

/* Allows no change from now on. */
bool database_freeze(eleven_store *store);

/* Closes what database_open has opened; the store can be opened again. */
void database_close(eleven_store *store);

/* Closes and opens the file again, after a failure that may not last. */
eleven_error store_reopen(eleven_store *store, eleven_problem *problem);

/* Runs a text of several statements. */
bool database_run(eleven_store *store, const char *text);

/* Writes the path of the database file with something behind it. */
void path_beside(const eleven_store *store, const char *end, char path[PATH_MAX]);

/* ---- The bytes of the file (image.c) ------------------------------------------------------------------- */
/* The size of the header of a database file. */
enum { STORE_HEADER = 100 };

/* Pages of `page` bytes; {0} is empty. To be freed with buffer_free. */
typedef struct database_image {
    buffer file;
    size_t page;
} database_image;

/* Opens a copy of the image, in memory. */
eleven_error database_open_image(eleven_store *store, const database_image *image, eleven_problem *problem);

/* Reads the file of a store and its log. ELEVEN_NO_STORAGE or ELEVEN_NO_MEMORY. */
eleven_error image_read(const eleven_store *store, database_image *image, eleven_problem *problem);

/* The number in so many bytes, at most 4. */
uint32_t big_endian(const void *at, unsigned bytes);

/* ---- Damage (rescue.c, rescue_rows.c) ------------------------------------------------------------------ */
/* Games found; of these, games kept in part and games not kept. */
typedef struct found_rows {
    uint64_t games, cut, lost;
} found_rows;

/* Adds every row that can be read in the image to another store; database_fail of that reports a failure. */
bool rows_read(const database_image *image, eleven_store *to);

/* Remembers that a game is lost, by a ply that no game has: what has plies and no row was a game. */
bool game_lose(eleven_store *to, int64_t id);

/* Moves the file of a store that is not open aside and puts a new one in its place, with everything that can be read.
 * The folder must be locked. Sets the notice. */
eleven_error rescue(eleven_store *store, eleven_problem *problem);

/* Opens everything that can be read in the image, in memory. Sets the notice. */
eleven_error rescue_look(eleven_store *store, const database_image *image, eleven_problem *problem);

/* Ends a rescue that was interrupted when the new file was complete. The folder must be locked. */
void rescue_finish(const eleven_store *store);

/* The size of the head of a record with its NUL. */
enum { HEAD_TEXT = ELEVEN_RULES_TEXT + 2 * ELEVEN_BOARD_TEXT };

/* What the row of a new game says besides its head. Number 0: the next one; sitting 0: none. */
typedef struct new_game {
    int64_t id, sitting, entry, plies, deleted;
    store_extras extras;
} new_game;

/* Adds the row of a game; false too where another game has its number or its place. */
bool game_row_add(eleven_store *store, const new_game *game, const eleven_record *head);

/* Writes the head again, which has changed. */
bool game_head_update(eleven_store *store, int64_t id, const eleven_record *head);

/* Writes what follows from the plies into the row of a game: `plies` of them are in effect. A `touched` of 0 changes
 * nothing, `played` is added. */
bool game_row_update(eleven_store *store, int64_t id, const eleven_record *head, const eleven_game *game,
                     uint64_t plies, uint64_t touched, uint64_t played);

/* ---- Power failures (sync.c) --------------------------------------------------------------------------- */
/* Starts the thread that syncs the log of an open database. NULL: out of memory. */
store_sync *sync_open(const eleven_store *store);

/* Syncs what is due, then ends the thread. NULL is accepted. */
void sync_close(store_sync *sync);

/* To be called after a save: it will be synced within half a second. */
void sync_request(store_sync *sync);

/* The errno of the last sync; 0 if it succeeded. */
int sync_failure(store_sync *sync);

/* ---- Sittings (sitting.c) ------------------------------------------------------------------------------ */
/* Locks the file of the sitting and gives its descriptor; -1, with errno set, where another program has it
 * (EWOULDBLOCK) or it cannot be locked. */
int sitting_lock_file(const eleven_store *store, int64_t sitting);

/* Adds a row for a new sitting, within the transaction that is open, and locks it. */
eleven_error sitting_add(eleven_store *store, eleven_problem *problem);

/* Lets go of the sitting; the next save begins a new one. */
void sitting_release(eleven_store *store);

#endif
