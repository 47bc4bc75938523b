/* One sitting at the board: what each action does. */
#include "session_fixture.h"

/* ---- Beginning and moving ------------------------------------------------------------------------------ */

static void a_session_is_empty_at_first(void **state)
{
    (void)state;
    eleven_session *session = eleven_session_new();
    expect_position(session, 0, 0);
    assert_int_equal(eleven_session_unsaved(session), 0);
    assert_false(eleven_session_undo(session, begun));
    assert_false(eleven_session_redo(session, begun));
    assert_false(eleven_session_seek(session, 0, begun));
    eleven_session_free(session);
    eleven_session_free(NULL);
}

static void a_seed_decides_the_start(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        eleven_session *session = session_sized("classic", 5, 3, seed);
        eleven_game expected;
        eleven_game_start(eleven_session_rules(session), 5, 3, seed, &expected, NULL);
        assert_true(same_game(eleven_session_game(session), &expected));
        expect_position(session, 1, 1);
        eleven_session_free(session);
    }
}

static void a_head_can_bring_its_own_board(void **state)
{
    (void)state;
    eleven_record head = head_at("fibonacci", "3 5 . / 8 . 13");
    head.start.score = 77;
    eleven_session *session = session_of(&head, 8, 8); /* the size is the board's */
    expect_session_board(session, "3 5 . / 8 . 13");
    assert_int_equal(eleven_session_game(session)->score, 77);
    assert_string_equal(eleven_session_rules(session)->name, "fibonacci");
    eleven_session_free(session);
}

static void moves_follow_the_seed(void **state)
{
    (void)state;
    eleven_session *session = session_sized("engine", 4, 4, 9);
    eleven_game model = *eleven_session_game(session);
    for (unsigned i = 0; i < 200; i++) {
        eleven_direction direction = (eleven_direction)(i % ELEVEN_DIRECTIONS);
        uint64_t word = eleven_random(9, model.ply + 1);
        bool moved = eleven_game_step(eleven_session_rules(session), &model, direction, word, NULL);
        assert_int_equal(eleven_session_move(session, direction, acted), moved);
        assert_true(same_game(eleven_session_game(session), &model));
    }
    assert_true(model.ply > 20);
    expect_position(session, model.ply + 1, model.ply + 1);
    eleven_session_free(session);
}

static void a_new_game_keeps_rules_and_size(void **state)
{
    (void)state;
    eleven_session *session = session_sized("provider", 3, 5, 1);
    assert_true(move_some(session, 0));
    assert_true(eleven_session_new_game(session, 42, "2025-01-02", acted));
    eleven_game expected;
    eleven_game_start(eleven_session_rules(session), 3, 5, 42, &expected, NULL);
    eleven_record record;
    eleven_session_record(session, &record);
    assert_true(same_game(eleven_session_game(session), &expected));
    assert_true(record.has_seed && record.seed == 42 && !record.from_board);
    assert_string_equal(record.rules.name, "provider");
    assert_string_equal(record.date, "2025-01-02");
    expect_position(session, 3, 3);
    eleven_session_free(session);
}

static void a_date_that_is_too_long_is_cut(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 4, 4, 1);
    const char *date = "2025-01-02T03:04:05.678901234567890123456789Z";
    assert_true(eleven_session_new_game(session, 42, date, acted));
    eleven_record record;
    eleven_session_record(session, &record);
    assert_int_equal(strlen(record.date), sizeof record.date - 1);
    assert_memory_equal(record.date, date, sizeof record.date - 1);
    eleven_session_free(session);
}

static void a_date_that_is_not_one_word_is_left_out(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 4, 4, 1);
    assert_true(eleven_session_new_game(session, 42, "28 Nov\n", acted));
    eleven_record record;
    eleven_session_record(session, &record);
    assert_string_equal(record.date, "");
    eleven_session_free(session);
}

static void a_won_game_can_be_kept_on(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "1024 1024 / . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    assert_int_equal(eleven_session_status(session), ELEVEN_STATUS_WON);
    assert_false(eleven_session_move(session, ELEVEN_RIGHT, acted));
    assert_true(eleven_session_keep_playing(session, acted));
    assert_int_equal(eleven_session_status(session), ELEVEN_STATUS_PLAYING);
    expect_position(session, 3, 3);
    assert_true(move_some(session, ELEVEN_RIGHT));
    eleven_session_free(session);
}

