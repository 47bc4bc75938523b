/* Which kernel plays and learns. */
#include "train/train_room.h"

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
