/* The network's inner loop for any machine. */
#undef KERNEL_NAME
#undef KERNEL_TARGET
#define KERNEL_NAME(name) name##_plain
#define KERNEL_TARGET
#include "player/network_kernel.h"
