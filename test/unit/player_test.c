/* The built-in players, held against the oracle. */
#include "expect.h"
#include "../oracle/oracle.h"

#include <math.h>
#include <string.h>

#include "eleven/player.h"

static const eleven_budget no_limit = {0};

static eleven_advice advice_at(eleven_player *player, const eleven_rules *rules, const char *text)
{
    eleven_advice advice = {0};
    eleven_board board = board_of(rules, text);
    assert_true(player->choose(player, rules, &board, &no_limit, &advice));
    return advice;
}

/* ---- Names --------------------------------------------------------------------------------------------- */

static void players_have_names(void **state)
{
    (void)state;
    assert_string_equal(eleven_player_name(0), "random");
    assert_string_equal(eleven_player_name(1), "greedy");
    assert_null(eleven_player_name(UINT32_MAX));
    for (unsigned i = 0; eleven_player_name(i); i++) {
        if (strcmp(eleven_player_name(i), "strong") == 0)
            continue; /* needs its tables, see endgame_test.c */
        eleven_player *player = player_of(eleven_player_name(i), 1);
        assert_non_null(player);
        assert_string_equal(player->name, eleven_player_name(i));
        eleven_player_close(player);
    }
}

static void unknown_players_are_not_opened(void **state)
{
    (void)state;
    assert_null(player_of("nobody", 1));
    assert_null(player_of("", 1));
    assert_null(player_of("Random", 1));
    assert_null(player_of("greedy ", 1));
}

static void note_close(eleven_player *player)
{
    ++*(unsigned *)player->context;
}

static void any_player_can_be_closed(void **state)
{
    (void)state;
    unsigned closed = 0;
    eleven_player own = {.name = "own", .context = &closed, .close = note_close}, plain = {.name = "plain"};
    eleven_player_close(NULL);
    eleven_player_close(&plain);
    assert_int_equal(closed, 0);
    eleven_player_close(&own);
    assert_int_equal(closed, 1);
}

/* ---- Both ---------------------------------------------------------------------------------------------- */

static eleven_board random_board(uint64_t *random)
{
    eleven_board board;
    eleven_board_empty(1 + oracle_below(random, 5), 1 + oracle_below(random, 5), &board);
    for (unsigned i = 0; i < (unsigned)board.w * board.h; i++)
        board.cells[i] = (eleven_rank)oracle_below(random, 4 + oracle_below(random, 5));
    return board;
}

static void check_values(eleven_player *player, unsigned which, const eleven_board *board)
{
    eleven_rules rules = rules_named(oracle_all[which].name);
    oracle_grid grid = oracle_grid_of(&oracle_all[which], board);
    eleven_advice advice;
    unsigned legal = oracle_legal(&oracle_all[which], &grid);
    assert_int_equal(player->choose(player, &rules, board, &no_limit, &advice), legal != 0);
    if (!legal)
        return;
    assert_true((unsigned)advice.direction < ELEVEN_DIRECTIONS && legal >> advice.direction & 1);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        assert_int_equal(!isnan(advice.values[d]), legal >> d & 1);
}

static void exactly_the_illegal_directions_have_no_value(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (unsigned i = 0; eleven_player_name(i); i++) {
        if (strcmp(eleven_player_name(i), "strong") == 0)
            continue;
        eleven_player *player = player_of(eleven_player_name(i), 1);
        for (unsigned round = 0; round < 2000; round++) {
            eleven_board board = random_board(&random);
            check_values(player, round % ORACLE_RULES, &board);
        }
        eleven_player_close(player);
    }
}

static void expect_no_advice(const char *name, const char *text)
{
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, text);
    eleven_player *player = player_of(name, 1);
    eleven_advice advice = {ELEVEN_LEFT, {5, 6, 7, 8}};
    assert_false(player->choose(player, &rules, &board, &no_limit, &advice));
    eleven_player_close(player);
    assert_int_equal(advice.direction, ELEVEN_LEFT);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (advice.values[d] != 5 + d)
            fail_msg("%s has filled in values where it has none to give", name);
}

static void random_says_nothing_where_nothing_moves(void **state)
{
    (void)state;
    expect_no_advice("random", "2 4 / 4 2");
    expect_no_advice("random", ". . / . .");
}

static void greedy_says_nothing_where_nothing_moves(void **state)
{
    (void)state;
    expect_no_advice("greedy", "2 4 / 4 2");
    expect_no_advice("greedy", ". . / . .");
}

/* ---- Random -------------------------------------------------------------------------------------------- */

/* Each of the legal directions comes as often as the others, within five standard deviations. */
static void expect_uniform(const char *text, unsigned legal)
{
    enum { CHOICES = 12000 };
    eleven_rules rules = rules_named("classic");
    eleven_player *player = player_of("random", 11);
    unsigned counts[ELEVEN_DIRECTIONS] = {0}, ways = 0;
    for (unsigned i = 0; i < CHOICES; i++)
        counts[advice_at(player, &rules, text).direction]++;
    eleven_player_close(player);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        ways += legal >> d & 1;
    double mean = (double)CHOICES / ways, deviation = sqrt(mean * (1 - 1.0 / ways));
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        assert_true(legal >> d & 1 ? fabs(counts[d] - mean) <= 5 * deviation : counts[d] == 0);
}

