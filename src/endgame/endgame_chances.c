/* Questions to the tables: in which images does a board have the formation, and which chances do its moves have? */
#include "endgame/endgame_room.h"

/* A board in one of its images. */
typedef struct board_image {
    eleven_bitboard board;
    eleven_rank cell[16];
} board_image;

static board_image image_of(eleven_bitboard board, unsigned symmetry)
{
    board_image image = {.board = eleven_bitboard_symmetry(board, symmetry)};
    for (unsigned i = 0; i < 16; i++)
        image.cell[i] = eleven_bitboard_get(image.board, i);
    return image;
}

/* The cells with tiles that only a locked cell can contain. */
static unsigned high_cells(const endgame_space *space, eleven_bitboard board)
{
    unsigned cells = 0;
    for (unsigned cell = 0; cell < 16; cell++)
        cells |= (unsigned)(eleven_bitboard_get(board, cell) > space->goal) << cell;
    return cells;
}

static int smaller_rank(int a, int b)
{
    return a < b ? a : b;
}

/* Whether the locked tiles (cells 0 1 2 4 5 6, or 0 1 2 4 5) can neither move nor merge while the lines around them are
 * full. */
static bool are_locked(const endgame_shape *shape, const eleven_rank c[16])
{
    bool are = c[0] && c[1] && c[0] != c[1] && c[1] != c[2] && c[0] != c[4] && c[1] != c[5] && c[2] > c[6];
    if (shape->locked == 6)
        return are && c[4] != c[5] && c[5] != c[6];
    return are && c[4] > c[5] && c[5] > c[6] && c[2] != c[5];
}

/* The anchor is the smallest locked tile that the other tiles can merge up to. A table also serves anchors smaller
 * than its goal. */
static int anchor_of(const endgame_shape *shape, const eleven_rank c[16])
{
    return shape->locked == 6 ? smaller_rank(smaller_rank(c[4], c[5]), c[6]) : smaller_rank(c[2], c[5]);
}

/* The layer of a board in this formation. ENDGAME_OUTSIDE if it is not in the formation, or has reached the goal. */
static int layer_of(const endgame_space *space, const board_image *image)
{
    enum { SIXTH_TILE = 6 };
    const endgame_shape *shape = space->shape;
    unsigned layer = 0;
    if (!are_locked(shape, image->cell))
        return ENDGAME_OUTSIDE;
    int anchor = anchor_of(shape, image->cell), nearest = smaller_rank(space->goal, anchor);
    if (shape->is_exact && anchor != space->goal)
        return ENDGAME_OUTSIDE;
    for (unsigned k = 0; k < shape->free; k++) {
        int rank = image->cell[shape->cell[k]];
        bool is_sixth = shape->locked == 5 && shape->cell[k] == SIXTH_TILE;
        if (rank && rank > (is_sixth ? space->goal : nearest - shape->below[k]))
            return ENDGAME_OUTSIDE;
        layer += endgame_weight((unsigned)rank);
    }
    int goal = shape->locked == 6 ? nearest : space->goal;
    bool is_inside = layer < space->layers && !endgame_is_reached(shape, goal, image->board.low);
    return is_inside ? (int)layer : ENDGAME_OUTSIDE;
}

static bool keeps_locked(const endgame_shape *shape, const board_image *before, eleven_bitboard after)
{
    for (unsigned i = 0; i < shape->locked; i++)
        if (eleven_bitboard_get(after, shape->lock[i]) != before->cell[shape->lock[i]])
            return false;
    return true;
}

/* The chance after one move. */
static double chance_after(const eleven_endgame *endgame, unsigned table, const board_image *before, unsigned layer,
                           eleven_bitboard after)
{
    const endgame_space *space = &endgame->layout.space[table];
    if (!keeps_locked(space->shape, before, after))
        return 0;
    int64_t number = endgame_number(space, layer, after.low);
    if (number == ENDGAME_OUTSIDE)
        return 0;
    return endgame_get(&endgame->layout, endgame->file.bytes, table, layer, (uint32_t)number);
}

/* What a table answers: the best chance, 0 if the table does not contain the board; or that the layer is damaged. */
typedef struct table_answer {
    double best;
    bool is_damaged;
} table_answer;

static double best_of(const double chances[ELEVEN_DIRECTIONS])
{
    double best = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        best = chances[d] > best ? chances[d] : best;
    return best;
}

/* Asks one table, in the image with the best chance, and fills in the chances where there are any. */
static table_answer ask_table(const eleven_endgame *endgame, unsigned table, eleven_bitboard board,
                              const eleven_afterstates *after, unsigned legal, double chances[ELEVEN_DIRECTIONS])
{
    table_answer answer = {0, false};
    unsigned high = high_cells(&endgame->layout.space[table], board), empty = eleven_bitboard_empties(board);
    for (unsigned symmetry = 0; symmetry < ELEVEN_SYMMETRIES; symmetry++) {
        unsigned locked = endgame->locked_cells[table][symmetry];
        if ((high & ~locked) || (empty & locked))
            continue;
        board_image image = image_of(board, symmetry);
        int layer = layer_of(&endgame->layout.space[table], &image);
        if (layer == ENDGAME_OUTSIDE)
            continue;
        if (!endgame_layer_is_sound(endgame, table, (unsigned)layer))
            return (table_answer){0, true};
        double found[ELEVEN_DIRECTIONS] = {0};
        for (unsigned rest = legal; rest; rest &= rest - 1) {
            unsigned d = (unsigned)__builtin_ctz(rest);
            found[d] = chance_after(endgame, table, &image, (unsigned)layer,
                                    eleven_bitboard_symmetry(after->board[d], symmetry));
        }
        if (best_of(found) > answer.best) {
            answer.best = best_of(found);
            memcpy(chances, found, sizeof found);
        }
    }
    return answer;
}

unsigned endgame_ask(const eleven_endgame *endgame, eleven_bitboard board, double chances[ELEVEN_DIRECTIONS],
                     unsigned *table)
{
    static const unsigned order[ENDGAME_TABLES] = {TABLE_LAST, TABLE_LAST_BUT_ONE, TABLE_FIVE, TABLE_SIX};
    eleven_afterstates after;
    unsigned legal = eleven_bitboard_afterstates(&endgame->rows, board, &after);
    for (unsigned i = 0; i < ENDGAME_TABLES; i++) {
        *table = order[i];
        if (*table >= endgame->layout.tables)
            continue;
        const endgame_shape *shape = endgame->layout.space[*table].shape;
        table_answer answer = ask_table(endgame, *table, board, &after, legal, chances);
        if (answer.best > 0 && answer.best >= shape->least)
            return shape->locked;
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            chances[d] = 0;
        if (answer.is_damaged)
            return ELEVEN_ENDGAME_DAMAGED;
    }
    return 0;
}

unsigned eleven_endgame_chances(const eleven_endgame *endgame, eleven_bitboard board, double chances[ELEVEN_DIRECTIONS])
{
    unsigned table;
    return endgame_ask(endgame, board, chances, &table);
}
