/* The file and its tables. All checks come before the first write, so that a file that cannot be used is not
 * changed. */
#include "store/database.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    /* "elvn": SQLite's "application id", which states whose file this is; and its "user version", the format of the
     * tables. */
    APPLICATION = 0x656c766e,
    FORMAT = 3,
    /* Where the file's header has the page size (1 means 65536), the user version and the application id,
     * big-endian. */
    HEADER_PAGE_SIZE = 16,
    HEADER_FORMAT = 60,
    HEADER_APPLICATION = 68,
    /* Bytes; the check of a larger file would delay the start. */
    CHECK_BELOW = 16 << 20,
    /* No Eleven will have a format above this: a larger number is damage. */
    FORMAT_MOST = 999
};

#define NEW_IN_3                                                                                                       \
    "CREATE INDEX game_by_date ON game (began);\n"                                                                     \
    "CREATE INDEX game_by_deletion ON game (deleted) WHERE deleted > 0;\n"                                             \
    "CREATE TABLE setting (\n"                                                                                         \
    "  name TEXT PRIMARY KEY,\n"                                                                                       \
    "  value TEXT NOT NULL\n"                                                                                          \
    ") STRICT, WITHOUT ROWID;\n"

static const char schema[] =
    "CREATE TABLE sitting (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  rules_hash TEXT NOT NULL, -- eleven_rules_hash, 16 hex digits\n"
    "  w INTEGER NOT NULL,\n"
    "  h INTEGER NOT NULL,\n"
    "  position INTEGER NOT NULL, -- how many entries of the timeline are in effect\n"
    "  touched INTEGER NOT NULL -- when it was saved last, in milliseconds since 1970\n"
    ") STRICT;\n"
    "CREATE TABLE game (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  sitting INTEGER, -- NULL: in no timeline any more\n"
    "  entry INTEGER, -- where in the timeline it begins\n"
    "  rules TEXT NOT NULL,\n"
    "  rules_hash TEXT NOT NULL,\n"
    "  w INTEGER NOT NULL,\n"
    "  h INTEGER NOT NULL,\n"
    "  goal INTEGER NOT NULL, -- face value; 0: none\n"
    "  began TEXT NOT NULL,\n"
    "  status TEXT NOT NULL DEFAULT 'playing', -- playing, won or lost\n"
    "  won INTEGER NOT NULL DEFAULT 0, -- the goal was reached\n"
    "  score INTEGER NOT NULL DEFAULT 0,\n"
    "  moves INTEGER NOT NULL DEFAULT 0,\n"
    "  plies INTEGER NOT NULL DEFAULT 0, -- in effect: moves, and \"keep\"\n"
    "  largest INTEGER NOT NULL DEFAULT 0, -- face value\n"
    "  undos INTEGER NOT NULL,\n"
    "  helped INTEGER NOT NULL, -- moves made by somebody else\n"
    "  from_board INTEGER NOT NULL, -- it did not begin with start tiles\n"
    "  head TEXT NOT NULL, -- of its record\n"
    "  hints INTEGER NOT NULL DEFAULT 0, -- hints that were shown\n"
    "  class INTEGER NOT NULL DEFAULT 0, -- 0 plain, 1 with undo, 2 with hints, 3 with a player\n"
    "  plain_score INTEGER NOT NULL DEFAULT 0, -- the highest score while it was plain\n"
    "  title TEXT NOT NULL DEFAULT '', -- chosen by the player\n"
    "  deleted INTEGER NOT NULL DEFAULT 0, -- when, in milliseconds since 1970; 0: it is not deleted\n"
    "  touched INTEGER NOT NULL DEFAULT 0, -- when it was saved last, in milliseconds since 1970\n"
    "  played INTEGER NOT NULL DEFAULT 0 -- milliseconds\n"
    ") STRICT;\n" NEW_IN_3 "CREATE UNIQUE INDEX game_in_timeline ON game (sitting, entry);\n"
    "CREATE TABLE ply (\n"
    "  game INTEGER NOT NULL,\n"
    "  number INTEGER NOT NULL, -- from 0\n"
    "  text TEXT NOT NULL,\n"
    "  PRIMARY KEY (game, number)\n"
    ") STRICT, WITHOUT ROWID;\n"
    "CREATE VIEW record AS -- the notation of each game\n"
    "  SELECT id, head || ifnull((SELECT group_concat(text, '') FROM\n"
    "    (SELECT text FROM ply WHERE game = game.id AND number < plies ORDER BY number)), '')\n"
    "    || char(10) AS text FROM game;\n"
    "CREATE VIEW running AS -- the current game of each sitting\n"
    "  SELECT id AS sitting, (SELECT game.id FROM game WHERE sitting = sitting.id AND entry < position\n"
    "    ORDER BY entry DESC LIMIT 1) AS game FROM sitting;\n";

