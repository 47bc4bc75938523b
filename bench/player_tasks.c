/* The player's tasks: what the search looks at, what the network judges, what the trainer learns. Boards are those
 * of the network's own games, since those of random play hit few of its weights. */
#include "bench/bench.h"

#include "eleven/network.h"
#include "train/train_room.h"

#include <stdlib.h>
#include <string.h>

enum {
    POSITIONS = 4096,
    POSITION_MOVES = 8, /* from one to the next */
    SEARCHES = 256,
    SEARCH_DEPTH = 3,
    EVALUATIONS = 100, /* of all positions */
    FIRST_MOVES = 2000000,
    MOVES = 1000000,
};

typedef struct player_bed {
    const eleven_network *network;
    eleven_search *search;
    training *trainer;
    eleven_bitboard positions[POSITIONS];
    eleven_afterstates after[POSITIONS];
} player_bed;

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint64_t mix_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return mix(hash, bits);
}

/* ---- The boards ----------------------------------------------------------------------------------------- */

/* The network's move, looking no further, and a new tile; false at the end of the game. */
static bool play_move(const bench_bed *bed, eleven_bitboard *board, uint64_t word)
{
    eleven_afterstates after;
    eleven_bitboard spawns[16];
    float values[ELEVEN_DIRECTIONS];
    unsigned best = 0;
    if (!eleven_network_moves(bed->player->network, &bed->table, *board, &after, values))
        return false;
    for (unsigned d = 1; d < ELEVEN_DIRECTIONS; d++)
        if (values[d] > values[best])
            best = d;
    unsigned count = eleven_bitboard_spawns(after.board[best], word % 10 ? 1 : 2, spawns);
    *board = spawns[(word >> 32) % count];
    return true;
}

static void fill_positions(bench_bed *bed)
{
    uint64_t game = 0, ply = 0;
    eleven_bitboard board = eleven_bitboard_start(&bed->table, game);
    for (unsigned i = 0; i < POSITIONS; ply++) {
        if (!play_move(bed, &board, eleven_random(game, ply)))
            board = eleven_bitboard_start(&bed->table, ++game);
        else if (ply % POSITION_MOVES == 0)
            bed->player->positions[i++] = board;
    }
    for (unsigned i = 0; i < POSITIONS; i++)
        eleven_bitboard_afterstates(&bed->table, bed->player->positions[i], &bed->player->after[i]);
}

static bool prepare_network(bench_bed *bed)
{
    bed->player = calloc(1, sizeof *bed->player);
    if (!bed->player)
        return false;
    bed->player->network = eleven_network_shipped();
    if (bed->player->network)
        fill_positions(bed);
    return bed->player->network != NULL;
}

static void clear_player(bench_bed *bed)
{
    if (!bed->player)
        return;
    eleven_search_free(bed->player->search);
    train_close(bed->player->trainer);
    free(bed->player);
    bed->player = NULL;
}

/* ---- Searching and judging ------------------------------------------------------------------------------ */

static bool prepare_search(bench_bed *bed)
{
    if (!prepare_network(bed))
        return false;
    eleven_evaluator evaluator = eleven_network_evaluator(bed->player->network);
    eleven_search_settings settings = eleven_search_settings_default();
    bed->player->search = eleven_search_new(&bed->table, &evaluator, &settings);
    return bed->player->search != NULL;
}

static bench_work run_search(bench_bed *bed)
{
    bench_work work = {0, 0};
    eleven_budget budget = {.depth = SEARCH_DEPTH};
    for (unsigned i = 0; i < SEARCHES; i++) {
        eleven_search_result found;
        eleven_bitboard board = bed->player->positions[i * (POSITIONS / SEARCHES)];
        if (!eleven_search_run(bed->player->search, board, &budget, &found))
            continue;
        work.done += found.nodes;
        work.hash = mix_double(mix(mix(work.hash, found.nodes), found.direction), found.expected);
    }
    return work;
}

static bench_work run_evaluate(bench_bed *bed)
{
    bench_work work = {0, 0};
    for (unsigned pass = 0; pass < EVALUATIONS; pass++) {
        for (unsigned i = 0; i < POSITIONS; i++) {
            float values[ELEVEN_DIRECTIONS];
            eleven_network_values(bed->player->network, bed->player->after[i].board, ELEVEN_DIRECTIONS, values);
            work.hash = mix_double(work.hash, (double)values[0] + values[1] + values[2] + values[3]);
            work.done += ELEVEN_DIRECTIONS;
        }
    }
    return work;
}

/* ---- Learning ------------------------------------------------------------------------------------------- */

/* Four tuples of six cells with temporal coherence, as most published networks have them. The first moves, when
 * games are short and few weights in use, are made before the clock starts. */
static bool prepare_train(bench_bed *bed)
{
    static const char text[] = "eleven recipe 1\nname bench\ntuple 0 1 2 3 4 5\ntuple 4 5 6 7 8 9\n"
                               "tuple 0 1 2 4 5 6\ntuple 4 5 6 8 9 10\nlambda 0\nhorizon 0\n";
    train_recipe recipe;
    bed->player = calloc(1, sizeof *bed->player);
    if (!bed->player || train_recipe_parse(text, sizeof text - 1, &recipe, NULL))
        return false;
    bed->player->trainer = train_open(&recipe, 1, 1);
    if (bed->player->trainer)
        train_play(bed->player->trainer, 0, FIRST_MOVES);
    return bed->player->trainer != NULL;
}

static bench_work run_train(bench_bed *bed)
{
    const train_worker *worker = &bed->player->trainer->worker[0];
    train_play(bed->player->trainer, 0, MOVES);
    uint64_t hash = mix(worker->used, worker->board.low);
    return (bench_work){MOVES, mix_double(mix(hash, worker->tally.games), worker->tally.score)};
}

static const bench_task tasks[] = {
    {"search", "boards/s", 1, run_search, prepare_search, clear_player},
    {"evaluate", "boards/s", 1, run_evaluate, prepare_network, clear_player},
    {"train", "moves/s", 1, run_train, prepare_train, clear_player},
};

const bench_task *bench_player_task(unsigned index)
{
    return index < sizeof tasks / sizeof *tasks ? &tasks[index] : NULL;
}
