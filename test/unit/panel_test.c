/* What a player thinks, in words and bars: lengths, numbers, the line in narrow windows, the place beside the board. */
#include "expect.h"

#include "term/term_room.h"

#include <math.h>

enum { UP = ELEVEN_UP, RIGHT = ELEVEN_RIGHT, DOWN = ELEVEN_DOWN, LEFT = ELEVEN_LEFT };

static player_hint hint_of(int best, double up, double right, double down, double left)
{
    player_hint hint = {.advice = {.direction = (eleven_direction)best}, .unit.in_points = true, .score = 1000};
    hint.advice.values[UP] = up;
    hint.advice.values[RIGHT] = right;
    hint.advice.values[DOWN] = down;
    hint.advice.values[LEFT] = left;
    return hint;
}

/* ---- Lengths ------------------------------------------------------------------------------------------- */

static void expect_shares(const player_hint *hint, double up, double right, double down, double left)
{
    const double expected[] = {[UP] = up, [RIGHT] = right, [DOWN] = down, [LEFT] = left};
    for (unsigned d = 0; d < 4; d++)
        if (fabs(panel_share(hint, (eleven_direction)d) - expected[d]) > 1e-9)
            fail_msg("direction %u: %f instead of %f", d, panel_share(hint, (eleven_direction)d), expected[d]);
}

static void the_best_has_a_whole_bar_and_the_worst_an_eighth(void **state)
{
    (void)state;
    player_hint hint = hint_of(LEFT, 150, 0, 102, 200);
    expect_shares(&hint, 0.5625, 0.125, 0.3875, 1);
    hint = hint_of(DOWN, -300, -150, -100, -300);
    expect_shares(&hint, 0.125, 0.5625, 1, 0.125);
}

static void what_moves_nothing_has_none(void **state)
{
    (void)state;
    player_hint hint = hint_of(RIGHT, (double)NAN, 50, (double)NAN, 10);
    expect_shares(&hint, 0, 1, 0, 0.125);
    hint = hint_of(UP, 7, (double)NAN, (double)NAN, (double)NAN);
    expect_shares(&hint, 1, 0, 0, 0);
}

static void equal_moves_have_equal_bars_and_others_do_not(void **state)
{
    (void)state;
    player_hint hint = hint_of(UP, 99000, 98801, 98799, 59000);
    expect_shares(&hint, 1, 1, 1 - 0.875 * sqrt(201.0 / 40000), 0.125);
    hint = hint_of(UP, 0, 0, 0, 0);
    expect_shares(&hint, 1, 1, 1, 1);
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static void numbers_take_seven_characters_at_most(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0.00"},           {0.349, "0.3"},     {-6.357, "-6.4"},      {54.97, "55"},
                 {-99.96, "-100"},      {311.5, "312"},     {208659.4, "208,659"}, {-99999, "-99,999"},
                 {-999999, "-999999"},  {1182000, "1182k"}, {-1182000, "-1182k"},  {12345678, "12.3M"},
                 {-123456789, "-123M"}, {9999500, "10.0M"}, {1.5e9, "1500M"},      {3.2e10, "32.0G"},
                 {7e13, "70.0T"}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[8];
        panel_number(cases[i].value, text);
        assert_string_equal(text, cases[i].text);
    }
}

/* ---- In one line --------------------------------------------------------------------------------------- */

static struct panel panel_with(const char *heading, const char *state)
{
    struct panel panel = {.has_hint = true, .hint = hint_of(LEFT, 120, (double)NAN, 60, 200)};
    snprintf(panel.heading, sizeof panel.heading, "%s", heading);
    snprintf(panel.state, sizeof panel.state, "%s", state);
    return panel;
}

static void expect_line(const struct panel *panel, bool utf8, int room, const char *expected)
{
    char line[PANEL_LINE];
    panel_line(panel, utf8, room, line);
    assert_string_equal(line, expected);
}

static void a_line_has_the_move_the_words_and_the_bars(void **state)
{
    (void)state;
    struct panel hint = panel_with("Hint: left", ""), player = panel_with("network: left", "4 moves/s");
    expect_line(&hint, true, 80, "Hint: left, 80 points more than up  U▃ L█ D▁ R-");
    expect_line(&hint, false, 80, "Hint: left, 80 points more than up  U4 L9 D2 R-");
    expect_line(&player, true, 80, "network: left, 80 points more than up  U▃ L█ D▁ R-  4 moves/s");
    expect_line(&player, true, 55, "network: left, 80 points more than up  U▃ L█ D▁ R-");
}

