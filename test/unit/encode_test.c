/* Sending a canvas: the bytes turn any screen into the picture, and are no more than that takes. They are read
 * by a small terminal made for these tests. */
#include "expect.h"
#include "../oracle/oracle.h"

#include <stdlib.h>

#include "term/term_room.h"

#include <curses.h>
#include <term.h>
#undef columns

enum { RED = 0xff0000, GREEN = 0x00ff00, PAGE = 0x101010 };

/* ---- A small terminal ---------------------------------------------------------------------------------- */

enum { SCREEN_COLUMNS = 12, SCREEN_ROWS = 5, SCREEN_CELLS = SCREEN_COLUMNS * SCREEN_ROWS };

/* What it shows; untouched cells have the glyph "?". */
typedef struct emulator {
    canvas_cell cells[SCREEN_CELLS]; /* `upper`: the ground */
    canvas_cell pen;
    int cursor;
    unsigned written, colours, jumps; /* characters, colour codes and cursor addresses read last */
} screen;

static screen screen_new(void)
{
    screen result = {.pen = {.upper = COLOUR_DEFAULT, .ink = COLOUR_DEFAULT}};
    for (int i = 0; i < SCREEN_CELLS; i++)
        strcpy(result.cells[i].glyph, "?");
    return result;
}

/* One colour code: 38;2;r;g;b  38;5;n  30..37  90..97, and the same ten higher for the ground. */
static unsigned screen_colour(screen *at, const unsigned *codes)
{
    unsigned code = codes[0];
    colour *wanted = code / 10 % 2 ? &at->pen.ink : &at->pen.upper; /* 3x and 9x, or 4x and 10x */
    at->colours++;
    if (code % 10 == 8 && code < 50) {
        bool direct = codes[1] == 2;
        *wanted = direct ? codes[2] << 16 | codes[3] << 8 | codes[4] : colour_from_256(codes[2]);
        return direct ? 5 : 3;
    }
    *wanted = COLOUR_PALETTE + code % 10 + (code >= 90 ? 8 : 0);
    return 1;
}

static void screen_attributes(screen *at, const unsigned *codes, unsigned count)
{
    for (unsigned i = 0; i < count;) {
        if (codes[i] == 0) {
            at->pen = (canvas_cell){.upper = COLOUR_DEFAULT, .ink = COLOUR_DEFAULT};
            i++;
        } else if (codes[i] == 1 || codes[i] == 22) {
            at->pen.bold = codes[i] == 1;
            i++;
        } else {
            i += screen_colour(at, codes + i);
        }
    }
}

/* The cursor stays; the cells take the ground, and count as written. */
static void screen_erase(screen *at, int count)
{
    assert_in_range(count, 1, SCREEN_COLUMNS - at->cursor % SCREEN_COLUMNS);
    for (int i = at->cursor; i < at->cursor + count; i++) {
        at->cells[i] = (canvas_cell){.upper = at->pen.upper, .ink = COLOUR_DEFAULT, .glyph = " "};
        at->written++;
    }
}

/* Line feed and backspace move the cursor, and stay on the screen and in the row. */
static void screen_step(screen *at, char step)
{
    at->cursor += step == '\n' ? SCREEN_COLUMNS : -1;
    assert_in_range(at->cursor, 0, SCREEN_CELLS - 1);
    assert_true(step == '\n' || at->cursor % SCREEN_COLUMNS != SCREEN_COLUMNS - 1);
}

/* ESC [ numbers letter; gives what follows it. */
static const char *screen_sequence(screen *at, const char *text)
{
    unsigned codes[32] = {0}, count = 0;
    for (; !strchr("mHCDX", *text) && count < 31; text += *text == ';')
        codes[count++] = (unsigned)strtoul(text, (char **)&text, 10);
    if (*text == 'm')
        screen_attributes(at, codes, count ? count : 1);
    else if (*text == 'H')
        at->jumps++, at->cursor = ((int)codes[0] - (count > 0)) * SCREEN_COLUMNS + (int)codes[1] - (count > 1);
    else if (*text == 'C')
        at->jumps++, at->cursor += (int)codes[0] + !codes[0];
    else if (*text == 'D')
        at->jumps++, at->cursor -= (int)codes[0] + !codes[0];
    else if (*text == 'X')
        screen_erase(at, (int)codes[0]);
    else
        fail_msg("an unknown sequence: %s", text);
    return text + 1;
}

