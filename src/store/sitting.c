/* Resuming a sitting: the lock that prevents two programs from using the same timeline, and the timeline read back into
 * a session. */
#include "store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* ---- Locks --------------------------------------------------------------------------------------------- */
/* Enough for "/sitting-NUMBER.lock". */
enum { LOCK_NAME = 64 };

/* Locks the sitting; false, with errno set, where another store has it (EWOULDBLOCK) or it cannot be locked.
 * The file is never removed: another program may be opening it at that moment. */
static bool sitting_lock(eleven_store *store, int64_t sitting)
{
    size_t size = strlen(store->folder) + LOCK_NAME;
    char *path = malloc(size);
    if (!path)
        return false;
    snprintf(path, size, "%s/sitting-%" PRId64 ".lock", store->folder, sitting);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    free(path);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0) {
        store->lock = lock;
        store->sitting = sitting;
        return true;
    }
    int reason = errno;
    if (lock >= 0)
        close(lock);
    errno = reason;
    return false;
}

void sitting_release(eleven_store *store)
{
    if (store->lock >= 0)
        close(store->lock);
    store->lock = -1;
    store->sitting = 0;
    store->base = store->saved_length = store->saved_position = 0;
    store->is_behind = false;
}

static eleven_error lock_fail(const eleven_store *store, eleven_problem *problem)
{
    return storage_fail(ELEVEN_NO_STORAGE, "lock a sitting in", store->folder, strerror(errno), problem);
}

/* Locks the latest free sitting with the store's rules and size, if there is one. */
static eleven_error sitting_find(eleven_store *store, eleven_problem *problem)
{
    sqlite3_stmt *statement = statement_begin(
        store, FIND_SITTINGS, BOUND(bound_text(store->rules_hash), bound_number(store->w), bound_number(store->h)));
    int last;
    bool locked = false, is_free = true;
    while (!locked && is_free && (last = sqlite3_step(statement)) == SQLITE_ROW) {
        locked = sitting_lock(store, sqlite3_column_int64(statement, 0));
        is_free = locked || errno == EWOULDBLOCK;
    }
    int reason = errno;
    if (!statement_end(statement, last))
        return database_fail(store, "read", problem);
    errno = reason;
    return is_free ? ELEVEN_OK : lock_fail(store, problem);
}

/* A number may be locked though no row has it: another program still uses a database file that has been removed since.
 * Then the next number is taken. */
eleven_error sitting_add(eleven_store *store, eleven_problem *problem)
{
    bool found;
    int64_t id;
    if (!statement_ask(store, NEXT_SITTING, NULL, &found, &id, 1))
        return database_fail(store, "save in", problem);
    while (!sitting_lock(store, id)) {
        if (errno != EWOULDBLOCK)
            return lock_fail(store, problem);
        id++;
    }
    bool added = statement_run(store, ADD_SITTING,
                               BOUND(bound_number((uint64_t)id), bound_text(store->rules_hash), bound_number(store->w),
                                     bound_number(store->h)));
    return added ? ELEVEN_OK : database_fail(store, "save in", problem);
}

/* ---- Reading a timeline -------------------------------------------------------------------------------- */
/* "game 7 cannot be read: ...", at the line and column of its notation. */
static eleven_error game_fail(eleven_error error, int64_t game, const eleven_problem *found, eleven_problem *problem)
{
    if (problem) {
        *problem = *found;
        snprintf(problem->sentence, sizeof problem->sentence, "game %" PRId64 " cannot be read: %.*s", game, 150,
                 found->sentence);
    }
    return error;
}

/* Loads the game of the statement's present row: id, entry, head. */
static eleven_error game_load(eleven_store *store, sqlite3_stmt *statement, eleven_session *session,
                              eleven_problem *problem)
{
    int64_t id = sqlite3_column_int64(statement, 0);
    const char *head = column_text(statement, 2);
    eleven_problem found = {.sentence = "it does not follow the one before it"};
    if (column_number(statement, 1) != store->base + eleven_session_length(session))
        return game_fail(ELEVEN_BAD_TEXT, id, &found, problem);
    buffer record = {0};
    eleven_error error = ELEVEN_OK;
    buffer_text(&record, head);
    if (!column_add_rows(&record, statement_begin(store, READ_PLIES, BOUND(bound_number((uint64_t)id)))))
        error = database_fail(store, "read", problem);
    else if ((error = eleven_session_load(session, record.at, record.length, 0, &found)) != ELEVEN_OK)
        game_fail(error, id, &found, problem);
    buffer_free(&record);
    return error;
}

static eleven_error games_load(eleven_store *store, eleven_session *session, eleven_problem *problem)
{
    sqlite3_stmt *statement =
        statement_begin(store, READ_TIMELINE, BOUND(bound_number((uint64_t)store->sitting), bound_number(store->base)));
    eleven_error error = ELEVEN_OK;
    int last;
    while (!error && (last = sqlite3_step(statement)) == SQLITE_ROW)
        error = game_load(store, statement, session, problem);
    if (error) {
        sqlite3_reset(statement);
        return error;
    }
    return statement_end(statement, last) ? ELEVEN_OK : database_fail(store, "read", problem);
}

/* Chooses the game with which the session's part of the timeline begins. */
static bool base_find(eleven_store *store, int64_t position)
{
    bool found;
    int64_t base;
    int64_t kept = position > STORE_UNDO_KEPT ? position - STORE_UNDO_KEPT : 0;
    if (!statement_ask(store, FIND_FIRST_GAME,
                       BOUND(bound_number((uint64_t)store->sitting), bound_number((uint64_t)kept)), &found, &base, 1))
        return false;
    store->base = found ? (size_t)base : 0;
    return true;
}

static eleven_error timeline_load(eleven_store *store, eleven_session *session, eleven_problem *problem)
{
    bool found;
    int64_t position = 0;
    if (!statement_ask(store, READ_POSITION, BOUND(bound_number((uint64_t)store->sitting)), &found, &position, 1) ||
        !base_find(store, position))
        return database_fail(store, "read", problem);
    eleven_error error = games_load(store, session, problem);
    size_t length = eleven_session_length(session);
    if (error || length == 0)
        return error;
    size_t wanted = (size_t)position > store->base ? (size_t)position - store->base : 1;
    eleven_session_seek(session, wanted < length ? wanted : length, 0);
    eleven_session_saved(session);
    store->saved_length = length;
    store->saved_position = eleven_session_position(session);
    return ELEVEN_OK;
}

void store_begin(eleven_store *store, const eleven_rules *rules, unsigned w, unsigned h)
{
    sitting_release(store);
    snprintf(store->rules_hash, sizeof store->rules_hash, "%016" PRIx64, eleven_rules_hash(rules));
    store->w = w;
    store->h = h;
}

eleven_error store_resume(eleven_store *store, const eleven_rules *rules, unsigned w, unsigned h,
                          eleven_session *session, eleven_problem *problem)
{
    store_begin(store, rules, w, h);
    eleven_error error = sitting_find(store, problem);
    if (error || !store->sitting)
        return error;
    /* The transaction begins once the lock is held: from then on no other program changes these rows, but the last
     * holder may have done so just before. */
    if (statement_run(store, BEGIN_READ, NULL)) {
        error = timeline_load(store, session, problem);
        transaction_undo(store);
    } else {
        error = database_fail(store, "read", problem);
    }
    if (error)
        sitting_release(store);
    return error;
}
