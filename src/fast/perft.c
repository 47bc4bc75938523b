/* Perft: how many games of so many moves there are from a position. A mistake in slides, legal moves or new tiles
 * changes this one number, and other programs can compute it too. */
#include "fast/words.h"
#include "eleven/bitboard.h"

#include <assert.h>

/* Every new tile that can appear, then every game from there. */
static uint64_t count_spawns(const eleven_rowtable *table, eleven_bitboard board, unsigned depth)
{
    uint64_t games = 0;
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++) {
        eleven_bitboard spawns[16];
        if (!table->rules.spawn_weight[rank])
            continue;
        unsigned count = eleven_bitboard_spawns(board, (eleven_rank)rank, spawns);
        for (unsigned i = 0; i < count; i++)
            games += eleven_bitboard_perft(table, spawns[i], depth);
    }
    return games;
}

uint64_t eleven_bitboard_perft(const eleven_rowtable *table, eleven_bitboard board, unsigned depth)
{
    eleven_afterstates after;
    uint64_t games = 0;
    if (depth == 0)
        return 1;
    assert(table->rules.count_weight[1]);
    unsigned legal = eleven_bitboard_afterstates(table, board, &after);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (legal >> d & 1)
            games += count_spawns(table, after.board[d], depth - 1);
    return games;
}
