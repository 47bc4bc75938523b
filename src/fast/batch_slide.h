/* The batch's kernel, first part: boards that turn and rows that slide, one bit of many games in every vector. */
#include "fast/batch_state.h"
#include "fast/lanes.h"

LANES_INLINE lanes cell_is_tile(const lanes *cell, unsigned planes)
{
    lanes low = lanes_or_3(cell[0], cell[1], cell[2]) | cell[3];
    if (planes == 5)
        low |= cell[4];
    return low;
}

/* Bits set where the ranks differ, or in `hold`. */
LANES_INLINE lanes cells_differ(lanes hold, const lanes *a, const lanes *b, unsigned planes)
{
    LANES_UNROLL for (unsigned p = 0; p < planes; p++) hold = lanes_or_xor(hold, a[p], b[p]);
    return hold;
}

/* Adds one to the ranks under `where`. */
LANES_INLINE void cell_raise(lanes *cell, lanes where, unsigned planes)
{
    cell[0] ^= where;
    cell[1] = lanes_xor_and_not(cell[1], where, cell[0]);
    lanes carry = lanes_and_not_2(where, cell[0], cell[1]);
    cell[2] ^= carry;
    carry &= ~cell[2];
    cell[3] ^= carry;
    if (planes == 5)
        cell[4] = lanes_xor_and_not(cell[4], carry, cell[3]);
}

/* A row of four cells while it slides: the ranks, and whether each cell contains a tile. */
typedef struct lanes_row {
    lanes a[PLANES], b[PLANES], c[PLANES], d[PLANES];
    lanes at_a, at_b, at_c, at_d;
} lanes_row;

/* Closes the gaps from the back: d moves up where c is empty, then c and d where b is, then all where a is. The rank of
 * an empty cell is 0, so that `or` moves a tile in. Returns where anything moved.
 *
 *     . 2 . 4     d into c:  . 2 4 .     b is a tile     all toward a:  2 4 . . */
LANES_INLINE lanes row_pack(lanes_row *r, unsigned planes)
{
    lanes moved = r->at_d & ~r->at_c;
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r->c[p] = lanes_or_and_not(r->c[p], r->d[p], r->at_c);
        r->d[p] &= r->at_c;
    }
    lanes kept = r->at_c;
    r->at_c |= r->at_d;
    r->at_d &= kept;

    moved = lanes_or_and_not(moved, r->at_c, r->at_b);
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r->b[p] = lanes_or_and_not(r->b[p], r->c[p], r->at_b);
        r->c[p] = lanes_choose(r->at_b, r->c[p], r->d[p]);
        r->d[p] &= r->at_b;
    }
    kept = r->at_b;
    r->at_b |= r->at_c;
    r->at_c = lanes_choose(kept, r->at_c, r->at_d);
    r->at_d &= kept;

    moved = lanes_or_and_not(moved, r->at_b, r->at_a);
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r->a[p] = lanes_or_and_not(r->a[p], r->b[p], r->at_a);
        r->b[p] = lanes_choose(r->at_a, r->b[p], r->c[p]);
        r->c[p] = lanes_choose(r->at_a, r->c[p], r->d[p]);
        r->d[p] &= r->at_a;
    }
    kept = r->at_a;
    r->at_a |= r->at_b;
    r->at_b = lanes_choose(kept, r->at_b, r->at_c);
    r->at_c = lanes_choose(kept, r->at_c, r->at_d);
    r->at_d &= kept;
    return moved;
}

/* Merges the pairs of a packed row, those nearest the front first, but none under `hold`. Returns where any merged. The
 * tiles behind a merging pair close its gap at once; the merged tile does not merge again.
 *
 *     2 2 4 4     a and b:  4 4 4 .     b and c:  4 8 . .
 */
