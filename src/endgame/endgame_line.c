/* How a game might continue by the tables: the best moves, each with a typical new tile. */
#include "endgame/endgame_room.h"

typedef struct table_move {
    eleven_direction direction;
    double chance;
} table_move;

/* The best move by the table with so many locked tiles; its chance is 0 if the table does not contain the board. */
static table_move move_best(const eleven_endgame *endgame, eleven_bitboard board, unsigned locked)
{
    double chances[ELEVEN_DIRECTIONS];
    table_move best = {0};
    if (eleven_endgame_chances(endgame, board, chances) == locked)
        for (eleven_direction d = ELEVEN_UP; d <= ELEVEN_LEFT; d++)
            if (chances[d] > best.chance)
                best = (table_move){d, chances[d]};
    return best;
}

/* The new tile after which the chance is nearest to the mean over all cells. Tiles of rank 1 are the likelier ones. */
static eleven_tile spawn_typical(const eleven_endgame *endgame, eleven_bitboard after, unsigned locked)
{
    eleven_bitboard spawns[16];
    double chances[16], mean = 0;
    unsigned count = eleven_bitboard_spawns(after, 1, spawns), best = 0;
    for (unsigned i = 0; i < count; i++) {
        chances[i] = move_best(endgame, spawns[i], locked).chance;
        mean += chances[i] / count;
    }
    for (unsigned i = 1; i < count; i++)
        if (fabs(chances[i] - mean) < fabs(chances[best] - mean))
            best = i;
    unsigned empties = eleven_bitboard_empties(after);
    for (unsigned i = 0; i < best; i++)
        empties &= empties - 1;
    return (eleven_tile){(uint8_t)__builtin_ctz(empties), 1};
}

unsigned eleven_endgame_line(const eleven_endgame *endgame, eleven_bitboard board, unsigned most,
                             eleven_search_step line[ELEVEN_SEARCH_DEPTH])
{
    double chances[ELEVEN_DIRECTIONS];
    unsigned locked = eleven_endgame_chances(endgame, board, chances), length = 0;
    table_move next = move_best(endgame, board, locked);
    most = most < ELEVEN_SEARCH_DEPTH ? most : ELEVEN_SEARCH_DEPTH;
    while (length < most && next.chance > 0) {
        board = eleven_bitboard_slide(&endgame->rows, board, next.direction, NULL);
        line[length++] = (eleven_search_step){next.direction, {0, 0}};
        eleven_tile tile = spawn_typical(endgame, board, locked);
        board = eleven_bitboard_set(board, tile.cell, tile.rank);
        next = move_best(endgame, board, locked);
        if (length < most && next.chance > 0)
            line[length - 1].tile = tile;
    }
    return length;
}
