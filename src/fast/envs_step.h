/* What envs.c and its vector kernels share. */
#ifndef FAST_ENVS_STEP_H
#define FAST_ENVS_STEP_H

#include "eleven/envs.h"
#include "fast/words.h"

/* A new tile has rank 1 with probability ones / sum, otherwise rank 2. */
typedef struct tile_chance {
    uint32_t ones, sum;
} tile_chance;

/* The results of one action each in eight environments: `moved` is 0 or 1; `legal` is four bytes of 0 or 1, by
 * direction; `ranks` are the first and the last eight cells, a byte each. The last two are 1 where a board has moved
 * and where no direction is legal. */
typedef struct eight_steps {
    uint64_t low[8], gain[8], moved[8];
    uint64_t ranks[2][8];
    uint32_t legal[8];
    uint8_t has_moved[8], over[8];
} eight_steps;

typedef bool eight_stepper(const eleven_rowtable *table, tile_chance chance, const eleven_env *envs,
                           const uint8_t *actions, eight_steps *steps);
#ifdef __x86_64__
eight_stepper envs_step_256, envs_step_512;
#endif

#endif
