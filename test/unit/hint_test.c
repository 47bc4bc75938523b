/* What a player thinks, in words: which moves are equal, and how much worse the others are. */
#include "expect.h"

#include "base/hint.h"

#include <math.h>

#define UP    ELEVEN_UP
#define RIGHT ELEVEN_RIGHT
#define DOWN  ELEVEN_DOWN
#define LEFT  ELEVEN_LEFT
#define NONE  ((double)NAN)

static void expect_words(const char *expected, eleven_direction best, double up, double right, double down, double left)
{
    char text[HINT_TEXT];
    player_hint hint = {{best, {0}}, {true, 0}, 0};
    hint.advice.values[UP] = up;
    hint.advice.values[RIGHT] = right;
    hint.advice.values[DOWN] = down;
    hint.advice.values[LEFT] = left;
    hint_compare(&hint, text);
    assert_string_equal(text, expected);
}

static void the_best_is_compared_with_the_next(void **state)
{
    (void)state;
    expect_words("1,240 points more than up", LEFT, 118760, NONE, 90000, 120000);
    expect_words("12 points more than down", RIGHT, -20, 0.3, -12, -1000);
    expect_words("2.5 points more than left", UP, 40, 1, 2, 37.5);
    expect_words("the only move", DOWN, NONE, NONE, 70, NONE);
    expect_words("the only move", DOWN, NONE, -INFINITY, 70, NONE);
}

/* The limit is 0.2% of the final score. */
static void nearly_equal_moves_are_equal(void **state)
{
    (void)state;
    expect_words("equal to left", UP, 200000, 150000, NONE, 199601);
    expect_words("401 points more than left", UP, 200000, 150000, NONE, 199599);
    expect_words("equal to right and left", UP, 200000, 200000, NONE, 199601);
    expect_words("equal to up, right and down", LEFT, 0, 0, 0, 0);
    player_hint hint = {{UP, {1000, 900, NONE, 801}}, {true, 0}, 99000};
    assert_true(hint_is_equal(&hint, LEFT)); /* of 100,000 points in the end */
    hint.score = 0;
    assert_false(hint_is_equal(&hint, RIGHT));
    assert_false(hint_is_equal(&hint, DOWN)); /* it moves nothing */
}

static void in_another_unit_only_rounding_makes_moves_equal(void **state)
{
    (void)state;
    char text[HINT_TEXT];
    player_hint hint = {{UP, {1000, 999, 999, 999}}, {false, 0}, 99000};
    hint_compare(&hint, text);
    assert_string_equal(text, "1.0 more than right");
    hint.advice.values[RIGHT] = 1000 * (1 - 1e-12);
    hint_compare(&hint, text);
    assert_string_equal(text, "equal to right");
}

static void chances_are_compared_in_per_cent(void **state)
{
    (void)state;
    char text[HINT_TEXT];
    player_hint hint = {{UP, {0.934, 0.5, NONE, 0.903}}, {false, 1024}, 99000};
    hint_compare(&hint, text);
    assert_string_equal(text, "3.1% more than left");
    assert_string_equal(hint_amount(hint.unit, 0.934, text), "93.4%");
    assert_string_equal(hint_amount(hint.unit, 0.00042, text), "0.042%");
    assert_string_equal(hint_amount(hint.unit, 0, text), "0%");
    assert_string_equal(hint_amount((value_unit){true, 0}, 1240, text), "1,240 points");
    assert_string_equal(hint_amount((value_unit){false, 0}, 3.54, text), "3.5");
    hint.advice.values[LEFT] = 0.934;
    hint_compare(&hint, text);
    assert_string_equal(text, "equal to left");
}

static void numbers_have_as_many_digits_as_mean_something(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.034, "0.03"},
                 {0.34, "0.3"},
                 {-3.45, "-3.5"},
                 {9.96, "10"},
                 {1240, "1,240"},
                 {-1234567, "-1,234,567"},
                 {1e30, "1,000,000,000,000,000,000"}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[HINT_NUMBER];
        assert_string_equal(hint_number(cases[i].value, text), cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_is_compared_with_the_next),
        cmocka_unit_test(nearly_equal_moves_are_equal),
        cmocka_unit_test(in_another_unit_only_rounding_makes_moves_equal),
        cmocka_unit_test(chances_are_compared_in_per_cent),
        cmocka_unit_test(numbers_have_as_many_digits_as_mean_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
