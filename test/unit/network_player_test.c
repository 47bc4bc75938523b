/* The player that ships: it knows the classic rules on 4x4, and still plays under others and on other boards. */
#include "expect.h"
#include "eleven/network.h"
#include "eleven/search.h"
#include "eleven/train.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *ask_for_it(void *unused)
{
    (void)unused;
    return (void *)(uintptr_t)eleven_network_shipped();
}

static void threads_share_one_network(void **state)
{
    (void)state;
    pthread_t other;
    void *found;
    assert_int_equal(pthread_create(&other, NULL, ask_for_it, NULL), 0);
    const eleven_network *network = eleven_network_shipped();
    assert_int_equal(pthread_join(other, &found), 0);
    assert_non_null(network);
    assert_ptr_equal(network, found);
    assert_true(eleven_network_about(network)->mean > 150000);
}

static eleven_game game_of(const eleven_rules *rules, unsigned w, unsigned h, uint64_t seed)
{
    eleven_game game;
    eleven_game_start(rules, w, h, seed, &game, NULL);
    return game;
}

/* With a limit of one node it takes the direction with the highest gain plus value of the network. */
static void with_one_node_it_takes_the_best_value(void **state)
{
    (void)state;
    eleven_rules rules;
    eleven_rules_find("classic", &rules);
    eleven_rowtable *table = malloc(ELEVEN_ROWTABLE_BYTES);
    assert_non_null(table);
    eleven_rowtable_init(table, &rules);
    eleven_player *player = player_of("network", 1);
    assert_non_null(player);
    eleven_game game = game_of(&rules, 4, 4, 5);
    for (unsigned i = 0; i < 300 && eleven_game_status(&rules, &game) == ELEVEN_STATUS_PLAYING; i++) {
        eleven_advice advice;
        assert_false(eleven_player_choose(player, &rules, &game.board,
                                          &(eleven_budget){.size = sizeof(eleven_budget), .nodes = 1}, &advice));
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            eleven_board after = game.board;
            eleven_slide slide = eleven_board_slide(&rules, &after, (eleven_direction)d, NULL);
            assert_int_equal(isnan(advice.values[d]), slide.hops == 0);
            if (slide.hops == 0)
                continue;
            double value = (double)slide.gain +
                           (double)eleven_network_value(eleven_network_shipped(), eleven_bitboard_pack(&after));
            assert_true(fabs(value - advice.values[d]) < 1e-2);
            assert_true(advice.values[advice.direction] >= advice.values[d]);
        }
        assert_true(eleven_game_step(&rules, &game, advice.direction, eleven_random(5, i + 1), NULL));
    }
    assert_true(game.ply > 200);
    eleven_player_close(player);
    free(table);
}

static void it_plays_on_any_board_under_any_rules(void **state)
{
    (void)state;
    eleven_player *player = player_of("network", 1);
    for (unsigned i = 0; eleven_rules_name(i); i++)
        for (unsigned w = 2; w <= 5; w++) {
            eleven_rules rules;
            eleven_advice advice;
            eleven_rules_find(eleven_rules_name(i), &rules);
            eleven_game game = game_of(&rules, w, 4, 3);
            assert_false(eleven_player_choose(player, &rules, &game.board,
                                              &(eleven_budget){.size = sizeof(eleven_budget), .depth = 2}, &advice));
            assert_true(eleven_game_step(&rules, &game, advice.direction, 1, NULL));
        }
    eleven_player_close(player);
}

static void another_goal_changes_nothing(void **state)
{
    (void)state;
    eleven_rules classic, endless;
    eleven_advice a, b;
    eleven_rules_find("classic", &classic);
    endless = classic;
    endless.goal = 0;
    eleven_player *player = player_of("network", 1);
    eleven_game game = game_of(&classic, 4, 4, 9);
    assert_false(eleven_player_choose(player, &classic, &game.board,
                                      &(eleven_budget){.size = sizeof(eleven_budget), .depth = 2}, &a));
    assert_false(eleven_player_choose(player, &endless, &game.board,
                                      &(eleven_budget){.size = sizeof(eleven_budget), .depth = 2}, &b));
    assert_int_equal(a.direction, b.direction);
    assert_memory_equal(a.values, b.values, sizeof a.values);
    eleven_player_close(player);
}

