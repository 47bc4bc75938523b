/* Statistics of random play: a hundred million games in seconds, 512 of them side by side. */
#include "cli/commands.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/share.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    int64_t games, bits;
    seed_value seed;
    bool as_json, one_by_one;
};

/* The games are played in blocks, which need not be played by one process. The first block has the seed itself. */
enum { BLOCK = 1 << 20 };

/* The sums over many games, and processor time. Squares are exact up to 10^12 games. */
typedef struct random_sums {
    uint64_t games, score, moves, most_score, most_moves, score_square, moves_square;
    uint64_t largest[ELEVEN_RANKS];
    double seconds;
} random_sums;

typedef struct random_play {
    const struct options *options;
    uint64_t wanted, seed;
    random_sums sums;
    progress shown;
} random_play;

/* A block that is being played. Every lane plays as many games as the others (or one more), because taking the games
 * that end first would prefer short ones. */
typedef struct random_block {
    uint64_t wanted;
    uint64_t played[ELEVEN_BATCH_LANES];
    random_sums sums;
} random_block;

static uint64_t lane_share(const random_block *block, unsigned lane)
{
    return block->wanted / ELEVEN_BATCH_LANES + (lane < block->wanted % ELEVEN_BATCH_LANES);
}

static void add_game(random_sums *sums, uint64_t score, uint64_t moves, eleven_rank largest)
{
    sums->games++;
    sums->score += score;
    sums->moves += moves;
    sums->score_square += score * score;
    sums->moves_square += moves * moves;
    sums->most_score = score > sums->most_score ? score : sums->most_score;
    sums->most_moves = moves > sums->most_moves ? moves : sums->most_moves;
    sums->largest[largest]++;
}

static void add_batch_games(void *context, const eleven_batch_game *games, unsigned count)
{
    random_block *block = context;
    for (const eleven_batch_game *game = games; game < games + count; game++) {
        if (block->played[game->lane] == lane_share(block, game->lane))
            continue;
        block->played[game->lane]++;
        add_game(&block->sums, game->score, game->moves, game->largest);
    }
}

/* False when out of memory. */
static bool play_batch(random_block *block, unsigned bits, uint64_t seed)
{
    void *memory = malloc(ELEVEN_BATCH_BYTES);
    eleven_batch *batch = memory ? eleven_batch_init(memory, bits, seed) : NULL;
    while (batch && block->sums.games < block->wanted)
        eleven_batch_play(batch, 64, add_batch_games, block);
    free(memory);
    return batch;
}

static bool play_bitboard(random_block *block, uint64_t seed)
{
    enum { AT_ONCE = 1000 };
    eleven_playout games[AT_ONCE];
    eleven_rules rules;
    eleven_rowtable *table = malloc(ELEVEN_ROWTABLE_BYTES);
    if (!table)
        return false;
    eleven_rules_find("classic", &rules);
    eleven_rowtable_init(table, &rules);
    while (block->sums.games < block->wanted) {
        uint64_t left = block->wanted - block->sums.games, count = left < AT_ONCE ? left : AT_ONCE;
        eleven_bitboard_playouts(table, NULL, seed + block->sums.games, count, games);
        for (uint64_t i = 0; i < count; i++)
            add_game(&block->sums, games[i].score, games[i].moves, eleven_bitboard_largest(games[i].board));
    }
    free(table);
    return true;
}

static eleven_error play_blocks(void *context, uint64_t first, uint64_t count, buffer *result)
{
    const random_play *play = context;
    for (uint64_t i = first; i < first + count; i++) {
        uint64_t left = play->wanted - i * BLOCK;
        random_block block = {.wanted = left < BLOCK ? left : BLOCK};
        double start = clock_thread_milliseconds();
        bool is_played = play->options->one_by_one ? play_bitboard(&block, play->seed + i * BLOCK)
                                                   : play_batch(&block, (unsigned)play->options->bits,
                                                                i ? eleven_random(play->seed, i) : play->seed);
        if (!is_played)
            return ELEVEN_NO_MEMORY;
        block.sums.seconds = (clock_thread_milliseconds() - start) / 1e3;
        buffer_add(result, &block.sums, sizeof block.sums);
    }
    return ELEVEN_OK;
}

