/* The timeline: games and plies in a row, a position in it, and the actions that move the position or extend it.
 *
 *     [game A] [ply 1] [ply 2] [ply 3]        three plies are in effect
 *                                     ^
 *     [game A] [ply 1] [ply 2] [ply 3]        undo, undo
 *                     ^
 *     [game A] [ply 1] [ply 4]                a move replaces what undo left
 *                             ^
 *
 * Every entry holds the game after it, so that undo and seek do not replay. */
#include "session/session_room.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/memory.h"
#include "core/core.h"

#include <assert.h>
#include <string.h>

eleven_session *eleven_session_new(void)
{
    return memory_zeroed(1, sizeof(eleven_session));
}

eleven_error eleven_session_error(const eleven_session *session)
{
    return session->error;
}

/* For actions: remembers why, and returns false. */
static bool refuse(eleven_session *session, eleven_error error)
{
    session->error = error;
    return false;
}

/* ---- The timeline -------------------------------------------------------------------------------------- */
static eleven_entry *current_entry(const eleven_session *session)
{
    assert(session->position > 0);
    return &session->entries[session->position - 1];
}

/* The session owns the heads. */
static eleven_record *current_head(const eleven_session *session)
{
    return (eleven_record *)current_entry(session)->head;
}

static void entries_cut(eleven_session *session, size_t length)
{
    while (session->length > length)
        if (session->entries[--session->length].begins_game)
            memory_free((eleven_record *)session->entries[session->length].head);
    if (session->unsaved > length)
        session->unsaved = length;
}

void eleven_session_free(eleven_session *session)
{
    if (!session)
        return;
    entries_cut(session, 0);
    memory_free(session->entries);
    memory_free(session);
}

static bool entries_reserve(eleven_session *session, size_t length)
{
    eleven_entry *entries = array_reserve(session->entries, &session->capacity, length, sizeof *entries);
    if (entries)
        session->entries = entries;
    return entries != NULL;
}

/* Adds an entry at the position, in place of all entries after it. The capacity must be reserved. */
static void entry_append(eleven_session *session, eleven_entry added)
{
    entries_cut(session, session->position);
    session->entries[session->length++] = added;
    session->position = session->length;
}

/* Remembers what the entry before the position did, for frames and descriptions. */
static void show_change(eleven_session *session, const eleven_events *events, const eleven_board *before, double now)
{
    session->events = events ? *events : (eleven_events){0};
    session->before = before ? *before : current_entry(session)->after.board;
    session->since = now;
    session->animates = events != NULL;
}

/* ---- Beginning games ----------------------------------------------------------------------------------- */
static eleven_events start_events(const eleven_record *head)
{
    eleven_events events = {0};
    const eleven_board *board = &head->start.board;
    for (unsigned i = 0; i < (unsigned)board->w * board->h && events.spawn_count < ELEVEN_SPAWNS_MAX; i++)
        if (board->cells[i])
            events.spawns[events.spawn_count++] = (eleven_tile){(uint8_t)i, board->cells[i]};
    return events;
}

/* Adds the entry that begins a game, and reserves capacity for `plies` more. */
static bool game_begin(eleven_session *session, const eleven_record *head, size_t plies)
{
    eleven_record *copy = memory_new(sizeof *copy);
    if (!copy || !entries_reserve(session, session->position + 1 + plies)) {
        memory_free(copy);
        return refuse(session, ELEVEN_NO_MEMORY);
    }
    *copy = *head;
    if (!core_is_one_word(copy->date))
        copy->date[0] = '\0';
    entry_append(session,
                 (eleven_entry){.head = copy, .game = session->position, .begins_game = true, .after = copy->start});
    session->hinted = 0;
    return true;
}

bool eleven_session_begin(eleven_session *session, const eleven_record *head, unsigned w, unsigned h, double now)
{
    eleven_record started = *head;
    if (started.start.board.w == 0)
        eleven_game_start(&head->rules, w, h, head->seed, &started.start, NULL);
    started.has_end = false;
    if (!game_begin(session, &started, 0))
        return false;
    eleven_events events = start_events(&started);
    show_change(session, started.from_board ? NULL : &events, NULL, now);
    return true;
}