/* Learned in a moment. */
static eleven_network *small_network(void)
{
    static const char recipe[] = "eleven recipe 1\nname small\ntuple 0 1 2 3\ntuple 4 5 6 7\n";
    eleven_trainer *trainer;
    eleven_network *network;
    assert_int_equal(eleven_trainer_open(recipe, strlen(recipe), 1, 1, &trainer, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_run(trainer, 20000, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_pack(trainer, 0, NULL, &network, NULL), ELEVEN_OK);
    eleven_trainer_close(trainer);
    return network;
}

/* What a pair's second network comes from; NULL at first. */
typedef struct late_source {
    const eleven_network *network;
    unsigned asked;
} late_source;

static const eleven_network *late_from(void *context)
{
    late_source *source = context;
    source->asked++;
    return source->network;
}

/* Only a board with a 16384 needs the second network. Without it there is no answer, until it comes. */
static void the_late_network_is_opened_when_needed(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_network *late = small_network();
    late_source source = {0};
    eleven_player *player = eleven_network_pair_player_new(eleven_network_shipped(), late_from, &source);
    eleven_budget budget = {.size = sizeof budget, .depth = 1};
    eleven_advice advice;
    eleven_board early_board = board_of(&rules, "8192 4096 4096 1024 / . . 2 . / . . . . / . 4 . ."),
                 late_board = board_of(&rules, "16384 4096 4096 2 / . . 2 . / . . . . / . 4 . .");
    assert_int_equal(eleven_player_choose(player, &rules, &early_board, &budget, &advice), ELEVEN_OK);
    assert_int_equal(source.asked, 0);
    assert_int_not_equal(eleven_player_choose(player, &rules, &late_board, &budget, &advice), ELEVEN_OK);
    eleven_search *search = eleven_player_search(player, &rules, 4, 4);
    eleven_search_result result;
    eleven_search_step line[ELEVEN_SEARCH_DEPTH];
    assert_int_equal(eleven_search_run(search, eleven_bitboard_pack(&late_board), &budget, &result), ELEVEN_NO_MEMORY);
    assert_int_equal(result.legal, 0);
    assert_int_equal(eleven_search_line(search, eleven_bitboard_pack(&late_board), 2, line), 0);
    assert_int_equal(source.asked, 3);
    assert_int_equal(eleven_player_choose(player, &rules, &early_board, &budget, &advice), ELEVEN_OK);
    source.network = late;
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(eleven_player_choose(player, &rules, &late_board, &budget, &advice), ELEVEN_OK);
    assert_int_equal(source.asked, 4);
    eleven_player_close(player);
    eleven_network_close(late);
}

/* On the second board one move makes the 16384; one network judges all moves all the same. The last board is judged as
 * a lower one. */
static void expect_judges(eleven_player *player, const eleven_network *early, const eleven_network *late)
{
    static const char *const boards[] = {
        "8192 2048 16 2 / . . 2 . / . . . . / . 4 . .", "8192 8192 16 2 / . . 2 . / . . . . / . 4 . .",
        "16384 2048 16 2 / . . 2 . / . . . . / . 4 . .", "2048 2 16 2 / . . 2 . / . . 32768 . / . 4 . 65536"};
    static const char lower[] = "2048 2 16 2 / . . 2 . / . . 8192 . / . 4 . 16384";
    eleven_rules rules = rules_named("classic");
    assert_ptr_equal(eleven_player_network(player), early);
    assert_true(eleven_player_counts_points(player, &rules, 4, 4));
    for (unsigned i = 0; i < 4; i++) {
        eleven_advice advice;
        eleven_board board = board_of(&rules, boards[i]);
        assert_false(eleven_player_choose(player, &rules, &board,
                                          &(eleven_budget){.size = sizeof(eleven_budget), .nodes = 1}, &advice));
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            eleven_board after = i < 3 ? board : board_of(&rules, lower);
            eleven_slide slide = eleven_board_slide(&rules, &after, (eleven_direction)d, NULL);
            const eleven_network *judge = eleven_board_largest(&board) >= 14 ? late : early;
            double value = (double)slide.gain + (double)eleven_network_value(judge, eleven_bitboard_pack(&after));
            assert_true(slide.hops == 0 ? isnan(advice.values[d]) : fabs(value - advice.values[d]) < 1e-2);
        }
    }
    eleven_player_close(player);
}

static void two_networks_share_the_boards(void **state)
{
    (void)state;
    eleven_network *late = small_network();
    const eleven_network *early = eleven_network_shipped();
    expect_judges(eleven_network_pair_player_new(early, late_from, &(late_source){late, 0}), early, late);
    eleven_network_close(late);
}

static void the_shipped_networks_share_the_boards(void **state)
{
    (void)state;
    assert_ptr_not_equal(eleven_network_shipped(), eleven_network_shipped_late());
    expect_judges(player_of("network", 1), eleven_network_shipped(), eleven_network_shipped_late());
}

/* Two moves ahead, the early network judges boards with a 16384, or their images; the late one judges them next. */
static void the_late_network_judges_boards_that_the_early_one_met(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board before = board_of(&rules, "8192 8192 16 2 / . . 2 . / . . . . / . 4 . ."),
                 board = board_of(&rules, "16384 16 2 . / 2 . . . / . . . 2 / 4 . . .");
    for (unsigned symmetry = 0; symmetry < ELEVEN_SYMMETRIES; symmetry++) {
        eleven_player *experienced = player_of("network", 1), *fresh = player_of("network", 1);
        eleven_board after;
        eleven_bitboard_unpack(eleven_bitboard_symmetry(eleven_bitboard_pack(&board), symmetry), &after);
        eleven_advice advice, expected;
        eleven_budget two = {.size = sizeof two, .depth = 2}, one = {.size = sizeof one, .nodes = 1};
        assert_false(eleven_player_choose(experienced, &rules, &before, &two, &advice));
        assert_false(eleven_player_choose(experienced, &rules, &after, &one, &advice));
        assert_false(eleven_player_choose(fresh, &rules, &after, &one, &expected));
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            assert_true(isnan(expected.values[d]) ? isnan(advice.values[d]) : advice.values[d] == expected.values[d]);
        eleven_player_close(experienced);
        eleven_player_close(fresh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_share_one_network),
        cmocka_unit_test(with_one_node_it_takes_the_best_value),
        cmocka_unit_test(it_plays_on_any_board_under_any_rules),
        cmocka_unit_test(another_goal_changes_nothing),
        cmocka_unit_test(the_late_network_is_opened_when_needed),
        cmocka_unit_test(two_networks_share_the_boards),
        cmocka_unit_test(the_shipped_networks_share_the_boards),
        cmocka_unit_test(the_late_network_judges_boards_that_the_early_one_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
