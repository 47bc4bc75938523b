/* Sixteen hex digits: the ranks of a 4x4 board, row by row. One position a line. */
#include "formats/formats.h"

#include <string.h>

enum { DIGITS = 16 };

static bool is_digit(uint8_t byte)
{
    return byte && strchr("0123456789abcdefABCDEF", byte);
}

bool hex_test(byte_input in)
{
    size_t digits = 0;
    while (in.at + digits < in.length && is_digit(in.bytes[in.at + digits]))
        digits++;
    size_t after = in.at + digits;
    return digits == DIGITS && (after == in.length || strchr(" \t\r\n", in.bytes[after]));
}

eleven_error hex_read(byte_input in, grown_bytes *records, unsigned *lost, eleven_problem *problem)
{
    (void)lost;
    made_game game = {0};
    const eleven_rules rules = classic_rules();
    blanks_skip(&in);
    do {
        eleven_board board;
        if (!hex_test(in))
            return format_fail(problem, in.at, "here should stand sixteen hex digits");
        eleven_board_parse(&rules, (const char *)in.bytes + in.at, DIGITS, &board, NULL);
        made_begin(&game, board, 0);
        made_print(&game, records);
        in.at += DIGITS;
        blanks_skip(&in);
    } while (in.at < in.length);
    return ELEVEN_OK;
}

eleven_error hex_write(eleven_reader *reader, grown_bytes *bytes, unsigned *lost, eleven_problem *problem)
{
    char text[ELEVEN_BOARD_TEXT];
    eleven_ply ply;
    eleven_error error = game_suits(&reader->record, lost, problem);
    while (!error)
        error = eleven_reader_next(reader, &ply, NULL, problem);
    if (error != ELEVEN_END)
        return error;
    eleven_board_print(&reader->record.rules, &reader->game.board, ELEVEN_HEX, text, sizeof text);
    if (!text[0])
        return format_refuse(problem, "the format has boards of 4x4 without a tile above 32768 only");
    *lost |= reader->game.ply ? ELEVEN_LOST_MOVES : 0u;
    *lost |= reader->game.score ? ELEVEN_LOST_SCORE : 0u;
    grown_text(bytes, text);
    grown_text(bytes, "\n");
    return ELEVEN_OK;
}
