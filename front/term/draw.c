/* The board with its tiles, the header with its boxes, banners and overlays. */
#include "term/term_room.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct painter {
    struct canvas *canvas;
    const struct canvas_pen *pen;
    const struct theme *theme;
    struct layout layout;
};

static bool is_outlined(const struct canvas_pen *pen)
{
    return pen->depth == DEPTH_NONE;
}

/* ---- Tiles --------------------------------------------------------------------------------------------- */
void draw_fit_number(uint64_t value, int most, char *text, size_t size)
{
    static const char units[] = {'k', 'M', 'G', 'T', 'P'};
    snprintf(text, size, "%" PRIu64, value);
    for (unsigned i = 0; i < sizeof units && (int)strlen(text) > most && value >= 1000; i++) {
        value /= 1000;
        snprintf(text, size, "%" PRIu64 "%c", value, units[i]);
    }
}

/* As many characters as the number in a tile may have. Numbers of neighbours do not touch. */
static int number_most(const struct painter *painter)
{
    int w = painter->layout.tile_w;
    bool is_lined = is_outlined(painter->pen);
    return is_lined && w > 5 ? w - 2 : is_lined || !painter->layout.gap ? w - 1 : w;
}

static void draw_horizontal(struct painter *painter, int row, int x, int w, const char *left, const char *middle,
                            const char *right)
{
    canvas_text(painter->canvas, x, row, left, COLOUR_DEFAULT, false);
    for (int column = x + 1; column < x + w - 1; column++)
        canvas_text(painter->canvas, column, row, middle, COLOUR_DEFAULT, false);
    canvas_text(painter->canvas, x + w - 1, row, right, COLOUR_DEFAULT, false);
}

/* A frame of lines around whole rows, for terminals without colours. */
static void draw_outline(struct painter *painter, int x, int y, int w, int h)
{
    static const char *const lines[2][6] = {
        {"+", "+", "+", "+", "-", "|"},
        {"\xe2\x94\x8c", "\xe2\x94\x90", "\xe2\x94\x94", "\xe2\x94\x98", "\xe2\x94\x80", "\xe2\x94\x82"}};
    const char *const *line = lines[painter->pen->utf8];
    int top = (y + 1) / 2, bottom = (y + h) / 2 - 1;
    canvas_fill(painter->canvas, x, 2 * top, w, 2 * (bottom - top + 1), COLOUR_DEFAULT);
    for (int row = top; row <= bottom; row++)
        draw_horizontal(painter, row, x, w, line[5], " ", line[5]);
    if (bottom - top < 2)
        return;
    draw_horizontal(painter, top, x, w, line[0], line[4], line[1]);
    draw_horizontal(painter, bottom, x, w, line[2], line[4], line[3]);
}

/* The number in the middle of a tile: out of pixels on a large one. */
static void draw_number(struct painter *painter, const eleven_sprite *sprite, int x, int y)
{
    const struct layout *layout = &painter->layout;
    bool is_lined = is_outlined(painter->pen);
    bool is_large = layout->tile_w >= 17 && layout->tile_h >= 12 && painter->pen->utf8 && !is_lined;
    colour ink = painter->theme->ink[sprite->rank];
    /* In a palette bold black may be a grey that is hard to read. */
    bool is_bold = ink == COLOUR_DEFAULT || colour_is_rgb(ink);
    char number[16];
    draw_fit_number(sprite->value, number_most(painter), number, sizeof number);
    if (is_large && canvas_digits(painter->canvas, number, x, y, layout->tile_w, layout->tile_h, ink))
        return;
    canvas_text(painter->canvas, x + (layout->tile_w - (int)strlen(number)) / 2, (y + (layout->tile_h - 1) / 2) / 2,
                number, ink, is_bold);
}

/* A size that grows on both sides alike, so that the tile keeps its centre. */
static int scaled(int size, float scale)
{
    return size + 2 * (int)floorf((scale - 1) * (float)size / 2 + 0.5f);
}

