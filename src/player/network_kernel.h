/* The network's inner loop: a few boards are looked up together, so that their weights come from memory side by
 * side. */
#include "player/network_inside.h"
#include "player/tuple_kernel.h"

enum { VALUES_TOGETHER = 8 };

KERNEL void network_locate(const eleven_network *network, eleven_bitboard board, uint32_t at[LOOKUPS_MAX])
{
    const tuple_set *set = &network->tuples;
    uint32_t stage;
    image_words image = board_images(board_view(set, board, &stage));
    uint32_t offset = stage * set->size;
    for (unsigned t = 0; t < set->count; t++) {
        image_words numbers = numbers_of(&set->at[t], &image) + (set->at[t].first + offset);
        image_numbers narrow = __builtin_convertvector(numbers, image_numbers);
        __builtin_memcpy(at + ELEVEN_SYMMETRIES * t, &narrow, sizeof narrow);
        for (unsigned s = 0; set->at[t].count > NEAR_CELLS && s < ELEVEN_SYMMETRIES; s++)
            __builtin_prefetch(&network->weights[narrow[s]]);
    }
}

KERNEL float network_sum(const eleven_network *network, const uint32_t at[LOOKUPS_MAX])
{
    int32_t sum = 0;
    for (unsigned i = 0; i < network->tuples.lookups; i++)
        sum += network->weights[at[i]];
    return (float)sum * network->unit;
}

static void network_values(const eleven_network *network, const eleven_bitboard *boards, size_t count, float *values)
{
    uint32_t at[VALUES_TOGETHER][LOOKUPS_MAX];
    while (count) {
        size_t now = count < VALUES_TOGETHER ? count : VALUES_TOGETHER;
        for (size_t i = 0; i < now; i++)
            network_locate(network, boards[i], at[i]);
        for (size_t i = 0; i < now; i++)
            values[i] = network_sum(network, at[i]);
        boards += now;
        values += now;
        count -= now;
    }
}
