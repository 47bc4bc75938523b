/* A board as SVG, with the original's look: rounded tiles, numbers sized by their digits, veil and banner at the end. */
#include "picture/picture.h"

#include "picture/theme.h"

#include <inttypes.h>
#include <string.h>

#define FONT "'Clear Sans','Helvetica Neue',Helvetica,Arial,sans-serif"

static double font_size(uint32_t value)
{
    /* By the number of digits, as parts of a tile: the original's up to four. */
    static const double parts[] = {0, .5176, .5176, .4235, .3294, .27, .22, .19, .165, .145, .13};
    unsigned digits = 0;
    do
        digits++;
    while ((value /= 10) > 0);
    return parts[digits] * PICTURE_TILE;
}

static unsigned across(unsigned cells)
{
    return cells * PICTURE_PITCH + PICTURE_GAP;
}

static unsigned head_height(const picture *still)
{
    return still->has_score ? PICTURE_HEAD : 0;
}

/* ---- What it shows, in words --------------------------------------------------------------------------- */

static void put_title(const picture *still, FILE *out)
{
    char text[ELEVEN_BOARD_TEXT];
    eleven_board_print(still->rules, &still->board, ELEVEN_LINE, text, sizeof text);
    fprintf(out, "<title>2048: %s", text);
    if (still->has_score)
        fprintf(out, ", score %" PRIu64, still->score);
    fputs("</title>\n", out);
}

/* ---- The pieces ---------------------------------------------------------------------------------------- */

static void put_cells(const picture *still, const struct theme *theme, FILE *out)
{
    const eleven_board *board = &still->board;
    fprintf(out, "<path fill=\"#%06x\" d=\"", theme->empty);
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++)
        fprintf(out, "M%u %uh%uv%uh-%uz", i % board->w * PICTURE_PITCH + PICTURE_GAP + 2,
                i / board->w * PICTURE_PITCH + PICTURE_GAP + 2, PICTURE_TILE - 4, PICTURE_TILE - 4, PICTURE_TILE - 4);
    fprintf(out, "\" stroke=\"#%06x\" stroke-width=\"4\" stroke-linejoin=\"round\"/>\n", theme->empty);
}

/* The heading, and the box in which the score is going to stand. */
static void put_head(const picture *still, const struct theme *theme, FILE *out)
{
    unsigned w = across(still->board.w);
    if (w >= 300)
        fprintf(out, "<text y=\"57\" font-size=\"62\" fill=\"#%06x\">2048</text>\n", theme->text);
    fprintf(out, "<rect x=\"%u\" y=\"8\" width=\"110\" height=\"60\" rx=\"3\" fill=\"#%06x\"/>", w - 110, theme->board);
    fprintf(out, "<g text-anchor=\"middle\"><text x=\"%u\" y=\"29\" font-size=\"13\" fill=\"#%06x\">SCORE</text>",
            w - 55, theme->label);
    fprintf(out, "<g font-size=\"25\" fill=\"#%06x\">", theme->number);
}

void svg_begin(const picture *still, FILE *out)
{
    struct theme theme = theme_load(still->theme, DEPTH_TRUE);
    unsigned w = across(still->board.w), h = across(still->board.h), head = head_height(still);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"-%u -%u %u %u\" "
            "role=\"img\" font-family=\"" FONT "\" font-weight=\"bold\">\n",
            w + 2 * PICTURE_GAP, h + head + 2 * PICTURE_GAP, PICTURE_GAP, PICTURE_GAP, w + 2 * PICTURE_GAP,
            h + head + 2 * PICTURE_GAP);
    put_title(still, out);
    fprintf(out, "<rect x=\"-%u\" y=\"-%u\" width=\"100%%\" height=\"100%%\" fill=\"#%06x\"/>\n", PICTURE_GAP,
            PICTURE_GAP, theme.page);
    if (still->has_score)
        put_head(still, &theme, out);
}

