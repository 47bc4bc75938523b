/* Counter-based random words, and choices taken from one.
 *
 * A choice among n takes the whole part of n times the fraction; the rest is the fraction for the next choice. With the
 * fraction 0.53:
 *
 *     among 14 empty cells    14 x 0.53 = 7.42    cell 7
 *     among weights 9 and 1   10 x 0.42 = 4.2     point 4, below 9: the first */
#include "core/core.h"
#include "base/hash.h"

uint64_t eleven_random(uint64_t seed, uint64_t ply)
{
    return hash_mix(hash_mix(seed + HASH_GOLDEN) + (ply + 1) * HASH_GOLDEN);
}

/* The whole part of word * n / 2^64, by halves: wasm32 and other 32-bit targets have no 128-bit product. */
unsigned core_fraction_below(uint64_t *word, uint32_t n)
{
    uint64_t low = (*word & UINT32_MAX) * n;
    uint64_t high = (*word >> 32) * n + (low >> 32);
    *word = high << 32 | (low & UINT32_MAX);
    return (unsigned)(high >> 32);
}

unsigned core_fraction_weighted(uint64_t *word, const uint32_t *weights, unsigned count)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += weights[i];
    uint32_t point = core_fraction_below(word, sum);
    unsigned i = 0;
    while (point >= weights[i])
        point -= weights[i++];
    return i;
}
