/* The trainer: it learns, alike from equal seeds and in every kernel, continues from a checkpoint exactly, and packs
 * what it learned; recipes are read, and their mistakes reported. */
#include "expect.h"

#include "base/file.h"
#include "eleven/train.h"
#include "train/train_room.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char small[] = "eleven recipe 1\nname small\ntuple 0 1 2 3\ntuple 4 5 6 7\ntuple 0 1 4 5\n"
                            "cap 9\nstages 2\nrestart 10\n";

static train_recipe recipe_of(const char *text)
{
    train_recipe recipe;
    eleven_problem problem = {0};
    if (train_recipe_parse(text, strlen(text), &recipe, &problem))
        fail_msg("%s", problem.sentence);
    return recipe;
}

static training *trainer_of(const char *text, uint64_t seed)
{
    train_recipe recipe = recipe_of(text);
    training *trainer = train_open(&recipe, seed, 1);
    assert_non_null(trainer);
    return trainer;
}

static void expect_alike(const training *a, const training *b)
{
    assert_memory_equal(a->cells, b->cells, a->bytes);
    assert_memory_equal(a->worker, b->worker, sizeof *a->worker);
}

static void path_make(char *path)
{
    strcpy(path, "/tmp/eleven-train-XXXXXX");
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    remove(path);
}

/* ---- Learning ------------------------------------------------------------------------------------------- */

static void play_gets_better(void **state)
{
    (void)state;
    training *trainer = trainer_of(small, 1);
    train_play(trainer, 0, 300000);
    const train_tally *tally = &trainer->worker[0].tally;
    memset(&trainer->worker[0].tally, 0, sizeof trainer->worker[0].tally);
    train_play(trainer, 0, 100000);
    assert_true(tally->games > 10 && tally->score / (double)tally->games > 4000); /* random play: 1095 */
    train_close(trainer);
    train_close(NULL);
}

static void equal_seeds_learn_alike(void **state)
{
    (void)state;
    training *a = trainer_of(small, 7), *b = trainer_of(small, 7), *c = trainer_of(small, 8);
    train_play(a, 0, 30000);
    train_play(b, 0, 10000);
    train_play(b, 0, 20000);
    train_play(c, 0, 30000);
    expect_alike(a, b);
    assert_true(memcmp(a->cells, c->cells, a->bytes) != 0);
    train_close(a);
    train_close(b);
    train_close(c);
}

/* A game of ten moves or more is played again from its middle; a shorter one gives way to a new game. */
static void a_game_restarts_from_its_middle(void **state)
{
    (void)state;
    training *trainer = trainer_of("eleven recipe 1\ntuple 0 1 2 3\nrestart 10\n", 5);
    train_worker *worker = trainer->worker;
    for (unsigned i = 0; i < 11; i++)
        worker->path[i] = (eleven_bitboard){.low = 0x100 + i};
    worker->path_moves = 11;
    train_next_game(trainer, worker);
    assert_int_equal(worker->board.low, 0x105);
    assert_true(worker->is_late && worker->path_moves == 0);
    worker->path_moves = 9;
    train_next_game(trainer, worker);
    assert_int_equal(__builtin_popcount(eleven_bitboard_empties(worker->board)), 14);
    assert_false(worker->is_late);
    trainer->is_learning = false;
    worker->path_moves = 11;
    train_next_game(trainer, worker);
    assert_false(worker->is_late);
    train_close(trainer);
}

/* While games restart, each board of the path is the one before that move: positions that follow each other. */
static void a_path_follows_the_game(void **state)
{
    (void)state;
    training *trainer = trainer_of("eleven recipe 1\ntuple 0 1 2 3\nrestart 10\n", 5);
    train_worker *worker = trainer->worker;
    eleven_bitboard start = worker->board;
    train_play(trainer, 0, 20);
    assert_int_equal(worker->path_moves, 20);
    assert_int_equal(worker->path[0].low, start.low);
    for (unsigned i = 0; i + 1 < 20; i++)
        assert_true(worker->path[i].low != worker->path[i + 1].low);
    train_close(trainer);
}

/* Late games begin with a tile of that rank and none above it, in positions of full games, and there are many. */
static void games_can_begin_late(void **state)
{
    (void)state;
    training *trainer = trainer_of("eleven recipe 1\ntuple 0 1 2 3\nbegin 9\nrestart 10\n", 5);
    train_worker *worker = trainer->worker;
    unsigned starts = 0;
    for (unsigned game = 0; game < 40; game++) {
        assert_int_equal(eleven_bitboard_largest(worker->board), 9);
        worker->path_moves = 0;
        train_next_game(trainer, worker);
        assert_false(worker->is_late);
    }
    for (unsigned i = 0; i < LATE_STARTS; i++)
        starts += worker->late_start[i].low != 0;
    assert_in_range(starts, 35, 41);
    train_play(trainer, 0, 20000);
    assert_in_range(eleven_bitboard_largest(worker->board), 9, 17);
    train_close(trainer);
}