void svg_tile_kinds(const picture *still, uint32_t ranks, FILE *out)
{
    struct theme theme = theme_load(still->theme, DEPTH_TRUE);
    fputs("<defs>\n", out);
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++) {
        if (!(ranks >> rank & 1))
            continue;
        double size = font_size(still->rules->value[rank]);
        fprintf(out,
                "<g id=\"t%u\"><rect x=\"-42.5\" y=\"-42.5\" width=\"%u\" height=\"%u\" rx=\"2.4\" "
                "fill=\"#%06x\"/><text y=\"%.1f\" font-size=\"%.1f\" fill=\"#%06x\">%" PRIu32 "</text></g>\n",
                rank, PICTURE_TILE, PICTURE_TILE, theme.tile[rank], size * .36, size, theme.ink[rank],
                still->rules->value[rank]);
    }
    fputs("</defs>\n", out);
    if (still->has_score)
        fprintf(out, "<g text-anchor=\"middle\" transform=\"translate(0 %u)\">\n", PICTURE_HEAD);
    else
        fputs("<g text-anchor=\"middle\">\n", out);
    fprintf(out, "<rect width=\"%u\" height=\"%u\" rx=\"4.8\" fill=\"#%06x\"/>\n", across(still->board.w),
            across(still->board.h), theme.board);
    put_cells(still, &theme, out);
}

void svg_place(const picture *still, unsigned cell, FILE *out)
{
    unsigned x = cell % still->board.w * PICTURE_PITCH, y = cell / still->board.w * PICTURE_PITCH;
    fprintf(out, "<g transform=\"translate(%.1f %.1f)\">", x + PICTURE_GAP + PICTURE_TILE / 2.0,
            y + PICTURE_GAP + PICTURE_TILE / 2.0);
}

void svg_banner(const picture *still, FILE *out)
{
    struct theme theme = theme_load(still->theme, DEPTH_TRUE);
    unsigned w = across(still->board.w), h = across(still->board.h);
    bool is_won = still->status == ELEVEN_WON;
    if (still->status == ELEVEN_PLAYING)
        return;
    fprintf(out,
            "<g class=\"end\"><rect width=\"%u\" height=\"%u\" rx=\"4.8\" fill=\"#%06x\" fill-opacity=\"%s\"/>"
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" text-anchor=\"middle\" "
            "fill=\"#%06x\">%s</text></g>\n",
            w, h, is_won ? theme.won : theme.lost, is_won ? ".5" : ".73", w / 2.0, h / 2.0 + w * .04, w * .12,
            is_won ? theme.won_ink : theme.lost_ink, is_won ? "You win!" : "Game over!");
}

void svg_end(FILE *out)
{
    fputs("</g>\n</svg>\n", out);
}

/* ---- A still ------------------------------------------------------------------------------------------- */

void picture_svg(const picture *still, FILE *out)
{
    uint32_t ranks = 0;
    unsigned cells = (unsigned)still->board.w * still->board.h;
    for (unsigned i = 0; i < cells; i++)
        ranks |= UINT32_C(1) << still->board.cells[i];
    svg_begin(still, out);
    if (still->has_score)
        fprintf(out, "<text x=\"%u\" y=\"57\">%" PRIu64 "</text></g></g>\n", across(still->board.w) - 55, still->score);
    svg_tile_kinds(still, ranks, out);
    for (unsigned i = 0; i < cells; i++) {
        if (still->board.cells[i] == 0)
            continue;
        svg_place(still, i, out);
        fprintf(out, "<use href=\"#t%u\"/></g>\n", still->board.cells[i]);
    }
    svg_banner(still, out);
    svg_end(out);
}

/* ---- A page -------------------------------------------------------------------------------------------- */

void page_begin(const char *theme, FILE *out)
{
    struct theme colours = theme_load(theme, DEPTH_TRUE);
    fprintf(out,
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width\">\n<title>2048</title>\n<style>\n"
            "body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #%06x }\n"
            "svg { max-width: 96vw; max-height: 96vh }\n</style>\n",
            colours.page);
}

void page_end(FILE *out)
{
    fputs("</html>\n", out);
}
