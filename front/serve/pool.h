/* A few players shared by many connections: each is used by one thread at a time. */
#ifndef SERVE_POOL_H
#define SERVE_POOL_H

#include "eleven.h"

typedef struct player_pool player_pool;

/* Gives a pool of that many built-in players; NULL where none has that name or memory is short. */
player_pool *pool_open(const char *name, unsigned count);
void pool_close(player_pool *pool); /* once all players are back; NULL is fine */

/* Waits for a free player, ten seconds at most; NULL then. */
eleven_player *pool_take(player_pool *pool);
void pool_give(player_pool *pool, eleven_player *player);

#endif
