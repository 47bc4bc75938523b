/* Statistics of random play: a hundred million games in seconds, 512 of them side by side. */
#include "cli/commands.h"
#include "base/clock.h"
#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct options {
    int64_t games, bits;
    seed_value seed;
    bool as_json, one_by_one;
};

/* The sums over all games. Every lane plays as many games as the others (or one more), because taking the games that
 * end first would prefer short ones. */
typedef struct random_play {
    uint64_t wanted, games;
    uint64_t played[ELEVEN_BATCH_LANES];
    uint64_t score, moves, most_score, most_moves;
    double score_square, moves_square;
    uint64_t largest[ELEVEN_RANKS];
    progress shown;
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

static void show_progress(random_play *play)
{
    progress_show(&play->shown, (double)play->games / (double)play->wanted, "%" PRIu64 " games, ", play->games);
}

static void add_batch_games(void *context, const eleven_batch_game *games, unsigned count)
{
    random_play *play = context;
    for (const eleven_batch_game *game = games; game < games + count; game++) {
        if (play->played[game->lane] == lane_share(play, game->lane))
            continue;
        play->played[game->lane]++;
        add_game(play, game->score, game->moves, game->largest);
    }
}

/* `bits`: of the vectors; 0: the widest that there are. */
static void play_batch(random_play *play, unsigned bits, uint64_t seed)
{
    void *memory = malloc(ELEVEN_BATCH_BYTES);
    if (!memory)
        fail_no_memory();
    eleven_batch *batch = eleven_batch_init(memory, bits, seed);
    if (!batch)
        fail_usage("--bits '%u' is not a vector width of this processor", bits);
    while (play->games < play->wanted) {
        eleven_batch_play(batch, 64, add_batch_games, play);
        show_progress(play);
    }
    free(memory);
}

static void play_bitboard(random_play *play, uint64_t seed)
{
    enum { AT_ONCE = 1000 };
    eleven_playout games[AT_ONCE];
    eleven_rules rules;
    eleven_rowtable *table = malloc(ELEVEN_ROWTABLE_BYTES);
    if (!table)
        fail_no_memory();
    eleven_rules_find("classic", &rules);
    eleven_rowtable_init(table, &rules);
    while (play->games < play->wanted) {
        uint64_t left = play->wanted - play->games, count = left < AT_ONCE ? left : AT_ONCE;
        eleven_bitboard_playouts(table, NULL, seed + play->games, count, games);
        for (uint64_t i = 0; i < count; i++)
            add_game(play, games[i].score, games[i].moves, eleven_bitboard_largest(games[i].board));
        show_progress(play);
    }
    free(table);
}

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
    json_out json = json_begin(stdout);
    json_put_number(&json, "games", play->games);
    json_put_number(&json, "seed", seed);
    json_put_decimal(&json, "mean_score", score.mean);
    json_put_decimal(&json, "standard_error_score", score.error);
    json_put_number(&json, "best_score", play->most_score);
    json_put_number(&json, "moves", play->moves);
    json_put_decimal(&json, "mean_moves", moves.mean);
    json_put_decimal(&json, "standard_error_moves", moves.error);
    json_put_number(&json, "most_moves", play->most_moves);
    json_put_array(&json, "largest_tiles");
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++) {
        if (!play->largest[rank])
            continue;
        json_put_object(&json, NULL);
        json_put_number(&json, "tile", UINT64_C(1) << rank);
        json_put_number(&json, "games", play->largest[rank]);
        json_put_end(&json);
    }
    json_put_end(&json);
    json_put_decimal(&json, "processor_seconds", seconds);
    json_finish(&json);
}

static int run_random(void *given, word_list words)
{
    const struct options *options = given;
    uint64_t seed = seed_or_random(options->seed);
    random_play play = {.wanted = (uint64_t)options->games, .shown = progress_begin(0, false)};
    double start = clock_read(CLOCK_PROCESS_CPUTIME_ID);
    (void)words;
    if (options->one_by_one)
        play_bitboard(&play, seed);
    else
        play_batch(&play, (unsigned)options->bits, seed);
    progress_end(&play.shown);
    (options->as_json ? print_json : print_text)(&play, seed, (clock_read(CLOCK_PROCESS_CPUTIME_ID) - start) / 1e3);
    return 0;
}

static const cli_option rows[] = {
    NUMBER(games, "games", 'n', 1, 0, "how many games (default: 1000000)"),
    OPTION(seed, "seed", 0, "N", kind_seed, "the same number gives the same games (default: random)"),
    NUMBER(bits, "bits", 0, 128, 512, "vectors of 128, 256 or 512 bits (default: the widest)"),
    FLAG(one_by_one, "one-by-one", 0, "play on single boards, which is about twenty times slower"),
    OPTION_JSON(as_json),
    {0},
};

const cli_command random_command = {
    .name = "random",
    .summary = "Play many games of random moves and print the statistics",
    .details = "Classic rules. Each legal direction is equally likely, until no move is possible. The same seed and\n"
               "the same number of games give the same games on every machine.\n"
               "\n"
               "  eleven random --games 10000000 --seed 1\n",
    OPTIONS(rows),
    .defaults = &(const struct options){.games = 1000000},
    .run = run_random,
};
