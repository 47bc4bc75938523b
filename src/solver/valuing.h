/* What the parts of valuing a layer share. */
#ifndef SOLVER_VALUING_H
#define SOLVER_VALUING_H

#include "solver/solving.h"

enum { NO_SLOT = UINT32_MAX };

/* Where the slides of a position lead. */
typedef struct slide_set {
    uint32_t slot[ELEVEN_DIRECTIONS]; /* of the set of afterstates; NO_SLOT: not legal */
    uint32_t gain[ELEVEN_DIRECTIONS];
} slide_set;

typedef struct value_work {
    solving *job;
    const solve_layer *layer;
    slide_set *slides; /* of every position of the layer */
    double *first;     /* value under the first objective */
    uint8_t *best;     /* and the direction that it takes */
    size_t room;
} value_work;

/* The values of a position in the window. */
static inline const double *values_of(const solving *job, uint64_t key, uint64_t sum)
{
    return (const double *)keyset_find(window_at(job, sum), key);
}

/* Values the afterstates in slots from..to-1: work of a sweep, whose context is a value_work. */
bool value_afterstates(void *context, unsigned member, size_t from, size_t to);

/* What is stored of a valued layer: how the values of the start stand after it, then the values of its positions. */
typedef struct stored_values {
    uint64_t starts_left;
    double total[2 * ELEVEN_OBJECTIVES_MAX];
} stored_values;

/* Keeps the values of a layer in the store, as long as layers below need them. */
eleven_error store_values(solving *job, size_t layer, const stored_values *facts);

/* Finds the layers valued before an interruption; `next` becomes how many are left. */
eleven_error go_on(solving *job, stored_values *facts, size_t *next);

#endif
