/* Boards: four directions, what is legal, where tiles appear, and the eight symmetries. */
#include "expect.h"
#include "../oracle/oracle.h"

/* ---- Sliding ------------------------------------------------------------------------------------------ */

typedef struct golden_slide {
    const char *before;
    eleven_direction direction;
    const char *after;
    uint64_t gain;
} golden_slide;

static const golden_slide golden_slides[] = {
    {"2 2 . . / . 2 4 . / . 8 . . / . . . .", ELEVEN_LEFT, "4 . . . / 2 4 . . / 8 . . . / . . . .", 4},
    {"4 . . . / 2 4 . . / 8 . . . / . . . .", ELEVEN_UP, "4 4 . . / 2 . . . / 8 . . . / . . . .", 0},
    {"2 2 . . / . 2 4 . / . 8 . . / . . . .", ELEVEN_RIGHT, ". . . 4 / . . 2 4 / . . . 8 / . . . .", 4},
    {"2 2 . . / . 2 4 . / . 8 . . / . . . .", ELEVEN_DOWN, ". . . . / . . . . / . 4 . . / 2 8 4 .", 4},
    {"2 2 . . / . 2 4 . / . 8 . . / . . . .", ELEVEN_UP, "2 4 4 . / . 8 . . / . . . . / . . . .", 4},
    {"2 2 / 2 2", ELEVEN_UP, "4 4 / . .", 8},
    {"2 . 2 / 4 4 4", ELEVEN_RIGHT, ". . 4 / . 4 8", 12},
    {"2 / . / 2 / 4 / 4", ELEVEN_DOWN, ". / . / . / 4 / 8", 12},
    {"32768 65536 / 32768 65536", ELEVEN_DOWN, ". . / 65536 131072", 196608},
    {"8", ELEVEN_LEFT, "8", 0},
};

static void golden_boards_slide_as_written(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    for (size_t i = 0; i < sizeof golden_slides / sizeof *golden_slides; i++) {
        eleven_board board = board_of(&rules, golden_slides[i].before);
        eleven_slide slide = eleven_board_slide(&rules, &board, golden_slides[i].direction, NULL);
        expect_board(&rules, &board, golden_slides[i].after);
        assert_int_equal(slide.gain, golden_slides[i].gain);
    }
}

static void hops_of_all_lines_come_in_one_list(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "2 . / 2 4");
    eleven_hop hops[4];
    eleven_slide slide = eleven_board_slide(&rules, &board, ELEVEN_UP, hops);
    assert_int_equal(slide.hops, 2);
    assert_true(hops[0].from == 2 && hops[0].to == 0 && hops[0].merged);
    assert_true(hops[1].from == 3 && hops[1].to == 1 && !hops[1].merged);
}

static void expect_legal(const char *text, unsigned legal)
{
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, text);
    assert_int_equal(eleven_board_legal(&rules, &board), legal);
    expect_board(&rules, &board, text);
}

static void legal_directions_change_the_board(void **state)
{
    (void)state;
    const unsigned up = 1, right = 2, down = 4, left = 8;
    expect_legal("2 . / . .", right | down);
    expect_legal(". . / . 2", up | left);
    expect_legal(". . . / . 2 . / . . .", up | right | down | left);
    expect_legal("2 2 / 4 8", left | right);
    expect_legal("2 4 / 2 8", up | down);
    expect_legal("2 4 / 4 2", 0);
    expect_legal("2 4 / . .", down);
    expect_legal(". / .", 0);
    expect_legal("2", 0);
}

/* ---- Cells -------------------------------------------------------------------------------------------- */

static void empty_boards_have_their_size(void **state)
{
    (void)state;
    for (unsigned w = 1; w <= ELEVEN_SIDE_MAX; w++) {
        for (unsigned h = 1; h <= ELEVEN_SIDE_MAX; h++) {
            eleven_board board;
            eleven_board_empty(w, h, &board);
            uint8_t cells[ELEVEN_CELLS_MAX];
            assert_int_equal(board.w, w);
            assert_int_equal(board.h, h);
            assert_int_equal(eleven_board_empties(&board, cells), w * h);
            assert_int_equal(eleven_board_largest(&board), 0);
        }
    }
}

