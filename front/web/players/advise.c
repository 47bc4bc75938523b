/* The players for JavaScript: a position goes in as a game record, what a player thinks of it comes out. This
 * is a module of its own, so that the page loads none of it before somebody asks, and so that it may take its
 * time, and its memory, in a worker. */
#include "web/players/helpers.h"
#include "web/room.h"
#include "eleven/network.h"

#include <stdlib.h>

/* ---- The network --------------------------------------------------------------------------------------- */

static eleven_network *network;

/* What ships inside the library elsewhere is fetched here. */
const eleven_network *eleven_network_shipped(void)
{
    return network;
}

/* Opens the network whose file is in the room, which is freed. */
eleven_error EXPORT(open_network)(size_t length)
{
    eleven_error error = network ? ELEVEN_OK : eleven_network_read(room, length, &network, &problem);
    free(room);
    room = NULL;
    room_size = 0;
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
        no_memory();
    return player;
}

/* ---- Advice -------------------------------------------------------------------------------------------- */

/* The position with which the record in the room begins, and its rules, for as long as nothing else is read. */
static eleven_reader reader;

/* What the player thinks of the position in the room, as eleven_advice lays it out: direction, four bytes of
 * nothing, four doubles; the direction is ELEVEN_DIRECTIONS where nothing moves. NULL: see last_problem. */
const void *EXPORT(advise)(size_t length, unsigned index, uint32_t depth, double nodes, double milliseconds)
{
    static eleven_advice advice;
    const eleven_budget budget = {depth, (uint64_t)nodes, milliseconds};
    if (eleven_reader_open(&reader, room, length, &problem))
        return NULL;
    eleven_player *player = player_at(index);
    if (!player)
        return NULL;
    advice = (eleven_advice){.direction = ELEVEN_DIRECTIONS};
    player->choose(player, &reader.record.rules, &reader.record.start.board, &budget, &advice);
    return &advice;
}
