/* Resuming a sitting: the lock that prevents two programs from using the same timeline, and the timeline read back into
 * a session. And what the player changes in the list of games: titles, deleted games. */
#include "store/database.h"
#include "base/clock.h"
#include "base/problem.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* ---- Locks --------------------------------------------------------------------------------------------- */
/* The file is never removed: another program may be opening it at that moment. */
int sitting_lock_file(const eleven_store *store, int64_t sitting)
{
    char path[PATH_MAX + 40];
    snprintf(path, sizeof path, "%s/sitting-%" PRId64 ".lock", store->folder, sitting);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    int reason = errno;
    close(lock);
    errno = reason;
    return -1;
}

/* Locks the sitting for the store; false, with errno set, as sitting_lock_file. */
static bool sitting_lock(eleven_store *store, int64_t sitting)
{
    int lock = sitting_lock_file(store, sitting);
    if (lock < 0)
        return false;
    store->lock = lock;
    store->sitting = sitting;
    return true;
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
        store, FIND_SITTINGS, BOUND(bound_hash(store->rules_hash), bound_number(store->w), bound_number(store->h)));
    bool locked = false, is_free = true;
    store->was_taken = false;
    while (!locked && is_free && sqlite3_step(statement) == SQLITE_ROW) {
        locked = sitting_lock(store, sqlite3_column_int64(statement, 0));
        is_free = locked || errno == EWOULDBLOCK;
        store->was_taken |= !locked;
    }
    int reason = errno;
    if (!statement_end(statement))
        return database_fail(store, "read", problem);
    errno = reason;
    return is_free ? ELEVEN_OK : lock_fail(store, problem);
}

/* A number may be locked though no row has it: another program still uses a database file that has been removed since.
 * Then the next number is taken. */
eleven_error sitting_add(eleven_store *store, eleven_problem *problem)
{
    int64_t id = 0;
    if (!statement_ask(store, NEXT_SITTING, NULL, &id, 1))
        return database_fail(store, "save in", problem);
    while (!sitting_lock(store, id)) {
        if (errno != EWOULDBLOCK)
            return lock_fail(store, problem);
        id++;
    }
    bool added = statement_run(store, ADD_SITTING,
                               BOUND(bound_number((uint64_t)id), bound_hash(store->rules_hash), bound_number(store->w),
                                     bound_number(store->h)));
    return added ? ELEVEN_OK : database_fail(store, "save in", problem);
}

/* ---- Reading a timeline -------------------------------------------------------------------------------- */
/* "game 7 cannot be read: ...", at the line and column of its notation. */
static eleven_error game_fail(eleven_store *store, eleven_error error, int64_t game, const eleven_problem *found,
                              eleven_problem *problem)
{
    store->is_damaged |= error == ELEVEN_BAD_TEXT || error == ELEVEN_BAD_RULES;
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
    eleven_problem found = {.sentence = "it does not follow the one before it"};
    if (column_number(statement, 1) != store->base + eleven_session_length(session))
        return game_fail(store, ELEVEN_BAD_TEXT, id, &found, problem);
    buffer record = {0};
    eleven_error error = ELEVEN_OK;
    column_add(&record, statement, 2);
    if (!column_add_rows(&record, statement_begin(store, READ_PLIES, BOUND(bound_number((uint64_t)id)))))
        error = database_fail(store, "read", problem);
    else if ((error = eleven_session_load(session, record.at, record.length, 0, &found)) != ELEVEN_OK)
        game_fail(store, error, id, &found, problem);
    buffer_free(&record);
    return error;
}

static eleven_error games_load(eleven_store *store, eleven_session *session, eleven_problem *problem)
{
    sqlite3_stmt *statement =
        statement_begin(store, READ_TIMELINE, BOUND(bound_number((uint64_t)store->sitting), bound_number(store->base)));
    eleven_error error = ELEVEN_OK;
    while (!error && sqlite3_step(statement) == SQLITE_ROW)
        error = game_load(store, statement, session, problem);
    bool is_read = statement_end(statement);
    return error || is_read ? error : database_fail(store, "read", problem);
}

