/* Eight environments, as many side by side as a vector has words: the step of envs.c for boards without a tile above
 * 32768. Included by vectors_256.c and vectors_512.c, which set LANES_BITS, the bits of a vector,
 * and ENVS_STEP, the name of the function. */
#include "fast/envs_step.h"

typedef uint32_t half_words __attribute__((vector_size(LANES_BITS / 16)));
typedef uint8_t word_bytes __attribute__((vector_size(LANES_BITS / 64)));

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

/* See legal_of and legal_put in envs.c. */
WORDS words words_legal(words low)
{
    const uint64_t not_last = UINT64_C(0x0111011101110111), not_bottom = UINT64_C(0x0000111111111111);
    words m = words_empties(low), f = ~m & CELL_ONES;
    words same_x = words_empties(low ^ low >> 4) & f & not_last;
    words same_y = words_empties(low ^ low >> 16) & f & not_bottom;
    words left = m & f >> 4 & not_last, right = f & m >> 4 & not_last;
    words up = m & f >> 16 & not_bottom, down = f & m >> 16 & not_bottom;
    words vertical = (words)(same_y != 0), across = (words)(same_x != 0);
    return ((vertical | (words)(up != 0)) & 1) | ((across | (words)(right != 0)) & 1 << 8) |
           ((vertical | (words)(down != 0)) & 1 << 16) | ((across | (words)(left != 0)) & 1 << 24);
}

/* From environment `at` on; false where a board has or would get a tile above 32768. */
WORDS bool words_step(const eleven_rowtable *table, tile_chance chance, const eleven_env *envs, const uint8_t *actions,
                      eight_steps *steps, unsigned at)
{
#define LOW(i)    envs[at + i].board.low
#define HIGH(i)   envs[at + i].board.high
#define STREAM(i) envs[at + i].stream
#define MOVES(i)  envs[at + i].moves
#define ACTION(i) actions[at + i] & 3u
    words low = {EACH(LOW)}, high = {EACH(HIGH)}, stream = {EACH(STREAM)}, moves = {EACH(MOVES)};
    words action = {EACH(ACTION)};
    words is_upright = (action & 1) - 1, end = (action ^ action >> 1) & 1;
    words rows = (words_transpose(low) & is_upright) | (low & ~is_upright);
    words a = words_look_up(table, rows, end), b = words_look_up(table, rows >> 16, end);
    words c = words_look_up(table, rows >> 32, end), d = words_look_up(table, rows >> 48, end);
    words rare = (a | b | c | d) & ROW_IS_RARE;
    words slid = (a & 0xffff) | (b & 0xffff) << 16 | (c & 0xffff) << 32 | d << 48;
    slid = (words_transpose(slid) & is_upright) | (slid & ~is_upright);
    words moved = (words)(slid != low);
    words tile = words_tile(chance, slid, words_mix(stream + (moves + 2) * HASH_GOLDEN));
    low = slid | (tile & moved);
    moved &= 1;
    words legal = words_legal(low), gain = (a + b + c + d) >> 32, over = (words)(legal == 0) & 1;
    words first = words_spread(low), second = words_spread(low >> 32), odd = rare | high;
    half_words four = __builtin_convertvector(legal, half_words);
    word_bytes has_moved = __builtin_convertvector(moved, word_bytes),
               is_over = __builtin_convertvector(over, word_bytes);
    __builtin_memcpy(steps->low + at, &low, sizeof low);
    __builtin_memcpy(steps->gain + at, &gain, sizeof gain);
    __builtin_memcpy(steps->moved + at, &moved, sizeof moved);
    __builtin_memcpy(steps->ranks[0] + at, &first, sizeof first);
    __builtin_memcpy(steps->ranks[1] + at, &second, sizeof second);
    __builtin_memcpy(steps->legal + at, &four, sizeof four);
    __builtin_memcpy(steps->has_moved + at, &has_moved, sizeof has_moved);
    __builtin_memcpy(steps->over + at, &is_over, sizeof is_over);
    uint64_t some = 0;
    for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
        some |= odd[i];
    return some == 0;
}

bool ENVS_STEP(const eleven_rowtable *table, tile_chance chance, const eleven_env *envs, const uint8_t *actions,
               eight_steps *steps)
{
    for (unsigned at = 0; at < 8; at += SIDE_BY_SIDE)
        if (!words_step(table, chance, envs, actions, steps, at))
            return false;
    return true;
}
