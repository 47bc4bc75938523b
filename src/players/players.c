/* The built-in players by name. */
#include "player/player_room.h"

#include <string.h>

player_opener strong_open;

static const struct {
    const char *name;
    player_opener *open;
} players[] = {
    {"random", player_random_open}, {"greedy", player_greedy_open},
    {"corner", player_corner_open}, {"montecarlo", player_montecarlo_open},
    {"search", player_search_open}, {"network", player_network_open},
#ifndef __wasm__ /* no files */
    {"strong", strong_open},
#endif
};

enum { PLAYERS = sizeof players / sizeof *players };

const char *eleven_player_name(unsigned index)
{
    return index < PLAYERS ? players[index].name : NULL;
}

eleven_player *eleven_player_open(const char *name, uint64_t seed)
{
    for (unsigned i = 0; i < PLAYERS; i++)
        if (strcmp(name, players[i].name) == 0)
            return players[i].open(seed);
    return NULL;
}
