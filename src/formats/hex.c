/* Sixteen hex digits: the ranks of a 4x4 board, row by row. One position per line. */
#include "formats/formats_room.h"

#include <string.h>

enum { HEX_DIGITS = 16 };

static bool is_hex_digit(uint8_t byte)
{
    return byte && strchr("0123456789abcdefABCDEF", byte);
}

static bool hex_test(formats_input in)
{
    size_t begin = in.at;
    while (in.at < in.length && is_hex_digit(in.bytes[in.at]))
        in.at++;
    return in.at - begin == HEX_DIGITS && formats_is_at(&in, " \t\r\n");
}

static eleven_error hex_read(formats_input *in, foreign_game *game, unsigned *lost, eleven_problem *problem)
{
    (void)lost;
    const eleven_rules rules = formats_classic();
    eleven_board board;
    if (!hex_test(*in))
        return formats_fail(problem, in->at, "expected sixteen hex digits");
    eleven_board_parse(&rules, (const char *)in->bytes + in->at, HEX_DIGITS, &board, NULL);
    formats_game_begin(game, board, 0);
    in->at += HEX_DIGITS;
    return ELEVEN_OK;
}

static eleven_error hex_write(eleven_reader *reader, buffer *bytes, unsigned *lost, eleven_problem *problem)
{
    char text[ELEVEN_BOARD_TEXT];
    eleven_error error = formats_suit(&reader->record, lost, problem);
    if (!error)
        error = formats_last_position(reader, lost, problem);
    if (error)
        return error;
    eleven_board_print(&reader->record.rules, &reader->game.board, ELEVEN_LAYOUT_HEX, text, sizeof text);
    if (!text[0])
        return problem_set(problem, ELEVEN_BAD_TEXT, "the format has boards of 4x4 without a tile above 32768 only");
    *lost |= reader->game.score ? ELEVEN_LOST_SCORE : 0u;
    buffer_text(bytes, text);
    buffer_text(bytes, "\n");
    return ELEVEN_OK;
}

const formats_format formats_hex = {"hex", "sixteen hex ranks, a position", false, hex_test, hex_read, hex_write};
