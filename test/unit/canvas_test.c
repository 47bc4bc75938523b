/* Drawing on the canvas: what is drawn goes where it should and stays inside. */
#include "expect.h"

#include "term/term_room.h"

enum { RED = 0xff0000, GREEN = 0x00ff00, BLUE = 0x0000ff, PAGE = 0x101010 };

static struct canvas canvas_of(int columns, int rows)
{
    struct canvas canvas = {0};
    assert_true(canvas_resize(&canvas, columns, rows));
    canvas_clear(&canvas, PAGE);
    return canvas;
}

static canvas_cell *cell_at(const struct canvas *canvas, int column, int row)
{
    return &canvas->cells[row * canvas->columns + column];
}

static colour pixel_at(const struct canvas *canvas, int x, int y)
{
    const canvas_cell *cell = cell_at(canvas, x, y / 2);
    return y % 2 ? cell->lower : cell->upper;
}

/* ---- Filling and veiling ------------------------------------------------------------------------------- */

/* Whether exactly the pixels of the rectangle have the colour, and all others the page's. */
static void expect_rectangle(const struct canvas *canvas, int x, int y, int w, int h, colour c)
{
    for (int v = 0; v < 2 * canvas->rows; v++)
        for (int u = 0; u < canvas->columns; u++) {
            bool inside = u >= x && u < x + w && v >= y && v < y + h;
            if (pixel_at(canvas, u, v) != (inside ? c : (colour)PAGE))
                fail_msg("%d,%d %dx%d: pixel %d,%d", x, y, w, h, u, v);
        }
}

static void fills_are_cut_off_at_the_edges(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(6, 4);
    for (int x = -9; x <= 9; x += 3)
        for (int y = -10; y <= 10; y += 5)
            for (int w = -2; w <= 16; w += 3)
                for (int h = -1; h <= 20; h += 7) {
                    canvas_clear(&canvas, PAGE);
                    canvas_fill(&canvas, x, y, w, h, RED);
                    expect_rectangle(&canvas, x, y, w, h, RED);
                }
    canvas_free(&canvas);
}

static void a_fill_covers_what_was_written(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(6, 4);
    canvas_text(&canvas, 0, 1, "abcdef", RED, false);
    canvas_fill(&canvas, 1, 3, 2, 1, GREEN);
    assert_string_equal(cell_at(&canvas, 0, 1)->glyph, "a");
    assert_string_equal(cell_at(&canvas, 1, 1)->glyph, "");
    assert_string_equal(cell_at(&canvas, 2, 1)->glyph, "");
    assert_string_equal(cell_at(&canvas, 3, 1)->glyph, "d");
    canvas_free(&canvas);
}

static void a_veil_lets_what_lies_under_it_shine_through(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(6, 4);
    canvas_fill(&canvas, 0, 0, 6, 8, 0x000000);
    canvas_fill(&canvas, 0, 0, 1, 1, 0xc86432);
    canvas_veil(&canvas, -3, -3, 5, 5, 0xffffff, 0.5f);
    assert_int_equal(pixel_at(&canvas, 0, 0), 0xe4b299);
    assert_int_equal(pixel_at(&canvas, 1, 1), 0x808080);
    assert_int_equal(pixel_at(&canvas, 2, 1), 0x000000);
    assert_int_equal(pixel_at(&canvas, 1, 2), 0x000000);
    canvas_veil(&canvas, 4, 6, 100, 100, RED, 1);
    assert_int_equal(pixel_at(&canvas, 5, 7), RED);
    assert_int_equal(pixel_at(&canvas, 3, 7), 0x000000);
    canvas_free(&canvas);
}

static void palette_colours_cannot_be_veiled(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(2, 1);
    canvas_fill(&canvas, 0, 0, 1, 2, COLOUR_PALETTE + 3);
    canvas_fill(&canvas, 1, 0, 1, 2, COLOUR_DEFAULT);
    canvas_veil(&canvas, 0, 0, 2, 2, RED, 0.5f);
    assert_int_equal(pixel_at(&canvas, 0, 0), COLOUR_PALETTE + 3);
    assert_int_equal(pixel_at(&canvas, 1, 1), COLOUR_DEFAULT);
    canvas_fill(&canvas, 0, 0, 1, 2, RED);
    canvas_veil(&canvas, 0, 0, 2, 2, COLOUR_DEFAULT, 0.5f);
    assert_int_equal(pixel_at(&canvas, 0, 0), RED);
    canvas_free(&canvas);
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static void expect_row(const struct canvas *canvas, int row, const char *text)
{
    char found[256] = "";
    for (int column = 0; column < canvas->columns; column++) {
        const char *glyph = cell_at(canvas, column, row)->glyph;
        strcat(found, *glyph ? glyph : ".");
    }
    assert_string_equal(found, text);
}

static void text_is_cut_off_at_the_edges(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(6, 4);
    canvas_text(&canvas, -2, 0, "abcd", RED, false);
    canvas_text(&canvas, 4, 1, "efgh", RED, false);
    canvas_text(&canvas, -3, 2, "0123456789", RED, false);
    canvas_text(&canvas, 0, -1, "above", RED, false);
    canvas_text(&canvas, 0, 4, "below", RED, false);
    canvas_text(&canvas, 99, 3, "beside", RED, false);
    canvas_text(&canvas, -99, 3, "beside", RED, false);
    expect_row(&canvas, 0, "cd....");
    expect_row(&canvas, 1, "....ef");
    expect_row(&canvas, 2, "345678");
    expect_row(&canvas, 3, "......");
    canvas_free(&canvas);
}

static void a_character_of_several_bytes_takes_one_cell(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(6, 1);
    canvas_text(&canvas, 1, 0, "\xe2\x86\x90\xc3\xa9x\xf0\x9f\x82\xa1", RED, true);
    expect_row(&canvas, 0, ".\xe2\x86\x90\xc3\xa9x\xf0\x9f\x82\xa1.");
    assert_true(cell_at(&canvas, 1, 0)->bold && cell_at(&canvas, 1, 0)->ink == RED);
    assert_int_equal(canvas_text_width("\xe2\x86\x90\xc3\xa9x"), 3);
    assert_int_equal(canvas_text_width(""), 0);
    canvas_free(&canvas);
}

/* A title in an imported game, for example, must not command the terminal. */
static void an_invisible_character_becomes_a_question_mark(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(14, 1);
    canvas_text(&canvas, 0, 0, "a\033[2J\a\177\xc2\x9b\xc2\xa3\xff\xc3z\x9b\xe2\x82", RED, false);
    expect_row(&canvas, 0, "a?[2J???\xc2\xa3????.");
    canvas_free(&canvas);
}

static void text_leaves_its_ground(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(3, 1);
    canvas_fill(&canvas, 0, 0, 3, 2, BLUE);
    canvas_text(&canvas, 0, 0, "abc", RED, false);
    expect_rectangle(&canvas, 0, 0, 3, 2, BLUE);
    canvas_clear(&canvas, PAGE);
    expect_row(&canvas, 0, "...");
    canvas_free(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fills_are_cut_off_at_the_edges),
        cmocka_unit_test(a_fill_covers_what_was_written),
        cmocka_unit_test(a_veil_lets_what_lies_under_it_shine_through),
        cmocka_unit_test(palette_colours_cannot_be_veiled),
        cmocka_unit_test(text_is_cut_off_at_the_edges),
        cmocka_unit_test(a_character_of_several_bytes_takes_one_cell),
        cmocka_unit_test(an_invisible_character_becomes_a_question_mark),
        cmocka_unit_test(text_leaves_its_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
