/* Tuples folded into others.
 *
 *     a b c .       a b . .      A tuple whose cells, in one of the board's images, all belong to a larger tuple sees
 *     d e f .       d e . .      nothing that the larger one does not see:
 *     large         small
 *                                weight of abcdef in the folded network = large[abcdef] + small[abde]
 *
 * So does a tuple that is an image of an earlier one, as 1 2 5 6 9 13 is of 4 5 6 7 8 9. The sum over the eight images
 * stays the same, except where a folded weight would be too large for a weight; it is cut there. So a network with
 * redundant tuples, which learns sooner (Jaskowski 2016), plays as fast as one without. */
#include "base/memory.h"
#include "player/player_room.h"

#include <string.h>

enum { NO_HOME = TUPLES_MAX };

/* What a tuple is folded into: a larger tuple, and the places of the small one's cells among its cells; or NO_HOME. */
typedef struct tuple_home {
    unsigned tuple;
    uint8_t place[TUPLE_CELLS_MAX];
} tuple_home;

static int cell_image(unsigned cell, unsigned symmetry)
{
    eleven_bitboard tile = {.low = UINT64_C(1) << 4 * cell};
    return __builtin_ctzll(eleven_bitboard_symmetry(tile, symmetry).low) / 4;
}

static bool tuple_lies_in(const tuple_form *small, const tuple_form *large, unsigned symmetry, tuple_home *home)
{
    for (unsigned i = 0; i < small->count; i++) {
        const uint8_t *found = memchr(large->cell, cell_image(small->cell[i], symmetry), large->count);
        if (!found)
            return false;
        home->place[i] = (uint8_t)(found - large->cell);
    }
    return true;
}

/* Whether one may be folded into the other: a smaller one, or of two that are as large the later one. */
static bool may_fold(const tuple_set *set, unsigned small, unsigned large)
{
    return set->at[large].count == TUPLE_CELLS_MAX && (set->at[small].count < TUPLE_CELLS_MAX || large < small);
}

static tuple_home home_find(const tuple_set *set, unsigned small)
{
    tuple_home home = {0};
    for (; home.tuple < set->count; home.tuple++)
        for (unsigned s = 0; s < ELEVEN_SYMMETRIES; s++)
            if (may_fold(set, small, home.tuple) && tuple_lies_in(&set->at[small], &set->at[home.tuple], s, &home))
                return home;
    home.tuple = NO_HOME;
    return home;
}

/* The numbers that the low half of a number of a large tuple can be. */
enum { HALF = 1 << 2 * TUPLE_CELLS_MAX };

/* The small tuple's number that belongs to a number of its home. */
static uint32_t number_in_home(const tuple_form *small, const tuple_form *large, const tuple_home *home,
                               uint32_t number)
{
    eleven_rank all[TUPLE_CELLS_MAX] = {0}, own[TUPLE_CELLS_MAX] = {0};
    player_tuple_ranks(large, number, all);
    for (unsigned i = 0; i < small->count; i++)
        own[i] = all[home->place[i]];
    return player_tuple_number(small, own);
}

/* Whether some cell's rank is above the cap, whatever the number's lower half is; such a number is never looked up. */
static bool number_is_beyond(const tuple_form *tuple, unsigned cap, uint32_t number)
{
    eleven_rank ranks[TUPLE_CELLS_MAX] = {0};
    player_tuple_ranks(tuple, number, ranks);
    for (unsigned i = 0; i < tuple->count; i++)
        if (ranks[i] > cap)
            return true;
    return false;
}

/* Adds the weights of a tuple to those of its home. The bits of a number are independent, so the small number is found
 * for the halves of the large one: small number of (high half, low half) = that of high + that of low. */
static void weights_add(const tuple_form *small, const int16_t *from, const tuple_form *large, const tuple_home *home,
                        unsigned cap, int16_t *to)
{
    uint32_t low[HALF];
    for (uint32_t i = 0; i < HALF; i++)
        low[i] = number_in_home(small, large, home, i);
    for (uint32_t base = 0; base < 1u << 4 * TUPLE_CELLS_MAX; base += HALF) {
        if (number_is_beyond(large, cap, base))
            continue;
        const int16_t *part = from + number_in_home(small, large, home, base);
        for (uint32_t i = 0; i < HALF; i++) {
            int sum = to[base + i] + part[low[i]];
            to[base + i] = (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < -INT16_MAX ? -INT16_MAX : sum);
        }
    }
}

static void stage_fold(const tuple_set *set, const tuple_home homes[TUPLES_MAX], int16_t *weights)
{
    for (unsigned t = 0; t < set->count; t++)
        if (homes[t].tuple != NO_HOME) {
            const tuple_form *large = &set->at[homes[t].tuple];
            weights_add(&set->at[t], weights + set->at[t].first, large, &homes[t], set->cap, weights + large->first);
        }
}

/* Moves the weights of the tuples that are kept down, one after another, to where they are looked up from now on. */
static void stage_close_up(const tuple_set *set, const tuple_home homes[TUPLES_MAX], const int16_t *from, int16_t *to)
{
    for (unsigned t = 0; t < set->count; t++)
        if (homes[t].tuple == NO_HOME) {
            size_t count = (size_t)1 << 4 * set->at[t].count;
            if (to != from + set->at[t].first)
                memmove(to, from + set->at[t].first, count * sizeof *to);
            to += count;
        }
}

/* A folded weight is a multiple of the finest step of its parts. */
static void coarse_fold(uint8_t coarse[TUPLES_MAX], const tuple_home homes[TUPLES_MAX], unsigned count)
{
    unsigned kept = 0;
    for (unsigned t = 0; t < count; t++)
        if (homes[t].tuple != NO_HOME && coarse[t] < coarse[homes[t].tuple])
            coarse[homes[t].tuple] = coarse[t];
    for (unsigned t = 0; t < count; t++)
        if (homes[t].tuple == NO_HOME)
            coarse[kept++] = coarse[t];
}

void player_network_fold(eleven_network *network)
{
    tuple_set set = network->tuples, kept = player_tuples_empty();
    tuple_home homes[TUPLES_MAX];
    kept.stages = set.stages;
    kept.cap = set.cap;
    for (unsigned t = 0; t < set.count; t++) {
        homes[t] = home_find(&set, t);
        if (homes[t].tuple == NO_HOME)
            player_tuples_add(&kept, set.at[t].cell, set.at[t].count);
    }
    coarse_fold(network->coarse, homes, set.count);
    for (size_t stage = 0; stage < set.stages; stage++) {
        stage_fold(&set, homes, network->weights + stage * set.size);
        stage_close_up(&set, homes, network->weights + stage * set.size, network->weights + stage * kept.size);
    }
    network->tuples = kept;
    memory_pages_cut(network->weights, network->bytes, sizeof *network->weights * kept.size * kept.stages);
}
