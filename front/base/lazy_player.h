/* A player that is opened when it is first asked: some players take a while to open, and many games never ask. */
#ifndef BASE_LAZY_PLAYER_H
#define BASE_LAZY_PLAYER_H

#include "eleven/player.h"

/* Gives a stand-in for the player, to be closed like any player; NULL when out of memory. The name is borrowed. When
 * it is asked about the same position again, it repeats its answer. It knows no move where the player cannot be
 * opened. */
eleven_player *lazy_player_new(const char *name, uint64_t seed);

#endif
