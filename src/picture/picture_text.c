/* A board as plain text, and as text with colours that a terminal shows (`cat`). */
#include "picture/picture_room.h"
#include "base/plural.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *picture_banner(const eleven_picture *still)
{
    static const char *const banners[] = {"", "You win!", "Game over!"};
    return banners[eleven_game_status(still->rules, &still->game)];
}

void picture_text(const eleven_picture *still, buffer *out)
{
    char text[ELEVEN_BOARD_TEXT];
    eleven_board_print(still->rules, &still->game.board, ELEVEN_LAYOUT_GRID, text, sizeof text);
    buffer_text(out, text);
    if (still->has_score)
        buffer_format(out, "\nscore %" PRIu64 ", %" PRIu32 " move%s\n", still->game.score, still->game.ply,
                      plural(still->game.ply));
    if (*picture_banner(still))
        buffer_format(out, "%s%s\n", still->has_score ? "" : "\n", picture_banner(still));
}

enum { CELL_WIDTH = 8, CELL_HEIGHT = 3, GAP_WIDTH = 2 };

enum { INK = 38, GROUND = 48 };

static void put_colour(unsigned what, colour c, buffer *out)
{
    buffer_format(out, "\033[%u;2;%u;%u;%um", what, c >> 16 & 255, c >> 8 & 255, c & 255);
}

static void put_blanks(unsigned count, buffer *out)
{
    buffer_format(out, "%*s", (int)count, "");
}

/* One line of a cell: its number in the middle one. */
static void put_tile_line(const eleven_picture *still, const struct theme *theme, eleven_rank rank, unsigned line,
                          buffer *out)
{
    char text[16] = "";
    if (rank && line == CELL_HEIGHT / 2)
        snprintf(text, sizeof text, "%" PRIu32, still->rules->value[rank]);
    unsigned length = (unsigned)strlen(text), left = length < CELL_WIDTH ? (CELL_WIDTH - length) / 2 : 0;
    put_colour(GROUND, rank ? theme->tile[rank] : theme->empty, out);
    put_colour(INK, theme->ink[rank], out);
    put_blanks(left, out);
    buffer_text(out, text);
    put_blanks(length + left < CELL_WIDTH ? CELL_WIDTH - length - left : 0, out);
    put_colour(GROUND, theme->board, out);
    put_blanks(GAP_WIDTH, out);
}

static void put_gap(const eleven_picture *still, const struct theme *theme, const char *half, buffer *out)
{
    put_colour(INK, theme->board, out);
    for (unsigned i = 0; i < still->game.board.w * (unsigned)(CELL_WIDTH + GAP_WIDTH) + GAP_WIDTH; i++)
        buffer_text(out, half);
    buffer_text(out, "\033[0m\n");
}

void picture_ansi(const eleven_picture *still, buffer *out)
{
    struct theme theme = theme_load(still->theme, DEPTH_TRUE);
    const eleven_board *board = &still->game.board;
    put_gap(still, &theme, "▄", out);
    for (unsigned line = 0; line < board->h * (unsigned)(CELL_HEIGHT + 1) - 1; line++) {
        unsigned y = line / (CELL_HEIGHT + 1), inside = line % (CELL_HEIGHT + 1);
        put_colour(GROUND, theme.board, out);
        if (inside == CELL_HEIGHT) {
            put_gap(still, &theme, " ", out);
            continue;
        }
        buffer_text(out, "\033[1m");
        put_blanks(GAP_WIDTH, out);
        for (unsigned x = 0; x < board->w; x++)
            put_tile_line(still, &theme, board->cells[y * board->w + x], inside, out);
        buffer_text(out, "\033[0m\n");
    }
    put_gap(still, &theme, "▀", out);
    if (still->has_score)
        buffer_format(out, "score \033[1m%" PRIu64 "\033[0m, %" PRIu32 " move%s\n", still->game.score, still->game.ply,
                      plural(still->game.ply));
    if (*picture_banner(still))
        buffer_format(out, "\033[1m%s\033[0m\n", picture_banner(still));
}
