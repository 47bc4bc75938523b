/* The network's inner loop for browsers, whose vectors have 128 bits. */
#define KERNEL_NAME(name) name##_browser
#define KERNEL_TARGET
#include "player/network_kernel.h"

player_values *player_values_best(void)
{
    return player_values_browser;
}
