/* Sessions as texts and for storage: loading and printing, the end of a record, and what has to be saved. */
#include "heap.h"
#include "session_fixture.h"

/* A game that is won and continued: about 80 moves. */
static eleven_session *session_with_a_win(void)
{
    eleven_session *session = session_at("classic", "1024 . . 8 / 4 2 . . / . . . . / 1024 . . 2");
    for (unsigned i = 0; i < 80; i++)
        if (!move_some(session, i) && !eleven_session_keep_playing(session, acted))
            break;
    assert_true(eleven_session_game(session)->keeps_playing && eleven_session_length(session) > 20);
    return session;
}

static eleven_session *session_loaded(const char *text)
{
    eleven_session *session = eleven_session_new();
    eleven_problem problem = {0};
    if (eleven_session_load(session, text, strlen(text), begun, &problem))
        fail_msg("%u:%u: %s", problem.line, problem.column, problem.sentence);
    return session;
}

/* ---- Loading and printing ------------------------------------------------------------------------------ */

/* The games that a reader goes through, one after each ply; to be freed. */
static eleven_game *read_games(const char *text, size_t *count)
{
    eleven_reader reader = opened(text);
    eleven_game *games = calloc(strlen(text), sizeof *games);
    eleven_ply ply;
    assert_non_null(games);
    games[0] = reader.game;
    for (*count = 1; eleven_reader_next(&reader, &ply, NULL, NULL) == ELEVEN_OK; ++*count)
        games[*count] = reader.game;
    return games;
}

static void a_loaded_game_goes_through_what_a_reader_sees(void **state)
{
    (void)state;
    size_t count;
    eleven_session *played = session_with_a_win();
    char *text = printed(played);
    eleven_game *games = read_games(text, &count);
    eleven_session *session = session_loaded(text);
    expect_position(session, count, count);
    for (size_t i = count; i-- > 1;) {
        assert_true(same_game(eleven_session_game(session), &games[i]));
        assert_true(eleven_session_undo(session, acted));
    }
    for (size_t i = 0; i < count; i++) {
        assert_true(same_game(eleven_session_game(session), &games[i]));
        assert_int_equal(eleven_session_redo(session, acted), i + 1 < count);
    }
    for (size_t i = 0; i < count; i++) {
        size_t to = i * 7919 % count;
        assert_true(eleven_session_seek(session, to + 1, acted));
        assert_true(same_game(eleven_session_game(session), &games[to]));
    }
    free(games);
    free(text);
    eleven_session_free(session);
    eleven_session_free(played);
}

static void expect_loads_as_it_is(const eleven_session *session, size_t begin)
{
    char *text = printed(session);
    eleven_session *loaded = session_loaded(text);
    size_t entries = eleven_session_position(session) - begin;
    expect_position(loaded, entries, entries);
    assert_true(same_game(eleven_session_game(loaded), eleven_session_game(session)));
    char *again = printed(loaded);
    assert_string_equal(again, text);
    free(again);
    free(text);
    eleven_session_free(loaded);
}

static void printing_and_loading_are_inverse_at_every_position(void **state)
{
    (void)state;
    eleven_session *session = session_with_a_win();
    for (size_t position = eleven_session_length(session); position >= 1; position--) {
        assert_true(eleven_session_seek(session, position, acted));
        expect_loads_as_it_is(session, 0);
    }
    eleven_session_free(session);
}

static void only_the_current_game_is_printed(void **state)
{
    (void)state;
    eleven_session *session = session_sized("engine", 5, 4, 1);
    for (unsigned i = 0; i < 30; i++)
        assert_true(move_some(session, i) && (i % 3 || eleven_session_undo(session, acted)));
    eleven_session_mark_helped(session);
    size_t begin = eleven_session_position(session);
    assert_true(eleven_session_new_game(session, 2, "2025-01-02", acted));
    for (unsigned i = 0; i < 30; i++)
        assert_true(move_some(session, i));
    expect_loads_as_it_is(session, begin);
    assert_true(eleven_session_seek(session, begin, acted));
    expect_loads_as_it_is(session, 0); /* with its undos and its helped */
    assert_true(record_of(session).undos == 10 && record_of(session).helped > 0);
    eleven_session_free(session);
}

