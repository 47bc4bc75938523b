/* States as immutable, shared values, and the choices that lead from one to the next. Texts about states are in
 * interactive_text.c, chains in interactive_chain.c; this file needs neither.
 *
 * A state is freed alone; what it shares with others, its head and its past, is freed with the last of them. */
#include "session/session_room.h"
#include "base/memory.h"
#include "base/problem.h"
#include "core/core.h"

#include <assert.h>
#include <string.h>

/* ---- The past ------------------------------------------------------------------------------------------ */
/* Every so many plies the past contains the game. Fewer: Undo is faster; more: less memory. */
enum { PAST_PLIES = 8 };

/* What Undo needs of a state; it shares the past of the state. NULL: out of memory. */
static session_past *past_new(const eleven_state *state)
{
    const eleven_ply *ply = &state->ply;
    unsigned spawns = state->has_ply ? ply->spawn_count : 0;
    unsigned distance = state->has_ply ? (state->before->distance + 1u) % PAST_PLIES : 0;
    size_t tiles = spawns * sizeof *ply->spawns, rest = sizeof state->gain + sizeof state->game;
    session_past *past = memory_new(sizeof *past + tiles + (distance ? 0 : rest));
    if (!past)
        return NULL;
    eleven_choice choice = !state->has_ply      ? ELEVEN_CHOICE_BEGIN
                           : ply->keeps_playing ? ELEVEN_CHOICE_KEEP
                                                : eleven_direction_choice(ply->direction);
    *past = (session_past){state->before, 1, (uint8_t)distance, (uint8_t)choice, (uint8_t)spawns};
    memcpy(past->bytes, ply->spawns, tiles);
    if (distance == 0) {
        memcpy(past->bytes + tiles, &state->gain, sizeof state->gain);
        memcpy(past->bytes + tiles + sizeof state->gain, &state->game, sizeof state->game);
    }
    if (past->before)
        past->before->users++;
    return past;
}

/* A long game has a long past, so a loop frees it; recursion would use up the stack. */
static void past_free(session_past *past)
{
    while (past && --past->users == 0) {
        session_past *before = past->before;
        memory_free(past);
        past = before;
    }
}

static eleven_ply past_ply(const session_past *past)
{
    eleven_ply ply = {.keeps_playing = past->choice == ELEVEN_CHOICE_KEEP, .spawn_count = past->spawn_count};
    if (!ply.keeps_playing)
        ply.direction = session_choice_direction((eleven_choice)past->choice);
    memcpy(ply.spawns, past->bytes, past->spawn_count * sizeof *ply.spawns);
    return ply;
}

/* Finds the game, and returns the gain of the ply before it. It calls itself fewer than PAST_PLIES times. */
static uint64_t past_game(const session_past *past, const eleven_rules *rules, eleven_game *game)
{
    uint64_t gain = 0;
    if (past->distance == 0) {
        const unsigned char *rest = past->bytes + past->spawn_count * sizeof(eleven_tile);
        memcpy(game, rest + sizeof gain, sizeof *game);
        memcpy(&gain, rest, sizeof gain);
        return gain;
    }
    past_game(past->before, rules, game);
    eleven_ply ply = past_ply(past);
    eleven_events events = {.gain = 0};
    if (ply.keeps_playing)
        eleven_game_keep_playing(rules, game);
    else
        eleven_game_slide(rules, game, ply.direction, &events);
    for (unsigned i = 0; i < ply.spawn_count; i++)
        eleven_board_place(&game->board, ply.spawns[i]);
    return events.gain;
}

/* ---- States -------------------------------------------------------------------------------------------- */
void eleven_state_free(eleven_state *state)
{
    if (!state)
        return;
    past_free(state->before);
    if (--state->head->users == 0)
        memory_free(state->head);
    memory_free(state);
}

