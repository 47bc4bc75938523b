/* Environments against game.h: the same seeds and actions must make the same games. */
#include "../unit/expect.h"
#include "fast/envs_step.h"
#include "fast/words.h"

#include <stdlib.h>

enum { ENVS = 37, STEPS = 3000 };

static eleven_rowtable table;

typedef struct rig {
    eleven_env envs[ENVS];
    eleven_game games[ENVS];
    uint64_t seeds[ENVS];
    int64_t rewards[ENVS], final_scores[ENVS], final_moves[ENVS];
    bool moved[ENVS], over[ENVS];
    uint8_t ranks[ENVS][16], legal[ENVS][4], final_ranks[ENVS][16], actions[ENVS];
    eleven_envs_results results;
} rig;

static rig *rig_new(void)
{
    rig *one = calloc(1, sizeof *one);
    assert_non_null(one);
    one->results = (eleven_envs_results){one->rewards,      one->moved,       one->over,
                                         one->ranks[0],     one->legal[0],    one->final_ranks[0],
                                         one->final_scores, one->final_moves, ELEVEN_AUTORESET_SAME_STEP};
    return one;
}

static void expect_env(const rig *one, unsigned i)
{
    eleven_board board;
    eleven_bitboard_unpack(one->envs[i].board, &board);
    assert_true(eleven_board_equal(&board, &one->games[i].board));
    assert_int_equal(one->envs[i].score, one->games[i].score);
    assert_memory_equal(one->ranks[i], board.cells, 16);
    unsigned legal = eleven_board_legal(&table.rules, &board);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        assert_int_equal(one->legal[i][d], legal >> d & 1);
}

/* What the reference does with the action: a game continues after the win, and another follows its end. */
static void follow(rig *one, unsigned i)
{
    const eleven_rules *rules = &table.rules;
    eleven_game *game = &one->games[i];
    eleven_events events = {0};
    eleven_game_keep_playing(rules, game);
    bool moved = eleven_game_step(rules, game, (eleven_direction)one->actions[i],
                                  eleven_random(one->seeds[i], game->ply + 1), &events);
    assert_int_equal(one->moved[i], moved);
    assert_int_equal(one->rewards[i], moved ? events.gain : 0);
    bool over = !eleven_board_legal(rules, &game->board);
    assert_int_equal(one->over[i], over);
    if (over) {
        assert_memory_equal(one->final_ranks[i], game->board.cells, 16);
        assert_int_equal(one->final_scores[i], game->score);
        assert_int_equal(one->final_moves[i], game->ply);
        one->seeds[i] = eleven_env_next_seed(one->seeds[i]);
        eleven_game_start(rules, 4, 4, one->seeds[i], game, NULL);
    }
    expect_env(one, i);
}

static void play(rig *one, uint64_t seed)
{
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned i = 0; i < ENVS; i++)
            one->actions[i] = (uint8_t)(eleven_random(seed + i, step) >> 62);
        eleven_envs_step(&table, one->envs, ENVS, one->actions, &one->results);
        for (unsigned i = 0; i < ENVS; i++)
            follow(one, i);
    }
}

static void begin(rig *one, uint64_t seed)
{
    for (unsigned i = 0; i < ENVS; i++) {
        one->seeds[i] = seed + i;
        eleven_game_start(&table.rules, 4, 4, seed + i, &one->games[i], NULL);
    }
    eleven_envs_start(&table, one->envs, one->seeds, ENVS);
    eleven_envs_look(one->envs, ENVS, one->ranks[0], one->legal[0]);
    for (unsigned i = 0; i < ENVS; i++)
        expect_env(one, i);
}

/* Positions with tiles around 65536, where a word's nibble no longer holds a rank. */
static void begin_high(rig *one, uint64_t seed)
{
    begin(one, seed);
    for (unsigned i = 0; i < ENVS; i++) {
        eleven_board board;
        eleven_board_empty(4, 4, &board);
        for (unsigned cell = 0; cell < 8; cell++)
            board.cells[cell] = (eleven_rank)(13 + eleven_random(seed + i, cell) % 5);
        one->games[i].board = board;
        one->envs[i] = eleven_env_from(eleven_bitboard_pack(&board), one->seeds[i], 0, 0);
    }
}

