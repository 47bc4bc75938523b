/* The provers of the facts at small sizes, against plain recursion and known results. `make facts-check` runs them
 * fully. */
#include "expect.h"
#include "facts/facts_room.h"
#include "../oracle/brute.h"

static unsigned holding, failing;

static void hear(void *state, const char *sentence, bool holds)
{
    (void)state, (void)sentence;
    *(holds ? &holding : &failing) += 1;
}

static const eleven_fact_listener listener = {.evidence = hear};

static fact_check check_new(void)
{
    holding = failing = 0;
    return (fact_check){.listener = &listener, .rules = rules_named("classic"), .holds = true};
}

/* ---- Counts --------------------------------------------------------------------------------------------- */

static uint64_t positions_by_recursion(unsigned w, unsigned h)
{
    eleven_rules rules = rules_named("classic");
    rules.goal = 0;
    brute_force *brute = brute_open(&oracle_all[0], &rules, 64);
    brute_start(brute, w, h);
    uint64_t count = brute_count(brute).positions;
    brute_close(brute);
    return count;
}

static void positions_are_counted_as_by_recursion(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{1, 2}, {1, 4}, {5, 1}, {2, 2}, {2, 3}};
    fact_check check = check_new();
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t count = positions_by_recursion(sizes[i][0], sizes[i][1]);
        fact_count_board(&check, sizes[i][0], sizes[i][1], count);
        assert_int_equal(holding, 2 * i + 1);
        fact_count_layers(&check, sizes[i][0], sizes[i][1], 300, count);
        assert_int_equal(holding, 2 * i + 2);
    }
    assert_int_equal(failing, 0);
    fact_count_board(&check, 2, 2, 111);
    assert_true(failing == 1 && !check.holds);
}

/* Games of this many moves, by the oracle. */
static uint64_t games_from(const oracle_grid *grid, unsigned depth)
{
    uint64_t games = 0;
    if (depth == 0)
        return 1;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        uint64_t gain = 0;
        oracle_grid after = *grid;
        if (!oracle_slide(&oracle_all[0], &after, (eleven_direction)d, &gain))
            continue;
        for (unsigned i = 0; i < 32; i++) {
            oracle_grid next = after;
            next.face[i / 2] = after.face[i / 2] ? after.face[i / 2] : UINT64_C(2) << i % 2;
            games += after.face[i / 2] ? 0 : games_from(&next, depth - 1);
        }
    }
    return games;
}

static void games_are_counted_as_by_recursion(void **state)
{
    (void)state;
    for (unsigned depth = 0; depth <= 2; depth++) {
        uint64_t games = 0;
        for (unsigned a = 0; a < 16; a++)
            for (unsigned b = 0; b < a; b++)
                for (unsigned tiles = 0; tiles < 4; tiles++) {
                    oracle_grid grid = {.w = 4, .h = 4};
                    grid.face[a] = UINT64_C(2) << tiles % 2;
                    grid.face[b] = UINT64_C(2) << tiles / 2;
                    games += games_from(&grid, depth);
                }
        fact_check check = check_new();
        fact_count_games(&check, depth, games);
        assert_true(holding == 1 && failing == 0);
        fact_count_games(&check, depth, games + 1);
        assert_int_equal(failing, 1);
    }
}

/* ---- What can be forced --------------------------------------------------------------------------------- */

static void what_is_forced_is_what_recursion_forces(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{1, 2}, {1, 3}, {1, 4}, {2, 2}, {2, 3}, {3, 2}};
    fact_check check = check_new();
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        eleven_rules rules = check.rules;
        rules.goal = 0;
        brute_force *brute = brute_open(&oracle_all[0], &rules, 64);
        double face = brute_start(brute, sizes[i][0], sizes[i][1]).forced_face;
        brute_close(brute);
        uint64_t searched;
        for (eleven_rank rank = 2; rank < 7; rank++) {
            bool can = rules.value[rank] <= face;
            assert_true(fact_is_forced(&check, sizes[i][0], sizes[i][1], rank, can, &searched) && searched > 0);
            assert_false(fact_is_forced(&check, sizes[i][0], sizes[i][1], rank, !can, &searched));
        }
    }
}

/* ---- The longest game ----------------------------------------------------------------------------------- */

/* The most moves that can follow without a 2048, by the oracle. */
static unsigned longest_from(const oracle_grid *grid)
{
    unsigned most = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        uint64_t gain = 0;
        oracle_grid after = *grid;
        bool is_allowed = oracle_slide(&oracle_all[0], &after, (eleven_direction)d, &gain);
        for (unsigned i = 0; i < 16; i++)
            is_allowed &= after.face[i] != 2048;
        for (unsigned i = 0; i < 32 && is_allowed; i++) {
            oracle_grid next = after;
            next.face[i / 2] = UINT64_C(2) << i % 2;
            unsigned moves = after.face[i / 2] ? 0 : 1 + longest_from(&next);
            most = moves > most ? moves : most;
        }
    }
    return most;
}

/* The longest over all arrangements of the tiles from this cell on. */
static unsigned longest_of(uint8_t count[BARRIER_CAP + 1], oracle_grid *grid, unsigned cell)
{
    unsigned most = 0;
    if (cell == 16)
        return longest_from(grid);
    for (unsigned rank = 0; rank <= BARRIER_CAP; rank++) {
        if (!count[rank])
            continue;
        count[rank]--;
        grid->face[cell] = rank ? UINT64_C(1) << rank : 0;
        unsigned moves = longest_of(count, grid, cell + 1);
        most = moves > most ? moves : most;
        count[rank]++;
    }
    return most;
}

/* `count[0]`: the empty cells. Strangers are the ranks with one tile, which a merge can meet. */
static void crowded_games_last_as_long_as_by_recursion(void **state)
{
    (void)state;
    static const uint8_t tiles[][BARRIER_CAP + 1] = {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 14}, {0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 13}, {0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 13},
        {0, 2, 1, 1, 0, 0, 0, 0, 0, 0, 12}, {1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 13},
    };
    eleven_rules rules = rules_named("classic");
    for (unsigned i = 0; i < sizeof tiles / sizeof *tiles; i++) {
        barrier_tiles given = {{0}};
        uint8_t count[BARRIER_CAP + 1];
        oracle_grid grid = {.w = 4, .h = 4};
        memcpy(count, tiles[i], sizeof count);
        memcpy(given.count, tiles[i], sizeof given.count);
        given.count[0] = 0;
        barrier_result found = barrier_search(&rules, &given);
        assert_false(found.failed);
        assert_int_equal(found.longest, longest_of(count, &grid, 0));
    }
}

/* The argument of max-moves states this bound, which is weaker and quicker to find. */
static void the_weaker_bound_is_found(void **state)
{
    (void)state;
    fact_check check = check_new();
    fact_bound(&check, 8192, 4106);
    assert_true(holding == 1 && failing == 0);
    fact_bound(&check, 8192, 4107);
    assert_int_equal(failing, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_counted_as_by_recursion),
        cmocka_unit_test(games_are_counted_as_by_recursion),
        cmocka_unit_test(what_is_forced_is_what_recursion_forces),
        cmocka_unit_test(crowded_games_last_as_long_as_by_recursion),
        cmocka_unit_test(the_weaker_bound_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
