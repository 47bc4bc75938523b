/* Games that a network plays to measure how strong it is. */
#include "train/train_room.h"

#include <math.h>
#include <stdlib.h>

/* The score of a game. */
static uint64_t game_measure(const eleven_network *network, const eleven_rowtable *table, uint64_t seed)
{
    eleven_afterstates after;
    float values[ELEVEN_DIRECTIONS];
    eleven_bitboard board = eleven_bitboard_start(table, seed), spawns[16];
    uint64_t score = 0;
    for (uint64_t ply = 1; eleven_network_moves(network, table, board, &after, values); ply++) {
        unsigned best = 0;
        for (unsigned d = 1; d < ELEVEN_DIRECTIONS; d++)
            best = values[d] > values[best] ? d : best;
        score += after.gain[best];
        uint64_t word = eleven_random(seed, ply);
        unsigned count = eleven_bitboard_spawns(after.board[best], (uint32_t)word < table->second ? 2 : 1, spawns);
        board = spawns[(word >> 32) * count >> 32];
    }
    return score;
}

train_strength train_measure(const eleven_network *network, uint64_t seed, uint64_t games, const volatile int *stop)
{
    train_strength found = {0};
    double sum = 0, squares = 0;
    eleven_rules rules;
    eleven_rowtable *table = malloc(sizeof *table);
    if (!table)
        return found;
    eleven_rules_find("classic", &rules);
    eleven_rowtable_build(&rules, table);
    for (; found.games < games && !(stop && *stop); found.games++) {
        double score = (double)game_measure(network, table, seed + found.games);
        sum += score;
        squares += score * score;
    }
    free(table);
    double n = (double)found.games;
    if (n > 1) {
        found.mean = sum / n;
        found.error = sqrt((squares / n - found.mean * found.mean) / (n - 1));
    }
    return found;
}