static void a_text_that_does_not_fit_is_cut(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 3, 3, 1);
    for (unsigned i = 0; i < 12; i++)
        move_some(session, i);
    char *whole = printed(session), text[2000];
    size_t length = strlen(whole);
    for (size_t size = 0; size <= length + 1; size++) {
        memset(text, '#', sizeof text);
        assert_int_equal(eleven_session_print(session, size ? text : NULL, size), length);
        assert_true(size == 0 || strlen(text) < size);
        assert_true(size == 0 || strncmp(text, whole, strlen(text)) == 0);
        assert_int_equal(text[size], '#');
    }
    assert_string_equal(text, whole);
    free(whole);
    eleven_session_free(session);
}

static void a_record_without_a_seed_can_be_played_on(void **state)
{
    (void)state;
    eleven_session *session = session_loaded("eleven game 1\nrules classic\nsize 2x2\nstart 2@a1 2@b2\n\n"
                                             "L4@b2\n");
    expect_session_board(session, "2 . / 2 4");
    assert_true(move_some(session, ELEVEN_UP) && move_some(session, ELEVEN_LEFT));
    assert_false(record_of(session).has_seed);
    expect_loads_as_it_is(session, 0);
    eleven_session_free(session);
}

static void a_loaded_game_is_appended(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 3, 3, 1), *other = session_sized("engine", 5, 2, 8);
    for (unsigned i = 0; i < 5; i++)
        assert_true(move_some(session, i) && move_some(other, i));
    char *text = printed(other);
    assert_true(eleven_session_undo(session, acted));
    eleven_game before = *eleven_session_game(session);
    assert_int_equal(eleven_session_load(session, text, strlen(text), acted, NULL), ELEVEN_OK);
    expect_position(session, 11, 11); /* five entries were left, six came */
    assert_true(same_game(eleven_session_game(session), eleven_session_game(other)));
    assert_true(eleven_session_seek(session, 5, acted));
    assert_true(same_game(eleven_session_game(session), &before));
    free(text);
    eleven_session_free(other);
    eleven_session_free(session);
}

static void what_cannot_be_loaded_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        eleven_error error;
        unsigned line;
    } wrong[] = {{"", ELEVEN_BAD_TEXT, 1},
                 {"eleven game 2\n", ELEVEN_NEWER, 1},
                 {"eleven game 1\nrules classic\nsize 2x2\nstart 2@a1 2@b2\n\nL4@b2 X\n", ELEVEN_BAD_TEXT, 6},
                 {"eleven game 1\nrules classic\nsize 2x2\nstart 2@a1 2@b2\n\nL4@a1\n", ELEVEN_BAD_TEXT, 6},
                 {"eleven game 1\nrules classic\nsize 2x2\nmoves 2\nstart 2@a1 2@b2\n\nL4@b2\n", ELEVEN_BAD_TEXT, 4}};
    eleven_session *session = session_with_a_win();
    assert_true(eleven_session_undo(session, acted));
    size_t position = eleven_session_position(session);
    char *before = printed(session);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        eleven_problem problem = {0};
        const char *text = wrong[i].text;
        assert_int_equal(eleven_session_load(session, text, strlen(text), acted, &problem), wrong[i].error);
        assert_int_equal(problem.line, wrong[i].line);
        assert_int_equal(eleven_session_load(session, text, strlen(text), acted, NULL), wrong[i].error);
        expect_position(session, position, position + 1);
        char *after = printed(session);
        assert_string_equal(after, before);
        free(after);
    }
    assert_true(eleven_session_redo(session, acted));
    free(before);
    eleven_session_free(session);
}

