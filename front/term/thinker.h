/* A player that thinks on a thread of its own, so that keys act while it does. It is asked about one board at a time;
 * a new question takes the place of the one before. */
#ifndef ELEVEN_THINKER_H
#define ELEVEN_THINKER_H

#include "eleven.h"

struct thinker;

typedef enum thought {
    THOUGHT_NONE, /* no answer yet */
    THOUGHT_READY,
    THOUGHT_FAILED, /* there is no such player, or it found no move */
} thought;

/* Gives a thinker, which opens the player of that name by itself (this may take a second); NULL where there is
 * not enough memory. `name` is borrowed. To be called while the terminal is open: signals are then let in only where
 * the terminal waits for them, never on the new thread. */
struct thinker *thinker_new(const char *name, uint64_t seed);

/* NULL is fine. Never waits: a thread that still thinks cleans up when it is done. */
void thinker_free(struct thinker *thinker);

/* All are copied. */
void thinker_ask(struct thinker *thinker, const eleven_rules *rules, const eleven_board *board,
                 const eleven_budget *budget);

/* What came of the last question, waiting for it `milliseconds` at most; fills `advice` where it is ready. */
thought thinker_wait(struct thinker *thinker, double milliseconds, eleven_advice *advice);

#endif
