/* What the parts of enumerating a layer share. */
#ifndef SOLVER_ENUMERATING_H
#define SOLVER_ENUMERATING_H

#include "solver/solving.h"

/* What one thread found in a layer. */
typedef struct layer_tally {
    _Alignas(64) eleven_solve_counts counts;
    uint64_t largest;
} layer_tally;

typedef struct layer_work {
    solving *job;
    uint64_t sum;
    size_t slides_most, spawns_most; /* keys that one thing can add */
    size_t found;                    /* keys taken out of the set so far */
    layer_tally tally[CREW_MOST];
} layer_work;

/* Adds to the window what new tiles make of the afterstates; false when memory is short. */
bool spawn_all(layer_work *work);

#endif