static const char *screen_character(screen *at, const char *text)
{
    unsigned length = 1;
    assert_in_range(at->cursor, 0, SCREEN_CELLS - 1);
    canvas_cell *cell = &at->cells[at->cursor++];
    *cell = at->pen;
    cell->glyph[0] = text[0];
    for (; (text[length] & 0xc0) == 0x80; length++)
        cell->glyph[length] = text[length];
    at->written++;
    if (at->cursor % SCREEN_COLUMNS == 0)
        at->cursor = SCREEN_CELLS; /* nothing may be written from here: terminals differ in where it goes */
    return text + length;
}

static void screen_read(screen *at, const char *bytes, size_t length)
{
    char *text = calloc(length + 1, 1);
    assert_non_null(text);
    if (length)
        memcpy(text, bytes, length);
    at->written = at->colours = at->jumps = 0;
    for (const char *next = text; *next;) {
        if (strncmp(next, "\033[", 2) == 0)
            next = screen_sequence(at, next + 2);
        else if (strncmp(next, "\033(B", 3) == 0)
            next += 3;
        else if (*next == '\n' || *next == '\b')
            screen_step(at, *next++);
        else
            next = screen_character(at, next);
    }
    free(text);
}

/* ---- Sending ------------------------------------------------------------------------------------------- */

static struct canvas canvas_new(void)
{
    struct canvas canvas = {0};
    assert_true(canvas_resize(&canvas, SCREEN_COLUMNS, SCREEN_ROWS));
    canvas_clear(&canvas, PAGE);
    return canvas;
}

static void send(struct canvas *canvas, struct canvas_pen *pen, screen *at)
{
    assert_true(canvas_encode(canvas, pen));
    screen_read(at, pen->out.at, pen->out.length);
}

static struct canvas_pen pen_of(colour_depth depth)
{
    return (struct canvas_pen){.depth = depth, .utf8 = true, .fills_last_cell = true};
}

static void expect_shown(const struct canvas *canvas, const screen *at, int i)
{
    const canvas_cell *drawn = &canvas->cells[i], *shown = &at->cells[i];
    bool fine = true;
    if (strcmp(drawn->glyph, " ") == 0)
        fine = strcmp(shown->glyph, " ") == 0 && shown->upper == drawn->upper;
    else if (drawn->glyph[0])
        fine = strcmp(shown->glyph, drawn->glyph) == 0 && shown->upper == drawn->upper && shown->ink == drawn->ink &&
               shown->bold == drawn->bold;
    else if (drawn->upper == drawn->lower)
        fine = strcmp(shown->glyph, " ") == 0 && shown->upper == drawn->upper;
    else
        fine =
            (strcmp(shown->glyph, "\xe2\x96\x80") == 0 && shown->ink == drawn->upper && shown->upper == drawn->lower) ||
            (strcmp(shown->glyph, "\xe2\x96\x84") == 0 && shown->ink == drawn->lower && shown->upper == drawn->upper);
    bool is_halved = !drawn->glyph[0] && drawn->upper != drawn->lower;
    /* The default colour of words is not that of the ground. */
    if (!fine || (is_halved && shown->ink == COLOUR_DEFAULT))
        fail_msg("cell %d: '%s' %x on %x shown, '%s' %x on %x/%x drawn", i, shown->glyph, shown->ink, shown->upper,
                 drawn->glyph, drawn->ink, drawn->upper, drawn->lower);
}

static void paint_something(struct canvas *canvas, const colour *colours, unsigned count, uint64_t *random)
{
    static const char *const words[] = {"2", "2048", "\xe2\x86\x90\xe2\x86\x92", " ", "Score"};
    int x = (int)oracle_below(random, SCREEN_COLUMNS) - 2;
    int y = (int)oracle_below(random, 2 * SCREEN_ROWS) - 2;
    colour c = colours[oracle_below(random, count)];
    if (oracle_below(random, 2))
        canvas_fill(canvas, x, y, 1 + (int)oracle_below(random, 6), 1 + (int)oracle_below(random, 6), c);
    else
        canvas_text(canvas, x, y / 2, words[oracle_below(random, 5)], c, oracle_below(random, 2));
}

