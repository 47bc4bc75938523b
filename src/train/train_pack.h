/* From what was learned to a network that fits a file. */
#ifndef PLAYER_TRAIN_PACK_H
#define PLAYER_TRAIN_PACK_H

#include "player/network_inside.h"
#include "train/train.h"

typedef struct pack_plan {
    uint8_t coarse_large, coarse_small; /* weights are rounded to 2^coarse units; tuples of up to 4 cells apart */
    float worth;                        /* cells worth less are left out */
} pack_plan;

/* Gives a network of what was learned so far; NULL when memory is short. The second one leaves out as much as it
 * takes to fit a file of `size` bytes. */
eleven_network *train_pack(const training *trainer, const pack_plan *plan);
eleven_network *train_pack_within(const training *trainer, pack_plan plan, size_t size);

#endif
