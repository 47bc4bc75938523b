/* What the writer and the readers of table files share. */
#include "solver/solver_room.h"

#include <math.h>
#include <string.h>

bool elx_parts_of(const elx_layer *layer, elx_parts *parts)
{
    if (layer->low_bits > 62 || layer->positions == 0 || layer->positions >> 40 || layer->boards >> 62 ||
        layer->boards >> layer->low_bits >> 40)
        return false;
    uint64_t groups = (layer->boards >> layer->low_bits) + 1;
    parts->upper_bits = groups + layer->positions;
    parts->marks = (parts->upper_bits + 63) / 64;
    parts->lower = parts->marks + groups / ELX_STEP + 1;
    parts->codes = parts->lower + (layer->positions * layer->low_bits + 63) / 64 + 1;
    parts->words = parts->codes + (layer->positions + 3) / 4;
    return true;
}

/* ---- Codes ---------------------------------------------------------------------------------------------- */

/* The code of a stored probability: its size in 256ths of a power of two, and its sign in the upper bit.
 *
 *     0 -> 0        2^-(1 + (c - 1) / 256) -> c        so 1/2 -> 1, 1/4 -> 257, 1/8 -> 513 */
static unsigned chance_code(double stored)
{
    double chance = fabs(stored);
    unsigned code = 0;
    if (chance > 0) {
        double steps = floor((-1 - log2(chance)) * 256 + 0.5);
        code = 1 + (unsigned)fmin(fmax(steps, 0), ELX_CHANCES - 2);
    }
    return code | (signbit(stored) ? ELX_CHANCES : 0);
}

uint16_t elx_code(eleven_objective_kind kind, const elx_layer *layer, double stored, eleven_direction best)
{
    unsigned code = 0;
    if (kind == ELEVEN_REACH)
        code = chance_code(stored);
    else if (layer->step > 0)
        code = (unsigned)((stored - layer->low) / layer->step + 0.5);
    return (uint16_t)(code << 2 | (unsigned)best);
}

eleven_worth elx_value(eleven_objective_kind kind, const elx_layer *layer, uint16_t code)
{
    unsigned value = code >> 2;
    if (kind != ELEVEN_REACH)
        return (eleven_worth){.value = layer->low + layer->step * value};
    unsigned steps = value % ELX_CHANCES;
    double chance = steps ? exp2(-1 - (double)(steps - 1) / 256) : 0;
    return value >= ELX_CHANCES ? (eleven_worth){1 - chance, chance} : (eleven_worth){chance, 1 - chance};
}

uint64_t elx_checksum(uint64_t sum, const void *words, size_t count)
{
    const char *at = words;
    for (size_t i = 0; i < count; i++) {
        uint64_t word;
        memcpy(&word, at + 8 * i, sizeof word);
        sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    return sum;
}
