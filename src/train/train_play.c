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

/* Moves that each worker plays until the others are waited for. */
typedef struct train_piece {
    training *trainer;
    workers *team;
    uint64_t moves;
} train_piece;

static void play_share(void *context, unsigned worker)
{
    const train_piece *piece = context;
    for (unsigned i = worker; i < piece->trainer->threads; i += workers_count(piece->team))
        train_play(piece->trainer, i, piece->moves);
}

void train_run(training *trainer, workers *team, uint64_t moves)
{
    while (moves) {
        uint64_t left = TRAIN_ROUND - trainer->in_round;
        train_piece piece = {trainer, team, moves < left ? moves : left};
        workers_run(team, play_share, &piece);
        moves -= piece.moves;
        trainer->past.moves += piece.moves * train_workers(trainer);
        trainer->in_round = (trainer->in_round + piece.moves) % TRAIN_ROUND;
        if (!trainer->in_round && ++trainer->past.rounds % trainer->recipe.round == 0)
            train_promote(trainer);
    }
}
