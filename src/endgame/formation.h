/* What a board is worth to a player who wants its large tiles in one corner, in lines that fall away from it both ways: the
 * formation that the endgame tables take over. */
#ifndef ENDGAME_FORMATION_H
#define ENDGAME_FORMATION_H

#include "eleven/search.h"

typedef struct formation formation;

formation *formation_new(void); /* NULL when memory is short */
void formation_free(formation *made);

/* It as an evaluator, which borrows it. The unit is its own. */
eleven_evaluator formation_evaluator(const formation *made);

#endif