/* The rank may change between two runs of a training: positions of the other rank are not used any more. */
static void late_starts_have_the_rank_of_the_recipe(void **state)
{
    (void)state;
    char path[32];
    path_make(path);
    training *before = trainer_of("eleven recipe 1\ntuple 0 1 2 3\nbegin 8\n", 5);
    training *after = trainer_of("eleven recipe 1\ntuple 0 1 2 3\nbegin 6\n", 5);
    train_worker *worker = after->worker;
    memset(&before->worker->late_start, 0x88, sizeof before->worker->late_start);
    for (unsigned i = 0; i < LATE_STARTS; i++)
        before->worker->late_start[i].high = 0;
    assert_int_equal(train_save(before, path, NULL), ELEVEN_OK);
    assert_int_equal(train_load(after, path, NULL), ELEVEN_OK);
    for (unsigned game = 0; game < 40; game++) {
        train_next_game(after, worker);
        assert_int_equal(eleven_bitboard_largest(worker->board), 6);
    }
    train_close(before);
    train_close(after);
    remove(path);
}

static void every_kernel_learns_alike(void **state)
{
    (void)state;
    training *a = trainer_of(small, 3), *b = trainer_of(small, 3);
    train_play(a, 0, 20000);
    train_moves_plain(b, &b->worker[0], 20000);
    expect_alike(a, b);
    train_close(a);
    train_close(b);
}

static void untouched_weights_follow_the_stage_before(void **state)
{
    (void)state;
    training *trainer = trainer_of(small, 1);
    uint32_t size = trainer->recipe.tuples.size;
    trainer->cells[5] = UINT64_C(0x12345678) | UINT64_C(0x40000000) << 32;
    trainer->cells[6] = UINT64_C(0x11111111) | UINT64_C(0x40000000) << 32;
    trainer->cells[size + 6] = UINT64_C(0x22222222) | UINT64_C(0x40000000) << 32;
    train_promote(trainer);
    assert_true(trainer->cells[size + 5] == 0x12345678);
    assert_true((uint32_t)trainer->cells[size + 6] == 0x22222222);
    train_close(trainer);
}

static void without_learning_nothing_changes(void **state)
{
    (void)state;
    training *trainer = trainer_of(small, 1);
    trainer->is_learning = false;
    train_play(trainer, 0, 5000);
    for (size_t i = 0; i < trainer->bytes / sizeof *trainer->cells; i++)
        assert_true(trainer->cells[i] == 0);
    assert_true(trainer->worker[0].tally.games > 0);
    train_close(trainer);
}

/* ---- Checkpoints ---------------------------------------------------------------------------------------- */

static void training_continues_exactly(void **state)
{
    (void)state;
    char path[32];
    path_make(path);
    training *whole = trainer_of(small, 5), *first = trainer_of(small, 5), *second = trainer_of(small, 99);
    train_play(whole, 0, 60000);
    train_play(first, 0, 25000);
    first->past.moves = 25000;
    assert_int_equal(train_load(second, path, NULL), ELEVEN_NO_STORAGE);
    assert_int_equal(train_save(first, path, NULL), ELEVEN_OK);
    assert_int_equal(train_load(second, path, NULL), ELEVEN_OK);
    assert_int_equal(second->past.moves, 25000);
    train_play(second, 0, 35000);
    expect_alike(whole, second);
    train_close(whole);
    train_close(first);
    train_close(second);
    remove(path);
}

/* The next game has been chosen when a checkpoint is written between two games. */
static void training_at_positions_continues_between_two_games(void **state)
{
    (void)state;
    eleven_bitboard starts[20];
    char path[32];
    path_make(path);
    for (unsigned i = 0; i < 20; i++)
        starts[i] =
            (eleven_bitboard){UINT64_C(0x00a1012000010002) + ((uint64_t)i % 4 + 1) * 0x100000000000 * (i / 4 + 1), 0};
    training *whole = trainer_of(small, 5), *first = trainer_of(small, 5), *second = trainer_of(small, 99);
    assert_int_equal(train_begin_at(whole, starts, 20, NULL), ELEVEN_OK);
    assert_int_equal(train_begin_at(first, starts, 20, NULL), ELEVEN_OK);
    do
        train_play(first, 0, 1);
    while (++first->past.moves < 100 || first->worker[0].path_moves || first->worker[0].is_late);
    assert_int_equal(train_save(first, path, NULL), ELEVEN_OK);
    assert_int_equal(train_load(second, path, NULL), ELEVEN_OK);
    assert_int_equal(train_begin_at(second, starts, 20, NULL), ELEVEN_OK);
    train_play(second, 0, 5000);
    train_play(whole, 0, second->past.moves + 5000);
    expect_alike(whole, second);
    train_close(whole);
    train_close(first);
    train_close(second);
    remove(path);
}