/* ---- The end of a record ------------------------------------------------------------------------------- */

static void expect_end(const eleven_session *session, eleven_status status, uint64_t score, uint32_t moves)
{
    eleven_record record;
    eleven_session_record(session, &record);
    assert_true(record.has_end);
    assert_int_equal(record.status, status);
    assert_int_equal(record.score, score);
    assert_int_equal(record.moves, moves);
}

static void the_record_states_the_present_end(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "1024 1024 / . .");
    expect_end(session, ELEVEN_STATUS_PLAYING, 0, 0);
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    expect_end(session, ELEVEN_STATUS_WON, 2048, 1);
    assert_true(eleven_session_keep_playing(session, acted));
    expect_end(session, ELEVEN_STATUS_PLAYING, 2048, 1);
    assert_true(eleven_session_undo(session, acted) && eleven_session_undo(session, acted));
    expect_end(session, ELEVEN_STATUS_PLAYING, 0, 0);
    eleven_session_free(session);
    session = session_at("classic", "2 4 / 4 2");
    expect_end(session, ELEVEN_STATUS_LOST, 0, 0);
    eleven_session_free(session);
}

/* A head copied from another record may state that record's end. */
static void the_end_a_head_brings_along_is_forgotten(void **state)
{
    (void)state;
    eleven_record head = head_at("classic", "2 4 / . .");
    head.has_end = true;
    head.status = ELEVEN_STATUS_LOST;
    head.moves = 99;
    eleven_session *session = session_of(&head, 0, 0);
    assert_false(eleven_session_entry(session, 0)->head->has_end);
    expect_end(session, ELEVEN_STATUS_PLAYING, 0, 0);
    char *text = printed(session);
    assert_int_equal(eleven_session_load(session, text, strlen(text), acted, NULL), ELEVEN_OK);
    assert_false(eleven_session_entry(session, 1)->head->has_end);
    free(text);
    eleven_session_free(session);
}

/* ---- Storage ------------------------------------------------------------------------------------------- */

static void entries_describe_the_timeline(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "1024 1024 / . .");
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    assert_true(eleven_session_keep_playing(session, acted));
    eleven_game kept = *eleven_session_game(session);
    assert_true(eleven_session_new_game(session, 7, "", acted));
    eleven_entry first = *eleven_session_entry(session, 0), move = *eleven_session_entry(session, 1),
                 keep = *eleven_session_entry(session, 2), second = *eleven_session_entry(session, 3);
    assert_true(first.begins_game && first.head->from_board && first.game == 0);
    assert_true(!move.begins_game && move.head == first.head && move.game == 0 && !move.ply.keeps_playing);
    assert_true(move.ply.direction == ELEVEN_LEFT && move.ply.spawn_count == 1 && move.after.ply == 1);
    assert_true(!keep.begins_game && keep.ply.keeps_playing && same_game(&keep.after, &kept));
    assert_true(second.begins_game && second.head->seed == 7 && second.game == 3);
    assert_string_equal(move.head->rules.name, "classic");
    eleven_session_free(session);
}

static void entries_can_be_looked_at_past_the_position(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 4, 4, 1);
    assert_true(move_some(session, 0));
    eleven_game moved = *eleven_session_game(session);
    assert_true(eleven_session_undo(session, acted));
    const eleven_entry *undone = eleven_session_entry(session, 1);
    assert_true(same_game(&undone->after, &moved));
    eleven_session_free(session);
}

