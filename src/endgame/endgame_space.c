/* The shapes and goals of the tables, and the counts of their fillings. */
#include "endgame/endgame_room.h"
#include "base/memory.h"

/* The cells:      0  1  2  3
 *                 4  5  6  7
 *                 8  9 10 11
 *                12 13 14 15
 *
 * High ranks are allowed only near the locked tiles; otherwise there would be too many fillings. */
const endgame_shape endgame_shapes[ENDGAME_SHAPES] = {
    [TABLE_SIX] = {.locked = 6,
                   .free = 10,
                   .lock = {0, 1, 2, 4, 5, 6},
                   .cell = {3, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                   .below = {1, 2, 1, 2, 3, 3, 3, 3, 3, 3},
                   .slack = 32},
    [TABLE_FIVE] = {.locked = 5,
                    .free = 11,
                    .lock = {0, 1, 2, 4, 5},
                    .cell = {3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                    .below = {1, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2},
                    .slack = 16,
                    .least = FIVE_IS_SURE},
    [TABLE_LAST] = {.locked = 6,
                    .free = 10,
                    .lock = {0, 1, 2, 4, 5, 6},
                    .cell = {3, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                    .below = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
                    .slack = 32,
                    .is_exact = true},
};

/* One way to reach the goal: these cells contain these ranks below the goal. Unused places name cell 16. */
typedef struct goal_form {
    uint8_t cell[4];
    int8_t below[4];
} goal_form;

enum { NOWHERE = 16, SIX_FORMS = 6, FIVE_FORMS = 6 };

/* A chain along the locked tiles or down beside them. Each tile is half the one before, and a pair at the end begins to
 * merge them all:      # # # .      # # # G-1
 *                      # # # .      # # # G-2
 *            G-1 G-2 G-3 G-3        . . . G-3
 *                      . . . .      . . . G-3 */
static const goal_form six_forms[SIX_FORMS] = {
    {{8, 9, 10, 11}, {1, 2, 3, 3}}, {{8, 9, 10, 14}, {1, 2, 3, 3}}, {{8, 9, 13, 12}, {1, 2, 3, 3}},
    {{8, 9, 13, 14}, {1, 2, 3, 3}}, {{3, 7, 11, 10}, {1, 2, 3, 3}}, {{3, 7, 11, 15}, {1, 2, 3, 3}},
};

/* The sixth tile, and next to it a pair (or a tile with a pair) that can make a tile of the same rank. */
static const goal_form five_forms[FIVE_FORMS] = {
    {{6, 7, 3, NOWHERE}, {0, 1, 1, 0}},   {{6, 7, 11, NOWHERE}, {0, 1, 1, 0}},  {{6, 10, 9, NOWHERE}, {0, 1, 1, 0}},
    {{6, 10, 11, NOWHERE}, {0, 1, 1, 0}}, {{6, 10, 14, NOWHERE}, {0, 1, 1, 0}}, {{6, 3, 7, 11}, {0, 1, 2, 2}},
};

static bool has_form(const goal_form *form, int goal, uint64_t board)
{
    for (unsigned i = 0; i < 4 && form->cell[i] != NOWHERE; i++)
        if ((int)endgame_rank(board, form->cell[i]) != goal - form->below[i])
            return false;
    return true;
}

/* Whether two neighbouring cells have this rank. */
static bool has_pair(uint64_t board, unsigned rank)
{
    const uint64_t EVERY = UINT64_C(0x1111111111111111), NOT_LAST = UINT64_C(0x0fff0fff0fff0fff);
    uint64_t cells = low_empties(board ^ EVERY * rank);
    return (cells & NOT_LAST & cells >> 4) || (cells & cells >> 16);
}

bool endgame_is_reached(const endgame_shape *shape, int goal, uint64_t board)
{
    if (shape->is_exact)
        return has_pair(board, (unsigned)goal - 1);
    bool is_six = shape->locked == 6;
    const goal_form *forms = is_six ? six_forms : five_forms;
    for (unsigned i = 0; i < (is_six ? SIX_FORMS : FIVE_FORMS); i++)
        if (has_form(&forms[i], goal, board))
            return true;
    return false;
}

uint16_t endgame_locked_cells(const endgame_shape *shape, unsigned symmetry)
{
    unsigned cells = 0;
    for (unsigned cell = 0; cell < 16; cell++) {
        eleven_bitboard only =
            eleven_bitboard_symmetry(eleven_bitboard_set((eleven_bitboard){0, 0}, cell, 1), symmetry);
        for (unsigned i = 0; i < shape->locked; i++)
            cells |= (unsigned)(eleven_bitboard_get(only, shape->lock[i]) == 1) << cell;
    }
    return (uint16_t)cells;
}

/* Counts the fillings of the cells from k on, counts[layer left], from those of the cells from k + 1 on. `has_empty`:
 * whether one of the cells before k is empty. Every filling must have an empty cell. */
static void count_from_cell(endgame_space *space, unsigned k, unsigned has_empty, uint32_t *const after[2],
                            uint32_t *counts)
{
    for (unsigned layer = 0; layer < space->layers; layer++) {
        uint32_t sum = 0;
        for (unsigned rank = 0; rank < ENDGAME_RANKS; rank++) {
            space->before[k][has_empty][layer * ENDGAME_RANKS + rank] = sum;
            if ((int)rank <= space->highest[k] && endgame_weight(rank) <= layer)
                sum += after[has_empty | (rank == 0)][layer - endgame_weight(rank)];
        }
        counts[layer] = sum;
    }
}

static unsigned row_weight(unsigned row)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < ENDGAME_ROW; i++)
        sum += endgame_weight(endgame_rank(row, i));
    return sum;
}

/* The last row at this place in the order of ranks, in which the first cell counts most. */
static unsigned row_at(unsigned place)
{
    return place >> 12 | (place >> 4 & 0xf0) | (place << 4 & 0xf00) | (place << 12 & 0xf000);
}

static bool row_fits(const endgame_space *space, unsigned row)
{
    bool fits = row_weight(row) < space->layers;
    for (unsigned i = 0; i < ENDGAME_ROW; i++)
        fits = fits && (int)endgame_rank(row, i) <= space->highest[endgame_row_first(space) + i];
    return fits;
}

/* Numbers the last rows of each layer. counts[has_empty][layer] receives how many complete a board. */
static void number_rows(endgame_space *space, uint32_t *const counts[2])
{
    for (unsigned place = 0; place < ENDGAME_ROWS; place++) {
        unsigned row = row_at(place), layer = row_weight(row);
        bool fits = row_fits(space, row), has_empty = low_empties(row) & ENDGAME_ROW_MASK;
        space->row_number[true][row] = fits ? counts[true][layer]++ : ENDGAME_NO_ROW;
        space->row_number[false][row] = fits && has_empty ? counts[false][layer]++ : ENDGAME_NO_ROW;
    }
    for (unsigned layer = 0; layer < space->layers; layer++)
        space->row_begin[layer + 1] = space->row_begin[layer] + counts[true][layer];
    for (unsigned row = 0; row < ENDGAME_ROWS; row++)
        if (space->row_number[true][row] != ENDGAME_NO_ROW)
            space->row[space->row_begin[row_weight(row)] + space->row_number[true][row]] = (uint16_t)row;
}

static bool count_fillings(endgame_space *space)
{
    size_t layers = space->layers;
    uint32_t *memory = memory_zeroed(4 * layers, sizeof *memory);
    if (!memory)
        return false;
    uint32_t *counts[2][2] = {{memory, memory + layers}, {memory + 2 * layers, memory + 3 * layers}};
    unsigned now = 0;
    number_rows(space, counts[now]);
    for (unsigned k = endgame_row_first(space); k-- > 0; now = !now)
        for (unsigned has_empty = 0; has_empty < 2; has_empty++)
            count_from_cell(space, k, has_empty, counts[now], counts[!now][has_empty]);
    for (unsigned layer = 0; layer < space->layers; layer++) {
        space->begin[layer + 1] = space->begin[layer] + counts[now][false][layer];
        space->most = endgame_boards(space, layer) > space->most ? endgame_boards(space, layer) : space->most;
    }
    memory_free(memory);
    return true;
}

static bool allocate_rows(endgame_space *space)
{
    for (unsigned i = 0; i < 2; i++)
        space->row_number[i] = memory_zeroed(ENDGAME_ROWS, sizeof(uint32_t));
    space->row_begin = memory_zeroed(space->layers + 1, sizeof(uint32_t));
    space->row = memory_zeroed(ENDGAME_ROWS, sizeof(uint16_t));
    return space->row_number[0] && space->row_number[1] && space->row_begin && space->row;
}

bool endgame_space_open(endgame_space *space, const endgame_shape *shape, int goal)
{
    *space = (endgame_space){.shape = shape, .goal = goal};
    space->layers = (shape->locked == 6 ? 1u << (goal - 1) : 1u << goal) + shape->slack + 1;
    space->begin = memory_zeroed(space->layers + 1, sizeof *space->begin);
    bool is_allocated = allocate_rows(space) && space->begin;
    for (unsigned k = 0; k < shape->free; k++)
        space->highest[k] = goal - shape->below[k];
    for (unsigned k = 0; k < endgame_row_first(space); k++)
        for (unsigned i = 0; i < 2; i++) {
            space->before[k][i] = memory_zeroed((size_t)(space->layers + 2) * ENDGAME_RANKS, sizeof(uint32_t));
            is_allocated = is_allocated && space->before[k][i];
        }
    return is_allocated && count_fillings(space);
}

void endgame_space_close(endgame_space *space)
{
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 0; k < ENDGAME_CELLS_MAX - ENDGAME_ROW; k++)
            memory_free(space->before[k][i]);
        memory_free(space->row_number[i]);
    }
    memory_free(space->row_begin);
    memory_free(space->row);
    memory_free(space->begin);
    *space = (endgame_space){0};
}
