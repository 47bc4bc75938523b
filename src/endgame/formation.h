/* What a board is worth to a player who wants its large tiles in one corner, in lines that fall away from it both ways: the
 * formation that the endgame tables take over. */
#ifndef ENDGAME_FORMATION_H
#define ENDGAME_FORMATION_H

#include "eleven/search.h"

/* What a line of four is worth. [0]: as one that falls from its first cell on, [1]: as one that climbs. */
typedef float formation_line __attribute__((vector_size(8)));

typedef struct formation {
    formation_line line[65536]; /* by its ranks, below 16 */
} formation;

formation *formation_new(void); /* NULL when memory is short */
void formation_free(formation *made);

/* It as an evaluator, which borrows it. The unit is its own. */
eleven_evaluator formation_evaluator(const formation *made);

#endif
