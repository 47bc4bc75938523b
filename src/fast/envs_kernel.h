/* Eight environments, as many side by side as a vector has words: the step of envs.c for boards without a tile above
 * 32768. Included by vectors_256.c and vectors_512.c, which set LANES_BITS, the bits of a vector,
 * and ENVS_STEP, the name of the function. */
#include "fast/envs_step.h"

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpsabi" /* everything here is inlined: no vector passes a call */
#endif

enum { SIDE_BY_SIDE = LANES_BITS / 64 };

typedef uint64_t words __attribute__((vector_size(LANES_BITS / 8)));

#define WORDS static inline __attribute__((always_inline))

/* The functions of words.h and hash_mix, for each word. */

WORDS words words_transpose(words a)
{
    words t = (a ^ (a >> 12)) & UINT64_C(0x0000f0f00000f0f0);
    a ^= t ^ (t << 12);
    t = (a ^ (a >> 24)) & UINT64_C(0x00000000ff00ff00);
    return a ^ t ^ (t << 24);
}

WORDS words words_empties(words a)
{
    a |= a >> 1;
    a |= a >> 2;
    return ~a & CELL_ONES;
}

WORDS words words_spread(words a)
{
    a &= UINT32_MAX;
    a = (a | a << 16) & UINT64_C(0x0000ffff0000ffff);
    a = (a | a << 8) & UINT64_C(0x00ff00ff00ff00ff);
    return (a | a << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

WORDS words words_take(words *word, words n)
{
    words low = (*word & UINT32_MAX) * n, high = (*word >> 32) * n + (low >> 32);
    *word = high << 32 | (low & UINT32_MAX);
    return high >> 32;
}

WORDS words words_mix(words z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The new tile of each word, see tile_of in envs.c. */
WORDS words words_tile(tile_chance chance, words low, words word)
{
    words empties = words_empties(low), count = empties * CELL_ONES;
    words index = words_take(&word, count >> 60);
    words cell = words_empties(count ^ (index + 1) * CELL_ONES) & empties;
    words sum = (words){0} + chance.sum;
    return cell << ((words)(words_take(&word, sum) >= chance.ones) & 1);
}

/* Four look-ups in each of words boards: the entries, row by row. */
WORDS void words_look_up(const eleven_rowtable *table, const words *rows, const words *end, words entry[4])
{
    for (unsigned y = 0; y < 4; y++) {
        words at = (*rows >> 16 * y & 0xffff) * 2 + *end, found = {0};
        for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
            found[i] = (&table->row[0][0])[at[i]];
        entry[y] = found;
    }
}

/* See legal_of in envs.c. */
WORDS words words_legal(words low)
{
    const uint64_t not_last = UINT64_C(0x0111011101110111), not_bottom = UINT64_C(0x0000111111111111);
    words m = words_empties(low), f = ~m & CELL_ONES;
    words same_x = words_empties(low ^ low >> 4) & f & not_last;
    words same_y = words_empties(low ^ low >> 16) & f & not_bottom;
    words left = m & f >> 4 & not_last, right = f & m >> 4 & not_last;
    words up = m & f >> 16 & not_bottom, down = f & m >> 16 & not_bottom;
    return ((words)((up | same_y) != 0) & 1 << ELEVEN_UP) | ((words)((right | same_x) != 0) & 1 << ELEVEN_RIGHT) |
           ((words)((down | same_y) != 0) & 1 << ELEVEN_DOWN) | ((words)((left | same_x) != 0) & 1 << ELEVEN_LEFT);
}

/* From environment `at` on; false where a board has or would get a tile above 32768. */
WORDS bool words_step(const eleven_rowtable *table, tile_chance chance, const eleven_env *envs, const uint8_t *actions,
                      eight_steps *steps, unsigned at)
{
    words low, stream, moves, action, entry[4], high = {0};
    for (unsigned i = 0; i < SIDE_BY_SIDE; i++) {
        low[i] = envs[at + i].board.low;
        high[i] = envs[at + i].board.high;
        stream[i] = envs[at + i].stream;
        moves[i] = envs[at + i].moves;
        action[i] = actions[at + i] & 3u;
    }
    words is_upright = (action & 1) - 1, end = (action ^ action >> 1) & 1;
    words rows = (words_transpose(low) & is_upright) | (low & ~is_upright);
    words_look_up(table, &rows, &end, entry);
    words rare = (entry[0] | entry[1] | entry[2] | entry[3]) & ROW_IS_RARE;
    words slid = (entry[0] & 0xffff) | (entry[1] & 0xffff) << 16 | (entry[2] & 0xffff) << 32 | entry[3] << 48;
    slid = (words_transpose(slid) & is_upright) | (slid & ~is_upright);
    words moved = (words)(slid != low);
    words tile = words_tile(chance, slid, words_mix(stream + (moves + 2) * HASH_GOLDEN));
    low = slid | (tile & moved);
    words legal = words_legal(low), gain = (entry[0] + entry[1] + entry[2] + entry[3]) >> 32;
    words first = words_spread(low), second = words_spread(low >> 32);
    uint64_t odd = 0;
    for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
        odd |= rare[i] | high[i];
    __builtin_memcpy(steps->low + at, &low, sizeof low);
    __builtin_memcpy(steps->gain + at, &gain, sizeof gain);
    __builtin_memcpy(steps->moved + at, &moved, sizeof moved);
    __builtin_memcpy(steps->legal + at, &legal, sizeof legal);
    for (unsigned i = 0; i < SIDE_BY_SIDE; i++) {
        steps->ranks[at + i][0] = first[i];
        steps->ranks[at + i][1] = second[i];
    }
    return odd == 0;
}

bool ENVS_STEP(const eleven_rowtable *table, tile_chance chance, const eleven_env *envs, const uint8_t *actions,
               eight_steps *steps)
{
    for (unsigned at = 0; at < 8; at += SIDE_BY_SIDE)
        if (!words_step(table, chance, envs, actions, steps, at))
            return false;
    return true;
}