/* To each format from the one before it. Format 1 did not have classes; what a game with undo or a player had scored
 * before is not known. Format 2 did not have titles, deleted games, times and settings. */
static const char to_format_2[] =
    "ALTER TABLE game DROP COLUMN honest;\n"
    "ALTER TABLE game ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE game ADD COLUMN class INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE game ADD COLUMN plain_score INTEGER NOT NULL DEFAULT 0;\n"
    "UPDATE game SET class = CASE WHEN helped > 0 THEN 3 WHEN undos > 0 THEN 1 ELSE 0 END;\n"
    "UPDATE game SET plain_score = score WHERE class = 0 AND NOT from_board;\n";
static const char to_format_3[] = "ALTER TABLE game ADD COLUMN title TEXT NOT NULL DEFAULT '';\n"
                                  "ALTER TABLE game ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;\n"
                                  "ALTER TABLE game ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;\n"
                                  "ALTER TABLE game ADD COLUMN played INTEGER NOT NULL DEFAULT 0;\n" NEW_IN_3;

/* ---- The file before SQLite reads it ------------------------------------------------------------------- */
static eleven_error no_store(eleven_store *store, eleven_problem *problem)
{
    store->is_damaged = true;
    return storage_fail(ELEVEN_NO_STORAGE, "open", store->path, "it is damaged or not a store of Eleven", problem);
}

static eleven_error newer_store(const eleven_store *store, eleven_problem *problem)
{
    return storage_fail(ELEVEN_NEWER, "open", store->path, "it was written by a newer Eleven", problem);
}

/* Whether the file ends in the middle of a page. SQLite leaves it like that only when a checkpoint was interrupted, and
 * then all pages are still in the log. */
static bool is_cut_off(const eleven_store *store, const unsigned char *header, off_t size)
{
    struct stat log;
    char path[PATH_MAX];
    off_t page = (off_t)header[HEADER_PAGE_SIZE] << 8 | header[HEADER_PAGE_SIZE + 1];
    path_beside(store, "-wal", path);
    return size % (page < 512 ? 65536 : page) != 0 && (stat(path, &log) != 0 || log.st_size == 0);
}

/* Reads the header without SQLite's page cache, which might repair the file. It uses SQLite's own descriptor: closing
 * another descriptor of the same file would release the locks of the process. */