/* A copy that shares what the original shares. */
static eleven_state *state_copy(const eleven_state *state)
{
    eleven_state *copy = memory_new(sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *state;
    copy->wants_hint = false;
    copy->head->users++;
    if (copy->before)
        copy->before->users++;
    return copy;
}

/* A state that Undo leads back to `state` from. */
static eleven_state *state_behind(const eleven_state *state)
{
    eleven_state *after = state_copy(state);
    session_past *past = after ? past_new(state) : NULL;
    if (!past) {
        eleven_state_free(after);
        return NULL;
    }
    past_free(after->before);
    after->before = past;
    return after;
}

eleven_state *eleven_state_new(const eleven_record *head)
{
    eleven_state *state = memory_zeroed(1, sizeof *state);
    session_head *shared = memory_new(sizeof *shared);
    if (!state || !shared) {
        memory_free(state);
        memory_free(shared);
        return NULL;
    }
    *shared = (session_head){1, *head};
    shared->record.has_end = false;
    state->head = shared;
    state->game = head->start;
    return state;
}

/* ---- Looking ------------------------------------------------------------------------------------------- */
const eleven_record *eleven_state_head(const eleven_state *state)
{
    return &state->head->record;
}

const eleven_game *eleven_state_game(const eleven_state *state)
{
    return &state->game;
}

bool eleven_state_has_begun(const eleven_state *state)
{
    return state->before != NULL;
}

eleven_status eleven_state_status(const eleven_state *state)
{
    return state->before ? eleven_game_status(&state->head->record.rules, &state->game) : ELEVEN_STATUS_PLAYING;
}

/* A count that a record states may be nearly the largest one already. */
static uint32_t sum_of_counts(uint32_t a, uint32_t b)
{
    return b < UINT32_MAX - a ? a + b : UINT32_MAX;
}

eleven_record session_state_record(const eleven_state *state)
{
    eleven_record record = state->head->record;
    if (eleven_record_class(&record) == ELEVEN_CLASS_PLAIN)
        record.plain_score = state->plain_score;
    record.undos = sum_of_counts(record.undos, state->undos);
    record.hints = sum_of_counts(record.hints, state->hints);
    return record;
}

static uint64_t state_plain_score(const eleven_state *state)
{
    eleven_record record = session_state_record(state);
    return eleven_record_plain_score(&record, state->game.score);
}

uint64_t eleven_state_gain(const eleven_state *state)
{
    return state->gain;
}

eleven_ply *session_state_plies(const eleven_state *state, size_t *count)
{
    *count = state->has_ply;
    for (const session_past *at = state->before; at; at = at->before)
        *count += at->choice != ELEVEN_CHOICE_BEGIN;
    eleven_ply *plies = memory_new((*count + 1) * sizeof *plies);
    size_t i = *count;
    if (plies && state->has_ply)
        plies[--i] = state->ply;
    for (const session_past *at = state->before; plies && at; at = at->before)
        if (at->choice != ELEVEN_CHOICE_BEGIN)
            plies[--i] = past_ply(at);
    return plies;
}

/* ---- Choices ------------------------------------------------------------------------------------------- */
static bool has_not_begun(const eleven_state *state)
{
    return !state->before;
}

static bool can_undo(const eleven_state *state)
{
    return state->before && state->before->before;
}

static bool is_being_played(const eleven_state *state)
{
    return state->before && eleven_state_status(state) == ELEVEN_STATUS_PLAYING;
}

static bool can_keep(const eleven_state *state)
{
    return eleven_state_status(state) == ELEVEN_STATUS_WON && !state->head->record.rules.goal_ends;
}

#define NO_DIRECTION ((eleven_direction)ELEVEN_DIRECTIONS)
#define NO_CHOICE    ((eleven_choice)ELEVEN_CHOICES)

/* A choice is open where its function says so and, for a move, its direction changes the board. */
static const struct {
    const char *label, *word;
    bool (*is_open)(const eleven_state *state);
    eleven_direction direction;
} choices[ELEVEN_CHOICES] = {
    [ELEVEN_CHOICE_BEGIN] = {"Begin Game", "Begin", has_not_begun, NO_DIRECTION},
    [ELEVEN_CHOICE_GRID] = {"# Show Grid", "Grid", eleven_state_has_begun, NO_DIRECTION},
    [ELEVEN_CHOICE_UP] = {"Up", "Up", is_being_played, ELEVEN_UP},
    [ELEVEN_CHOICE_DOWN] = {"Down", "Down", is_being_played, ELEVEN_DOWN},
    [ELEVEN_CHOICE_LEFT] = {"Left", "Left", is_being_played, ELEVEN_LEFT},
    [ELEVEN_CHOICE_RIGHT] = {"Right", "Right", is_being_played, ELEVEN_RIGHT},
    [ELEVEN_CHOICE_UNDO] = {"Undo", "Undo", can_undo, NO_DIRECTION},
    [ELEVEN_CHOICE_HINT] = {"Hint", "Hint", is_being_played, NO_DIRECTION},
    [ELEVEN_CHOICE_KEEP] = {"Keep Playing", "Keep", can_keep, NO_DIRECTION},
};

static bool is_open(const eleven_state *state, eleven_choice choice)
{
    eleven_direction direction = choices[choice].direction;
    return choices[choice].is_open(state) &&
           (direction == NO_DIRECTION ||
            eleven_board_legal(&state->head->record.rules, &state->game.board) >> direction & 1);
}

const char *eleven_choice_word(eleven_choice choice)
{
    assert((unsigned)choice < ELEVEN_CHOICES);
    return choices[choice].word;
}

eleven_direction session_choice_direction(eleven_choice choice)
{
    return choices[choice].direction;
}

eleven_choice eleven_direction_choice(eleven_direction direction)
{
    assert((unsigned)direction < ELEVEN_DIRECTIONS);
    eleven_choice choice = ELEVEN_CHOICE_UP;
    while (choices[choice].direction != direction)
        choice++;
    return choice;
}

unsigned eleven_state_options(const eleven_state *state, const eleven_player *player,
                              eleven_option options[ELEVEN_OPTIONS_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < ELEVEN_CHOICES; i++)
        if ((player || i != ELEVEN_CHOICE_HINT) && is_open(state, (eleven_choice)i))
            options[count++] = (eleven_option){(eleven_choice)i, choices[i].label, choices[i].word};
    return count;
}

/* ---- Choosing ------------------------------------------------------------------------------------------ */
eleven_error eleven_state_move(eleven_state *state, eleven_direction direction, eleven_ply *ply, eleven_state **next)
{
    eleven_game game = state->game;
    eleven_events events;
    *next = NULL;
    if (!state->before || !session_step(&state->head->record, &game, direction, &events))
        return ELEVEN_IMPOSSIBLE;
    eleven_ply done = eleven_ply_from(direction, &events);
    *next = eleven_state_follow(state, &done, &game, events.gain);
    if (*next && ply)
        *ply = done;
    return *next ? ELEVEN_OK : ELEVEN_NO_MEMORY;
}

eleven_state *eleven_state_follow(eleven_state *state, const eleven_ply *ply, const eleven_game *after, uint64_t gain)
{
    eleven_state *next = state_behind(state);
    if (!next)
        return NULL;
    next->has_ply = true;
    next->ply = *ply;
    next->game = *after;
    next->gain = gain;
    return next;
}

static eleven_state *state_step(eleven_state *state, eleven_direction direction)
{
    eleven_state *next;
    eleven_state_move(state, direction, NULL, &next);
    return next;
}

static eleven_state *state_keep(eleven_state *state)
{
    eleven_game after = state->game;
    eleven_game_keep_playing(&state->head->record.rules, &after);
    return eleven_state_follow(state, &(eleven_ply){.keeps_playing = true}, &after, 0);
}

static eleven_state *state_undo(const eleven_state *state)
{
    const session_past *past = state->before;
    eleven_state *after = state_copy(state);
    if (!after)
        return NULL;
    after->gain = past_game(past, &state->head->record.rules, &after->game);
    after->has_ply = past->choice != ELEVEN_CHOICE_BEGIN;
    after->ply = after->has_ply ? past_ply(past) : (eleven_ply){.spawn_count = 0};
    after->undos += !state->ply.keeps_playing;
    after->plain_score = state->ply.keeps_playing ? state->plain_score : state_plain_score(state);
    after->before = past->before;
    after->before->users++;
    past_free(state->before);
    return after;
}

static eleven_state *state_hint(eleven_state *state)
{
    eleven_state *after = state_copy(state);
    if (after)
        after->wants_hint = true;
    if (after && !state->wants_hint) {
        after->plain_score = state_plain_score(state);
        after->hints++;
    }
    return after;
}

static eleven_state *next_state(eleven_state *state, eleven_choice choice)
{
    switch (choice) {
    case ELEVEN_CHOICE_BEGIN: return state_behind(state);
    case ELEVEN_CHOICE_GRID: return state_copy(state);
    case ELEVEN_CHOICE_UNDO: return state_undo(state);
    case ELEVEN_CHOICE_HINT: return state_hint(state);
    case ELEVEN_CHOICE_KEEP: return state_keep(state);
    default: return state_step(state, choices[choice].direction);
    }
}

/* ---- By word ------------------------------------------------------------------------------------------- */
static eleven_choice choice_of_word(const char *word, size_t length)
{
    unsigned i = 0;
    while (i < ELEVEN_CHOICES && (strlen(choices[i].word) != length || memcmp(choices[i].word, word, length) != 0))
        i++;
    return (eleven_choice)i;
}

/* Why the word cannot be chosen here. */
static const char *objection(const eleven_state *state, eleven_choice choice)
{
    if (choice == NO_CHOICE)
        return "there is no option";
    if (choice == ELEVEN_CHOICE_BEGIN)
        return "the game has begun before";
    if (!state->before)
        return "the game has not begun before";
    if (choice == ELEVEN_CHOICE_UNDO)
        return "there is no move to take back with";
    if (choice == ELEVEN_CHOICE_KEEP)
        return eleven_state_status(state) == ELEVEN_STATUS_WON ? "under these rules the game ends before"
                                                               : "only a won game can be continued by";
    switch (eleven_state_status(state)) {
    case ELEVEN_STATUS_WON: return "the game is won before";
    case ELEVEN_STATUS_LOST: return "the game is lost before";
    default: return "nothing moves with";
    }
}

eleven_error eleven_state_choose(eleven_state *state, const char *word, size_t length, eleven_state **next,
                                 eleven_problem *problem)
{
    eleven_choice choice = choice_of_word(word, length);
    if (choice == NO_CHOICE || !is_open(state, choice))
        return core_fail_quoting((text_word){word, length, 1, 1}, objection(state, choice), problem);
    *next = next_state(state, choice);
    return *next ? ELEVEN_OK : problem_no_memory(problem);
}
