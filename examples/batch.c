/* Plays many random games, 512 at the same time: batch [GAMES [SEED]]. */
#include <eleven.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* What is counted over all games. */
typedef struct tally {
    uint64_t games, moves, score;
    uint64_t largest[ELEVEN_RANKS];
} tally;

static void report(void *context, const eleven_batch_game *games, unsigned count)
{
    tally *sum = context;
    for (unsigned i = 0; i < count; i++) {
        sum->games++;
        sum->moves += games[i].moves;
        sum->score += games[i].score;
        sum->largest[games[i].largest]++;
    }
}

int main(int count, char **arguments)
{
    uint64_t target = count > 1 ? strtoull(arguments[1], NULL, 10) : 100000;
    void *memory = malloc(ELEVEN_BATCH_BYTES);
    tally sum = {0};
    if (!memory)
        return 1;
    eleven_batch *batch = eleven_batch_init(memory, 0, count > 2 ? strtoull(arguments[2], NULL, 10) : 1);
    while (sum.games < target)
        eleven_batch_play(batch, 1024, report, &sum);
    free(memory);
    printf("games %" PRIu64 "\nmean moves %.1f\nmean score %.1f\n", sum.games, (double)sum.moves / (double)sum.games,
           (double)sum.score / (double)sum.games);
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
        if (sum.largest[rank])
            printf("%6u %8.4f%%\n", 1u << rank, 100 * (double)sum.largest[rank] / (double)sum.games);
    return 0;
}
