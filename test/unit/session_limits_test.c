/* What is impossible in a session: it says so and changes nothing. */
#include "session_fixture.h"

/* Everything that can be seen of a session. */
typedef struct view {
    size_t length, position, unsaved;
    eleven_events events;
    char *text;
} view;

static view view_of(const eleven_session *session)
{
    return (view){eleven_session_length(session), eleven_session_position(session), eleven_session_unsaved(session),
                  *eleven_session_events(session, NULL), printed(session)};
}

static void expect_unchanged(const eleven_session *session, view before)
{
    expect_position(session, before.position, before.length);
    assert_int_equal(eleven_session_unsaved(session), before.unsaved);
    assert_memory_equal(eleven_session_events(session, NULL), &before.events, sizeof before.events);
    char *text = printed(session);
    assert_string_equal(text, before.text);
    free(text);
    free(before.text);
}

static bool autoplay_by(eleven_session *session, const char *letters)
{
    script lines = {letters, NULL};
    eleven_player player = {.name = "script", .context = &lines, .choose = choose_by_script};
    return eleven_session_autoplay(session, &player, &(eleven_budget){0}, acted);
}

static void what_is_impossible_changes_nothing(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "2 4 8 / 16 32 .");
    view before = view_of(session);
    assert_false(eleven_session_move(session, ELEVEN_UP, acted));
    assert_false(eleven_session_move(session, ELEVEN_LEFT, acted));
    assert_false(eleven_session_keep_playing(session, acted));
    assert_false(eleven_session_undo(session, acted));
    assert_false(eleven_session_redo(session, acted));
    assert_false(eleven_session_seek(session, 0, acted));
    assert_false(eleven_session_seek(session, 2, acted));
    assert_false(eleven_session_seek(session, SIZE_MAX, acted));
    assert_false(autoplay_by(session, "u"));
    assert_false(autoplay_by(session, ""));
    expect_unchanged(session, before);
    eleven_session_free(session);
}

static void an_impossible_move_keeps_what_can_be_redone(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "2 4 . / 16 32 .");
    assert_true(eleven_session_move(session, ELEVEN_RIGHT, acted));
    assert_true(eleven_session_undo(session, acted));
    view before = view_of(session);
    assert_false(eleven_session_move(session, ELEVEN_LEFT, acted));
    assert_false(eleven_session_keep_playing(session, acted));
    assert_false(autoplay_by(session, "l"));
    expect_unchanged(session, before);
    assert_true(eleven_session_redo(session, acted));
    eleven_session_free(session);
}

static void nothing_is_played_after_the_end(void **state)
{
    (void)state;
    const char *const ends[] = {"2 4 / 4 2", "2048 4 / . .", "2048 4 / 4 2"};
    for (unsigned i = 0; i < 3; i++) {
        eleven_session *session = session_at("classic", ends[i]);
        view before = view_of(session);
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            assert_false(eleven_session_move(session, (eleven_direction)d, acted));
            assert_false(autoplay_by(session, eleven_direction_name((eleven_direction)d)));
        }
        expect_unchanged(session, before);
        eleven_session_free(session);
    }
}

static void nobody_is_asked_after_the_end(void **state)
{
    (void)state;
    script lines = {"ld", NULL};
    eleven_player player = {.name = "script", .context = &lines, .choose = choose_by_script};
    eleven_session *session = session_at("classic", "2048 . / . .");
    assert_false(eleven_session_autoplay(session, &player, &(eleven_budget){0}, acted));
    assert_string_equal(lines.letters, "ld");
    eleven_session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_impossible_changes_nothing),
        cmocka_unit_test(an_impossible_move_keeps_what_can_be_redone),
        cmocka_unit_test(nothing_is_played_after_the_end),
        cmocka_unit_test(nobody_is_asked_after_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
