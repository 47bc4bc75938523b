/* The tasks of the player: search, evaluation by the network, training. The boards come from the network's own games,
 * since those of random play use few of its weights. */
#include "bench/bench.h"

#include "eleven/network.h"
#include "train/train_room.h"

#include <stdlib.h>
#include <string.h>

enum {
    POSITIONS = 4096,
    /* Moves from one position to the next. */
    POSITION_MOVES = 8,
    /* Games of the search, the moves of each, and how many it looks ahead. */
    SEARCH_GAMES = 16,
    SEARCH_MOVES = 128,
    SEARCH_DEPTH = 3,
    /* Passes over all positions. */
    EVALUATIONS = 100,
    FIRST_MOVES = 2000000,
    MOVES = 1000000,
};

typedef struct player_input {
    const eleven_network *network;
    /* The search is the player's own. */
    eleven_player *player;
    eleven_search *search;
    training *trainer;
    eleven_bitboard positions[POSITIONS];
    eleven_afterstates after[POSITIONS];
} player_input;

static uint64_t mix_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bench_mix(hash, bits);
}

static eleven_bitboard add_tile(eleven_bitboard after, uint64_t word)
{
    eleven_bitboard spawns[16];
    unsigned count = eleven_bitboard_spawns(after, word % 10 ? 1 : 2, spawns);
    return spawns[(word >> 32) % count];
}

/* The network's move, looking no further, and a new tile; false at the end of the game. */
static bool play_move(const bench_input *input, eleven_bitboard *board, uint64_t word)
{
    eleven_afterstates after;
    float values[ELEVEN_DIRECTIONS];
    unsigned best = 0;
    if (!eleven_network_moves(input->player->network, input->table, *board, &after, values))
        return false;
    for (unsigned d = 1; d < ELEVEN_DIRECTIONS; d++)
        if (values[d] > values[best])
            best = d;
    *board = add_tile(after.board[best], word);
    return true;
}

static void fill_positions(bench_input *input)
{
    uint64_t game = 0, ply = 0;
    eleven_bitboard board = eleven_bitboard_start(input->table, game);
    for (unsigned i = 0; i < POSITIONS; ply++) {
        if (!play_move(input, &board, eleven_random(game, ply)))
            board = eleven_bitboard_start(input->table, ++game);
        else if (ply % POSITION_MOVES == 0)
            input->player->positions[i++] = board;
    }
    for (unsigned i = 0; i < POSITIONS; i++)
        eleven_bitboard_afterstates(input->table, input->player->positions[i], &input->player->after[i]);
}

static bool prepare_network(bench_input *input)
{
    input->player = calloc(1, sizeof *input->player);
    if (!input->player)
        return false;
    input->player->network = eleven_network_shipped();
    if (input->player->network)
        fill_positions(input);
    return input->player->network != NULL;
}

static void clear_player(bench_input *input)
{
    if (!input->player)
        return;
    eleven_player_close(input->player->player);
    train_close(input->player->trainer);
    free(input->player);
    input->player = NULL;
}

static bool prepare_search(bench_input *input)
{
    if (!prepare_network(input))
        return false;
    input->player->player = eleven_network_player_new(input->player->network);
    if (input->player->player)
        input->player->search = eleven_player_search(input->player->player, &input->rules, 4, 4);
    return input->player->search != NULL;
}

/* From a position, as in a match: the player network chooses each move. */
static void search_game(bench_input *input, eleven_bitboard board, bench_work *work)
{
    const eleven_budget budget = {.size = sizeof budget, .depth = SEARCH_DEPTH};
    for (uint64_t ply = 0; ply < SEARCH_MOVES; ply++) {
        eleven_search_result found;
        if (eleven_search_run(input->player->search, board, &budget, &found))
            return;
        work->done += found.nodes;
        work->hash = mix_double(bench_mix(bench_mix(work->hash, found.nodes), found.direction), found.expected);
        board = add_tile(eleven_bitboard_slide(input->table, board, found.direction, NULL), work->hash);
    }
}

static bench_work run_search(bench_input *input)
{
    bench_work work = {0, 0};
    for (unsigned i = 0; i < SEARCH_GAMES; i++)
        search_game(input, input->player->positions[i * (POSITIONS / SEARCH_GAMES)], &work);
    return work;
}

static bench_work run_evaluate(bench_input *input)
{
    bench_work work = {0, 0};
    for (unsigned pass = 0; pass < EVALUATIONS; pass++) {
        for (unsigned i = 0; i < POSITIONS; i++) {
            float values[ELEVEN_DIRECTIONS];
            eleven_network_values(input->player->network, input->player->after[i].board, ELEVEN_DIRECTIONS, values);
            work.hash = mix_double(work.hash, (double)values[0] + values[1] + values[2] + values[3]);
            work.done += ELEVEN_DIRECTIONS;
        }
    }
    return work;
}

/* Four tuples of six cells with temporal coherence, as most published networks have them. The first moves, when
 * games are short and few weights in use, are made before the clock starts. */
static bool prepare_train(bench_input *input)
{
    static const char text[] = "eleven recipe 1\nname bench\ntuple 0 1 2 3 4 5\ntuple 4 5 6 7 8 9\n"
                               "tuple 0 1 2 4 5 6\ntuple 4 5 6 8 9 10\nlambda 0\nhorizon 1\n";
    train_recipe recipe;
    input->player = calloc(1, sizeof *input->player);
    if (!input->player || train_recipe_parse(text, sizeof text - 1, &recipe, NULL))
        return false;
    input->player->trainer = train_open(&recipe, 1, 1);
    if (input->player->trainer)
        train_play(input->player->trainer, 0, FIRST_MOVES);
    return input->player->trainer != NULL;
}

static bench_work run_train(bench_input *input)
{
    const train_worker *worker = &input->player->trainer->worker[0];
    train_play(input->player->trainer, 0, MOVES);
    uint64_t hash = bench_mix(worker->used, worker->board.low);
    return (bench_work){MOVES, mix_double(bench_mix(hash, worker->tally.games), worker->tally.score)};
}

static const bench_task player_tasks[] = {
    {"search", "boards/s", 1, run_search, prepare_search, clear_player},
    {"evaluate", "boards/s", 1, run_evaluate, prepare_network, clear_player},
    {"train", "moves/s", 1, run_train, prepare_train, clear_player},
};

const bench_task *bench_player_task(unsigned index)
{
    return index < sizeof player_tasks / sizeof *player_tasks ? &player_tasks[index] : NULL;
}
