/* What a player thinks: words, and bars of blocks, or of number signs and digits if the terminal has no blocks. */
#include "term/term_room.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_W = 6, BAR_W = 7, NUMBER_W = 8, PANEL_W = NAME_W + BAR_W + NUMBER_W, WORDS_W = 34 };
enum { PANEL_ROWS = 12, PANEL_ROWS_LEAST = 7, LEVELS = 48 };

static const eleven_direction order[] = {ELEVEN_UP, ELEVEN_LEFT, ELEVEN_DOWN, ELEVEN_RIGHT};
enum { ORDERED = sizeof order / sizeof *order };

double panel_share(const player_hint *hint, eleven_direction direction)
{
    double most = 0, loss = hint_loss(hint, direction);
    /* fmax ignores NAN. */
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        most = fmax(most, hint_loss(hint, (eleven_direction)d));
    if (isnan(loss))
        return 0;
    return hint_is_equal(hint, direction) ? 1 : 1 - 7.0 / 8 * sqrt(loss / most);
}

void panel_number(double value, char text[8])
{
    static const char units[] = " kMGT";
    char number[HINT_NUMBER];
    double size = fabs(value);
    unsigned unit = 0;
    if (strlen(hint_number(value, number)) < 8) {
        snprintf(text, 8, "%.7s", number);
        return;
    }
    for (; unit + 2 < sizeof units && size >= (unit ? 9999.5 : 999999.5); size /= 1000)
        unit++;
    if (unit)
        snprintf(text, 8, "%s%.*f%c", value < 0 ? "-" : "", size < 99.95, size, units[unit]);
    else
        snprintf(text, 8, "%.0f", value);
}

bool panel_fits(const struct canvas *canvas, const struct layout *layout)
{
    int free_rows = canvas->rows - layout->head - layout->has_footer;
    return canvas->columns - layout->left - layout->w > PANEL_W && free_rows >= PANEL_ROWS_LEAST;
}

/* Bars of half a row's height, so that they do not touch. */
static void write_bar(double share, bool utf8, char *text)
{
    int halves = (int)(share * 2 * BAR_W + 0.5);
    halves = share < 1 && halves == 2 * BAR_W ? halves - 1 : halves;
    text[0] = '\0';
    for (; halves >= 2; halves -= 2)
        strcat(text, utf8 ? "\xe2\x96\x84" : "#");
    if (halves && utf8)
        strcat(text, "\xe2\x96\x96");
}

/* What follows the bar: the expected score after the best move, what another one loses, or that it is equal. */
static void write_value(const player_hint *hint, eleven_direction direction, char text[8])
{
    bool is_best = direction == hint->advice.direction;
    double score = hint->unit.in_points ? (double)hint->score : 0;
    double value = is_best ? score + hint->advice.values[direction] : -hint_loss(hint, direction);
    char amount[HINT_NUMBER];
    if (!is_best && hint_is_equal(hint, direction))
        snprintf(text, 8, "equal");
    else if (hint->unit.chance_of)
        snprintf(text, 8, "%.7s", hint_amount(hint->unit, value, amount));
    else
        panel_number(value, text);
}

/* The parts of the panel go down from `row`; what would reach `end` is left out. */
struct column {
    struct canvas *canvas;
    const struct theme *theme;
    int left, row, w, end;
    bool utf8;
};

static void put(struct column *column, const char *text, colour ink, bool bold)
{
    column->row = canvas_words(column->canvas, column->left, column->row, column->w, column->end, text, ink, bold);
}

static void put_direction(struct column *column, const player_hint *hint, eleven_direction direction)
{
    const struct theme *theme = column->theme;
    bool is_best = direction == hint->advice.direction;
    colour ink = is_best ? theme->text : theme->faint;
    char bar[3 * BAR_W + 1], number[8], right[NUMBER_W + 1];
    int row = column->row++, left = column->left;
    if (row >= column->end)
        return;
    canvas_text(column->canvas, left, row, eleven_direction_name(direction), ink, is_best);
    if (isnan(hint_loss(hint, direction))) {
        canvas_text(column->canvas, left + NAME_W, row, "moves nothing", theme->faint, false);
        return;
    }
    write_bar(panel_share(hint, direction), column->utf8, bar);
    write_value(hint, direction, number);
    snprintf(right, sizeof right, "%*s", NUMBER_W, number);
    canvas_text(column->canvas, left + NAME_W, row, bar, ink, false);
    canvas_text(column->canvas, left + NAME_W + BAR_W, row, right, ink, is_best);
}

