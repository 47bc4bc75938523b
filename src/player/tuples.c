/* Tuples: which cells an n-tuple network looks at, and where the weights of what it sees are.
 *
 * A tuple is a set of up to six cells. The board is looked at in its eight images. In each of them the ranks on the
 * tuple's cells make a number, and the number chooses one weight; a rank above 15 is read as 15. (Szubert and
 * Jaskowski, Temporal Difference Learning of N-Tuple Networks for the Game 2048, 2014.)
 *
 *     cells, ascending      bits of a rank       the number, its highest bit first
 *
 *       a b c .              a = aaAA              ffeeddccbbaa | FFEEDDCCBBAA
 *       d e f .              f = ffFF                  far      |     near
 *
 * A new tile or a merge mostly changes low bits. So the weights of boards that are a few moves apart share a page or
 * two, and often a cache line. In a board whose low and high bits have been parted in the same way (board_parted in
 * tuple_kernel.h), neighbouring cells are one run of bits in each half.
 *
 * A network with a cap below 15 lowers boards with tiles above the cap. The highest rank and those right below it, down
 * to the first gap, lose one, as often as it takes to bring the highest one down to the cap:
 *
 *     cap 10    ranks 13 12 10  9  3  ->  12 11 10  9  3  ->  11 10  9  8  3  ->  10  9  8  7  3    stage 3
 *                         gap at 11           gap at 8            gap at 7
 *
 * What could merge in a row still can, so that play with large tiles begins with what was learned with smaller ones.
 * How often a board is lowered is its stage; each stage has weights of its own. */
#include "player/player_room.h"

tuple_set player_tuples_empty(void)
{
    return (tuple_set){.stages = 1, .cap = 15};
}

void player_tuple_ranks(const tuple_form *tuple, uint32_t number, eleven_rank ranks[TUPLE_CELLS_MAX])
{
    for (unsigned i = 0; i < tuple->count; i++)
        ranks[i] = (eleven_rank)((number >> 2 * i & 3) | (number >> 2 * (tuple->count + i) & 3) << 2);
}

uint32_t player_tuple_number(const tuple_form *tuple, const eleven_rank ranks[TUPLE_CELLS_MAX])
{
    uint32_t number = 0;
    for (unsigned i = 0; i < tuple->count; i++)
        number |= (ranks[i] & 3u) << 2 * i | (ranks[i] >> 2 & 3u) << 2 * (tuple->count + i);
    return number;
}

/* ffeeeeddddccccbbbbaa | FFAA: the low two bits of the first and the last cell come last. */
unsigned player_tuple_bit(unsigned cells, unsigned bit)
{
    unsigned last = 4 * (cells - 1);
    unsigned from = bit < 2 ? bit : bit < 4 ? last + bit - 2 : bit - 2 < last ? bit - 2 : bit;
    return 2 * (from / 4) + from % 2 + (from % 4 < 2 ? 0 : 2 * cells);
}

/* Adds the bits of `mask` as runs, which follow each other in a half of the number. */
static void runs_add(tuple_form *tuple, uint32_t mask)
{
    for (unsigned to = 0; mask;) {
        unsigned shift = (unsigned)__builtin_ctz(mask), length = 0;
        for (; shift + length < 32 && mask >> (shift + length) & 1; length++)
            mask &= ~(UINT32_C(1) << (shift + length));
        tuple->run[tuple->runs++] = (tuple_run){(uint8_t)shift, (uint8_t)to, (UINT32_C(1) << length) - 1};
        to += length;
    }
}

bool player_tuples_add(tuple_set *set, const uint8_t *cells, unsigned count)
{
    unsigned taken = 0;
    if (set->count == TUPLES_MAX || count < 2 || count > TUPLE_CELLS_MAX)
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (cells[i] > 15 || taken >> cells[i] & 1)
            return false;
        taken |= 1u << cells[i];
    }
    tuple_form tuple = {.first = set->size};
    uint32_t near = 0;
    for (; taken; taken &= taken - 1) {
        tuple.cell[tuple.count++] = (uint8_t)__builtin_ctz(taken);
        near |= UINT32_C(3) << 2 * tuple.cell[tuple.count - 1];
    }
    runs_add(&tuple, near);
    set->at[set->count++] = tuple;
    set->lookups = set->count * ELEVEN_SYMMETRIES;
    set->size += UINT32_C(1) << 4 * count;
    return true;
}
