/* The solver compared with plain recursion over every board, for many sizes, rules, goals and objectives. */
#include "expect.h"
#include "eleven/solver.h"
#include "../oracle/brute.h"

#include <math.h>

static const eleven_objective every[] = {
    {ELEVEN_OBJECTIVE_FORCE_RANK, 0},  {ELEVEN_OBJECTIVE_EXPECT_SCORE, 0}, {ELEVEN_OBJECTIVE_REACH, 0},
    {ELEVEN_OBJECTIVE_FORCE_SCORE, 0}, {ELEVEN_OBJECTIVE_EXPECT_MOVES, 0}, {ELEVEN_OBJECTIVE_FORCE_MOVES, 0},
};
enum { EVERY = sizeof every / sizeof *every };

static eleven_solve solve_of(const eleven_rules *rules, unsigned w, unsigned h, unsigned wanted)
{
    eleven_solve solve = {.size = sizeof(eleven_solve), .rules = *rules, .w = w, .h = h, .objective_count = EVERY};
    memcpy(solve.objectives, every, sizeof every);
    solve.objectives[2].rank = (eleven_rank)wanted;
    return solve;
}

static eleven_solution solved(const eleven_solve *solve)
{
    eleven_solution solution;
    eleven_problem problem = {0};
    if (eleven_solve_run(solve, &solution, &problem))
        fail_msg("%s", problem.sentence);
    return solution;
}

static void expect_near(double found, double wanted, double error)
{
    if (!(fabs(found - wanted) <= error * fabs(wanted)))
        fail_msg("%.17g is not %.17g within %g", found, wanted, error);
}

/* Both computations are within the bound. */
static void expect_worth(const eleven_rules *rules, const eleven_worth *found, const brute_worth *wanted, double bound)
{
    double error = 2 * bound;
    assert_int_equal(rules->value[(unsigned)found[0].value], wanted->forced_face);
    expect_near(found[1].value, wanted->score, error);
    expect_near(found[2].value, wanted->reached, error);
    expect_near(found[2].loss, wanted->missed, error);
    assert_true(found[3].value == wanted->forced_score);
    expect_near(found[4].value, wanted->moves, error);
    assert_true(found[5].value == wanted->forced_moves);
}

static void expect_counts(const eleven_rules *rules, const eleven_solution *found, const brute_counts *wanted)
{
    assert_int_equal(found->counts.positions, wanted->positions);
    assert_int_equal(found->counts.all, wanted->boards);
    assert_int_equal(found->counts.lost, wanted->lost_positions);
    assert_int_equal(found->counts.won, wanted->won_positions);
    assert_int_equal(found->counts.afterstates, wanted->afterstates);
    assert_int_equal(rules->value[found->largest], wanted->largest);
}

static const struct {
    unsigned w, h, rules; /* of oracle_all */
    unsigned goal, wanted, tiles;
} cases[] = {
    {1, 1, 0, 0, 3, 0}, {1, 2, 0, 0, 3, 0}, {1, 3, 0, 0, 4, 0}, {3, 1, 2, 0, 4, 0}, {4, 1, 0, 0, 5, 0},
    {1, 5, 0, 0, 5, 0}, {5, 1, 3, 0, 5, 0}, {1, 6, 0, 5, 5, 0}, {2, 2, 0, 0, 5, 0}, {2, 2, 0, 4, 4, 0},
    {2, 2, 0, 2, 2, 0}, {2, 2, 1, 0, 4, 0}, {2, 2, 2, 0, 4, 0}, {2, 2, 3, 0, 6, 0}, {2, 2, 2, 4, 4, 3},
    {2, 2, 3, 5, 5, 1}, {3, 2, 0, 0, 6, 0}, {2, 3, 0, 5, 5, 0}, {3, 2, 1, 0, 6, 0}, {2, 3, 2, 5, 5, 0},
    {2, 3, 3, 7, 7, 0}, {2, 3, 1, 4, 4, 6}, {3, 3, 0, 4, 4, 0}, {1, 8, 1, 0, 4, 0}, {7, 1, 0, 4, 4, 0},
};