static void foreign_and_cut_checkpoints_are_refused(void **state)
{
    (void)state;
    char path[32];
    path_make(path);
    eleven_problem problem = {0};
    training *trainer = trainer_of(small, 5), *other = trainer_of("eleven recipe 1\ntuple 0 1\n", 5);
    train_play(trainer, 0, 1000);
    assert_int_equal(train_save(trainer, path, NULL), ELEVEN_OK);
    assert_int_equal(train_load(other, path, &problem), ELEVEN_BAD_TEXT);
    assert_non_null(strstr(problem.sentence, "another recipe"));
    train_close(other);
    for (unsigned i = 0; i < 3; i++) {
        static const char *const recipes[] = {
            "tuple 0 1 2 3\ntuple 4 5 6 7\ntuple 0 1 2 4\ncap 9\nstages 2\n",
            "tuple 0 1 2 3\ntuple 4 5 6 7\ntuple 0 1 4 5\ncap 9\nstages 3\n",
            "tuple 0 1 2 3\ntuple 4 5 6 7\ntuple 0 1 4 5\ncap 10\nstages 2\n",
        };
        char text[200];
        snprintf(text, sizeof text, "eleven recipe 1\n%s", recipes[i]);
        other = trainer_of(text, 5);
        assert_int_equal(train_load(other, path, &problem), ELEVEN_BAD_TEXT);
        assert_non_null(strstr(problem.sentence, "another recipe"));
        train_close(other);
    }
    assert_int_equal(truncate(path, 300000), 0);
    assert_int_equal(train_load(trainer, path, &problem), ELEVEN_BAD_TEXT);
    assert_int_equal(truncate(path, 10), 0);
    assert_int_equal(train_load(trainer, path, &problem), ELEVEN_BAD_TEXT);
    assert_int_equal(train_save(trainer, "/nowhere/at/all", &problem), ELEVEN_NO_STORAGE);
    train_close(trainer);
    remove(path);
}

/* The bytes of a checkpoint, which the caller frees. */
static buffer checkpoint_bytes(training *trainer, const char *path)
{
    buffer bytes = {0};
    assert_int_equal(train_save(trainer, path, NULL), ELEVEN_OK);
    assert_int_equal(file_read(path, (size_t)1 << 30, &bytes, NULL), ELEVEN_OK);
    return bytes;
}

static void damaged_checkpoints_are_refused(void **state)
{
    (void)state;
    char path[32];
    path_make(path);
    training *trainer = trainer_of(small, 5);
    train_play(trainer, 0, 20000);
    buffer bytes = checkpoint_bytes(trainer, path);
    for (unsigned i = 0; i < 100; i++) {
        uint64_t word = eleven_random(1, i);
        size_t range = i % 2 ? bytes.length : 4096; /* the head and the beginning of the worker more often */
        char *damaged = bytes.at + (word >> 3) % range;
        *damaged = (char)(*damaged ^ 1 << word % 8);
        assert_int_equal(file_write(path, bytes.at, bytes.length, NULL), ELEVEN_OK);
        assert_int_equal(train_load(trainer, path, NULL), ELEVEN_BAD_TEXT);
        *damaged = (char)(*damaged ^ 1 << word % 8);
    }
    assert_int_equal(file_write(path, bytes.at, bytes.length, NULL), ELEVEN_OK);
    assert_int_equal(train_load(trainer, path, NULL), ELEVEN_OK);
    assert_false(trainer->is_unchecked);
    buffer_free(&bytes);
    train_close(trainer);
    remove(path);
}

/* The number that a tuple's number was before version 3: ...eeeeddddccccbbbbaa | FFAA. */
static uint32_t old_number(const tuple_form *tuple, uint32_t number)
{
    eleven_rank ranks[TUPLE_CELLS_MAX];
    uint32_t old = 0, at = 4;
    player_tuple_ranks(tuple, number, ranks);
    for (unsigned i = 0; i < tuple->count; i++) {
        bool is_end = i == 0 || i + 1 == tuple->count;
        if (is_end)
            old |= (ranks[i] & 3u) << (i ? 2 : 0);
        old |= (uint32_t)(is_end ? ranks[i] >> 2 : ranks[i]) << at;
        at += is_end ? 2 : 4;
    }
    return old;
}

/* Puts everything into the order before version 3, which training could not continue with. */
static void order_as_before(training *trainer)
{
    const tuple_set *set = &trainer->recipe.tuples;
    train_cell *cells = calloc(1, trainer->bytes);
    assert_non_null(cells);
    for (size_t stage = 0; stage < set->stages; stage++)
        for (unsigned t = 0; t < set->count; t++)
            for (uint32_t i = 0; i < 1u << 4 * set->at[t].count; i++) {
                size_t first = stage * set->size + set->at[t].first;
                cells[first + old_number(&set->at[t], i)] = trainer->cells[first + i];
            }
    memcpy(trainer->cells, cells, trainer->bytes);
    free(cells);
    for (unsigned i = 0; i <= HORIZON_MAX; i++)
        for (unsigned k = 0; k < set->lookups; k++) {
            uint32_t *at = &trainer->worker[0].step[i].at[k], stage = *at / set->size * set->size;
            const tuple_form *tuple = &set->at[k / ELEVEN_SYMMETRIES];
            if (*at >= stage + tuple->first)
                *at = stage + tuple->first + old_number(tuple, *at - stage - tuple->first);
        }
}

