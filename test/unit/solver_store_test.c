/* Solves that are interrupted and continued, with little memory: their results are those of undisturbed solves. */
#include "expect.h"
#include "eleven/solver.h"

#include <stdlib.h>

/* ---- A store in memory ---------------------------------------------------------------------------------- */

typedef struct kept_layer {
    char name[64];
    void *bytes;
    size_t length;
} kept_layer;

typedef struct layer_cupboard {
    kept_layer kept[4096];
    size_t count, puts;
    size_t fail_at; /* the put that fails, from 1; 0: none */
} layer_cupboard;

static kept_layer *find(layer_cupboard *self, const char *name)
{
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->kept[i].name, name) == 0)
            return &self->kept[i];
    return NULL;
}

static void cupboard_drop(void *context, const char *name)
{
    layer_cupboard *self = context;
    kept_layer *found = find(self, name);
    if (!found)
        return;
    free(found->bytes);
    *found = self->kept[--self->count];
}

static bool cupboard_put(void *context, const char *name, const void *bytes, size_t length)
{
    layer_cupboard *self = context;
    if (++self->puts == self->fail_at)
        return false;
    cupboard_drop(self, name);
    assert_true(self->count < 4096 && strlen(name) < 64);
    kept_layer *place = &self->kept[self->count++];
    snprintf(place->name, sizeof place->name, "%s", name);
    place->bytes = malloc(length + 1);
    place->length = length;
    memcpy(place->bytes, bytes, length);
    return true;
}

static bool cupboard_get(void *context, const char *name, void **bytes, size_t *length)
{
    const kept_layer *found = find(context, name);
    *bytes = NULL;
    if (!found)
        return true;
    *bytes = malloc(found->length + 1);
    *length = found->length;
    memcpy(*bytes, found->bytes, found->length);
    return true;
}

static eleven_layer_store store_of(layer_cupboard *self)
{
    return (eleven_layer_store){self, cupboard_put, cupboard_get, cupboard_drop};
}

static void empty_out(layer_cupboard *self)
{
    while (self->count)
        cupboard_drop(self, self->kept[0].name);
    free(self);
}

/* ---- Interruptions -------------------------------------------------------------------------------------- */

static eleven_solve solve_of(const char *name, unsigned w, unsigned h)
{
    eleven_solve solve = {.rules = rules_named(name), .w = w, .h = h, .objective_count = 3};
    solve.rules.goal = 0;
    solve.objectives[0] = (eleven_objective){ELEVEN_OBJECTIVE_REACH, 5};
    solve.objectives[1] = (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_SCORE, 0};
    solve.objectives[2] = (eleven_objective){ELEVEN_OBJECTIVE_FORCE_MOVES, 0};
    return solve;
}

static bool count_down(void *context, const eleven_solve_progress *progress)
{
    unsigned *left = context;
    (void)progress;
    return --*left != 0;
}

static void expect_same(const eleven_solution *found, const eleven_solution *wanted)
{
    assert_memory_equal(&found->counts, &wanted->counts, sizeof wanted->counts);
    assert_memory_equal(found->values, wanted->values, sizeof wanted->values);
    assert_memory_equal(found->moves, wanted->moves, sizeof wanted->moves);
    assert_int_equal(found->layers, wanted->layers);
    assert_int_equal(found->largest, wanted->largest);
    assert_true(found->error == wanted->error);
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
        unsigned left = layers_at_once;
        solve.context = &left;
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

static void a_store_of_another_solve_is_left_alone(void **state)
{
    (void)state;
    eleven_solve solve = solve_of("classic", 2, 2);
    layer_cupboard *cupboard = calloc(1, sizeof *cupboard);
    eleven_layer_store store = store_of(cupboard);
    eleven_solution found;
    eleven_problem problem = {0};
    unsigned left = 12;
    solve.store = &store;
    solve.store_at_once = true;
    solve.progress = count_down;
    solve.context = &left;
    assert_int_equal(eleven_solve_run(&solve, &found, NULL), ELEVEN_STOPPED);
    size_t count = cupboard->count;
    eleven_solve other = solve_of("classic", 2, 3);
    other.store = &store;
    assert_int_equal(eleven_solve_run(&other, &found, &problem), ELEVEN_BAD_TEXT);
    assert_string_equal(problem.sentence, "the store contains the layers of another solve");
    assert_int_equal(cupboard->count, count);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupted_solve_is_continued),
        cmocka_unit_test(layers_go_to_the_store_when_memory_is_full),
        cmocka_unit_test(a_store_of_another_solve_is_left_alone),
        cmocka_unit_test(a_store_that_fails_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
