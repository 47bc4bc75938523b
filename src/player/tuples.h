/* Tuples: which cells an n-tuple network looks at, and where the weight of what it sees stands.
 *
 * A tuple is a set of up to six cells. The board is looked at in its eight images; in each, the ranks on the
 * tuple's cells are a number, and the number picks one weight. A rank above 15 is read as 15. (Szubert and
 * Jaskowski, Temporal Difference Learning of N-Tuple Networks for the Game 2048, 2014.)
 *
 *     number of a tuple:   far bits, cells ascending | low two bits of two cells
 *                                                        "near": 16 weights that a spawn moves among
 *
 * The low bits of two cells come last, so that the weights of positions a move apart tend to share a cache
 * line. */
#ifndef PLAYER_TUPLES_H
#define PLAYER_TUPLES_H

#include "eleven/bitboard.h"

enum {
    TUPLES_MAX = 16,
    TUPLE_CELLS_MAX = 6,
    STAGES_MAX = 8,
    LOOKUPS_MAX = TUPLES_MAX * ELEVEN_SYMMETRIES,
    TUPLE_KEEP = 6, /* ranks up to this one are never lowered */
    NEAR_CELLS = 4, /* a tuple of so few cells has its weights in a near cache */
    NEAR_BITS = 4,  /* of each number, the low two bits of the first and the last cell */
};

/* A piece of a number that is a run of bits of the board: (board >> shift & mask) << to. */
typedef struct tuple_run {
    uint8_t shift, to;
    uint32_t mask;
} tuple_run;

/* One tuple, ready to be looked up. */
typedef struct tuple_form {
    uint8_t count;                 /* 2..TUPLE_CELLS_MAX */
    uint8_t cell[TUPLE_CELLS_MAX]; /* ascending */
    uint64_t near, far;            /* the bits of the board that make the number */
    uint8_t runs;
    tuple_run run[2 * TUPLE_CELLS_MAX + 1];
    uint32_t first; /* number 0 of this tuple, among the weights of a stage */
} tuple_form;

/* All tuples of a network, and its stages. A board whose highest rank is above `cap` is looked at as if it were
 * lower: the highest rank and those right below it, down to the first gap, lose one, as often as needed. What
 * could merge in a row still can, so that play with large tiles begins from what was learned with smaller ones.
 * How often is the board's stage; each stage has weights of its own. */
typedef struct tuple_set {
    unsigned count, lookups; /* lookups: count * 8 */
    tuple_form at[TUPLES_MAX];
    uint32_t size;   /* weights of one stage */
    unsigned stages; /* the last one is for all boards lowered that often or more */
    eleven_rank cap; /* TUPLE_KEEP + 1..15 */
} tuple_set;

tuple_set tuple_set_empty(void);

/* Adds a tuple; false where it is not one: 2 to 6 different cells below 16, in any order. */
bool tuple_set_add(tuple_set *set, const uint8_t *cells, unsigned count);

/* The ranks that a number of the tuple stands for, and back. */
void tuple_ranks(const tuple_form *tuple, uint32_t number, eleven_rank ranks[TUPLE_CELLS_MAX]);
uint32_t tuple_number(const tuple_form *tuple, const eleven_rank ranks[TUPLE_CELLS_MAX]);

#endif
