/* The registry: the only file that knows all players by name. */
#include "base/file.h"
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
#ifndef __ELF__
    if (strcmp(name, "network") == 0)
        return problem_set(problem, ELEVEN_NO_STORAGE, "this library does not contain the network");
#endif
    (void)name;
    return problem_no_memory(problem);
}

static eleven_error player_of_name_open(const char *name, uint64_t seed, eleven_player **player,
                                        eleven_problem *problem)
{
    unsigned i = player_index(name);
    if (i == PLAYERS)
        return problem_set(problem, ELEVEN_BAD_TEXT,
                           "expected a player, random, greedy, corner, montecarlo, search, network or strong, or the "
                           "path of a table or of weights, not '%.60s'",
                           name);
    *player = named_players[i].open(seed);
    return *player ? ELEVEN_OK : player_failure(name, problem);
}

bool eleven_player_is_file(const char *name)
{
    return strchr(name, '.') || strchr(name, '/');
}

bool eleven_player_counts_points(eleven_player *player, const eleven_rules *rules, unsigned w, unsigned h)
{
    const eleven_search *search = eleven_player_search(player, rules, w, h);
#ifndef __wasm__
    const eleven_table *table = eleven_player_table(player);
    if (table)
        return eleven_table_suits(table, rules, w, h) &&
               eleven_table_about(table)->objective.kind == ELEVEN_OBJECTIVE_EXPECT_SCORE;
#endif
    return search ? eleven_search_counts_points(search) : strcmp(player->name, "montecarlo") == 0;
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

static bool begins_with(const file_map *map, const char *magic)
{
    return map->length >= strlen(magic) && memcmp(map->bytes, magic, strlen(magic)) == 0;
}

/* The contents decide what a file is. */
static eleven_error player_of_file_open(const char *path, eleven_player **player, eleven_problem *problem)
{
    file_map map;
    eleven_error error = file_map_open(path, &map, problem);
    if (error)
        return error;
    if (begins_with(&map, WEIGHTS_MAGIC))
        error = player_weights_open(map.bytes, map.length, player, problem);
    else if (eleven_table_is_named(path) || begins_with(&map, ELX_MAGIC))
        error = table_player_open(&map, player, problem);
    else
        error = problem_set(problem, ELEVEN_BAD_TEXT,
                            "this is neither a table written by 'eleven solve' nor a file of "
                            "network weights");
    file_map_close(&map);
    return error ? problem_of_file(problem, error, path) : ELEVEN_OK;
}

eleven_error eleven_player_open(const char *name, uint64_t seed, const char *tables, eleven_player **player,
                                eleven_problem *problem)
{
    *player = NULL;
    if (eleven_player_is_file(name))
        return player_of_file_open(name, player, problem);
    if (strcmp(name, "strong") != 0)
        return player_of_name_open(name, seed, player, problem);
    if (!tables)
        return problem_set(problem, ELEVEN_NO_STORAGE, "the player strong needs the folder of its endgame tables");
    return strong_player_open(tables, player, problem);
}
#endif
