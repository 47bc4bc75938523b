/* N-tuple networks: their memory, and the values that they give. */
#include "player/player_room.h"
#include "base/memory.h"

#include <math.h>

static void network_evaluate(const void *network, const eleven_bitboard *after, size_t count, float *values)
{
    eleven_network_values(network, after, count, values);
}

eleven_network *player_network_new(const tuple_set *tuples)
{
    eleven_network *network = memory_zeroed(1, sizeof *network);
    if (!network)
        return NULL;
    network->tuples = *tuples;
    network->unit = 1;
    network->evaluator =
        (eleven_evaluator){sizeof(eleven_evaluator), network, network_evaluate, 1, 0, NULL, NETWORK_LATE};
    network->bytes = sizeof *network->weights * tuples->size * tuples->stages;
    network->weights = memory_pages_new(network->bytes);
    if (network->weights)
        return network;
    memory_free(network);
    return NULL;
}

void eleven_network_close(eleven_network *network)
{
    if (!network)
        return;
    memory_pages_free(network->weights, network->bytes);
    memory_free(network);
}

const eleven_network_facts *eleven_network_about(const eleven_network *network)
{
    return &network->facts;
}

float eleven_network_value(const eleven_network *network, eleven_bitboard after)
{
    float value;
    eleven_network_values(network, &after, 1, &value);
    return value;
}

void eleven_network_values(const eleven_network *network, const eleven_bitboard *after, size_t count, float *values)
{
    player_values_best()(network, after, count, values);
}

unsigned eleven_network_moves(const eleven_network *network, const eleven_rowtable *table, eleven_bitboard board,
                              eleven_afterstates *after, float values[ELEVEN_DIRECTIONS])
{
    unsigned legal = eleven_bitboard_afterstates(table, board, after);
    eleven_network_values(network, after->board, ELEVEN_DIRECTIONS, values);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        values[d] = legal >> d & 1 ? values[d] + (float)after->gain[d] : -INFINITY;
    return legal;
}

const eleven_evaluator *eleven_network_evaluator(const eleven_network *network)
{
    return &network->evaluator;
}
