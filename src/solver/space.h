/* The boards of one size under one rule set as 64-bit keys.
 *
 *     key      cell n-1 | ... | cell 1 | cell 0     `bits` a cell, at most 61 in all; 0 is the empty board
 *
 * A key and its mirror images are one position; the least of them, its canonical key, stands for all. Images
 * are sums over the cells, so that a table gives the images of several cells at once and a new tile changes all
 * images by one addition.
 */
#ifndef SOLVER_SPACE_H
#define SOLVER_SPACE_H

#include "eleven/game.h"

enum {
    SPACE_LANES = 8,  /* images held side by side; 4 are in use where the board is no square */
    SPACE_CHUNK = 12, /* bits of a key that one table looks up */
    SPACE_RISE = 4096 /* layers that one move can rise, at most */
};

/* What a slide makes of a line: its cells in their places in the first row or column, and the gain. */
typedef struct space_line {
    uint64_t moved;
    uint32_t gain;
} space_line;

/* A direction is a line table, or none where lines are too long for one. */
typedef struct solve_space {
    eleven_rules rules;
    unsigned w, h, cells, bits, lanes;
    eleven_rank largest;          /* that can stand on such a board */
    unsigned needs[ELEVEN_RANKS]; /* cells that it takes to make a tile; 0: it cannot be made here */

    unsigned chunk_bits, chunks;
    uint64_t *images;                     /* [chunk][code][lanes] */
    uint64_t *turned;                     /* [chunk][code]: x and y exchanged */
    uint64_t *spawned;                    /* [spawn][cell][lanes]: images of a new tile */
    space_line *lines[ELEVEN_DIRECTIONS]; /* [code]; NULL: slid cell by cell */

    unsigned spawn_ranks;          /* how many ranks appear, */
    eleven_rank spawn_rank[31];    /* which, */
    uint32_t spawn_weight[31];     /* how often, */
    uint64_t spawn_weights;        /* out of so many */
    unsigned spawns_most;          /* new tiles after a move, at most */
    uint64_t weight[ELEVEN_RANKS]; /* what a tile adds to the sum of a board; a slide keeps the sum */
    uint64_t unit;                 /* sums are told in this many of the tiles' own */
    uint64_t most;                 /* no reachable board has a greater sum */
    uint64_t rise;                 /* a move raises the sum by at most so much */
} solve_space;

/* Fills the space in; its tables are given back by space_close. Tiles of `start` (NULL: none) can stand on a
 * board besides those that appear. ELEVEN_BAD_RULES where these rules cannot be solved in layers, or the board
 * is too large. */
eleven_error space_open(solve_space *space, const eleven_rules *rules, unsigned w, unsigned h,
                        const eleven_board *start, eleven_problem *problem);
void space_close(solve_space *space);

uint64_t space_pack(const solve_space *space, const eleven_board *board);
eleven_board space_unpack(const solve_space *space, uint64_t key);
uint64_t space_sum(const solve_space *space, uint64_t key);
eleven_rank space_largest(const solve_space *space, uint64_t key);

/* The board after a slide, by lines, and what it gains; the board itself where the direction is not legal. */
typedef struct space_moves {
    uint64_t after[ELEVEN_DIRECTIONS];
    uint32_t gain[ELEVEN_DIRECTIONS];
} space_moves;

/* The same without tables. */
void space_slide_slowly(const solve_space *space, uint64_t key, space_moves *moves);

#endif
