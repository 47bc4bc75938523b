/* The inner loop of the network for WebAssembly, whose vectors have 128 bits. There is no training in a browser. */
#define KERNEL_NAME(name) name##_browser
#define KERNEL_TARGET
#include "player/network_kernel.h"

player_values *player_values_best(void)
{
    return player_values_browser;
}