/* Version 1 had another number in its head and no checksum. Its files continue exactly; damaged ones may be accepted,
 * but they never lead outside an array. */
static void old_checkpoints_are_read_with_care(void **state)
{
    (void)state;
    char path[32];
    path_make(path);
    uint64_t old = sizeof(train_worker) * UINT64_C(1000003) + sizeof(train_recipe) * UINT64_C(10007) + 1;
    training *trainer = trainer_of(small, 5), *other = trainer_of(small, 5), *before = trainer_of(small, 5);
    train_play(trainer, 0, 20000);
    train_play(before, 0, 20000);
    order_as_before(before);
    buffer bytes = checkpoint_bytes(before, path);
    train_close(before);
    memcpy(bytes.at + 8, &old, sizeof old);
    assert_int_equal(file_write(path, bytes.at, bytes.length - 8, NULL), ELEVEN_OK);
    assert_int_equal(train_load(other, path, NULL), ELEVEN_OK);
    assert_true(other->is_unchecked);
    expect_alike(trainer, other);
    unsigned accepted = 0;
    for (unsigned i = 0; i < 200; i++) {
        uint64_t word = eleven_random(2, i);
        size_t range = i % 2 ? bytes.length - 8 : 8192;
        char *damaged = bytes.at + (word >> 3) % range;
        *damaged = (char)(*damaged ^ 1 << word % 8);
        assert_int_equal(file_write(path, bytes.at, bytes.length - 8, NULL), ELEVEN_OK);
        if (train_load(other, path, NULL) == ELEVEN_OK && ++accepted)
            train_play(other, 0, 1000);
        *damaged = (char)(*damaged ^ 1 << word % 8);
    }
    assert_in_range(accepted, 1, 199);
    buffer_free(&bytes);
    train_close(trainer);
    train_close(other);
    remove(path);
}

/* ---- Packing -------------------------------------------------------------------------------------------- */

static void packed_networks_play_as_well(void **state)
{
    (void)state;
    training *trainer = trainer_of(small, 1);
    train_play(trainer, 0, 400000);
    eleven_network *network = train_pack_within(trainer, 60000);
    uint8_t bytes[60000];
    assert_non_null(network);
    assert_true(player_network_print(network, bytes, sizeof bytes) > 0);
    assert_true(train_measure(network, 1, 50, NULL));
    assert_true(network->facts.games == 50 && network->facts.mean > 4000 && network->facts.error > 0);
    eleven_network_close(network);
    train_close(trainer);
}

/* ---- The public interface ------------------------------------------------------------------------------ */

