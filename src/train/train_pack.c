/* From what was learned to a network that fits a file.
 *
 * A weight is worth its place when leaving it out would change values often and by much. How often and by much it
 * was corrected is known (the sum of magnitudes in its cell), so weights with a small product of that and their
 * square go first, and more of them until the file is small enough. */
#include "train/train_pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float half_float(uint32_t bits)
{
    float value;
    bits <<= 16;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float cell_weight(train_cell cell)
{
    float value;
    uint32_t bits = (uint32_t)cell;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Points that a weight of 1 stands for. Few weights are above 32767 times as much; they are cut to that. */
static const float unit = 4;

/* The nearest multiple of the tuple's step; 0 where the cell is not worth it. */
static int16_t weight_of(train_cell cell, unsigned coarse, float worth)
{
    float weight = cell_weight(cell), corrected = half_float((uint32_t)(cell >> 48));
    if (!(cell >> 48) || !(corrected * weight * weight >= worth))
        return 0;
    float step = unit * (float)(1 << coarse);
    float most = (float)(32767 >> coarse);
    int steps = (int)lrintf(fmaxf(-most, fminf(weight / step, most)));
    return (int16_t)(steps * (1 << coarse));
}

eleven_network *train_pack(const training *trainer, const pack_plan *plan)
{
    const tuple_set *set = &trainer->recipe.tuples;
    eleven_network *made = network_new(set);
    if (!made)
        return NULL;
    made->unit = unit;
    for (unsigned t = 0; t < set->count; t++)
        made->coarse[t] = set->at[t].count > 4 ? plan->coarse_large : plan->coarse_small;
    for (unsigned stage = 0; stage < set->stages; stage++)
        for (unsigned t = 0; t < set->count; t++) {
            size_t first = (size_t)stage * set->size + set->at[t].first;
            for (size_t i = first; i < first + (1u << 4 * set->at[t].count); i++) {
                int16_t weight = weight_of(trainer->cells[i], made->coarse[t],
                                           set->at[t].count > 4 ? plan->worth : plan->worth / 64);
                if (weight) {
                    made->weights[i] = weight;
                    made->facts.weights++;
                }
            }
        }
    return made;
}

/* Halves the gap between a worth that makes the file too large and one that does not. */
eleven_network *train_pack_within(const training *trainer, pack_plan plan, size_t size)
{
    double low = 0, high = 48; /* of log2(worth) */
    uint8_t *bytes = malloc(size);
    for (unsigned i = 0; bytes && i < 11; i++) {
        plan.worth = exp2f((float)(low + high) / 2);
        eleven_network *tried = train_pack(trainer, &plan);
        if (tried && network_print(tried, bytes, size))
            high = (low + high) / 2;
        else
            low = (low + high) / 2;
        eleven_network_close(tried);
    }
    free(bytes);
    plan.worth = exp2f((float)high);
    return bytes ? train_pack(trainer, &plan) : NULL;
}