static void test_games_are_those_of_their_seeds(void **state)
{
    (void)state;
    static const char *const names[] = {"classic", "provider"};
    for (unsigned n = 0; n < 2; n++) {
        eleven_rules rules;
        assert_true(eleven_rules_find(names[n], &rules));
        eleven_rowtable_init(&table, &rules);
        rig *one = rig_new();
        begin(one, 100 * n);
        play(one, 7);
        begin_high(one, 5);
        play(one, 9);
        free(one);
    }
}

#ifdef __x86_64__
static void expect_eight(const eleven_env *envs, const uint8_t *actions, const eight_steps *steps)
{
    for (unsigned i = 0; i < 8; i++) {
        eleven_env one = envs[i];
        int64_t reward;
        bool moved, over;
        uint8_t ranks[16], legal[4];
        const eleven_envs_results results = {
            .rewards = &reward, .moved = &moved, .over = &over, .ranks = ranks, .legal = legal};
        eleven_envs_step(&table, &one, 1, &actions[i], &results);
        assert_int_equal(steps->low[i], one.board.low);
        assert_int_equal(steps->gain[i], reward);
        assert_int_equal(steps->moved[i], moved);
        assert_int_equal(steps->has_moved[i], moved);
        assert_int_equal(steps->over[i], over);
        assert_memory_equal(&steps->ranks[0][i], ranks, 8);
        assert_memory_equal(&steps->ranks[1][i], ranks + 8, 8);
        assert_memory_equal(&steps->legal[i], legal, 4);
    }
}

static void expect_kernel(eight_stepper *kernel)
{
    const tile_chance chance = {table.rules.spawn_weight[1], table.rules.spawn_weight[1] + table.rules.spawn_weight[2]};
    for (unsigned trial = 0; trial < 20000; trial++) {
        eleven_env envs[8];
        uint8_t actions[8];
        eight_steps steps;
        bool is_high = false;
        for (unsigned i = 0; i < 8; i++) {
            eleven_bitboard board = {0, 0};
            uint64_t seed = eleven_random(trial, i);
            for (unsigned cell = 0; cell < 16; cell++) /* crowded and sparse boards, now and then a tile above 32768 */
                board =
                    eleven_bitboard_set(board, cell, (eleven_rank)(eleven_random(seed, cell) % (trial % 3 ? 4 : 16)));
            if (trial % 50 == 0 && i == 5)
                board = eleven_bitboard_set(board, 3, 16);
            board = eleven_bitboard_set(board, 0, 1);
            is_high |= board.high != 0;
            envs[i] = eleven_env_from(board, seed, 0, trial);
            actions[i] = (uint8_t)(seed >> 62);
        }
        if (kernel(&table, chance, envs, actions, &steps)) {
            assert_false(is_high);
            expect_eight(envs, actions, &steps);
        }
    }
}
#endif

/* The kernel that this processor chooses. */
static void test_every_kernel_steps_as_one_by_one(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_rowtable_init(&table, &rules);
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        expect_kernel(envs_step_256);
    if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        expect_kernel(envs_step_512);
#endif
}

static void test_which_rules_suit(void **state)
{
    (void)state;
    eleven_rules rules;
    for (unsigned i = 0; eleven_rules_name(i); i++) {
        assert_true(eleven_rules_find(eleven_rules_name(i), &rules));
        bool suits = strcmp(rules.name, "classic") == 0 || strcmp(rules.name, "provider") == 0;
        assert_int_equal(eleven_envs_suits(&rules), suits);
    }
    assert_true(eleven_rules_find("classic", &rules));
    rules.spawn_weight[3] = 1;
    assert_false(eleven_envs_suits(&rules));
    assert_true(eleven_rules_find("classic", &rules));
    rules.merge[4][4] = 6;
    assert_false(eleven_envs_suits(&rules));
}

static void test_afterstates(void **state)
{
    (void)state;
    eleven_rules rules;
    assert_true(eleven_rules_find("classic", &rules));
    eleven_rowtable_init(&table, &rules);
    for (unsigned trial = 0; trial < 300; trial++) {
        uint8_t ranks[4][16];
        int64_t gains[4];
        eleven_board board;
        eleven_board_empty(4, 4, &board);
        for (unsigned cell = 0; cell < 16; cell++)
            board.cells[cell] = (eleven_rank)(eleven_random(trial, cell) % (trial % 2 ? 4 : 18));
        eleven_env env = eleven_env_from(eleven_bitboard_pack(&board), 1, 0, 0);
        eleven_envs_afterstates(&table, &env, 1, ranks[0], gains);
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            eleven_board after = board;
            eleven_slide slide = eleven_board_slide(&rules, &after, (eleven_direction)d, NULL);
            assert_memory_equal(ranks[d], after.cells, 16);
            assert_int_equal(gains[d], slide.gain);
        }
    }
}