static void a_trainer_learns_in_runs_of_any_length(void **state)
{
    (void)state;
    eleven_trainer *trainer, *other;
    assert_int_equal(eleven_trainer_open(small, strlen(small), 7, 1, &trainer, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_open(small, strlen(small), 7, 1, &other, NULL), ELEVEN_OK);
    eleven_trainer_run(trainer, 1050000, NULL);
    eleven_trainer_run(other, 999999, NULL);
    assert_true(eleven_trainer_about(other)->games > 100);
    eleven_trainer_run(other, 1, NULL);
    assert_true(eleven_trainer_about(other)->games <= 1);
    eleven_trainer_run(other, 50000, NULL);
    eleven_trainer_facts facts = *eleven_trainer_about(other);
    assert_int_equal(facts.moves, 1050000);
    assert_true(facts.games > 5 && facts.mean > 4000 && facts.error > 0); /* random play: 1095 */
    eleven_network *networks[2];
    eleven_problem problem = {0};
    for (unsigned i = 0; i < 2; i++) {
        char path[32];
        path_make(path);
        assert_int_equal(eleven_trainer_save(i ? other : trainer, 20 * i, path, NULL), ELEVEN_OK);
        assert_int_equal(eleven_network_open(path, &networks[i], &problem), ELEVEN_OK);
        assert_string_equal(eleven_network_about(networks[i])->recipe, "small");
        assert_int_equal(eleven_network_about(networks[i])->games, 20 * i);
        remove(path);
    }
    assert_int_equal(networks[0]->bytes, networks[1]->bytes);
    assert_memory_equal(networks[0]->weights, networks[1]->weights, networks[0]->bytes);
    assert_int_equal(eleven_trainer_save(trainer, 0, "/nowhere/at/all", &problem), ELEVEN_NO_STORAGE);
    eleven_network_close(networks[0]);
    eleven_network_close(networks[1]);
    eleven_trainer_close(trainer);
    eleven_trainer_close(other);
    eleven_trainer_close(NULL);
}

/* The interruption is within a round, whose end is when weights are promoted. */
static void a_trainer_continues_exactly(void **state)
{
    (void)state;
    static const char recipe[] = "eleven recipe 1\ntuple 0 1 2 3\ntuple 0 1 4 5\ncap 9\nstages 2\nround 1\n";
    char path[2][32];
    path_make(path[0]);
    path_make(path[1]);
    eleven_trainer *whole, *first, *second;
    eleven_problem problem = {0};
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 7, 1, &whole, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 7, 1, &first, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 8, 1, &second, NULL), ELEVEN_OK);
    eleven_trainer_run(first, 700000, NULL);
    assert_int_equal(eleven_trainer_continue(second, path[0], &problem), ELEVEN_NO_STORAGE);
    assert_int_equal(eleven_trainer_checkpoint(first, "/nowhere/at/all", &problem), ELEVEN_NO_STORAGE);
    assert_int_equal(eleven_trainer_checkpoint(first, path[0], NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_continue(second, path[0], NULL), ELEVEN_OK);
    const eleven_trainer_facts *facts = eleven_trainer_about(second);
    assert_true(facts->moves == 700000 && facts->games == 0 && !facts->is_unchecked);
    assert_true(facts->seconds > 0 && facts->seconds == eleven_trainer_about(first)->seconds);
    eleven_trainer_run(second, 400000, NULL);
    eleven_trainer_run(whole, 1100000, NULL);
    assert_int_equal(eleven_trainer_about(whole)->moves, facts->moves);
    buffer bytes[2] = {{0}, {0}};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(eleven_trainer_save(i ? second : whole, 0, path[i], NULL), ELEVEN_OK);
        assert_int_equal(file_read(path[i], 1 << 28, &bytes[i], NULL), ELEVEN_OK);
        remove(path[i]);
    }
    assert_int_equal(bytes[0].length, bytes[1].length);
    assert_memory_equal(bytes[0].at, bytes[1].at, bytes[0].length);
    buffer_free(&bytes[0]);
    buffer_free(&bytes[1]);
    eleven_trainer_close(whole);
    eleven_trainer_close(first);
    eleven_trainer_close(second);
}

/* Games that begin at a position with a 1024 all have one; positions below the recipe's rank are left out. */
static void games_may_begin_at_given_positions(void **state)
{
    (void)state;
    static const char recipe[] = "eleven recipe 1\ntuple 0 1 2 3\ntuple 0 1 4 5\nbegin 10\n";
    const eleven_bitboard low = {UINT64_C(0x0000000100020003), 0}, late = {UINT64_C(0x00a1012000010002), 0};
    const eleven_bitboard both[] = {low, late};
    eleven_trainer *trainer;
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 7, 2, &trainer, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_begin_at(trainer, NULL, 0, NULL), ELEVEN_IMPOSSIBLE);
    assert_int_equal(eleven_trainer_begin_at(trainer, &low, 1, NULL), ELEVEN_IMPOSSIBLE);
    assert_int_equal(eleven_trainer_begin_at(trainer, both, 2, NULL), ELEVEN_OK);
    eleven_trainer_run(trainer, 100000, NULL);
    const eleven_trainer_facts *facts = eleven_trainer_about(trainer);
    assert_true(facts->games > 100);
    assert_int_equal(facts->reached[10], facts->games);
    assert_true(facts->mean < 8000);
    eleven_trainer_close(trainer);
}

/* A game that began at the given position has a 16384 at its end, one that began at the start does not. */
static void a_share_of_the_games_still_begins_at_the_start(void **state)
{
    (void)state;
    static const char recipe[] = "eleven recipe 1\ntuple 0 1 2 3\nopening 0.25\n";
    const eleven_bitboard late = {UINT64_C(0x00e1012000010002), 0};
    eleven_trainer *trainer;
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 7, 2, &trainer, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_begin_at(trainer, &late, 1, NULL), ELEVEN_OK);
    eleven_trainer_run(trainer, 1000000, NULL);
    const eleven_trainer_facts *facts = eleven_trainer_about(trainer);
    double games = (double)facts->games, share = 1 - (double)facts->reached[14] / games;
    assert_true(games > 1000);
    assert_true(fabs(share - 0.25) < 5 * sqrt(0.25 * 0.75 / games));
    eleven_trainer_close(trainer);
}

/* What was learned from 300,000 moves, from the file that it was written to. */
static eleven_network *network_learned(const char *recipe, const char *path)
{
    eleven_trainer *trainer;
    eleven_network *network;
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 7, 1, &trainer, NULL), ELEVEN_OK);
    eleven_trainer_run(trainer, 300000, NULL);
    assert_int_equal(eleven_trainer_save(trainer, 0, path, NULL), ELEVEN_OK);
    eleven_trainer_close(trainer);
    assert_int_equal(eleven_network_open(path, &network, NULL), ELEVEN_OK);
    return network;
}