static void agrees_with_plain_recursion(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const oracle_rules *oracle = &oracle_all[cases[i].rules];
        eleven_rules rules = rules_named(oracle->name);
        rules.goal = (eleven_rank)cases[i].goal;
        if (cases[i].tiles)
            rules.start_tiles = (uint8_t)cases[i].tiles;
        eleven_solve solve = solve_of(&rules, cases[i].w, cases[i].h, cases[i].wanted);
        eleven_solution found = solved(&solve);
        brute_force *brute = brute_open(oracle, &rules, oracle->face(cases[i].wanted));
        brute_worth wanted = brute_start(brute, cases[i].w, cases[i].h);
        brute_counts counts = brute_count(brute);
        expect_counts(&rules, &found, &counts);
        expect_worth(&rules, found.values, &wanted, found.error);
        brute_close(brute);
    }
}

/* Counts every image of a position. */
static void visit_images(brute_force *brute, const eleven_board *board)
{
    for (unsigned i = 0; i < ELEVEN_SYMMETRIES; i++) {
        eleven_board image;
        eleven_board_symmetry(board, i, &image);
        oracle_grid grid = oracle_grid_of(&oracle_all[0], &image);
        if (image.w == board->w)
            brute_board(brute, &grid);
    }
}

/* Every board can be solved, including boards that no game reaches. */
static void a_position_and_its_moves(void **state)
{
    (void)state;
    static const char *const boards[] = {"2 4 / . 2",
                                         "8 8 / 8 8",
                                         "2 4 / 8 16",
                                         "64 64 2 / 4 . .",
                                         ". . / . 2 / 16 16",
                                         "128 64 / 32 128",
                                         "2 . . . 2 / . . . . 4",
                                         "16 16 16"};
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++) {
        eleven_rules rules = rules_named("classic");
        rules.goal = i == 3 ? 8 : 0;
        eleven_board board = board_of(&rules, boards[i]);
        oracle_grid grid = oracle_grid_of(&oracle_all[0], &board);
        eleven_solve solve = solve_of(&rules, board.w, board.h, 6);
        solve.start = &board;
        if (board.w == 5)
            solve.rules.goal = rules.goal = 4;
        eleven_solution found = solved(&solve);
        brute_force *brute = brute_open(&oracle_all[0], &rules, 64);
        brute_worth wanted = brute_board(brute, &grid);
        visit_images(brute, &board);
        brute_counts counts = brute_count(brute);
        expect_counts(&rules, &found, &counts);
        expect_worth(&rules, found.values, &wanted, found.error);
        assert_int_equal(found.legal, oracle_legal(&oracle_all[0], &grid));
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            oracle_grid moved = grid;
            uint64_t gain = 0;
            if (!oracle_slide(&oracle_all[0], &moved, (eleven_direction)d, &gain))
                continue;
            brute_worth after = brute_after(brute, &moved);
            after.score += (double)gain, after.forced_score += (double)gain;
            after.moves += 1, after.forced_moves += 1;
            expect_worth(&rules, found.moves[d], &after, found.error);
        }
        brute_close(brute);
    }
}

/* ---- Known values --------------------------------------------------------------------------------------- */

static void two_by_two_is_as_published(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_solve solve = solve_of(&rules, 2, 2, 5);
    eleven_solution found = solved(&solve);
    assert_int_equal(found.counts.positions, 110);
    assert_true(fabs(found.values[1].value - 66.96) < 0.005);
}

/* A game on one cell is over with its start tiles. */
static void one_cell_is_lost_immediately(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_solve solve = solve_of(&rules, 1, 1, 2);
    eleven_solution found = solved(&solve);
    assert_int_equal(found.counts.lost, 2);
    assert_true(found.values[1].value == 0);
    expect_near(found.values[2].value, 0.1, 1e-12);
    expect_near(found.values[2].loss, 0.9, 1e-12);
}

/* ---- Threads, progress, errors -------------------------------------------------------------------------- */

static void threads_change_nothing(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_solve solve = solve_of(&rules, 2, 3, 7);
    eleven_solution one = solved(&solve);
    for (solve.threads = 2; solve.threads <= 5; solve.threads += 3) {
        eleven_solution more = solved(&solve);
        assert_memory_equal(&more.counts, &one.counts, sizeof one.counts);
        assert_memory_equal(more.values, one.values, sizeof one.values);
    }
}

typedef struct watcher {
    uint64_t calls, stop_at, positions[2];
    double share;
    eleven_stop stop;
} watcher;

