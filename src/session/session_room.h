/* What the files of session share: what a session and a state are made of, and the one step that both make. */
#ifndef SESSION_SESSION_ROOM_H
#define SESSION_SESSION_ROOM_H

#include "eleven/interactive.h"
#include "eleven/session.h"

/* ---- Steps -------------------------------------------------------------------------------------------- */
/* One move of a game that this head describes. Its new tiles follow from the seed; where the record has none, from the
 * position, so that undo cannot re-roll them there either. */
bool session_step(const eleven_record *head, eleven_game *game, eleven_direction direction, eleven_events *events);

/* ---- Sessions ----------------------------------------------------------------------------------------- */
/* The entry that begins a game owns its head. The first `position` entries are in effect; those from `unsaved` on have
 * not been saved. `hinted` is the position for which a hint was shown since the last move; 0: none. `events` are those
 * of the last action, `before` the board before it, `since` its time; `animates`: it is shown moving. `error`: why the
 * last action that returned false did so. */
struct eleven_session {
    eleven_entry *entries;
    size_t length, capacity;
    size_t position, unsaved;
    size_t hinted;
    eleven_events events;
    eleven_board before;
    double since;
    bool animates;
    eleven_error error;
};

/* ---- States ------------------------------------------------------------------------------------------- */
/* The head that all states of one game share; `users` counts them. */
typedef struct session_head {
    size_t users;
    eleven_record record;
} session_head;

/* A state never changes. States share heads and predecessors, and count who uses them:
 *
 *     state --before--> state --before--> ... --before--> the state before the game begins
 *
 * `before` is where Undo leads. `has_ply`: `ply` with its `gain` led from `before` to here; otherwise nothing did.
 * `undos` counts the moves that were taken back on the way here, `hints` the hints shown, and `plain_score` is
 * the score before the first of both. */
struct eleven_state {
    size_t users;
    session_head *head;
    eleven_state *before;
    eleven_game game;
    eleven_ply ply;
    uint64_t gain;
    uint32_t undos, hints;
    uint64_t plain_score;
    bool has_begun, has_ply, wants_hint;
};

/* The head of the game, with what happened on the way here. */
eleven_record session_state_record(const eleven_state *state);

/* The states that have a ply, from the first to this one: an array of `count` to be freed. NULL: out of memory. */
const eleven_state **session_state_path(const eleven_state *state, size_t *count);

/* ELEVEN_DIRECTIONS for a choice that is not a move. */
eleven_direction session_choice_direction(eleven_choice choice);

#endif
