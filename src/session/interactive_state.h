/* What a state is made of; for src/session/interactive*.c alone.
 *
 *     state --before--> state --before--> ... --before--> the state before the game begins
 *
 * `before` is where Undo leads. It is shared and counted, like the head that all states of a game have. */
#ifndef ELEVEN_INTERACTIVE_STATE_H
#define ELEVEN_INTERACTIVE_STATE_H

#include "eleven/interactive.h"

typedef struct shared_head {
    size_t users;
    eleven_record record;
} shared_head;

struct eleven_state {
    size_t users;
    shared_head *head;
    eleven_state *before; /* NULL before the game begins */
    eleven_game game;
    eleven_ply ply; /* what led from `before` to here, unless `made` says that nothing did */
    uint64_t gain;  /* of that ply */
    uint32_t undos; /* how many moves were taken back on the way here */
    bool has_begun;
    bool made; /* there is a ply */
    bool asks; /* for a hint */
};

/* The states from the first that has a ply to this one, to be freed; `count` of them. NULL: no memory. */
const eleven_state **state_path(const eleven_state *state, size_t *count);

/* The problem's sentence becomes "SENTENCE 'word'", the word made printable and shortened. */
void state_quote(const char *sentence, const char *word, size_t length, eleven_problem *problem);

/* ELEVEN_DIRECTIONS for a choice that is no move. */
eleven_direction choice_direction(eleven_choice choice);

#endif