/* Chooses the game with which the session's part of the timeline begins. */
static bool base_find(eleven_store *store, int64_t position)
{
    int64_t base = 0;
    int64_t kept = position > STORE_UNDO_KEPT ? position - STORE_UNDO_KEPT : 0;
    if (!statement_ask(store, FIND_FIRST_GAME,
                       BOUND(bound_number((uint64_t)store->sitting), bound_number((uint64_t)kept)), &base, 1))
        return false;
    store->base = (size_t)base;
    return true;
}

/* Loads the timeline and goes to `target` (0: its position). `was_at` is its position. */
static eleven_error timeline_load(eleven_store *store, size_t target, eleven_session *session, eleven_problem *problem)
{
    int64_t was_at = 0;
    if (!statement_ask(store, READ_POSITION, BOUND(bound_number((uint64_t)store->sitting)), &was_at, 1))
        return database_fail(store, "read", problem);
    size_t position = (size_t)was_at;
    target = target ? target : position;
    if (!base_find(store, (int64_t)(target < position ? target : position)))
        return database_fail(store, "read", problem);
    eleven_error error = games_load(store, session, problem);
    size_t length = eleven_session_length(session);
    if (error || length == 0)
        return error;
    size_t wanted = target > store->base ? target - store->base : 1;
    eleven_session_seek(session, wanted < length ? wanted : length, 0);
    eleven_session_saved(session);
    store->saved_length = length;
    store->saved_position = position > store->base ? position - store->base : 1;
    return ELEVEN_OK;
}

void store_begin(eleven_store *store, const eleven_rules *rules, unsigned w, unsigned h)
{
    sitting_release(store);
    store->rules_hash = eleven_rules_hash(rules);
    store->w = w;
    store->h = h;
    store->played = 0;
    store->counted_until = clock_milliseconds();
}

bool store_was_taken(const eleven_store *store)
{
    return store->was_taken;
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
    if (transaction_begin(store, BEGIN_READ)) {
        error = timeline_load(store, 0, session, problem);
        transaction_undo(store);
    } else {
        error = database_fail(store, "read", problem);
    }
    if (error)
        sitting_release(store);
    return error;
}

/* ---- One game by its number ---------------------------------------------------------------------------- */
/* The kind of a game and its place: its sitting (0: none), the entry at which it begins, its plies. */
typedef struct game_place {
    int64_t sitting, entry, plies;
} game_place;

/* Prepares for the kind of the game; the place becomes that of the game. */
static eleven_error place_find(eleven_store *store, int64_t id, game_place *place, eleven_problem *problem)
{
    store_game game;
    int64_t numbers[3] = {0};
    eleven_error error = store_find(store, id, &game, problem);
    if (error)
        return error;
    if (!statement_ask(store, FIND_PLACE, BOUND({.number = id}), numbers, 3))
        return database_fail(store, "read", problem);
    store->rules_hash = game.rules_hash;
    store->w = game.w;
    store->h = game.h;
    *place = (game_place){numbers[0], numbers[1], numbers[2]};
    return ELEVEN_OK;
}

eleven_error game_taken(int64_t id, eleven_problem *problem)
{
    char name[40];
    snprintf(name, sizeof name, "game %" PRId64, id);
    return storage_fail(ELEVEN_NO_STORAGE, "use", name, "another program plays it or a game before or after it",
                        problem);
}

/* Makes the sitting of the game the store's own; a game without one gets a new one. `own` is the sitting that the
 * store has already locked. */
static eleven_error sitting_of_game(eleven_store *store, int64_t id, game_place *place, const eleven_store *own,
                                    eleven_problem *problem)
{
    if (place->sitting && place->sitting == own->sitting) {
        store->sitting = own->sitting;
        store->lock = own->lock;
        return ELEVEN_OK;
    }
    if (place->sitting) {
        if (sitting_lock(store, place->sitting))
            return ELEVEN_OK;
        return errno == EWOULDBLOCK ? game_taken(id, problem) : lock_fail(store, problem);
    }
    eleven_error error = sitting_add(store, problem);
    if (!error && !statement_run(store, ATTACH_GAME, BOUND({.number = id}, {.number = store->sitting})))
        error = database_fail(store, "save in", problem);
    if (!error &&
        !statement_run(store, TOUCH_SITTING,
                       BOUND({.number = store->sitting}, {.number = place->plies + 1}, bound_number(database_now()))))
        error = database_fail(store, "save in", problem);
    return error;
}

