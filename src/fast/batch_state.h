/* How a batch lies in memory, as batch.c and the kernels see it.
 *
 * 512 games are 8 columns of 64; a game is one bit position of its column's words. A block is as many columns
 * as one vector holds (8, 4 or 2), and consists of the vectors numbered below, one after another; so a batch
 * has 1, 2 or 4 blocks:
 *
 *     vector 0    column 0 | column 1 | ...       bit 0 of cell 0
 *     vector 1    column 0 | column 1 | ...       bit 0 of cell 1
 *     ...
 *
 * A board is kept as one of its eight images, and FRAME says which, as eleven_board_symmetry numbers them: a
 * move turns the board so that it slides left, and never turns it back. */
#ifndef ELEVEN_BATCH_STATE_H
#define ELEVEN_BATCH_STATE_H

#include "eleven/batch.h"

enum {
    COLUMNS = ELEVEN_BATCH_LANES / 64,
    PLANES = 5,         /* bits of a rank */
    FOURS_LOW = 4,      /* bits of the count of fours that are added to at once, */
    FOURS = 18,         /* and all of them: no game on 16 cells sees 2^17 fours */
    CHANCE_LAG = 1279,  /* vectors in the ring of random bits */
    CHECK_ROUNDS = 16,  /* a lost game is noticed every so many rounds, */
    REPORT_ROUNDS = 64, /* and reported every so many */
};

/* Numbers of vectors. */
enum {
    PLANE = 0,                   /* bit p of cell i is vector PLANE + 16p + i */
    FRAME = PLANE + 16 * PLANES, /* mirrored in x; mirrored in y; then x and y exchanged */
    FOUR = FRAME + 3,            /* how many fours have appeared, low bit first */
    CARRY = FOUR + FOURS,        /* carries out of the FOURS_LOW lowest bits, still to be added */
    OWED,                        /* the game has moved and waits for its new tile */
    VACANT,                      /* the lane waits for a new game */
    HIGH,                        /* a rank of 12 or more stood here at the last check */
    MOVED,                       /* what the last round did: a move, */
    VERTICAL,                    /* up or down, */
    FAR,                         /* right or down; */
    SPAWNED,                     /* a new tile */
    GRAVE,                       /* PLANE, FRAME and FOUR of a lost game until it is reported, */
    BURIED = GRAVE + CARRY,      /* where there is one */
    CHANCE,                      /* random bits */
    VECTORS = CHANCE + CHANCE_LAG
};

/* How many vectors of random bits are used up. */
enum {
    CHANCE_FOR_FOUR = 10,
    CHANCE_FOR_DRAW = 8,
    CHANCE_FOR_ROUND = 2 + CHANCE_FOR_DRAW + CHANCE_FOR_FOUR,
    CHANCE_FOR_START = 2 * (4 + CHANCE_FOR_FOUR),
};

/* What there is of a game beside its compact board, as bits of one word: the fifth bits of the 16 cells, the
 * largest rank, the count of fours; and of a living one all vectors that follow. */
enum {
    EXTRA_HIGH = 0,
    EXTRA_LARGEST = 16,
    EXTRA_FOURS = EXTRA_LARGEST + PLANES,
    EXTRA_BITS = EXTRA_FOURS + GRAVE - FOUR
};

#define EXTRA_OF(vector) (EXTRA_FOURS + (vector)-FOUR) /* the bit of a vector from FOUR on */

_Static_assert(EXTRA_BITS <= 64, "the extra bits fit into a word");

typedef uint64_t batch_word __attribute__((may_alias));

/* What the kernel of one width does, always to all blocks of a batch. `chance` is the place in the ring of
 * random bits; those that use some return the next place. */
typedef struct batch_kernel {
    unsigned bits;
    /* Buries lost games and starts new ones. */
    unsigned (*tend)(batch_word *vectors, unsigned chance);
    /* Plays up to CHECK_ROUNDS rounds. */
    unsigned (*play)(batch_word *vectors, unsigned chance, unsigned rounds);
    /* Plays one round in given directions. */
    unsigned (*step)(batch_word *vectors, unsigned chance, const eleven_lanes *vertical, const eleven_lanes *far);
    void (*legal)(const batch_word *vectors, eleven_lanes legal[ELEVEN_DIRECTIONS]);
    /* Transposes the games (of the graves, or the living ones): word [i][c] of `board` is the compact board of
     * lane i of column c, and that of `extra` what else there is. */
    void (*read)(const batch_word *vectors, bool of_graves, uint64_t board[64][COLUMNS], uint64_t extra[64][COLUMNS]);
} batch_kernel;

extern const batch_kernel batch_kernel_128;
#ifdef __x86_64__
extern const batch_kernel batch_kernel_256, batch_kernel_512;
#endif

#endif