/* Whatever is drawn after whatever was shown, the screen ends up showing it. */
static void show_all_pictures(colour_depth depth, const colour *colours, unsigned count, bool has_steps)
{
    struct canvas canvas = canvas_new();
    struct canvas_pen pen = pen_of(depth);
    screen at = screen_new();
    uint64_t random = 17;
    pen.is_ansi = pen.erases = has_steps;
    canvas_clear(&canvas, colours[0]);
    for (unsigned round = 0; round < 2000; round++) {
        for (unsigned i = oracle_below(&random, 4); i > 0; i--)
            paint_something(&canvas, colours, count, &random);
        if (oracle_below(&random, 20) == 0)
            canvas_clear(&canvas, colours[0]);
        send(&canvas, &pen, &at);
        for (int i = 0; i < SCREEN_CELLS; i++)
            expect_shown(&canvas, &at, i);
    }
    canvas_free(&canvas);
    buffer_free(&pen.out);
}

static void expect_all_pictures_shown(colour_depth depth, const colour *colours, unsigned count)
{
    show_all_pictures(depth, colours, count, false);
    show_all_pictures(depth, colours, count, true);
}

static void the_screen_shows_the_picture_in_24_bits(void **state)
{
    (void)state;
    const colour colours[] = {PAGE, RED, GREEN, 0x123456, 0xfedcba};
    expect_all_pictures_shown(DEPTH_TRUE, colours, 5);
}

static void the_screen_shows_the_picture_in_256_colours(void **state)
{
    (void)state;
    const colour colours[] = {0x080808, RED, 0x5f87af, 0xeeeeee};
    expect_all_pictures_shown(DEPTH_256, colours, 4);
}

static void the_screen_shows_the_picture_in_16_colours(void **state)
{
    (void)state;
    const colour colours[] = {COLOUR_DEFAULT, COLOUR_PALETTE, COLOUR_PALETTE + 1, COLOUR_PALETTE + 15};
    expect_all_pictures_shown(DEPTH_16, colours, 4);
}

static void nothing_is_sent_when_nothing_changed(void **state)
{
    (void)state;
    struct canvas canvas = canvas_new();
    struct canvas_pen pen = pen_of(DEPTH_TRUE);
    canvas_text(&canvas, 1, 1, "2048", RED, true);
    assert_true(canvas_encode(&canvas, &pen) && pen.out.length > 0);
    canvas_clear(&canvas, PAGE);
    canvas_text(&canvas, 1, 1, "2048", RED, true); /* drawn again, the same */
    assert_true(canvas_encode(&canvas, &pen));
    assert_int_equal(pen.out.length, 0);
    canvas_free(&canvas);
    buffer_free(&pen.out);
}

static void only_changed_cells_are_sent(void **state)
{
    (void)state;
    struct canvas canvas = canvas_new();
    struct canvas_pen pen = pen_of(DEPTH_TRUE);
    screen at = screen_new();
    send(&canvas, &pen, &at);
    assert_int_equal(at.written, SCREEN_CELLS);
    canvas_text(&canvas, 4, 2, "ab", RED, false);
    canvas_fill(&canvas, 0, 0, 1, 1, GREEN);
    send(&canvas, &pen, &at);
    assert_int_equal(at.written, 3);
    canvas_text(&canvas, 4, 2, "ac", RED, false);
    send(&canvas, &pen, &at);
    assert_int_equal(at.written, 1);
    assert_string_equal(at.cells[2 * SCREEN_COLUMNS + 5].glyph, "c");
    canvas_free(&canvas);
    buffer_free(&pen.out);
}

static void neighbours_are_sent_in_one_piece(void **state)
{
    (void)state;
    struct canvas canvas = canvas_new();
    struct canvas_pen pen = pen_of(DEPTH_TRUE);
    screen at = screen_new();
    send(&canvas, &pen, &at);
    assert_int_equal(at.jumps, SCREEN_ROWS);
    canvas_text(&canvas, 1, 1, "2048", RED, false);
    canvas_text(&canvas, 7, 1, "4", RED, false);
    send(&canvas, &pen, &at);
    assert_int_equal(at.jumps, 2);
    assert_int_equal(at.colours, 1); /* the ink; the ground is the same as before */
    canvas_free(&canvas);
    buffer_free(&pen.out);
}

static void everything_is_sent_to_an_unknown_screen(void **state)
{
    (void)state;
    struct canvas canvas = canvas_new();
    struct canvas_pen pen = pen_of(DEPTH_256);
    screen at = screen_new();
    assert_true(canvas.is_stale);
    send(&canvas, &pen, &at);
    assert_false(canvas.is_stale);
    canvas.is_stale = true;
    at = screen_new();
    send(&canvas, &pen, &at);
    assert_int_equal(at.written, SCREEN_CELLS);
    assert_true(canvas_resize(&canvas, SCREEN_COLUMNS, SCREEN_ROWS) && canvas.is_stale);
    canvas_free(&canvas);
    buffer_free(&pen.out);
}

