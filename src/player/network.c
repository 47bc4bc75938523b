/* N-tuple networks: their memory, and the values that they give. */
#include "player/player_room.h"

#include <math.h>
#include <stdlib.h>

#ifdef __linux__
#include <sys/mman.h>

void *player_pages_open(size_t bytes)
{
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    madvise(pages, bytes, MADV_HUGEPAGE);
    return pages;
}

void player_pages_close(void *pages, size_t bytes)
{
    if (pages)
        munmap(pages, bytes);
}
#else
void *player_pages_open(size_t bytes)
{
    return calloc(1, bytes);
}

void player_pages_close(void *pages, size_t bytes)
{
    (void)bytes;
    free(pages);
}
#endif

eleven_network *player_network_new(const tuple_set *tuples)
{
    eleven_network *network = calloc(1, sizeof *network);
    if (!network)
        return NULL;
    network->tuples = *tuples;
    network->unit = 1;
    network->bytes = sizeof *network->weights * tuples->size * tuples->stages;
    network->weights = player_pages_open(network->bytes);
    if (network->weights)
        return network;
    free(network);
    return NULL;
}

void eleven_network_close(eleven_network *network)
{
    if (!network)
        return;
    player_pages_close(network->weights, network->bytes);
    free(network);
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

static void network_evaluate(const void *network, const eleven_bitboard *after, size_t count, float *values)
{
    eleven_network_values(network, after, count, values);
}

eleven_evaluator eleven_network_evaluator(const eleven_network *network)
{
    return (eleven_evaluator){network, network_evaluate, 1, 0};
}
