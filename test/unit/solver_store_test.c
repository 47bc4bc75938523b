/* Solves that are interrupted and continued, with little memory: their results are those of undisturbed solves. */
#include "solver_fixture.h"
#include "eleven/memory.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- Interruptions -------------------------------------------------------------------------------------- */

static eleven_solve solve_of(const char *name, unsigned w, unsigned h)
{
    eleven_solve solve = {
        .size = sizeof(eleven_solve), .rules = rules_named(name), .w = w, .h = h, .objective_count = 3};
    solve.rules.goal = 0;
    solve.objectives[0] = (eleven_objective){ELEVEN_OBJECTIVE_REACH, 5};
    solve.objectives[1] = (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_SCORE, 0};
    solve.objectives[2] = (eleven_objective){ELEVEN_OBJECTIVE_FORCE_MOVES, 0};
    return solve;
}

typedef struct countdown {
    unsigned left;
    eleven_stop stop;
} countdown;

static void count_down(void *context, const eleven_progress *progress)
{
    countdown *self = context;
    (void)progress;
    if (--self->left == 0)
        eleven_stop_request(&self->stop);
}

/* Interrupted after every few layers, until it is finished. */
static void expect_continued(eleven_solve solve, unsigned layers_at_once)
{
    layer_cupboard *cupboard = calloc(1, sizeof *cupboard);
    eleven_layer_store store = store_of(cupboard);
    eleven_solution undisturbed, found;
    eleven_error error;
    unsigned rounds = 0;
    assert_int_equal(eleven_solve_run(&solve, &undisturbed, NULL), ELEVEN_OK);
    solve.store = &store;
    solve.store_at_once = true;
    solve.progress = count_down;
    do {
        countdown until = {.left = layers_at_once};
        solve.context = &until;
        solve.stop = &until.stop;
        error = eleven_solve_run(&solve, &found, NULL);
        rounds++;
        assert_true(rounds < 10000);
    } while (error == ELEVEN_STOPPED);
    assert_int_equal(error, ELEVEN_OK);
    assert_true(rounds > 2);
    expect_same(&found, &undisturbed);
    assert_int_equal(cupboard->count, 0); /* nothing is left behind */
    empty_out(cupboard);
}

static void an_interrupted_solve_is_continued(void **state)
{
    (void)state;
    expect_continued(solve_of("classic", 2, 2), 9);
    expect_continued(solve_of("classic", 2, 2), 5);
    expect_continued(solve_of("engine", 1, 5), 11);
    expect_continued(solve_of("fibonacci", 2, 2), 7);
    eleven_solve solve = solve_of("classic", 2, 2);
    eleven_board board = board_of(&solve.rules, "2 4 / . 2");
    solve.start = &board;
    expect_continued(solve, 8);
}

/* Reads a small file; returns its length. */
enum { SMALL_FILE = 1 << 16 };
static size_t read_small(const char *path, char bytes[SMALL_FILE])
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(bytes, 1, SMALL_FILE, file);
    fclose(file);
    assert_in_range(length, 1, SMALL_FILE - 1);
    return length;
}

/* The n-th layer of a kind, as the cupboard has them; NULL where it has fewer. */
static const char *nth_kept(const layer_cupboard *cupboard, const char *kind, size_t n)
{
    for (size_t i = 0; i < cupboard->count; i++)
        if (strncmp(cupboard->kept[i].name, kind, strlen(kind)) == 0 && n-- == 0)
            return cupboard->kept[i].name;
    return NULL;
}

/* The kinds of layers of a solve that writes a table, and how often each was harmed. */
enum { KEYS, VALUES, CODES, KINDS };
static const char *const kinds[KINDS] = {"keys-", "values-", "codes-"};
typedef struct harm_count {
    size_t kind[KINDS];
} harm_count;

/* Harms the n-th layer of the kind; returns whether there is one. */
typedef bool harm_layer(layer_cupboard *cupboard, const char *kind, size_t n);

static bool lose_layer(layer_cupboard *cupboard, const char *kind, size_t n)
{
    char name[64] = "";
    const char *kept = nth_kept(cupboard, kind, n);
    snprintf(name, sizeof name, "%s", kept ? kept : "");
    drop_kept(cupboard, name);
    return kept != NULL;
}

/* Keeps it under the name of the next one, as after a wrong copy. */
static bool misplace_layer(layer_cupboard *cupboard, const char *kind, size_t n)
{
    char name[64];
    const char *from = nth_kept(cupboard, kind, n), *to = nth_kept(cupboard, kind, n + 1);
    if (!from || !to)
        return false;
    kept_layer copy = *find(cupboard, from);
    snprintf(name, sizeof name, "%s", to);
    return put_kept(cupboard, name, copy.bytes, copy.length);
}

