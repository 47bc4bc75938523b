/* 2048verse: three symbols a step, digits to base 128, the highest first.
 *
 *     bits  20 .. 13   12 .. 10   9 8 7   6 5 4   3 2         1 0
 *           time       its unit   y       x       0: 2, 1: 4  up 0, down 1, left 2, right 3
 *
 * The first two steps are the start tiles. Before them stands the size as rows x columns, '-', words of the site's
 * own, '_'. All bits of time and unit set: not known. One game a line. */
#include "formats/formats.h"

#include <string.h>

enum { LATIN = 62, SIGNS = 126, TIME_UNKNOWN = 0x7ff, HEAD_MAX = 256 };

static const eleven_direction directions[] = {ELEVEN_UP, ELEVEN_DOWN, ELEVEN_LEFT, ELEVEN_RIGHT};
static const unsigned direction_codes[] = {[ELEVEN_UP] = 0, [ELEVEN_DOWN] = 1, [ELEVEN_LEFT] = 2, [ELEVEN_RIGHT] = 3};
static const char latin[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

static int verse_index(uint32_t symbol)
{
    const char *found = symbol && symbol < 0x80 ? strchr(latin, (int)symbol) : NULL;
    if (found)
        return (int)(found - latin);
    if (symbol >= 0xc0 && symbol <= 0xff)
        return LATIN + (int)(symbol - 0xc0);
    return symbol == 0xa4 ? SIGNS : symbol == 0xbe ? SIGNS + 1 : -1;
}

static uint32_t verse_symbol(unsigned index)
{
    if (index < LATIN)
        return (uint32_t)latin[index];
    return index < SIGNS ? 0xc0 + index - LATIN : index == SIGNS ? 0xa4 : 0xbe;
}

/* Reads the head; false where there is none. */
static bool verse_head(byte_input *in, unsigned *w, unsigned *h)
{
    const uint8_t *head = in->bytes + in->at;
    size_t left = in->length - in->at;
    if (left < 5 || head[1] != 'x' || head[3] != '-' || head[0] < '1' || head[0] > '8' || head[2] < '1' ||
        head[2] > '8')
        return false;
    for (size_t i = 4; i < left && i < HEAD_MAX && head[i] != '\n'; i++) {
        if (head[i] == '_') {
            *h = head[0] - '0';
            *w = head[2] - '0';
            in->at += i + 1;
            return true;
        }
    }
    return false;
}

bool verse_test(byte_input in)
{
    unsigned w, h;
    return verse_head(&in, &w, &h);
}

static eleven_error step_read(byte_input *in, const eleven_board *board, eleven_tile *tile, eleven_direction *direction,
                              unsigned *lost, eleven_problem *problem)
{
    unsigned code = 0, digit;
    size_t begin = in->at;
    for (unsigned i = 0; i < 3; i++) {
        if (!digit_next(in, verse_index, &digit))
            return format_fail(problem, in->at,
                               i ? "a step of three symbols ends here too early"
                                 : "here should stand a symbol of the alphabet");
        code = code << 7 | digit;
    }
    unsigned value = code >> 2 & 3, x = code >> 4 & 7, y = code >> 7 & 7;
    if (value > 1)
        return format_fail(problem, begin, "a tile appears that is neither a 2 nor a 4");
    *direction = directions[code & 3];
    *tile = (eleven_tile){ELEVEN_CELLS_MAX, (eleven_rank)(1 + value)};
    if (x < board->w && y < board->h)
        tile->cell = (uint8_t)(y * board->w + x);
    if (code >> 10 != TIME_UNKNOWN)
        *lost |= ELEVEN_LOST_TIMES;
    return ELEVEN_OK;
}

static bool line_is_over(const byte_input *in)
{
    return in->at >= in->length || strchr(" \t\r\n", in->bytes[in->at]) != NULL;
}

static eleven_error start_read(byte_input *in, made_game *game, unsigned *lost, eleven_problem *problem)
{
    unsigned w, h;
    if (!verse_head(in, &w, &h))
        return format_fail(problem, in->at, "here should stand a head like '4x4-..._'");
    eleven_board board = eleven_board_empty(w, h);
    for (unsigned i = 0; i < 2; i++) {
        eleven_tile tile;
        eleven_direction direction = ELEVEN_UP;
        size_t byte = in->at;
        eleven_error error = step_read(in, &board, &tile, &direction, lost, problem);
        if (!error)
            error = start_place(&board, tile, byte, problem);
        if (error)
            return error;
    }
    made_begin(game, board, 0);
    return ELEVEN_OK;
}

static eleven_error line_read(byte_input *in, made_game *game, unsigned *lost, eleven_problem *problem)
{
    eleven_error error = start_read(in, game, lost, problem);
    while (!error && !line_is_over(in)) {
        eleven_tile tile;
        eleven_direction direction = ELEVEN_UP;
        size_t byte = in->at;
        error = step_read(in, &game->game.board, &tile, &direction, lost, problem);
        if (!error)
            error = made_slide(game, direction, byte, problem);
        if (!error)
            error = made_place(game, tile, byte, problem);
    }
    return error;
}

eleven_error verse_read(byte_input in, grown_bytes *records, unsigned *lost, eleven_problem *problem)
{
    made_game game = {0};
    eleven_error error;
    blanks_skip(&in);
    do {
        error = line_read(&in, &game, lost, problem);
        if (!error)
            made_print(&game, records);
        blanks_skip(&in);
    } while (!error && in.at < in.length);
    made_free(&game);
    return error;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static void step_write(grown_bytes *bytes, unsigned w, eleven_direction direction, eleven_tile tile)
{
    unsigned code = TIME_UNKNOWN << 10 | tile.cell / w << 7 | tile.cell % w << 4 | (tile.rank - 1u) << 2 |
                    direction_codes[direction];
    for (unsigned shift = 21; shift > 0; shift -= 7)
        symbol_add(bytes, verse_symbol(code >> (shift - 7) & 127));
}

eleven_error verse_write(eleven_reader *reader, grown_bytes *bytes, unsigned *lost, eleven_problem *problem)
{
    const eleven_board *board = &reader->game.board;
    const unsigned w = board->w;
    eleven_tile tiles[2];
    eleven_error error = game_suits(&reader->record, lost, problem);
    if (!error && (reader->record.start.score || !opening_tiles(board, tiles)))
        error = format_refuse(problem, "the format needs a game that begins with two start tiles");
    if (error)
        return error;
    grown_number(bytes, board->h);
    grown_text(bytes, "x");
    grown_number(bytes, w);
    grown_text(bytes, "-eleven_");
    for (unsigned i = 0; i < 2; i++)
        step_write(bytes, w, ELEVEN_UP, tiles[i]);
    eleven_ply ply;
    while ((error = move_next(reader, &ply, problem)) == ELEVEN_OK)
        step_write(bytes, w, ply.direction, ply.spawns[0]);
    grown_text(bytes, "\n");
    return error == ELEVEN_END ? ELEVEN_OK : error;
}
