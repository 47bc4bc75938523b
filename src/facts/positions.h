/* Sets of positions, for enumerations by the slow core: a board of at most 16 cells as one number, and the numbers
 * seen so far in the order of their coming, each with what is counted at it.
 *
 *     entries   [key games chance] [key games chance] ...       in order; the search goes through them by index
 *     slots     . 3 . . 0 1 . . 2                               open addressing: 0, or an entry's index + 1
 */
#ifndef SOLVER_POSITIONS_H
#define SOLVER_POSITIONS_H

#include "eleven/game.h"

typedef struct position {
    uint64_t key;
    uint64_t games;
    double chance;
} position;

typedef struct positions {
    position *entries;
    uint32_t *slots;
    size_t count, room; /* room: how many slots there are, a power of two; half as many entries fit */
    bool failed;        /* memory ran short, and something could not be added */
} positions;

/* Four bits a cell, cell 0 lowest; ranks must be below 16. */
uint64_t position_key(const eleven_board *board);
eleven_board position_board(uint64_t key, unsigned w, unsigned h);

/* The least key among the images of a board that have its own width and height: 8 of a square, 4 of others. */
uint64_t position_canonical(const eleven_board *board);

/* How many different images those are. */
unsigned position_images(const eleven_board *board);

/* An empty set is all zero. Gives back its memory and leaves it empty. */
void positions_free(positions *set);

/* Finds the entry of that key, or adds one with no games and no chance; NULL where memory runs short. It may be
 * moved by the next addition. `is_new`: NULL or out. */
position *positions_add(positions *set, uint64_t key, bool *is_new);

/* The entry of that key; NULL where there is none. */
position *positions_find(const positions *set, uint64_t key);

#endif
