/* Counter-based random words, and choices taken from one. */
#include "eleven/game.h"
#include "core/fraction.h"

/* Stafford's "variant 13" of the 64-bit finalizer: a bijection in which every input bit reaches every output
 * bit. */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t eleven_random(uint64_t seed, uint64_t ply)
{
    const uint64_t golden = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / golden ratio, odd */
    return mix(mix(seed + golden) + (ply + 1) * golden);
}

unsigned fraction_below(uint64_t *word, uint32_t n)
{
    /* whole part of word * n / 2^64, by halves: wasm32 and other 32-bit targets have no 128-bit product */
    uint64_t low = (*word & UINT32_MAX) * n;
    uint64_t high = (*word >> 32) * n + (low >> 32);
    *word = high << 32 | (low & UINT32_MAX);
    return (unsigned)(high >> 32);
}

unsigned fraction_weighted(uint64_t *word, const uint32_t *weights, unsigned count)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += weights[i];
    uint32_t point = fraction_below(word, sum);
    unsigned i = 0;
    while (point >= weights[i])
        point -= weights[i++];
    return i;
}
