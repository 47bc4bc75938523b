/* Chains in any text: where they begin, what their heads say, which words they have. */
#include "heap.h"

#include <sys/mman.h>
#include <unistd.h>

#include "eleven/interactive.h"

/* A copy of a text, behind other letters, which nobody should look at, and at the end of the memory. */
static const char *alone(const char *text, size_t length)
{
    static char *page;
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    if (!page) {
        page = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert_ptr_not_equal(page, MAP_FAILED);
        assert_int_equal(mprotect(page + size, size, PROT_NONE), 0);
    }
    memset(page, 'x', size);
    return memcpy(page + size - length, text, length);
}

/* ---- Finding ------------------------------------------------------------------------------------------- */

static void expect_found(const char *text, size_t at)
{
    size_t found = eleven_chain_find(alone(text, strlen(text)), strlen(text), 0);
    if (found != at)
        fail_msg("in \"%s\" a chain is found at %zu, not %zu", text, found, at);
}

static void chains_are_found(void **unused)
{
    (void)unused;
    expect_found("2048.", 0);
    expect_found("x = 2048.Begin", 4);
    expect_found("(2048(seed=7).Begin)", 1);
    expect_found("2048().", 0);
    expect_found("2048 and 2048.Begin", 9);
    expect_found("// 2048\n//   .Begin", 3);
    expect_found("2048\r\n  .Begin", 0);
    expect_found("2048\n.Z", 0);
    expect_found("2048( \t)", 0);
    expect_found("2048( a=1)", 0);
    expect_found("2.2048.2048.a-2048.A", 14);
}

static void other_numbers_are_left_alone(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"2048",         "12048.Begin",
                                        "x2048.Begin",  "2048.5",
                                        "2048 .Begin",  "f(2048)",
                                        "2048(x)",      "1.2048.Begin",
                                        "é2048.Begin",  "20480.Begin",
                                        "2048\n\n.Up",  "2048\nBegin",
                                        "2048(a, b=1)", "2048(=1)",
                                        "2048(",        "2048(  ",
                                        "2048(seed",    "2",
                                        "20",           "$2048.Begin",
                                        "2048\n......", ""};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_found(texts[i], strlen(texts[i]));
}

/* ---- Heads --------------------------------------------------------------------------------------------- */

static eleven_record head_of(const char *text)
{
    eleven_record head;
    eleven_problem problem = {0};
    size_t end = 0;
    if (eleven_chain_head_parse(alone(text, strlen(text)), strlen(text), &head, &end, &problem))
        fail_msg("'%s': %u: %s", text, problem.column, problem.sentence);
    assert_int_equal(end, strlen(text));
    return head;
}

static void a_head_states_seed_size_rules_and_goal(void **unused)
{
    (void)unused;
    eleven_record head = head_of("2048(seed=18446744073709551615, size=5x3,rules=fibonacci , goal=21)");
    assert_true(head.has_seed);
    assert_true(head.seed == UINT64_MAX);
    assert_int_equal(head.start.board.w, 5);
    assert_int_equal(head.start.board.h, 3);
    assert_string_equal(head.rules.name, "fibonacci");
    assert_int_equal(head.rules.value[head.rules.goal], 21);
    head = head_of("2048( seed = 7 ,\tsize\t=\t5x3 )");
    assert_true(head.has_seed && head.seed == 7 && head.start.board.w == 5 && head.start.board.h == 3);
    head = head_of("2048(goal=none)");
    assert_int_equal(head.rules.goal, 0);
}

static void what_is_absent_has_its_default(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"2048", "2048()", "2048(  )"};
    for (unsigned i = 0; i < 3; i++) {
        eleven_record head = head_of(texts[i]);
        eleven_game start;
        eleven_game_start(&head.rules, 4, 4, 0, &start, NULL);
        assert_false(head.has_seed);
        assert_string_equal(head.rules.name, "classic");
        assert_true(eleven_board_equal(&head.start.board, &start.board));
    }
}

