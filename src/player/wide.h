/* Expectimax on any board under any rules. */
#ifndef ELEVEN_WIDE_H
#define ELEVEN_WIDE_H

#include "eleven/player.h"

/* Fills `advice`, as a player's choose does. Deterministic but for a budget of milliseconds. */
bool wide_choose(const eleven_rules *rules, const eleven_board *board, const eleven_budget *budget,
                 eleven_advice *advice);

#endif