/* The recipe may have more tuples than the file: they begin at 0, so all values are those of the file. */
static void a_trainer_may_add_tuples(void **state)
{
    (void)state;
    static const char recipe[] = "eleven recipe 1\ntuple 0 1 2 3\ntuple 0 1 4 5\nstages 2\ncap 9\n",
                      larger[] = "eleven recipe 1\ntuple 0 1 4 5\ntuple 1 2 5 6\ntuple 0 1 2 3\nstages 2\ncap 9\n";
    char path[32];
    path_make(path);
    eleven_trainer *trainer;
    eleven_network *networks[2];
    networks[0] = network_learned(recipe, path);
    assert_int_equal(eleven_trainer_open(larger, strlen(larger), 8, 1, &trainer, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_adopt(trainer, path, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_pack(trainer, 0, NULL, &networks[1], NULL), ELEVEN_OK);
    eleven_trainer_close(trainer);
    unsigned different = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        uint64_t mask = seed & 1 ? UINT64_C(0xf37f3373a337337b) : UINT64_C(0x3373337333733373);
        eleven_bitboard board = {eleven_random(seed, 0) & mask, 0};
        float value = eleven_network_value(networks[0], board);
        assert_true(value == eleven_network_value(networks[1], board));
        different += value != 0;
    }
    assert_true(different > 100);
    eleven_network_close(networks[0]);
    eleven_network_close(networks[1]);
    remove(path);
}

/* A trainer that begins with a file of weights and learns nothing packs the same network. */
static void a_trainer_begins_with_weights(void **state)
{
    (void)state;
    static const char recipe[] = "eleven recipe 1\ntuple 0 1 2 3\ntuple 0 1 4 5\nsize 1000000\n",
                      other[] = "eleven recipe 1\ntuple 0 1 2 3\ntuple 0 1 4 6\n",
                      capped[] = "eleven recipe 1\ntuple 0 1 2 3\ntuple 0 1 4 5\ncap 9\n";
    char path[32];
    path_make(path);
    eleven_trainer *trainer;
    eleven_network *networks[2];
    eleven_problem problem = {0};
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 7, 1, &trainer, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_adopt(trainer, path, &problem), ELEVEN_NO_STORAGE);
    eleven_trainer_run(trainer, 100000, NULL);
    assert_int_equal(eleven_trainer_save(trainer, 0, path, NULL), ELEVEN_OK);
    eleven_trainer_close(trainer);
    assert_int_equal(eleven_network_open(path, &networks[0], NULL), ELEVEN_OK);
    const char *const misfits[] = {other, capped};
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(eleven_trainer_open(misfits[i], strlen(misfits[i]), 7, 1, &trainer, NULL), ELEVEN_OK);
        assert_int_equal(eleven_trainer_adopt(trainer, path, &problem), ELEVEN_BAD_TEXT);
        eleven_trainer_close(trainer);
    }
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 8, 1, &trainer, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_adopt(trainer, path, &problem), ELEVEN_OK);
    assert_int_equal(eleven_trainer_pack(trainer, 0, NULL, &networks[1], NULL), ELEVEN_OK);
    assert_true(networks[0]->facts.weights > 1000);
    assert_int_equal(networks[0]->facts.weights, networks[1]->facts.weights);
    for (uint64_t seed = 0; seed < 100; seed++) {
        eleven_bitboard board = {eleven_random(seed, 0) & UINT64_C(0x3373337333733373), 0};
        assert_true(eleven_network_value(networks[0], board) == eleven_network_value(networks[1], board));
    }
    eleven_trainer_run(trainer, 1000, NULL);
    eleven_network *learned, *kept;
    assert_int_equal(eleven_trainer_pack(trainer, 0, NULL, &learned, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_adopt(trainer, path, &problem), ELEVEN_IMPOSSIBLE);
    assert_string_equal(problem.sentence, "weights are adopted before the first run");
    assert_int_equal(eleven_trainer_pack(trainer, 0, NULL, &kept, NULL), ELEVEN_OK);
    assert_memory_equal(learned->weights, kept->weights, learned->bytes);
    eleven_trainer_close(trainer);
    eleven_network_close(learned);
    eleven_network_close(kept);
    eleven_network_close(networks[0]);
    eleven_network_close(networks[1]);
    remove(path);
}

