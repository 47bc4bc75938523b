/* Shared by the files of the module with the players. */
#ifndef WEB_HELPERS_H
#define WEB_HELPERS_H

#include "eleven/player.h"

/* A built-in player by its index. It is opened at the first request and kept until another player is requested. NULL,
 * with the last error set, if out of memory.
 */
eleven_player *player_at(unsigned index);

#endif
