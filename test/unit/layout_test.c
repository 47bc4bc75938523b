/* Where things are in a window: for every window and board, whatever is said to fit lies inside. */
#include "expect.h"

#include "term/term_room.h"

enum { COLUMNS_MOST = 250, ROWS_MOST = 80 };

/* A window, a board in it, and what the layout makes of them. */
typedef struct place {
    int columns, rows, w, h;
    enum layout_cells cells;
    struct layout layout;
} place;

static place place_of(int columns, int rows, int w, int h, enum layout_cells cells)
{
    return (place){columns, rows, w, h, cells, layout_find(columns, rows, w, h, cells)};
}

/* Runs the check for every window with boards of many shapes, in every kind of cells. */
static void for_all_places(void (*check)(const place *at))
{
    static const int sizes[][2] = {{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6},
                                   {7, 7}, {8, 8}, {1, 8}, {8, 1}, {3, 5}, {6, 2}};
    for (unsigned i = 0; i < 3 * sizeof sizes / sizeof *sizes; i++)
        for (int columns = 1; columns <= COLUMNS_MOST; columns += 1 + columns / 100)
            for (int rows = 1; rows <= ROWS_MOST; rows++) {
                place at = place_of(columns, rows, sizes[i / 3][0], sizes[i / 3][1], (enum layout_cells)(i % 3));
                check(&at);
            }
}

static void expect_at(const place *at, bool holds, const char *claim)
{
    if (!holds)
        fail_msg("%dx%d window, %dx%d board, cells %d: %s", at->columns, at->rows, at->w, at->h, (int)at->cells, claim);
}

/* ---- What fits ----------------------------------------------------------------------------------------- */

static void check_board_inside(const place *at)
{
    const struct layout *layout = &at->layout;
    if (!layout->fits)
        return;
    int header = layout->has_boxes ? 3 : 1, footer = layout->has_footer;
    expect_at(at, layout->left >= 0 && layout->left + layout->w <= at->columns, "columns of the board");
    expect_at(at, layout->top >= 2 * header, "board below the header");
    expect_at(at, layout->top + layout->h <= 2 * (at->rows - footer), "board above the footer");
}

static void the_board_lies_between_header_and_footer(void **state)
{
    (void)state;
    for_all_places(check_board_inside);
}

static void check_header_inside(const place *at)
{
    const struct layout *layout = &at->layout;
    if (layout->fits)
        expect_at(at, layout->head_left >= 0 && layout->head_left + layout->head_w <= at->columns,
                  "columns of the header");
}

static void the_header_lies_inside_the_window(void **state)
{
    (void)state;
    for_all_places(check_header_inside);
}

static void check_board_holds_tiles(const place *at)
{
    const struct layout *layout = &at->layout;
    expect_at(at, layout->w == at->w * (layout->tile_w + layout->gap) + layout->gap, "width of all tiles");
    expect_at(at, layout->h == at->h * (layout->tile_h + layout->gap) + layout->gap, "height of all tiles");
}

static void tiles_and_gaps_make_up_the_board(void **state)
{
    (void)state;
    for_all_places(check_board_holds_tiles);
}

static void check_tiles_readable(const place *at)
{
    const struct layout *layout = &at->layout;
    expect_at(at, !layout->fits || layout->tile_w >= 4, "four columns for 2048");
    expect_at(at, !layout->fits || layout->tile_h >= 2, "one row");
}

static void tiles_keep_four_columns_and_a_row(void **state)
{
    (void)state;
    for_all_places(check_tiles_readable);
}

/* Terminal cells are twice as high as wide: a tile may be wider than high to hold its number, never higher. */
static void check_tiles_not_higher_than_wide(const place *at)
{
    expect_at(at, !at->layout.fits || at->layout.tile_h <= at->layout.tile_w, "higher than wide");
}

static void tiles_are_never_higher_than_wide(void **state)
{
    (void)state;
    for_all_places(check_tiles_not_higher_than_wide);
}

static void check_whole_rows(const place *at)
{
    const struct layout *layout = &at->layout;
    if (!layout->fits || at->cells == CELLS_HALVED)
        return;
    expect_at(at, at->cells == CELLS_WHOLE || layout->gap == 0, "lines instead of gaps");
    expect_at(at, layout->top % 2 == 0 && layout->gap % 2 == 0 && layout->tile_h % 2 == 0, "whole rows");
}

static void tiles_take_whole_rows_where_cells_are_not_halved(void **state)
{
    (void)state;
    for_all_places(check_whole_rows);
}

/* ---- What does not fit --------------------------------------------------------------------------------- */

static void check_need(const place *at)
{
    const struct layout *layout = &at->layout;
    bool enough = at->columns >= layout->columns_needed && at->rows >= layout->rows_needed;
    expect_at(at, layout->fits == enough, "fits exactly where the window has what is needed");
}

