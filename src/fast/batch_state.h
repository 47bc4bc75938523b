/* How a batch lies in memory, for batch.c and the kernels.
 *
 * 512 games are 8 columns of 64. A game is one bit position of its column's words. A block is as many columns as one
 * vector contains (8, 4 or 2), and consists of the vectors numbered below, one after another; so a batch has 1, 2 or 4
 * blocks:
 *
 *     vector 0    column 0 | column 1 | ...       bit 0 of the rank on cell 0, of 64 games per column
 *     vector 1    column 0 | column 1 | ...       bit 0 of the rank on cell 1
 *     ...
 *
 * A board is kept as one of its eight images, and FRAME states which, as eleven_board_symmetry numbers them: a move
 * turns the board so that it slides left, and never turns it back. */
#ifndef FAST_BATCH_STATE_H
#define FAST_BATCH_STATE_H

#include "eleven/batch.h"

enum {
    COLUMNS = ELEVEN_BATCH_LANES / 64,
    /* Bits of a rank. */
    PLANES = 5,
    /* Bits of the count of fours that are added to at once, and all of them: no game on 16 cells sees 2^17 fours. */
    FOURS_LOW = 4,
    FOURS = 18,
    /* Vectors in the ring of random bits. */
    CHANCE_LAG = 1279,
    /* Rounds between two searches for lost games, and between two reports of them. */
    CHECK_ROUNDS = 16,
    REPORT_ROUNDS = 64,
};

/* Numbers of vectors. */
enum {
    /* Bit p of the rank on cell i is vector PLANE + 16p + i. */
    PLANE = 0,
    /* Mirrored in x; mirrored in y; then x and y exchanged. */
    FRAME = PLANE + 16 * PLANES,
    /* How many fours have appeared, low bit first; and carries out of the FOURS_LOW lowest bits, still to be added. */
    FOUR = FRAME + 3,
    CARRY = FOUR + FOURS,
    /* The game has moved and waits for its new tile. */
    OWED,
    /* The lane waits for a new game. */
    VACANT,
    /* A rank of 12 or more was on the board at the last check. */
    HIGH,
    /* The last round: a move was made, up or down, right or down; a new tile appeared. */
    MOVED,
    VERTICAL,
    FAR,
    SPAWNED,
    /* PLANE, FRAME and FOUR of a lost game until it is reported, and whether there is one. */
    GRAVE,
    BURIED = GRAVE + CARRY,
    /* Random bits. */
    CHANCE,
    VECTORS = CHANCE + CHANCE_LAG
};

/* How many vectors of random bits are used up. */
enum {
    CHANCE_FOR_FOUR = 10,
    CHANCE_FOR_DRAW = 8,
    CHANCE_FOR_ROUND = 2 + CHANCE_FOR_DRAW + CHANCE_FOR_FOUR,
    CHANCE_FOR_START = 2 * (4 + CHANCE_FOR_FOUR),
};

/* A game besides its compact board, as bits of one word: the fifth bits of the 16 cells, the largest rank, the count of
 * fours; and of a living game all vectors that follow. */
enum {
    EXTRA_HIGH = 0,
    EXTRA_LARGEST = 16,
    EXTRA_FOURS = EXTRA_LARGEST + PLANES,
    EXTRA_BITS = EXTRA_FOURS + GRAVE - FOUR
};

_Static_assert(EXTRA_BITS <= 64, "the extra bits fit into a word");

/* The bit of a vector from FOUR on. */
static inline unsigned batch_extra_bit(unsigned vector)
{
    return EXTRA_FOURS + vector - FOUR;
}

typedef uint64_t batch_word __attribute__((may_alias));

/* The functions of one vector width, each for all blocks of a batch. `chance` is the place in the ring of random bits;
 * functions that use some return the next place. */
typedef struct batch_kernel {
    unsigned bits;
    /* Buries lost games and starts new ones. */
    unsigned (*tend)(batch_word *vectors, unsigned chance);
    /* Plays up to CHECK_ROUNDS rounds. */
    unsigned (*play)(batch_word *vectors, unsigned chance, unsigned rounds);
    /* Plays one round in given directions. */
    unsigned (*step)(batch_word *vectors, unsigned chance, const eleven_lanes *vertical, const eleven_lanes *far);
    void (*legal)(batch_word *vectors, eleven_lanes legal[ELEVEN_DIRECTIONS]);
    /* Transposes the games (of the graves, or the living ones): word [i][c] of `board` is the compact board of lane
     * i of column c, and that of `extra` the rest of the game. */
    void (*read)(batch_word *vectors, bool of_graves, uint64_t board[64][COLUMNS], uint64_t extra[64][COLUMNS]);
} batch_kernel;

extern const batch_kernel batch_kernel_128;
#ifdef __x86_64__
extern const batch_kernel batch_kernel_256, batch_kernel_512;
#endif

#endif