static void without_colours_no_colour_is_sent(void **state)
{
    (void)state;
    struct canvas canvas = canvas_new();
    struct canvas_pen pen = pen_of(DEPTH_NONE);
    screen at = screen_new();
    canvas_fill(&canvas, 1, 1, 3, 3, RED);
    canvas_text(&canvas, 1, 1, "2048", GREEN, true);
    send(&canvas, &pen, &at);
    assert_int_equal(at.colours, 0);
    assert_int_equal(at.written, SCREEN_CELLS);
    assert_true(at.cells[SCREEN_COLUMNS + 1].bold);
    for (int i = 0; i < SCREEN_CELLS; i++) /* a half block would be ink */
        assert_string_not_equal(at.cells[i].glyph, "\xe2\x96\x80");
    canvas_free(&canvas);
    buffer_free(&pen.out);
}

static void the_last_cell_is_spared_where_writing_it_scrolls(void **state)
{
    (void)state;
    struct canvas canvas = canvas_new();
    struct canvas_pen pen = pen_of(DEPTH_TRUE);
    screen at = screen_new();
    pen.fills_last_cell = false;
    send(&canvas, &pen, &at);
    assert_int_equal(at.written, SCREEN_CELLS - 1);
    assert_string_equal(at.cells[SCREEN_CELLS - 1].glyph, "?");
    send(&canvas, &pen, &at);
    assert_int_equal(at.written, 0);
    canvas_free(&canvas);
    buffer_free(&pen.out);
}

static void nothing_but_ascii_without_utf8(void **state)
{
    (void)state;
    struct canvas canvas = canvas_new();
    struct canvas_pen pen = pen_of(DEPTH_TRUE);
    pen.utf8 = false;
    canvas_fill(&canvas, 1, 1, 3, 3, RED);
    assert_true(canvas_encode(&canvas, &pen));
    for (size_t i = 0; i < pen.out.length; i++)
        assert_in_range(pen.out.at[i], 1, 126);
    canvas_free(&canvas);
    buffer_free(&pen.out);
}

/* A capability may name a delay, as $<5>, for terminals that were slow; what the screen reads has none. */
static void delays_are_left_out(void **state)
{
    (void)state;
    struct canvas canvas = canvas_new();
    struct canvas_pen pen = pen_of(DEPTH_NONE);
    int error;
    char text[] = "a$<5>b$c$<12.5*/>$<", empty[] = "$<2/>";
    TERMINAL *before = cur_term;
    assert_int_equal(setupterm("vt100", 1, &error), OK);
    assert_true(canvas_encode(&canvas, &pen));
    for (size_t i = 0; i + 1 < pen.out.length; i++)
        assert_false(pen.out.at[i] == '$' && pen.out.at[i + 1] == '<');
    assert_true(pen.out.length > SCREEN_CELLS);
    del_curterm(set_curterm(before));
    capability_strip(text);
    assert_string_equal(text, "ab$c$<");
    capability_strip(empty);
    assert_string_equal(empty, "");
    canvas_free(&canvas);
    buffer_free(&pen.out);
}

static int know_the_terminal(void **state)
{
    int error;
    (void)state;
    return setupterm("xterm-256color", 1, &error) == OK ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_screen_shows_the_picture_in_24_bits),
        cmocka_unit_test(the_screen_shows_the_picture_in_256_colours),
        cmocka_unit_test(the_screen_shows_the_picture_in_16_colours),
        cmocka_unit_test(nothing_is_sent_when_nothing_changed),
        cmocka_unit_test(only_changed_cells_are_sent),
        cmocka_unit_test(neighbours_are_sent_in_one_piece),
        cmocka_unit_test(everything_is_sent_to_an_unknown_screen),
        cmocka_unit_test(without_colours_no_colour_is_sent),
        cmocka_unit_test(the_last_cell_is_spared_where_writing_it_scrolls),
        cmocka_unit_test(nothing_but_ascii_without_utf8),
        cmocka_unit_test(delays_are_left_out),
    };
    return cmocka_run_group_tests(tests, know_the_terminal, NULL);
}
