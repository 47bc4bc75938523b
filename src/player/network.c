/* N-tuple networks: made, asked, given back. */
#include "player/kernels.h"

#include <math.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

/* ---- Memory --------------------------------------------------------------------------------------------- */

#ifdef __linux__
void *pages_open(size_t bytes)
{
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    madvise(pages, bytes, MADV_HUGEPAGE);
    return pages;
}

void pages_close(void *pages, size_t bytes)
{
    if (pages)
        munmap(pages, bytes);
}
#else
void *pages_open(size_t bytes)
{
    return calloc(1, bytes);
}

void pages_close(void *pages, size_t bytes)
{
    (void)bytes;
    free(pages);
}
#endif

eleven_network *network_new(const tuple_set *tuples)
{
    eleven_network *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->tuples = *tuples;
    made->unit = 1;
    made->bytes = sizeof *made->weights * tuples->size * tuples->stages;
    made->weights = pages_open(made->bytes);
    if (made->weights)
        return made;
    free(made);
    return NULL;
}

void eleven_network_close(eleven_network *network)
{
    if (!network)
        return;
    pages_close(network->weights, network->bytes);
    free(network);
}

eleven_network_facts eleven_network_about(const eleven_network *network)
{
    return network->facts;
}

/* ---- Values --------------------------------------------------------------------------------------------- */

float eleven_network_value(const eleven_network *network, eleven_bitboard after)
{
    float value;
    player_kernel_best()->values(network, &after, 1, &value);
    return value;
}

void eleven_network_values(const eleven_network *network, const eleven_bitboard *after, size_t count, float *values)
{
    player_kernel_best()->values(network, after, count, values);
}

unsigned eleven_network_moves(const eleven_network *network, const eleven_rowtable *table, eleven_bitboard board,
                              eleven_afterstates *after, float values[ELEVEN_DIRECTIONS])
{
    unsigned legal = eleven_bitboard_afterstates(table, board, after);
    player_kernel_best()->values(network, after->board, ELEVEN_DIRECTIONS, values);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        values[d] = legal >> d & 1 ? values[d] + (float)after->gain[d] : -INFINITY;
    return legal;
}