static void empties_are_ascending(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, ". 2 . / 4 8 . / 2 2 2");
    uint8_t cells[ELEVEN_CELLS_MAX];
    assert_int_equal(eleven_board_empties(&board, cells), 3);
    assert_memory_equal(cells, ((uint8_t[]){0, 2, 5}), 3);
}

static void placing_fills_one_cell(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board;
    eleven_board_empty(3, 2, &board);
    eleven_board_place(&board, (eleven_tile){4, 3});
    eleven_board_place(&board, (eleven_tile){0, 1});
    expect_board(&rules, &board, "2 . . / . 8 .");
    assert_int_equal(eleven_board_largest(&board), 3);
}

static void boards_are_equal_in_size_and_cells(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "2 4 . / . 8 .");
    eleven_board same = board_of(&rules, "2 4 . / . 8 .");
    eleven_board other_cell = board_of(&rules, "2 4 . / . 8 2");
    eleven_board other_size = board_of(&rules, "2 4 / . . / 8 .");
    eleven_board other_first = board_of(&rules, "4 4 . / . 8 .");
    eleven_board one_row = board_of(&rules, "2 4 ."), row_more = board_of(&rules, "2 4 . / . . .");
    assert_true(eleven_board_equal(&board, &same));
    assert_false(eleven_board_equal(&board, &other_cell));
    assert_false(eleven_board_equal(&board, &other_size));
    assert_false(eleven_board_equal(&board, &other_first));
    assert_false(eleven_board_equal(&one_row, &row_more));
}

/* ---- Picking ------------------------------------------------------------------------------------------ */

static void expect_pick(const char *name, const char *text, uint64_t word, unsigned cell, unsigned rank)
{
    eleven_rules rules = rules_named(name);
    eleven_board board = board_of(&rules, text);
    eleven_tile tile = eleven_board_pick(&rules, &board, word);
    assert_int_equal(tile.cell, cell);
    assert_int_equal(tile.rank, rank);
    expect_board(&rules, &board, text);
}

/* The word is a fraction of 2^64: its quarters are the four empty cells, tenths of a quarter the ranks. */
static void picks_divide_the_word(void **state)
{
    (void)state;
    const char *four_empties = ". 8 . / 8 . .";
    const uint64_t quarter = UINT64_C(1) << 62;
    expect_pick("classic", four_empties, 0, 0, 1);
    expect_pick("classic", four_empties, quarter - 1, 0, 2);
    expect_pick("classic", four_empties, quarter, 2, 1);
    expect_pick("classic", four_empties, 2 * quarter, 4, 1);
    expect_pick("classic", four_empties, 3 * quarter, 5, 1);
    expect_pick("classic", four_empties, UINT64_MAX, 5, 2);
    expect_pick("provider", four_empties, UINT64_MAX, 5, 1);
}

static void nine_tenths_of_all_words_are_a_two(void **state)
{
    (void)state;
    const uint64_t nine_tenths = UINT64_C(16602069666338596454); /* rounded down */
    expect_pick("classic", "8 . / 8 8", nine_tenths, 1, 1);
    expect_pick("classic", "8 . / 8 8", nine_tenths + 1, 1, 2);
    expect_pick("fibonacci", "8 . / 8 8", nine_tenths, 1, 1);
    expect_pick("fibonacci", "8 . / 8 8", nine_tenths + 1, 1, 2);
}

/* ---- Symmetries --------------------------------------------------------------------------------------- */

static void symmetries_are_as_documented(void **state)
{
    (void)state;
    static const char *const images[ELEVEN_SYMMETRIES] = {
        "2 4 8 / 16 32 64",   "8 4 2 / 64 32 16",   "16 32 64 / 2 4 8",   "64 32 16 / 8 4 2",
        "2 16 / 4 32 / 8 64", "8 64 / 4 32 / 2 16", "16 2 / 32 4 / 64 8", "64 8 / 32 4 / 16 2",
    };
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, images[0]);
    for (unsigned symmetry = 0; symmetry < ELEVEN_SYMMETRIES; symmetry++) {
        eleven_board image;
        eleven_board_symmetry(&board, symmetry, &image);
        expect_board(&rules, &image, images[symmetry]);
    }
}

