/* Tuples: which cells an n-tuple network looks at, and where the weights of what it sees are.
 *
 * A tuple is a set of up to six cells. The board is looked at in its eight images. In each of them the ranks on the
 * tuple's cells make a number, and the number chooses one weight; a rank above 15 is read as 15. (Szubert and
 * Jaskowski, Temporal Difference Learning of N-Tuple Networks for the Game 2048, 2014.)
 *
 *     cells, ascending      bits of a rank       the number, its highest bit first
 *
 *       a b c .              a = aaAA              ffeeeeddddccccbbbbaa | FFAA
 *       d e f .              f = ffFF                       far         | near
 *
 * A new tile or a merge mostly changes low bits. The low two bits of the first and the last cell come last in the
 * number, so 16 neighbouring weights belong to boards that are often a move apart, and share one or two cache lines.
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

static uint32_t bits_extract(uint64_t word, uint64_t mask)
{
    uint32_t bits = 0;
    for (unsigned n = 0; mask; mask &= mask - 1)
        bits |= (uint32_t)(word >> __builtin_ctzll(mask) & 1) << n++;
    return bits;
}

static uint64_t bits_deposit(uint32_t bits, uint64_t mask)
{
    uint64_t word = 0;
    for (unsigned n = 0; mask; mask &= mask - 1)
        word |= (uint64_t)(bits >> n++ & 1) << __builtin_ctzll(mask);
    return word;
}

void player_tuple_ranks(const tuple_form *tuple, uint32_t number, eleven_rank ranks[TUPLE_CELLS_MAX])
{
    uint32_t near = number & ((1u << NEAR_BITS) - 1), far = number >> NEAR_BITS;
    uint64_t word = bits_deposit(near, tuple->near) | bits_deposit(far, tuple->far);
    for (unsigned i = 0; i < tuple->count; i++)
        ranks[i] = word >> 4 * tuple->cell[i] & 15;
}

uint32_t player_tuple_number(const tuple_form *tuple, const eleven_rank ranks[TUPLE_CELLS_MAX])
{
    uint64_t word = 0;
    for (unsigned i = 0; i < tuple->count; i++)
        word |= (uint64_t)(ranks[i] & 15) << 4 * tuple->cell[i];
    return bits_extract(word, tuple->near) | bits_extract(word, tuple->far) << NEAR_BITS;
}

/* Adds the bits of `mask` as runs, which follow each other in the number from bit `to` on. */
static void runs_add(tuple_form *tuple, uint64_t mask, unsigned to)
{
    while (mask) {
        unsigned shift = (unsigned)__builtin_ctzll(mask), length = 0;
        while (shift + length < 64 && mask >> (shift + length) & 1)
            mask &= ~(UINT64_C(1) << (shift + length++));
        tuple->run[tuple->runs++] = (tuple_run){(uint8_t)shift, (uint8_t)to, (uint32_t)((1ull << length) - 1)};
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
    uint64_t all = 0;
    for (; taken; taken &= taken - 1) {
        tuple.cell[tuple.count++] = (uint8_t)__builtin_ctz(taken);
        all |= UINT64_C(15) << 4 * tuple.cell[tuple.count - 1];
    }
    tuple.near = UINT64_C(3) << 4 * tuple.cell[0] | UINT64_C(3) << 4 * tuple.cell[tuple.count - 1];
    tuple.far = all & ~tuple.near;
    runs_add(&tuple, tuple.near, 0);
    runs_add(&tuple, tuple.far, NEAR_BITS);
    set->at[set->count++] = tuple;
    set->lookups = set->count * ELEVEN_SYMMETRIES;
    set->size += UINT32_C(1) << 4 * count;
    return true;
}