/* A sprite's coordinates are in tiles; its scale grows to 1 when it is new. */
static void draw_tile(struct painter *painter, const eleven_sprite *sprite)
{
    const struct layout *layout = &painter->layout;
    int x = layout->left + layout->gap + (int)(sprite->x * (float)(layout->tile_w + layout->gap) + 0.5f);
    int y = layout->top + layout->gap + (int)(sprite->y * (float)(layout->tile_h + layout->gap) + 0.5f);
    if (is_outlined(painter->pen)) {
        if (sprite->scale < 0.5f)
            return;
        draw_outline(painter, x, y, layout->tile_w, layout->tile_h);
    } else {
        int w = scaled(layout->tile_w, sprite->scale), h = scaled(layout->tile_h, sprite->scale);
        canvas_fill(painter->canvas, x + (layout->tile_w - w) / 2, y + (layout->tile_h - h) / 2, w, h,
                    painter->theme->tile[sprite->rank]);
    }
    if (sprite->scale >= 0.7f)
        draw_number(painter, sprite, x, y);
}

/* An arrow at the edge of the tile that moves first; beside the number if the tile is one row high, and nowhere if the
 * number takes all of it. */
static void draw_arrow(struct painter *painter, const eleven_sprite *sprite, eleven_direction direction)
{
    static const char *const arrows[2][ELEVEN_DIRECTIONS] = {
        {"^", ">", "v", "<"}, {"\xe2\x86\x91", "\xe2\x86\x92", "\xe2\x86\x93", "\xe2\x86\x90"}};
    const struct layout *layout = &painter->layout;
    int x = layout->left + layout->gap + (int)(sprite->x * (float)(layout->tile_w + layout->gap) + 0.5f);
    int y = layout->top + layout->gap + (int)(sprite->y * (float)(layout->tile_h + layout->gap) + 0.5f);
    int column = x + (layout->tile_w - 1) / 2, middle = (y + (layout->tile_h - 1) / 2) / 2;
    int top = (y + 1) / 2, bottom = (y + layout->tile_h) / 2 - 1;
    int row = direction == ELEVEN_UP ? top : direction == ELEVEN_DOWN ? bottom : middle;
    if (row == middle) {
        bool is_left = direction == ELEVEN_LEFT;
        char number[16];
        draw_fit_number(sprite->value, number_most(painter), number, sizeof number);
        if ((int)strlen(number) >= layout->tile_w)
            return;
        /* The number is nearer to the left edge. */
        is_left = is_left && (int)strlen(number) < layout->tile_w - 1;
        column = is_left ? x : x + layout->tile_w - 1;
    }
    canvas_text(painter->canvas, column, row, arrows[painter->pen->utf8][direction], painter->theme->ink[sprite->rank],
                true);
}

static void draw_arrows(struct painter *painter, const struct scene *scene)
{
    const eleven_frame *frame = &scene->frame;
    for (unsigned i = 0; i < frame->sprite_count && !frame->is_moving; i++) {
        const eleven_sprite *sprite = &frame->sprites[i];
        unsigned cell = (unsigned)(sprite->y + 0.5f) * frame->w + (unsigned)(sprite->x + 0.5f);
        if (scene->arrows >> cell & 1)
            draw_arrow(painter, sprite, scene->arrow);
    }
}

static void draw_empty_cell(struct painter *painter, int column, int row)
{
    const struct layout *layout = &painter->layout;
    int x = layout->left + layout->gap + column * (layout->tile_w + layout->gap);
    int y = layout->top + layout->gap + row * (layout->tile_h + layout->gap);
    if (!is_outlined(painter->pen))
        canvas_fill(painter->canvas, x, y, layout->tile_w, layout->tile_h, painter->theme->empty);
    if (is_outlined(painter->pen) || !layout->gap)
        canvas_text(painter->canvas, x + layout->tile_w / 2, (y + (layout->tile_h - 1) / 2) / 2, ".",
                    painter->theme->board, false);
}

static void draw_board(struct painter *painter, const eleven_frame *frame)
{
    const struct layout *layout = &painter->layout;
    canvas_fill(painter->canvas, layout->left, layout->top, layout->w, layout->h, painter->theme->board);
    for (int row = 0; row < frame->h; row++)
        for (int column = 0; column < frame->w; column++)
            draw_empty_cell(painter, column, row);
    for (unsigned i = 0; i < frame->sprite_count; i++)
        draw_tile(painter, &frame->sprites[i]);
}

