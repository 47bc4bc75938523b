/* A board as SVG, with the original's look: rounded tiles, numbers sized by their digits, veil and banner at the
 * end. */
#include "picture/picture_room.h"

#include <inttypes.h>
#include <stdio.h>

#define FONT "font-family=\"'Clear Sans','Helvetica Neue',Helvetica,Arial,sans-serif\" font-weight=\"bold\""

/* By the number of digits, as parts of a tile: the original's for up to four. */
static double font_size(uint32_t value)
{
    static const double parts[] = {0, .5176, .5176, .4235, .3294, .27, .22, .19, .165, .145, .13};
    unsigned digits = 0;
    do
        digits++;
    while ((value /= 10) > 0);
    return parts[digits] * PICTURE_TILE;
}

enum { STYLE = 48 };

/* As svg_number does. */
static void font_style(double size, char style[STYLE])
{
    unsigned tenths = (unsigned)(size * 10 + .5);
    snprintf(style, STYLE, "font-size=\"%u.%u\"", tenths / 10, tenths % 10);
}

/* The width or height of so many cells, with the gaps around them. */
static int length_of(int cells)
{
    return cells * PICTURE_PITCH + PICTURE_GAP;
}

static void put_cells(const eleven_picture *still, const struct theme *theme, buffer *out)
{
    const eleven_board *board = &still->game.board;
    buffer_format(out, "<path fill=\"#%06x\" d=\"", theme->empty);
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++)
        buffer_format(out, "M%u %uh%uv%uh-%uz", i % board->w * PICTURE_PITCH + PICTURE_GAP + 2,
                      i / board->w * PICTURE_PITCH + PICTURE_GAP + 2, PICTURE_TILE - 4, PICTURE_TILE - 4,
                      PICTURE_TILE - 4);
    buffer_format(out, "\" stroke=\"#%06x\" stroke-width=\"4\" stroke-linejoin=\"round\"/>\n", theme->empty);
}

/* The heading, and the box with two open groups in which the score is placed. */
static void put_head(const eleven_picture *still, const struct theme *theme, buffer *out)
{
    int w = length_of(still->game.board.w);
    if (w >= 300)
        svg_text(out, 0, 57, theme->text, "font-size=\"62\"", "2048");
    svg_element(out, "rect", NULL, "x=\"%d\" y=\"8\" width=\"110\" height=\"60\" rx=\"3\" fill=\"#%06x\"", w - 110,
                theme->board);
    svg_group(out, "text-anchor=\"middle\"");
    svg_text(out, w - 55, 29, theme->label, "font-size=\"13\"", "SCORE");
    svg_group(out, "font-size=\"25\" fill=\"#%06x\"", theme->number);
}

void picture_open(const eleven_picture *still, buffer *out)
{
    struct theme theme = theme_load(still->theme, DEPTH_TRUE);
    int w = length_of(still->game.board.w), h = length_of(still->game.board.h) + (still->has_score ? PICTURE_HEAD : 0);
    char board[ELEVEN_BOARD_TEXT], title[ELEVEN_BOARD_TEXT + 64];
    eleven_board_print(still->rules, &still->game.board, ELEVEN_LAYOUT_LINE, board, sizeof board);
    int length = snprintf(title, sizeof title, "2048: %s", board);
    if (still->has_score)
        snprintf(title + length, sizeof title - (size_t)length, ", score %" PRIu64, still->game.score);
    svg_open(out, (svg_view){-PICTURE_GAP, -PICTURE_GAP, w + 2 * PICTURE_GAP, h + 2 * PICTURE_GAP}, FONT, title,
             theme.page);
    if (still->has_score)
        put_head(still, &theme, out);
}

void picture_put_kinds(const eleven_picture *still, uint32_t ranks, buffer *out)
{
    struct theme theme = theme_load(still->theme, DEPTH_TRUE);
    buffer_text(out, "<defs>\n");
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++) {
        if (!(ranks >> rank & 1))
            continue;
        double size = font_size(still->rules->value[rank]);
        char style[STYLE];
        font_style(size, style);
        svg_group(out, "id=\"t%u\"", rank);
        svg_element(out, "rect", NULL, "x=\"-42.5\" y=\"-42.5\" width=\"%u\" height=\"%u\" rx=\"2.4\" fill=\"#%06x\"",
                    PICTURE_TILE, PICTURE_TILE, theme.tile[rank]);
        svg_text(out, 0, size * .36, theme.ink[rank], style, "%" PRIu32, still->rules->value[rank]);
        svg_group_end(out);
    }
    buffer_text(out, "</defs>\n");
    svg_group(out, "text-anchor=\"middle\" transform=\"translate(0 %u)\"", still->has_score ? PICTURE_HEAD : 0);
    svg_element(out, "rect", NULL, "width=\"%d\" height=\"%d\" rx=\"4.8\" fill=\"#%06x\"",
                length_of(still->game.board.w), length_of(still->game.board.h), theme.board);
    put_cells(still, &theme, out);
}

void picture_put_place(const eleven_picture *still, unsigned cell, buffer *out)
{
    unsigned x = cell % still->game.board.w * PICTURE_PITCH, y = cell / still->game.board.w * PICTURE_PITCH;
    svg_group(out, "transform=\"translate(%u.5 %u.5)\"", x + PICTURE_GAP + PICTURE_TILE / 2,
              y + PICTURE_GAP + PICTURE_TILE / 2);
}

static void put_banner(const eleven_picture *still, buffer *out)
{
    struct theme theme = theme_load(still->theme, DEPTH_TRUE);
    int w = length_of(still->game.board.w), h = length_of(still->game.board.h);
    bool is_won = eleven_game_status(still->rules, &still->game) == ELEVEN_STATUS_WON;
    char style[STYLE];
    font_style(w * .12, style);
    svg_group(out, "class=\"end\"");
    svg_element(out, "rect", NULL, "width=\"%d\" height=\"%d\" rx=\"4.8\" fill=\"#%06x\" fill-opacity=\"%s\"", w, h,
                is_won ? theme.won : theme.lost, is_won ? ".5" : ".73");
    svg_text(out, w / 2.0, h / 2.0 + w * .04, is_won ? theme.won_ink : theme.lost_ink, style, "%s",
             picture_banner(still));
    svg_group_end(out);
}

void picture_close(const eleven_picture *still, buffer *out)
{
    if (*picture_banner(still))
        put_banner(still, out);
    svg_group_end(out);
    svg_close(out);
}

void picture_svg(const eleven_picture *still, buffer *out)
{
    struct theme theme = theme_load(still->theme, DEPTH_TRUE);
    uint32_t ranks = 0;
    unsigned cells = (unsigned)still->game.board.w * still->game.board.h;
    for (unsigned i = 0; i < cells; i++)
        ranks |= UINT32_C(1) << still->game.board.cells[i];
    picture_open(still, out);
    if (still->has_score) {
        svg_text(out, length_of(still->game.board.w) - 55, 57, theme.number, "", "%" PRIu64, still->game.score);
        svg_group_end(out);
        svg_group_end(out);
    }
    picture_put_kinds(still, ranks, out);
    for (unsigned i = 0; i < cells; i++) {
        if (still->game.board.cells[i] == 0)
            continue;
        picture_put_place(still, i, out);
        svg_element(out, "use", NULL, "href=\"#t%u\"", still->game.board.cells[i]);
        svg_group_end(out);
    }
    picture_close(still, out);
}
