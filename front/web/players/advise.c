/* The players for JavaScript: a position comes in as a game record, and the answer of a player goes out. This is a
 * separate module in a worker, so that the page loads it only when it is needed, and so that it may take its time and
 * its memory.
 */
#include "web/players/helpers.h"
#include "web/exchange.h"
#include "eleven/network.h"

#include <stdlib.h>

/* ---- The network --------------------------------------------------------------------------------------- */

static eleven_network *network;

/* Elsewhere this network is part of the library; here it is loaded from a file. */
const eleven_network *eleven_network_shipped(void)
{
    return network;
}

/* Opens the network whose file is in the exchange buffer, and frees the buffer. */
eleven_error EXPORT(open_network)(size_t length)
{
    eleven_error error = network ? ELEVEN_OK : eleven_network_read(exchange, length, &network, &last_error);
    free(exchange);
    exchange = NULL;
    exchange_capacity = 0;
    return error;
}

/* ---- Players ------------------------------------------------------------------------------------------- */

const char *EXPORT(player_name)(unsigned index)
{
    return eleven_player_name(index);
}

eleven_player *player_at(unsigned index)
{
    static eleven_player *player;
    static unsigned player_index;
    if (player && player_index == index)
        return player;
    const char *name = eleven_player_name(index);
    eleven_player_close(player);
    player = name ? eleven_player_open(name, 1) : NULL;
    player_index = index;
    if (!player)
        exchange_no_memory();
    return player;
}

/* ---- Advice -------------------------------------------------------------------------------------------- */

/* The record in the exchange buffer: the position with which it begins, and its rules. */
static eleven_reader reader;

/* The answer of a player, as an eleven_advice: the direction, four unused bytes, four doubles. The direction is
 * ELEVEN_DIRECTIONS if none is legal. NULL after an error.
 */
const void *EXPORT(advise)(size_t length, unsigned index, uint32_t depth, double nodes, double milliseconds)
{
    static eleven_advice advice;
    const eleven_budget budget = {depth, (uint64_t)nodes, milliseconds};
    if (eleven_reader_open(&reader, exchange, length, &last_error))
        return NULL;
    eleven_player *player = player_at(index);
    if (!player)
        return NULL;
    advice = (eleven_advice){.direction = ELEVEN_DIRECTIONS};
    player->choose(player, &reader.record.rules, &reader.record.start.board, &budget, &advice);
    return &advice;
}
