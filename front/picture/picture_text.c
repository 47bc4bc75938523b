/* A board as plain text, and as text with colours that a terminal shows (`cat`). */
#include "picture/picture.h"

#include "picture/theme.h"

#include <inttypes.h>
#include <string.h>

static const char *const banners[] = {[ELEVEN_PLAYING] = "", [ELEVEN_WON] = "You win!", [ELEVEN_LOST] = "Game over!"};

void picture_text(const picture *still, FILE *out)
{
    char text[ELEVEN_BOARD_TEXT];
    eleven_board_print(still->rules, &still->board, ELEVEN_GRID, text, sizeof text);
    fputs(text, out);
    if (still->has_score)
        fprintf(out, "\nscore %" PRIu64 ", %" PRIu32 " moves\n", still->score, still->moves);
    if (still->status != ELEVEN_PLAYING)
        fprintf(out, "%s%s\n", still->has_score ? "" : "\n", banners[still->status]);
}

/* ---- With colours -------------------------------------------------------------------------------------- */

enum { CELL_WIDTH = 8, CELL_HEIGHT = 3, GAP_WIDTH = 2 };

static void put_ground(colour c, FILE *out)
{
    fprintf(out, "\033[48;2;%u;%u;%um", c >> 16 & 255, c >> 8 & 255, c & 255);
}

static void put_ink(colour c, FILE *out)
{
    fprintf(out, "\033[38;2;%u;%u;%um", c >> 16 & 255, c >> 8 & 255, c & 255);
}

static void put_blanks(unsigned count, FILE *out)
{
    fprintf(out, "%*s", (int)count, "");
}

/* One line of a cell: its number in the middle one. */
static void put_cell(const picture *still, const struct theme *theme, eleven_rank rank, unsigned line, FILE *out)
{
    char text[16] = "";
    if (rank && line == CELL_HEIGHT / 2)
        snprintf(text, sizeof text, "%" PRIu32, still->rules->value[rank]);
    unsigned length = (unsigned)strlen(text), left = length < CELL_WIDTH ? (CELL_WIDTH - length) / 2 : 0;
    put_ground(rank ? theme->tile[rank] : theme->empty, out);
    put_ink(theme->ink[rank], out);
    put_blanks(left, out);
    fputs(text, out);
    put_blanks(length + left < CELL_WIDTH ? CELL_WIDTH - length - left : 0, out);
    put_ground(theme->board, out);
    put_blanks(GAP_WIDTH, out);
}

static void put_gap(const picture *still, const struct theme *theme, const char *half, FILE *out)
{
    put_ink(theme->board, out);
    for (unsigned i = 0; i < still->board.w * (unsigned)(CELL_WIDTH + GAP_WIDTH) + GAP_WIDTH; i++)
        fputs(half, out);
    fputs("\033[0m\n", out);
}

void picture_ansi(const picture *still, FILE *out)
{
    struct theme theme = theme_load(still->theme, DEPTH_TRUE);
    const eleven_board *board = &still->board;
    put_gap(still, &theme, "▄", out);
    for (unsigned line = 0; line < board->h * (unsigned)(CELL_HEIGHT + 1) - 1; line++) {
        unsigned y = line / (CELL_HEIGHT + 1), inside = line % (CELL_HEIGHT + 1);
        put_ground(theme.board, out);
        if (inside == CELL_HEIGHT) {
            put_gap(still, &theme, " ", out);
            continue;
        }
        fputs("\033[1m", out);
        put_blanks(GAP_WIDTH, out);
        for (unsigned x = 0; x < board->w; x++)
            put_cell(still, &theme, board->cells[y * board->w + x], inside, out);
        fputs("\033[0m\n", out);
    }
    put_gap(still, &theme, "▀", out);
    if (still->has_score)
        fprintf(out, "score \033[1m%" PRIu64 "\033[0m, %" PRIu32 " moves\n", still->score, still->moves);
    if (still->status != ELEVEN_PLAYING)
        fprintf(out, "\033[1m%s\033[0m\n", banners[still->status]);
}
