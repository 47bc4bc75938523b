/* The boards of one size under one rule set as 64-bit keys.
 *
 *     key      cell n-1 | ... | cell 1 | cell 0     `bits` per cell, at most 61 in all; 0 is the empty board
 *
 * A board and its mirror images are one position. The smallest of their keys, the canonical key, represents it. An
 * image is a sum over the cells, so a key is cut into chunks of a few cells, and one table per chunk gives the share
 * of these cells in all images, side by side in `lanes`:
 *
 *     key              |   chunk 1   |   chunk 0   |
 *                             |             |
 *     images     [a b c d e f g h]  +  [a b c d e f g h]  =  the 8 images of the key; their minimum is canonical
 *
 * A new tile adds the same kind of row: one addition changes all images at once. */
#ifndef SOLVER_SPACE_H
#define SOLVER_SPACE_H

#include "eleven/game.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* The largest number of layers that one move can rise. */
enum { SPACE_RISE_MAX = 4096 };

/* The result of sliding a line: its cells at their places in the first row or column, and the gain. */
typedef struct space_line {
    uint64_t moved;
    uint32_t gain;
} space_line;

typedef struct solve_space {
    /* `lanes`: how many images are held side by side, 8 for squares, 4 for other boards. */
    eleven_rules rules;
    unsigned w, h, cells, bits, lanes;

    /* The largest rank that fits on such a board, and how many cells it takes to make each rank: 0 if the rank cannot
     * be made here. */
    eleven_rank largest;
    unsigned cells_needed[ELEVEN_RANKS];

    /* images: [chunk][code][lane]. transposed: [chunk][code], x and y exchanged. spawned: [spawn][cell][lane], the
     * images of a new tile. lines: [code], NULL if lines are too long for a table. */
    unsigned chunk_bits, chunks;
    uint64_t *images, *transposed, *spawned;
    space_line *lines[ELEVEN_DIRECTIONS];

    /* New tiles: which ranks, each with its weight out of `spawn_weights`; at most `spawns_most` per move. */
    unsigned spawn_ranks, spawns_most;
    eleven_rank spawn_rank[ELEVEN_RANKS];
    uint32_t spawn_weight[ELEVEN_RANKS];
    uint64_t spawn_weights;

    /* Sums. `weight`: what a tile adds to the sum of a board, which a slide keeps; `unit` of the face values is 1.
     * `most`: no reachable board has a larger sum. `rise`: a move raises the sum by at most this. */
    uint64_t weight[ELEVEN_RANKS];
    uint64_t unit, most, rise;
} solve_space;

/* Fills in the space; space_close frees its tables. Tiles of `start` (may be NULL) can be on a board as well as tiles
 * that appear. ELEVEN_BAD_RULES if these rules cannot be solved in layers or the board is too large;
 * ELEVEN_NO_MEMORY. */
eleven_error space_open(solve_space *space, const eleven_rules *rules, unsigned w, unsigned h,
                        const eleven_board *start, eleven_problem *problem);
void space_close(solve_space *space);

uint64_t space_pack(const solve_space *space, const eleven_board *board);
uint64_t space_sum(const solve_space *space, uint64_t key);
eleven_rank space_largest(const solve_space *space, uint64_t key);

static inline unsigned space_rank(const solve_space *space, uint64_t key, unsigned cell)
{
    return (unsigned)(key >> cell * space->bits & ((UINT64_C(1) << space->bits) - 1));
}

/* Lists the empty cells of a board; returns how many. */
static inline unsigned space_empties(const solve_space *space, uint64_t key, uint8_t empties[ELEVEN_CELLS_MAX])
{
    unsigned count = 0;
    for (unsigned cell = 0; cell < space->cells; cell++) {
        empties[count] = (uint8_t)cell;
        count += space_rank(space, key, cell) == 0;
    }
    return count;
}

/* Whether the game is over because the board has reached the goal. */
static inline bool space_is_won(const solve_space *space, uint64_t key)
{
    return space->rules.goal && space_largest(space, key) >= space->rules.goal;
}

/* Two images. Bit 62 is set in both: then they are positive normal doubles, which have the same order as their bits,
 * and every processor has a minimum of doubles. */
typedef uint64_t image_pair __attribute__((vector_size(16), may_alias));
#define IMAGE_ONE (UINT64_C(1) << 62)

static inline image_pair image_pair_least(image_pair a, image_pair b)
{
#ifdef __SSE2__
    return (image_pair)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    return (image_pair){a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]};