static void put_hint(struct column *column, const player_hint *hint, bool has_space)
{
    char words[HINT_TEXT];
    hint_compare(hint, words);
    put(column, words, column->theme->text, false);
    column->row += has_space;
    for (int i = 0; i < ORDERED; i++)
        put_direction(column, hint, order[i]);
    snprintf(words, sizeof words, "chance to build the next %" PRIu32, hint->unit.chance_of);
    put(column,
        hint->unit.in_points   ? "points of expected final score"
        : hint->unit.chance_of ? words
                               : "in the player's own unit",
        column->theme->faint, false);
}

void panel_draw(struct canvas *canvas, const struct layout *layout, const struct theme *theme, bool utf8,
                const struct panel *panel)
{
    int last = canvas->rows - layout->has_footer;
    int left = layout->left + layout->w, gap = canvas->columns - left - PANEL_W;
    int row = (layout->top + layout->h / 2) / 2 - PANEL_ROWS / 2;
    row = row + PANEL_ROWS > last ? last - PANEL_ROWS : row;
    row = row < layout->head ? layout->head : row;
    left += gap < 4 ? 1 : gap < 8 ? gap / 2 : 4;
    int w = canvas->columns - left < WORDS_W ? canvas->columns - left : WORDS_W;
    struct column column = {canvas, theme, left, row, w, last, utf8};
    put(&column, panel->heading, theme->text, true);
    if (panel->has_hint)
        put_hint(&column, &panel->hint, last - row >= PANEL_ROWS);
    put(&column, panel->note, theme->faint, false);
    put(&column, panel->state, theme->faint, false);
}

/* "U▆": an eighth of a cell for each eighth, or a digit up to 9. */
static void write_level(const player_hint *hint, eleven_direction direction, bool utf8, char text[8])
{
    double share = panel_share(hint, direction);
    char letter = (char)(eleven_direction_name(direction)[0] - 'a' + 'A');
    unsigned eighths = (unsigned)(share * 8 + 0.5);
    eighths = share < 1 && eighths > 7 ? 7 : eighths;
    if (share <= 0)
        snprintf(text, 8, "%c-", letter);
    else if (utf8)
        snprintf(text, 8, "%c\xe2\x96%c", letter, (char)(0x80 + eighths));
    else
        snprintf(text, 8, "%c%u", letter, eighths + 1);
}

/* "  U▄ L█ D- R▁". */
static void write_levels(const player_hint *hint, bool utf8, char text[LEVELS])
{
    size_t length = (size_t)snprintf(text, LEVELS, " ");
    for (unsigned i = 0; i < ORDERED; i++) {
        char level[8];
        write_level(hint, order[i], utf8, level);
        length += (size_t)snprintf(text + length, LEVELS - length, " %s", level);
    }
}

void panel_line(const struct panel *panel, bool utf8, int columns, char line[PANEL_LINE])
{
    /* The parts of a line, the best choice first. */
    enum { WHO = 1, WORDS = 2, BARS = 4, PACE = 8 };
    static const int choices[] = {
        WHO | WORDS | BARS | PACE, WHO | WORDS | BARS, WORDS | BARS, WHO | WORDS, WORDS, WHO | BARS, BARS, 0};
    const char *colon = strchr(panel->heading, ':');
    char words[HINT_TEXT] = "", levels[LEVELS] = "";
    if (panel->has_hint) {
        hint_compare(&panel->hint, words);
        write_levels(&panel->hint, utf8, levels);
    }
    for (unsigned i = 0; i < sizeof choices / sizeof *choices; i++) {
        int parts = choices[i];
        bool has_words = parts & WORDS && words[0], has_pace = parts & PACE && panel->state[0];
        snprintf(line, PANEL_LINE, "%s%s%s%s%s%s", parts & WHO || !colon ? panel->heading : colon + 2,
                 has_words ? ", " : "", has_words ? words : "", parts & BARS ? levels : "", has_pace ? "  " : "",
                 has_pace ? panel->state : "");
        if (canvas_text_width(line) <= columns)
            return;
    }
}