/* ---- Undo and redo ------------------------------------------------------------------------------------- */

static void undo_goes_back_and_redo_forward(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . 4 4 / . 2 . . / . . . . / . . . .");
    eleven_game start = *eleven_session_game(session);
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_game moved = *eleven_session_game(session);
    assert_true(eleven_session_undo(session, acted));
    assert_true(same_game(eleven_session_game(session), &start));
    expect_position(session, 1, 2);
    assert_true(eleven_session_redo(session, acted));
    assert_true(same_game(eleven_session_game(session), &moved));
    expect_position(session, 2, 2);
    eleven_session_free(session);
}

static void a_new_game_can_be_undone(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 4, 4, 5);
    for (unsigned i = 0; i < 9; i++)
        assert_true(move_some(session, i));
    eleven_game old = *eleven_session_game(session);
    assert_true(eleven_session_new_game(session, 6, "", acted));
    eleven_game new = *eleven_session_game(session);
    assert_true(eleven_session_undo(session, acted));
    assert_true(same_game(eleven_session_game(session), &old));
    assert_int_equal(record_of(session).seed, 5);
    assert_true(eleven_session_redo(session, acted));
    assert_true(same_game(eleven_session_game(session), &new));
    assert_int_equal(record_of(session).seed, 6);
    eleven_session_free(session);
}

static void keeping_on_can_be_undone(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "2048 4 / . .");
    assert_true(eleven_session_keep_playing(session, acted));
    assert_true(eleven_session_undo(session, acted));
    assert_int_equal(eleven_session_status(session), ELEVEN_STATUS_WON);
    assert_true(eleven_session_redo(session, acted));
    assert_int_equal(eleven_session_status(session), ELEVEN_STATUS_PLAYING);
    eleven_session_free(session);
}

static void expect_no_other_tile(eleven_session *session, eleven_direction direction)
{
    eleven_game first = {0};
    for (unsigned i = 0; i < 20; i++) {
        assert_true(eleven_session_move(session, direction, acted + i));
        if (i == 0)
            first = *eleven_session_game(session);
        assert_true(same_game(eleven_session_game(session), &first));
        assert_true(eleven_session_undo(session, acted + i));
    }
}

static void undo_cannot_re_roll_a_tile(void **state)
{
    (void)state;
    eleven_session *session = session_sized("engine", 8, 8, 5);
    for (unsigned i = 0; i < 20; i++) {
        expect_no_other_tile(session, i % 2 ? ELEVEN_LEFT : ELEVEN_UP);
        assert_true(move_some(session, i));
    }
    eleven_session_free(session);
}

static void undo_cannot_re_roll_a_tile_without_a_seed(void **state)
{
    (void)state;
    eleven_record head = head_at("classic", "2 . . . / . 4 . . / . . . . / . . . 8");
    head.has_seed = false;
    eleven_session *session = session_of(&head, 0, 0);
    expect_no_other_tile(session, ELEVEN_LEFT);
    expect_no_other_tile(session, ELEVEN_DOWN);
    assert_true(eleven_session_move(session, ELEVEN_DOWN, acted));
    expect_no_other_tile(session, ELEVEN_RIGHT);
    assert_false(record_of(session).has_seed);
    eleven_session_free(session);
}

/* Without a seed, what is on any one cell decides where the new tile appears. */
static void chance_without_a_seed_sees_every_cell(void **state)
{
    (void)state;
    for (unsigned cell = 0; cell < 64; cell++) {
        unsigned others = 0, first = 0;
        for (eleven_rank rank = 1; rank < 10; rank++) {
            eleven_record head = {.rules = rules_named("classic"), .from_board = true};
            head.start.board = (eleven_board){.w = 8, .h = 8};
            head.start.board.cells[cell == 9 ? 10 : 9] = 10;
            head.start.board.cells[cell] = rank;
            eleven_session *session = session_of(&head, 0, 0);
            assert_true(move_some(session, ELEVEN_UP));
            unsigned spawned = eleven_session_events(session, NULL)->spawns[0].cell;
            first = rank == 1 ? spawned : first;
            others += spawned != first;
            eleven_session_free(session);
        }
        assert_true(others > 0);
    }
}

