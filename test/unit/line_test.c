/* The line function on rows that a person can check by eye. */
#include "expect.h"

typedef struct golden_row {
    const char *rules, *before;
    char toward; /* 'l' or 'r' */
    const char *after;
    uint64_t gain;
} golden_row;

static const golden_row golden_rows[] = {
    /* nothing to merge */
    {"classic", ". . . .", 'l', ". . . .", 0},
    {"classic", "2 4 2 4", 'l', "2 4 2 4", 0},
    {"classic", ". 2 . 4", 'r', ". . 2 4", 0},
    {"classic", ". 2 . 4", 'l', "2 4 . .", 0},
    /* equal neighbours merge once, those nearest the wall first */
    {"classic", "2 . . 2", 'l', "4 . . .", 4},
    {"classic", "2 2 2 .", 'l', "4 2 . .", 4},
    {"classic", "2 2 2 .", 'r', ". . 2 4", 4},
    {"classic", "2 2 2 8", 'l', "4 2 8 .", 4},
    {"classic", "2 2 2 8", 'r', ". 2 4 8", 4},
    {"classic", "2 2 4 4", 'l', "4 8 . .", 12},
    {"classic", "2 2 2 2", 'l', "4 4 . .", 8},
    {"classic", "4 2 2 8", 'l', "4 4 8 .", 4},
    {"classic", "2 2 4 8", 'l', "4 4 8 .", 4},
    {"classic", "2 2 4 8", 'r', ". 4 4 8", 4},
    {"classic", "2 4 . 2", 'l', "2 4 2 .", 0},
    /* other lengths */
    {"classic", "2", 'l', "2", 0},
    {"classic", ". 2", 'l', "2 .", 0},
    {"classic", "4 4 4", 'r', ". 4 8", 8},
    {"classic", "2 2 2 2 2 2 2 2", 'l', "4 4 4 4 . . . .", 16},
    {"classic", "2 . . . . . . 2", 'r', ". . . . . . . 4", 4},
    /* large tiles do not wrap around; the largest of all stays what it is */
    {"classic", "32768 32768 . .", 'l', "65536 . . .", 65536},
    {"classic", "65536 . 65536 .", 'r', ". . . 131072", 131072},
    {"classic", "131072 131072 65536 65536", 'l', "262144 131072 . .", 393216},
    {"classic", "1073741824 1073741824", 'l', "2147483648 .", UINT64_C(2147483648)},
    {"classic", "2147483648 2147483648", 'l', "2147483648 2147483648", 0},
    /* engine: a tile that was just made may be merged into again */
    {"engine", "2 2 4 8", 'l', "16 . . .", 28},
    {"engine", "2 2 4 8", 'r', ". 4 4 8", 4},
    {"engine", "2 2 2 2", 'l', "4 4 . .", 8},
    {"engine", "2 2 4 4", 'l', "8 4 . .", 12},
    {"engine", "4 2 2 8", 'l', "4 4 8 .", 4},
    {"engine", "2 2 4 2 2", 'l', "8 4 . . .", 16},
    /* provider slides like classic */
    {"provider", "2 2 4 8", 'l', "4 4 8 .", 4},
    /* fibonacci: neighbours in the sequence merge, and 1 with 1 */
    {"fibonacci", "1 1 . .", 'l', "2 . . .", 2},
    {"fibonacci", "2 2 . .", 'l', "2 2 . .", 0},
    {"fibonacci", "1 2 3 5", 'l', "3 8 . .", 11},
    {"fibonacci", "5 3 2 1", 'r', ". . 8 3", 11},
    {"fibonacci", "1 3 . .", 'l', "1 3 . .", 0},
    {"fibonacci", "987 . . 1597", 'l', "2584 . . .", 2584},
};

/* Toward the left the front is cell 0, toward the right it is the last. */
static eleven_view row_view(const eleven_board *row, char toward)
{
    return toward == 'l' ? (eleven_view){0, 1, row->w} : (eleven_view){(uint8_t)(row->w - 1), -1, row->w};
}

static void golden_rows_slide_as_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof golden_rows / sizeof *golden_rows; i++) {
        const golden_row *golden = &golden_rows[i];
        eleven_rules rules = rules_named(golden->rules);
        eleven_board row = board_of(&rules, golden->before);
        eleven_slide slide = eleven_line_slide(&rules, row.cells, row_view(&row, golden->toward), NULL);
        expect_board(&rules, &row, golden->after);
        assert_int_equal(slide.gain, golden->gain);
        assert_int_equal(slide.hops != 0, strcmp(golden->before, golden->after) != 0);
    }
}

static void expect_hops(const char *name, const char *before, char toward, const char *expected)
{
    eleven_rules rules = rules_named(name);
    eleven_board row = board_of(&rules, before);
    eleven_hop hops[ELEVEN_SIDE_MAX];
    eleven_slide slide = eleven_line_slide(&rules, row.cells, row_view(&row, toward), hops);
    char found[128] = "";
    for (unsigned i = 0; i < slide.hops; i++) {
        char hop[16];
        snprintf(hop, sizeof hop, "%s%d>%d%s", i ? " " : "", hops[i].from, hops[i].to, hops[i].merged ? "+" : "");
        strcat(found, hop);
    }
    assert_string_equal(found, expected);
}

/* "3>0+": the tile of cell 3 moved to cell 0 and merged there. */
static void hops_show_which_tile_went_where(void **state)
{
    (void)state;
    expect_hops("classic", "2 4 2 4", 'l', "");
    expect_hops("classic", ". 2 . 4", 'l', "1>0 3>1");
    expect_hops("classic", ". 2 . 4", 'r', "1>2");
    expect_hops("classic", "2 . . 2", 'l', "3>0+");
    expect_hops("classic", ". 2 . 2", 'l', "1>0 3>0+");
    expect_hops("classic", "2 2 2 2", 'l', "1>0+ 2>1 3>1+");
    expect_hops("classic", "2 2 2 2", 'r', "2>3+ 1>2 0>2+");
    expect_hops("engine", "2 2 4 8", 'l', "1>0+ 2>0+ 3>0+");
}

static void a_line_can_be_a_column(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "2 2 2 / 4 2 4 / 2 4 2");
    eleven_slide slide = eleven_line_slide(&rules, board.cells, (eleven_view){1, 3, 3}, NULL);
    expect_board(&rules, &board, "2 4 2 / 4 4 4 / 2 . 2");
    assert_int_equal(slide.gain, 4);
    eleven_line_slide(&rules, board.cells, (eleven_view){7, -3, 3}, NULL);
    expect_board(&rules, &board, "2 . 2 / 4 . 4 / 2 8 2");
}

static void a_line_leaves_the_other_cells_alone(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board row = board_of(&rules, "2 2 . 2 2 . 2 2");
    eleven_line_slide(&rules, row.cells, (eleven_view){2, 1, 3}, NULL);
    expect_board(&rules, &row, "2 2 4 . . . 2 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_rows_slide_as_written),
        cmocka_unit_test(hops_show_which_tile_went_where),
        cmocka_unit_test(a_line_can_be_a_column),
        cmocka_unit_test(a_line_leaves_the_other_cells_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