static void a_board_fits_exactly_where_the_needed_size_is_there(void **state)
{
    (void)state;
    for_all_places(check_need);
}

static void the_need_depends_on_the_board_only(void **state)
{
    (void)state;
    for (int i = 0; i < 64; i++) {
        struct layout small = layout_find(1, 1, 1 + i % 8, 1 + i / 8, CELLS_HALVED);
        struct layout large = layout_find(200, 60, 1 + i % 8, 1 + i / 8, CELLS_HALVED);
        assert_int_equal(small.columns_needed, large.columns_needed);
        assert_int_equal(small.rows_needed, large.rows_needed);
        assert_true(layout_find(small.columns_needed, small.rows_needed, 1 + i % 8, 1 + i / 8, CELLS_HALVED).fits);
    }
}

/* ---- Larger windows ------------------------------------------------------------------------------------ */

/* A tile with its gap may lose one pixel (in whole rows, two) where gaps appear or widen, and more only where the boxes
 * appear. */
static void expect_no_smaller(const place *at, int columns, int rows)
{
    struct layout larger = layout_find(columns, rows, at->w, at->h, at->cells);
    bool same_header = larger.head == at->layout.head && larger.has_footer == at->layout.has_footer;
    int slack = larger.gap <= at->layout.gap ? 0 : at->cells == CELLS_WHOLE ? 2 : 1;
    if (at->layout.fits && same_header &&
        (larger.tile_w + larger.gap + slack < at->layout.tile_w + at->layout.gap ||
         larger.tile_h + larger.gap + slack < at->layout.tile_h + at->layout.gap))
        fail_msg("%dx%d board, cells %d: tiles of %dx%d in %dx%d become %dx%d in %dx%d", at->w, at->h, (int)at->cells,
                 at->layout.tile_w, at->layout.tile_h, at->columns, at->rows, larger.tile_w, larger.tile_h, columns,
                 rows);
}

static void check_one_column_more(const place *at)
{
    expect_no_smaller(at, at->columns + 1, at->rows);
}

static void a_wider_window_gives_no_smaller_tiles(void **state)
{
    (void)state;
    for_all_places(check_one_column_more);
}

static void check_one_row_more(const place *at)
{
    expect_no_smaller(at, at->columns, at->rows + 1);
}

static void a_higher_window_gives_no_smaller_tiles(void **state)
{
    (void)state;
    for_all_places(check_one_row_more);
}

/* ---- Well-known windows -------------------------------------------------------------------------------- */

static void the_usual_terminal_has_boxes_and_a_footer(void **state)
{
    (void)state;
    struct layout layout = layout_find(80, 24, 4, 4, CELLS_HALVED);
    assert_true(layout.fits && layout.has_boxes && layout.has_footer);
    assert_true(layout.tile_w >= 8 && layout.tile_h >= 6);
}

static void a_small_window_still_fits(void **state)
{
    (void)state;
    struct layout layout = layout_find(40, 16, 4, 4, CELLS_HALVED);
    assert_true(layout.fits && layout.has_footer);
    assert_true(layout.tile_w >= 5 && layout.tile_h >= 4);
    assert_true(layout_find(40, 16, 4, 4, CELLS_OUTLINED).fits && layout_find(80, 24, 4, 4, CELLS_OUTLINED).fits);
}

static void a_huge_window_is_used(void **state)
{
    (void)state;
    struct layout layout = layout_find(200, 60, 4, 4, CELLS_HALVED);
    assert_true(layout.fits && layout.has_boxes);
    assert_true(layout.tile_w >= 20 && layout.tile_h >= 20);
    assert_in_range(layout.left, (200 - layout.w) / 2 - 1, (200 - layout.w) / 2 + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_lies_between_header_and_footer),
        cmocka_unit_test(the_header_lies_inside_the_window),
        cmocka_unit_test(tiles_and_gaps_make_up_the_board),
        cmocka_unit_test(tiles_keep_four_columns_and_a_row),
        cmocka_unit_test(tiles_are_never_higher_than_wide),
        cmocka_unit_test(tiles_take_whole_rows_where_cells_are_not_halved),
        cmocka_unit_test(a_board_fits_exactly_where_the_needed_size_is_there),
        cmocka_unit_test(the_need_depends_on_the_board_only),
        cmocka_unit_test(a_wider_window_gives_no_smaller_tiles),
        cmocka_unit_test(a_higher_window_gives_no_smaller_tiles),
        cmocka_unit_test(the_usual_terminal_has_boxes_and_a_footer),
        cmocka_unit_test(a_small_window_still_fits),
        cmocka_unit_test(a_huge_window_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
