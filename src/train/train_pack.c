/* From what was learned to a network that fits into a file.
 *
 * A weight is valuable if leaving it out would change values often and by much. How often and by how much it was
 * corrected is known: the sum of magnitudes in its cell. So the weights with the least product of that and their square
 * are left out, as many of them as it takes to make the file small enough. */
#include "train/train_room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float bits_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Points that a weight of 1 is. Few weights are above 32767 times as much; they are cut to that. */
static const float WEIGHT_UNIT = 4;

/* The nearest multiple of the tuple's step; 0 where the cell's value is below `least`. */
static int16_t cell_weight(train_cell cell, unsigned coarse, float least)
{
    float weight = bits_float((uint32_t)cell), corrected = bits_float((uint32_t)(cell >> 48) << 16);
    if (!(cell >> 48) || !(corrected * weight * weight >= least))
        return 0;
    float step = WEIGHT_UNIT * (float)(1 << coarse);
    float most = (float)(32767 >> coarse);
    int steps = (int)lrintf(fmaxf(-most, fminf(weight / step, most)));
    return (int16_t)(steps * (1 << coarse));
}

/* Packs the weights of a tuple in one stage, which begin at `first`. */
static void tuple_pack(const training *trainer, const train_packing *packing, eleven_network *network, unsigned t,
                       size_t first)
{
    unsigned cells = trainer->recipe.tuples.at[t].count;
    float least = cells > NEAR_CELLS ? packing->least : packing->least / 64;
    for (size_t i = first; i < first + (1u << 4 * cells); i++) {
        int16_t weight = cell_weight(trainer->cells[i], network->coarse[t], least);
        if (!weight)
            continue;
        network->weights[i] = weight;
        network->facts.weights++;
    }
}

/* Zeros are not written, so that they take up no memory. */
static eleven_network *trainer_pack(const training *trainer, const train_packing *packing)
{
    const tuple_set *set = &trainer->recipe.tuples;
    eleven_network *network = player_network_new(set);
    if (!network)
        return NULL;
    network->unit = WEIGHT_UNIT;
    for (unsigned t = 0; t < set->count; t++) {
        network->coarse[t] = set->at[t].count > NEAR_CELLS ? packing->coarse_large : packing->coarse_small;
        for (unsigned stage = 0; stage < set->stages; stage++)
            tuple_pack(trainer, packing, network, t, (size_t)stage * set->size + set->at[t].first);
    }
    return network;
}

/* Halves the gap between a least value that makes the file too large and one that does not, on a logarithmic scale. */
eleven_network *train_pack_within(const training *trainer, train_packing packing, size_t size)
{
    double low = 0, high = 48;
    uint8_t *bytes = malloc(size);
    for (unsigned i = 0; bytes && i < 11; i++) {
        packing.least = exp2f((float)(low + high) / 2);
        eleven_network *network = trainer_pack(trainer, &packing);
        if (network && player_network_print(network, bytes, size))
            high = (low + high) / 2;
        else
            low = (low + high) / 2;
        eleven_network_close(network);
    }
    free(bytes);
    packing.least = exp2f((float)high);
    return bytes ? trainer_pack(trainer, &packing) : NULL;
}
