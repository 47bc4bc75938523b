/* The inner loops of network and trainer for any machine. */
#define KERNEL_NAME(name) name##_plain
#include "player/network_kernel.h"
#include "train/train_kernel.h"
