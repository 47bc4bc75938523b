/* w x h boards: every direction is a bundle of line views; chance is a choice among the empty cells. */
#include "core/core.h"

#include <assert.h>

void eleven_board_empty(unsigned w, unsigned h, eleven_board *board)
{
    assert(w >= 1 && w <= ELEVEN_SIDE_MAX && h >= 1 && h <= ELEVEN_SIDE_MAX);
    *board = (eleven_board){.w = (uint8_t)w, .h = (uint8_t)h};
}

bool eleven_board_equal(const eleven_board *a, const eleven_board *b)
{
    if (a->w != b->w || a->h != b->h)
        return false;
    for (unsigned i = 0; i < (unsigned)a->w * a->h; i++)
        if (a->cells[i] != b->cells[i])
            return false;
    return true;
}

static unsigned line_count(const eleven_board *board, eleven_direction direction)
{
    return direction == ELEVEN_UP || direction == ELEVEN_DOWN ? board->w : board->h;
}

/* The i-th line of the board, its front at the wall that tiles move toward. On a 3x2 board, by cell numbers:
 *
 *     0 1 2      left   0 1 2, 3 4 5      up     0 3, 1 4, 2 5
 *     3 4 5      right  2 1 0, 5 4 3      down   3 0, 4 1, 5 2 */
static eleven_view line_view(const eleven_board *board, eleven_direction direction, unsigned i)
{
    unsigned w = board->w, h = board->h;
    int8_t row = (int8_t)w;
    switch (direction) {
    case ELEVEN_UP: return (eleven_view){(uint8_t)i, row, (uint8_t)h};
    case ELEVEN_DOWN: return (eleven_view){(uint8_t)((h - 1) * w + i), (int8_t)(-row), (uint8_t)h};
    case ELEVEN_LEFT: return (eleven_view){(uint8_t)(i * w), 1, (uint8_t)w};
    default: return (eleven_view){(uint8_t)(i * w + w - 1), -1, (uint8_t)w};
    }
}

eleven_slide eleven_board_slide(const eleven_rules *rules, eleven_board *board, eleven_direction direction,
                                eleven_hop *hops)
{
    assert((unsigned)direction < ELEVEN_DIRECTIONS);
    eleven_slide sum = {0};
    for (unsigned i = 0; i < line_count(board, direction); i++) {
        eleven_slide one =
            eleven_line_slide(rules, board->cells, line_view(board, direction, i), hops ? hops + sum.hops : NULL);
        sum.gain += one.gain;
        sum.hops = (uint8_t)(sum.hops + one.hops);
    }
    return sum;
}

unsigned eleven_board_legal(const eleven_rules *rules, const eleven_board *board)
{
    unsigned legal = 0;
    for (unsigned direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        eleven_board copy = *board;
        if (eleven_board_slide(rules, &copy, (eleven_direction)direction, NULL).hops)
            legal |= 1u << direction;
    }
    return legal;
}

unsigned eleven_board_empties(const eleven_board *board, uint8_t cells[ELEVEN_CELLS_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++)
        if (board->cells[i] == 0)
            cells[count++] = (uint8_t)i;
    return count;
}

void eleven_board_place(eleven_board *board, eleven_tile tile)
{
    assert(tile.cell < board->w * board->h && board->cells[tile.cell] == 0);
    assert(tile.rank > 0 && tile.rank < ELEVEN_RANKS);
    board->cells[tile.cell] = tile.rank;
}

eleven_tile eleven_board_pick(const eleven_rules *rules, const eleven_board *board, uint64_t word)
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned count = eleven_board_empties(board, empties);
    assert(count > 0);
    uint8_t cell = empties[core_fraction_below(&word, count)];
    unsigned rank = core_fraction_weighted(&word, rules->spawn_weight, ELEVEN_RANKS);
    return (eleven_tile){cell, (eleven_rank)rank};
}

eleven_rank eleven_board_largest(const eleven_board *board)
{
    eleven_rank largest = 0;
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++)
        if (board->cells[i] > largest)
            largest = board->cells[i];
    return largest;
}

void eleven_board_symmetry(const eleven_board *board, unsigned symmetry, eleven_board *image)
{
    assert(symmetry < ELEVEN_SYMMETRIES);
    bool exchange = symmetry & 4;
    const eleven_board from = *board;
    eleven_board_empty(exchange ? from.h : from.w, exchange ? from.w : from.h, image);
    for (unsigned y = 0; y < from.h; y++) {
        for (unsigned x = 0; x < from.w; x++) {
            unsigned to_x = symmetry & 1 ? from.w - 1u - x : x;
            unsigned to_y = symmetry & 2 ? from.h - 1u - y : y;
            unsigned to = exchange ? to_x * image->w + to_y : to_y * image->w + to_x;
            image->cells[to] = from.cells[y * from.w + x];
        }
    }
}