/* Without a seed, other boards and other moves bring other tiles all the same. */
static void chance_without_a_seed_is_chance(void **state)
{
    (void)state;
    unsigned cells[64] = {0}, fours = 0, used = 0;
    eleven_record head = head_at("classic", "2 4 / . . / . . / . . / . . / . . / . . / 8 .");
    head.has_seed = false;
    eleven_session *session = session_of(&head, 0, 0);
    for (unsigned i = 0; i < 400; i++) {
        if (!move_some(session, i))
            assert_true(eleven_session_seek(session, 1 + i % 7, acted));
        const eleven_events *events = eleven_session_events(session, NULL);
        for (unsigned spawn = 0; spawn < events->spawn_count; spawn++) {
            cells[events->spawns[spawn].cell]++;
            fours += events->spawns[spawn].rank == 2;
        }
    }
    for (unsigned i = 0; i < 16; i++)
        used += cells[i] > 0;
    assert_true(used >= 12);
    assert_in_range(fours, 1, 100);
    eleven_session_free(session);
}

static void an_action_replaces_what_was_undone(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . . . / . 2 . . / . . . . / . . . .");
    for (unsigned i = 0; i < 6; i++)
        assert_true(move_some(session, i));
    for (unsigned i = 0; i < 6; i++)
        assert_true(eleven_session_undo(session, acted));
    expect_position(session, 1, 7);
    assert_true(eleven_session_move(session, ELEVEN_RIGHT, acted));
    expect_position(session, 2, 2);
    assert_false(eleven_session_redo(session, acted));
    assert_true(eleven_session_undo(session, acted));
    assert_true(eleven_session_new_game(session, 3, "", acted));
    expect_position(session, 2, 2);
    assert_int_equal(eleven_session_game(session)->ply, 0);
    eleven_session_free(session);
}

/* ---- Counting ------------------------------------------------------------------------------------------ */

static void counts_end_at_the_largest_number(void **state)
{
    (void)state;
    static const char text[] = "eleven game 1\nrules classic\nsize 2x2\nboard 2 2 / . .\nundos 4294967295\n"
                               "hints 4294967295\nhelped 4294967295\nplain-score 0\n";
    eleven_session *session = session_at("classic", "2 2 / . .");
    assert_int_equal(eleven_session_load(session, text, sizeof text - 1, acted, NULL), ELEVEN_OK);
    eleven_session_hinted(session);
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    assert_true(eleven_session_undo(session, acted));
    eleven_player *player = NULL;
    assert_int_equal(eleven_player_open("greedy", 1, NULL, &player, NULL), ELEVEN_OK);
    assert_true(eleven_session_autoplay(session, player, NULL, acted));
    eleven_record record = record_of(session);
    assert_true(record.undos == UINT32_MAX && record.hints == UINT32_MAX && record.helped == UINT32_MAX);
    eleven_player_close(player);
    eleven_session_free(session);
}

static void only_moves_taken_back_are_counted(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "1024 1024 / . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    assert_true(eleven_session_keep_playing(session, acted));
    assert_true(eleven_session_undo(session, acted));
    assert_int_equal(record_of(session).undos, 0); /* that was the keeping on */
    assert_true(eleven_session_undo(session, acted));
    assert_int_equal(record_of(session).undos, 1);
    assert_true(eleven_session_redo(session, acted));
    assert_int_equal(record_of(session).undos, 1);
    assert_true(eleven_session_new_game(session, 3, "", acted));
    assert_true(eleven_session_undo(session, acted));
    assert_int_equal(record_of(session).undos, 1);
    assert_true(eleven_session_seek(session, 1, acted));
    assert_int_equal(record_of(session).undos, 1);
    eleven_session_free(session);
}

static void each_game_counts_its_own(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 4, 4, 1);
    assert_true(move_some(session, 0) && eleven_session_undo(session, acted));
    assert_true(eleven_session_new_game(session, 3, "", acted));
    assert_int_equal(record_of(session).undos, 0);
    for (unsigned i = 0; i < 2; i++)
        assert_true(move_some(session, 0) && eleven_session_undo(session, acted));
    assert_int_equal(record_of(session).undos, 2);
    assert_true(eleven_session_undo(session, acted));
    assert_int_equal(record_of(session).undos, 1);
    eleven_session_free(session);
}

