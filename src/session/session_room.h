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

/* A position that Undo leads back to. States share these, so they are small: most contain only the ply that led to
 * them, and their game is found from the last one before them that contains it.
 *
 *     state --before--> past --before--> past --before--> ... --before--> the position before the game begins */
typedef struct session_past {
    struct session_past *before;
    uint32_t users;
    /* How many plies after the last one that contains a game. 0: this one; its gain and game follow the tiles. */
    uint8_t distance;
    /* An eleven_choice: a move or Keep; Begin where no ply led. */
    uint8_t choice;
    uint8_t spawn_count;
    unsigned char bytes[];
} session_past;

/* A state never changes. `before` is where Undo leads; NULL: the game has not begun. `has_ply`: `ply` with its `gain`
 * led from there to here; otherwise nothing did. `undos` counts the moves that were taken back on the way here, `hints`
 * the hints shown, and `plain_score` is the score before the first of both. */
struct eleven_state {
    session_head *head;
    session_past *before;
    eleven_game game;
    eleven_ply ply;
    uint64_t gain;
    uint32_t undos, hints;
    uint64_t plain_score;
    bool has_ply, wants_hint;
};

/* The head of the game, with what happened on the way here. */
eleven_record session_state_record(const eleven_state *state);

/* The plies from the begin to this state: an array of `count` to be freed. NULL: out of memory. */
eleven_ply *session_state_plies(const eleven_state *state, size_t *count);

/* ELEVEN_DIRECTIONS for a choice that is not a move. */
eleven_direction session_choice_direction(eleven_choice choice);

#endif
