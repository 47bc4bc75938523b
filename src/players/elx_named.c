/* Players by name, tables among them. */
#include "eleven/solver.h"

#include <string.h>

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
