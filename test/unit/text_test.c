/* Boards and directions as text: every layout reads back as what was printed, and a bad text is refused where
 * it is bad. */
#include "expect.h"
#include "../oracle/oracle.h"

static void expect_print(const char *board_text, eleven_layout layout, const char *expected)
{
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, board_text);
    char text[ELEVEN_BOARD_TEXT];
    assert_int_equal(eleven_board_print(&rules, &board, layout, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
}

/* ---- Printing ----------------------------------------------------------------------------------------- */

static void layouts_look_as_documented(void **state)
{
    (void)state;
    expect_print("2 . 4 / . . 8", ELEVEN_LAYOUT_LINE, "2 . 4 / . . 8");
    expect_print("2 . 4 / . . 8", ELEVEN_LAYOUT_GRID, "2 . 4\n. . 8\n");
    expect_print("2 . 1024 / 16 . 8", ELEVEN_LAYOUT_GRID, "   2    . 1024\n  16    .    8\n");
    expect_print("2 4 8 . / . . . . / . . . . / . . . 32768", ELEVEN_LAYOUT_HEX, "123000000000000f");
    expect_print("1024 2048 4096 . / 8192 16384 . . / . . . . / . . . .", ELEVEN_LAYOUT_HEX, "abc0de0000000000");
    expect_print("1024 2 / 4 .", ELEVEN_LAYOUT_GRID, "1024    2\n   4    .\n");
    expect_print(".", ELEVEN_LAYOUT_LINE, ".");
    expect_print(".", ELEVEN_LAYOUT_GRID, ".\n");
}

static void hex_is_for_four_by_four_and_small_ranks(void **state)
{
    (void)state;
    expect_print("2 4 8 / . . . / . . .", ELEVEN_LAYOUT_HEX, "");
    expect_print("2 4 / 8 . / . . / . . / . . / . . / . . / . .", ELEVEN_LAYOUT_HEX, "");
    expect_print("65536 . . . / . . . . / . . . . / . . . .", ELEVEN_LAYOUT_HEX, "");
}

static void printing_respects_the_room(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "2 16 / . 8");
    char text[8] = "#######";
    assert_int_equal(eleven_board_print(&rules, &board, ELEVEN_LAYOUT_LINE, text, 5), 10);
    assert_string_equal(text, "2 16");
    assert_int_equal(text[5], '#');
    assert_int_equal(eleven_board_print(&rules, &board, ELEVEN_LAYOUT_LINE, NULL, 0), 10);
    assert_int_equal(eleven_board_print(&rules, &board, ELEVEN_LAYOUT_LINE, text, 1), 10);
    assert_string_equal(text, "");
}

static void the_largest_board_fits_its_room(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board;
    eleven_board_empty(8, 8, &board);
    memset(board.cells, 31, sizeof board.cells);
    assert_in_range(eleven_board_print(&rules, &board, ELEVEN_LAYOUT_LINE, NULL, 0), 700, ELEVEN_BOARD_TEXT - 1);
    assert_in_range(eleven_board_print(&rules, &board, ELEVEN_LAYOUT_GRID, NULL, 0), 700, ELEVEN_BOARD_TEXT - 1);
}

/* ---- Reading ------------------------------------------------------------------------------------------ */

static void expect_inverse(const eleven_rules *rules, const eleven_board *board, eleven_layout layout)
{
    char text[ELEVEN_BOARD_TEXT];
    eleven_board read;
    size_t length = eleven_board_print(rules, board, layout, text, sizeof text);
    memset(&read, 0xff, sizeof read);
    if (layout == ELEVEN_LAYOUT_HEX && length == 0)
        return;
    assert_int_equal(eleven_board_parse(rules, text, length, &read, NULL), ELEVEN_OK);
    assert_true(eleven_board_equal(board, &read));
    for (unsigned i = (unsigned)read.w * read.h; i < ELEVEN_CELLS_MAX; i++)
        assert_int_equal(read.cells[i], 0);
}