static void marking_counts_all_moves_so_far_as_helped(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 4, 4, 1);
    for (unsigned i = 0; i < 7; i++)
        assert_true(move_some(session, i));
    assert_int_equal(record_of(session).helped, 0);
    eleven_session_mark_helped(session);
    assert_int_equal(record_of(session).helped, 7);
    assert_true(move_some(session, 0));
    assert_int_equal(record_of(session).helped, 7);
    assert_true(eleven_session_new_game(session, 3, "", acted));
    assert_int_equal(record_of(session).helped, 0);
    eleven_session_free(session);
}

/* ---- Autoplay ------------------------------------------------------------------------------------------ */

static const eleven_budget no_limit = {.size = sizeof(eleven_budget)};

/* Lets the player play to the end, and checks that it was one; returns the moves made. */
static uint32_t play_to_the_end(eleven_player *player, const char *rules, uint64_t seed)
{
    eleven_session *session = session_sized(rules, 4, 4, seed);
    while (eleven_session_autoplay(session, player, &no_limit, acted))
        assert_in_range(eleven_session_length(session), 2, 100000);
    eleven_record record;
    eleven_session_record(session, &record);
    assert_int_not_equal(eleven_session_status(session), ELEVEN_STATUS_PLAYING);
    assert_int_equal(record.helped, record.moves);
    expect_position(session, record.moves + 1, record.moves + 1);
    eleven_session_free(session);
    return record.moves;
}

static void built_in_players_play_to_the_end(void **state)
{
    (void)state;
    for (unsigned i = 0; eleven_player_name(i); i++) {
        if (strcmp(eleven_player_name(i), "strong") == 0)
            continue; /* needs its tables, see endgame_test.c */
        eleven_player *player = player_of(eleven_player_name(i), 4);
        for (unsigned rules = 0; eleven_rules_name(rules); rules++)
            assert_true(play_to_the_end(player, eleven_rules_name(rules), rules) > 10);
        eleven_player_close(player);
    }
}

static void anybody_can_be_a_player(void **state)
{
    (void)state;
    script lines = {"ldr", {0}};
    eleven_player player = {
        .size = sizeof(eleven_player), .name = "script", .context = &lines, .choose = choose_by_script};
    eleven_budget budget = {.size = sizeof(eleven_budget), .depth = 3};
    eleven_session *session = session_at("classic", ". . . . / . 2 . . / . . . . / . . . .");
    const eleven_direction expected[] = {ELEVEN_LEFT, ELEVEN_DOWN, ELEVEN_RIGHT};
    for (unsigned i = 0; i < 3; i++) {
        assert_true(eleven_session_autoplay(session, &player, &budget, acted));
        assert_int_equal(eleven_session_entry(session, i + 1)->ply.direction, expected[i]);
    }
    assert_memory_equal(&lines.budget, &budget, sizeof budget);
    assert_false(eleven_session_autoplay(session, &player, &budget, acted)); /* it has nothing more to say */
    assert_int_equal(record_of(session).helped, 3);
    eleven_session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_is_empty_at_first),
        cmocka_unit_test(a_seed_decides_the_start),
        cmocka_unit_test(a_head_can_bring_its_own_board),
        cmocka_unit_test(moves_follow_the_seed),
        cmocka_unit_test(a_new_game_keeps_rules_and_size),
        cmocka_unit_test(a_date_that_is_too_long_is_cut),
        cmocka_unit_test(a_date_that_is_not_one_word_is_left_out),
        cmocka_unit_test(a_won_game_can_be_kept_on),
        cmocka_unit_test(undo_goes_back_and_redo_forward),
        cmocka_unit_test(a_new_game_can_be_undone),
        cmocka_unit_test(keeping_on_can_be_undone),
        cmocka_unit_test(undo_cannot_re_roll_a_tile),
        cmocka_unit_test(undo_cannot_re_roll_a_tile_without_a_seed),
        cmocka_unit_test(chance_without_a_seed_is_chance),
        cmocka_unit_test(chance_without_a_seed_sees_every_cell),
        cmocka_unit_test(an_action_replaces_what_was_undone),
        cmocka_unit_test(counts_end_at_the_largest_number),
        cmocka_unit_test(only_moves_taken_back_are_counted),
        cmocka_unit_test(each_game_counts_its_own),
        cmocka_unit_test(marking_counts_all_moves_so_far_as_helped),
        cmocka_unit_test(built_in_players_play_to_the_end),
        cmocka_unit_test(anybody_can_be_a_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