bool eleven_session_new_game(eleven_session *session, uint64_t seed, const char *date, double now)
{
    const eleven_board *board = &current_entry(session)->after.board;
    eleven_record head = {.rules = current_entry(session)->head->rules, .has_seed = true, .seed = seed};
    strncpy(head.date, date, sizeof head.date - 1);
    return eleven_session_begin(session, &head, board->w, board->h, now);
}

/* How many plies the rest of the record has, once all of them have proved right. */
static eleven_error count_plies(eleven_reader reader, size_t *count, eleven_problem *problem)
{
    eleven_error error;
    eleven_ply ply;
    for (*count = 0; (error = eleven_reader_next(&reader, &ply, NULL, problem)) == ELEVEN_OK;)
        ++*count;
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

eleven_error eleven_session_load(eleven_session *session, const char *text, size_t length, double now,
                                 eleven_problem *problem)
{
    eleven_reader reader;
    size_t plies;
    eleven_error error = eleven_reader_open(&reader, text, length, problem);
    if (!error)
        error = count_plies(reader, &plies, problem);
    if (error)
        return error;
    if (!game_begin(session, &reader.record, plies)) {
        if (problem)
            *problem = (eleven_problem){.sentence = "out of memory"};
        return ELEVEN_NO_MEMORY;
    }
    eleven_entry next = *current_entry(session);
    next.begins_game = false;
    current_head(session)->has_end = false;
    while (eleven_reader_next(&reader, &next.ply, NULL, NULL) == ELEVEN_OK) {
        next.after = reader.game;
        entry_append(session, next);
    }
    show_change(session, NULL, NULL, now);
    return ELEVEN_OK;
}

/* ---- Plies --------------------------------------------------------------------------------------------- */
static bool ply_append(eleven_session *session, const eleven_ply *ply, const eleven_game *after)
{
    if (!entries_reserve(session, session->position + 1))
        return refuse(session, ELEVEN_NO_MEMORY);
    eleven_entry added = *current_entry(session);
    added.begins_game = false;
    added.ply = *ply;
    added.after = *after;
    entry_append(session, added);
    return true;
}

bool session_step(const eleven_record *head, eleven_game *game, eleven_direction direction, eleven_events *events)
{
    uint64_t seed = head->seed;
    if (!head->has_seed)
        for (unsigned i = 0; i < (unsigned)game->board.w * game->board.h; i++)
            seed = eleven_random(seed, game->board.cells[i]);
    return eleven_game_step(&head->rules, game, direction, eleven_random(seed, game->ply + UINT64_C(1)), events);
}

bool eleven_session_move(eleven_session *session, eleven_direction direction, double now)
{
    const eleven_entry *at = current_entry(session);
    eleven_board before = at->after.board;
    eleven_game game = at->after;
    eleven_events events;
    if (!session_step(at->head, &game, direction, &events))
        return refuse(session, ELEVEN_IMPOSSIBLE);
    eleven_ply ply = eleven_ply_from(direction, &events);
    if (!ply_append(session, &ply, &game))
        return false;
    show_change(session, &events, &before, now);
    session->hinted = 0;
    return true;
}

/* A count that a record states may be the largest one already. */
static void count_one(uint32_t *count)
{
    *count += *count < UINT32_MAX;
}

void eleven_session_hinted(eleven_session *session)
{
    const eleven_entry *at = current_entry(session);
    if (session->hinted == session->position)
        return;
    current_head(session)->plain_score = eleven_record_plain_score(at->head, at->after.score);
    count_one(&current_head(session)->hints);
    session->hinted = session->position;
}

bool eleven_session_keep_playing(eleven_session *session, double now)
{
    eleven_game game = current_entry(session)->after;
    eleven_ply ply = {.keeps_playing = true};
    if (!eleven_game_keep_playing(eleven_session_rules(session), &game))
        return refuse(session, ELEVEN_IMPOSSIBLE);
    if (!ply_append(session, &ply, &game))
        return false;
    show_change(session, NULL, NULL, now);
    return true;
}

bool eleven_session_autoplay(eleven_session *session, eleven_player *player, const eleven_budget *budget, double now)
{
    eleven_advice advice;
    const eleven_entry *at = current_entry(session);
    if (eleven_session_status(session) != ELEVEN_STATUS_PLAYING)
        return refuse(session, ELEVEN_IMPOSSIBLE);
    eleven_error error = eleven_player_choose(player, &at->head->rules, &at->after.board, budget, &advice);
    if (error)
        return refuse(session, error);
    uint64_t plain_score = eleven_record_plain_score(at->head, at->after.score);
    if (!eleven_session_move(session, advice.direction, now))
        return false;
    current_head(session)->plain_score = plain_score;
    count_one(&current_head(session)->helped);
    return true;
}

void eleven_session_mark_helped(eleven_session *session)
{
    current_head(session)->helped = current_entry(session)->after.ply;
    current_head(session)->plain_score = 0;
}

/* ---- Moving the position ------------------------------------------------------------------------------- */
bool eleven_session_undo(eleven_session *session, double now)
{
    if (session->position <= 1)
        return refuse(session, ELEVEN_IMPOSSIBLE);
    const eleven_entry *undone = current_entry(session);
    if (!session->entries[session->position - 1].begins_game && !undone->ply.keeps_playing) {
        current_head(session)->plain_score = eleven_record_plain_score(undone->head, undone->after.score);
        count_one(&current_head(session)->undos);
    }
    session->position--;
    show_change(session, NULL, NULL, now);
    return true;
}

/* Computes again what the entry before the position did. */
static void show_again(eleven_session *session, double now)
{
    const eleven_entry *at = current_entry(session);
    if (session->entries[session->position - 1].begins_game) {
        eleven_events events = start_events(at->head);
        show_change(session, at->head->from_board ? NULL : &events, NULL, now);
    } else if (at->ply.keeps_playing) {
        show_change(session, NULL, NULL, now);
    } else {
        eleven_game game = at[-1].after;
        eleven_events events;
        eleven_game_slide(&at->head->rules, &game, at->ply.direction, &events);
        events.spawn_count = at->ply.spawn_count;
        memcpy(events.spawns, at->ply.spawns, sizeof events.spawns);
        show_change(session, &events, &at[-1].after.board, now);
    }
}

bool eleven_session_redo(eleven_session *session, double now)
{
    return eleven_session_seek(session, session->position + 1, now);
}

bool eleven_session_seek(eleven_session *session, size_t position, double now)
{
    if (position < 1 || position > session->length)
        return refuse(session, ELEVEN_IMPOSSIBLE);
    bool one_forward = position == session->position + 1;
    session->position = position;
    if (one_forward)
        show_again(session, now);
    else
        show_change(session, NULL, NULL, now);
    return true;
}

/* ---- Looking ------------------------------------------------------------------------------------------- */
size_t eleven_session_length(const eleven_session *session)
{
    return session->length;
}

size_t eleven_session_position(const eleven_session *session)
{
    return session->position;
}

const eleven_rules *eleven_session_rules(const eleven_session *session)
{
    return &current_entry(session)->head->rules;
}

const eleven_game *eleven_session_game(const eleven_session *session)
{
    return &current_entry(session)->after;
}

eleven_status eleven_session_status(const eleven_session *session)
{
    return eleven_game_status(eleven_session_rules(session), eleven_session_game(session));
}

void eleven_session_record(const eleven_session *session, eleven_record *record)
{
    *record = *current_entry(session)->head;
    record->has_end = true;
    record->status = eleven_session_status(session);
    record->score = eleven_session_game(session)->score;
    record->moves = eleven_session_game(session)->ply;
}

const eleven_events *eleven_session_events(const eleven_session *session, const eleven_board **before)
{
    if (before)
        *before = &session->before;
    return &session->events;
}

size_t eleven_session_print(const eleven_session *session, char *text, size_t size)
{
    eleven_record record;
    eleven_session_record(session, &record);
    text_out out = core_text_into(text, size);
    core_put_record(&record, &out);
    for (size_t i = current_entry(session)->game + 1; i < session->position; i++)
        core_put_ply(&record.rules, record.start.board.w, &session->entries[i].ply, session->entries[i - 1].after.ply,
                     &out);
    core_put_char(&out, '\n');
    return out.length;
}

/* ---- Saving -------------------------------------------------------------------------------------------- */
const eleven_entry *eleven_session_entry(const eleven_session *session, size_t index)
{
    assert(index < session->length);
    return &session->entries[index];
}

size_t eleven_session_unsaved(const eleven_session *session)
{
    return session->unsaved;
}

void eleven_session_saved(eleven_session *session)
{
    session->unsaved = session->length;
}
