/* From cells to the bytes that the terminal understands: only the cells that changed. A colour takes more bytes than a
 * jump of the cursor. So the cells are not sent in the order of reading, but colour by colour:
 *
 *     while cells are left:  change to the attributes that some cell needs and that differ least from the present ones
 *                            send all cells that these attributes can show, from the top to the bottom
 *
 * The attributes and the cursor remain as they are from one picture to the next. */
#include "term/term_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curses.h>
#include <term.h>
#undef columns

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

/* xterm's palette is searched once for each colour. */
static unsigned find_in_256(struct canvas_pen *pen, colour c)
{
    struct canvas_nearest *place = &pen->nearest[(c ^ c >> 7 ^ c >> 14) % CANVAS_NEAREST];
    if (!place->index || place->wanted != c)
        *place = (struct canvas_nearest){c, (uint8_t)colour_to_256(c)};
    return place->index;
}

/* In 256 colours or more: the parameters for a colour, each after a semicolon. A reset has set the default. */
static void put_parameters(struct canvas_pen *pen, colour c, unsigned kind)
{
    if (!colour_is_rgb(c))
        return;
    if (pen->depth == DEPTH_TRUE)
        buffer_format(&pen->out, ";%u;2;%u;%u;%u", kind, c >> 16 & 255, c >> 8 & 255, c & 255);
    else
        buffer_format(&pen->out, ";%u;5;%u", kind, find_in_256(pen, c));
}

/* One sequence for all that changes; the first of its semicolons becomes the bracket. */
static void put_direct(struct canvas_pen *pen, const canvas_attributes *wanted)
{
    const canvas_attributes *now = &pen->now;
    if (!now->known)
        put_capability(&pen->out, exit_attribute_mode);
    buffer_byte(&pen->out, '\033');
    size_t first = pen->out.length;
    if (now->bold != wanted->bold)
        buffer_text(&pen->out, wanted->bold ? ";1" : ";22");
    if (!now->known || now->ground != wanted->ground)
        put_parameters(pen, wanted->ground, 48);
    if (!now->known || now->ink != wanted->ink)
        put_parameters(pen, wanted->ink, 38);
    buffer_byte(&pen->out, 'm');
    if (!pen->out.failed)
        pen->out.at[first] = '[';
}

/* An entry of the terminal's palette; a reset has set the terminal's own colour. */
static void put_entry(struct canvas_pen *pen, colour c, const char *capability)
{
    if (c != COLOUR_DEFAULT)
        put_capability(&pen->out, tiparm(capability, (int)(c - COLOUR_PALETTE)));
}

static void put_entries(struct canvas_pen *pen, const canvas_attributes *wanted)
{
    const canvas_attributes *now = &pen->now;
    bool ends_bold = now->bold && !wanted->bold;
    bool ends_ground = wanted->ground == COLOUR_DEFAULT && now->ground != wanted->ground;
    bool ends_ink = wanted->ink == COLOUR_DEFAULT && now->ink != wanted->ink;
    bool reset = !now->known || ends_bold || ends_ground || ends_ink;
    if (reset)
        put_capability(&pen->out, exit_attribute_mode);
    if (wanted->bold && (reset || !now->bold))
        put_capability(&pen->out, enter_bold_mode);
    if (pen->depth != DEPTH_NONE && (reset || now->ground != wanted->ground))
        put_entry(pen, wanted->ground, set_a_background);
    if (pen->depth != DEPTH_NONE && (reset || now->ink != wanted->ink))
        put_entry(pen, wanted->ink, set_a_foreground);
}

/* The number of attributes that differ. */
static int count_changes(const canvas_attributes *a, const canvas_attributes *b)
{
    return (a->ground != b->ground) + (a->ink != b->ink) + (a->bold != b->bold);
}

static void put_attributes(struct canvas_pen *pen, canvas_attributes wanted)
{
    if (pen->now.known && count_changes(&pen->now, &wanted) == 0)
        return;
    if (pen->depth >= DEPTH_256)
        put_direct(pen, &wanted);
    else
        put_entries(pen, &wanted);
    pen->now = wanted;
    pen->now.known = true;
}

/* Two pixels of different colours, of which one is the ink. */
static bool is_halved(const struct canvas_pen *pen, const canvas_cell *cell)
{
    return cell->glyph[0] == '\0' && cell->upper != cell->lower && pen->utf8 && pen->depth != DEPTH_NONE;
}

static bool is_blank(const struct canvas_pen *pen, const canvas_cell *cell)
{
    return strcmp(cell->glyph, " ") == 0 || (cell->glyph[0] == '\0' && !is_halved(pen, cell));
}

/* The attributes that show a cell and differ least from the present ones. A blank keeps the ink and the weight; two
 * pixels are "▀" or "▄", with the default colour as the ground: as the ink it is another one. Where bold
 * colours may look brighter, they are not bold. */
static canvas_attributes attributes_for(const struct canvas_pen *pen, const canvas_cell *cell)
{
    canvas_attributes wanted = pen->now;
    wanted.ground = cell->upper;
    if (is_halved(pen, cell)) {
        bool can_turn = cell->lower != COLOUR_DEFAULT, must_turn = cell->upper == COLOUR_DEFAULT;
        bool is_turned = must_turn || (can_turn && (pen->now.ground == cell->upper || pen->now.ink == cell->lower));
        wanted.ground = is_turned ? cell->upper : cell->lower;
        wanted.ink = is_turned ? cell->lower : cell->upper;
        wanted.bold = pen->now.bold && pen->depth >= DEPTH_256;
    } else if (!is_blank(pen, cell)) {
        wanted.ink = cell->ink;
        wanted.bold = cell->bold;
    }
    return wanted;
}