static void wrong_heads_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        unsigned column;
        const char *sentence;
    } cases[] = {
        {"2048(sed=7)", 6, "a head states seed, size, rules or goal, not 'sed'"},
        {"2048(seed=-7)", 11, "a seed is a whole number from 0 to 2^64-1, not '-7'"},
        {"2048(seed=18446744073709551616)", 11,
         "a seed is a whole number from 0 to 2^64-1, not "
         "'18446744073709551616'"},
        {"2048(size=9x4)", 11, "a size is 1x1 to 8x8, not '9x4'"},
        {"2048(seed=1, rules=clasic)", 20, "there are no shipped rules called 'clasic'"},
        {"2048(goal=3)", 11, "a goal is none or a tile of the rules, not '3'"},
        {"2048(goal=8,rules=classic,seed=1)", 13, "a goal should come after 'rules'"},
        {"2048(seed=1,seed=2)", 13, "the head already states 'seed'"},
        {"2048(seed=1, size=4x4, size=4x4)", 24, "the head already states 'size'"},
        {"2048(rules=classic, goal=8, rules=engine)", 29, "the head already states 'rules'"},
        {"2048(goal=8, seed=1, goal=none)", 22, "the head already states 'goal'"},
        {"2048(seed)", 6, "a '=' and a value should follow 'seed'"},
        {"2048(seed=1 size=4x4)", 13, "expected ',' or ')', not 's'"},
        {"2048(seed=1 \xc3\xa9)", 13, "expected ',' or ')', not '\xc3\xa9'"},
        {"2048(seed=1 \xff)", 13, "expected ',' or ')', not '\\xff'"},
        {"2048(seed=1", 12, "the head is not closed by ')'"},
        {"2048(seed=1\n)", 12, "the head is not closed by ')'"},
        {"2048(seed=1,", 13, "the head is not closed by ')'"},
        {"2048(seed=1 ", 13, "the head is not closed by ')'"},
        {"2048(", 6, "the head is not closed by ')'"},
        {"2048(seed =", 12, "a seed is a whole number from 0 to 2^64-1, not ''"},
        {"2048(seed ", 6, "a '=' and a value should follow 'seed'"},
        {"2047(seed=1)", 1, "a chain begins with 2048, not '2047(seed=1)'"},
        {"204", 1, "a chain begins with 2048, not '204'"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        eleven_record head;
        eleven_problem problem = {0};
        size_t end;
        size_t length = strlen(cases[i].text);
        const char *text = alone(cases[i].text, length);
        assert_int_equal(eleven_chain_head_parse(text, length, &head, &end, &problem), ELEVEN_BAD_TEXT);
        expect_problem(&problem, 1, cases[i].column, cases[i].sentence);
        assert_int_equal(eleven_chain_head_parse(text, length, &head, &end, NULL), ELEVEN_BAD_TEXT);
    }
}

/* ---- Words --------------------------------------------------------------------------------------------- */

/* The words, joined by '|'. */
static void expect_words(const char *text, const char *expected)
{
    char found[128] = "";
    eleven_chain_word word;
    size_t length = strlen(text);
    text = alone(text, length);
    for (size_t at = 4; eleven_chain_next(text, length, at, &word); at = word.end) {
        strncat(found, text + word.begin, word.end - word.begin);
        strcat(found, "|");
        if (word.begin == word.end)
            break;
    }
    assert_string_equal(found, expected);
}

