/* 2048verse: three symbols per step, digits to base 128, the highest first.
 *
 *     bits  20 .. 13   12 .. 10   9 8 7   6 5 4   3 2         1 0
 *           time       its unit   y       x       0: 2, 1: 4  up 0, down 1, left 2, right 3
 *
 * The first two steps are the start tiles. Before them is the size as rows x columns, '-', words of the site's own,
 * '_'. All bits of time and unit set: not known. One game per line. */
#include "formats/formats_room.h"

#include <string.h>

enum { LATIN = 62, SIGNS = 126, TIME_UNKNOWN = 0x7ff, VERSE_HEAD_MAX = 256 };

static const eleven_direction verse_directions[] = {ELEVEN_UP, ELEVEN_DOWN, ELEVEN_LEFT, ELEVEN_RIGHT};
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
static bool verse_head(formats_input *in, unsigned *w, unsigned *h)
{
    const char *head = (const char *)in->bytes + in->at;
    size_t left = in->length - in->at;
    if (left < 5 || head[3] != '-' || !eleven_size_parse(head, 3, h, w))
        return false;
    for (size_t i = 4; i < left && i < VERSE_HEAD_MAX && head[i] != '\n'; i++) {
        if (head[i] == '_') {
            in->at += i + 1;
            return true;
        }
    }
    return false;
}

static bool verse_test(formats_input in)
{
    unsigned w, h;
    return verse_head(&in, &w, &h);
}

static eleven_error verse_step(formats_input *in, const eleven_board *board, foreign_step *step, unsigned *lost,
                               eleven_problem *problem)
{
    unsigned code = 0, digit;
    size_t begin = in->at;
    for (unsigned i = 0; i < 3; i++) {
        if (!formats_digit_next(in, verse_index, &digit))
            return formats_fail(problem, in->at,
                                i ? "a step of three symbols ends here too early"
                                  : "expected a symbol of the alphabet");
        code = code << 7 | digit;
    }
    unsigned value = code >> 2 & 3, x = code >> 4 & 7, y = code >> 7 & 7;
    if (value > 1)
        return formats_fail(problem, begin, "a tile appears that is neither a 2 nor a 4");
    step->direction = verse_directions[code & 3];
    step->tile = (eleven_tile){ELEVEN_CELLS_MAX, (eleven_rank)(1 + value)};
    if (x < board->w && y < board->h)
        step->tile.cell = (uint8_t)(y * board->w + x);
    if (code >> 10 != TIME_UNKNOWN)
        *lost |= ELEVEN_LOST_TIMES;
    return ELEVEN_OK;
}

static eleven_error verse_read(formats_input *in, foreign_game *game, unsigned *lost, eleven_problem *problem)
{
    unsigned w, h;
    if (!verse_head(in, &w, &h))
        return formats_fail(problem, in->at, "expected a head like '4x4-..._'");
    eleven_board board;
    eleven_board_empty(w, h, &board);
    return formats_steps_read(in, board, " \t\r\n", verse_step, game, lost, problem);
}

static void verse_step_write(buffer *bytes, unsigned w, eleven_direction direction, eleven_tile tile)
{
    unsigned direction_code = 0;
    while (verse_directions[direction_code] != direction)
        direction_code++;
    unsigned code =
        TIME_UNKNOWN << 10 | tile.cell / w << 7 | tile.cell % w << 4 | (tile.rank - 1u) << 2 | direction_code;
    for (unsigned shift = 21; shift > 0; shift -= 7)
        formats_symbol_add(bytes, verse_symbol(code >> (shift - 7) & 127));
}

static eleven_error verse_write(eleven_reader *reader, buffer *bytes, unsigned *lost, eleven_problem *problem)
{
    const unsigned w = reader->game.board.w, h = reader->game.board.h;
    eleven_tile tiles[2];
    eleven_error error = formats_suit(&reader->record, lost, problem);
    if (!error)
        error = formats_need_start_tiles(reader, tiles, problem);
    if (error)
        return error;
    buffer_format(bytes, "%ux%u-eleven_", h, w);
    for (unsigned i = 0; i < 2; i++)
        verse_step_write(bytes, w, ELEVEN_UP, tiles[i]);
    eleven_ply ply;
    while ((error = formats_move_next(reader, &ply, problem)) == ELEVEN_OK)
        verse_step_write(bytes, w, ply.direction, ply.spawns[0]);
    buffer_text(bytes, "\n");
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

const formats_format formats_verse = {"verse",    "2048verse, three symbols per move", false, verse_test, verse_read,
                                      verse_write};
