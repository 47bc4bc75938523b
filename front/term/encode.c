/* From cells to the bytes that the terminal understands: only the cells that changed, and each attribute only when it
 * differs from the one before. */
#include "term/term_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curses.h>
#include <term.h>
#undef columns

/* The attributes that the terminal has now; unknown before the first ones are sent. */
typedef struct attributes {
    colour ground, ink;
    bool bold, known;
} attributes;

void capability_strip(char *text)
{
    char *to = text;
    while (*text) {
        char *end = strncmp(text, "$<", 2) == 0 ? strchr(text, '>') : NULL;
        if (end)
            text = end + 1;
        else
            *to++ = *text++;
    }
    *to = '\0';
}

/* Puts a capability, or nothing if the terminal does not have it. */
static void put_capability(buffer *out, const char *capability)
{
    size_t length = out->length;
    if (!capability)
        return;
    buffer_text(out, capability);
    if (out->failed)
        return;
    capability_strip(out->at + length);
    out->length = length + strlen(out->at + length);
}

/* The default colour is set by the reset of the attributes before. */
static void put_colour(struct canvas_pen *pen, colour c, bool is_ground)
{
    if (c == COLOUR_DEFAULT)
        return;
    if (!colour_is_rgb(c))
        put_capability(&pen->out, tiparm(is_ground ? set_a_background : set_a_foreground, (int)(c - COLOUR_PALETTE)));
    else if (pen->depth == DEPTH_TRUE)
        buffer_format(&pen->out, "\033[%d;2;%u;%u;%um", is_ground ? 48 : 38, c >> 16 & 255, c >> 8 & 255, c & 255);
    else
        buffer_format(&pen->out, "\033[%d;5;%um", is_ground ? 48 : 38, colour_to_256(c));
}

static void put_attributes(struct canvas_pen *pen, attributes *now, attributes wanted)
{
    if (now->known && now->ground == wanted.ground && now->ink == wanted.ink && now->bold == wanted.bold)
        return;
    bool ends_bold = now->bold && !wanted.bold;
    bool ends_ground = wanted.ground == COLOUR_DEFAULT && now->ground != wanted.ground;
    bool ends_ink = wanted.ink == COLOUR_DEFAULT && now->ink != wanted.ink;
    bool reset = !now->known || ends_bold || ends_ground || ends_ink;
    if (reset)
        put_capability(&pen->out, exit_attribute_mode);
    if (wanted.bold && (reset || !now->bold))
        put_capability(&pen->out, enter_bold_mode);
    if (pen->depth != DEPTH_NONE && (reset || now->ground != wanted.ground))
        put_colour(pen, wanted.ground, true);
    if (pen->depth != DEPTH_NONE && (reset || now->ink != wanted.ink))
        put_colour(pen, wanted.ink, false);
    *now = wanted;
    now->known = true;
}

/* A cell without a character is a blank, or "▀" if its pixels differ. A blank has no ink and no weight: it keeps those
 * of the cell before. */
static void put_cell(struct canvas_pen *pen, attributes *now, const canvas_cell *cell)
{
    bool has_glyph = cell->glyph[0] != '\0';
    bool is_halved = !has_glyph && cell->upper != cell->lower && pen->utf8 && pen->depth != DEPTH_NONE;
    attributes wanted = {.ground = cell->upper, .ink = now->known ? now->ink : COLOUR_DEFAULT, .bold = now->bold};
    if (has_glyph) {
        wanted.ink = cell->ink;
        wanted.bold = cell->bold;
    } else if (is_halved) {
        wanted.ground = cell->lower;
        wanted.ink = cell->upper;
    }
    put_attributes(pen, now, wanted);
    buffer_text(&pen->out, is_halved ? "\xe2\x96\x80" : has_glyph ? cell->glyph : " ");
}

static bool is_same_cell(const canvas_cell *a, const canvas_cell *b)
{
    return a->upper == b->upper && a->lower == b->lower && strcmp(a->glyph, b->glyph) == 0 &&
           (!a->glyph[0] || (a->ink == b->ink && a->bold == b->bold));
}

bool canvas_encode(struct canvas *canvas, struct canvas_pen *pen)
{
    attributes now = {0};
    int count = canvas->columns * canvas->rows, cursor = -1;
    pen->out.length = 0;
    pen->out.failed = false;
    for (int i = 0; i < count; i++) {
        if (!canvas->is_stale && is_same_cell(&canvas->cells[i], &canvas->shown[i]))
            continue;
        if (i == count - 1 && !pen->fills_last_cell)
            break;
        if (cursor != i || i % canvas->columns == 0)
            put_capability(&pen->out, tiparm(cursor_address, i / canvas->columns, i % canvas->columns));
        put_cell(pen, &now, &canvas->cells[i]);
        cursor = i + 1;
    }
    if (pen->out.length)
        put_capability(&pen->out, exit_attribute_mode);
    canvas->is_stale = pen->out.failed;
    if (!pen->out.failed)
        memcpy(canvas->shown, canvas->cells, (size_t)count * sizeof *canvas->cells);
    return !pen->out.failed;
}
