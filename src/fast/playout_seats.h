/* What playout.c and its kernels share. */
#ifndef FAST_PLAYOUT_SEATS_H
#define FAST_PLAYOUT_SEATS_H

#include "fast/words.h"

enum {
    SEATS = 16,

    /* What `in_vain` is where all directions have been drawn in vain; where a row needs another path, and nothing has
     * been done. Adding 1 sets bit 4 of these two only. */
    ALL_IN_VAIN = 15,
    SEAT_IS_RARE = 16,
    SEAT_IS_TAKEN = 16,
};

/* Games that are played at the same time, while all their rows are compact. */
typedef struct playout_seats {
    uint64_t low[SEATS], score[SEATS], moves[SEATS];

    /* The two words of each game's chance. */
    uint64_t a[SEATS], b[SEATS];

    /* Directions drawn since the last move, as bits. */
    uint64_t in_vain[SEATS];

    /* SEAT_IS_TAKEN where a game is played, 0 where there is none. */
    uint64_t is_taken[SEATS];
} playout_seats;

/* Plays in the first `count` seats (and some more, to fill a vector) until a game is over or rare. All kernels give the
 * same results. */
typedef void playout_turns(const eleven_rowtable *table, playout_seats *seats, unsigned count);

playout_turns playout_turns_128;
#ifdef __x86_64__
playout_turns playout_turns_256, playout_turns_512;
#endif

#endif