static void unsaved_is_the_first_entry_that_changed(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "1024 1024 . . / 2 . . 4 / . . . . / . . . .");
    assert_int_equal(eleven_session_unsaved(session), 0);
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    assert_int_equal(eleven_session_unsaved(session), 0); /* nothing has been saved yet */
    eleven_session_saved(session);
    assert_int_equal(eleven_session_unsaved(session), 2);
    assert_true(eleven_session_keep_playing(session, acted));
    assert_int_equal(eleven_session_unsaved(session), 2);
    eleven_session_saved(session);
    assert_true(move_some(session, ELEVEN_DOWN) && move_some(session, ELEVEN_LEFT));
    assert_int_equal(eleven_session_unsaved(session), 3);
    eleven_session_saved(session);
    assert_true(eleven_session_new_game(session, 3, "", acted));
    assert_int_equal(eleven_session_unsaved(session), 5);
    eleven_session_free(session);
}

static void going_back_and_forth_leaves_nothing_to_save(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 4, 4, 1);
    assert_true(move_some(session, 0) && move_some(session, 1) && move_some(session, 2));
    eleven_session_saved(session);
    assert_true(eleven_session_undo(session, acted) && eleven_session_undo(session, acted));
    assert_int_equal(eleven_session_unsaved(session), 4);
    assert_true(eleven_session_redo(session, acted) && eleven_session_seek(session, 1, acted));
    eleven_session_mark_helped(session);
    assert_int_equal(eleven_session_unsaved(session), 4);
    eleven_session_free(session);
}

static void replaced_entries_are_unsaved(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", "2 . . / . 4 . / . . .");
    assert_true(move_some(session, 0) && move_some(session, 1) && move_some(session, 2));
    eleven_session_saved(session);
    assert_true(eleven_session_seek(session, 2, acted));
    assert_true(eleven_session_new_game(session, 3, "", acted));
    assert_int_equal(eleven_session_unsaved(session), 2);
    expect_position(session, 3, 3);
    assert_true(eleven_session_seek(session, 1, acted) && move_some(session, 3));
    assert_int_equal(eleven_session_unsaved(session), 1);
    char *text = printed(session);
    eleven_session_saved(session);
    assert_int_equal(eleven_session_load(session, text, strlen(text), acted, NULL), ELEVEN_OK);
    assert_int_equal(eleven_session_unsaved(session), 2);
    free(text);
    eleven_session_free(session);
}

/* A position counts once, as soon as its hint is shown; the score there stays the plain one. */
static void hints_count_by_position(void **state)
{
    (void)state;
    eleven_session *session = eleven_session_new();
    eleven_record head = {.rules = rules_named("classic"), .has_seed = true, .seed = 3};
    assert_true(eleven_session_begin(session, &head, 4, 4, 0));
    for (unsigned i = 0; i < 16; i++)
        move_some(session, i);
    uint64_t score = eleven_session_game(session)->score;
    eleven_session_record(session, &head);
    assert_true(eleven_record_class(&head) == ELEVEN_CLASS_PLAIN && eleven_record_plain_score(&head, score) == score);
    eleven_session_hinted(session);
    eleven_session_hinted(session);
    eleven_session_record(session, &head);
    assert_true(eleven_record_class(&head) == ELEVEN_CLASS_HINTS && head.hints == 1 && head.plain_score == score);
    for (unsigned i = 0; i < 9; i++)
        move_some(session, i);
    eleven_session_record(session, &head);
    assert_true(eleven_record_class(&head) == ELEVEN_CLASS_HINTS && head.hints == 1);
    assert_true(head.plain_score == score && eleven_record_plain_score(&head, head.score) == score);
    eleven_session_mark_helped(session);
    eleven_session_record(session, &head);
    assert_true(eleven_record_class(&head) == ELEVEN_CLASS_PLAYER && eleven_record_plain_score(&head, head.score) == 0);
    eleven_session_free(session);
}

/* The score before the first move that is taken back stays the plain one. */
static void undo_leaves_the_plain_score(void **state)
{
    (void)state;
    eleven_session *session = session_sized("classic", 4, 4, 1);
    while (eleven_session_events(session, NULL)->gain == 0)
        assert_true(move_some(session, eleven_session_game(session)->ply));
    uint64_t score = eleven_session_game(session)->score;
    assert_true(eleven_session_undo(session, acted) && eleven_session_game(session)->score < score);
    assert_int_equal(record_of(session).plain_score, score);
    assert_true(eleven_session_undo(session, acted));
    assert_int_equal(record_of(session).plain_score, score);
    eleven_session_free(session);
}

