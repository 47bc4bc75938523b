/* Tuples made ready: masks and runs of bits from lists of cells, and numbers taken apart again. */
#include "player/tuples.h"

tuple_set tuple_set_empty(void)
{
    return (tuple_set){.stages = 1, .cap = 15};
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static uint32_t extract(uint64_t word, uint64_t mask)
{
    uint32_t bits = 0;
    for (unsigned n = 0; mask; mask &= mask - 1)
        bits |= (uint32_t)(word >> __builtin_ctzll(mask) & 1) << n++;
    return bits;
}

static uint64_t deposit(uint32_t bits, uint64_t mask)
{
    uint64_t word = 0;
    for (unsigned n = 0; mask; mask &= mask - 1)
        word |= (uint64_t)(bits >> n++ & 1) << __builtin_ctzll(mask);
    return word;
}

void tuple_ranks(const tuple_form *tuple, uint32_t number, eleven_rank ranks[TUPLE_CELLS_MAX])
{
    uint64_t word = deposit(number & ((1u << NEAR_BITS) - 1), tuple->near) | deposit(number >> NEAR_BITS, tuple->far);
    for (unsigned i = 0; i < tuple->count; i++)
        ranks[i] = word >> 4 * tuple->cell[i] & 15;
}

uint32_t tuple_number(const tuple_form *tuple, const eleven_rank ranks[TUPLE_CELLS_MAX])
{
    uint64_t word = 0;
    for (unsigned i = 0; i < tuple->count; i++)
        word |= (uint64_t)(ranks[i] & 15) << 4 * tuple->cell[i];
    return extract(word, tuple->near) | extract(word, tuple->far) << NEAR_BITS;
}

/* ---- Making -------------------------------------------------------------------------------------------- */

/* The bits of `mask` as runs that land, closed up, from bit `to` on. */
static void runs_add(tuple_form *made, uint64_t mask, unsigned to)
{
    while (mask) {
        unsigned shift = (unsigned)__builtin_ctzll(mask), length = 0;
        while (shift + length < 64 && mask >> (shift + length) & 1)
            mask &= ~(UINT64_C(1) << (shift + length++));
        made->run[made->runs++] = (tuple_run){(uint8_t)shift, (uint8_t)to, (uint32_t)((1ull << length) - 1)};
        to += length;
    }
}

bool tuple_set_add(tuple_set *set, const uint8_t *cells, unsigned count)
{
    unsigned taken = 0;
    if (set->count == TUPLES_MAX || count < 2 || count > TUPLE_CELLS_MAX)
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (cells[i] > 15 || taken >> cells[i] & 1)
            return false;
        taken |= 1u << cells[i];
    }
    tuple_form made = {.first = set->size};
    uint64_t all = 0;
    for (; taken; taken &= taken - 1) {
        made.cell[made.count++] = (uint8_t)__builtin_ctz(taken);
        all |= UINT64_C(15) << 4 * made.cell[made.count - 1];
    }
    made.near = UINT64_C(3) << 4 * made.cell[0] | UINT64_C(3) << 4 * made.cell[made.count - 1];
    made.far = all & ~made.near;
    runs_add(&made, made.near, 0);
    runs_add(&made, made.far, NEAR_BITS);
    set->at[set->count++] = made;
    set->lookups = set->count * ELEVEN_SYMMETRIES;
    set->size += UINT32_C(1) << 4 * count;
    return true;
}
