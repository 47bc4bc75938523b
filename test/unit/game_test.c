/* Games: how they start, what a step does, when they are won or lost; all of it a pure function. */
#include "expect.h"
#include "../oracle/oracle.h"

static unsigned count_tiles(const eleven_board *board)
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    return (unsigned)board->w * board->h - eleven_board_empties(board, empties);
}

static bool same_game(const eleven_game *a, const eleven_game *b)
{
    return eleven_board_equal(&a->board, &b->board) && a->score == b->score && a->ply == b->ply &&
           a->keeps_playing == b->keeps_playing;
}

/* ---- Starting ----------------------------------------------------------------------------------------- */

static void expect_start(const char *name, unsigned w, unsigned h, unsigned tiles)
{
    eleven_rules rules = rules_named(name);
    for (uint64_t seed = 0; seed < 200; seed++) {
        eleven_events events;
        eleven_game game;
        eleven_game_start(&rules, w, h, seed, &game, &events);
        eleven_board placed;
        eleven_board_empty(w, h, &placed);
        assert_int_equal(count_tiles(&game.board), tiles);
        assert_int_equal(events.spawn_count, tiles);
        assert_true(events.gain == 0 && events.hop_count == 0);
        assert_true(game.score == 0 && game.ply == 0 && !game.keeps_playing);
        for (unsigned i = 0; i < tiles; i++)
            eleven_board_place(&placed, events.spawns[i]);
        assert_true(eleven_board_equal(&placed, &game.board));
    }
}

static void a_game_starts_with_the_tiles_of_its_rules(void **state)
{
    (void)state;
    expect_start("classic", 4, 4, 2);
    expect_start("provider", 4, 4, 1);
    expect_start("engine", 8, 8, 2);
    expect_start("fibonacci", 1, 8, 2);
    expect_start("classic", 1, 1, 1); /* as many as fit */
    expect_start("classic", 2, 1, 2);
}

static void every_start_tile_may_be_a_four(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    unsigned fours[2] = {0};
    for (uint64_t seed = 0; seed < 1000; seed++) {
        eleven_events events;
        eleven_game game;
        eleven_game_start(&rules, 4, 4, seed, &game, &events);
        fours[0] += events.spawns[0].rank == 2;
        fours[1] += events.spawns[1].rank == 2;
    }
    assert_in_range(fours[0], 60, 140);
    assert_in_range(fours[1], 60, 140);
}

/* ---- Steps -------------------------------------------------------------------------------------------- */

static void a_step_slides_and_lets_a_tile_appear(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_game game = game_at(&rules, "2 2 . / . 4 . / . . .");
    eleven_events events;
    assert_true(eleven_game_step(&rules, &game, ELEVEN_LEFT, 0, &events)); /* word 0: a 2 on the first empty */
    expect_board(&rules, &game.board, "4 2 . / 4 . . / . . .");
    assert_int_equal(game.score, 4);
    assert_int_equal(game.ply, 1);
    assert_int_equal(events.gain, 4);
    assert_int_equal(events.hop_count, 2);
    assert_true(events.hops[0].from == 1 && events.hops[0].to == 0 && events.hops[0].merged);
    assert_true(events.hops[1].from == 4 && events.hops[1].to == 3 && !events.hops[1].merged);
    assert_int_equal(events.spawn_count, 1);
    assert_true(events.spawns[0].cell == 1 && events.spawns[0].rank == 1);
}

static void a_slide_lets_nothing_appear(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_game game = game_at(&rules, "2 2 . / . 4 . / . . .");
    eleven_events events;
    assert_true(eleven_game_slide(&rules, &game, ELEVEN_LEFT, &events));
    expect_board(&rules, &game.board, "4 . . / 4 . . / . . .");
    assert_true(game.score == 4 && game.ply == 1);
    assert_true(events.gain == 4 && events.hop_count == 2 && events.spawn_count == 0);
}

static void expect_no_step(const eleven_rules *rules, eleven_game game, eleven_direction direction)
{
    eleven_game before = game;
    eleven_events events = {.gain = 77, .hop_count = 7};
    assert_false(eleven_game_step(rules, &game, direction, 5, &events));
    assert_false(eleven_game_slide(rules, &game, direction, &events));
    assert_false(eleven_game_step(rules, &game, direction, 5, NULL));
    assert_true(same_game(&game, &before));
    assert_true(events.gain == 77 && events.hop_count == 7);
}