/* A sparse training corrects the weights that it begins with, and no others. */
static void a_sparse_training_keeps_zeros(void **state)
{
    (void)state;
    static const char recipe[] = "eleven recipe 1\ntuple 0 1 2 3\ntuple 0 1 4 5\nsize 3000\n",
                      sparse[] = "eleven recipe 1\ntuple 0 1 2 3\ntuple 0 1 4 5\nsize 1000000\nsparse 1\n";
    char path[32];
    path_make(path);
    eleven_trainer *trainer;
    eleven_network *before = network_learned(recipe, path), *after;
    assert_int_equal(eleven_trainer_open(sparse, strlen(sparse), 8, 1, &trainer, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_run(trainer, 1000, NULL), ELEVEN_IMPOSSIBLE);
    assert_int_equal(eleven_trainer_adopt(trainer, path, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_run(trainer, 300000, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_pack(trainer, 0, NULL, &after, NULL), ELEVEN_OK);
    eleven_trainer_close(trainer);
    unsigned zeros = 0, corrected = 0;
    for (size_t i = 0; i < before->tuples.size; i++) {
        assert_false(!before->weights[i] && after->weights[i]);
        zeros += !before->weights[i];
        corrected += before->weights[i] != after->weights[i];
    }
    assert_true(zeros > 10000 && corrected > 1000);
    eleven_network_close(before);
    eleven_network_close(after);
    remove(path);
}

/* In a larger unit, each weight is the nearest multiple of it, and the file is smaller. */
static void a_unit_rounds_weights(void **state)
{
    (void)state;
    static const char fine[] = "eleven recipe 1\ntuple 0 1 2 3\n",
                      coarse[] = "eleven recipe 1\ntuple 0 1 2 3\nunit 40\n";
    char path[32];
    struct stat sizes[2];
    path_make(path);
    eleven_network *networks[2];
    networks[0] = network_learned(fine, path);
    assert_int_equal(stat(path, &sizes[0]), 0);
    networks[1] = network_learned(coarse, path);
    assert_int_equal(stat(path, &sizes[1]), 0);
    assert_true(sizes[1].st_size < sizes[0].st_size);
    unsigned weights = 0;
    for (size_t i = 0; i < networks[0]->tuples.size; i++) {
        assert_true(abs(networks[1]->weights[i] * 40 - networks[0]->weights[i] * 4) <= 40 / 2 + 4 / 2);
        weights += networks[1]->weights[i] != 0;
    }
    assert_true(weights > 1000);
    eleven_network_close(networks[0]);
    eleven_network_close(networks[1]);
    remove(path);
}

static void a_stop_ends_a_run_and_a_measurement(void **state)
{
    (void)state;
    eleven_trainer *trainer;
    eleven_network *network;
    eleven_stop stop = {1};
    assert_int_equal(eleven_trainer_open(small, strlen(small), 7, 1, &trainer, NULL), ELEVEN_OK);
    const eleven_trainer_facts *facts = eleven_trainer_about(trainer);
    assert_int_equal(eleven_trainer_run(trainer, 200000, &(eleven_stop){0}), ELEVEN_OK);
    assert_true(facts->games > 0 && facts->reached[0] == facts->games && facts->reached[20] == 0);
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
        assert_true(facts->reached[rank] <= facts->reached[rank - 1]);
    assert_true(facts->reached[8] < facts->games && facts->reached[8] > 0);
    assert_int_equal(eleven_trainer_run(trainer, 200000, &stop), ELEVEN_STOPPED);
    assert_true(facts->moves == 200000 && facts->games == 0 && facts->reached[0] == 0);
    assert_int_equal(eleven_trainer_pack(trainer, 20, &stop, &network, NULL), ELEVEN_OK);
    assert_int_equal(eleven_network_about(network)->games, 0);
    eleven_network_close(network);
    eleven_trainer_close(trainer);
}

static void threads_share_the_moves(void **state)
{
    (void)state;
    eleven_trainer *trainer = NULL;
    eleven_problem problem = {0};
    assert_int_equal(eleven_trainer_open("eleven recipe 1\n", 16, 1, 1, &trainer, &problem), ELEVEN_BAD_TEXT);
    assert_int_equal(problem.line, 2);
    assert_null(trainer);
    assert_int_equal(eleven_trainer_open(small, strlen(small), 1, 3, &trainer, &problem), ELEVEN_OK);
    eleven_trainer_run(trainer, 10000, NULL);
    assert_int_equal(eleven_trainer_about(trainer)->moves, 10002);
    eleven_trainer_close(trainer);
    assert_int_equal(eleven_trainer_open(small, strlen(small), 1, 0, &trainer, &problem), ELEVEN_OK);
    eleven_trainer_run(trainer, 10001, NULL);
    assert_int_equal(eleven_trainer_about(trainer)->moves, 10001);
    eleven_trainer_close(trainer);
}

static void threads_find_late_starts_together(void **state)
{
    (void)state;
    static const char recipe[] = "eleven recipe 1\ntuple 0 1 2 3\nbegin 7\n";
    eleven_trainer *trainer;
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 1, 3, &trainer, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_run(trainer, 60000, NULL), ELEVEN_OK);
    const eleven_trainer_facts *facts = eleven_trainer_about(trainer);
    assert_true(facts->games > 0 && facts->reached[7] == facts->games && facts->reached[9] < facts->games);
    eleven_trainer_close(trainer);
}

/* ---- Recipes -------------------------------------------------------------------------------------------- */

static void recipes_are_read(void **state)
{
    (void)state;
    train_recipe recipe =
        recipe_of("eleven recipe 1\n; a comment\nname x-1\ntuple 5 4 1 0 ; any order\n\n"
                  "cap 12\nstages 3\nrate 0.5\nlambda 0\nhorizon 1\nbegin 14\nrestart 10\nround 3\nsize 1000\n");
    assert_string_equal(recipe.name, "x-1");
    assert_true(recipe.tuples.count == 1 && recipe.tuples.at[0].cell[0] == 0 && recipe.tuples.at[0].count == 4);
    assert_true(recipe.tuples.cap == 12 && recipe.tuples.stages == 3);
    assert_true(recipe.rate == 0.5f && recipe.lambda == 0 && recipe.horizon == 1);
    assert_true(recipe.begin == 14 && recipe.restart == 10 && recipe.round == 3 && recipe.size == 1000);
}

static void mistakes_in_recipes_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned line, column;
    } wrong[] = {
        {"eleven game 1\n", 1, 1},
        {"eleven recipe 1\n", 2, 1},
        {"eleven recipe 1\ntuple 0 1 16\n", 2, 11},
        {"eleven recipe 1\ntuple 0 one\n", 2, 9},
        {"eleven recipe 1\ntuple 0 1 2 3 4 5 6 7 8\n", 2, 24},
        {"eleven recipe 1\ntuple 0 0\n", 2, 10},
        {"eleven recipe 1\ntuple 0 1 4\ntuple 0 1\ntuple 4 1 0\n", 4, 12},
        {"eleven recipe 1\ntuple 0 1\nhorizon 0\n", 3, 9},
        {"eleven recipe 1\nname\n", 2, 5},
        {"eleven recipe 1\nname a123456789b123456789c123456789d1\n", 2, 6},
        {"eleven recipe 1\ntuple 0 1\ntupel 0 1\n", 3, 1},
        {"eleven recipe 1\ntuple 0 1\ncarousel 0.5\n", 3, 1},
        {"eleven recipe 1\ntuple 0 1\nbegin 15\n", 3, 7},
        {"eleven recipe 1\ntuple 0 1\nrate 1.5\n", 3, 6},
        {"eleven recipe 1\ntuple 0 1\nrate -1\n", 3, 6},
        {"eleven recipe 1\ntuple 0 1\nrate 0.0.5\n", 3, 6},
        {"eleven recipe 1\ntuple 0 1\nrate .\n", 3, 6},
        {"eleven recipe 1\ntuple 0 1\nrate 0.50000000000000000000000\n", 3, 6},
        {"eleven recipe 1\ntuple 0 1\nround 0\n", 3, 7},
        {"eleven recipe 1\ntuple 0 1\nstages 1.5\n", 3, 8},
        {"eleven recipe 1\ntuple 0 1\nlambda\n", 3, 7},
        {"eleven recipe 1\ntuple 0 1\ncap 12 12\n", 3, 8},
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        train_recipe recipe;
        eleven_problem problem = {0};
        assert_int_not_equal(train_recipe_parse(wrong[i].text, strlen(wrong[i].text), &recipe, &problem), ELEVEN_OK);
        if (problem.line != wrong[i].line || problem.column != wrong[i].column)
            fail_msg("'%s': %u:%u %s", wrong[i].text, problem.line, problem.column, problem.sentence);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_gets_better),
        cmocka_unit_test(equal_seeds_learn_alike),
        cmocka_unit_test(a_game_restarts_from_its_middle),
        cmocka_unit_test(games_can_begin_late),
        cmocka_unit_test(late_starts_have_the_rank_of_the_recipe),
        cmocka_unit_test(threads_find_late_starts_together),
        cmocka_unit_test(a_path_follows_the_game),
        cmocka_unit_test(every_kernel_learns_alike),
        cmocka_unit_test(untouched_weights_follow_the_stage_before),
        cmocka_unit_test(without_learning_nothing_changes),
        cmocka_unit_test(training_continues_exactly),
        cmocka_unit_test(training_at_positions_continues_between_two_games),
        cmocka_unit_test(foreign_and_cut_checkpoints_are_refused),
        cmocka_unit_test(damaged_checkpoints_are_refused),
        cmocka_unit_test(old_checkpoints_are_read_with_care),
        cmocka_unit_test(packed_networks_play_as_well),
        cmocka_unit_test(a_trainer_learns_in_runs_of_any_length),
        cmocka_unit_test(a_trainer_continues_exactly),
        cmocka_unit_test(a_trainer_begins_with_weights),
        cmocka_unit_test(a_sparse_training_keeps_zeros),
        cmocka_unit_test(a_unit_rounds_weights),
        cmocka_unit_test(a_trainer_may_add_tuples),
        cmocka_unit_test(games_may_begin_at_given_positions),
        cmocka_unit_test(a_share_of_the_games_still_begins_at_the_start),
        cmocka_unit_test(a_stop_ends_a_run_and_a_measurement),
        cmocka_unit_test(threads_share_the_moves),
        cmocka_unit_test(recipes_are_read),
        cmocka_unit_test(mistakes_in_recipes_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
