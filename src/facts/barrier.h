/* How much longer a crowded game can last, whatever its tiles lie like. See barrier.c. */
#ifndef SOLVER_BARRIER_H
#define SOLVER_BARRIER_H

#include "eleven/game.h"

enum { BARRIER_CAP = 10 }; /* two 1024s may not merge */

/* Which tiles stand on a 4x4 board: how many of each rank. The other cells are empty. */
typedef struct barrier_tiles {
    uint8_t count[BARRIER_CAP + 1];
} barrier_tiles;

typedef struct barrier_result {
    uint32_t longest; /* the most moves that any board with these tiles can go on without a 2048 */
    size_t positions; /* that were looked at, up to symmetry */
    bool failed;      /* memory ran short: the rest means nothing */
} barrier_result;

barrier_result barrier_search(const eleven_rules *rules, const barrier_tiles *tiles);

#endif