static void reading_is_the_inverse_of_printing(void **state)
{
    (void)state;
    uint64_t chance = 3;
    for (unsigned i = 0; i < 3000; i++) {
        eleven_rules rules = rules_named(eleven_rules_name(i % ORACLE_RULES));
        bool is_square = i / 4 % 2;
        unsigned w = is_square ? 4 : 1 + oracle_below(&chance, 8);
        unsigned h = is_square ? 4 : 1 + oracle_below(&chance, 8);
        eleven_board board;
        eleven_board_empty(w, h, &board);
        for (unsigned cell = 0; cell < w * h; cell++)
            board.cells[cell] = (eleven_rank)oracle_below(&chance, i % 3 ? 16 : ELEVEN_RANKS);
        expect_inverse(&rules, &board, ELEVEN_LAYOUT_LINE);
        expect_inverse(&rules, &board, ELEVEN_LAYOUT_GRID);
        expect_inverse(&rules, &board, ELEVEN_LAYOUT_HEX);
    }
}

static void expect_read(const char *text, const char *expected)
{
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, text);
    expect_board(&rules, &board, expected);
}

static void many_ways_of_writing_are_read(void **state)
{
    (void)state;
    expect_read("2 . 4/. . 8", "2 . 4 / . . 8");
    expect_read("2 0 4 / 0 0 8", "2 . 4 / . . 8");
    expect_read("\n\n  2 .\t4 \r\n . . 8\r\n\r\n", "2 . 4 / . . 8");
    expect_read("2 . 4 /\n. . 8", "2 . 4 / . . 8");
    expect_read("2 . 4 ; the first row\n; between\n. . 8 ; the last", "2 . 4 / . . 8");
    expect_read("0123456789ABcDeF", ". 2 4 8 / 16 32 64 128 / 256 512 1024 2048 / 4096 8192 16384 32768");
    expect_read(" 0000000000000010 ; hex\n", ". . . . / . . . . / . . . . / . . 2 .");
    expect_read("131072", "131072");
}

static void texts_end_at_their_length(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board;
    assert_int_equal(eleven_board_parse(&rules, "2 4 / 8 16 / x", 10, &board, NULL), ELEVEN_OK);
    expect_board(&rules, &board, "2 4 / 8 16");
}

static void fibonacci_boards_use_its_numbers(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("fibonacci");
    eleven_board board = board_of(&rules, "1 2 3 / 5 8 2584");
    assert_memory_equal(board.cells, ((eleven_rank[]){1, 2, 3, 4, 5, 17}), 6);
}

typedef struct bad_text {
    const char *rules, *text;
    unsigned line, column;
    const char *sentence;
} bad_text;

static const bad_text bad_texts[] = {
    {"classic", "", 1, 1, "a row of the board is missing"},
    {"classic", "\n\n  ", 3, 3, "a row of the board is missing"},
    {"classic", "2 4 /", 1, 6, "a row of the board is missing"},
    {"classic", "2 4 / / 8 2", 1, 7, "a row of the board is missing"},
    {"classic", "/ 2 4", 1, 1, "a row of the board is missing"},
    {"classic", "2 4 / 8", 1, 7, "this row is not as long as the first one"},
    {"classic", "2 4\n8 2 2\n", 2, 1, "this row is not as long as the first one"},
    {"classic", "2 3", 1, 3, "no tile of these rules has the number '3'"},
    {"classic", "2 4\n. x", 2, 3, "no tile of these rules has the number 'x'"},
    {"classic", "2 -4", 1, 3, "no tile of these rules has the number '-4'"},
    {"classic", "2 04", 1, 3, "no tile of these rules has the number '04'"},
    {"classic", "2 4294967298", 1, 3, "no tile of these rules has the number '4294967298'"},
    {"classic", "2 18446744073709551618", 1, 3, "no tile of these rules has the number '18446744073709551618'"},
    {"fibonacci", "1 2 4", 1, 5, "no tile of these rules has the number '4'"},
    {"classic", "2 2 2 2 2 2 2 2 2", 1, 17, "a row has more than 8 cells"},
    {"classic", "2/2/2/2/2/2/2/2/4", 1, 17, "the board has more than 8 rows"},
    {"classic", "0000000000000000 2", 1, 18, "the board should end before '2'"},
    {"classic", "0000000000000000\n2", 2, 1, "the board should end before '2'"},
    {"classic", "000000000000000g", 1, 1, "no tile of these rules has the number '000000000000000g'"},
    {"classic", "a-long-word-that-is-not-cut-off-as-it-is", 1, 1,
     "no tile of these rules has the number 'a-long-word-that-is-not-cut-off-as-it-is'"},
    {"classic", "an-extremely-long-word-that-is-cut-off-in-sentences", 1, 1,
     "no tile of these rules has the number 'an-extremely-long-word-that-is-cut-off-i...'"},
    {"classic", "123456789012345678901234567890123456789\u00e9", 1, 1,
     "no tile of these rules has the number '123456789012345678901234567890123456789...'"},
    {"classic", "\x01\x7f", 1, 1, "no tile of these rules has the number '?\?'"},
};