static void random_chooses_evenly_among_legal_directions(void **state)
{
    (void)state;
    enum { UP = 1 << ELEVEN_UP, RIGHT = 1 << ELEVEN_RIGHT, DOWN = 1 << ELEVEN_DOWN, LEFT = 1 << ELEVEN_LEFT };
    expect_uniform(". . . / . 2 . / . . .", UP | RIGHT | DOWN | LEFT);
    expect_uniform(". . . / 2 . . / . . .", UP | RIGHT | DOWN);
    expect_uniform(". . / 2 .", UP | RIGHT);
    expect_uniform(". 2 .", RIGHT | LEFT);
    expect_uniform("4 . .", RIGHT);
}

static void equal_seeds_make_equal_choices(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_player *one = player_of("random", 5), *two = player_of("random", 5), *other = player_of("random", 6);
    unsigned different = 0;
    for (unsigned i = 0; i < 1000; i++) {
        eleven_direction chosen = advice_at(one, &rules, ". . . / . 2 . / . . .").direction;
        assert_int_equal(advice_at(two, &rules, ". . . / . 2 . / . . .").direction, chosen);
        different += advice_at(other, &rules, ". . . / . 2 . / . . .").direction != chosen;
    }
    assert_in_range(different, 750 - 69, 750 + 69); /* five standard deviations */
    eleven_player_close(one);
    eleven_player_close(two);
    eleven_player_close(other);
}

/* ---- Greedy -------------------------------------------------------------------------------------------- */

static void expect_greedy(const char *text, eleven_direction direction)
{
    eleven_rules rules = rules_named("classic");
    eleven_player *greedy = player_of("greedy", 0);
    assert_int_equal(advice_at(greedy, &rules, text).direction, direction);
    eleven_player_close(greedy);
}

static void greedy_takes_the_greatest_gain(void **state)
{
    (void)state;
    expect_greedy("2 2 / 8 . / 8 .", ELEVEN_DOWN);
    expect_greedy("8 8 / 2 . / 2 .", ELEVEN_LEFT);
    expect_greedy("2 2 2 2 / 8 . . . / 8 . . . / . . . .", ELEVEN_DOWN); /* 16, with fewer empties */
}

/* Two pairs of 4 across the rows gain as much as one pair of 8 along a column, and leave more room. */
static void greedy_then_takes_the_most_empty_cells(void **state)
{
    (void)state;
    expect_greedy("8 2 32 16 / 8 16 64 2 / 4 4 2 128 / 2 32 4 4", ELEVEN_LEFT);
}

static void greedy_then_prefers_down_left_right_up(void **state)
{
    (void)state;
    expect_greedy(". . . / . 2 . / . . .", ELEVEN_DOWN);
    expect_greedy(". 2 / . .", ELEVEN_DOWN);
    expect_greedy(". . . / . 2 .", ELEVEN_LEFT);
    expect_greedy(". . / 2 .", ELEVEN_RIGHT);
    expect_greedy(". / 2", ELEVEN_UP);
}

/* The best direction by the oracle's slides. */
static eleven_direction best_by_oracle(const oracle_rules *oracle, const oracle_grid *grid)
{
    static const eleven_direction order[] = {ELEVEN_DOWN, ELEVEN_LEFT, ELEVEN_RIGHT, ELEVEN_UP};
    eleven_direction best = (eleven_direction)ELEVEN_DIRECTIONS;
    uint64_t best_gain = 0;
    unsigned best_empties = 0;
    for (unsigned i = 0; i < ELEVEN_DIRECTIONS; i++) {
        oracle_grid after = *grid;
        uint64_t gain = 0;
        unsigned empties = 0;
        if (!oracle_slide(oracle, &after, order[i], &gain))
            continue;
        for (unsigned cell = 0; cell < after.w * after.h; cell++)
            empties += after.face[cell] == 0;
        if (best == (eleven_direction)ELEVEN_DIRECTIONS || gain > best_gain ||
            (gain == best_gain && empties > best_empties)) {
            best = order[i];
            best_gain = gain;
            best_empties = empties;
        }
    }
    return best;
}

static void greedy_agrees_with_the_oracle(void **state)
{
    (void)state;
    eleven_player *greedy = player_of("greedy", 0);
    uint64_t random = 3;
    for (unsigned i = 0; i < 10000; i++) {
        const oracle_rules *oracle = &oracle_all[i % ORACLE_RULES];
        eleven_rules rules = rules_named(oracle->name);
        eleven_board board = random_board(&random);
        oracle_grid grid = oracle_grid_of(oracle, &board);
        eleven_advice advice;
        if (greedy->choose(greedy, &rules, &board, &no_limit, &advice))
            assert_int_equal(advice.direction, best_by_oracle(oracle, &grid));
    }
    eleven_player_close(greedy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_have_names),
        cmocka_unit_test(unknown_players_are_not_opened),
        cmocka_unit_test(any_player_can_be_closed),
        cmocka_unit_test(exactly_the_illegal_directions_have_no_value),
        cmocka_unit_test(random_says_nothing_where_nothing_moves),
        cmocka_unit_test(greedy_says_nothing_where_nothing_moves),
        cmocka_unit_test(random_chooses_evenly_among_legal_directions),
        cmocka_unit_test(equal_seeds_make_equal_choices),
        cmocka_unit_test(greedy_takes_the_greatest_gain),
        cmocka_unit_test(greedy_then_takes_the_most_empty_cells),
        cmocka_unit_test(greedy_then_prefers_down_left_right_up),
        cmocka_unit_test(greedy_agrees_with_the_oracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