#endif
}

/* The images of a key. Boards that are not squares do not use the last two pairs. */
typedef struct image_set {
    image_pair a, b, c, d;
} image_set;

static inline void image_add(const solve_space *space, image_set *set, const uint64_t *lanes)
{
    const image_pair *pairs = (const image_pair *)lanes;
    set->a += pairs[0];
    set->b += pairs[1];
    if (space->lanes == 4)
        return;
    set->c += pairs[2];
    set->d += pairs[3];
}

static inline image_set image_all(const solve_space *space, uint64_t key)
{
    const image_pair one = {IMAGE_ONE, IMAGE_ONE};
    image_set set = {one, one, one, one};
    uint64_t mask = (UINT64_C(1) << space->chunk_bits) - 1;
    for (unsigned chunk = 0; chunk < space->chunks; chunk++, key >>= space->chunk_bits)
        image_add(space, &set, space->images + (((size_t)chunk << space->chunk_bits) + (key & mask)) * space->lanes);
    return set;
}

static inline uint64_t image_least(const solve_space *space, const image_set *set)
{
    image_pair least = image_pair_least(set->a, set->b);
    if (space->lanes == 8)
        least = image_pair_least(least, image_pair_least(set->c, set->d));
    uint64_t a = least[0], b = least[1];
    return (a < b ? a : b) - IMAGE_ONE;
}

/* The images after the space's `spawn`-th kind of new tile has appeared on an empty cell. */
static inline image_set image_with(const solve_space *space, const image_set *set, unsigned spawn, unsigned cell)
{
    image_set with = *set;
    image_add(space, &with, space->spawned + ((size_t)spawn * space->cells + cell) * space->lanes);
    return with;
}

static inline uint64_t image_canonical(const solve_space *space, uint64_t key)
{
    image_set set = image_all(space, key);
    return image_least(space, &set);
}

/* How many different images a canonical key has. */
static inline unsigned image_count(const solve_space *space, uint64_t key)
{
    const image_pair same = {key + IMAGE_ONE, key + IMAGE_ONE};
    image_set set = image_all(space, key);
    image_pair equal = (image_pair)(set.a == same) + (image_pair)(set.b == same);
    if (space->lanes == 8)
        equal += (image_pair)(set.c == same) + (image_pair)(set.d == same);
    return space->lanes / (unsigned)-(equal[0] + equal[1]);
}

/* The board after a slide in each direction, and the gain. The board is unchanged if the direction is not legal. */
typedef struct space_moves {
    uint64_t after[ELEVEN_DIRECTIONS];
    uint32_t gain[ELEVEN_DIRECTIONS];
} space_moves;

/* Slides without line tables. */
void space_slide_slowly(const solve_space *space, uint64_t key, space_moves *moves);

/* Adds the line `code`, which starts at bit `at`, to the moves in two opposite directions. */
static inline void space_add_line(const solve_space *space, space_moves *moves, eleven_direction one,
                                  eleven_direction opposite, uint64_t code, unsigned at)
{
    const space_line *first = &space->lines[one][code], *second = &space->lines[opposite][code];
    moves->after[one] |= first->moved << at;
    moves->gain[one] += first->gain;
    moves->after[opposite] |= second->moved << at;
    moves->gain[opposite] += second->gain;
}

static inline void space_slide(const solve_space *space, uint64_t key, space_moves *moves)
{
    if (!space->lines[ELEVEN_LEFT] || !space->lines[ELEVEN_UP]) {
        space_slide_slowly(space, key, moves);
        return;
    }
    uint64_t columns = 0, mask = (UINT64_C(1) << space->chunk_bits) - 1;
    for (unsigned chunk = 0; chunk < space->chunks; chunk++)
        columns |= space->transposed[((size_t)chunk << space->chunk_bits) + (key >> chunk * space->chunk_bits & mask)];
    *moves = (space_moves){0};
    unsigned row_bits = space->bits * space->w, column_bits = space->bits * space->h;
    for (unsigned y = 0, at = 0; y < space->h; y++, at += row_bits)
        space_add_line(space, moves, ELEVEN_LEFT, ELEVEN_RIGHT, key >> at & ((UINT64_C(1) << row_bits) - 1), at);
    for (unsigned x = 0, at = 0; x < space->w; x++, at += space->bits, columns >>= column_bits)
        space_add_line(space, moves, ELEVEN_UP, ELEVEN_DOWN, columns & ((UINT64_C(1) << column_bits) - 1), at);
}

#endif
