/* The built-in players, one opener each, for the table of names in players.c. Each gives a new player, to be
 * closed with eleven_player_close; NULL when out of memory. Equal seeds make equal choices. */
#ifndef ELEVEN_PLAYERS_H
#define ELEVEN_PLAYERS_H

#include "eleven/player.h"

typedef eleven_player *player_opener(uint64_t seed);

player_opener random_open, greedy_open, corner_open, montecarlo_open, search_open, network_open;

/* Whether the network that ships knows what boards of 4x4 are worth under these rules. */
bool network_knows_rules(const eleven_rules *rules);

#endif
