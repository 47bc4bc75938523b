/* Counting boards by sum. */
#include "solver/ranking.h"

#include <stdlib.h>
#include <string.h>

static uint64_t *below_at(const solve_ranking *ranking, unsigned cell, unsigned rank)
{
    return ranking->below + (cell * (ranking->space->largest + UINT64_C(1)) + rank) * ranking->sums;
}

/* The ways to fill `cell` and those before it follow from those before it. */
static void count_cell(solve_ranking *ranking, unsigned cell)
{
    const uint64_t *before = ranking->ways + cell * ranking->sums;
    uint64_t *ways = ranking->ways + (cell + 1) * ranking->sums;
    for (unsigned rank = 0; rank <= ranking->space->largest; rank++) {
        uint64_t weight = ranking->space->weight[rank];
        memcpy(below_at(ranking, cell, rank), ways, ranking->sums * sizeof *ways);
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
    ranking->ways = calloc((space->cells + 1) * ranking->sums, sizeof *ranking->ways);
    ranking->below = calloc(space->cells * tiles * ranking->sums, sizeof *ranking->below);
    if (!ranking->ways || !ranking->below) {
        ranking_close(ranking);
        return false;
    }
    ranking->ways[0] = 1;
    for (unsigned cell = 0; cell < space->cells; cell++)
        count_cell(ranking, cell);
    return true;
}

void ranking_close(solve_ranking *ranking)
{
    free(ranking->ways);
    free(ranking->below);
    *ranking = (solve_ranking){0};
}

uint64_t ranking_count(const solve_ranking *ranking, uint64_t sum)
{
    return ranking->ways[ranking->space->cells * ranking->sums + sum];
}

uint64_t ranking_of(const solve_ranking *ranking, uint64_t key, uint64_t sum)
{
    const solve_space *space = ranking->space;
    uint64_t mask = (UINT64_C(1) << space->bits) - 1, number = 0;
    for (unsigned cell = space->cells; cell-- > 0;) {
        unsigned rank = (unsigned)(key >> cell * space->bits & mask);
        number += below_at(ranking, cell, rank)[sum];
        sum -= space->weight[rank];
    }
    return number;
}
