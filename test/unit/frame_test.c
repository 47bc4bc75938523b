/* Frames: where every tile is at every moment. Times are in milliseconds: tiles slide for 100, then new and
 * merged ones take 200 to settle; the gain is seen for 600. */
#include "session_fixture.h"
#include "../oracle/oracle.h"

/* ---- Sliding ------------------------------------------------------------------------------------------- */

static void at_first_tiles_are_where_they_were(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . . 2 / 4 . . 4 / . . . . / 8 . . .");
    eleven_board before = eleven_session_game(session)->board;
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_frame frame = frame_at(session, acted);
    assert_true(is_at_rest(&frame, eleven_session_rules(session), &before));
    assert_true(frame.is_moving);
    eleven_session_free(session);
}

static void half_the_time_is_half_the_way(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . . 2 / 4 . . 4 / . 16 . . / 8 . . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_frame frame = frame_at(session, acted + 50);
    assert_int_equal(frame.sprite_count, 5);
    assert_non_null(find(&frame, 2, 1.5, 0));
    assert_non_null(find(&frame, 4, 0, 1));
    assert_non_null(find(&frame, 4, 1.5, 1));
    assert_non_null(find(&frame, 16, 0.5, 2));
    assert_non_null(find(&frame, 8, 0, 3));
    eleven_session_free(session);
}

static void slides_ease_in_and_out(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . . . 2");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    double last = 4;
    for (double t = 1; t < 50; t++) {
        float early = frame_at(session, acted + t).sprites[0].x;
        float late = frame_at(session, acted + 100 - t).sprites[0].x;
        assert_true(near(4 - early, late)); /* the second half mirrors the first */
        assert_true(early < last);
        last = early;
    }
    assert_true(frame_at(session, acted + 10).sprites[0].x > 4 - 4 * 0.1); /* slow at first */
    eleven_session_free(session);
}

static void columns_slide_too(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "2 . / . . / . 4");
    assert_true(eleven_session_move(session, ELEVEN_DOWN, acted));
    eleven_frame frame = frame_at(session, acted + 50);
    assert_non_null(find(&frame, 2, 0, 1));
    assert_non_null(find(&frame, 4, 1, 2));
    eleven_session_free(session);
}

static void at_the_end_of_the_slide_tiles_are_on_their_cells(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . . 2 / 4 . . 4 / . 16 . . / 8 . . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_frame just_before = frame_at(session, acted + 99.99), frame = frame_at(session, acted + 100);
    for (unsigned i = 0; i < just_before.sprite_count; i++)
        assert_true(near(just_before.sprites[i].x, 0));
    assert_non_null(find(&frame, 2, 0, 0));
    assert_non_null(find(&frame, 8, 0, 1));
    assert_non_null(find(&frame, 16, 0, 2));
    assert_non_null(find(&frame, 8, 0, 3));
    assert_null(find(&frame, 4, 0, 1)); /* the two have become one */
    eleven_session_free(session);
}

/* ---- Popping and growing ------------------------------------------------------------------------------- */

static void merged_tiles_pop(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "4 . . 4 / 16 . . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    float most = 0;
    for (double t = 100; t <= 300; t++) {
        eleven_frame frame = frame_at(session, acted + t);
        const eleven_sprite *merged = find(&frame, 8, 0, 0);
        assert_non_null(merged);
        assert_true(merged->scale >= 1 && merged->scale <= 1.2f + 1e-6f);
        assert_true(near(find(&frame, 16, 0, 1)->scale, 1)); /* those that only rest there do not */
        most = merged->scale > most ? merged->scale : most;
    }
    assert_true(near(most, 1.2));
    eleven_frame frame = frame_at(session, acted + 300);
    assert_true(near(find(&frame, 8, 0, 0)->scale, 1));
    eleven_session_free(session);
}

static void popping_tiles_lie_over_the_others(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "4 4 16 32 / 8 . . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_frame frame = frame_at(session, acted + 200);
    const eleven_sprite *merged = find(&frame, 8, 0, 0);
    assert_ptr_equal(merged, &frame.sprites[frame.sprite_count - 1]);
    assert_true(merged->scale > 1.1f);
    eleven_session_free(session);
}

static void new_tiles_grow(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . . 16");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_tile tile = eleven_session_events(session, NULL)->spawns[0];
    uint32_t value = eleven_session_rules(session)->value[tile.rank];
    eleven_frame sliding = frame_at(session, acted + 99);
    assert_int_equal(sliding.sprite_count, 1); /* not yet there */
    float last = -1;
    for (double t = 100; t <= 300; t += 5) {
        eleven_frame frame = frame_at(session, acted + t);
        const eleven_sprite *grown = find(&frame, value, tile.cell, 0);
        assert_non_null(grown);
        assert_true(grown->scale > last && grown->scale <= 1);
        assert_true(t > 100 || near(grown->scale, 0));
        last = grown->scale;
    }
    assert_true(near(last, 1));
    eleven_session_free(session);
}

