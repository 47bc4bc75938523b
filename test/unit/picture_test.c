/* Pictures of boards at their limits: unknown themes, narrow boards, long numbers, finished games. */
#include "expect.h"
#include "eleven.h"

/* The picture as a text, which the caller frees with eleven_bytes_free. */
static eleven_bytes drawn(const char *board, bool has_score, eleven_picture_kind kind)
{
    eleven_rules rules = rules_named("classic");
    eleven_picture picture = {
        .size = sizeof picture, .rules = &rules, .game = {.board = board_of(&rules, board)}, .has_score = has_score};
    eleven_bytes bytes;
    assert_int_equal(eleven_picture_draw(&picture, kind, &bytes), ELEVEN_OK);
    assert_int_equal(strlen(bytes.at), bytes.length);
    return bytes;
}

static void expect_words(const char *board, bool has_score, eleven_picture_kind kind, const char *words, bool is_there)
{
    eleven_bytes bytes = drawn(board, has_score, kind);
    if ((strstr(bytes.at, words) != NULL) != is_there)
        fail_msg("'%s' is %s in the picture of %s: %s", words, is_there ? "not" : "also", board, bytes.at);
    eleven_bytes_free(&bytes);
}

static void an_unknown_theme_draws_nothing(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_picture picture = {.size = sizeof picture, .rules = &rules, .theme = "darkness"};
    eleven_bytes bytes = {(char *)&rules, 1};
    assert_int_equal(eleven_picture_draw(&picture, ELEVEN_PICTURE_SVG, &bytes), ELEVEN_BAD_TEXT);
    assert_true(!bytes.at && bytes.length == 0);
}

static void a_narrow_board_has_a_score_but_no_heading(void **state)
{
    (void)state;
    expect_words("2 4 / . .", true, ELEVEN_PICTURE_SVG, ">2048<", false);
    expect_words("2 4 / . .", true, ELEVEN_PICTURE_SVG, ">SCORE<", true);
    expect_words("2 4 . / . . .", true, ELEVEN_PICTURE_SVG, ">2048<", true);
}

/* A cell of coloured text has eight columns, and then a gap of two. */
static void long_numbers_are_drawn_whole(void **state)
{
    (void)state;
    expect_words("8388608 .", false, ELEVEN_PICTURE_ANSI, "m8388608 \033[", true);
    expect_words("16777216 .", false, ELEVEN_PICTURE_ANSI, "m16777216\033[", true);
    expect_words("1073741824 .", false, ELEVEN_PICTURE_ANSI, "m1073741824\033[", true);
}

static void the_end_of_a_game_is_drawn(void **state)
{
    (void)state;
    static const char lost[] = "2 4 / 4 2", won[] = "2048 4 / 4 2", played[] = "2 4 / . 2";
    for (eleven_picture_kind kind = ELEVEN_PICTURE_SVG; kind <= ELEVEN_PICTURE_ANSI; kind++)
        for (unsigned has_score = 0; has_score < 2; has_score++) {
            expect_words(lost, has_score, kind, "Game over!", true);
            expect_words(won, has_score, kind, "You win!", true);
            expect_words(won, has_score, kind, "Game over!", false);
            expect_words(played, has_score, kind, "Game over!", false);
            expect_words(played, has_score, kind, "You win!", false);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unknown_theme_draws_nothing),
        cmocka_unit_test(a_narrow_board_has_a_score_but_no_heading),
        cmocka_unit_test(long_numbers_are_drawn_whole),
        cmocka_unit_test(the_end_of_a_game_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
