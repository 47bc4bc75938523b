/* The registry: the only file that knows all players by name. */
#include "base/problem.h"
#include "eleven/solver.h"
#include "player/player_room.h"
#ifndef __wasm__
#include "endgame/endgame_room.h"
#include "solver/solver_room.h"
#endif

#include <string.h>

/* `strong` has no opener here: it needs a folder. Programs for browsers have no files and therefore no tables. */
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

#ifdef __ELF__
static const bool network_is_inside = true;
#else
static const bool network_is_inside = false;
#endif

enum { PLAYERS = sizeof named_players / sizeof *named_players };

const char *eleven_player_name(unsigned index)
{
    return index < PLAYERS ? named_players[index].name : NULL;
}

static unsigned player_index(const char *name)
{
    unsigned i = 0;
    while (i < PLAYERS && strcmp(name, named_players[i].name) != 0)
        i++;
    return i;
}

/* Why a player without files was not opened. */
static eleven_error player_failure(const char *name, eleven_problem *problem)
{
    if (strcmp(name, "network") == 0 && !network_is_inside)
        return problem_set(problem, ELEVEN_NO_STORAGE, "this library does not contain the network");
    return problem_no_memory(problem);
}

static eleven_error player_of_name_open(const char *name, uint64_t seed, eleven_player **player,
                                        eleven_problem *problem)
{
    unsigned i = player_index(name);
    if (i < PLAYERS && named_players[i].open)
        *player = named_players[i].open(seed);
    else if (i == PLAYERS)
        return problem_set(problem, ELEVEN_BAD_TEXT,
                           "expected a player, random, greedy, corner, montecarlo, search, network or strong, or the "
                           "path of a table, not '%.60s'",
                           name);
    return *player ? ELEVEN_OK : player_failure(name, problem);
}

#ifdef __wasm__
eleven_error eleven_player_open(const char *name, uint64_t seed, const char *tables, eleven_player **player,
                                eleven_problem *problem)
{
    (void)tables;
    *player = NULL;
    return player_of_name_open(name, seed, player, problem);
}
#else
bool eleven_table_is_named(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".elx") == 0;
}

eleven_error eleven_player_open(const char *name, uint64_t seed, const char *tables, eleven_player **player,
                                eleven_problem *problem)
{
    *player = NULL;
    if (eleven_table_is_named(name))
        return table_player_open(name, player, problem);
    if (strcmp(name, "strong") != 0)
        return player_of_name_open(name, seed, player, problem);
    if (!tables)
        return problem_set(problem, ELEVEN_NO_STORAGE, "the player strong needs the folder of its endgame tables");
    return strong_player_open(tables, player, problem);
}
#endif