static eleven_error header_check(eleven_store *store, off_t *size, eleven_problem *problem)
{
    unsigned char header[STORE_HEADER];
    sqlite3_file *file = NULL;
    struct stat about;
    sqlite3_file_control(store->database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (stat(store->path, &about) != 0)
        return storage_fail(ELEVEN_NO_STORAGE, "open", store->path, strerror(errno), problem);
    *size = about.st_size;
    if (*size == 0)
        return ELEVEN_OK;
    if (*size < STORE_HEADER)
        return no_store(store, problem);
    if (file->pMethods->xRead(file, header, STORE_HEADER, 0) != SQLITE_OK)
        return storage_fail(ELEVEN_NO_STORAGE, "read", store->path, strerror(EIO), problem);
    if (memcmp(header, "SQLite format 3", 16) != 0)
        return no_store(store, problem);
    uint32_t application = big_endian(header + HEADER_APPLICATION, 4);
    if (application && application != APPLICATION)
        return no_store(store, problem);
    uint32_t format = big_endian(header + HEADER_FORMAT, 4);
    if (application && format > FORMAT)
        return format > FORMAT_MOST ? no_store(store, problem) : newer_store(store, problem);
    return is_cut_off(store, header, *size) ? no_store(store, problem) : ELEVEN_OK;
}

/* ---- The file as SQLite reads it ----------------------------------------------------------------------- */
bool database_run(eleven_store *store, const char *text)
{
    return sqlite3_exec(store->database, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* The one number that a text asks for. */
static bool ask_text(eleven_store *store, const char *text, int64_t *number)
{
    sqlite3_stmt *statement = NULL;
    bool has_row = sqlite3_prepare_v2(store->database, text, -1, &statement, NULL) == SQLITE_OK &&
                   sqlite3_step(statement) == SQLITE_ROW;
    if (has_row)
        *number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return has_row;
}

/* Whether SQLite's own check finds the database sound. */
static bool soundness_ask_once(eleven_store *store, bool *is_sound)
{
    sqlite3_stmt *statement = NULL;
    bool has_row =
        sqlite3_prepare_v2(store->database, "PRAGMA integrity_check(1)", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW;
    const unsigned char *said = has_row ? sqlite3_column_text(statement, 0) : NULL;
    *is_sound = said && strcmp((const char *)said, "ok") == 0;
    sqlite3_finalize(statement);
    return said != NULL;
}

/* The check reports a read that failed once like damage. */
static bool soundness_ask(eleven_store *store, bool *is_sound)
{
    return soundness_ask_once(store, is_sound) && (*is_sound || soundness_ask_once(store, is_sound));
}

/* The last changes may still be in the write-ahead log, where only SQLite finds them. One transaction reads everything,
 * so that it is consistent; after a failure, closing the database ends it. */
static eleven_error content_check(eleven_store *store, off_t size, int64_t *format, eleven_problem *problem)
{
    int64_t application, tables;
    bool is_sound = true;
    if (!database_run(store, "BEGIN") || !ask_text(store, "PRAGMA application_id", &application) ||
        !ask_text(store, "PRAGMA user_version", format) ||
        !ask_text(store, "SELECT count(*) FROM sqlite_schema", &tables))
        return database_fail(store, "open", problem);
    bool is_new = tables == 0 && *format == 0;
    if (!is_new && (application != APPLICATION || *format < 1))
        return no_store(store, problem);
    if (*format > FORMAT)
        return *format > FORMAT_MOST ? no_store(store, problem) : newer_store(store, problem);
    if (size < CHECK_BELOW && !soundness_ask(store, &is_sound))
        return database_fail(store, "open", problem);
    if (!is_sound)
        return no_store(store, problem);
    store->is_checked = size < CHECK_BELOW;
    return database_run(store, "COMMIT") ? ELEVEN_OK : database_fail(store, "open", problem);
}

eleven_error store_check(eleven_store *store, eleven_problem *problem)
{
    bool is_sound;
    if (!soundness_ask(store, &is_sound))
        return database_fail(store, "read", problem);
    return is_sound ? ELEVEN_OK : no_store(store, problem);
}

/* ---- The tables ---------------------------------------------------------------------------------------- */
/* Makes the tables or changes those of an older format, whole or not at all. No other program opens the store
 * meanwhile; see folder_lock. */
static bool tables_make(eleven_store *store, int64_t format)
{
    char marks[100];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION, FORMAT);
    return database_run(store, "BEGIN IMMEDIATE") && (format != 0 || database_run(store, schema)) &&
           (format != 1 || database_run(store, to_format_2)) && (format == 0 || database_run(store, to_format_3)) &&
           database_run(store, marks) && database_run(store, "COMMIT");
}

/* What was deleted more than 30 days ago, both by the clock and by the time of the last save: so a clock that is wrong
 * once removes nothing. */
#define IS_OLD " deleted > 0 AND deleted + 2592000000 < min(%" PRIu64 ", (SELECT max(touched) FROM sitting)) "

/* Removes such games where they are in no timeline, or all games of their timeline are such. If that fails, the
 * next start tries again. */
static void deleted_remove(eleven_store *store)
{
    int64_t is_any = 0;
    char any[200], removal[600];
    uint64_t now = database_now();
    snprintf(any, sizeof any, "SELECT EXISTS (SELECT 1 FROM game WHERE" IS_OLD ")", now);
    snprintf(removal, sizeof removal,
             "BEGIN IMMEDIATE;"
             "DELETE FROM game WHERE" IS_OLD "AND (sitting IS NULL OR sitting NOT IN"
             " (SELECT sitting FROM game WHERE sitting NOT NULL AND NOT (" IS_OLD ")));"
             "DELETE FROM ply WHERE game NOT IN (SELECT id FROM game);"
             "COMMIT",
             now, now);
    if (ask_text(store, any, &is_any) && is_any && !database_run(store, removal))
        transaction_undo(store);
}

static void leave_log(eleven_store *store, int is_left)
{
    sqlite3_db_config(store->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, is_left, NULL);
}

/* Until all checks have passed, closing must not move the log into the file. */
eleven_error database_open(eleven_store *store, eleven_problem *problem)
{
    off_t size = 0;
    int64_t format = 0;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(store->path, &store->database, flags, NULL) != SQLITE_OK)
        return database_fail(store, "open", problem);
    leave_log(store, 1);
    sqlite3_busy_timeout(store->database, STORE_BUSY_MS);
    if (sqlite3_db_readonly(store->database, "main"))
        return storage_fail(ELEVEN_NO_STORAGE, "write", store->path, "it is read-only", problem);
    eleven_error error = header_check(store, &size, problem);
    if (!error)
        error = content_check(store, size, &format, problem);
    if (error)
        return error;
    if (!database_run(store, "PRAGMA journal_mode = WAL") || (format < FORMAT && !tables_make(store, format)) ||
        !database_run(store, "PRAGMA synchronous = NORMAL"))
        return database_fail(store, "open", problem);
    store->sync = sync_open(store);
    if (!store->sync || !statements_prepare(store))
        return database_fail(store, "open", problem);
    leave_log(store, 0);
    deleted_remove(store);
    if (format < FORMAT)
        sync_request(store->sync);
    return ELEVEN_OK;
}

/* An empty database in memory. */
static eleven_error memory_open(eleven_store *store, eleven_problem *problem)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    return sqlite3_open_v2(":memory:", &store->database, flags, NULL) == SQLITE_OK
               ? ELEVEN_OK
               : database_fail(store, "open", problem);
}

static eleven_error memory_finish(eleven_store *store, int64_t format, eleven_problem *problem)
{
    return (format == FORMAT || tables_make(store, format)) && statements_prepare(store)
               ? ELEVEN_OK
               : database_fail(store, "open", problem);
}

eleven_error database_new_in_memory(eleven_store *store, eleven_problem *problem)
{
    eleven_error error = memory_open(store, problem);
    return error ? error : memory_finish(store, 0, problem);
}

bool database_freeze(eleven_store *store)
{
    return database_run(store, "PRAGMA query_only = 1");
}

eleven_error database_open_image(eleven_store *store, const database_image *image, eleven_problem *problem)
{
    size_t length = image->file.length;
    int64_t format;
    if (length < STORE_HEADER)
        return no_store(store, problem);
    unsigned char *copy = sqlite3_malloc64(length);
    eleven_error error = copy ? memory_open(store, problem)
                              : storage_fail(ELEVEN_NO_MEMORY, "open", store->path, "out of memory", problem);
    if (error) {
        sqlite3_free(copy);
        return error;
    }
    memcpy(copy, image->file.at, length);
    /* These two bytes say that there is a log. */
    copy[18] = copy[19] = 1;
    if (sqlite3_deserialize(store->database, "main", copy, (int64_t)length, (int64_t)length,
                            SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE) != SQLITE_OK)
        return database_fail(store, "open", problem);
    error = content_check(store, 0, &format, problem);
    return error ? error : memory_finish(store, format, problem);
}

bool store_has_moved(const eleven_store *store)
{
    int has_moved = 0;
    if (store->database)
        sqlite3_file_control(store->database, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
    return has_moved && (access(store->path, F_OK) == 0 || errno == ENOENT);
}

/* Closing leaves the log of a file that was moved, and it would be taken for that of the next file with this name. */
void database_close(eleven_store *store)
{
    sync_close(store->sync);
    store->sync = NULL;
    statements_finish(store);
    if (store->is_damaged && store->database)
        leave_log(store, 1);
    else if (store_has_moved(store))
        database_run(store, "PRAGMA wal_checkpoint(TRUNCATE)");
    sqlite3_close(store->database);
    store->database = NULL;
}

void store_close(eleven_store *store)
{
    if (!store)
        return;
    database_close(store);
    sitting_release(store);
    free(store->folder);
    free(store->path);
    free(store);
}
