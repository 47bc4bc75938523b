/* From cells to the bytes that the terminal understands: only what changed, each attribute told once. */
#include "term/canvas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curses.h>
#include <term.h>
#undef columns

/* What the terminal was last told. */
typedef struct attributes {
    colour ground, ink;
    bool bold;
    bool known;
} attributes;

static bool put(struct canvas_pen *pen, const char *text, size_t length)
{
    if (pen->length + length > pen->capacity) {
        size_t capacity = (pen->length + length) * 2 + 4096;
        char *grown = realloc(pen->text, capacity);
        if (!grown)
            return false;
        pen->text = grown;
        pen->capacity = capacity;
    }
    memcpy(pen->text + pen->length, text, length);
    pen->length += length;
    return true;
}

static bool put_string(struct canvas_pen *pen, const char *text)
{
    return put(pen, text, strlen(text));
}

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

/* A capability, or nothing where the terminal has none. */
static bool put_capability(struct canvas_pen *pen, const char *capability)
{
    size_t length = pen->length;
    if (!capability)
        return true;
    if (!put(pen, capability, strlen(capability) + 1))
        return false;
    capability_strip(pen->text + length);
    pen->length = length + strlen(pen->text + length);
    return true;
}

static bool put_colour(struct canvas_pen *pen, colour c, bool is_ground)
{
    char text[32];
    if (c == COLOUR_DEFAULT)
        return true; /* told by the reset before */
    if (!colour_is_rgb(c))
        return put_capability(pen, tiparm(is_ground ? set_a_background : set_a_foreground, (int)(c - COLOUR_PALETTE)));
    if (pen->depth == DEPTH_TRUE)
        snprintf(text, sizeof text, "\033[%d;2;%u;%u;%um", is_ground ? 48 : 38, c >> 16 & 255, c >> 8 & 255, c & 255);
    else
        snprintf(text, sizeof text, "\033[%d;5;%um", is_ground ? 48 : 38, colour_to_256(c));
    return put_string(pen, text);
}

static bool put_attributes(struct canvas_pen *pen, attributes *told, attributes wanted)
{
    if (told->known && told->ground == wanted.ground && told->ink == wanted.ink && told->bold == wanted.bold)
        return true;
    bool reset = !told->known || (told->bold && !wanted.bold) ||
                 (wanted.ground == COLOUR_DEFAULT && told->ground != wanted.ground) ||
                 (wanted.ink == COLOUR_DEFAULT && told->ink != wanted.ink);
    bool fine = !reset || put_capability(pen, exit_attribute_mode);
    if (wanted.bold && (reset || !told->bold))
        fine = fine && put_capability(pen, enter_bold_mode);
    if (pen->depth != DEPTH_NONE && (reset || told->ground != wanted.ground))
        fine = fine && put_colour(pen, wanted.ground, true);
    if (pen->depth != DEPTH_NONE && (reset || told->ink != wanted.ink))
        fine = fine && put_colour(pen, wanted.ink, false);
    *told = wanted;
    told->known = true;
    return fine;
}

static bool put_cell(struct canvas_pen *pen, attributes *told, const canvas_cell *cell)
{
    bool halves = !cell->glyph[0] && cell->upper != cell->lower && pen->utf8 && pen->depth != DEPTH_NONE;
    attributes wanted = {.ground = halves ? cell->lower : cell->upper};
    if (halves)
        wanted.ink = cell->upper;
    else
        wanted.ink = cell->glyph[0] ? cell->ink : told->known ? told->ink : COLOUR_DEFAULT;
    wanted.bold = cell->glyph[0] ? cell->bold : told->bold;
    const char *glyph = halves ? "\xe2\x96\x80" : cell->glyph[0] ? cell->glyph : " ";
    return put_attributes(pen, told, wanted) && put_string(pen, glyph);
}

static bool same_cell(const canvas_cell *a, const canvas_cell *b)
{
    return a->upper == b->upper && a->lower == b->lower && strcmp(a->glyph, b->glyph) == 0 &&
           (!a->glyph[0] || (a->ink == b->ink && a->bold == b->bold));
}

bool canvas_encode(struct canvas *canvas, struct canvas_pen *pen)
{
    attributes told = {0};
    int count = canvas->columns * canvas->rows, cursor = -1;
    bool fine = true;
    pen->length = 0;
    for (int i = 0; i < count && fine; i++) {
        if (!canvas->is_stale && same_cell(&canvas->cells[i], &canvas->shown[i]))
            continue;
        if (i == count - 1 && !pen->fills_last_cell)
            break;
        if (cursor != i || i % canvas->columns == 0)
            fine = put_capability(pen, tiparm(cursor_address, i / canvas->columns, i % canvas->columns));
        fine = fine && put_cell(pen, &told, &canvas->cells[i]);
        cursor = i + 1;
    }
    if (!fine) {
        canvas->is_stale = true;
        return false;
    }
    memcpy(canvas->shown, canvas->cells, (size_t)count * sizeof *canvas->cells);
    canvas->is_stale = false;
    return !pen->length || put_capability(pen, exit_attribute_mode);
}
