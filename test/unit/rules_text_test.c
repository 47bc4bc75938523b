/* Rule sets as text: the text says all of a set, and a bad one is refused where it is bad. */
#include "expect.h"

static void expect_inverse(const eleven_rules *rules)
{
    static char text[ELEVEN_RULES_TEXT];
    eleven_rules read;
    memset(&read, 0, sizeof read);
    size_t length = eleven_rules_print(rules, text, sizeof text);
    assert_in_range(length, 1, sizeof text - 1);
    assert_int_equal(eleven_rules_parse(text, length, &read, NULL), ELEVEN_OK);
    assert_string_equal(read.name, rules->name);
    assert_true(eleven_rules_hash(&read) == eleven_rules_hash(rules));
}

static void reading_is_the_inverse_of_printing(void **state)
{
    (void)state;
    for (unsigned i = 0; eleven_rules_name(i); i++) {
        eleven_rules rules = rules_named(eleven_rules_name(i));
        expect_inverse(&rules);
        rules.goal = 0;
        rules.goal_ends = true;
        rules.start_tiles = 8;
        rules.count_weight[8] = 1000000;
        strcpy(rules.name, "z-name-of-31-characters-and-0-9");
        expect_inverse(&rules);
    }
}

/* Ten-digit values and a merge for every pair of ranks make the longest text there is. */
static void every_set_fits_its_room(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    for (unsigned a = 1; a < ELEVEN_RANKS; a++) {
        rules.value[a] = UINT32_C(4294967000) + a;
        rules.spawn_weight[a] = 69000000;
        for (unsigned b = 1; b < ELEVEN_RANKS; b++)
            rules.merge[a][b] = a < 31 && b < 31 ? 31 : 0;
    }
    for (unsigned n = 1; n <= ELEVEN_SPAWNS_MAX; n++)
        rules.count_weight[n] = 200000000;
    expect_inverse(&rules);
}

static void unused_ranks_keep_their_place(void **state)
{
    (void)state;
    eleven_rules rules = {.name = "gap", .value = {0, 2, 0, 8}, .start_tiles = 1};
    rules.merge[1][1] = 3;
    rules.spawn_weight[1] = rules.count_weight[1] = 1;
    expect_inverse(&rules);
}

static void printing_respects_the_room(void **state)
{
    (void)state;
    char text[16];
    eleven_rules rules = rules_named("provider");
    memset(text, '#', sizeof text);
    size_t whole = eleven_rules_print(&rules, text, 12);
    assert_string_equal(text, "eleven rule");
    assert_int_equal(text[12], '#');
    assert_int_equal(eleven_rules_print(&rules, NULL, 0), whole);
}

#define HEAD  "eleven rules 1\n"
#define SMALL HEAD "name small\nvalues 2 4 8\nmerge 2 2 4\nspawn 2 1\ncount 1 1\n"

static void hand_written_text_is_read(void **state)
{
    (void)state;
    const char *text = "; a comment first\r\n\r\n  eleven rules 1 ; format\r\n\tname small\r\n"
                       "values 2 4 8\r\nmerge 2 4 8\r\nspawn 2 1\r\nspawn 4 3\r\ncount 1 1\r\n"
                       "\r\nstart 3 ; tiles\r\ngoal none\r\ncascade yes\r\ngoal-ends yes";
    eleven_rules rules;
    assert_int_equal(eleven_rules_parse(text, strlen(text), &rules, NULL), ELEVEN_OK);
    assert_string_equal(rules.name, "small");
    assert_int_equal(rules.merge[1][2], 3);
    assert_int_equal(rules.merge[2][1], 3);
    assert_int_equal(rules.merge[1][1], 0);
    assert_int_equal(rules.spawn_weight[2], 3);
    assert_int_equal(rules.start_tiles, 3);
    assert_int_equal(rules.goal, 0);
    assert_true(rules.cascade && rules.goal_ends);
}

typedef struct bad_text {
    const char *text;
    eleven_error error;
    unsigned line, column;
    const char *sentence;
} bad_text;

