/* The network's inner loop. A few boards are looked up together, so their weights come from memory at the same time:
 *
 *     locate board 0, 1, ... 7      256 prefetches are under way
 *     sum    board 0, 1, ... 7      by now the first weights have arrived */
#include "player/tuple_kernel.h"

KERNEL_TARGET void KERNEL_NAME(player_values)(const eleven_network *network, const eleven_bitboard *boards,
                                              size_t count, float *values)
{
    enum { TOGETHER = 8 };
    uint32_t at[TOGETHER][LOOKUPS_MAX];
    for (size_t first = 0; first < count; first += TOGETHER) {
        size_t together = count - first < TOGETHER ? count - first : TOGETHER;
        boards_locate(&network->tuples, boards + first, together, network->weights, sizeof *network->weights, at[0],
                      LOOKUPS_MAX);
        for (size_t i = 0; i < together; i++) {
            int32_t sum = 0;
            for (unsigned k = 0; k < network->tuples.lookups; k += ELEVEN_SYMMETRIES) {
                UNROLL for (unsigned s = 0; s < ELEVEN_SYMMETRIES; s++) sum += network->weights[at[i][k + s]];
            }
            values[first + i] = (float)sum * network->unit;
        }
    }
}