static void a_narrow_line_has_what_fits(void **state)
{
    (void)state;
    struct panel hint = panel_with("Hint: left", ""), waiting = {.heading = "network thinks"};
    expect_line(&hint, false, 46, "left, 80 points more than up  U4 L9 D2 R-");
    expect_line(&hint, false, 40, "Hint: left, 80 points more than up");
    expect_line(&hint, false, 30, "left, 80 points more than up");
    expect_line(&hint, false, 23, "Hint: left  U4 L9 D2 R-");
    expect_line(&hint, false, 22, "left  U4 L9 D2 R-");
    expect_line(&hint, false, 12, "left");
    expect_line(&waiting, false, 20, "network thinks");
}

/* ---- Beside the board ---------------------------------------------------------------------------------- */

enum { PAGE = 0x101010 };

/* The cells that something was drawn on lie right of the board, below the header and above the footer. */
static void expect_beside(const struct canvas *canvas, const struct layout *layout)
{
    int head = layout->has_boxes ? 3 : 1, last = canvas->rows - layout->has_footer, drawn = 0;
    for (int row = 0; row < canvas->rows; row++)
        for (int column = 0; column < canvas->columns; column++)
            if (canvas->cells[row * canvas->columns + column].glyph[0]) {
                drawn++;
                if (column < layout->left + layout->w || row < head || row >= last)
                    fail_msg("%dx%d: drawn at column %d, row %d", canvas->columns, canvas->rows, column, row);
            }
    assert_true(drawn > 40);
}

static bool try_window(int columns, int rows, int side, bool outlined)
{
    struct canvas canvas = {0};
    struct theme theme = theme_load(NULL, outlined ? DEPTH_NONE : DEPTH_TRUE);
    struct panel panel = panel_with("network: left", "4 moves/s");
    struct layout layout = layout_find(columns, rows, side, side, outlined ? CELLS_OUTLINED : CELLS_HALVED);
    assert_true(canvas_resize(&canvas, columns, rows));
    bool fits = layout.fits && panel_fits(&canvas, &layout);
    if (fits) {
        canvas_clear(&canvas, PAGE);
        panel_draw(&canvas, &layout, &theme, !outlined, &panel);
        expect_beside(&canvas, &layout);
    }
    canvas_free(&canvas);
    return fits;
}

static void it_is_beside_the_board_in_every_window_with_space(void **state)
{
    (void)state;
    unsigned fitting = 0;
    for (int side = 1; side <= 8; side++)
        for (int columns = 20; columns <= 200; columns += 3)
            for (int rows = 4; rows <= 60; rows++)
                fitting += try_window(columns, rows, side, rows % 2);
    assert_true(fitting > 1000);
    assert_true(try_window(80, 24, 4, false));
    assert_false(try_window(40, 16, 4, false));
}

static bool shows(const struct canvas *canvas, const char *text)
{
    char line[512] = "";
    for (int row = 0; row < canvas->rows; row++, line[0] = '\0') {
        for (int column = 0; column < canvas->columns; column++) {
            const char *glyph = canvas->cells[row * canvas->columns + column].glyph;
            strcat(line, glyph[0] ? glyph : " ");
        }
        if (strstr(line, text))
            return true;
    }
    return false;
}

static void a_row_for_each_direction(void **state)
{
    (void)state;
    struct canvas canvas = {0};
    struct theme theme = theme_load(NULL, DEPTH_TRUE);
    struct panel panel = panel_with("Hint: left", "");
    struct layout layout = layout_find(80, 24, 4, 4, CELLS_HALVED);
    assert_true(canvas_resize(&canvas, 80, 24));
    canvas_clear(&canvas, PAGE);
    panel_draw(&canvas, &layout, &theme, true, &panel);
    assert_true(shows(&canvas, "Hint: left"));
    assert_true(shows(&canvas, "80 points more than"));
    assert_true(shows(&canvas, "up    ▄▄▖         -80"));
    assert_true(shows(&canvas, "left  ▄▄▄▄▄▄▄   1,200"));
    assert_true(shows(&canvas, "down  ▄          -140"));
    assert_true(shows(&canvas, "right moves nothing"));
    assert_true(shows(&canvas, "points of expected"));
    canvas_free(&canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_has_a_whole_bar_and_the_worst_an_eighth),
        cmocka_unit_test(what_moves_nothing_has_none),
        cmocka_unit_test(equal_moves_have_equal_bars_and_others_do_not),
        cmocka_unit_test(numbers_take_seven_characters_at_most),
        cmocka_unit_test(a_line_has_the_move_the_words_and_the_bars),
        cmocka_unit_test(a_narrow_line_has_what_fits),
        cmocka_unit_test(it_is_beside_the_board_in_every_window_with_space),
        cmocka_unit_test(a_row_for_each_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
