/* Games of a training, and what happens between them. Learning itself is in train_kernel.h. */
#include "train/train_room.h"

#include <stdlib.h>
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
    tally->reach[eleven_bitboard_largest(worker->board)]++;
}

void train_remember(train_worker *worker, unsigned class)
{
    worker->class_reached = class;
    if (class >= CAROUSEL_CLASSES)
        return;
    worker->place[class][worker->remembered[class]++ % CAROUSEL_PLACES] = worker->board;
}

/* Starts from a remembered position; classes that have enough of them are equally likely. False where there is none. */
static bool start_late(train_worker *worker)
{
    unsigned known[CAROUSEL_CLASSES], count = 0;
    for (unsigned i = 1; i < CAROUSEL_CLASSES; i++)
        if (worker->remembered[i] >= 16)
            known[count++] = i;
    if (!count)
        return false;
    uint64_t word = worker_word(worker);
    unsigned class = known[(word >> 32) * count >> 32];
    uint32_t places = worker->remembered[class] < CAROUSEL_PLACES ? worker->remembered[class] : CAROUSEL_PLACES;
    worker->board = worker->place[class][(word & UINT32_MAX) * places >> 32];
    worker->class_reached = class;
    return true;
}

/* Starts the game again from the middle of its path; false where the path has become too short. So positions late in a
 * game, which are rare, are learned from as often as early ones. (Ziap, 2048-tdl, 2024; after Matsuzaki, Developing
 * Value Networks for Game 2048 with Reinforcement Learning, 2021.) */
static bool start_in_middle(const training *trainer, train_worker *worker)
{
    uint32_t moves = worker->path_moves < PATH_MAX_MOVES ? worker->path_moves : PATH_MAX_MOVES;
    if (!trainer->recipe.restart || moves < trainer->recipe.restart || !trainer->is_learning)
        return false;
    worker->board = worker->path[moves / 2];
    worker->path_moves = 0;
    worker->is_late = true;
    return true;
}

void train_next_game(const training *trainer, train_worker *worker)
{
    if (!worker->is_late && worker->board.low)
        tally_add(worker);
    worker->score = 0;
    if (start_in_middle(trainer, worker))
        return;
    worker->path_moves = 0;
    worker->class_reached = 0;
    uint64_t word = worker_word(worker);
    worker->is_late =
        (float)(word >> 40) < trainer->recipe.carousel * 0x1p24f && trainer->is_learning && start_late(worker);
    if (!worker->is_late)
        worker->board = eleven_bitboard_start(&trainer->table, worker_word(worker));
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
    worker->seed = eleven_random(trainer->past.seed, number);
    for (unsigned i = 0; i < 8; i++)
        worker->noise[i] = (uint32_t)worker_word(worker) | 1;
    train_next_game(trainer, worker);
}

/* Every weight gets its share of the value of an unknown board (Guei, Chen and Wu, Optimistic Temporal Difference
 * Learning for 2048, 2021). */
static void optimism_fill(training *trainer)
{
    float share = trainer->recipe.optimism / (float)trainer->recipe.tuples.lookups;
    uint32_t bits;
    memcpy(&bits, &share, sizeof bits);
    for (size_t i = 0; bits && i < trainer->count; i++)
        trainer->cells[i] = bits;
}

training *train_open(const train_recipe *recipe, uint64_t seed, unsigned threads)
{
    const size_t huge_page = 1 << 21;
    eleven_rules rules;
    training *trainer = calloc(1, sizeof *trainer);
    if (!trainer)
        return NULL;
    trainer->recipe = *recipe;
    trainer->past.seed = seed;
    trainer->threads = threads;
    trainer->is_learning = true;
    eleven_rules_find("classic", &rules);
    eleven_rowtable_build(&rules, &trainer->table);
    trainer->count = (size_t)recipe->tuples.size * recipe->tuples.stages;
    trainer->bytes = (sizeof(train_cell) * trainer->count + huge_page - 1) & ~(huge_page - 1);
    trainer->worker = calloc(threads, sizeof *trainer->worker);
    trainer->cells = player_pages_open(trainer->bytes);
    if (!trainer->worker || !trainer->cells) {
        train_close(trainer);
        return NULL;
    }
    optimism_fill(trainer);
    for (unsigned i = 0; i < threads; i++)
        worker_begin(trainer, i);
    return trainer;
}

void train_close(training *trainer)
{
    if (!trainer)
        return;
    player_pages_close(trainer->cells, trainer->bytes);
    free(trainer->worker);
    free(trainer);
}
