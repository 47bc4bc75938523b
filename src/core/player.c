/* Players as an interface: asking one, and ending it. What players there are is in src/player. */
#include "eleven/player.h"
#include "base/sized.h"

eleven_error eleven_player_choose(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                                  const eleven_budget *budget, eleven_advice *advice)
{
    eleven_budget limits;
    SIZED_COPY(limits, budget);
    if (!eleven_stop_is_requested(limits.stop) && player->choose(player, rules, board, &limits, advice))
        return ELEVEN_OK;
    if (!eleven_board_legal(rules, board))
        return ELEVEN_IMPOSSIBLE;
    return eleven_stop_is_requested(limits.stop) ? ELEVEN_STOPPED : ELEVEN_NO_MEMORY;
}

void eleven_player_close(eleven_player *player)
{
    if (player && player->close)
        player->close(player);
}

bool eleven_budget_is_limited(const eleven_budget *budget)
{
    return budget->depth || budget->nodes || budget->milliseconds > 0;
}
