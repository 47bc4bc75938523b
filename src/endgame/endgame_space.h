/* The fillings that a table is about, and their numbers.
 *
 * A filling is what the cells that are not locked contain after a slide, so at least one of them is empty. Its layer
 * is half the sum of its tiles. A slide keeps the layer, a new tile raises it by one or two.
 *
 * Within a layer, fillings are numbered in the order of their ranks, cell by cell: the number of a filling is the
 * number of fillings before it. On each cell, those are the fillings that agree on all cells before and have a
 * smaller rank here:
 *
 *     cells    3  7  8  9 ...     layer 5:  rank 2 weighs 2, the other cells get 3
 *     ranks    2  1  .  ...       number =  before[0][2]  fillings with rank 0 or 1 on cell 3, layer 5 left
 *                                         + before[1][1]  with 2 there and rank 0 on cell 7, layer 3 left
 *                                         + before[2][0] + ...
 *
 * So a number is a sum of as many table entries as there are free cells. */
#ifndef ENDGAME_SPACE_H
#define ENDGAME_SPACE_H

#include "eleven/bitboard.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ENDGAME_CELLS_MAX = 11, ENDGAME_RANKS = 16 };

/* The boards of a table: which cells are locked, and which are free, ascending. `below`: how far the highest rank on
 * a free cell is below the goal. `slack`: layers beyond the one in which the goal is reached without a spare tile. */
typedef struct endgame_shape {
    unsigned locked, free;
    uint8_t lock[6];
    uint8_t cell[ENDGAME_CELLS_MAX];
    int8_t below[ENDGAME_CELLS_MAX];
    unsigned slack;
} endgame_shape;

/* For six locked tiles, and for five. */
extern const endgame_shape endgame_shapes[2];

/* Whether a board has reached the goal. Its ranks are below 16, four bits per cell. */
bool endgame_is_reached(const endgame_shape *shape, int goal, uint64_t board);

/* The fillings of a shape with a goal.
 *     highest   [free cell]    the highest rank there
 *     size      [layer]        fillings of the layer; the largest one has `most`
 *     begin     [layer]        fillings of all layers before
 *     before    [free cell][is a cell before it empty][layer left * ENDGAME_RANKS + rank], see above */
typedef struct endgame_space {
    const endgame_shape *shape;
    int goal, highest[ENDGAME_CELLS_MAX];
    unsigned layers;
    uint64_t *begin;
    uint32_t *size, most;
    uint32_t *before[ENDGAME_CELLS_MAX][2];
} endgame_space;

/* False when out of memory. */
bool endgame_space_open(endgame_space *space, const endgame_shape *shape, int goal);
void endgame_space_close(endgame_space *space);

/* What a tile of this rank adds to the layer. */
static inline unsigned endgame_weight(unsigned rank)
{
    return rank ? 1u << (rank - 1) : 0;
}

static inline unsigned endgame_rank(uint64_t board, unsigned cell)
{
    return board >> 4 * cell & 15;
}

enum { ENDGAME_OUTSIDE = -1 };

/* The number of a board's filling in this layer; ENDGAME_OUTSIDE if the table does not contain it. */
static inline int64_t endgame_number(const endgame_space *space, unsigned layer, uint64_t board)
{
    uint32_t number = 0;
    unsigned has_empty = 0;
    for (unsigned k = 0; k < space->shape->free; k++) {
        unsigned rank = endgame_rank(board, space->shape->cell[k]);
        if ((int)rank > space->highest[k])
            return ENDGAME_OUTSIDE;
        number += space->before[k][has_empty][layer * ENDGAME_RANKS + rank];
        has_empty |= rank == 0;
        layer -= endgame_weight(rank);
    }
    return has_empty ? (int64_t)number : ENDGAME_OUTSIDE;
}

#endif