static void test_afterstates_of_ranks(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("fibonacci");
    eleven_rowtable_init(&table, &rules);
    for (unsigned trial = 0; trial < 300; trial++) {
        uint8_t after[2][4][16], legal[2][4];
        int64_t gains[2][4];
        eleven_board boards[2] = {{.w = 4, .h = 4}, {.w = 4, .h = 4}};
        for (unsigned cell = 0; cell < 32; cell++)
            boards[cell / 16].cells[cell % 16] = (eleven_rank)(eleven_random(trial, cell) % (trial % 2 ? 4 : 32));
        uint8_t ranks[2][16];
        memcpy(ranks[0], boards[0].cells, 16);
        memcpy(ranks[1], boards[1].cells, 16);
        eleven_ranks_afterstates(&table, ranks[0], 2, after[0][0], gains[0], legal[0]);
        for (unsigned i = 0; i < 8; i++) {
            eleven_board slid = boards[i / 4];
            eleven_slide slide = eleven_board_slide(&rules, &slid, (eleven_direction)(i % 4), NULL);
            assert_memory_equal(after[i / 4][i % 4], slid.cells, 16);
            assert_int_equal(gains[i / 4][i % 4], slide.gain);
            assert_int_equal(legal[i / 4][i % 4], slide.hops > 0);
        }
    }
}

/* The same games as with ELEVEN_AUTORESET_SAME_STEP, with one more step after each end. */
static void test_a_new_game_in_the_next_step(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_rowtable_init(&table, &rules);
    rig *one = rig_new();
    one->results.autoreset = ELEVEN_AUTORESET_NEXT_STEP;
    begin(one, 3);
    unsigned ends = 0;
    for (unsigned step = 0; step < STEPS; step++) {
        bool was_over[ENVS];
        memcpy(was_over, one->over, sizeof was_over);
        for (unsigned i = 0; i < ENVS; i++)
            one->actions[i] = (uint8_t)(eleven_random(i, step) >> 62);
        memset(one->final_scores, -1, sizeof one->final_scores);
        eleven_envs_step(&table, one->envs, ENVS, one->actions, &one->results);
        for (unsigned i = 0; i < ENVS; i++) {
            eleven_game *game = &one->games[i];
            if (was_over[i]) {
                one->seeds[i] = eleven_env_next_seed(one->seeds[i]);
                eleven_game_start(&rules, 4, 4, one->seeds[i], game, NULL);
                assert_false(one->over[i] || one->moved[i] || one->rewards[i]);
            } else {
                eleven_game_keep_playing(&rules, game);
                eleven_game_step(&rules, game, (eleven_direction)one->actions[i],
                                 eleven_random(one->seeds[i], game->ply + 1), NULL);
                assert_int_equal(one->over[i], !eleven_board_legal(&rules, &game->board));
            }
            ends += one->over[i];
            assert_int_equal(one->final_scores[i], one->over[i] ? (int64_t)game->score : -1);
            expect_env(one, i);
        }
    }
    assert_true(ends > 100);
    free(one);
}

static void test_chosen_games_start_again(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_rowtable_init(&table, &rules);
    const uint64_t seeds[3] = {5, 6, 7}, others[3] = {8, 9, 10};
    const bool chosen[3] = {true, false, true};
    eleven_env envs[3], expected[3];
    eleven_envs_start(&table, envs, seeds, 3);
    eleven_envs_restart(&table, envs, others, chosen, 3);
    eleven_envs_start(&table, expected, (const uint64_t[]){8, 6, 10}, 3);
    assert_memory_equal(envs, expected, sizeof envs);
    eleven_envs_restart(&table, envs, NULL, chosen, 3);
    eleven_envs_start(&table, expected, (const uint64_t[]){eleven_env_next_seed(8), 6, eleven_env_next_seed(10)}, 3);
    assert_memory_equal(envs, expected, sizeof envs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_are_those_of_their_seeds),
        cmocka_unit_test(test_every_kernel_steps_as_one_by_one),
        cmocka_unit_test(test_which_rules_suit),
        cmocka_unit_test(test_afterstates),
        cmocka_unit_test(test_afterstates_of_ranks),
        cmocka_unit_test(test_a_new_game_in_the_next_step),
        cmocka_unit_test(test_chosen_games_start_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
