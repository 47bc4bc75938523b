/* Turns of random games, as many side by side as a vector has words. Included by the files vectors_*.c, which set
 * LANES_BITS, the bits of a vector, and PLAYOUT_TURNS, the name of the function. */
#include "fast/playout_seats.h"

/* All bits where bit 0 is set, otherwise none. */
#define MASK_OF(bit) (-(1 & (bit)))

WORDS words words_rotate(words a, unsigned by)
{
    return a << by | a >> (64 - by);
}

/* Puts a tile on one of the empty cells of boards that have 1 to 15 of them. The upper half of the word decides where,
 * the lower half which. Multiplying by 0x1111... leaves in every nibble how many cells up to it are empty. */
WORDS words words_spawn(words low, uint32_t second, words word)
{
    words empties = words_empties(low), counts = empties * CELL_ONES;
    words n = (counts >> 60) * (word >> 32) >> 32;
    words cell = words_empties(counts ^ (n + 1) * CELL_ONES) & empties;
    words is_second = ((word & UINT32_MAX) - second) >> 63;
    return low | (cell + (cell & MASK_OF(is_second)));
}

WORDS words words_load(const uint64_t *from)
{
    words loaded;
    __builtin_memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

WORDS void words_store(uint64_t *to, words stored)
{
    __builtin_memcpy(to, &stored, sizeof stored);
}

/* Each game draws a direction (bit 0: vertical, bit 1: toward cell 3) and moves there. One that moves nothing is drawn
 * in vain, so that legal ones are equally likely. A game with a rare row stays as it is. Returns which are over. */
WORDS words words_turn(const eleven_rowtable *table, playout_seats *seats, unsigned at)
{
    words low = words_load(seats->low + at), a = words_load(seats->a + at), b = words_load(seats->b + at);
    words word = words_rotate(a + b, 17) + a, c = a ^ b;
    words vertical = MASK_OF(word), end = word >> 1 & 1;
    words rows = low ^ ((low ^ words_transpose(low)) & vertical);
    words w = words_look_up(table, rows, end), x = words_look_up(table, rows >> 16, end);
    words y = words_look_up(table, rows >> 32, end), z = words_look_up(table, rows >> 48, end);
    words slid = (w & 0xffff) | (x & 0xffff) << 16 | (y & 0xffff) << 32 | z << 48;
    words usual = (words)(((w | x | y | z) & ROW_IS_RARE) == 0);
    words moved = (words)(slid != rows) & usual;
    words drawn = 1 + (vertical & 1);
    drawn += drawn * 3 & MASK_OF(end);
    words in_vain = words_load(seats->in_vain + at) | drawn;
    in_vain = (in_vain & ~moved & usual) | (~usual & SEAT_IS_RARE);
    words_store(seats->in_vain + at, in_vain);
    words_store(seats->low + at, low ^ ((low ^ words_spawn(slid, table->second, word)) & moved));
    words_store(seats->score + at, words_load(seats->score + at) + ((w + x + y + z) >> 32 & usual));
    words_store(seats->moves + at, words_load(seats->moves + at) + (moved & 1));
    words_store(seats->a + at, a ^ ((a ^ words_rotate(a, 49) ^ c ^ c << 21) & usual));
    words_store(seats->b + at, b ^ ((b ^ words_rotate(c, 28)) & usual));
    return (in_vain + 1) & words_load(seats->is_taken + at);
}

void PLAYOUT_TURNS(const eleven_rowtable *table, playout_seats *seats, unsigned count)
{
    uint64_t some;
    do {
        words over = {0};
        for (unsigned at = 0; at < count; at += SIDE_BY_SIDE)
            over |= words_turn(table, seats, at);
        some = 0;
        for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
            some |= over[i];
    } while (!some);
}
