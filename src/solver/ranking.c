/* The number of a board among all boards of the same sum, in the order of their keys. Tables use it as an index.
 *
 * The combinatorial number system, with tiles instead of elements: from the last cell to the first, count the boards
 * that agree on the cells above and have a smaller tile on this one. For three cells with weights 1, 2, 4 for ranks
 * 1, 2, 3:
 *
 *     board  cell 2 = rank 2, cell 1 = rank 1, cell 0 = empty       sum 3
 *     + fillings of cells 0 and 1 whose sum is 3, 2    cell 2 would be 0 or 1: 2 + 3 = 5 boards are before it
 *     + fillings of cell 0 whose sum is 1              cell 1 would be 0: 1 board
 *     + 0                                              cell 0 is already 0
 *     = number 6
 *
 * Both counts are tables, filled cell by cell. */
#include "solver/solver_room.h"
#include "base/memory.h"

#include <string.h>

static uint64_t *below_at(const solve_ranking *ranking, unsigned cell, unsigned rank)
{
    return ranking->below + (cell * (ranking->space->largest + UINT64_C(1)) + rank) * ranking->sums;
}

/* Counts the fillings of the cells 0..cell from those of the cells 0..cell-1. */
static void count_ways(solve_ranking *ranking, unsigned cell)
{
    const uint64_t *before = ranking->ways + cell * ranking->sums;
    uint64_t *ways = ranking->ways + (cell + 1) * ranking->sums;
    for (unsigned rank = 0; rank <= ranking->space->largest; rank++) {
        uint64_t weight = ranking->space->weight[rank];
        memcpy(below_at(ranking, cell, rank), ways, (size_t)ranking->sums * sizeof *ways);
        for (uint64_t sum = weight; sum < ranking->sums; sum++)
            ways[sum] += before[sum - weight];
    }
}

bool ranking_open(solve_ranking *ranking, const solve_space *space, uint64_t most)
{
    uint64_t tiles = space->largest + UINT64_C(1), limit = (uint64_t)1 << 30;
    *ranking = (solve_ranking){.space = space, .sums = most + 1};
    if (most >= limit / 8 / space->cells / tiles)
        return false;
    ranking->ways = memory_zeroed((space->cells + 1) * (size_t)ranking->sums, sizeof *ranking->ways);
    ranking->below = memory_zeroed(space->cells * (size_t)(tiles * ranking->sums), sizeof *ranking->below);
    if (!ranking->ways || !ranking->below) {
        ranking_close(ranking);
        return false;
    }
    ranking->ways[0] = 1;
    for (unsigned cell = 0; cell < space->cells; cell++)
        count_ways(ranking, cell);
    return true;
}

void ranking_close(solve_ranking *ranking)
{
    memory_free(ranking->ways);
    memory_free(ranking->below);
    *ranking = (solve_ranking){0};
}

uint64_t ranking_count(const solve_ranking *ranking, uint64_t sum)
{
    return ranking->ways[ranking->space->cells * ranking->sums + sum];
}

uint64_t ranking_number(const solve_ranking *ranking, uint64_t key, uint64_t sum)
{
    const solve_space *space = ranking->space;
    uint64_t number = 0;
    for (unsigned cell = space->cells; cell-- > 0;) {
        unsigned rank = space_rank(space, key, cell);
        number += below_at(ranking, cell, rank)[sum];
        sum -= space->weight[rank];
    }
    return number;
}
