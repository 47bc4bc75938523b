/* Opening: the folder, the file, the tables. All checks come before the first write, so that a file that cannot be used
 * is not changed. */
#include "base/file.h"
#include "store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    /* "elvn": SQLite's "application id", which states whose file this is; and its "user version", the format of the
     * tables. */
    APPLICATION = 0x656c766e,
    FORMAT = 2,
    /* Where the file's header has the page size (1 means 65536), the user version and the application id,
     * big-endian. */
    HEADER_SIZE = 100,
    HEADER_PAGE_SIZE = 16,
    HEADER_FORMAT = 60,
    HEADER_APPLICATION = 68,
    /* Bytes; the check of a larger file would delay the start. */
    QUICK_CHECK_BELOW = 16 << 20
};

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
    "  hints INTEGER NOT NULL DEFAULT 0, -- moves made after a hint\n"
    "  class INTEGER NOT NULL DEFAULT 0, -- 0 plain, 1 with undo, 2 with hints, 3 with a player\n"
    "  plain_score INTEGER NOT NULL DEFAULT 0 -- the highest score while it was plain\n"
    ") STRICT;\n"
    "CREATE UNIQUE INDEX game_in_timeline ON game (sitting, entry);\n"
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

/* From format 1, which did not have classes. What a game with undo or a player had scored before is not known. */
static const char migration[] =
    "ALTER TABLE game DROP COLUMN honest;\n"
    "ALTER TABLE game ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE game ADD COLUMN class INTEGER NOT NULL DEFAULT 0;\n"
    "ALTER TABLE game ADD COLUMN plain_score INTEGER NOT NULL DEFAULT 0;\n"
    "UPDATE game SET class = CASE WHEN helped > 0 THEN 3 WHEN undos > 0 THEN 1 ELSE 0 END;\n"
    "UPDATE game SET plain_score = score WHERE class = 0 AND NOT from_board;\n";

/* ---- The file before SQLite reads it ------------------------------------------------------------------- */
static uint32_t header_number(const unsigned char *header, unsigned at)
{
    return (uint32_t)header[at] << 24 | (uint32_t)header[at + 1] << 16 | (uint32_t)header[at + 2] << 8 | header[at + 3];
}

static eleven_error no_store(const eleven_store *store, eleven_problem *problem)
{
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
    unsigned page = (unsigned)header[HEADER_PAGE_SIZE] << 8 | header[HEADER_PAGE_SIZE + 1];
    snprintf(path, sizeof path, "%s-wal", store->path);
    return size % (page < 512 ? 65536 : page) != 0 && (stat(path, &log) != 0 || log.st_size == 0);
}

/* Reads the header without SQLite's page cache, which might repair the file. It uses SQLite's own descriptor: closing
 * another descriptor of the same file would release the locks of the process. */
static eleven_error header_check(eleven_store *store, off_t *size, eleven_problem *problem)
{
    unsigned char header[HEADER_SIZE];
    sqlite3_file *file = NULL;
    struct stat about;
    sqlite3_file_control(store->database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (stat(store->path, &about) != 0)
        return storage_fail(ELEVEN_NO_STORAGE, "open", store->path, strerror(errno), problem);
    *size = about.st_size;
    if (*size == 0)
        return ELEVEN_OK;
    if (*size < HEADER_SIZE || file->pMethods->xRead(file, header, HEADER_SIZE, 0) != SQLITE_OK ||
        memcmp(header, "SQLite format 3", 16) != 0)
        return no_store(store, problem);
    uint32_t application = header_number(header, HEADER_APPLICATION);
    if (application && application != APPLICATION)
        return no_store(store, problem);
    if (application && header_number(header, HEADER_FORMAT) > FORMAT)
        return newer_store(store, problem);
    return is_cut_off(store, header, *size) ? no_store(store, problem) : ELEVEN_OK;
}

/* ---- The file as SQLite reads it ----------------------------------------------------------------------- */
static bool run_text(eleven_store *store, const char *text)
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

/* The last changes may still be in the write-ahead log, where only SQLite finds them. One transaction reads everything,
 * so that it is consistent; after a failure, closing the database ends it. */
static eleven_error content_check(eleven_store *store, off_t size, int64_t *format, eleven_problem *problem)
{
    int64_t application, tables, is_sound = 1;
    if (!run_text(store, "BEGIN") || !ask_text(store, "PRAGMA application_id", &application) ||
        !ask_text(store, "PRAGMA user_version", format) ||
        !ask_text(store, "SELECT count(*) FROM sqlite_schema", &tables))
        return database_fail(store, "open", problem);
    bool is_new = tables == 0 && *format == 0;
    if (!is_new && (application != APPLICATION || *format < 1))
        return no_store(store, problem);
    if (*format > FORMAT)
        return newer_store(store, problem);
    if (size < QUICK_CHECK_BELOW && !ask_text(store, "SELECT quick_check = 'ok' FROM pragma_quick_check(1)", &is_sound))
        return database_fail(store, "open", problem);
    if (!is_sound)
        return no_store(store, problem);
    return run_text(store, "COMMIT") ? ELEVEN_OK : database_fail(store, "open", problem);
}

/* ---- The tables ---------------------------------------------------------------------------------------- */
/* Makes the tables or changes those of an older format, whole or not at all. No other program opens the store
 * meanwhile; see folder_lock. */
static bool tables_make(eleven_store *store, const char *text)
{
    char marks[100];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION, FORMAT);
    return run_text(store, "BEGIN IMMEDIATE") && run_text(store, text) && run_text(store, marks) &&
           run_text(store, "COMMIT");
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
    if (!run_text(store, "PRAGMA journal_mode = WAL") ||
        (format < FORMAT && !tables_make(store, format ? migration : schema)) ||
        !run_text(store, "PRAGMA synchronous = NORMAL") || !statements_prepare(store))
        return database_fail(store, "open", problem);
    leave_log(store, 0);
    store->sync = sync_open(store);
    if (!store->sync)
        return storage_fail(ELEVEN_NO_MEMORY, "open", store->path, "out of memory", problem);
    if (format < FORMAT)
        sync_request(store->sync);
    return ELEVEN_OK;
}

