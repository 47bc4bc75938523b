/* The results of random play: a billion games played once, and a sample of them played again now. The only fact that
 * uses the fast engine, because it is about the games of that engine. */
#include "facts/facts_room.h"
#include "base/memory.h"

#include "eleven/batch.h"

#include <math.h>
#include <string.h>

enum { SEED = 2048, SAMPLE_EACH = 20000, LARGEST = 17 };

/* Exact sums over the games of a run of `eleven random`, which gives each lane an equal share. `largest`: games by
 * their highest rank. */
typedef struct random_sums {
    uint64_t games, score, moves, most_score, most_moves;
    uint64_t largest[LARGEST + 1];
} random_sums;

/* The sums of eleven random --games 10240000 --seed 2048. */
static const random_sums sample = {
    .games = 10240000,
    .score = UINT64_C(11214383548),
    .moves = UINT64_C(1212445029),
    .most_score = 6276,
    .most_moves = 430,
    .largest = {[3] = 173, [4] = 27277, [5] = 695310, [6] = 3833578, [7] = 4880554, [8] = 801136, [9] = 1972}};

/* The sums of eleven random --games 1000000000 --seed 2048, and the standard errors of its means. */
static const random_sums billion = {.games = 1000000000,
                                    .score = UINT64_C(1095055053480),
                                    .moves = UINT64_C(118397085043),
                                    .most_score = 7052,
                                    .most_moves = 480,
                                    .largest = {[2] = 12,
                                                [3] = 16910,
                                                [4] = 2658245,
                                                [5] = 67812937,
                                                [6] = 374649812,
                                                [7] = 476432063,
                                                [8] = 78239158,
                                                [9] = 190863}};
static const double SCORE_ERROR = 0.016919, MOVES_ERROR = 0.0011944;

typedef struct random_run {
    random_sums sums;
    uint32_t played[ELEVEN_BATCH_LANES];
} random_run;

static void add_batch_games(void *context, const eleven_batch_game *games, unsigned count)
{
    random_run *run = context;
    for (const eleven_batch_game *game = games; game < games + count; game++) {
        if (run->played[game->lane] == SAMPLE_EACH)
            continue;
        run->played[game->lane]++;
        run->sums.games++;
        run->sums.score += game->score;
        run->sums.moves += game->moves;
        run->sums.most_score = game->score > run->sums.most_score ? game->score : run->sums.most_score;
        run->sums.most_moves = game->moves > run->sums.most_moves ? game->moves : run->sums.most_moves;
        run->sums.largest[game->largest]++;
    }
}

/* Plays the sample; false when out of memory. */
static bool play_sample(random_sums *sums)
{
    random_run run = {0};
    void *memory = memory_new(ELEVEN_BATCH_BYTES);
    eleven_batch *batch = memory ? eleven_batch_init(memory, 0, SEED) : NULL;
    while (batch && run.sums.games < (uint64_t)SAMPLE_EACH * ELEVEN_BATCH_LANES)
        eleven_batch_play(batch, 64, add_batch_games, &run);
    memory_free(memory);
    *sums = run.sums;
    return batch != NULL;
}

static double mean_per_game(uint64_t sum, uint64_t games)
{
    return (double)sum / (double)games;
}

/* Whether the mean of the sample is within four of its standard errors of the mean of the billion. The sample is
 * smaller, so its standard errors are larger by the square root of the ratio of the sizes. */
static bool is_likely(uint64_t sum, uint64_t billion_sum, double error)
{
    double widening = sqrt(mean_per_game(billion.games, sample.games));
    return fabs(mean_per_game(sum, sample.games) - mean_per_game(billion_sum, billion.games)) < 4 * error * widening;
}

static void report_largest(fact_check *check)
{
    fact_table(check, "Largest tile of a game of random moves", "tile|games in a billion|share|standard error");
    for (unsigned rank = 1; rank <= LARGEST; rank++) {
        double share = mean_per_game(billion.largest[rank], billion.games);
        if (billion.largest[rank])
            fact_row(check, "%u|%s|%.7f%%|%.7f%%", 1u << rank, GROUPED(billion.largest[rank]), 100 * share,
                     100 * sqrt(share * (1 - share) / (double)billion.games));
    }
}

static void check_random(fact_check *check)
{
    random_sums found;
    uint64_t games = 0;
    for (unsigned rank = 0; rank <= LARGEST; rank++)
        games += billion.largest[rank];
    fact_report(check, games == billion.games, "The figures of the table add up to %s games.", GROUPED(games));
    bool is_same = play_sample(&found) && memcmp(&found, &sample, sizeof found) == 0;
    fact_report(check, is_same, "%s of the games, played again, score %s points in %s moves, exactly as recorded.",
                GROUPED(found.games), GROUPED(found.score), GROUPED(found.moves));
    bool is_close =
        is_likely(found.score, billion.score, SCORE_ERROR) && is_likely(found.moves, billion.moves, MOVES_ERROR);
    fact_report(check, is_close,
                "Their means, %.3f points and %.4f moves, are within four standard errors of the billion's.",
                mean_per_game(found.score, found.games), mean_per_game(found.moves, found.games));
    report_largest(check);
}

const checked_fact fact_random_play = {
    .fact = {.name = "random-play",
             .status = ELEVEN_FACT_MEASURED,
             .question = "How well do random moves play?",
             .claim = "On average, a game scores 1,095.055 points (standard error 0.017) in 118.3971 moves "
                      "(0.0012). That is the mean of a billion games, and none of them made a 1024.",
             .argument = "What is a random move? Every legal direction is equally likely, and a game lasts until none "
                         "is legal. Such a player never thinks, and never comes near a 2048: the best of a billion "
                         "games scored 7,052 points, and the longest took 480 moves.\n"
                         "How was it measured? The billion games are those of "
                         "'eleven random --games 1000000000 --seed 2048', a minute or two on one core, and the "
                         "program contains their exact sums. The standard error states by how much the mean of a "
                         "billion other games would usually differ.\n"
                         "How can it be checked in a second? The games follow from the seed on every machine, and a "
                         "smaller number of games is simply the beginning of each of the 512 lanes. So a sample that "
                         "is played again must reproduce the recorded points, moves and tiles exactly."},
    .check = check_random};