static void start_tiles_grow_at_once(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 4, 4, 3);
    eleven_frame first = frame_at(session, begun), later = frame_at(session, begun + 100);
    assert_true(first.is_moving && first.sprite_count == 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(near(first.sprites[i].scale, 0));
        assert_true(near(later.sprites[i].scale, 0.5));
    }
    eleven_frame grown = frame_at(session, begun + 200);
    assert_true(shows_game(&grown, session) && !grown.is_moving);
    eleven_session_free(session);
}

static void a_given_board_is_shown_at_once(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "2 4 / . .");
    eleven_frame frame = frame_at(session, begun);
    assert_true(shows_game(&frame, session) && !frame.is_moving);
    eleven_session_free(session);
}

/* ---- Around the board ---------------------------------------------------------------------------------- */

static void the_gain_floats_for_600_milliseconds(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "4 4 / 8 8");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    for (double t = 0; t < 600; t += 25) {
        eleven_frame frame = frame_at(session, acted + t);
        assert_int_equal(frame.gain, 24);
        assert_true(near(frame.gain_age, t / 600));
        assert_true(frame.is_moving);
    }
    eleven_frame frame = frame_at(session, acted + 600);
    assert_true(frame.gain == 0 && !frame.is_moving);
    eleven_session_free(session);
}

static void a_move_without_gain_is_over_when_the_tile_has_grown(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". 2");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    assert_true(frame_at(session, acted + 299).is_moving);
    assert_false(frame_at(session, acted + 300).is_moving);
    assert_int_equal(frame_at(session, acted + 10).gain, 0);
    eleven_session_free(session);
}

static void score_and_moves_count_at_once(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "4 4 / 8 8");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_frame frame = frame_at(session, acted);
    assert_true(frame.score == 24 && frame.moves == 1 && frame.status == ELEVEN_STATUS_PLAYING);
    eleven_session_free(session);
}

static void the_banner_follows_the_status(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "1024 1024 / . .");
    assert_false(frame_at(session, begun).can_keep_playing);
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_frame won = frame_at(session, acted);
    assert_true(won.status == ELEVEN_STATUS_WON && won.can_keep_playing);
    assert_true(eleven_session_keep_playing(session, acted + 1));
    eleven_frame kept = frame_at(session, acted + 1);
    assert_true(kept.status == ELEVEN_STATUS_PLAYING && !kept.can_keep_playing);
    eleven_session_free(session);
    session = session_at("classic", "2 4 / 4 2");
    eleven_frame lost = frame_at(session, acted);
    assert_true(lost.status == ELEVEN_STATUS_LOST && !lost.can_keep_playing);
    eleven_session_free(session);
}

static void a_win_that_ends_the_game_offers_nothing(void **state)
{
    (void)state;
    eleven_record head = head_at("classic", "2048 2 / . .");
    head.rules.goal_ends = true;
    eleven_session *session = session_of(&head, 0, 0);
    eleven_frame frame = frame_at(session, begun);
    assert_true(frame.status == ELEVEN_STATUS_WON && !frame.can_keep_playing);
    eleven_session_free(session);
}

/* ---- One action after another -------------------------------------------------------------------------- */

static void a_move_ends_the_animation_of_the_one_before(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . . 2 / . 4 . 4 / . . . . / . . . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_board between = eleven_session_game(session)->board;
    assert_true(eleven_session_move(session, ELEVEN_DOWN, acted + 20));
    eleven_frame frame = frame_at(session, acted + 20);
    assert_true(is_at_rest(&frame, eleven_session_rules(session), &between));
    assert_int_equal(frame.gain, 0); /* that of the move before is gone */
    frame = frame_at(session, acted + 320);
    assert_true(shows_game(&frame, session));
    eleven_session_free(session);
}

static void undo_is_not_animated(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . 4 4 / . . . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    assert_true(eleven_session_undo(session, acted + 30));
    eleven_frame frame = frame_at(session, acted + 30);
    assert_true(shows_game(&frame, session));
    assert_true(frame.gain == 0 && !frame.is_moving && frame.score == 0);
    eleven_session_free(session);
}

static bool same_frame(const eleven_frame *a, const eleven_frame *b)
{
    for (unsigned i = 0; i < a->sprite_count && i < b->sprite_count; i++) {
        const eleven_sprite *one = &a->sprites[i], *other = &b->sprites[i];
        if (!near(one->x, other->x) || !near(one->y, other->y) || !near(one->scale, other->scale) ||
            one->value != other->value)
            return false;
    }
    return a->sprite_count == b->sprite_count && a->gain == b->gain && a->score == b->score &&
           a->is_moving == b->is_moving;
}

