/* How strong a network is, looking one move ahead. */
#ifndef PLAYER_TRAIN_MEASURE_H
#define PLAYER_TRAIN_MEASURE_H

#include "eleven/network.h"

typedef struct strength {
    uint64_t games, moves;
    double mean, error; /* of the score, and its standard error */
    uint64_t reach[20]; /* games whose largest tile had this rank */
} strength;

/* Plays that many games by the best value one move ahead; game i depends on seed + i alone. Stops early, with
 * fewer games, where *stop becomes true (NULL: never). */
strength network_measure(const eleven_network *network, uint64_t seed, uint64_t games, const volatile int *stop);

#endif