LANES_INLINE lanes row_merge(lanes_row *r, lanes hold, unsigned planes)
{
    lanes first = r->at_a & ~cells_differ(hold, r->a, r->b, planes);
    cell_raise(r->a, first, planes);
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r->b[p] = lanes_choose(first, r->c[p], r->b[p]);
        r->c[p] = lanes_choose(first, r->d[p], r->c[p]);
        r->d[p] &= ~first;
    }
    r->at_b = lanes_choose(first, r->at_c, r->at_b);
    r->at_c = lanes_choose(first, r->at_d, r->at_c);
    r->at_d &= ~first;

    lanes second = r->at_b & ~cells_differ(hold, r->b, r->c, planes);
    cell_raise(r->b, second, planes);
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r->c[p] = lanes_choose(second, r->d[p], r->c[p]);
        r->d[p] &= ~second;
    }
    r->at_c = lanes_choose(second, r->at_d, r->at_c);
    r->at_d &= ~second;

    lanes third = r->at_c & ~cells_differ(hold, r->c, r->d, planes);
    cell_raise(r->c, third, planes);
    LANES_UNROLL for (unsigned p = 0; p < planes; p++) r->d[p] &= ~third;
    r->at_d &= ~third;
    return lanes_or_3(first, second, third);
}

/* Exchanges two cells of one plane where asked. */
LANES_INLINE void cells_swap(lanes where, lanes *a, lanes *b)
{
    lanes old = *a;
    *a = lanes_choose(where, *b, old);
    *b = lanes_choose(where, old, *b);
}

/* Turns one plane of the boards: x and y exchanged where `across`, then left and right where `back`. */
LANES_INLINE void plane_turn(const lanes *from, lanes across, lanes back, lanes *to)
{
    lanes cell[16];
    LANES_UNROLL for (unsigned i = 0; i < 16; i++) cell[i] = from[i];
    cells_swap(across, &cell[1], &cell[4]);
    cells_swap(across, &cell[2], &cell[8]);
    cells_swap(across, &cell[3], &cell[12]);
    cells_swap(across, &cell[6], &cell[9]);
    cells_swap(across, &cell[7], &cell[13]);
    cells_swap(across, &cell[11], &cell[14]);
    LANES_UNROLL for (unsigned i = 0; i < 16; i += 4)
    {
        cells_swap(back, &cell[i], &cell[i + 3]);
        cells_swap(back, &cell[i + 1], &cell[i + 2]);
    }
    LANES_UNROLL for (unsigned i = 0; i < 16; i++) to[i] = cell[i];
}

/* How many cells of a row are empty, 0..4, as three bits, the lowest first. */
typedef struct empty_count {
    lanes bit[3];
} empty_count;

/* Slides row y left, and adds to `moved`. Returns how many cells behind the tiles are empty. */
LANES_INLINE empty_count row_slide(const lanes turned[PLANES][16], lanes *block, unsigned y, lanes hold, lanes *moved,
                                   unsigned planes)
{
    lanes_row r;
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        r.a[p] = turned[p][4 * y];
        r.b[p] = turned[p][4 * y + 1];
        r.c[p] = turned[p][4 * y + 2];
        r.d[p] = turned[p][4 * y + 3];
    }
    r.at_a = cell_is_tile(r.a, planes);
    r.at_b = cell_is_tile(r.b, planes);
    r.at_c = cell_is_tile(r.c, planes);
    r.at_d = cell_is_tile(r.d, planes);
    lanes packed = row_pack(&r, planes);
    *moved = lanes_or_3(*moved, packed, row_merge(&r, hold, planes));
    LANES_UNROLL for (unsigned p = 0; p < planes; p++)
    {
        lanes *to = block + PLANE + 16 * p + 4 * y;
        to[0] = r.a[p];
        to[1] = r.b[p];
        to[2] = r.c[p];
        to[3] = r.d[p];
    }
    return (empty_count){{lanes_or_and_not(r.at_c & ~r.at_d, r.at_a, r.at_b), r.at_a & ~r.at_c, ~r.at_a}};
}
