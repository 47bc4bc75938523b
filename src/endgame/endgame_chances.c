/* Where on a board a table's formation stands, and what the table says. */
#include "endgame/endgame_tables.h"

/* A board in one of its images. */
typedef struct image {
    eleven_bitboard board;
    eleven_rank cell[16];
} image;

static image image_of(eleven_bitboard board, unsigned symmetry)
{
    image made = {.board = eleven_bitboard_symmetry(board, symmetry)};
    for (unsigned i = 0; i < 16; i++)
        made.cell[i] = eleven_bitboard_get(made.board, i);
    return made;
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/* Whether the locked tiles can neither move nor merge while the lines around them are full. */
static bool are_locked(const endgame_shape *shape, const eleven_rank c[16])
{
    bool are = c[0] && c[1] && c[0] != c[1] && c[1] != c[2] && c[0] != c[4] && c[1] != c[5] && c[2] > c[6];
    if (shape->locked == 6)
        return are && c[4] != c[5] && c[5] != c[6];
    return are && c[4] > c[5] && c[5] > c[6] && c[2] != c[5];
}

/* All other tiles are below this rank, the anchor's, as the shape asks; a table serves smaller anchors too. */
static int anchor_of(const endgame_shape *shape, const eleven_rank c[16])
{
    return shape->locked == 6 ? lesser(lesser(c[4], c[5]), c[6]) : lesser(c[2], c[5]);
}

/* The layer of a board of this formation, before the goal is reached; ENDGAME_OUTSIDE of other boards. */
static int layer_of(const endgame_space *space, const image *seen)
{
    enum { SIXTH_TILE = 6 };
    const endgame_shape *shape = space->shape;
    unsigned layer = 0;
    if (!are_locked(shape, seen->cell))
        return ENDGAME_OUTSIDE;
    int anchor = anchor_of(shape, seen->cell), nearest = lesser(space->goal, anchor);
    for (unsigned k = 0; k < shape->free; k++) {
        int rank = seen->cell[shape->cell[k]];
        bool is_sixth = shape->locked == 5 && shape->cell[k] == SIXTH_TILE;
        if (rank && rank > (is_sixth ? space->goal : nearest - shape->below[k]))
            return ENDGAME_OUTSIDE;
        layer += endgame_weight((unsigned)rank);
    }
    int goal = shape->locked == 6 ? nearest : space->goal;
    bool is_inside = layer < space->layers && !endgame_is_reached(shape, goal, seen->board.low);
    return is_inside ? (int)layer : ENDGAME_OUTSIDE;
}

static bool keeps_locked(const endgame_shape *shape, const image *before, eleven_bitboard after)
{
    for (unsigned i = 0; i < shape->locked; i++)
        if (eleven_bitboard_get(after, shape->lock[i]) != before->cell[shape->lock[i]])
            return false;
    return true;
}

/* The chance after one move. */
static double chance_after(const eleven_endgame *endgame, unsigned table, const image *before, unsigned layer,
                           eleven_bitboard after)
{
    const endgame_space *space = &endgame->layout.space[table];
    if (!keeps_locked(space->shape, before, after))
        return 0;
    int64_t number = endgame_number(space, layer, after.low);
    if (number == ENDGAME_OUTSIDE)
        return 0;
    return endgame_entry(&endgame->layout, endgame->file, table, layer, (uint32_t)number);
}

/* By one table; fills `chances` and returns the best, 0 where it knows nothing. */
static double ask_table(const eleven_endgame *endgame, unsigned table, eleven_bitboard board,
                        const eleven_afterstates *after, unsigned legal, double chances[ELEVEN_DIRECTIONS])
{
    double best = 0;
    for (unsigned symmetry = 0; symmetry < ELEVEN_SYMMETRIES; symmetry++) {
        image seen = image_of(board, symmetry);
        int layer = layer_of(&endgame->layout.space[table], &seen);
        if (layer == ENDGAME_OUTSIDE)
            continue;
        double found[ELEVEN_DIRECTIONS] = {0}, most = 0;
        for (unsigned rest = legal; rest; rest &= rest - 1) {
            unsigned d = (unsigned)__builtin_ctz(rest);
            found[d] = chance_after(endgame, table, &seen, (unsigned)layer,
                                    eleven_bitboard_symmetry(after->board[d], symmetry));
            most = found[d] > most ? found[d] : most;
        }
        if (most <= best)
            continue;
        best = most;
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            chances[d] = found[d];
    }
    return best;
}

unsigned eleven_endgame_chances(const eleven_endgame *endgame, eleven_bitboard board, double chances[ELEVEN_DIRECTIONS])
{
    eleven_afterstates after;
    unsigned legal = eleven_bitboard_afterstates(&endgame->rows, board, &after);
    if (ask_table(endgame, FIVE, board, &after, legal, chances) >= FIVE_IS_SURE)
        return endgame_shapes[FIVE].locked;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        chances[d] = 0;
    return ask_table(endgame, SIX, board, &after, legal, chances) > 0 ? endgame_shapes[SIX].locked : 0;
}
