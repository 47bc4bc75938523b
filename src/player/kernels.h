/* The inner loops, compiled once for each kind of machine, and which of them this one takes. */
#ifndef PLAYER_KERNELS_H
#define PLAYER_KERNELS_H

#include "player/network_inside.h"
#include "train/train.h"

typedef struct player_kernel {
    void (*values)(const eleven_network *network, const eleven_bitboard *boards, size_t count, float *values);
    void (*play)(training *trainer, train_worker *worker, uint64_t moves);
} player_kernel;

extern const player_kernel player_kernel_plain, player_kernel_256, player_kernel_512;

/* The fastest one that this machine can run; every one gives the same results. */
const player_kernel *player_kernel_best(void);

#endif
