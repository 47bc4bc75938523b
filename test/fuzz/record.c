/* Game records. What is read is printed as a record that is read as the same game. */
#include "fuzz.h"

enum { TEXT = 1 << 18 };

/* Reads it to its end, and writes what it read. Returns the last error. */
static eleven_error copy(const uint8_t *from, size_t size, char *to, size_t *length, eleven_game *end)
{
    eleven_reader reader;
    eleven_problem problem;
    eleven_ply ply;
    eleven_events events;
    eleven_error error = eleven_reader_open(&reader, (const char *)from, size, &problem);
    fuzz_check(error, &problem, from, size);
    if (error)
        return error;
    *length = eleven_record_print(&reader.record, to, TEXT);
    uint32_t moves = 0;
    while (*length < TEXT && !(error = eleven_reader_next(&reader, &ply, &events, &problem))) {
        *length +=
            eleven_ply_print(&reader.record.rules, reader.game.board.w, &ply, moves, to + *length, TEXT - *length);
        moves += !ply.keeps_playing;
        expect(events.spawn_count <= ELEVEN_SPAWNS_MAX && reader.game.ply == moves);
    }
    fuzz_check(error, &problem, from, size);
    *end = reader.game;
    return error;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[TEXT], again[TEXT];
    size_t length, length_again;
    eleven_game end, end_again;
    if (copy(data, size, text, &length, &end) != ELEVEN_END || length >= TEXT)
        return 0;
    expect(copy((const uint8_t *)text, length, again, &length_again, &end_again) == ELEVEN_END);
    expect(length == length_again && memcmp(text, again, length) == 0);
    expect(eleven_board_equal(&end.board, &end_again.board) && end.score == end_again.score);
    return 0;
}
