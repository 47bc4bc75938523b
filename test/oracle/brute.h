/* Perfect play worked out by plain recursion over every board, one by one: no symmetries, no layers, face values
 * instead of ranks, moves by the oracle. Tests hold the solver against it on boards of a few cells. */
#ifndef BRUTE_H
#define BRUTE_H

#include "oracle.h"

enum { BRUTE_CELLS = 10 };

/* What a board is worth, each by a play of its own. */
typedef struct brute_worth {
    double score, moves;                            /* the greatest mean */
    double reached, missed;                         /* a tile of the face value asked for, by play that wants it */
    double forced_score, forced_moves, forced_face; /* against the worst tiles */
} brute_worth;

typedef struct brute_counts {
    uint64_t boards, lost, won, afters;                             /* every mirror image is one of its own */
    uint64_t positions, lost_positions, won_positions, afterstates; /* mirror images are one */
    uint64_t largest;                                               /* face value */
} brute_counts;

/* For boards of one size, with tiles below 65536. */
typedef struct brute_force brute_force;

/* `wanted` is the face value to reach; `rules` are read as data only: weights, start tiles, goal. */
brute_force *brute_open(const oracle_rules *oracle, const eleven_rules *rules, uint64_t wanted);
void brute_close(brute_force *brute);

/* All games of that size from their start tiles on. */
brute_worth brute_start(brute_force *brute, unsigned w, unsigned h);

/* A board on which the player is to move, and one after a slide, before its new tiles. */
brute_worth brute_board(brute_force *brute, const oracle_grid *grid);
brute_worth brute_after(brute_force *brute, const oracle_grid *grid);

/* What was met so far. */
brute_counts brute_count(const brute_force *brute);

#endif
