/* What all players share. */
#include "player/player_room.h"

void eleven_player_close(eleven_player *player)
{
    if (player && player->close)
        player->close(player);
}

bool eleven_budget_is_limited(const eleven_budget *budget)
{
    return budget->depth || budget->nodes || budget->milliseconds > 0;
}

eleven_direction player_draw(unsigned legal, uint64_t word)
{
    for (uint64_t skip = (word >> 32) * (unsigned)__builtin_popcount(legal) >> 32; skip; skip--)
        legal &= legal - 1;
    return (eleven_direction)__builtin_ctz(legal);
}
