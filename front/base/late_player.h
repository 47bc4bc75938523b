/* A built-in player that is opened when it is first asked: some take a while, and many sittings never ask. */
#ifndef CLI_LATE_PLAYER_H
#define CLI_LATE_PLAYER_H

#include "eleven/player.h"

/* Gives a stand-in for eleven_player_open(name, seed), to be closed like any player; NULL when memory is short. The
 * name is borrowed. Asked again about the same position it repeats itself; it knows no move where the player
 * cannot be opened. */
eleven_player *late_player_new(const char *name, uint64_t seed);

#endif