/* A move ends what counts as one hint, even where undo leads back to the position or to another move there. */
static void a_hint_after_a_move_counts_again(void **state)
{
    (void)state;
    eleven_session *session = session_at("classic", ". . . . / . 2 . . / . . . . / . . . .");
    eleven_session_hinted(session);
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_session_hinted(session);
    assert_true(eleven_session_undo(session, acted) && eleven_session_move(session, ELEVEN_UP, acted));
    eleven_session_hinted(session);
    assert_int_equal(record_of(session).hints, 3);
    assert_true(eleven_session_undo(session, acted));
    eleven_session_hinted(session);
    eleven_session_hinted(session);
    assert_int_equal(record_of(session).hints, 4);
    assert_true(eleven_session_move(session, ELEVEN_LEFT, acted));
    eleven_session_hinted(session);
    assert_true(eleven_session_undo(session, acted));
    assert_true(eleven_session_new_game(session, 5, "", acted));
    assert_int_equal(record_of(session).hints, 0);
    eleven_session_hinted(session); // the new game begins at the place of the move that was taken back
    assert_int_equal(record_of(session).hints, 1);
    eleven_session_free(session);
}

/* The head is allocated, then room for the plies. */
static void without_memory_nothing_is_loaded(void **state)
{
    (void)state;
    static const char text[] = "eleven game 1\nrules classic\nsize 2x2\nstart 2@a1 2@b2\n\nL4@b2\n";
    eleven_session *session = session_sized("classic", 4, 4, 1);
    for (unsigned i = 0; i < 15; i++)
        assert_true(move_some(session, i));
    size_t live = heap.live;
    for (unsigned i = 0; i < 4; i++) {
        eleven_problem problem = {0};
        heap.calls = 0;
        heap.fail_at = 1 + i / 2;
        assert_int_equal(eleven_session_load(session, text, strlen(text), acted, i % 2 ? NULL : &problem),
                         ELEVEN_NO_MEMORY);
        assert_string_equal(problem.sentence, i % 2 ? "" : "out of memory");
        expect_position(session, 16, 16);
        assert_int_equal(heap.live, live);
    }
    heap.fail_at = 0;
    eleven_session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_game_goes_through_what_a_reader_sees),
        cmocka_unit_test(printing_and_loading_are_inverse_at_every_position),
        cmocka_unit_test(only_the_current_game_is_printed),
        cmocka_unit_test(a_text_that_does_not_fit_is_cut),
        cmocka_unit_test(a_record_without_a_seed_can_be_played_on),
        cmocka_unit_test(a_loaded_game_is_appended),
        cmocka_unit_test(what_cannot_be_loaded_changes_nothing),
        cmocka_unit_test(the_record_states_the_present_end),
        cmocka_unit_test(the_end_a_head_brings_along_is_forgotten),
        cmocka_unit_test(entries_describe_the_timeline),
        cmocka_unit_test(entries_can_be_looked_at_past_the_position),
        cmocka_unit_test(unsaved_is_the_first_entry_that_changed),
        cmocka_unit_test(going_back_and_forth_leaves_nothing_to_save),
        cmocka_unit_test(replaced_entries_are_unsaved),
        cmocka_unit_test(hints_count_by_position),
        cmocka_unit_test(undo_leaves_the_plain_score),
        cmocka_unit_test(a_hint_after_a_move_counts_again),
        cmocka_unit_test(without_memory_nothing_is_loaded),
        cmocka_unit_test(everything_was_given_back),
    };
    return cmocka_run_group_tests(tests, heap_begin, NULL);
}
