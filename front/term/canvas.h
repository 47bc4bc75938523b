/* A picture made of terminal cells. Each cell is two square pixels, one above the other, or one character:
 *
 *     cell (column, row)     pixel (x, y): column x, row y / 2
 *     +---+
 *     | ▀ |  upper           "▀" in the upper colour on the lower one shows both
 *     |   |  lower
 *     +---+
 *
 * The drawing is compared with what the terminal shows, and only the difference is sent, in one piece. */
#ifndef TERM_CANVAS_H
#define TERM_CANVAS_H

#include "base/buffer.h"
#include "picture/theme.h"

typedef struct canvas_cell {
    colour upper, lower;
    /* The character that the cell contains, in UTF-8, and its colour; "" for none. */
    colour ink;
    char glyph[5];
    bool bold;
} canvas_cell;

struct canvas {
    /* The part that is drawn on, and the cells from one row to the next. The columns are fewer than the stride in a
     * canvas that is the upper left part of another one (canvas_part). */
    int columns, rows, stride;
    canvas_cell *cells;
    /* What the terminal shows now. When this is unknown, the canvas is stale, and everything is sent. */
    canvas_cell *shown;
    bool is_stale;
};

/* What the terminal can do, and the bytes to send to it. */
struct canvas_pen {
    colour_depth depth;
    bool utf8;
    /* Writing into the lower right cell does not scroll the screen. */
    bool fills_last_cell;
    buffer out;
};

/* Returns false when out of memory; the canvas is then unchanged. */
bool canvas_resize(struct canvas *canvas, int columns, int rows);
void canvas_free(struct canvas *canvas);

/* The upper left part of a canvas: it borrows the cells, and what is drawn on it appears on the whole. */
struct canvas canvas_part(const struct canvas *canvas, int columns, int rows);

/* ---- Drawing: coordinates may lie outside; what lies outside is not drawn ------------------------------- */

void canvas_clear(struct canvas *canvas, colour page);

/* Rectangles of pixels: one filled with a colour, and one through which a share of the old colours is still seen. */
void canvas_fill(struct canvas *canvas, int x, int y, int w, int h, colour c);
void canvas_veil(struct canvas *canvas, int x, int y, int w, int h, colour c, float share);

void canvas_text(struct canvas *canvas, int column, int row, const char *text, colour ink, bool bold);

/* The number of columns that a text of single-width characters takes. */
int canvas_text_width(const char *text);

/* Draws a decimal number out of pixels in the middle of the rectangle, as large as fits with a margin. Returns false,
 * and draws nothing, if it does not fit. */
bool canvas_digits(struct canvas *canvas, const char *number, int x, int y, int w, int h, colour ink);

/* ---- Sending ------------------------------------------------------------------------------------------- */

/* Removes the delays, such as $<5>, from a capability of the terminal: no terminal needs them today. */
void capability_strip(char *text);

/* Sets pen->out to the bytes that turn what the terminal shows into the canvas. Returns false when out of memory. */
bool canvas_encode(struct canvas *canvas, struct canvas_pen *pen);

#endif
