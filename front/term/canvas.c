/* Drawing into cells of two pixels. Everything is cut off at the edges. Large tiles have numbers out of pixels. */
#include "base/utf8.h"
#include "term/term_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool canvas_resize(struct canvas *canvas, int columns, int rows)
{
    size_t count = (size_t)columns * (size_t)rows;
    struct canvas result = {.columns = columns, .rows = rows, .stride = columns, .is_stale = true};
    result.cells = calloc(count, sizeof *result.cells);
    result.shown = calloc(count, sizeof *result.shown);
    result.changed = calloc(count, sizeof *result.changed);
    bool is_done = result.cells && result.shown && result.changed;
    canvas_free(is_done ? canvas : &result);
    if (is_done)
        *canvas = result;
    return is_done;
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->cells);
    free(canvas->shown);
    free(canvas->changed);
    canvas->cells = canvas->shown = NULL;
    canvas->changed = NULL;
}

static canvas_cell *cell_at(struct canvas *canvas, int column, int row)
{
    return &canvas->cells[row * canvas->stride + column];
}

static int clamp(int low, int value, int high)
{
    return value < low ? low : value > high ? high : value;
}

static colour *pixel(canvas_cell *cell, int y)
{
    return y % 2 ? &cell->lower : &cell->upper;
}

void canvas_fill(struct canvas *canvas, int x, int y, int w, int h, colour c)
{
    int right = clamp(0, x + w, canvas->columns), bottom = clamp(0, y + h, 2 * canvas->rows);
    for (int v = clamp(0, y, bottom); v < bottom; v++) {
        for (int u = clamp(0, x, right); u < right; u++) {
            canvas_cell *cell = cell_at(canvas, u, v / 2);
            *pixel(cell, v) = c;
            cell->glyph[0] = '\0';
        }
    }
}

void canvas_clear(struct canvas *canvas, colour page)
{
    canvas_fill(canvas, 0, 0, canvas->columns, 2 * canvas->rows, page);
}

static void veil_pixel(colour *under, colour over, float share)
{
    if (colour_is_rgb(*under) && colour_is_rgb(over))
        *under = colour_mix(*under, over, share);
}

void canvas_veil(struct canvas *canvas, int x, int y, int w, int h, colour c, float share)
{
    int right = clamp(0, x + w, canvas->columns), bottom = clamp(0, y + h, 2 * canvas->rows);
    for (int v = clamp(0, y, bottom); v < bottom; v++) {
        for (int u = clamp(0, x, right); u < right; u++) {
            canvas_cell *cell = cell_at(canvas, u, v / 2);
            veil_pixel(pixel(cell, v), c, share);
            if (cell->glyph[0])
                veil_pixel(&cell->ink, c, v % 2 ? share : share / 2);
        }
    }
}

static size_t glyph_length(const char *text)
{
    size_t length = 1;
    while (((unsigned char)text[length] & 0xc0) == 0x80)
        length++;
    return length;
}

void canvas_text(struct canvas *canvas, int column, int row, const char *text, colour ink, bool bold)
{
    for (; *text; text += glyph_length(text), column++) {
        if (row < 0 || row >= canvas->rows || column < 0 || column >= canvas->columns)
            continue;
        canvas_cell *cell = cell_at(canvas, column, row);
        size_t length = glyph_length(text);
        memset(cell->glyph, 0, sizeof cell->glyph);
        if (utf8_visible(text, length) == length)
            memcpy(cell->glyph, text, length);
        else
            cell->glyph[0] = '?';
        cell->ink = ink;
        cell->bold = bold;
    }
}

int canvas_text_width(const char *text)
{
    int width = 0;
    for (; *text; text += glyph_length(text))
        width++;
    return width;
}

int canvas_words(struct canvas *canvas, int column, int row, int w, int end, const char *text, colour ink, bool bold)
{
    enum { LINE = 320 };
    while (w > 0 && *text && row < end) {
        int length = (int)strlen(text), cut = length;
        if (length > w)
            for (cut = w; cut > 0 && text[cut] != ' '; cut--)
                ;
        cut = cut ? cut : w;
        char line[LINE];
        snprintf(line, sizeof line, "%.*s", cut, text);
        canvas_text(canvas, column, row++, line, ink, bold);
        text += cut;
        text += *text == ' ';
    }
    return row;
}

void canvas_read_row(const struct canvas *canvas, int row, char *text, int size)
{
    int count = canvas->columns < size ? canvas->columns : size - 1;
    for (int column = 0; column < count; column++) {
        const char *glyph = canvas->cells[row * canvas->stride + column].glyph;
        text[column] = (char)(!glyph[0] ? ' ' : glyph[0] > 0 ? glyph[0] : '?');
    }
    text[count] = '\0';
}

/* Two small fonts, enlarged by whole factors. */
struct font {
    int w, h;
    /* Of each digit, row by row; bit w * h - 1 is the upper left pixel. */
    uint64_t pixels[10];
};

static const struct font fonts[] = {
    {5,
     7,
     {0x3a318c62e, 0x11842108e, 0x3a213221f, 0x3a213062e, 0x08ca97c42, 0x7e1e0862e, 0x1910f462e, 0x7c2221108,
      0x3a317462e, 0x3a317844c}},
    {3, 5, {0x7b6f, 0x2c97, 0x73e7, 0x73cf, 0x5bc9, 0x79cf, 0x79ef, 0x7252, 0x7bef, 0x7bcf}},
};

static int number_width(const struct font *font, int scale, int count)
{
    return scale * (count * (font->w + 1) - 1);
}

static void draw_digit(struct canvas *canvas, const struct font *font, int digit, int x, int y, int scale, colour ink)
{
    for (int v = 0; v < font->h; v++)
        for (int u = 0; u < font->w; u++)
            if (font->pixels[digit] >> (font->w * (font->h - v) - 1 - u) & 1)
                canvas_fill(canvas, x + u * scale, y + v * scale, scale, scale, ink);
}

bool canvas_digits(struct canvas *canvas, const char *number, int x, int y, int w, int h, colour ink)
{
    int count = (int)strlen(number), best_scale = 0;
    const struct font *best = NULL;
    for (unsigned i = 0; i < sizeof fonts / sizeof *fonts; i++)
        for (int scale = 1; number_width(&fonts[i], scale, count) <= w - 2 && fonts[i].h * scale <= h / 2 + 1; scale++)
            if (!best || fonts[i].h * scale > best->h * best_scale) {
                best = &fonts[i];
                best_scale = scale;
            }
    if (!best)
        return false;
    int left = x + (w - number_width(best, best_scale, count)) / 2, top = y + (h - best->h * best_scale) / 2;
    for (int i = 0; i < count; i++)
        draw_digit(canvas, best, number[i] - '0', left + i * best_scale * (best->w + 1), top, best_scale, ink);
    return true;
}
