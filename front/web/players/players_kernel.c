/* The inner loop of the network for WebAssembly, whose vectors have 128 bits. There is no training in a browser. */
#include "player/kernels.h"

#include "player/network_kernel.h"

const player_kernel *player_kernel_best(void)
{
    static const player_kernel browser = {.values = network_values};
    return &browser;
}