static void nothing_appears_where_nothing_changed(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    expect_no_step(&rules, game_at(&rules, "2 4 . / 4 2 . / . . ."), ELEVEN_LEFT);
    expect_no_step(&rules, game_at(&rules, "2 4 . / 4 2 . / . . ."), ELEVEN_UP);
    expect_no_step(&rules, game_at(&rules, "2 4 / 4 2"), ELEVEN_DOWN);
}

static void the_score_adds_up_the_gains(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.goal = 0;
    eleven_game game = game_at(&rules, "32768 32768 65536 . / . . . . / . . . . / . . . .");
    assert_true(eleven_game_slide(&rules, &game, ELEVEN_LEFT, NULL));
    assert_int_equal(game.score, 65536);
    assert_true(eleven_game_slide(&rules, &game, ELEVEN_LEFT, NULL));
    expect_board(&rules, &game.board, "131072 . . . / . . . . / . . . . / . . . .");
    assert_int_equal(game.score, 65536 + 131072);
    assert_int_equal(game.ply, 2);
}

static void scores_go_past_32_bits(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.goal = 0;
    eleven_game game = game_at(&rules, "1073741824 1073741824 / 1073741824 1073741824");
    game.score = UINT32_MAX;
    assert_true(eleven_game_slide(&rules, &game, ELEVEN_UP, NULL));
    assert_true(game.score == UINT64_C(8589934591));
}

static void a_step_depends_on_its_arguments_only(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        eleven_rules rules = rules_named(eleven_rules_name(i % ORACLE_RULES));
        eleven_game one, two;
        eleven_game_start(&rules, 5, 3, i, &one, NULL);
        two = one;
        eleven_game other;
        eleven_game_start(&rules, 4, 4, i + 1, &other, NULL);
        eleven_direction direction = (eleven_direction)(i / 4 % 4);
        bool moved = eleven_game_step(&rules, &one, direction, 123 * i, NULL);
        eleven_game_step(&rules, &other, direction, 321, NULL);
        eleven_events events;
        assert_int_equal(eleven_game_step(&rules, &two, direction, 123 * i, &events), moved);
        assert_true(same_game(&one, &two));
    }
}

/* ---- How many tiles appear ---------------------------------------------------------------------------- */

static void engine_lets_one_or_two_appear_three_to_two(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("engine");
    unsigned twos = 0;
    for (uint64_t seed = 0; seed < 10000; seed++) {
        eleven_game game = game_at(&rules, ". 8 . / . . 4");
        eleven_events events;
        assert_true(eleven_game_step(&rules, &game, ELEVEN_LEFT, eleven_random(seed, 1), &events));
        assert_in_range(events.spawn_count, 1, 2);
        assert_int_equal(count_tiles(&game.board), 2 + events.spawn_count);
        twos += events.spawn_count == 2;
    }
    assert_in_range(twos, 4000 - 245, 4000 + 245); /* five standard deviations */
}

static void one_or_eight_may_appear(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.count_weight[8] = 1;
    unsigned eights = 0;
    for (uint64_t word = 0; word < 1000; word++) {
        eleven_game game = game_at(&rules, ". . . 8 / . . . . / . . . .");
        eleven_events events;
        assert_true(eleven_game_step(&rules, &game, ELEVEN_LEFT, word, &events));
        assert_true(events.spawn_count == 1 || events.spawn_count == 8);
        eights += events.spawn_count == 8;
    }
    assert_in_range(eights, 420, 580);
}

