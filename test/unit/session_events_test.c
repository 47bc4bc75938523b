/* What a session reports about its last action, for animation and for words. */
#include "session_fixture.h"

/* Hops and new tiles, made one by one on the board before, give the board now. */
static void expect_events_lead_here(const eleven_session *session, const char *before)
{
    const eleven_board *board;
    const eleven_events *events = eleven_session_events(session, &board);
    const eleven_rules *rules = eleven_session_rules(session);
    eleven_board now = *board;
    expect_board(rules, board, before);
    for (unsigned i = 0; i < events->hop_count; i++) {
        eleven_hop hop = events->hops[i];
        eleven_rank moved = now.cells[hop.from], met = now.cells[hop.to];
        now.cells[hop.from] = 0;
        now.cells[hop.to] = hop.merged ? rules->merge[met][moved] : moved;
    }
    for (unsigned i = 0; i < events->spawn_count; i++)
        now.cells[events->spawns[i].cell] = events->spawns[i].rank;
    assert_true(eleven_board_equal(&now, &eleven_session_game(session)->board));
    assert_int_equal(events->gain, 12);
    assert_true(events->hop_count == 3 && events->spawn_count == 1);
}

static void a_redone_move_reports_its_events_again(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". 2 . 2 / 4 4 8 .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_events moved = *eleven_session_events(session, NULL);
    assert_int_equal(moved.hop_count, 4);
    assert_int_equal(moved.gain, 12);
    assert_true(eleven_session_undo(session, acted));
    assert_true(eleven_session_redo(session, acted));
    const eleven_events *again = eleven_session_events(session, NULL);
    assert_true(again->gain == moved.gain && again->hop_count == moved.hop_count);
    assert_memory_equal(again->hops, moved.hops, moved.hop_count * sizeof *moved.hops);
    assert_true(again->spawn_count == moved.spawn_count);
    assert_memory_equal(again->spawns, moved.spawns, moved.spawn_count * sizeof *moved.spawns);
    eleven_session_free(session);
}

static void events_lead_from_the_board_before_to_the_board_now(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". 2 . 2 / 4 4 . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    expect_events_lead_here(session, ". 2 . 2 / 4 4 . .");
    assert_true(eleven_session_undo(session, acted) && eleven_session_redo(session, acted));
    expect_events_lead_here(session, ". 2 . 2 / 4 4 . .");
    eleven_session_free(session);
}

static void a_new_game_reports_its_start_tiles(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 4, 4, 1);
    for (unsigned i = 0; i < 3; i++) {
        const eleven_events *events = eleven_session_events(session, NULL);
        const eleven_board *board = &eleven_session_game(session)->board;
        assert_true(events->hop_count == 0 && events->gain == 0 && events->spawn_count == 2);
        for (unsigned spawn = 0; spawn < 2; spawn++)
            assert_int_equal(board->cells[events->spawns[spawn].cell], events->spawns[spawn].rank);
        if (i == 0)
            assert_true(eleven_session_new_game(session, 2, "", acted));
        else if (i == 1)
            assert_true(eleven_session_undo(session, acted) && eleven_session_redo(session, acted));
    }
    eleven_session_free(session);
}

static void expect_no_events(const eleven_session *session)
{
    const eleven_events *events = eleven_session_events(session, NULL);
    assert_true(events->gain == 0 && events->hop_count == 0 && events->spawn_count == 0);
}

static void other_actions_report_no_events(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "1024 1024 / . .");
    expect_no_events(session); /* a given board */
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    assert_true(eleven_session_keep_playing(session, acted));
    expect_no_events(session);
    char *text = printed(session);
    assert_true(eleven_session_undo(session, acted) && eleven_session_undo(session, acted));
    expect_no_events(session);
    assert_true(eleven_session_seek(session, 3, acted));
    expect_no_events(session);
    assert_int_equal(eleven_session_load(session, text, strlen(text), acted, NULL), ELEVEN_OK);
    expect_no_events(session);
    free(text);
    eleven_session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_redone_move_reports_its_events_again),
        cmocka_unit_test(events_lead_from_the_board_before_to_the_board_now),
        cmocka_unit_test(a_new_game_reports_its_start_tiles),
        cmocka_unit_test(other_actions_report_no_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