/* First `a`, then `b`: mirrors that follow an exchange act as the other mirrors before it. */
static unsigned product(unsigned a, unsigned b)
{
    unsigned mirrors = a & 4 ? (b >> 1 & 1) | (b << 1 & 2) : b & 3;
    return a ^ mirrors ^ (b & 4);
}

static void symmetries_are_a_group(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "2 4 8 / 16 32 64 / . . 2 / 4 4 4");
    for (unsigned a = 0; a < ELEVEN_SYMMETRIES; a++) {
        unsigned inverses = 0;
        for (unsigned b = 0; b < ELEVEN_SYMMETRIES; b++) {
            eleven_board first;
            eleven_board_symmetry(&board, a, &first);
            eleven_board both;
            eleven_board_symmetry(&first, b, &both);
            eleven_board at_once;
            eleven_board_symmetry(&board, product(a, b), &at_once);
            assert_true(eleven_board_equal(&both, &at_once));
            inverses += eleven_board_equal(&both, &board);
        }
        assert_int_equal(inverses, 1);
    }
}

/* Where a push in that direction points after the symmetry. */
static eleven_direction direction_image(eleven_direction direction, unsigned symmetry)
{
    int dx = (direction == ELEVEN_RIGHT) - (direction == ELEVEN_LEFT);
    int dy = (direction == ELEVEN_DOWN) - (direction == ELEVEN_UP);
    int mirrored_x = symmetry & 1 ? -dx : dx, mirrored_y = symmetry & 2 ? -dy : dy;
    int x = symmetry & 4 ? mirrored_y : mirrored_x, y = symmetry & 4 ? mirrored_x : mirrored_y;
    return x ? (x > 0 ? ELEVEN_RIGHT : ELEVEN_LEFT) : (y > 0 ? ELEVEN_DOWN : ELEVEN_UP);
}

static void expect_commutes(const eleven_rules *rules, const eleven_board *board)
{
    for (unsigned symmetry = 0; symmetry < ELEVEN_SYMMETRIES; symmetry++) {
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            eleven_direction direction = (eleven_direction)d;
            eleven_board slid = *board, image;
            eleven_board_symmetry(board, symmetry, &image);
            eleven_slide one = eleven_board_slide(rules, &slid, direction, NULL);
            eleven_slide two = eleven_board_slide(rules, &image, direction_image(direction, symmetry), NULL);
            eleven_board_symmetry(&slid, symmetry, &slid);
            assert_true(eleven_board_equal(&slid, &image));
            assert_true(one.gain == two.gain && one.hops == two.hops);
        }
    }
}

static void sliding_commutes_with_symmetry(void **state)
{
    (void)state;
    uint64_t chance = 1;
    for (unsigned i = 0; i < 400; i++) {
        eleven_rules rules = rules_named(eleven_rules_name(i % ORACLE_RULES));
        eleven_board board;
        eleven_board_empty(1 + oracle_below(&chance, 8), 1 + oracle_below(&chance, 8), &board);
        for (unsigned cell = 0; cell < (unsigned)board.w * board.h; cell++)
            board.cells[cell] = (eleven_rank)oracle_below(&chance, 4);
        expect_commutes(&rules, &board);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_boards_slide_as_written),
        cmocka_unit_test(hops_of_all_lines_come_in_one_list),
        cmocka_unit_test(legal_directions_change_the_board),
        cmocka_unit_test(empty_boards_have_their_size),
        cmocka_unit_test(empties_are_ascending),
        cmocka_unit_test(placing_fills_one_cell),
        cmocka_unit_test(boards_are_equal_in_size_and_cells),
        cmocka_unit_test(picks_divide_the_word),
        cmocka_unit_test(nine_tenths_of_all_words_are_a_two),
        cmocka_unit_test(symmetries_are_as_documented),
        cmocka_unit_test(symmetries_are_a_group),
        cmocka_unit_test(sliding_commutes_with_symmetry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