static void take_blocks(void *context, uint64_t first, uint64_t count, const char *result, size_t length)
{
    random_play *play = context;
    random_sums *sums = &play->sums, block;
    (void)first, (void)length;
    for (uint64_t i = 0; i < count; i++) {
        memcpy(&block, result + i * sizeof block, sizeof block);
        sums->games += block.games;
        sums->score += block.score;
        sums->moves += block.moves;
        sums->score_square += block.score_square;
        sums->moves_square += block.moves_square;
        sums->most_score = block.most_score > sums->most_score ? block.most_score : sums->most_score;
        sums->most_moves = block.most_moves > sums->most_moves ? block.most_moves : sums->most_moves;
        for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++)
            sums->largest[rank] += block.largest[rank];
        sums->seconds += block.seconds;
    }
    progress_show(&play->shown, (double)sums->games / (double)play->wanted, "%" PRIu64 " games, ", sums->games);
}

/* Mean and its standard error. */
typedef struct estimate {
    double mean, error;
} estimate;

static estimate estimate_of(uint64_t sum, uint64_t square, uint64_t count)
{
    double n = (double)count, mean = (double)sum / n;
    double variance = count > 1 ? ((double)square - n * mean * mean) / (n - 1) : 0;
    return (estimate){mean, sqrt((variance > 0 ? variance : 0) / n)};
}

static void print_text(const random_sums *play, uint64_t seed)
{
    estimate score = estimate_of(play->score, play->score_square, play->games);
    estimate moves = estimate_of(play->moves, play->moves_square, play->games);
    printf("%" PRIu64 " game%s of random moves, seed %" PRIu64 "\n\n", play->games, plural(play->games), seed);
    printf("score   mean %.4f +- %.4f, best %" PRIu64 "\n", score.mean, score.error, play->most_score);
    printf("moves   mean %.4f +- %.4f, most %" PRIu64 "\n\n", moves.mean, moves.error, play->most_moves);
    printf("largest tile\n");
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
        if (play->largest[rank])
            printf("%7u %14" PRIu64 " %12.6f%%\n", 1u << rank, play->largest[rank],
                   100.0 * (double)play->largest[rank] / (double)play->games);
    printf("\n%.2f seconds of processor time, %.0f million moves/s\n", play->seconds,
           (double)play->moves / play->seconds / 1e6);
}

static void print_json(const random_sums *play, uint64_t seed)
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
    json_put_decimal(&json, "processor_seconds", play->seconds);
    json_finish(&json);
}

static int run_random(void *given, word_list words)
{
    const struct options *options = given;
    random_play play = {.options = options,
                        .wanted = (uint64_t)options->games,
                        .seed = seed_or_random(options->seed),
                        .shown = progress_begin(0, false)};
    shared_work work = {.units = (play.wanted + BLOCK - 1) / BLOCK,
                        .unit = "blocks of a million games",
                        .common = &play.seed,
                        .common_size = sizeof play.seed,
                        .work = play_blocks,
                        .timing = sizeof(double),
                        .take = take_blocks,
                        .context = &play,
                        .stop = &interrupted};
    (void)words;
    vector_width_check(options->bits);
    if (options->one_by_one && options->bits)
        fail_usage("--bits has no effect together with --one-by-one");
    stop_on_signals();
    eleven_error error = share_run(&work);
    progress_end(&play.shown);
    if (error == ELEVEN_NO_MEMORY)
        fail_no_memory();
    if (play.sums.games)
        (options->as_json ? print_json : print_text)(&play.sums, play.seed);
    if (error)
        fail_with("stopped after %" PRIu64 " of %" PRIu64 " game%s", play.sums.games, play.wanted, plural(play.wanted));
    return 0;
}

static const cli_option rows[] = {
    NUMBER(games, "games", 'n', 1, 0, "how many games (default: 1000000)"),
    OPTION(seed, "seed", 0, "N", kind_seed, "the same number gives the same games (default: random)"),
    NUMBER(bits, "bits", 0, 128, 512, "vectors of 128, 256 or 512 bits (default: the widest)"),
    FLAG(one_by_one, "one-by-one", 0, "play other games, on single boards, about ten times slower"),
    OPTION_JSON(as_json),
    {0},
};

const cli_command random_command = {
    .name = "random",
    .summary = "Play many games of random moves and print the statistics",
    .details = "The games follow the classic rules. Each legal direction is equally likely, until no move is\n"
               "possible. The same seed and the same number of games give the same games on every machine.\n"
               "With --one-by-one the games have the seeds N, N+1 and so on, so N and N+1 share all games but two.\n"
               "\n"
               "  eleven random --games 10000000 --seed 1\n",
    OPTIONS(rows),
    .defaults = &(const struct options){.games = 1000000},
    .run = run_random,
};
