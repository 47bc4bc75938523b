/* Games of a training, and what happens between them. Learning itself is in train_kernel.h. */
#include "train/train_room.h"
#include "base/memory.h"

#include <string.h>

static uint64_t worker_word(train_worker *worker)
{
    return eleven_random(worker->seed, worker->used++);
}

static void tally_add(train_worker *worker)
{
    train_tally *tally = &worker->tally;
    tally->games++;
    tally->score += (double)worker->score;
    tally->square += (double)worker->score * (double)worker->score;
    unsigned largest = eleven_bitboard_largest(worker->board);
    tally->reach[largest < TALLY_RANKS ? largest : TALLY_RANKS - 1]++;
}

/* A position in which a tile of the rank has just appeared, in a game of the network in the library. */
static eleven_bitboard late_start_find(const training *trainer, train_worker *worker)
{
    const eleven_network *network = eleven_network_shipped();
    for (;;) {
        uint64_t seed = worker_word(worker), ply = 1, score = 0;
        eleven_bitboard board = eleven_bitboard_start(&trainer->table, seed);
        while (eleven_bitboard_largest(board) < trainer->recipe.begin &&
               train_network_move(network, &trainer->table, seed, ply, &board, &score))
            ply++;
        if (eleven_bitboard_largest(board) >= trainer->recipe.begin)
            return board;
    }
}

/* To find a late start takes longer than to learn from the game, so each one is used often. Those of a checkpoint may
 * be of another rank: the recipe may have changed. */
static eleven_bitboard start_choose(const training *trainer, train_worker *worker)
{
    uint64_t word = worker_word(worker);
    if (trainer->starts && (double)(word >> 40) >= trainer->recipe.opening * 0x1p24)
        return trainer->starts[word % trainer->start_count];
    if (!trainer->recipe.begin)
        return eleven_bitboard_start(&trainer->table, word);
    eleven_bitboard *start = &worker->late_start[word % LATE_STARTS];
    if (eleven_bitboard_largest(*start) != trainer->recipe.begin)
        *start = late_start_find(trainer, worker);
    return *start;
}

/* A game that was long enough is played again from the middle of its path, again and again. So positions late in a
 * game, which are rare, are learned from as often as early ones. (Ziap, 2048-tdl, 2024; after Matsuzaki, Developing
 * Value Networks for Game 2048 with Reinforcement Learning, 2021.) Each new game leaves out a random word: trainings
 * that earlier versions began continue exactly. */
void train_next_game(const training *trainer, train_worker *worker)
{
    uint32_t restart = trainer->recipe.restart, moves = worker->path_moves;
    moves = moves < PATH_MAX_MOVES ? moves : PATH_MAX_MOVES;
    if (!worker->is_late && worker->board.low)
        tally_add(worker);
    worker->score = 0;
    worker->path_moves = 0;
    worker->is_late = restart && moves >= restart && trainer->is_learning;
    worker->used += !worker->is_late;
    worker->board = worker->is_late ? worker->path[moves / 2] : start_choose(trainer, worker);
}

unsigned train_table_moves(const eleven_endgame *tables, eleven_bitboard board, unsigned legal)
{
    double chances[ELEVEN_DIRECTIONS];
    unsigned locked = eleven_endgame_chances(tables, board, chances), best = 0;
    for (unsigned d = 1; d < ELEVEN_DIRECTIONS; d++)
        best = chances[d] > chances[best] ? d : best;
    return locked && locked != ELEVEN_ENDGAME_DAMAGED ? 1U << best : legal;
}

/* A worker that has not moved yet begins again. In a training that continues, its next game has been chosen. */
eleven_error train_begin_at(training *trainer, const eleven_bitboard *boards, size_t count, eleven_problem *problem)
{
    eleven_bitboard *starts = memory_new(sizeof *starts * (count ? count : 1));
    size_t kept = 0;
    if (!starts)
        return problem_no_memory(problem);
    for (size_t i = 0; i < count; i++)
        if (eleven_bitboard_largest(boards[i]) >= trainer->recipe.begin)
            starts[kept++] = boards[i];
    if (!kept) {
        memory_free(starts);
        return problem_set(problem, ELEVEN_IMPOSSIBLE, "no position is there at which a game of the recipe can begin");
    }
    memory_free(trainer->starts);
    trainer->starts = starts;
    trainer->start_count = kept;
    for (unsigned i = 0; i < trainer->threads; i++)
        if (!trainer->past.moves && !trainer->worker[i].path_moves && !trainer->worker[i].is_late)
            trainer->worker[i].board = start_choose(trainer, &trainer->worker[i]);
    return ELEVEN_OK;
}

/* Weight promotion (Jaskowski 2016). Pages of zeros are only read, so that they take up no memory. */
void train_promote(training *trainer)
{
    const tuple_set *set = &trainer->recipe.tuples;
    for (size_t i = set->size; i < (size_t)set->size * set->stages; i++) {
        train_cell from = trainer->cells[i - set->size] & UINT32_MAX, *to = &trainer->cells[i];
        if (from != *to && !(*to >> 48))
            *to = from;
    }
}

static void worker_begin(training *trainer, unsigned number)
{
    train_worker *worker = &trainer->worker[number];
    worker->seed = eleven_random(trainer->past.seed, trainer->threads * trainer->peers.peers.rank + number);
    for (unsigned i = 0; i < 8; i++)
        worker->noise[i] = (uint32_t)worker_word(worker) | 1;
    train_next_game(trainer, worker);
}

training *train_open(const train_recipe *recipe, uint64_t seed, unsigned threads)
{
    const size_t huge_page = 1 << 21;
    eleven_rules rules;
    training *trainer = memory_zeroed(1, sizeof *trainer);
    if (!trainer)
        return NULL;
    trainer->recipe = *recipe;
    trainer->past.seed = seed;
    trainer->threads = threads;
    trainer->is_learning = true;
    trainer->peers.peers.count = 1;
    eleven_rules_find("classic", &rules);
    eleven_rowtable_init(&trainer->table, &rules);
    trainer->bytes = sizeof(train_cell) * recipe->tuples.size * recipe->tuples.stages;
    trainer->bytes = (trainer->bytes + huge_page - 1) & ~(huge_page - 1);
    trainer->worker = memory_zeroed(threads, sizeof *trainer->worker);
    trainer->cells = memory_pages_new(trainer->bytes);
    if (!trainer->worker || !trainer->cells) {
        train_close(trainer);
        return NULL;
    }
    for (unsigned i = 0; i < threads; i++)
        worker_begin(trainer, i);
    return trainer;
}

void train_renumber(training *trainer)
{
    unsigned first = trainer->threads * trainer->peers.peers.rank;
    for (unsigned i = 0; i < trainer->threads && first; i++) {
        memset(&trainer->worker[i], 0, sizeof trainer->worker[i]);
        worker_begin(trainer, i);
    }
}

void train_close(training *trainer)
{
    if (!trainer)
        return;
    train_leave(trainer);
    memory_pages_free(trainer->cells, trainer->bytes);
    memory_free(trainer->worker);
    memory_free(trainer->starts);
    memory_free(trainer);
}