static const bad_text bad_texts[] = {
    {"", ELEVEN_BAD_TEXT, 1, 1, "the text should start with 'eleven rules 1'"},
    {"\n eleven game 1\n", ELEVEN_BAD_TEXT, 2, 2, "the text should start with 'eleven rules 1'"},
    {"eleven rules 0\n", ELEVEN_BAD_TEXT, 1, 1, "the text should start with 'eleven rules 1'"},
    {"eleven rules\n", ELEVEN_BAD_TEXT, 1, 1, "the text should start with 'eleven rules 1'"},
    {"eleven rules 2\n", ELEVEN_NEWER, 1, 14, "this version of Eleven does not know the newer format '2'"},
    {"eleven rules 1 x\n", ELEVEN_BAD_TEXT, 1, 16, "the line should end before 'x'"},
    {HEAD, ELEVEN_BAD_TEXT, 1, 1, "the rule set has no name"},
    {HEAD "colour red\n", ELEVEN_BAD_TEXT, 2, 1, "a rule set has no line called 'colour'"},
    {HEAD "name Big\n", ELEVEN_BAD_TEXT, 2, 6, "a name has 1 to 31 lower-case letters, digits and '-', unlike 'Big'"},
    {HEAD "name\n", ELEVEN_BAD_TEXT, 2, 5, "a name has 1 to 31 lower-case letters, digits and '-', unlike ''"},
    {HEAD "name a-name-of-32-characters-and-0-9-", ELEVEN_BAD_TEXT, 2, 6,
     "a name has 1 to 31 lower-case letters, digits and '-', unlike 'a-name-of-32-characters-and-0-9-'"},
    {HEAD "name a b", ELEVEN_BAD_TEXT, 2, 8, "the line should end before 'b'"},
    {HEAD "values 2 x", ELEVEN_BAD_TEXT, 2, 10, "a face value should be a whole number from 0 to 4294967295, not 'x'"},
    {HEAD "values 4294967296", ELEVEN_BAD_TEXT, 2, 8,
     "a face value should be a whole number from 0 to 4294967295, not '4294967296'"},
    {HEAD "values 02", ELEVEN_BAD_TEXT, 2, 8, "a face value should be a whole number from 0 to 4294967295, not '02'"},
    {HEAD "values 1 2 3 4 5 6 7 8 9 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", ELEVEN_BAD_TEXT, 2, 70,
     "there are more than 31 face values"},
    {SMALL "merge 2 2 3", ELEVEN_BAD_TEXT, 7, 11, "no tile of these rules has the number '3'"},
    {SMALL "merge 2 2", ELEVEN_BAD_TEXT, 7, 10, "a tile's number is missing"},
    {SMALL "merge 2 2 4 8", ELEVEN_BAD_TEXT, 7, 13, "the line should end before '8'"},
    {SMALL "spawn 0 1", ELEVEN_BAD_TEXT, 7, 7, "no tile of these rules has the number '0'"},
    {SMALL "spawn 2 -1", ELEVEN_BAD_TEXT, 7, 9, "a weight should be a whole number from 0 to 2147483648, not '-1'"},
    {SMALL "spawn 2", ELEVEN_BAD_TEXT, 7, 8, "a weight should be a whole number from 0 to 2147483648, not ''"},
    {SMALL "count 9 1", ELEVEN_BAD_TEXT, 7, 7, "the number of new tiles should be a whole number from 0 to 8, not '9'"},
    {SMALL "count 1 2147483649", ELEVEN_BAD_TEXT, 7, 9,
     "a weight should be a whole number from 0 to 2147483648, not '2147483649'"},
    {SMALL "start 9", ELEVEN_BAD_TEXT, 7, 7, "the number of start tiles should be a whole number from 0 to 8, not '9'"},
    {SMALL "goal 3", ELEVEN_BAD_TEXT, 7, 6, "no tile of these rules has the number '3'"},
    {SMALL "cascade maybe", ELEVEN_BAD_TEXT, 7, 9, "expected yes or no, not 'maybe'"},
    {SMALL "goal-ends ; yes", ELEVEN_BAD_TEXT, 7, 16, "expected yes or no, not ''"},
    {SMALL "goal 8", ELEVEN_BAD_RULES, 0, 0, "the goal, rank 3, cannot be reached"},
    {SMALL "start 0", ELEVEN_BAD_RULES, 0, 0, "a game starts with 0 tiles instead of 1 to 8"},
};

static void bad_texts_are_refused_where_they_are_bad(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("engine"), before = rules;
    for (size_t i = 0; i < sizeof bad_texts / sizeof *bad_texts; i++) {
        const bad_text *bad = &bad_texts[i];
        eleven_problem problem = {0};
        assert_int_equal(eleven_rules_parse(bad->text, strlen(bad->text), &rules, &problem), bad->error);
        expect_problem(&problem, bad->line, bad->column, bad->sentence);
        assert_int_equal(eleven_rules_parse(bad->text, strlen(bad->text), &rules, NULL), bad->error);
    }
    assert_memory_equal(&rules, &before, sizeof rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_is_the_inverse_of_printing),
        cmocka_unit_test(every_set_fits_its_room),
        cmocka_unit_test(unused_ranks_keep_their_place),
        cmocka_unit_test(printing_respects_the_room),
        cmocka_unit_test(hand_written_text_is_read),
        cmocka_unit_test(bad_texts_are_refused_where_they_are_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