/* ---- Above and below the board ------------------------------------------------------------------------- */
/* The row of the labels of the boxes. */
static int label_row(const struct painter *painter)
{
    return painter->layout.has_large_head ? 2 : 1;
}

/* Digits of the large header: 5x7 pixels, one apart, in rows 3 to 6. */
enum { LARGE_DIGIT_W = 6, LARGE_DIGITS_Y = 4, LARGE_DIGITS_H = 13 };

static void draw_large(struct painter *painter, int left, const char *number, colour ink)
{
    canvas_digits(painter->canvas, number, left, LARGE_DIGITS_Y, (int)strlen(number) * LARGE_DIGIT_W + 1,
                  LARGE_DIGITS_H, ink);
}

/* Draws a box whose right edge is at `right`, in the colour of a win if it `is_new`; returns its left edge. */
static int draw_box(struct painter *painter, int right, const char *label, uint64_t number, bool is_new)
{
    const struct theme *theme = painter->theme;
    bool is_large = painter->layout.has_large_head;
    is_new = is_new && colour_is_rgb(theme->won);
    colour ink = is_new ? theme->won_ink : theme->number;
    char text[24];
    int length = snprintf(text, sizeof text, "%llu", (unsigned long long)number), label_w = (int)strlen(label);
    int w = is_large ? length * LARGE_DIGIT_W + 5 : (length > label_w ? length : label_w) + 2;
    int least = is_large ? 23 : 9;
    w = w < least ? least : w;
    int left = right - w;
    canvas_fill(painter->canvas, left, 2, w, is_large ? 14 : 4, is_new ? theme->won : theme->board);
    canvas_text(painter->canvas, left + (w - label_w) / 2, label_row(painter), label, is_new ? ink : theme->label,
                false);
    if (is_large)
        draw_large(painter, left + (w - length * LARGE_DIGIT_W - 1) / 2, text, ink);
    else
        canvas_text(painter->canvas, left + (w - length) / 2, 2, text, ink, true);
    return left;
}

/* Each shade is sent to the terminal; more would not look smoother. */
enum { GAIN_SHADES = 6 };

/* The gain rises from the score's label to the row above it, and fades. */
static void draw_gain(struct painter *painter, const eleven_frame *frame, int left, int right)
{
    if (!frame->gain)
        return;
    char text[24];
    snprintf(text, sizeof text, "+%llu", (unsigned long long)frame->gain);
    bool high = frame->gain_age > 0.4f;
    const struct theme *theme = painter->theme;
    colour ink = high ? theme->text : theme->number;
    if (colour_is_rgb(theme->page) && high)
        ink = colour_mix(ink, theme->page, floorf((frame->gain_age - 0.4f) / 0.75f * GAIN_SHADES) / GAIN_SHADES);
    int row = high ? 0 : label_row(painter);
    if (!high)
        canvas_fill(painter->canvas, left, 2 * row, right - left, 2, theme->board);
    canvas_text(painter->canvas, left + (right - left - (int)strlen(text)) / 2, row, text, ink, true);
}

/* The parts of the title in two rows beside the boxes: "2048  4x4 classic" above "12 moves, helped"; in a large header
 * both are beside the name. */
static void draw_title(struct painter *painter, const char *title, int right)
{
    bool is_large = painter->layout.has_large_head;
    int row = is_large ? 4 : 1, name_left = painter->layout.head_left + (is_large ? 4 * LARGE_DIGIT_W + 3 : 6);
    int left = is_large ? name_left : painter->layout.head_left;
    const char *rest = strstr(title, "  ");
    int length = rest ? (int)(rest - title) : (int)strlen(title);
    char text[96];
    if (right <= name_left)
        return;
    snprintf(text, sizeof text, "%.*s", length < right - name_left ? length : right - name_left, title);
    canvas_text(painter->canvas, name_left, row, text, painter->theme->faint, false);
    snprintf(text, sizeof text, "%.*s", right - left, rest ? rest + 2 : "");
    canvas_text(painter->canvas, left, row + 1, text, painter->theme->faint, false);
}

