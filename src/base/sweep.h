/* A crew going through many things, block by block. */
#ifndef SOLVER_SWEEP_H
#define SOLVER_SWEEP_H

#include "base/workers.h"

#include <stddef.h>

enum { SWEEP_BLOCK = 64 }; /* positions or slots at once */

typedef struct solve_sweep {
    solve_crew *crew;
    size_t count, block;
    void *context;

    /* Deals with things from..to-1; false where it did nothing and has to be called again for the same ones. */
    bool (*work)(void *context, unsigned member, size_t from, size_t to);

    size_t next;
    bool is_refused;
    size_t left[CREW_MOST][2]; /* the block that each member could not do */
} solve_sweep;

/* Goes on with the sweep (all fields below `work` 0 at first). True when all is done; false where somebody refused:
 * call it again when the cause is removed. */
bool sweep_run(solve_sweep *sweep);

#endif