/* A solve that writes a table is interrupted, one of its layers is harmed, and it is continued. */
static harm_count expect_mended(harm_layer *harm)
{
    eleven_solve solve = solve_of("classic", 2, 2);
    eleven_solution undisturbed, found;
    char path[] = "/tmp/eleven-harmed-XXXXXX.elx";
    close(mkstemps(path, 4));
    solve.objective_count = 1;
    solve.table = path;
    assert_int_equal(eleven_solve_run(&solve, &undisturbed, NULL), ELEVEN_OK);
    static char table[SMALL_FILE], again[SMALL_FILE];
    size_t length = read_small(path, table);
    harm_count harmed = {0};
    solve.store_at_once = true;
    solve.progress = count_down;
    for (size_t n = 0; n < KINDS * 12; n++) {
        layer_cupboard *cupboard = calloc(1, sizeof *cupboard);
        eleven_layer_store store = store_of(cupboard);
        countdown until = {.left = (unsigned)undisturbed.layers + 12};
        solve.store = &store;
        solve.context = &until;
        solve.stop = &until.stop;
        assert_int_equal(eleven_solve_run(&solve, &found, NULL), ELEVEN_STOPPED);
        harmed.kind[n % KINDS] += harm(cupboard, kinds[n % KINDS], n / KINDS);
        until = (countdown){.left = 10000};
        assert_int_equal(truncate(path, 0), 0);
        assert_int_equal(eleven_solve_run(&solve, &found, NULL), ELEVEN_OK);
        expect_same(&found, &undisturbed);
        assert_int_equal(read_small(path, again), length);
        assert_memory_equal(again, table, length);
        assert_int_equal(cupboard->count, 0);
        empty_out(cupboard);
    }
    unlink(path);
    return harmed;
}

static void a_lost_layer_is_computed_again(void **state)
{
    (void)state;
    harm_count lost = expect_mended(lose_layer);
    assert_true(lost.kind[KEYS] + lost.kind[VALUES] + lost.kind[CODES] > 12);
}

static void a_misplaced_layer_is_computed_again(void **state)
{
    (void)state;
    harm_count misplaced = expect_mended(misplace_layer);
    assert_true(misplaced.kind[KEYS] > 5 && misplaced.kind[VALUES] > 0 && misplaced.kind[CODES] > 5);
}

static void layers_go_to_the_store_when_memory_is_full(void **state)
{
    (void)state;
    eleven_solve solve = solve_of("classic", 2, 3);
    eleven_solution free_of_limits, found;
    eleven_problem problem = {0};
    layer_cupboard *cupboard = calloc(1, sizeof *cupboard);
    eleven_layer_store store = store_of(cupboard);
    assert_int_equal(eleven_solve_run(&solve, &free_of_limits, NULL), ELEVEN_OK);
    solve.memory = free_of_limits.memory - 10000;
    solve.store = &store;
    assert_int_equal(eleven_solve_run(&solve, &found, NULL), ELEVEN_OK);
    assert_true(cupboard->puts > 10);
    assert_true(found.memory <= free_of_limits.memory);
    found.memory = free_of_limits.memory;
    expect_same(&found, &free_of_limits);
    assert_int_equal(cupboard->count, 0);
    solve.store = NULL;
    assert_int_equal(eleven_solve_run(&solve, &found, &problem), ELEVEN_NO_MEMORY);
    solve.memory = 50000;
    assert_int_equal(eleven_solve_run(&solve, &found, &problem), ELEVEN_NO_MEMORY);
    assert_non_null(strstr(problem.sentence, "more than allowed"));
    empty_out(cupboard);
}

static void run_interrupted(eleven_solve solve, eleven_layer_store *store)
{
    eleven_solution found;
    countdown until = {.left = 12};
    solve.store = store;
    solve.store_at_once = true;
    solve.progress = count_down;
    solve.context = &until;
    solve.stop = &until.stop;
    assert_int_equal(eleven_solve_run(&solve, &found, NULL), ELEVEN_STOPPED);
}

static void a_store_of_another_solve_is_left_alone(void **state)
{
    (void)state;
    layer_cupboard *cupboard = calloc(1, sizeof *cupboard);
    eleven_layer_store store = store_of(cupboard);
    eleven_solution found;
    eleven_problem problem = {0};
    run_interrupted(solve_of("classic", 2, 2), &store);
    size_t count = cupboard->count;
    eleven_solve other = solve_of("classic", 2, 3);
    other.store = &store;
    assert_int_equal(eleven_solve_run(&other, &found, &problem), ELEVEN_BAD_TEXT);
    assert_string_equal(problem.sentence, "the store contains the layers of another solve");
    assert_int_equal(cupboard->count, count);
    empty_out(cupboard);
}

/* Another solve stores its layers and is interrupted, while this one has all of its own in memory. */
static void interrupt_another(void *context, const eleven_progress *progress)
{
    (void)progress;
    layer_cupboard *cupboard = context;
    eleven_layer_store store = store_of(cupboard);
    if (cupboard->count == 0)
        run_interrupted(solve_of("provider", 2, 3), &store);
}

