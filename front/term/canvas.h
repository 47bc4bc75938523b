/* A picture made of terminal cells. Each cell is two square pixels, one above the other, or one character:
 *
 *     cell (column, row)     pixel (x, y): column x, row y / 2
 *     +---+
 *     | ▀ |  upper           "▀" in the upper colour on the lower one shows both
 *     |   |  lower
 *     +---+
 *
 * What is drawn is compared with what the terminal shows, and only the difference is sent, in one piece. */
#ifndef ELEVEN_CANVAS_H
#define ELEVEN_CANVAS_H

#include "picture/colour.h"

#include <stddef.h>

typedef struct canvas_cell {
    colour upper, lower;
    colour ink;    /* of the glyph */
    char glyph[5]; /* UTF-8; "" none */
    bool bold;
} canvas_cell;

struct canvas {
    int columns, rows;
    canvas_cell *cells;
    canvas_cell *shown; /* what the terminal shows now */
    bool is_stale;      /* what it shows is not known: send everything */
};

/* What the terminal can do and how it wants to be told. */
struct canvas_pen {
    colour_depth depth;
    bool utf8;
    bool fills_last_cell; /* writing the lower right cell does not scroll */
    char *text;           /* the bytes to send; owned, grows */
    size_t length, capacity;
};

bool canvas_resize(struct canvas *canvas, int columns, int rows); /* false: no memory */
void canvas_free(struct canvas *canvas);

void canvas_clear(struct canvas *canvas, colour page);
void canvas_fill(struct canvas *canvas, int x, int y, int w, int h, colour c); /* in pixels, cut off at the edges */
void canvas_veil(struct canvas *canvas, int x, int y, int w, int h, colour c, float share);
void canvas_text(struct canvas *canvas, int column, int row, const char *text, colour ink, bool bold);

/* How many columns a text of single-width characters takes. */
int canvas_text_width(const char *text);

/* Takes the delays out of a terminal's capability, such as $<5>: no terminal needs them today. */
void capability_strip(char *text);

/* Makes pen->text the bytes that turn what the terminal shows into the canvas; false: no memory. */
bool canvas_encode(struct canvas *canvas, struct canvas_pen *pen);

#endif
