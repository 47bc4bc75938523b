/* Saving: what the session says has changed becomes rows, in one transaction. The cost is that of the change,
 * not of the game: a move adds one ply and updates one row of a game and one of a sitting.
 *
 * The session numbers its entries from its own beginning, the rows from the beginning of the sitting; `base` is the
 * difference. */
#include "store/database.h"
#include "base/clock.h"

#include <assert.h>
#include <string.h>

static bound entry_number(const eleven_store *store, size_t index)
{
    return bound_number(store->base + index);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The row of the game that begins at this entry. */
typedef struct game_row {
    int64_t id, undos, helped, hints;
} game_row;

static bool game_find(eleven_store *store, size_t begin, game_row *row)
{
    int64_t numbers[4] = {0};
    if (!statement_ask(store, FIND_GAME, BOUND({.number = store->sitting}, entry_number(store, begin)), numbers, 4))
        return false;
    /* Another program has changed the rows, or has put another file in the place of this one. */
    store->is_damaged |= numbers[0] == 0;
    *row = (game_row){numbers[0], numbers[1], numbers[2], numbers[3]};
    return numbers[0] != 0;
}

/* ---- Removing -------------------------------------------------------------------------------------- */
/* Drops the plies from entry `from` on of the game that it is in the middle of. */
static bool plies_drop(eleven_store *store, const eleven_session *session, size_t from)
{
    size_t begin = eleven_session_entry(session, from - 1)->game;
    game_row row;
    return game_find(store, begin, &row) &&
           statement_run(store, DROP_PLIES, BOUND(bound_number((uint64_t)row.id), bound_number(from - begin - 1)));
}

/* Takes all entries from `from` on out of the timeline. Games in which moves were made stay in the store. */
static bool entries_drop(eleven_store *store, const eleven_session *session, size_t from)
{
    const bound *later = BOUND({.number = store->sitting}, entry_number(store, from));
    return statement_run(store, DETACH_GAMES, later) && statement_run(store, DROP_GAME_PLIES, later) &&
           statement_run(store, DROP_GAMES, later) && (from == 0 || plies_drop(store, session, from));
}

/* ---- Adding --------------------------------------------------------------------------------------- */
static bool ply_add(eleven_store *store, const game_row *game, const eleven_entry *entry, size_t index)
{
    char text[32 * (ELEVEN_SPAWNS_MAX + 1)];
    uint32_t moves_before = entry->after.ply - (entry->ply.keeps_playing ? 0 : 1);
    eleven_ply_print(&entry->head->rules, store->w, &entry->ply, moves_before, text, sizeof text);
    return statement_run(
        store, ADD_PLY,
        BOUND(bound_number((uint64_t)game->id), bound_number(index - entry->game - 1), bound_text(text)));
}

static bool entries_add(eleven_store *store, const eleven_session *session, size_t from)
{
    game_row row = {0};
    /* The game that `row` describes. */
    size_t known = SIZE_MAX;
    for (size_t i = from; i < eleven_session_length(session); i++) {
        const eleven_entry *entry = eleven_session_entry(session, i);
        if (entry->begins_game) {
            if (!game_row_add(store, &(new_game){.sitting = store->sitting, .entry = (int64_t)(store->base + i)},
                              entry->head))
                return false;
            continue;
        }
        if (entry->game != known && !game_find(store, entry->game, &row))
            return false;
        known = entry->game;
        if (!ply_add(store, &row, entry, i))
            return false;
    }
    return true;
}

/* ---- The row of each game ------------------------------------------------------------------------------ */
static bool head_update(eleven_store *store, const game_row *row, const eleven_record *head)
{
    return (row->undos == head->undos && row->helped == head->helped && row->hints == head->hints) ||
           game_head_update(store, row->id, head);
}

/* The entry after the last one of the game that begins at `begin`. All games have rows by now. */
static bool game_end(eleven_store *store, const eleven_session *session, size_t begin, size_t *end)
{
    int64_t next = -1;
    if (!statement_ask(store, FIND_NEXT_GAME, BOUND({.number = store->sitting}, entry_number(store, begin)), &next, 1))
        return false;
    *end = next >= 0 ? (size_t)next - store->base : eleven_session_length(session);
    return true;
}

/* The row of the current game describes the position, the row of any other game its end. */
static bool game_update(eleven_store *store, const eleven_session *session, size_t begin)
{
    size_t end = eleven_session_position(session);
    game_row row;
    bool is_current = eleven_session_entry(session, end - 1)->game == begin;
    if (!is_current && !game_end(store, session, begin, &end))
        return false;
    const eleven_entry *last = eleven_session_entry(session, end - 1);
    const eleven_record *head = eleven_session_entry(session, begin)->head;
    uint64_t touched = is_current ? database_now() : 0;
    return game_find(store, begin, &row) && head_update(store, &row, head) &&
           game_row_update(store, row.id, head, &last->after, end - begin - 1, touched,
                           is_current ? (uint64_t)store->played : 0);
}

/* Updates every game that the position has passed through, or that has new entries, from the last to the first. After a
 * failed save nobody knows what the position has passed through. */
static bool games_update(eleven_store *store, const eleven_session *session, size_t from)
{
    size_t length = eleven_session_length(session), position = eleven_session_position(session);
    size_t last = position > store->saved_position ? position : store->saved_position;
    size_t first = least(from, least(position, store->saved_position ? store->saved_position : position));
    first -= first > 0;
    if (store->is_behind)
        first = 0;
    if (store->is_behind || from < length)
        last = length;
    for (size_t i = least(last, length); i > first;) {
        i = eleven_session_entry(session, i - 1)->game;
        if (!game_update(store, session, i))
            return false;
    }
    return true;
}

/* ---- The save ------------------------------------------------------------------------------------------ */
/* The time decides which sitting is the latest; it need not be exact. */
static bool changes_write(eleven_store *store, const eleven_session *session, size_t from)
{
    size_t position = eleven_session_position(session);
    return (from >= store->saved_length || entries_drop(store, session, from)) && entries_add(store, session, from) &&
           (position == 0 || games_update(store, session, from)) &&
           statement_run(
               store, TOUCH_SITTING,
               BOUND({.number = store->sitting}, entry_number(store, position), bound_number(database_now())));
}

/* Whether all games from entry `from` on are of the kind that the sitting is for. */
static bool is_of_kind(const eleven_store *store, const eleven_session *session, size_t from)
{
    for (size_t i = from; i < eleven_session_length(session); i++) {
        const eleven_entry *entry = eleven_session_entry(session, i);
        if (entry->begins_game && (eleven_rules_hash(&entry->head->rules) != store->rules_hash ||
                                   entry->after.board.w != store->w || entry->after.board.h != store->h))
            return false;
    }
    return true;
}

/* The time since the last save belongs to the current game, and a minute of it at most: the player may have left. */
static void time_count(eleven_store *store)
{
    enum { PAUSE_MS = 60000 };
    double now = clock_milliseconds(), passed = now - store->counted_until;
    store->played += passed < PAUSE_MS ? passed : PAUSE_MS;
    store->counted_until = now;
}

/* After a rescue the session knows more than the file: what was recovered of it gives way to a new sitting. Of a very
 * long timeline the session has the end only; then both stay. */
static bool replaced_drop(eleven_store *store)
{
    const bound *all = BOUND({.number = store->replaced}, {.number = 0});
    if (store->replaces_all)
        return statement_run(store, DROP_GAME_PLIES, all) && statement_run(store, DROP_GAMES, all);
    return statement_run(store, DETACH_GAMES, all);
}

static eleven_error transaction(eleven_store *store, const eleven_session *session, eleven_problem *problem)
{
    bool is_new = store->sitting == 0;
    size_t from = least(eleven_session_unsaved(session), store->saved_length);
    /* While saving fails, no key waits for a lock. */
    sqlite3_busy_timeout(store->database, store->is_behind ? 0 : STORE_BUSY_MS);
    if (!transaction_begin(store, BEGIN_WRITE))
        return database_fail(store, "save in", problem);
    eleven_error error = is_new ? sitting_add(store, problem) : ELEVEN_OK;
    if (!error && !((!store->replaced || replaced_drop(store)) && changes_write(store, session, from) &&
                    statement_run(store, COMMIT, NULL)))
        error = database_fail(store, "save in", problem);
    if (error)
        transaction_undo(store);
    if (error && is_new)
        sitting_release(store);
    return error;
}

eleven_error store_save(eleven_store *store, eleven_session *session, eleven_problem *problem)
{
    assert(store->w > 0);
    size_t length = eleven_session_length(session);
    size_t from = least(eleven_session_unsaved(session), store->saved_length);
    if (length == 0 && store->saved_length == 0)
        return ELEVEN_OK;
    if (!is_of_kind(store, session, from))
        return storage_fail(ELEVEN_BAD_RULES, "save in", store->path, "the sitting is for other rules or another size",
                            problem);
    time_count(store);
    eleven_error error =
        store->statements[0] ? transaction(store, session, problem) : database_fail(store, "save in", problem);
    /* A new file once: what cannot be saved in that either must not fill the folder with old ones. */
    if (error && (store->is_damaged || !store->statements[0])) {
        error = store->notice[0] ? store_reopen(store, problem) : store_repair(store, problem);
        if (!error)
            error = transaction(store, session, problem);
    }
    store->is_behind = error != ELEVEN_OK;
    if (error)
        return error;
    store->replaced = 0;
    store->played = 0;
    store->saved_length = length;
    store->saved_position = eleven_session_position(session);
    eleven_session_saved(session);
    sync_request(store->sync);
    return ELEVEN_OK;
}

eleven_error store_synced(eleven_store *store, eleven_problem *problem)
{
    int failure = sync_failure(store->sync);
    return failure ? storage_fail(ELEVEN_NO_STORAGE, "sync", store->path, strerror(failure), problem) : ELEVEN_OK;
}

int64_t store_current(eleven_store *store, const eleven_session *session)
{
    size_t position = eleven_session_position(session);
    int64_t numbers[4] = {0};
    if (store->sitting == 0 || position == 0)
        return 0;
    size_t begin = eleven_session_entry(session, position - 1)->game;
    statement_ask(store, FIND_GAME, BOUND({.number = store->sitting}, entry_number(store, begin)), numbers, 4);
    return numbers[0];
}
