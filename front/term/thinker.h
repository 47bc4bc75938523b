/* A player on a thread of its own, so that keys act while it thinks. It is asked about one board at a time; a new
 * question replaces the one before. */
#ifndef TERM_THINKER_H
#define TERM_THINKER_H

#include "eleven.h"

struct thinker;

typedef enum thought {
    /* There is no answer yet. */
    THOUGHT_NONE,
    THOUGHT_READY,
    /* There is no such player, or it found no move. */
    THOUGHT_FAILED,
} thought;

/* Returns a thinker that opens the player of that name on its thread (this may take a second), or NULL when out of
 * memory. `name` is borrowed. Call it while the terminal is open: signals are then delivered only where the terminal
 * waits for them, never on the new thread. */
struct thinker *thinker_new(const char *name, uint64_t seed);

/* NULL is fine. Never waits: a thread that is still thinking cleans up when it is done. */
void thinker_free(struct thinker *thinker);

/* All arguments are copied. */
void thinker_ask(struct thinker *thinker, const eleven_rules *rules, const eleven_board *board,
                 const eleven_budget *budget);

/* The answer to the last question, after waiting for it `milliseconds` at most; fills `advice` if it is ready. */
thought thinker_wait(struct thinker *thinker, double milliseconds, eleven_advice *advice);

#endif
