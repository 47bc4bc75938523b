/* The solver against plain recursion, on small boards: rules, size, goal and start board come from the bytes. */
#include "fuzz.h"
#include "../oracle/brute.h"
#include "eleven/solver.h"

#include <math.h>

/* A goal that is small keeps larger boards small. */
enum { WANTED = 4, MOST_CELLS = 6, MOST_FREE_CELLS = 4, SMALL_GOAL = 3 };

static void expect_near(double found, double wanted, double error)
{
    expect(fabs(found - wanted) <= error * fabs(wanted));
}

static void expect_worth(const eleven_rules *rules, const eleven_worth *found, const brute_worth *wanted, double error)
{
    expect_near(found[0].value, wanted->score, error);
    expect_near(found[1].value, wanted->moves, error);
    expect_near(found[2].value, wanted->reached, error);
    expect_near(found[2].loss, wanted->missed, error);
    expect(found[3].value == wanted->forced_score && found[4].value == wanted->forced_moves);
    expect(rules->value[(unsigned)found[5].value] == wanted->forced_face);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in in = {data, size};
    const oracle_rules *oracle = &oracle_all[fuzz_byte(&in) % ORACLE_RULES];
    unsigned shape = fuzz_byte(&in), wanted = 2 + fuzz_byte(&in) % WANTED;
    eleven_solve solve = {.w = 1 + shape % 3,
                          .h = 1 + shape / 3 % 3,
                          .threads = 1 + shape / 128,
                          .objective_count = 6,
                          .objectives = {{ELEVEN_OBJECTIVE_EXPECT_SCORE, 0},
                                         {ELEVEN_OBJECTIVE_EXPECT_MOVES, 0},
                                         {ELEVEN_OBJECTIVE_REACH, (eleven_rank)wanted},
                                         {ELEVEN_OBJECTIVE_FORCE_SCORE, 0},
                                         {ELEVEN_OBJECTIVE_FORCE_MOVES, 0},
                                         {ELEVEN_OBJECTIVE_FORCE_RANK, 0}}};
    eleven_rules_find(oracle->name, &solve.rules);
    solve.rules.goal = (eleven_rank)(2 + fuzz_byte(&in) % 4);
    solve.rules.start_tiles = (uint8_t)(1 + fuzz_byte(&in) % 3);
    eleven_board start;
    eleven_board_empty(solve.w, solve.h, &start);
    bool has_start = fuzz_byte(&in) & 1;
    for (unsigned i = 0; i < solve.w * solve.h && has_start; i++)
        start.cells[i] = (eleven_rank)(fuzz_byte(&in) % (solve.rules.goal + 1u));
    solve.start = has_start ? &start : NULL;
    unsigned most = solve.rules.goal <= SMALL_GOAL ? MOST_CELLS : MOST_FREE_CELLS;
    if (solve.w * solve.h > most || (has_start && !eleven_board_largest(&start)))
        return 0;
    eleven_solution solution;
    eleven_problem problem;
    eleven_error error = eleven_solve_run(&solve, &solution, &problem);
    fuzz_check(error, &problem, data, size);
    if (error)
        return 0;
    brute_force *brute = brute_open(oracle, &solve.rules, oracle->face(wanted));
    oracle_grid grid = oracle_grid_of(oracle, &start);
    brute_worth worth = has_start ? brute_board(brute, &grid) : brute_start(brute, solve.w, solve.h);
    expect_worth(&solve.rules, solution.values, &worth, 2 * solution.error);
    brute_close(brute);
    return 0;
}
