/* The sheet at the end of a game, and for a moment when it beats the best score: what was reached, and what to do next.
 * The board stays as it is, beside the sheet or above it:
 *
 *     +-----------+ Game over!              +-----------+
 *     |           | Score    12345          |           |
 *     |   board   | Largest  1024           |   board   |
 *     |           | ...                     |           |
 *     |           | n play again            +-----------+
 *     |           | v review  y replay      Game over!  Score 12345  Largest 1024  n play again ...
 *     +-----------+
 *
 * A window that is too small for both has one line. A game that continues has the sheet only beside its board. */
#include "term/term_room.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SHEET_W = 22, LABEL_W = 8, FACTS = 6, TEXT = 320, LINES_MOST = 8 };

static const char *const labels[FACTS] = {"Score", "Largest", "Moves", "Time", "Class", "Rank"};

struct sheet {
    const char *title;
    /* One for each label; "": it is not known. */
    char values[FACTS][32];
    /* Parts that are two blanks apart. */
    const char *keys;
};

void sheet_write_time(uint64_t milliseconds, char text[32])
{
    unsigned long long seconds = milliseconds / 1000, minutes = seconds / 60;
    if (minutes == 0)
        snprintf(text, 32, "%llu s", seconds);
    else if (minutes < 60)
        snprintf(text, 32, "%llu min %llu s", minutes, seconds % 60);
    else
        snprintf(text, 32, "%llu h %llu min", minutes / 60, minutes % 60);
}

static struct sheet write_sheet(const struct screen *screen, const struct scene *scene)
{
    eleven_record record;
    eleven_session_record(screen->session, &record);
    const eleven_board *board = &eleven_session_game(screen->session)->board;
    struct sheet sheet = {.title = scene->banner, .keys = scene->banner_hint};
    if (!scene->banner)
        sheet = (struct sheet){.title = "A new best score!", .keys = "v review  y replay  g games"};
    else if (screen->is_new_best)
        sheet.title = scene->frame.status == ELEVEN_STATUS_WON ? "You win! A new best." : "Game over! A new best";
    snprintf(sheet.values[0], 32, "%" PRIu64, scene->frame.score);
    snprintf(sheet.values[1], 32, "%" PRIu32, record.rules.value[eleven_board_largest(board)]);
    snprintf(sheet.values[2], 32, "%" PRIu32, scene->frame.moves);
    snprintf(sheet.values[4], 32, "%s",
             record.from_board ? "from a board" : eleven_class_name(eleven_record_class(&record)));
    if (screen->of) {
        sheet_write_time(screen->played_ms, sheet.values[3]);
        snprintf(sheet.values[5], 32, "%" PRIu64 " of %" PRIu64, screen->rank, screen->of);
    }
    return sheet;
}

/* Fills lines with the parts of a text, two blanks apart; returns how many lines it takes. */
static int wrap_parts(const char *text, int columns, char lines[LINES_MOST][TEXT])
{
    int count = 0;
    lines[0][0] = '\0';
    while (*text && count < LINES_MOST) {
        const char *end = strstr(text, "  ");
        int length = end ? (int)(end - text) : (int)strlen(text), used = (int)strlen(lines[count]);
        if (used && used + 2 + length > columns) {
            if (++count == LINES_MOST)
                break;
            lines[count][0] = '\0';
            used = 0;
        }
        snprintf(lines[count] + used, TEXT - (size_t)used, "%s%.*s", used ? "  " : "", length, text);
        text += length + (end ? 2 : 0);
    }
    return count < LINES_MOST ? count + 1 : LINES_MOST;
}

static void put_title(struct screen *screen, const struct scene *scene, int left, int row, const char *title)
{
    const struct theme *theme = &screen->theme;
    bool won = scene->frame.status == ELEVEN_STATUS_WON || screen->is_new_best,
         has_colours = colour_is_rgb(theme->page);
    if (has_colours)
        canvas_fill(&screen->canvas, left - 1, 2 * row, canvas_text_width(title) + 2, 2,
                    won ? theme->won : theme->lost);
    colour ink = won ? theme->won_ink : theme->lost_ink;
    canvas_text(&screen->canvas, left, row, title, has_colours ? ink : theme->text, true);
}

/* Beside the board, from the row on. */
static void put_beside(struct screen *screen, const struct scene *scene, const struct sheet *sheet, int left, int row)
{
    char lines[LINES_MOST][TEXT];
    int count = wrap_parts(sheet->keys, SHEET_W - 1, lines);
    put_title(screen, scene, left, row++, sheet->title);
    for (unsigned i = 0; i < FACTS; i++) {
        if (!sheet->values[i][0])
            continue;
        canvas_text(&screen->canvas, left, row, labels[i], screen->theme.faint, false);
        canvas_text(&screen->canvas, left + LABEL_W, row++, sheet->values[i], screen->theme.text, true);
    }
    for (int i = 0; i < count; i++)
        canvas_text(&screen->canvas, left, row + 1 + i, lines[i], screen->theme.text, false);
    screen->layout.banner_row = row + 1;
    screen->layout.banner_rows = count;
    screen->layout.banner_left = left;
}

