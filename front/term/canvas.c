/* Drawing into cells of two pixels. Everything is cut off at the edges. */
#include "term/canvas.h"

#include <stdlib.h>
#include <string.h>

bool canvas_resize(struct canvas *canvas, int columns, int rows)
{
    size_t count = (size_t)columns * (size_t)rows;
    canvas_cell *cells = calloc(count, sizeof *cells), *shown = calloc(count, sizeof *shown);
    if (!cells || !shown) {
        free(cells);
        free(shown);
        return false;
    }
    canvas_free(canvas);
    canvas->cells = cells;
    canvas->shown = shown;
    canvas->columns = canvas->stride = columns;
    canvas->rows = rows;
    canvas->is_stale = true;
    return true;
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->cells);
    free(canvas->shown);
    canvas->cells = canvas->shown = NULL;
}

struct canvas canvas_part(const struct canvas *canvas, int columns, int rows)
{
    struct canvas part = *canvas;
    part.columns = columns;
    part.rows = rows;
    return part;
}

static canvas_cell *cell_at(struct canvas *canvas, int column, int row)
{
    return &canvas->cells[row * canvas->stride + column];
}

void canvas_clear(struct canvas *canvas, colour page)
{
    for (int row = 0; row < canvas->rows; row++)
        for (int column = 0; column < canvas->columns; column++)
            *cell_at(canvas, column, row) = (canvas_cell){.upper = page, .lower = page};
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
        memcpy(cell->glyph, text, length < sizeof cell->glyph ? length : sizeof cell->glyph - 1);
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
