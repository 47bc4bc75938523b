/* Players by name, for all front ends: the built-in ones, tables of solved boards (a path that ends in .elx), and
 * `strong` with its endgame tables. */
#ifndef BASE_NAMED_PLAYER_H
#define BASE_NAMED_PLAYER_H

#include "eleven/player.h"

#include <stdbool.h>
#include <stddef.h>

/* Opens the endgame tables for all players `strong` of this program: they share one read-only object. Call it before
 * other threads start; player_check does. 0, or the exit status after a complaint. */
int strong_check(const char *command);

/* Opens a player, to be closed with eleven_player_close. NULL if no player has this name, the file of the table
 * cannot be read, the tables of `strong` are not open, or memory is out. */
eleven_player *named_player_open(const char *name, uint64_t seed);

/* The folder of the endgame tables: $ELEVEN_CACHE, $XDG_CACHE_HOME/eleven or ~/.cache/eleven, the first one that is
 * set. False if none is, or the path is longer than `size`. */
bool cache_folder(char *path, size_t size);

#endif
