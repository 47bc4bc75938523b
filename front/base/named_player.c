/* The library does not look for endgame tables. This file finds their folder and opens them once. */
#include "base/named_player.h"
#include "base/complain.h"

#include "eleven/endgame.h"
#include "eleven/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_PATH = 4096 };

/* Stays open until the program ends. */
static eleven_endgame *strong_tables;

bool cache_folder(char *path, size_t size)
{
    const struct {
        const char *base, *below;
    } places[] = {
        {getenv("ELEVEN_CACHE"), ""}, {getenv("XDG_CACHE_HOME"), "/eleven"}, {getenv("HOME"), "/.cache/eleven"}};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i].base && places[i].base[0])
            return (size_t)snprintf(path, size, "%s%s", places[i].base, places[i].below) < size;
    return false;
}

int strong_check(const char *command)
{
    char folder[CACHE_PATH];
    eleven_problem problem;
    if (strong_tables)
        return 0;
    if (!cache_folder(folder, sizeof folder))
        return complain(command, STATUS_FAILURE,
                        "the player strong needs endgame tables, but no cache folder is known: set ELEVEN_CACHE");
    if (eleven_endgame_open(folder, &strong_tables, &problem))
        return complain(command, STATUS_FAILURE, "%s; 'eleven endgame' builds the tables for the player strong",
                        problem.sentence);
    return 0;
}

eleven_player *named_player_open(const char *name, uint64_t seed)
{
    if (strcmp(name, "strong") == 0)
        return strong_tables ? eleven_strong_player_new(strong_tables) : NULL;
    return eleven_player_named(name, seed);
}