static void a_store_that_another_solve_began_to_use_is_left_alone(void **state)
{
    (void)state;
    eleven_solve solve = solve_of("classic", 2, 3);
    eleven_solution found;
    eleven_problem problem = {0};
    layer_cupboard *cupboard = calloc(1, sizeof *cupboard);
    eleven_layer_store store = store_of(cupboard);
    assert_int_equal(eleven_solve_run(&solve, &found, NULL), ELEVEN_OK);
    solve.memory = found.memory - 10000;
    solve.store = &store;
    solve.progress = interrupt_another;
    solve.context = cupboard;
    assert_int_equal(eleven_solve_run(&solve, &found, &problem), ELEVEN_BAD_TEXT);
    assert_string_equal(problem.sentence, "the store contains the layers of another solve");
    assert_true(cupboard->count > 0);
    empty_out(cupboard);
}

/* Whichever write fails, the solve reports it, and it can be continued when writing works again. */
static void a_store_that_fails_is_reported(void **state)
{
    (void)state;
    eleven_solve solve = solve_of("classic", 2, 2);
    eleven_solution wanted, found;
    assert_int_equal(eleven_solve_run(&solve, &wanted, NULL), ELEVEN_OK);
    for (size_t fail_at = 1; fail_at < 60; fail_at += 4) {
        layer_cupboard *cupboard = calloc(1, sizeof *cupboard);
        eleven_layer_store store = store_of(cupboard);
        cupboard->fail_at = fail_at;
        solve.store = &store;
        solve.store_at_once = true;
        eleven_problem problem = {0};
        assert_int_equal(eleven_solve_run(&solve, &found, &problem), ELEVEN_NO_STORAGE);
        assert_true(problem.sentence[0]);
        assert_int_equal(eleven_solve_run(&solve, &found, &problem), ELEVEN_OK);
        expect_same(&found, &wanted);
        empty_out(cupboard);
    }
}

/* ---- A stop within a layer ------------------------------------------------------------------------------ */

/* Requests a stop at an allocation, which is in the middle of a layer, and counts the layers that are completed after
 * that. */
typedef struct alarm_clock {
    size_t allocations, stop_at;
    unsigned layers_after;
    eleven_stop stop;
} alarm_clock;

static void *alarm_resize(void *context, void *old, size_t size)
{
    alarm_clock *self = context;
    if (++self->allocations == self->stop_at)
        eleven_stop_request(&self->stop);
    return realloc(old, size);
}

static void *alarm_allocate(void *context, size_t size)
{
    return alarm_resize(context, NULL, size);
}

static void alarm_release(void *context, void *old)
{
    (void)context;
    free(old);
}

static void alarm_layer(void *context, const eleven_progress *progress)
{
    alarm_clock *self = context;
    (void)progress;
    self->layers_after += eleven_stop_is_requested(&self->stop);
}

static void a_stop_ends_a_solve_within_a_layer(void **state)
{
    (void)state;
    alarm_clock alarm = {0};
    eleven_allocator allocator = {sizeof allocator, &alarm, alarm_allocate, alarm_resize, alarm_release};
    eleven_solution wanted, found;
    eleven_solve solve = solve_of("classic", 2, 3);
    eleven_allocator_set(&allocator);
    assert_int_equal(eleven_solve_run(&solve, &wanted, NULL), ELEVEN_OK);
    solve.progress = alarm_layer;
    solve.context = &alarm;
    solve.stop = &alarm.stop;
    solve.store_at_once = true;
    size_t within = 0, all = 0, last = alarm.allocations;
    for (size_t n = 1; n < last; n += 37, all++) {
        layer_cupboard *cupboard = calloc(1, sizeof *cupboard);
        eleven_layer_store store = store_of(cupboard);
        solve.store = &store;
        alarm = (alarm_clock){.stop_at = n};
        assert_int_equal(eleven_solve_run(&solve, &found, NULL), ELEVEN_STOPPED);
        assert_true(alarm.layers_after <= 1);
        within += alarm.layers_after == 0;
        alarm = (alarm_clock){0};
        assert_int_equal(eleven_solve_run(&solve, &found, NULL), ELEVEN_OK);
        expect_same(&found, &wanted);
        empty_out(cupboard);
    }
    eleven_allocator_set(NULL);
    assert_true(all > 10);
    assert_true(within >= 3); /* the others are between two layers, when one is stored */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupted_solve_is_continued),
        cmocka_unit_test(a_lost_layer_is_computed_again),
        cmocka_unit_test(a_misplaced_layer_is_computed_again),
        cmocka_unit_test(layers_go_to_the_store_when_memory_is_full),
        cmocka_unit_test(a_store_of_another_solve_is_left_alone),
        cmocka_unit_test(a_store_that_another_solve_began_to_use_is_left_alone),
        cmocka_unit_test(a_store_that_fails_is_reported),
        cmocka_unit_test(a_stop_ends_a_solve_within_a_layer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