static void fewer_appear_where_fewer_cells_are_empty(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.count_weight[1] = 0;
    rules.count_weight[8] = 1;
    eleven_events events;
    eleven_game game = game_at(&rules, ". 8 . / . . 4");
    assert_true(eleven_game_step(&rules, &game, ELEVEN_LEFT, 1, &events));
    assert_int_equal(events.spawn_count, 4);
    assert_int_equal(count_tiles(&game.board), 6);
    game = game_at(&rules, "2 2 / 4 8");
    assert_true(eleven_game_step(&rules, &game, ELEVEN_LEFT, 1, &events));
    assert_int_equal(events.spawn_count, 1);
    eleven_game_start(&rules, 8, 8, 3, &game, NULL);
    assert_true(eleven_game_step(&rules, &game, ELEVEN_UP, 1, &events) ||
                eleven_game_step(&rules, &game, ELEVEN_DOWN, 1, &events));
    assert_int_equal(events.spawn_count, 8);
}

/* ---- Won and lost ------------------------------------------------------------------------------------- */

static void expect_status(const eleven_rules *rules, const char *text, eleven_status status)
{
    eleven_game game = game_at(rules, text);
    assert_int_equal(eleven_game_status(rules, &game), status);
}

static void the_status_follows_the_board(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    expect_status(&rules, "2 4 / 4 .", ELEVEN_STATUS_PLAYING);
    expect_status(&rules, "2 4 / 4 4", ELEVEN_STATUS_PLAYING);
    expect_status(&rules, "2 4 / 4 2", ELEVEN_STATUS_LOST);
    expect_status(&rules, "1024 4 / 4 .", ELEVEN_STATUS_PLAYING);
    expect_status(&rules, "2048 4 / 4 .", ELEVEN_STATUS_WON);
    expect_status(&rules, "4096 4 / 4 .", ELEVEN_STATUS_WON);
    expect_status(&rules, "2048 4 / 4 2", ELEVEN_STATUS_WON); /* a win comes before a loss */
    rules.goal = 0;
    expect_status(&rules, "2048 4 / 4 .", ELEVEN_STATUS_PLAYING);
    expect_status(&rules, "2048 4 / 4 2", ELEVEN_STATUS_LOST);
    rules = rules_named("fibonacci");
    expect_status(&rules, "1 3 / 3 1", ELEVEN_STATUS_LOST);
    expect_status(&rules, "1 3 / 3 2", ELEVEN_STATUS_PLAYING);
    expect_status(&rules, "1597 . / . .", ELEVEN_STATUS_PLAYING);
    expect_status(&rules, "2584 . / . .", ELEVEN_STATUS_WON);
}

static void a_won_game_waits_for_the_player(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_game game = game_at(&rules, "1024 1024 / 4 .");
    assert_false(eleven_game_keep_playing(&rules, &game)); /* not yet won */
    assert_true(eleven_game_step(&rules, &game, ELEVEN_LEFT, 0, NULL));
    expect_board(&rules, &game.board, "2048 2 / 4 .");
    assert_int_equal(eleven_game_status(&rules, &game), ELEVEN_STATUS_WON);
    expect_no_step(&rules, game, ELEVEN_DOWN);
    assert_true(eleven_game_keep_playing(&rules, &game));
    assert_int_equal(eleven_game_status(&rules, &game), ELEVEN_STATUS_PLAYING);
    assert_true(game.keeps_playing && game.ply == 1 && game.score == 2048);
    assert_false(eleven_game_keep_playing(&rules, &game)); /* once is enough */
    assert_true(eleven_game_step(&rules, &game, ELEVEN_DOWN, 0, NULL));
    assert_int_equal(game.ply, 2);
}

static void a_kept_game_can_be_lost(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_game game = game_at(&rules, "2048 4 / 4 2");
    expect_no_step(&rules, game, ELEVEN_LEFT);
    assert_true(eleven_game_keep_playing(&rules, &game));
    assert_int_equal(eleven_game_status(&rules, &game), ELEVEN_STATUS_LOST);
    expect_no_step(&rules, game, ELEVEN_LEFT);
    assert_false(eleven_game_keep_playing(&rules, &game));
}

static void rules_can_end_a_game_at_the_goal(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.goal_ends = true;
    eleven_game game = game_at(&rules, "2048 4 / 4 .");
    assert_int_equal(eleven_game_status(&rules, &game), ELEVEN_STATUS_WON);
    assert_false(eleven_game_keep_playing(&rules, &game));
    assert_false(game.keeps_playing);
    expect_no_step(&rules, game, ELEVEN_DOWN);
}