static void words_follow_dots(void **unused)
{
    (void)unused;
    expect_words("2048.Begin.Up", "Begin|Up|");
    expect_words("2048.Begin.Up.", "Begin|Up||");
    expect_words("2048.Begin.Up. Then", "Begin|Up||");
    expect_words("2048.Begin.Up() + x.y", "Begin|Up|");
    expect_words("2048.Begin..Up", "Begin||");
    expect_words("2048\n  .Begin\r\n\t.Up", "Begin|Up|");
    expect_words("2048.Begin\n//  .Up\n// .Down", "Begin|Up|Down|");
    expect_words("2048.Begin\n\n.Up", "Begin|");
    expect_words("2048.Begin\n####.Up", "Begin|");
    expect_words("2048.Begin\n.", "Begin|");
    expect_words("2048.Begin \n \t.Up", "Begin|Up|");
    expect_words("2048.Begin\n # .Up\n!\".Down", "Begin|Up|Down|");
    expect_words("2048.Begin\r", "Begin|");
    expect_words("2048.Begin\n", "Begin|");
    expect_words("2048.Begin\n ", "Begin|");
    expect_words("2048.Begin\n//", "Begin|");
    expect_words("2048.Begin\n// ", "Begin|");
    expect_words("2048.Begin\n5Up", "Begin|");
    expect_words("2048.Begin\n+.Up", "Begin|");
    expect_words("2048.AZaz09_À\377", "AZaz09_À\377|");
    expect_words("2048.a@.b[.c`.d{", "a|");
    expect_words("2048.a[.b", "a|");
    expect_words("2048.a`.b", "a|");
    expect_words("2048.a{.b", "a|");
    expect_words("2048.a/.b", "a|");
    expect_words("2048.a:.b", "a|");
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static void a_chain_leads_to_its_state(void **unused)
{
    (void)unused;
    static const char *const chains[] = {"2048(seed=7)",
                                         "2048(seed=7).Begin.Up.Left",
                                         "2048(seed=0, size=3x5, rules=engine, goal=64).Begin",
                                         "2048(seed=0, size=4x5)",
                                         "2048(seed=0, size=5x4, goal=none)",
                                         "2048(seed=1, rules=fibonacci).Begin"};
    for (unsigned i = 0; i < sizeof chains / sizeof *chains; i++) {
        const char *text = chains[i];
        eleven_record head;
        eleven_chain_word word;
        size_t end;
        assert_int_equal(eleven_chain_head_parse(text, strlen(text), &head, &end, NULL), ELEVEN_OK);
        eleven_state *state = eleven_state_new(&head);
        for (; eleven_chain_next(text, strlen(text), end, &word); end = word.end) {
            eleven_state *next;
            assert_int_equal(eleven_state_choose(state, text + word.begin, word.end - word.begin, &next, NULL),
                             ELEVEN_OK);
            eleven_state_free(state);
            state = next;
        }
        char again[128];
        assert_int_equal(eleven_chain_print(state, again, sizeof again), strlen(text));
        assert_string_equal(again, text);
        eleven_state_free(state);
    }
}

static void rules_of_ones_own_have_no_chain(void **unused)
{
    (void)unused;
    eleven_record head = head_of("2048(seed=1)");
    assert_int_equal(eleven_chain_head_print(&head, NULL, 0), strlen("2048(seed=1)"));
    head.from_board = true;
    assert_int_equal(eleven_chain_head_print(&head, NULL, 0), 0);
    char text[] = "##";
    assert_int_equal(eleven_chain_head_print(&head, text, sizeof text), 0);
    assert_string_equal(text, "");
    head.from_board = head.has_seed = false;
    assert_int_equal(eleven_chain_head_print(&head, NULL, 0), 0);
    head.has_seed = true;
    head.rules.spawn_weight[2]++;
    assert_int_equal(eleven_chain_head_print(&head, NULL, 0), 0);
    strcpy(head.rules.name, "mine");
    assert_int_equal(eleven_chain_head_print(&head, NULL, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_are_found),
        cmocka_unit_test(other_numbers_are_left_alone),
        cmocka_unit_test(a_head_states_seed_size_rules_and_goal),
        cmocka_unit_test(what_is_absent_has_its_default),
        cmocka_unit_test(wrong_heads_are_refused),
        cmocka_unit_test(words_follow_dots),
        cmocka_unit_test(a_chain_leads_to_its_state),
        cmocka_unit_test(rules_of_ones_own_have_no_chain),
        cmocka_unit_test(everything_was_given_back),
    };
    return cmocka_run_group_tests(tests, heap_begin, NULL);
}
