/* What a player thinks: bars of block characters, or of number signs and digits if the terminal has no blocks. */
#include "term/term_room.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_W = 6, BAR_W = 7, NUMBER_W = 8, PANEL_W = NAME_W + BAR_W + NUMBER_W };
enum { PANEL_ROWS = 9, PANEL_ROWS_LEAST = 7, LEVELS_W = 13 };

static const eleven_direction order[] = {ELEVEN_UP, ELEVEN_LEFT, ELEVEN_DOWN, ELEVEN_RIGHT};
enum { ORDERED = sizeof order / sizeof *order };

double panel_share(const eleven_advice *advice, eleven_direction direction)
{
    double best = advice->values[advice->direction], worst = best, value = advice->values[direction];
    /* fmin ignores NAN. */
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        worst = fmin(worst, advice->values[d]);
    double spread = fmax(best - worst, fabs(best) / 100);
    if (isnan(value))
        return 0;
    return spread > 0 ? 1 - 7.0 / 8 * (best - value) / spread : 1;
}

void panel_number(double value, char text[8])
{
    static const char units[] = " kMGT";
    double size = fabs(value);
    unsigned unit = 0;
    for (; unit + 2 < sizeof units && size >= (unit ? 9999.5 : 999999.5); size /= 1000)
        unit++;
    if (unit)
        snprintf(text, 8, "%s%.*f%c", value < 0 ? "-" : "", size < 99.95, size, units[unit]);
    else
        snprintf(text, 8, "%.*f", size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2, value);
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
    text[0] = '\0';
    for (; halves >= 2; halves -= 2)
        strcat(text, utf8 ? "\xe2\x96\x84" : "#");
    if (halves)
        strcat(text, utf8 ? "\xe2\x96\x96" : "#");
}

static void draw_direction(struct canvas *canvas, int column, int row, const struct theme *theme, bool utf8,
                           const eleven_advice *advice, eleven_direction direction)
{
    bool is_best = direction == advice->direction;
    double best = advice->values[advice->direction], value = advice->values[direction];
    colour ink = is_best ? theme->text : theme->faint;
    canvas_text(canvas, column, row, eleven_direction_name(direction), ink, is_best);
    if (isnan(value)) {
        canvas_text(canvas, column + NAME_W, row, "moves nothing", theme->faint, false);
        return;
    }
    char bar[3 * BAR_W + 1], number[8], right[NUMBER_W + 1];
    write_bar(panel_share(advice, direction), utf8, bar);
    panel_number(is_best ? value : value - best, number);
    snprintf(right, sizeof right, "%*s", NUMBER_W, number);
    canvas_text(canvas, column + NAME_W, row, bar, ink, false);
    canvas_text(canvas, column + NAME_W + BAR_W, row, right, ink, is_best);
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
    canvas_text(canvas, left, row, panel->heading, theme->text, true);
    canvas_text(canvas, left, row + 1, panel->note, theme->faint, false);
    for (int i = 0; panel->has_advice && i < ORDERED; i++)
        draw_direction(canvas, left, row + 3 + i, theme, utf8, &panel->advice, order[i]);
    if (row + PANEL_ROWS <= last)
        canvas_text(canvas, left, row + PANEL_ROWS - 1, panel->state, theme->faint, false);
}

/* "U▆": an eighth of a cell for each eighth, or a digit up to 9. */
static void write_level(const eleven_advice *advice, eleven_direction direction, bool utf8, char text[8])
{
    double share = panel_share(advice, direction);
    char letter = (char)(eleven_direction_name(direction)[0] - 'a' + 'A');
    unsigned eighths = (unsigned)(share * 8 + 0.5);
    if (share <= 0)
        snprintf(text, 8, "%c-", letter);
    else if (utf8)
        snprintf(text, 8, "%c\xe2\x96%c", letter, (char)(0x80 + eighths));
    else
        snprintf(text, 8, "%c%u", letter, eighths + 1);
}

/* "network: left", or only what follows the name. */
static const char *heading_for(const struct panel *panel, int columns)
{
    const char *colon = strchr(panel->heading, ':');
    bool fits = canvas_text_width(panel->heading) + LEVELS_W <= columns;
    return fits || !colon ? panel->heading : colon + 2;
}

void panel_line(const struct panel *panel, bool utf8, int columns, char line[PANEL_LINE])
{
    int length = snprintf(line, PANEL_LINE, "%s", heading_for(panel, columns));
    if (panel->has_advice) {
        char level[ORDERED][8], number[8];
        for (unsigned i = 0; i < ORDERED; i++)
            write_level(&panel->advice, order[i], utf8, level[i]);
        panel_number(panel->advice.values[panel->advice.direction], number);
        length += snprintf(line + length, PANEL_LINE - (size_t)length, "  %s %s %s %s  value %s", level[0], level[1],
                           level[2], level[3], number);
    }
    if (panel->state[0])
        snprintf(line + length, PANEL_LINE - (size_t)length, "  %s", panel->state);
}