/* ---- Odd boards --------------------------------------------------------------------------------------- */

static void one_cell_is_lost_at_once(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_game game;
    eleven_game_start(&rules, 1, 1, 1, &game, NULL);
    assert_int_equal(eleven_game_status(&rules, &game), ELEVEN_STATUS_LOST);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        expect_no_step(&rules, game, (eleven_direction)d);
    eleven_board_empty(1, 1, &game.board);
    assert_int_equal(eleven_game_status(&rules, &game), ELEVEN_STATUS_PLAYING); /* a loss needs a full board */
}

static void a_column_moves_up_and_down_only(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_game game = game_at(&rules, ". / 2 / . / 2 / . / . / 4 / 8");
    expect_no_step(&rules, game, ELEVEN_LEFT);
    expect_no_step(&rules, game, ELEVEN_RIGHT);
    assert_true(eleven_game_step(&rules, &game, ELEVEN_UP, UINT64_MAX, NULL));
    expect_board(&rules, &game.board, "4 / 4 / 8 / . / . / . / . / 4");
}

static void a_board_of_sixty_four_cells_moves(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_game game = {.board = {.w = 8, .h = 8}};
    for (unsigned i = 0; i < 64; i++)
        game.board.cells[i] = 1;
    eleven_events events;
    assert_true(eleven_game_step(&rules, &game, ELEVEN_RIGHT, 0, &events));
    assert_int_equal(events.gain, 32 * 4);
    assert_int_equal(events.hop_count, 56); /* seven of the eight tiles in each row change their cell */
    assert_int_equal(count_tiles(&game.board), 33);
}

static void merges_follow_from_hops(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("fibonacci");
    eleven_game game = {.board = board_of(&rules, "1 . 2 3 / . . 5 . / 1 1 1 1")};
    const eleven_board before = game.board;
    eleven_merge merges[ELEVEN_CELLS_MAX];
    eleven_events events;
    assert_true(eleven_game_step(&rules, &game, ELEVEN_RIGHT, 0, &events));
    assert_int_equal(eleven_events_merges(&rules, &before, &events, merges), 3);
    assert_true(merges[0].cell == 3 && merges[0].met == 3 && merges[0].moved == 2 && merges[0].rank == 4);
    assert_true(merges[1].cell == 11 && merges[1].met == 1 && merges[1].moved == 1 && merges[1].rank == 2);
    assert_true(merges[2].cell == 10 && merges[2].met == 1 && merges[2].moved == 1 && merges[2].rank == 2);
    eleven_ply ply = eleven_ply_from(ELEVEN_RIGHT, &events);
    assert_true(!ply.keeps_playing && ply.direction == ELEVEN_RIGHT && ply.spawn_count == 1);
    assert_true(ply.spawns[0].cell == events.spawns[0].cell && ply.spawns[0].rank == events.spawns[0].rank);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_starts_with_the_tiles_of_its_rules),
        cmocka_unit_test(every_start_tile_may_be_a_four),
        cmocka_unit_test(a_step_slides_and_lets_a_tile_appear),
        cmocka_unit_test(a_slide_lets_nothing_appear),
        cmocka_unit_test(nothing_appears_where_nothing_changed),
        cmocka_unit_test(the_score_adds_up_the_gains),
        cmocka_unit_test(scores_go_past_32_bits),
        cmocka_unit_test(a_step_depends_on_its_arguments_only),
        cmocka_unit_test(engine_lets_one_or_two_appear_three_to_two),
        cmocka_unit_test(one_or_eight_may_appear),
        cmocka_unit_test(fewer_appear_where_fewer_cells_are_empty),
        cmocka_unit_test(the_status_follows_the_board),
        cmocka_unit_test(a_won_game_waits_for_the_player),
        cmocka_unit_test(a_kept_game_can_be_lost),
        cmocka_unit_test(rules_can_end_a_game_at_the_goal),
        cmocka_unit_test(one_cell_is_lost_at_once),
        cmocka_unit_test(a_column_moves_up_and_down_only),
        cmocka_unit_test(a_board_of_sixty_four_cells_moves),
        cmocka_unit_test(merges_follow_from_hops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