/* In a transaction of its own, which writes only where the game needs a sitting. The place is read again once the
 * sitting is locked: it may have changed until then. */
static eleven_error game_resume(eleven_store *store, int64_t id, const eleven_store *own, eleven_session *session,
                                eleven_problem *problem)
{
    game_place place = {0};
    if (!transaction_begin(store, BEGIN_WRITE))
        return database_fail(store, "use", problem);
    eleven_error error = place_find(store, id, &place, problem);
    if (!error)
        error = sitting_of_game(store, id, &place, own, problem);
    if (!error)
        error = timeline_load(store, (size_t)(place.entry + place.plies + 1), session, problem);
    if (!error && !statement_run(store, COMMIT, NULL))
        error = database_fail(store, "use", problem);
    if (error)
        transaction_undo(store);
    return error;
}

eleven_error store_resume_game(eleven_store *store, int64_t id, eleven_session *session, eleven_problem *problem)
{
    const eleven_store own = *store;
    store->lock = -1;
    sitting_release(store);
    eleven_error error = game_resume(store, id, &own, session, problem);
    int left = error ? store->lock : own.lock;
    if (left >= 0 && store->lock != own.lock)
        close(left);
    if (error) {
        *store = own;
        return error;
    }
    store->played = 0;
    store->counted_until = clock_milliseconds();
    return ELEVEN_OK;
}

bool store_is_used(const eleven_store *store, const store_game *game)
{
    if (game->sitting == 0 || game->sitting == store->sitting)
        return false;
    int lock = sitting_lock_file(store, game->sitting);
    if (lock < 0)
        return errno == EWOULDBLOCK;
    close(lock);
    return false;
}

/* ---- Changes ------------------------------------------------------------------------------------------- */
/* Runs a statement that changes the row of a game. */
static eleven_error game_change(eleven_store *store, statement_name name, int64_t id, bound value,
                                eleven_problem *problem)
{
    if (!statement_run(store, name, BOUND({.number = id}, value)))
        return database_fail(store, "save in", problem);
    if (sqlite3_changes(store->database) == 0)
        return game_missing(id, problem);
    sync_request(store->sync);
    return ELEVEN_OK;
}

static bool has_control_characters(const char *text)
{
    while (*text && (unsigned char)*text >= ' ' && *text != 127)
        text++;
    return *text != '\0';
}

eleven_error store_rename(eleven_store *store, int64_t id, const char *title, eleven_problem *problem)
{
    if (strlen(title) >= STORE_TITLE)
        return problem_set(problem, ELEVEN_BAD_TEXT, "a title has %d bytes at most", STORE_TITLE - 1);
    if (has_control_characters(title))
        return problem_set(problem, ELEVEN_BAD_TEXT, "a title is one line without control characters");
    return game_change(store, RENAME_GAME, id, bound_text(title), problem);
}

/* The current game of a sitting that a program uses would come back with the next move. */
eleven_error store_delete(eleven_store *store, int64_t id, bool is_deleted, eleven_problem *problem)
{
    store_game game;
    eleven_error error = store_find(store, id, &game, problem);
    if (error)
        return error;
    bool is_own = game.sitting && game.sitting == store->sitting;
    if (is_deleted && game.is_running && (is_own || store_is_used(store, &game))) {
        char name[40];
        snprintf(name, sizeof name, "game %" PRId64, id);
        return storage_fail(ELEVEN_NO_STORAGE, "delete", name, "it is being played", problem);
    }
    uint64_t now = database_now(), when = is_deleted ? now + (now == 0) : 0;
    return game_change(store, DELETE_GAME, id, bound_number(when), problem);
}