static void watch(void *context, const eleven_progress *progress)
{
    watcher *self = context;
    assert_true(progress->done > self->positions[progress->phase]);
    self->positions[progress->phase] = progress->done;
    self->share = progress->share;
    if (++self->calls == self->stop_at)
        eleven_stop_request(&self->stop);
}

static void progress_is_reported_and_can_end_a_solve(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_solve solve = solve_of(&rules, 2, 2, 5);
    watcher self = {0};
    eleven_solution solution;
    solve.progress = watch;
    solve.context = &self;
    assert_int_equal(eleven_solve_run(&solve, &solution, NULL), ELEVEN_OK);
    assert_int_equal(self.calls, 2 * solution.layers);
    assert_int_equal(self.positions[0], 110);
    assert_int_equal(self.positions[1], 110);
    assert_true(self.share == 1);
    for (uint64_t stop_at = 1; stop_at <= self.calls; stop_at += 7) {
        watcher again = {.stop_at = stop_at};
        solve.context = &again;
        solve.stop = &again.stop;
        assert_int_equal(eleven_solve_run(&solve, &solution, NULL), ELEVEN_STOPPED);
        assert_int_equal(again.calls, stop_at);
    }
}

static void expect_refusal(const eleven_rules *rules, unsigned w, unsigned h, const char *sentence)
{
    eleven_solve solve = solve_of(rules, w, h, 4);
    eleven_solution solution;
    eleven_problem problem = {0};
    assert_int_equal(eleven_solve_run(&solve, &solution, &problem), ELEVEN_BAD_RULES);
    assert_string_equal(problem.sentence, sentence);
    assert_int_equal(eleven_solve_largest(&solve), 0);
}

static void what_cannot_be_solved_is_refused(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.goal = 0;
    expect_refusal(&rules, 4, 4, "a board of 4x4 with tiles up to 131072 is too large to be solved");
    eleven_rules high;
    const char falling[] = "eleven rules 1\nname falling\nvalues 2 4000000000 8\nmerge 2 2 4000000000\n"
                           "merge 4000000000 4000000000 8\nspawn 2 1\ncount 1 1\nstart 2\ngoal none\ncascade no\n"
                           "goal-ends no\n";
    assert_int_equal(eleven_rules_parse(falling, sizeof falling - 1, &high, NULL), ELEVEN_OK);
    expect_refusal(&high, 2, 2, "boards with tiles up to 4000000000 cannot be solved: such scores are too large");
    expect_refusal(&rules, 0, 4, "a board of 0x4 is impossible: each side has 1 to 8 cells");
    expect_refusal(&rules, 9, 1, "a board of 9x1 is impossible: each side has 1 to 8 cells");
    expect_refusal(&rules, 65536, 65536, "a board of 65536x65536 is impossible: each side has 1 to 8 cells");
    rules.count_weight[0] = 1;
    expect_refusal(&rules, 2, 2,
                   "boards under the rules classic cannot be solved: a move without a new tile is possible, so a "
                   "game may never end");
    rules = rules_named("fibonacci");
    rules.value[3] = 4;
    expect_refusal(&rules, 2, 2,
                   "boards under the rules fibonacci cannot be solved: merging 2 and 1 changes the sum of the tiles");
    rules = rules_named("classic");
    eleven_board nothing;
    eleven_board_empty(2, 2, &nothing);
    eleven_solve solve = solve_of(&rules, 2, 2, 4);
    eleven_solution solution;
    solve.start = &nothing;
    assert_int_equal(eleven_solve_run(&solve, &solution, NULL), ELEVEN_BAD_RULES);
    eleven_problem problem;
    eleven_board wide = board_of(&rules, "2 2 4 / . . 8");
    solve = solve_of(&rules, 2, 3, 4);
    solve.start = &wide;
    assert_int_equal(eleven_solve_run(&solve, &solution, &problem), ELEVEN_BAD_RULES);
    assert_string_equal(problem.sentence, "the position is for 3x2, but the board is 2x3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_plain_recursion),      cmocka_unit_test(a_position_and_its_moves),
        cmocka_unit_test(two_by_two_is_as_published),       cmocka_unit_test(one_cell_is_lost_immediately),
        cmocka_unit_test(threads_change_nothing),           cmocka_unit_test(progress_is_reported_and_can_end_a_solve),
        cmocka_unit_test(what_cannot_be_solved_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