/* The same as parts of one text. */
static void write_parts(const struct sheet *sheet, char text[TEXT])
{
    int length = snprintf(text, TEXT, "%s", sheet->title);
    for (unsigned i = 0; i < FACTS; i++)
        if (sheet->values[i][0])
            length += snprintf(text + length, TEXT - (size_t)length, "  %s %s", labels[i], sheet->values[i]);
    snprintf(text + length, TEXT - (size_t)length, "  %s", sheet->keys);
}

static struct layout layout_on(const struct screen *screen, const struct scene *scene, int columns, int rows)
{
    return layout_find(columns, rows, scene->frame.w, scene->frame.h, draw_cells(&screen->terminal.pen));
}

/* The board in the upper left part of the window. */
static void put_board(struct screen *screen, const struct scene *scene, int columns, int rows)
{
    struct canvas part = screen->canvas;
    canvas_clear(&screen->canvas, screen->theme.page);
    part.columns = columns;
    part.rows = rows;
    screen->layout = draw_scene(&part, &screen->terminal.pen, &screen->theme, scene);
}

/* The better place is the one that leaves the larger tiles. */
static bool is_better_below(const struct screen *screen, const struct scene *scene, const struct sheet *sheet)
{
    char text[TEXT], lines[LINES_MOST][TEXT];
    int columns = screen->canvas.columns, rows = screen->canvas.rows;
    write_parts(sheet, text);
    struct layout beside = layout_on(screen, scene, columns - SHEET_W, rows);
    struct layout below = layout_on(screen, scene, columns, rows - wrap_parts(text, columns - 2, lines));
    return below.fits && (!beside.fits || below.tile_w * below.tile_h > beside.tile_w * beside.tile_h);
}

static bool try_beside(struct screen *screen, const struct scene *scene, const struct sheet *sheet)
{
    char lines[LINES_MOST][TEXT];
    int columns = screen->canvas.columns, rows = screen->canvas.rows;
    int needed = 2 + FACTS + wrap_parts(sheet->keys, SHEET_W - 1, lines);
    struct layout whole = layout_on(screen, scene, columns, rows);
    bool has_space = columns - whole.left - whole.w >= SHEET_W;
    if (!has_space && (scene->celebrates || is_better_below(screen, scene, sheet)))
        return false;
    int board_columns = has_space ? columns : columns - SHEET_W;
    struct layout layout = layout_on(screen, scene, board_columns, rows);
    if (!layout.fits || needed > rows)
        return false;
    put_board(screen, scene, board_columns, rows);
    int row = (layout.top + layout.h / 2) / 2 - needed / 2, last = rows - needed;
    int spare = has_space ? columns - layout.left - layout.w - SHEET_W : 0;
    int left = has_space ? layout.left + layout.w + (spare > 8 ? 4 : spare / 2) : board_columns;
    put_beside(screen, scene, sheet, left + 1, row < 0 ? 0 : row > last ? last : row);
    return true;
}

static bool try_below(struct screen *screen, const struct scene *scene, const struct sheet *sheet)
{
    char text[TEXT], lines[LINES_MOST][TEXT];
    write_parts(sheet, text);
    int columns = screen->canvas.columns, count = wrap_parts(text, columns - 2, lines);
    int rows = screen->canvas.rows - count;
    if (rows < 1 || !layout_on(screen, scene, columns, rows).fits)
        return false;
    put_board(screen, scene, columns, rows);
    for (int i = 0; i < count; i++)
        canvas_text(&screen->canvas, 1, rows + i, lines[i], screen->theme.text, i == 0);
    screen->layout.banner_row = rows;
    screen->layout.banner_rows = count;
    return true;
}

void sheet_draw(struct screen *screen, const struct scene *scene)
{
    struct scene bare = *scene;
    bare.banner = NULL;
    bool has_sheet = scene->banner || scene->celebrates;
    if (!has_sheet || scene->help || scene->has_panel ||
        !layout_on(screen, scene, screen->canvas.columns, screen->canvas.rows).fits) {
        put_board(screen, scene, screen->canvas.columns, screen->canvas.rows);
        return;
    }
    struct sheet sheet = write_sheet(screen, scene);
    if (try_beside(screen, &bare, &sheet) || (scene->banner && try_below(screen, &bare, &sheet)))
        return;
    char text[TEXT], fitting[TEXT];
    snprintf(text, TEXT, "%s  Score %" PRIu64 "  %s", sheet.title, scene->frame.score, sheet.keys);
    draw_fit_parts(text, screen->canvas.columns, fitting, sizeof fitting);
    if (!scene->notice)
        bare.notice = fitting;
    put_board(screen, &bare, screen->canvas.columns, screen->canvas.rows);
}
