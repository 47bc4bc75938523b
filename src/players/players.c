/* The registry: the only file that knows all players by name. */
#include "player/player_room.h"
#include "eleven/solver.h"

#include <string.h>

/* `strong` has no opener here: it needs endgame tables, which the caller gives to eleven_strong_player_new. Programs
 * for browsers have no files and therefore no tables. */
static const struct {
    const char *name;
    player_opener *open;
} named_players[] = {
    {"random", player_random_open},
    {"greedy", player_greedy_open},
    {"corner", player_corner_open},
    {"montecarlo", player_montecarlo_open},
    {"search", player_search_open},
    {"network", player_network_open},
#ifndef __wasm__
    {"strong", NULL},
#endif
};

enum { PLAYERS = sizeof named_players / sizeof *named_players };

const char *eleven_player_name(unsigned index)
{
    return index < PLAYERS ? named_players[index].name : NULL;
}

eleven_player *eleven_player_open(const char *name, uint64_t seed)
{
    for (unsigned i = 0; i < PLAYERS; i++)
        if (strcmp(name, named_players[i].name) == 0)
            return named_players[i].open ? named_players[i].open(seed) : NULL;
    return NULL;
}

#ifndef __wasm__
bool eleven_table_is_named(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".elx") == 0;
}

eleven_player *eleven_player_named(const char *name, uint64_t seed)
{
    eleven_player *player = NULL;
    if (!eleven_table_is_named(name))
        return eleven_player_open(name, seed);
    return eleven_table_player_open(name, &player, NULL) ? NULL : player;
}
#endif
