/* The fillings that a table is about, and where each one's chance stands.
 *
 * A filling is what lies on the cells that are not locked, after a slide: at least one of them is empty. Its layer is half
 * the sum of its tiles. A slide keeps the layer, a new tile raises it by one or two. Within a layer fillings are
 * numbered in the order of their ranks, cell by cell:
 *
 *     number = sum over cells of: fillings of the same layer that agree on the cells before, and are less on this one
 */
#ifndef ENDGAME_SPACE_H
#define ENDGAME_SPACE_H

#include "eleven/bitboard.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPACE_CELLS_MAX = 11, SPACE_RANKS = 16 };

/* How a table's boards look. */
typedef struct endgame_shape {
    unsigned locked, free;         /* how many cells */
    uint8_t lock[6];               /* the locked cells */
    uint8_t cell[SPACE_CELLS_MAX]; /* the other ones, ascending, */
    int8_t below[SPACE_CELLS_MAX]; /* and how far below the goal the highest rank there is */
    unsigned slack;                /* layers beyond the one in which the goal is reached without a tile to spare */
} endgame_shape;

extern const endgame_shape endgame_shapes[2]; /* six locked tiles, five */

/* Whether the goal is reached on a board of these ranks below 16, four bits a cell. */
bool endgame_is_reached(const endgame_shape *shape, int goal, uint64_t board);

/* The fillings of a shape with a goal. */
typedef struct endgame_space {
    const endgame_shape *shape;
    int goal;
    int highest[SPACE_CELLS_MAX]; /* rank on each free cell */
    unsigned layers;
    uint64_t *begin;                      /* [layers + 1]: entries before each layer */
    uint32_t *size;                       /* [layers]: fillings in it */
    uint32_t *before[SPACE_CELLS_MAX][2]; /* [cell][is a cell before it empty][layers left * SPACE_RANKS + rank] */
    uint32_t most;                        /* fillings of the largest layer */
} endgame_space;

/* Makes the space; false when memory is short. */
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

/* The number of the filling that a board of this layer has on the cells that are not locked, or ENDGAME_OUTSIDE. */
static inline int64_t endgame_number(const endgame_space *space, unsigned layer, uint64_t board)
{
    uint32_t number = 0;
    unsigned has_empty = 0;
    for (unsigned k = 0; k < space->shape->free; k++) {
        unsigned rank = endgame_rank(board, space->shape->cell[k]);
        if ((int)rank > space->highest[k])
            return ENDGAME_OUTSIDE;
        number += space->before[k][has_empty][layer * SPACE_RANKS + rank];
        has_empty |= rank == 0;
        layer -= endgame_weight(rank);
    }
    return has_empty ? (int64_t)number : ENDGAME_OUTSIDE;
}

#endif