/* Puts a cell that the present attributes can show. */
static void put_cell(struct canvas_pen *pen, const canvas_cell *cell)
{
    if (is_halved(pen, cell))
        buffer_text(&pen->out, pen->now.ink == cell->upper ? "\xe2\x96\x80" : "\xe2\x96\x84");
    else
        buffer_text(&pen->out, is_blank(pen, cell) ? " " : cell->glyph);
}

static void write_sideways(int by, char text[16])
{
    text[0] = '\0';
    if (by < 0 && by >= -4)
        snprintf(text, 16, "%.*s", -by, "\b\b\b\b");
    else if (by)
        snprintf(text, 16, "\033[%d%c", abs(by), by < 0 ? 'D' : 'C');
}

/* Moves the cursor to a cell: from near by in steps, otherwise with an address. */
static void move_cursor(struct canvas_pen *pen, int to, int columns)
{
    int down = to / columns - pen->cursor / columns, by = to % columns - pen->cursor % columns;
    char sideways[16];
    if (pen->cursor == to)
        return;
    if (pen->cursor >= 0 && pen->is_ansi && down >= 0 && down <= 2) {
        write_sideways(by, sideways);
        buffer_text(&pen->out, &"\n\n"[2 - down]);
        buffer_text(&pen->out, sideways);
    } else {
        put_capability(&pen->out, tiparm(cursor_address, to / columns, to % columns));
    }
}

/* From the changed cell number k of the list: the blanks in its row that the present ground can show. Characters
 * between them count if they are sent later anyway. */
static int blank_run(const struct canvas *canvas, const struct canvas_pen *pen, int k, int count)
{
    int first = canvas->changed[k], past = first, i = first;
    do {
        const canvas_cell *cell = &canvas->cells[i];
        bool is_changed = k < count && canvas->changed[k] == i;
        if (cell->upper != pen->now.ground || is_halved(pen, cell) || (!is_blank(pen, cell) && !is_changed))
            break;
        k += is_changed;
        past = is_blank(pen, cell) ? i + 1 : past;
    } while (++i % canvas->columns);
    return past - first;
}

/* Sends the cells of the list that the present attributes can show. Returns how many are left. */
static int send_fitting(struct canvas *canvas, struct canvas_pen *pen, int count)
{
    int left = 0, erased = 0;
    for (int k = 0; k < count; k++) {
        int i = canvas->changed[k];
        const canvas_cell *cell = &canvas->cells[i];
        if (i < erased && is_blank(pen, cell))
            continue;
        canvas_attributes wanted = attributes_for(pen, cell);
        if (!pen->now.known || count_changes(&pen->now, &wanted) > 0) {
            canvas->changed[left++] = i;
            continue;
        }
        int run = pen->erases && is_blank(pen, cell) ? blank_run(canvas, pen, k, count) : 0;
        move_cursor(pen, i, canvas->columns);
        pen->cursor = i;
        if (run >= 6) {
            /* The cursor stays. */
            put_capability(&pen->out, tiparm(erase_chars, run));
            erased = i + run;
            continue;
        }
        put_cell(pen, cell);
        /* Terminals differ in where the cursor is after the last column. */
        pen->cursor = (i + 1) % canvas->columns ? i + 1 : -1;
    }
    return left;
}

static void change_attributes(const struct canvas *canvas, struct canvas_pen *pen, int count)
{
    canvas_attributes best = {0};
    int least = 4;
    for (int k = 0; k < count && least > 1; k++) {
        canvas_attributes wanted = attributes_for(pen, &canvas->cells[canvas->changed[k]]);
        int changes = count_changes(&pen->now, &wanted);
        if (changes < least) {
            best = wanted;
            least = changes;
        }
    }
    put_attributes(pen, best);
}

static bool is_same_cell(const canvas_cell *a, const canvas_cell *b)
{
    return a->upper == b->upper && a->lower == b->lower && strcmp(a->glyph, b->glyph) == 0 &&
           (!a->glyph[0] || (a->ink == b->ink && a->bold == b->bold));
}

/* Lists the cells that differ from what is shown, and returns how many there are. */
static int list_changed(struct canvas *canvas, const struct canvas_pen *pen)
{
    int total = canvas->columns * canvas->rows, count = 0;
    for (int i = 0; i < total - !pen->fills_last_cell; i++)
        if (canvas->is_stale || !is_same_cell(&canvas->cells[i], &canvas->shown[i]))
            canvas->changed[count++] = i;
    return count;
}

bool canvas_encode(struct canvas *canvas, struct canvas_pen *pen)
{
    int count = list_changed(canvas, pen);
    pen->out.length = 0;
    pen->out.failed = false;
    if (canvas->is_stale) {
        pen->now = (canvas_attributes){.ground = COLOUR_DEFAULT, .ink = COLOUR_DEFAULT};
        pen->cursor = -1;
    }
    if (pen->is_held && count > 0)
        buffer_text(&pen->out, "\033[?2026h");
    while (count > 0) {
        change_attributes(canvas, pen, count);
        count = send_fitting(canvas, pen, count);
    }
    if (pen->is_held && pen->out.length)
        buffer_text(&pen->out, "\033[?2026l");
    canvas->is_stale = pen->out.failed;
    if (!pen->out.failed)
        memcpy(canvas->shown, canvas->cells, (size_t)canvas->columns * (size_t)canvas->rows * sizeof *canvas->cells);
    return !pen->out.failed;
}
