/* Statistics of random play: a hundred million games in seconds, 512 side by side. */
#include "cli/commands.h"
#include "base/json.h"
#include "base/options.h"
#include "base/values.h"

#include "eleven/batch.h"
#include "eleven/bitboard.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* What the games came to. Every lane plays as many of them as the others (or one more): to take the first
 * that end would prefer short ones. */
typedef struct random_play {
    uint64_t wanted, games;
    uint64_t played[ELEVEN_BATCH_LANES];
    uint64_t score, moves, most_score, most_moves;
    double score_square, moves_square;
    uint64_t largest[ELEVEN_RANKS];
} random_play;

static uint64_t lane_share(const random_play *play, unsigned lane)
{
    return play->wanted / ELEVEN_BATCH_LANES + (lane < play->wanted % ELEVEN_BATCH_LANES);
}

static void add_game(random_play *play, uint64_t score, uint64_t moves, eleven_rank largest)
{
    play->games++;
    play->score += score;
    play->moves += moves;
    play->score_square += (double)score * (double)score;
    play->moves_square += (double)moves * (double)moves;
    play->most_score = score > play->most_score ? score : play->most_score;
    play->most_moves = moves > play->most_moves ? moves : play->most_moves;
    play->largest[largest]++;
}

/* ---- Playing -------------------------------------------------------------------------------------------- */

static void add_batch_games(void *state, const eleven_batch_game *games, unsigned count)
{
    random_play *play = state;
    for (const eleven_batch_game *game = games; game < games + count; game++) {
        if (play->played[game->lane] == lane_share(play, game->lane))
            continue;
        play->played[game->lane]++;
        add_game(play, game->score, game->moves, game->largest);
    }
}

/* With vectors of so many bits; 0: the widest there are. */
static int play_batch(random_play *play, unsigned bits, uint64_t seed)
{
    void *memory = malloc(ELEVEN_BATCH_BYTES);
    if (!memory)
        return complain("random", STATUS_FAILURE, "there is not enough memory");
    eleven_batch *batch = eleven_batch_init(memory, bits, seed);
    while (batch && play->games < play->wanted)
        eleven_batch_play(batch, 64, add_batch_games, play);
    free(memory);
    if (batch)
        return 0;
    return complain("random", STATUS_USAGE, "--bits '%u' is not a vector width of this processor", bits);
}

static int play_bitboard(random_play *play, uint64_t seed)
{
    enum { AT_ONCE = 1000 };
    eleven_playout games[AT_ONCE];
    eleven_rules rules;
    eleven_rowtable *table = malloc(sizeof *table);
    if (!table)
        return complain("random", STATUS_FAILURE, "there is not enough memory");
    eleven_rules_find("classic", &rules);
    eleven_rowtable_build(&rules, table);
    while (play->games < play->wanted) {
        uint64_t left = play->wanted - play->games, count = left < AT_ONCE ? left : AT_ONCE;
        eleven_bitboard_playouts(table, NULL, seed + play->games, count, games);
        for (uint64_t i = 0; i < count; i++)
            add_game(play, games[i].score, games[i].moves, eleven_bitboard_largest(games[i].board));
    }
    free(table);
    return 0;
}

/* ---- Telling -------------------------------------------------------------------------------------------- */

/* Mean and its standard error. */
typedef struct estimate {
    double mean, error;
} estimate;

static estimate estimate_of(uint64_t sum, double square, uint64_t count)
{
    double n = (double)count, mean = (double)sum / n;
    double variance = count > 1 ? (square - n * mean * mean) / (n - 1) : 0;
    return (estimate){mean, sqrt((variance > 0 ? variance : 0) / n)};
}

static void print_text(const random_play *play, uint64_t seed, double seconds)
{
    estimate score = estimate_of(play->score, play->score_square, play->games);
    estimate moves = estimate_of(play->moves, play->moves_square, play->games);
    printf("%" PRIu64 " games of random moves, seed %" PRIu64 "\n\n", play->games, seed);
    printf("score   mean %.4f +- %.4f, best %" PRIu64 "\n", score.mean, score.error, play->most_score);
    printf("moves   mean %.4f +- %.4f, most %" PRIu64 "\n\n", moves.mean, moves.error, play->most_moves);
    printf("largest tile\n");
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
        if (play->largest[rank])
            printf("%7u %14" PRIu64 " %12.6f%%\n", 1u << rank, play->largest[rank],
                   100.0 * (double)play->largest[rank] / (double)play->games);
    printf("\n%.2f seconds of processor time, %.0f million moves/s\n", seconds, (double)play->moves / seconds / 1e6);
}

static void print_json(const random_play *play, uint64_t seed, double seconds)
{
    estimate score = estimate_of(play->score, play->score_square, play->games);
    estimate moves = estimate_of(play->moves, play->moves_square, play->games);
    json_out json = json_put_to(stdout);
    json_put_object(&json, NULL);
    json_put_number(&json, "games", play->games);
    json_put_number(&json, "seed", seed);
    json_put_decimal(&json, "score", score.mean);
    json_put_decimal(&json, "score_error", score.error);
    json_put_number(&json, "best_score", play->most_score);
    json_put_decimal(&json, "moves", moves.mean);
    json_put_decimal(&json, "moves_error", moves.error);
    json_put_number(&json, "most_moves", play->most_moves);
    json_put_array(&json, "largest");
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++) {
        if (!play->largest[rank])
            continue;
        json_put_object(&json, NULL);
        json_put_number(&json, "tile", UINT64_C(1) << rank);
        json_put_number(&json, "games", play->largest[rank]);
        json_put_end(&json);
    }
    json_put_end(&json);
    json_put_decimal(&json, "seconds", seconds);
    json_put_end(&json);
    json_put_line(&json);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int random_run(word_list words)
{
    int64_t games = 1000000, bits = 0;
    seed_value seed = {false, 0};
    bool as_json = false, one_by_one = false;
    const cli_option options[] = {
        {"games", "N", "how many games (1000000)", option_number, &games, 0},
        {"seed", "N", "what the games follow from (chance)", option_seed, &seed, 0},
        {"bits", "N", "vectors of 128, 256 or 512 bits (the widest there are)", option_number, &bits, 0},
        {"one-by-one", NULL, "play on single boards instead, some twenty times slower", NULL, &one_by_one, 0},
        {"json", NULL, "print JSON", NULL, &as_json, 0},
        {0}};
    int status = options_read(&random_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    if (games == 0)
        return complain("random", STATUS_USAGE, "--games '0' leaves nothing to count");
    if (!seed.is_given)
        seed.seed = random_seed();
    double start = seconds_now();
    random_play play = {.wanted = (uint64_t)games};
    unsigned width = bits < UINT32_MAX ? (unsigned)bits : UINT32_MAX;
    status = one_by_one ? play_bitboard(&play, seed.seed) : play_batch(&play, width, seed.seed);
    if (status == 0)
        (as_json ? print_json : print_text)(&play, seed.seed, seconds_now() - start);
    return status;
}

const cli_command random_command = {
    .name = "random",
    .arguments = "",
    .summary = "Play many games of random moves and count what comes out",
    .details = "Classic rules, every legal direction equally likely, until no direction is legal. With the same\n"
               "seed and number of games the same games are played on every machine.\n",
    .run = random_run,
};
