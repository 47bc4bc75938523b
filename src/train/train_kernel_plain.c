/* The trainer's inner loop for any machine. */
#undef KERNEL_NAME
#undef KERNEL_TARGET
#define KERNEL_NAME(name) train_##name##_plain
#define KERNEL_TARGET
#include "train/train_kernel.h"
