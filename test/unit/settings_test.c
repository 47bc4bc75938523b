/* The settings of a game as words: numbers, sizes, goals and statuses are read, rules are described. */
#include "expect.h"

#include <string.h>

static void numbers_are_read_up_to_their_limit(void **state)
{
    (void)state;
    uint64_t number = 5;
    assert_true(eleven_number_parse("0", 1, 0, &number) && number == 0);
    assert_true(eleven_number_parse("0042", 4, 42, &number) && number == 42);
    assert_true(eleven_number_parse("17x", 2, 17, &number) && number == 17);
    assert_true(eleven_number_parse("18446744073709551615", 20, UINT64_MAX, &number) && number == UINT64_MAX);
    assert_false(eleven_number_parse("18446744073709551616", 20, UINT64_MAX, &number));
    assert_false(eleven_number_parse("43", 2, 42, &number));
    assert_false(eleven_number_parse("7", 1, 6, &number));
    for (const char *const *text = (const char *const[]){"", "-1", "+1", " 1", "1 ", "1.0", "0x1", NULL}; *text; text++)
        assert_false(eleven_number_parse(*text, strlen(*text), UINT64_MAX, &number));
}

static void sizes_have_sides_from_one_to_eight(void **state)
{
    (void)state;
    unsigned w = 0, h = 0;
    assert_true(eleven_size_parse("1x8", 3, &w, &h) && w == 1 && h == 8);
    assert_true(eleven_size_parse("4x3,", 3, &w, &h) && w == 4 && h == 3);
    for (const char *const *text = (const char *const[]){"", "4", "4x", "x4", "0x4", "4x0", "9x4", "4x9", "4X4", "4x44",
                                                         "04x4", " 4x4", NULL};
         *text; text++)
        assert_false(eleven_size_parse(*text, strlen(*text), &w, &h));
    assert_true(w == 4 && h == 3);
}

static void goals_are_tiles_of_the_rules_or_none(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("fibonacci");
    assert_true(eleven_goal_parse("13", 2, &rules));
    assert_int_equal(rules.value[rules.goal], 13);
    for (const char *const *text = (const char *const[]){"", "4", "0", "None", "13.", "99999999999", NULL}; *text;
         text++)
        assert_false(eleven_goal_parse(*text, strlen(*text), &rules));
    assert_int_equal(rules.value[rules.goal], 13);
    assert_true(eleven_goal_parse("none", 4, &rules));
    assert_int_equal(rules.goal, 0);
    rules.value[30] = 7; /* a tile that nothing leads to */
    rules.merge[29][28] = rules.merge[28][29] = 0;
    assert_false(eleven_goal_parse("7", 1, &rules));
}

static void statuses_have_names(void **state)
{
    (void)state;
    eleven_status status = ELEVEN_STATUS_LOST;
    assert_string_equal(eleven_status_name(ELEVEN_STATUS_PLAYING), "playing");
    assert_string_equal(eleven_status_name(ELEVEN_STATUS_WON), "won");
    assert_string_equal(eleven_status_name(ELEVEN_STATUS_LOST), "lost");
    assert_true(eleven_status_parse("wonder", 3, &status) && status == ELEVEN_STATUS_WON);
    assert_true(eleven_status_parse("playing", 7, &status) && status == ELEVEN_STATUS_PLAYING);
    assert_false(eleven_status_parse("lo", 2, &status) || eleven_status_parse("lost ", 5, &status));
}

static void expect_description(const eleven_rules *rules, const char *expected)
{
    char line[256];
    assert_int_equal(eleven_rules_describe(rules, line, sizeof line), strlen(expected));
    assert_string_equal(line, expected);
}

static void rules_are_described_in_one_line(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    expect_description(&rules, "starts with 2; new tiles are 2 (90%) or 4 (10%); goal 2048");
    rules = rules_named("provider");
    expect_description(&rules, "starts with 1; new tiles are 2; goal 2048");
    rules = rules_named("engine");
    expect_description(&rules, "starts with 2; new tiles are 2 (90%) or 4 (10%); after a move come 1 (60%) or 2 (40%); "
                               "merges cascade; goal 2048");
    rules = rules_named("provider");
    rules.count_weight[8] = 3;
    expect_description(&rules, "starts with 1; new tiles are 2; after a move come 1 (25%) or 8 (75%); goal 2048");
    rules = rules_named("classic");
    rules.goal_ends = true;
    rules.spawn_weight[2] = 18;
    expect_description(&rules, "starts with 2; new tiles are 2 (33.3%) or 4 (66.7%); goal 2048, where it ends");
    rules.spawn_weight[1] = UINT32_C(1) << 30;
    rules.goal = 0;
    expect_description(&rules, "starts with 2; new tiles are 2 (100%) or 4 (0.00000168%); no goal");
    rules.spawn_weight[1] = 782;
    expect_description(&rules, "starts with 2; new tiles are 2 (97.8%) or 4 (2.25%); no goal");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_up_to_their_limit),   cmocka_unit_test(sizes_have_sides_from_one_to_eight),
        cmocka_unit_test(goals_are_tiles_of_the_rules_or_none), cmocka_unit_test(statuses_have_names),
        cmocka_unit_test(rules_are_described_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
