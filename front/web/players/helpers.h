/* What the parts of the players' module share. */
#ifndef WEB_HELPERS_H
#define WEB_HELPERS_H

#include "eleven/player.h"

/* The built-in player by its index, opened when it is first asked for and kept until another one is; NULL, and the
 * problem set, when out of memory. */
eleven_player *player_at(unsigned index);

#endif
