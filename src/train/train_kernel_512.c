/* The trainer's inner loop for machines with AVX-512 and BMI2. */
#include "train/train_room.h"
#ifdef __x86_64__
#undef KERNEL_NAME
#undef KERNEL_TARGET
#define KERNEL_NAME(name) train_##name##_512
#define KERNEL_TARGET     PLAYER_TARGET_512
#include "train/train_kernel.h"
#endif