/* ---- The folder ---------------------------------------------------------------------------------------- */
/* Absolute paths, since the program may change its directory. */
static bool paths_find(eleven_store *store, const char *folder)
{
    store->folder = realpath(folder, NULL);
    if (!store->folder)
        return false;
    size_t size = strlen(store->folder) + sizeof "/eleven.db";
    store->path = malloc(size);
    if (store->path)
        snprintf(store->path, size, "%s/eleven.db", store->folder);
    return store->path != NULL;
}

static eleven_error folder_open(eleven_store *store, const char *folder, eleven_problem *problem)
{
    struct stat about;
    char *copy = strdup(folder);
    bool exists = copy && file_make_folder(copy);
    int reason = errno;
    free(copy);
    if (!exists)
        return storage_fail(ELEVEN_NO_STORAGE, "make the folder", folder, strerror(reason), problem);
    if (!paths_find(store, folder) || stat(store->folder, &about) != 0)
        return storage_fail(ELEVEN_NO_STORAGE, "find the folder", folder, strerror(errno), problem);
    if (!S_ISDIR(about.st_mode))
        return storage_fail(ELEVEN_NO_STORAGE, "use the folder", folder, strerror(ENOTDIR), problem);
    if (access(store->folder, W_OK | X_OK) != 0)
        return storage_fail(ELEVEN_NO_STORAGE, "write in the folder", folder, strerror(errno), problem);
    return ELEVEN_OK;
}

/* Locks the folder, for programs that start at the same time: one checks and creates the tables, the others wait for
 * a moment. Returns a descriptor to close, or -1. Failing to lock is not an error: SQLite has its own locks, and the
 * worst that can happen is that the store cannot be opened. */
static int folder_lock(const eleven_store *store)
{
    int lock = open(store->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int waited = 0; lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0; waited++) {
        if (errno != EWOULDBLOCK || waited == STORE_BUSY_MS)
            break;
        sqlite3_sleep(1);
    }
    return lock;
}

/* ---- Opening ------------------------------------------------------------------------------------------- */
eleven_error store_open(const char *folder, eleven_store **opened, eleven_problem *problem)
{
    eleven_store *store = calloc(1, sizeof *store);
    if (!store)
        return storage_fail(ELEVEN_NO_MEMORY, "open the store in", folder, "out of memory", problem);
    store->lock = -1;
    eleven_error error = folder_open(store, folder, problem);
    int lock = error ? -1 : folder_lock(store);
    if (!error)
        error = database_open(store, problem);
    if (error)
        store_close(store);
    else
        *opened = store;
    if (lock >= 0)
        close(lock);
    return error;
}

void store_close(eleven_store *store)
{
    if (!store)
        return;
    sync_close(store->sync);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->database);
    sitting_release(store);
    free(store->folder);
    free(store->path);
    free(store);
}

const char *store_path(const eleven_store *store)
{
    return store->path;
}
