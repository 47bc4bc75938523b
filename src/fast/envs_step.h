/* What envs.c and its vector kernels share. */
#ifndef FAST_ENVS_STEP_H
#define FAST_ENVS_STEP_H

#include "eleven/envs.h"
#include "fast/words.h"

/* A new tile has rank 1 with probability ones / sum, otherwise rank 2. */
typedef struct tile_chance {
    uint32_t ones, sum;
} tile_chance;

/* The results of one action each in eight environments. `moved` is all bits or none; `ranks` are sixteen bytes per
 * board. */
typedef struct eight_steps {
    uint64_t low[8], gain[8], moved[8], legal[8];
    uint64_t ranks[8][2];
} eight_steps;

typedef bool eight_stepper(const eleven_rowtable *table, tile_chance chance, const eleven_env *envs,
                           const uint8_t *actions, eight_steps *steps);
#ifdef __x86_64__
eight_stepper envs_step_256, envs_step_512;
#endif

#endif
