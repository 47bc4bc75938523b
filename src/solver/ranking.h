/* The number of a board among all boards of the same sum, in the order of their keys: what a table is indexed by.
 *
 * It is the number of boards of that sum with a smaller tile on the last cell, and the same before that cell with
 * what is left of the sum, and so on: the combinatorial number system, with tiles for elements.
 */
#ifndef SOLVER_RANKING_H
#define SOLVER_RANKING_H

#include "solver/space.h"

typedef struct solve_ranking {
    const solve_space *space;
    uint64_t sums;   /* sums from 0 to sums - 1 have been counted */
    uint64_t *ways;  /* [cells][sums]: boards of the first cells with that sum */
    uint64_t *below; /* [cell][rank][sums]: those of them with a smaller tile on the cell after them */
} solve_ranking;

/* For sums up to `most`; false when memory is short. The space is borrowed. */
bool ranking_open(solve_ranking *ranking, const solve_space *space, uint64_t most);
void ranking_close(solve_ranking *ranking);

/* How many boards have that sum. */
uint64_t ranking_count(const solve_ranking *ranking, uint64_t sum);

/* The number of the key among boards of its sum. */
uint64_t ranking_of(const solve_ranking *ranking, uint64_t key, uint64_t sum);

#endif
