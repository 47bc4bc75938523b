/* A match whose games are played by several processes. The result of a batch has the games, their records, and their
 * times:
 *
 *     [ game 0 ]...[ game n-1 ][ record 0 ]...[ record n-1 ][ time 0 ]...[ time n-1 ] */
#include "cli/commands.h"
#include "base/share.h"

#include <string.h>

/* Of a game: index, seed, score, moves, largest tile, length of its record. */
enum { NUMBERS = 6 };

/* The games of a batch that is being played. */
typedef struct game_batch {
    const eleven_match *match;
    buffer games, records, times;
} game_batch;

static eleven_player *open_player(void *context, uint64_t index, uint64_t seed, eleven_budget *budget)
{
    const game_batch *batch = context;
    return batch->match->open(batch->match->context, index, seed, budget);
}

static void keep_game(void *context, const eleven_match_game *game)
{
    game_batch *batch = context;
    const uint64_t numbers[NUMBERS] = {game->index, game->seed, game->score, game->moves, game->largest, game->length};
    buffer_add(&batch->games, numbers, sizeof numbers);
    buffer_add(&batch->records, game->record, game->length);
    buffer_add(&batch->times, &game->milliseconds, sizeof game->milliseconds);
}

static eleven_error play_batch(void *context, uint64_t first, uint64_t count, buffer *result)
{
    game_batch batch = {.match = context};
    eleven_match part = *batch.match;
    part.first += first;
    part.games = count;
    part.open = open_player;
    part.report = keep_game;
    part.context = &batch;
    eleven_error error = eleven_match_run(&part);
    buffer *const parts[] = {&batch.games, &batch.records, &batch.times};
    for (unsigned i = 0; i < 3; i++) {
        buffer_add(result, parts[i]->at, parts[i]->length);
        result->failed |= parts[i]->failed;
        buffer_free(parts[i]);
    }
    return error;
}

static void take_batch(void *context, uint64_t first, uint64_t count, const char *result, size_t length)
{
    const eleven_match *match = context;
    uint64_t numbers[NUMBERS];
    const char *record = result + count * sizeof numbers;
    const char *times = result + length - count * sizeof(double);
    (void)first;
    for (uint64_t i = 0; i < count; i++) {
        memcpy(numbers, result + i * sizeof numbers, sizeof numbers);
        eleven_match_game game = {.index = numbers[0],
                                  .seed = numbers[1],
                                  .score = numbers[2],
                                  .moves = (uint32_t)numbers[3],
                                  .largest = (eleven_rank)numbers[4],
                                  .record = numbers[5] ? record : NULL,
                                  .length = numbers[5]};
        memcpy(&game.milliseconds, times + i * sizeof game.milliseconds, sizeof game.milliseconds);
        record += game.length;
        if (!eleven_stop_is_requested(match->stop))
            match->report(match->context, &game);
    }
}

eleven_error match_share(eleven_match *match, eleven_stop *stop)
{
    match->stop = stop;
    return share_is_alone() ? eleven_match_run(match)
                            : share_run(&(shared_work){.units = match->games,
                                                       .unit = "games",
                                                       .common = &match->seed,
                                                       .common_size = sizeof match->seed,
                                                       .work = play_batch,
                                                       .timing = sizeof(double),
                                                       .take = take_batch,
                                                       .context = match,
                                                       .stop = stop});
}
