/* A solve under way: what its parts share. */
#ifndef SOLVER_SOLVING_H
#define SOLVER_SOLVING_H

#include "eleven/solver.h"
#include "base/workers.h"
#include "solver/keyset.h"
#include "solver/shelf.h"
#include "solver/space.h"

/* A position in which a game may start. */
typedef struct solve_start {
    uint64_t key; /* canonical */
    uint64_t sum;
    double probability;
} solve_start;

/* A layer that is not empty. */
typedef struct solve_layer {
    uint64_t sum;
    eleven_solve_counts counts;
    uint64_t largest;
} solve_layer;

/* Objectives as the inner loops take them: those of the mean, then probabilities, then those of the adversary. */
typedef struct solve_plan {
    unsigned count, means, reaches; /* all; the first of them; those that follow */
    eleven_objective objective[ELEVEN_OBJECTIVES_MAX];
    unsigned asked[ELEVEN_OBJECTIVES_MAX]; /* which of the solve's objectives it is */
    unsigned first;                        /* the one that is asked for first */
} solve_plan;

typedef struct solving {
    const eleven_solve *wish;
    solve_space space;
    solve_plan plan;
    solve_crew *crew;
    solve_shelf shelf;
    solve_start *starts; /* by ascending sum */
    size_t start_count;
    solve_layer *layers; /* by ascending sum */
    size_t layer_count, layer_room;
    keyset *window; /* [sum % (rise + 1)]: positions of the layers around the present one, later with values */
    keyset after;   /* afterstates of the present layer, later with values */
    double *boards; /* [sum]: how many boards have at most that sum, reachable or not; NULL: not counted yet */
    uint64_t *keys; /* positions of the present layer, ascending */
    uint64_t *spare;
    size_t key_count, key_room;
    uint64_t memory; /* bytes used, at most */
    bool goes_on;    /* the store has the first layers already */
    eleven_solution *solution;
    eleven_problem *problem;
} solving;

eleven_error solve_fail(const solving *job, eleven_error error, const char *sentence);

/* Where games start, with probabilities. */
eleven_error starts_find(solving *job);

/* Fills `layers` and puts their keys on the shelf. */
eleven_error enumerate(solving *job);

/* Makes values from the last layer to the first, and the codes of the table. */
eleven_error valuate(solving *job);

/* Writes the table. */
eleven_error elx_write(solving *job);

/* Takes a layer's positions from the shelf into `keys`. */
eleven_error layer_load(solving *job, size_t layer);

static inline keyset *window_at(const solving *job, uint64_t sum)
{
    return &job->window[sum % (job->space.rise + 1)];
}

/* Room for `count` keys. */
bool keys_reserve(solving *job, size_t count);

/* Notes what is in use, and leaves the rest to the shelf; fails where the budget does not suffice for the layers that
 * have to be in memory at once. */
eleven_error memory_note(solving *job);

/* The share of all boards whose sum is at most so much: an estimate of how far the enumeration has come. */
double estimate_share(solving *job, uint64_t sum);

#endif
