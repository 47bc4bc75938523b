/* The batch's kernel, first part: boards that turn and rows that slide, a bit of many games in every vector. */
#ifndef ELEVEN_BATCH_SLIDE_H
#define ELEVEN_BATCH_SLIDE_H

#include "fast/batch_state.h"
#include "fast/lanes.h"

/* ---- Rows --------------------------------------------------------------------------------------------- */

LANES_INLINE lanes cell_stands(const lanes *cell, unsigned planes)
{
    lanes low = or_3(cell[0], cell[1], cell[2]) | cell[3];
    if (planes == 5)
        low |= cell[4];
    return low;
}

/* Bits set where the ranks differ, or in `hold`. */
LANES_INLINE lanes cells_differ(lanes hold, const lanes *a, const lanes *b, unsigned planes)
{
    LANES_UNROLL for (unsigned p = 0; p < planes; p++) hold = or_xor(hold, a[p], b[p]);
    return hold;
}

/* Adds one to the ranks under `where`. */
LANES_INLINE void cell_raise(lanes *cell, lanes where, unsigned planes)
{
    cell[0] ^= where;
    cell[1] = xor_and_not(cell[1], where, cell[0]);
    lanes carry = and_not_2(where, cell[0], cell[1]);
    cell[2] ^= carry;
    carry &= ~cell[2];
    cell[3] ^= carry;
    if (planes == 5)
        cell[4] = xor_and_not(cell[4], carry, cell[3]);
}

/* A row of four cells while it slides: ranks, and whether a tile stands on each. */
typedef struct row {
    lanes a[PLANES], b[PLANES], c[PLANES], d[PLANES];
    lanes at_a, at_b, at_c, at_d;
} row;

/* Closes the gaps from the back: d moves up where c is empty, then c and d where b is, then all where a is. An
 * empty cell's ranks are 0, so that a tile comes in by `or`. Returns where anything moved. */
LANES_INLINE lanes row_pack(row *r, unsigned planes)
{
    lanes moved = r->at_d & ~r->at_c;
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r->c[p] = or_and_not(r->c[p], r->d[p], r->at_c);
        r->d[p] &= r->at_c;
    }
    lanes kept = r->at_c;
    r->at_c |= r->at_d;
    r->at_d &= kept;

    moved = or_and_not(moved, r->at_c, r->at_b);
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r->b[p] = or_and_not(r->b[p], r->c[p], r->at_b);
        r->c[p] = choose(r->at_b, r->c[p], r->d[p]);
        r->d[p] &= r->at_b;
    }
    kept = r->at_b;
    r->at_b |= r->at_c;
    r->at_c = choose(kept, r->at_c, r->at_d);
    r->at_d &= kept;

    moved = or_and_not(moved, r->at_b, r->at_a);
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r->a[p] = or_and_not(r->a[p], r->b[p], r->at_a);
        r->b[p] = choose(r->at_a, r->b[p], r->c[p]);
        r->c[p] = choose(r->at_a, r->c[p], r->d[p]);
        r->d[p] &= r->at_a;
    }
    kept = r->at_a;
    r->at_a |= r->at_b;
    r->at_b = choose(kept, r->at_b, r->at_c);
    r->at_c = choose(kept, r->at_c, r->at_d);
    r->at_d &= kept;
    return moved;
}

/* Merges the pairs of a packed row, those nearest the front first, but none under `hold`. Returns where any
 * did. A pair that merges leaves a gap, which the tiles behind it close at once; the tile it made is not
 * looked at again. */
LANES_INLINE lanes row_merge(row *r, lanes hold, unsigned planes)
{
    lanes first = r->at_a & ~cells_differ(hold, r->a, r->b, planes);
    cell_raise(r->a, first, planes);
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r->b[p] = choose(first, r->c[p], r->b[p]);
        r->c[p] = choose(first, r->d[p], r->c[p]);
        r->d[p] &= ~first;
    }
    r->at_b = choose(first, r->at_c, r->at_b);
    r->at_c = choose(first, r->at_d, r->at_c);
    r->at_d &= ~first;

    lanes second = r->at_b & ~cells_differ(hold, r->b, r->c, planes);
    cell_raise(r->b, second, planes);
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r->c[p] = choose(second, r->d[p], r->c[p]);
        r->d[p] &= ~second;
    }
    r->at_c = choose(second, r->at_d, r->at_c);
    r->at_d &= ~second;

    lanes third = r->at_c & ~cells_differ(hold, r->c, r->d, planes);
    cell_raise(r->c, third, planes);
    LANES_UNROLL for (unsigned p = 0; p < planes; p++) r->d[p] &= ~third;
    r->at_d &= ~third;
    return or_3(first, second, third);
}

/* ---- Turning and sliding ------------------------------------------------------------------------------- */

/* Exchanges two cells of one plane where asked. */
LANES_INLINE void swap(lanes where, lanes *a, lanes *b)
{
    lanes old = *a;
    *a = choose(where, *b, old);
    *b = choose(where, old, *b);
}

/* Turns one plane of the boards: x and y exchanged where `across`, then left and right where `back`. */
LANES_INLINE void plane_turn(const lanes *from, lanes across, lanes back, lanes *to)
{
    lanes cell[16];
    LANES_UNROLL for (unsigned i = 0; i < 16; i++) cell[i] = from[i];
    swap(across, &cell[1], &cell[4]);
    swap(across, &cell[2], &cell[8]);
    swap(across, &cell[3], &cell[12]);
    swap(across, &cell[6], &cell[9]);
    swap(across, &cell[7], &cell[13]);
    swap(across, &cell[11], &cell[14]);
    LANES_UNROLL for (unsigned i = 0; i < 16; i += 4)
    {
        swap(back, &cell[i], &cell[i + 3]);
        swap(back, &cell[i + 1], &cell[i + 2]);
    }
    LANES_UNROLL for (unsigned i = 0; i < 16; i++) to[i] = cell[i];
}

/* How many cells of a row are empty, 0..4, as three bits. */
typedef struct room {
    lanes bit[3];
} room;

/* Slides row y left. Adds to `moved` and tells the room behind the tiles. */
LANES_INLINE room row_slide(const lanes turned[PLANES][16], lanes *block, unsigned y, lanes hold, lanes *moved,
                            unsigned planes)
{
    row r;
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r.a[p] = turned[p][4 * y];
        r.b[p] = turned[p][4 * y + 1];
        r.c[p] = turned[p][4 * y + 2];
        r.d[p] = turned[p][4 * y + 3];
    }
    r.at_a = cell_stands(r.a, planes);
    r.at_b = cell_stands(r.b, planes);
    r.at_c = cell_stands(r.c, planes);
    r.at_d = cell_stands(r.d, planes);
    lanes packed = row_pack(&r, planes);
    *moved = or_3(*moved, packed, row_merge(&r, hold, planes));
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        lanes *to = block + PLANE + 16 * p + 4 * y;
        to[0] = r.a[p];
        to[1] = r.b[p];
        to[2] = r.c[p];
        to[3] = r.d[p];
    }
    return (room){{or_and_not(r.at_c & ~r.at_d, r.at_a, r.at_b), r.at_a & ~r.at_c, ~r.at_a}};
}

#endif