static void draw_boxes(struct painter *painter, const struct scene *scene)
{
    const struct layout *layout = &painter->layout;
    int right = layout->head_left + layout->head_w;
    if (scene->has_best)
        right =
            draw_box(painter, right, scene->is_new_best ? "NEW BEST" : "PLAIN BEST", scene->best, scene->is_new_best) -
            1;
    int left = draw_box(painter, right, "SCORE", scene->frame.score, false);
    draw_gain(painter, &scene->frame, left, right);
    colour ink = painter->theme->text;
    /* The terminal's own colour for words cannot fill pixels. */
    if (layout->has_large_head && colour_is_rgb(ink))
        draw_large(painter, layout->head_left, "2048", ink);
    else
        canvas_text(painter->canvas, layout->head_left, layout->has_large_head ? 4 : 1, "2048", ink, true);
    draw_title(painter, scene->title, left - 1);
}

void draw_fit_parts(const char *line, int columns, char *text, size_t size)
{
    snprintf(text, size, "%s", line);
    for (size_t length = strlen(text); length > 0 && canvas_text_width(text) > columns; text[length] = '\0')
        while (length > 0 && strncmp(text + --length, "  ", 2) != 0)
            ;
}

enum { SENTENCE = 256 };

void draw_fit_words(const char *sentence, int columns, char *text, size_t size)
{
    snprintf(text, size, "%s", sentence);
    char *cut;
    while (canvas_text_width(text) > columns && (cut = strrchr(text, ' ')))
        *cut = '\0';
}

/* Writes a notice, or what the player thinks if there is no space for that beside the board. Returns false if there is
 * neither. */
static bool write_sentence(const struct painter *painter, const struct scene *scene, char text[SENTENCE])
{
    char line[PANEL_LINE];
    int columns = painter->canvas->columns;
    if (scene->notice) {
        draw_fit_words(scene->notice, columns, text, SENTENCE);
        return true;
    }
    if (!scene->has_panel || panel_fits(painter->canvas, &painter->layout))
        return false;
    panel_line(&scene->panel, painter->pen->utf8, columns, line);
    draw_fit_parts(line, columns, text, SENTENCE);
    return true;
}

/* The header in one row of words, in small windows. */
static void draw_words(struct painter *painter, const struct scene *scene)
{
    char text[160], sentence[SENTENCE], gain[24] = "", best[48] = "";
    int columns = painter->canvas->columns;
    int length = snprintf(text, sizeof text, "Score %llu", (unsigned long long)scene->frame.score);
    if (scene->has_best)
        snprintf(best, sizeof best, "  Plain best %llu", (unsigned long long)scene->best);
    if (scene->frame.gain)
        snprintf(gain, sizeof gain, " +%llu", (unsigned long long)scene->frame.gain);
    /* Whole numbers only. */
    if (length + (int)strlen(best) > columns)
        best[0] = '\0';
    if (length + (int)strlen(best) + (int)strlen(gain) > columns)
        gain[0] = '\0';
    snprintf(text + length, sizeof text - (size_t)length, "%s%s", gain, best);
    int left = columns - (int)strlen(scene->title);
    bool has_sentence = write_sentence(painter, scene, sentence);
    if (has_sentence && !painter->layout.has_footer) {
        canvas_text(painter->canvas, 0, 0, sentence, painter->theme->text, false);
        return;
    }
    canvas_text(painter->canvas, 0, 0, text, painter->theme->text, true);
    if (left >= (int)strlen(text) + 2)
        canvas_text(painter->canvas, left, 0, scene->title, painter->theme->faint, false);
}

static void draw_footer(struct painter *painter, const struct scene *scene)
{
    char text[SENTENCE];
    int columns = painter->canvas->columns;
    if (!painter->layout.has_footer)
        return;
    bool has_sentence = write_sentence(painter, scene, text);
    if (!has_sentence)
        painter->layout.footer_row = painter->canvas->rows - 1;
    if (!has_sentence)
        draw_fit_parts(scene->hints, columns, text, sizeof text);
    canvas_text(painter->canvas, (columns - canvas_text_width(text)) / 2, painter->canvas->rows - 1, text,
                has_sentence ? painter->theme->text : painter->theme->faint, false);
}