static void bad_boards_are_refused_where_they_are_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_texts / sizeof *bad_texts; i++) {
        const bad_text *bad = &bad_texts[i];
        eleven_rules rules = rules_named(bad->rules);
        eleven_board board = board_of(&rules, "2 . / . 2"), before = board;
        eleven_problem problem = {0};
        size_t length = strlen(bad->text);
        assert_int_equal(eleven_board_parse(&rules, bad->text, length, &board, &problem), ELEVEN_BAD_TEXT);
        expect_problem(&problem, bad->line, bad->column, bad->sentence);
        assert_int_equal(eleven_board_parse(&rules, bad->text, length, &board, NULL), ELEVEN_BAD_TEXT);
        assert_true(eleven_board_equal(&board, &before));
    }
}

static void hex_ranks_must_be_in_use(void **state)
{
    (void)state;
    eleven_rules rules = {.name = "two", .value = {0, 2, 4}, .start_tiles = 1};
    eleven_board board;
    eleven_problem problem = {0};
    assert_int_equal(eleven_board_parse(&rules, "0000000000000012", 16, &board, NULL), ELEVEN_OK);
    assert_int_equal(eleven_board_parse(&rules, "0000000000000003", 16, &board, &problem), ELEVEN_BAD_TEXT);
    expect_problem(&problem, 1, 1, "these rules do not use every rank in '0000000000000003'");
    assert_int_equal(eleven_board_parse(&rules, "f000000000000000", 16, &board, NULL), ELEVEN_BAD_TEXT);
}

/* ---- Directions --------------------------------------------------------------------------------------- */

static void directions_have_names(void **state)
{
    (void)state;
    assert_string_equal(eleven_direction_name(ELEVEN_UP), "up");
    assert_string_equal(eleven_direction_name(ELEVEN_RIGHT), "right");
    assert_string_equal(eleven_direction_name(ELEVEN_DOWN), "down");
    assert_string_equal(eleven_direction_name(ELEVEN_LEFT), "left");
}

static void expect_direction(const char *text, bool is_one, eleven_direction expected)
{
    eleven_direction direction = (eleven_direction)((expected + 1) % ELEVEN_DIRECTIONS), before = direction;
    assert_int_equal(eleven_direction_parse(text, strlen(text), &direction), is_one);
    assert_int_equal(direction, is_one ? expected : before);
}

static void directions_are_read_by_name_or_letter(void **state)
{
    (void)state;
    expect_direction("up", true, ELEVEN_UP);
    expect_direction("U", true, ELEVEN_UP);
    expect_direction("Right", true, ELEVEN_RIGHT);
    expect_direction("r", true, ELEVEN_RIGHT);
    expect_direction("DOWN", true, ELEVEN_DOWN);
    expect_direction("d", true, ELEVEN_DOWN);
    expect_direction("lEfT", true, ELEVEN_LEFT);
    expect_direction("L", true, ELEVEN_LEFT);
    const char *const none[] = {"", "le", "lefts", "x", "u p", " u", "\x15", "rightright", "dow", "\xf5p"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        expect_direction(none[i], false, ELEVEN_UP);
    eleven_direction direction;
    assert_true(eleven_direction_parse("leftover", 4, &direction));
    assert_false(eleven_direction_parse("up\0", 3, &direction));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_look_as_documented),
        cmocka_unit_test(hex_is_for_four_by_four_and_small_ranks),
        cmocka_unit_test(printing_respects_the_room),
        cmocka_unit_test(the_largest_board_fits_its_room),
        cmocka_unit_test(reading_is_the_inverse_of_printing),
        cmocka_unit_test(many_ways_of_writing_are_read),
        cmocka_unit_test(texts_end_at_their_length),
        cmocka_unit_test(fibonacci_boards_use_its_numbers),
        cmocka_unit_test(bad_boards_are_refused_where_they_are_bad),
        cmocka_unit_test(hex_ranks_must_be_in_use),
        cmocka_unit_test(directions_have_names),
        cmocka_unit_test(directions_are_read_by_name_or_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