static void redo_is_animated_like_the_move(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . 4 4 / . 2 . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_frame moved[4], redone[4];
    for (unsigned i = 0; i < 4; i++)
        moved[i] = frame_at(session, acted + 150 * i + 40);
    assert_true(eleven_session_undo(session, acted + 900));
    assert_true(eleven_session_redo(session, acted + 1000));
    for (unsigned i = 0; i < 4; i++) {
        redone[i] = frame_at(session, acted + 1000 + 150 * i + 40);
        assert_true(same_frame(&moved[i], &redone[i]));
    }
    eleven_session_free(session);
}

static void a_jump_is_not_animated(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . 4 4 / . 2 . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    assert_true(eleven_session_move(session, ELEVEN_RIGHT, acted));
    assert_true(eleven_session_seek(session, 1, acted));
    eleven_frame back = frame_at(session, acted);
    assert_true(shows_game(&back, session) && !back.is_moving);
    assert_true(eleven_session_seek(session, 3, acted));
    eleven_frame forward = frame_at(session, acted);
    assert_true(shows_game(&forward, session) && !forward.is_moving);
    eleven_session_free(session);
}

static void odd_times_do_no_harm(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . 4 4 / . 2 . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_frame first = frame_at(session, acted);
    const double early[] = {acted - 1, 0, -1e300, -INFINITY}, late[] = {acted + 600, 1e18, 1e300, INFINITY};
    for (unsigned i = 0; i < 4; i++) {
        eleven_frame before = frame_at(session, early[i]), after = frame_at(session, late[i]);
        assert_true(same_frame(&before, &first));
        assert_true(shows_game(&after, session) && !after.is_moving && after.gain == 0);
    }
    eleven_frame frame = frame_at(session, NAN);
    assert_true(frame.sprite_count > 0);
    eleven_session_free(session);
}

/* ---- Any game ------------------------------------------------------------------------------------------ */

/* Looks at every phase of the last action: nothing leaves the board, and all come to rest on it. */
static void check_frames(const eleven_session *session, double when)
{
    for (double t = 0; t < 300; t += 37) {
        eleven_frame frame = frame_at(session, when + t);
        for (unsigned i = 0; i < frame.sprite_count; i++) {
            const eleven_sprite *sprite = &frame.sprites[i];
            assert_true(sprite->x >= 0 && sprite->x <= (float)(frame.w - 1));
            assert_true(sprite->y >= 0 && sprite->y <= (float)(frame.h - 1));
            assert_true(sprite->scale >= 0 && sprite->scale <= 1.2001f);
            assert_true(sprite->rank > 0 && sprite->value > 0);
        }
    }
    eleven_frame last = frame_at(session, when + 300);
    assert_true(shows_game(&last, session));
}

static void frames_come_to_rest_on_the_board_in_any_game(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (unsigned size = 0; size < 64; size++) {
        const char *rules = eleven_rules_name(size % ORACLE_RULES);
        eleven_session *session = session_sized(rules, 1 + size % 8, 1 + size / 8, size);
        check_frames(session, begun);
        for (unsigned i = 0; i < 60; i++) {
            double when = acted + 1000.0 * i;
            if (eleven_session_move(session, (eleven_direction)oracle_below(&random, 4), when))
                check_frames(session, when);
        }
        eleven_session_free(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_first_tiles_are_where_they_were),
        cmocka_unit_test(half_the_time_is_half_the_way),
        cmocka_unit_test(slides_ease_in_and_out),
        cmocka_unit_test(columns_slide_too),
        cmocka_unit_test(at_the_end_of_the_slide_tiles_are_on_their_cells),
        cmocka_unit_test(merged_tiles_pop),
        cmocka_unit_test(popping_tiles_lie_over_the_others),
        cmocka_unit_test(new_tiles_grow),
        cmocka_unit_test(start_tiles_grow_at_once),
        cmocka_unit_test(a_given_board_is_shown_at_once),
        cmocka_unit_test(the_gain_floats_for_600_milliseconds),
        cmocka_unit_test(a_move_without_gain_is_over_when_the_tile_has_grown),
        cmocka_unit_test(score_and_moves_count_at_once),
        cmocka_unit_test(the_banner_follows_the_status),
        cmocka_unit_test(a_win_that_ends_the_game_offers_nothing),
        cmocka_unit_test(a_move_ends_the_animation_of_the_one_before),
        cmocka_unit_test(undo_is_not_animated),
        cmocka_unit_test(redo_is_animated_like_the_move),
        cmocka_unit_test(a_jump_is_not_animated),
        cmocka_unit_test(odd_times_do_no_harm),
        cmocka_unit_test(frames_come_to_rest_on_the_board_in_any_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