/* ---- Over the board ------------------------------------------------------------------------------------ */
static void draw_centered(struct painter *painter, int row, const char *text, colour ground, colour ink, bool solid)
{
    const struct layout *layout = &painter->layout;
    int width = canvas_text_width(text), left = layout->left + (layout->w - width) / 2;
    left = left < 0 ? 0 : left;
    if (solid)
        canvas_fill(painter->canvas, left - 1, 2 * row, width + 2, 2, ground);
    canvas_text(painter->canvas, left, row, text, ink, true);
}

static void draw_banner(struct painter *painter, const struct scene *scene)
{
    const struct layout *layout = &painter->layout;
    const struct theme *theme = painter->theme;
    bool won = scene->frame.status == ELEVEN_STATUS_WON;
    colour ground = won ? theme->won : theme->lost, ink = won ? theme->won_ink : theme->lost_ink;
    bool solid = !colour_is_rgb(ground);
    if (!scene->banner)
        return;
    canvas_veil(painter->canvas, layout->left, layout->top, layout->w, layout->h, ground, won ? 0.5f : 0.73f);
    int row = (layout->top + layout->h / 2) / 2 - 1;
    if (!solid) {
        colour strip = colour_mix(theme->empty, ground, 0.85f);
        canvas_fill(painter->canvas, layout->left, 2 * row - 1, layout->w, 6, strip);
    }
    draw_centered(painter, row, scene->banner, ground, ink, solid);
    char hint[64];
    draw_fit_parts(scene->banner_hint, painter->canvas->columns, hint, sizeof hint);
    painter->layout.banner_row = row + 1;
    painter->layout.banner_rows = 1;
    draw_centered(painter, row + 1, hint, ground, ink, solid);
}

void draw_help(struct canvas *canvas, const struct canvas_pen *pen, const struct theme *theme, const char *const *lines)
{
    struct painter painter = {.canvas = canvas, .pen = pen, .theme = theme};
    int count = 0, width = 0;
    for (; lines[count]; count++) {
        int one = canvas_text_width(lines[count]);
        width = one > width ? one : width;
    }
    int left = (canvas->columns - width) / 2, top = (canvas->rows - count) / 2;
    left = left < 1 ? 1 : left;
    top = top < 0 ? 0 : top;
    if (is_outlined(pen)) {
        draw_outline(&painter, left - 2, 2 * top - 2, width + 4, 2 * count + 4);
    } else {
        canvas_fill(canvas, left - 3, 2 * top - 3, width + 6, 2 * count + 6, theme->board);
        canvas_fill(canvas, left - 2, 2 * top - 2, width + 4, 2 * count + 4, theme->page);
    }
    for (int i = 0; i < count; i++)
        canvas_text(canvas, left, top + i, lines[i], theme->text, i == 0);
}

enum layout_cells draw_cells(const struct canvas_pen *pen)
{
    return is_outlined(pen) ? CELLS_OUTLINED : pen->utf8 ? CELLS_HALVED : CELLS_WHOLE;
}

struct layout draw_scene(struct canvas *canvas, const struct canvas_pen *pen, const struct theme *theme,
                         const struct scene *scene)
{
    struct layout layout = layout_find(canvas->columns, canvas->rows, scene->frame.w, scene->frame.h, draw_cells(pen));
    struct painter painter = {canvas, pen, theme, layout};
    canvas_clear(canvas, theme->page);
    if (!layout.fits) {
        char text[80];
        snprintf(text, sizeof text, "Too small: it needs %dx%d", layout.columns_needed, layout.rows_needed);
        canvas_text(canvas, 0, 0, text, theme->text, false);
    } else {
        draw_board(&painter, &scene->frame);
        draw_arrows(&painter, scene);
        if (layout.has_boxes)
            draw_boxes(&painter, scene);
        else
            draw_words(&painter, scene);
        draw_footer(&painter, scene);
        if (scene->has_panel && panel_fits(canvas, &layout))
            panel_draw(canvas, &layout, theme, pen->utf8, &scene->panel);
        draw_banner(&painter, scene);
    }
    if (scene->help)
        draw_help(canvas, pen, theme, scene->help);
    return painter.layout;
}
