/* The trainer's inner loop, compiled once for each kind of machine, and which of them plays and learns. */
#include "train/train_room.h"

#define KERNEL_NAME(name) train_##name##_plain
#define KERNEL_TARGET
#include "train/train_kernel.h"

#ifdef __x86_64__
#undef KERNEL_NAME
#undef KERNEL_TARGET
#define KERNEL_NAME(name) train_##name##_256
#define KERNEL_TARGET     PLAYER_TARGET_256
#include "train/train_kernel.h"

#undef KERNEL_NAME
#undef KERNEL_TARGET
#define KERNEL_NAME(name) train_##name##_512
#define KERNEL_TARGET     PLAYER_TARGET_512
#include "train/train_kernel.h"
#endif

void train_play(training *trainer, unsigned worker, uint64_t moves)
{
    train_moves *play = train_moves_plain;
#ifdef __x86_64__
    unsigned bits = player_kernel_bits();
    if (bits)
        play = bits == 512 ? train_moves_512 : train_moves_256;
#endif
    play(trainer, &trainer->worker[worker], moves);
}
