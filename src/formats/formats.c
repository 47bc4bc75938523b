/* The table of formats, and what they have in common: recognising them, and reading and writing several games. */
#include "formats/formats_room.h"
#include "base/memory.h"
#include "core/core.h"

#include <assert.h>
#include <string.h>

/* Eleven's own record has its own reader and writer, below. */
static const formats_format own_format = {.name = "record", .origin = "Eleven's own game record"};

static const formats_format *const all_formats[ELEVEN_FORMATS] = {
    [ELEVEN_FORMAT_RECORD] = &own_format,   [ELEVEN_FORMAT_LEAGUE] = &formats_league,
    [ELEVEN_FORMAT_VERSE] = &formats_verse, [ELEVEN_FORMAT_RPL] = &formats_rpl,
    [ELEVEN_FORMAT_NEXT] = &formats_next,   [ELEVEN_FORMAT_STATE] = &formats_state,
    [ELEVEN_FORMAT_HEX] = &formats_hex};

const char *eleven_format_name(eleven_format format)
{
    assert((unsigned)format < ELEVEN_FORMATS);
    return all_formats[format]->name;
}

const char *eleven_format_origin(eleven_format format)
{
    assert((unsigned)format < ELEVEN_FORMATS);
    return all_formats[format]->origin;
}

bool eleven_format_parse(const char *text, size_t length, eleven_format *format)
{
    for (unsigned i = 0; i < ELEVEN_FORMATS; i++) {
        if (strlen(all_formats[i]->name) == length && memcmp(all_formats[i]->name, text, length) == 0) {
            *format = (eleven_format)i;
            return true;
        }
    }
    return false;
}

/* After blanks and comments, which may contain any bytes. */
static bool begins_record(formats_input in)
{
    static const char head[] = "eleven game ";
    for (formats_blanks_skip(&in); in.at < in.length && in.bytes[in.at] == ';'; formats_blanks_skip(&in))
        while (in.at < in.length && in.bytes[in.at] != '\n')
            in.at++;
    return in.length - in.at >= sizeof head - 1 && memcmp(in.bytes + in.at, head, sizeof head - 1) == 0;
}

/* The format of 2048-next comes before that of 2048league, whose games may begin with the same word. */
eleven_format eleven_format_detect(const void *bytes, size_t length)
{
    static const eleven_format order[] = {ELEVEN_FORMAT_NEXT, ELEVEN_FORMAT_LEAGUE, ELEVEN_FORMAT_VERSE,
                                          ELEVEN_FORMAT_STATE, ELEVEN_FORMAT_HEX};
    formats_input in = {bytes, length, 0};
    if (begins_record(in))
        return ELEVEN_FORMAT_RECORD;
    if (formats_rpl.test(in))
        return ELEVEN_FORMAT_RPL;
    formats_blanks_skip(&in);
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
        if (all_formats[order[i]]->test(in))
            return order[i];
    return ELEVEN_FORMAT_RECORD;
}

const char *eleven_lost_name(unsigned kind)
{
    assert(kind < ELEVEN_LOST_KINDS);
    static const char *const names[ELEVEN_LOST_KINDS] = {
        "the rules' own tiles or goal",
        "the seed",
        "the date",
        "the numbers of undone moves, helped moves and hints",
        "the moves",
        "the score",
        "the undone moves",
        "the moves before the last edit",
        "the times of the moves",
        "the success rates",
        "the start from a given position",
    };
    return names[kind];
}

/* Prints the record of a reader as Eleven does, with its end. */
static eleven_error own_write(eleven_reader *reader, buffer *bytes, eleven_problem *problem)
{
    buffer plies = {0};
    eleven_ply ply;
    eleven_error error;
    const eleven_rules *rules = &reader->record.rules;
    uint32_t moves_before = 0;
    while ((error = eleven_reader_next(reader, &ply, NULL, problem)) == ELEVEN_OK) {
        char text[256];
        buffer_add(&plies, text, eleven_ply_print(rules, reader->game.board.w, &ply, moves_before, text, sizeof text));
        moves_before = reader->game.ply;
    }
    if (error == ELEVEN_END)
        formats_record_print(reader->record, &reader->game, &plies, bytes);
    buffer_free(&plies);
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

/* Gives the bytes to the caller, or frees them where something went wrong. */
static eleven_error bytes_give(buffer *bytes, eleven_error error, eleven_bytes *given, eleven_problem *problem)
{
    buffer_add(bytes, "", 0);
    if (!error && bytes->failed)
        error = problem_no_memory(problem);
    if (error)
        buffer_free(bytes);
    else
        *given = (eleven_bytes){bytes->at, bytes->length};
    return error;
}

static eleven_error foreign_games_read(const formats_format *format, formats_input in, buffer *records, unsigned *lost,
                                       eleven_problem *problem)
{
    foreign_game game = {0};
    eleven_error error;
    if (!format->is_binary)
        formats_blanks_skip(&in);
    do {
        error = format->read(&in, &game, lost, problem);
        if (!error)
            formats_record_print(game.head, &game.game, &game.plies, records);
        if (!format->is_binary)
            formats_blanks_skip(&in);
    } while (!error && in.at < in.length);
    buffer_free(&game.plies);
    return error;
}

eleven_error eleven_import(const void *bytes, size_t length, eleven_format from, eleven_bytes *records, unsigned *lost,
                           eleven_problem *problem)
{
    if (from == ELEVEN_FORMAT_RECORD)
        return eleven_export(bytes, length, ELEVEN_FORMAT_RECORD, records, lost, problem);
    buffer read = {0};
    *lost = 0;
    eleven_error error = foreign_games_read(all_formats[from], (formats_input){bytes, length, 0}, &read, lost, problem);
    return bytes_give(&read, error, records, problem);
}

size_t eleven_record_length(const char *text, size_t length)
{
    static const char head[] = "\neleven game ";
    const size_t size = sizeof head - 1;
    text_in in = core_text_from(text, length);
    core_skip_lines(&in);
    for (size_t at = in.at; at + size <= length; at++)
        if (memcmp(text + at, head, size) == 0)
            return at + 1;
    return length;
}

static uint32_t count_lines(const char *text, size_t length)
{
    uint32_t lines = 0;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    return lines;
}

eleven_error eleven_export(const char *records, size_t length, eleven_format to, eleven_bytes *bytes, unsigned *lost,
                           eleven_problem *problem)
{
    buffer written = {0};
    eleven_error error = ELEVEN_OK;
    uint32_t lines = 0;
    size_t at = 0;
    *lost = 0;
    do {
        size_t part = eleven_record_length(records + at, length - at);
        eleven_reader reader;
        error = eleven_reader_open(&reader, records + at, part, problem);
        if (!error)
            error = to == ELEVEN_FORMAT_RECORD ? own_write(&reader, &written, problem)
                                               : all_formats[to]->write(&reader, &written, lost, problem);
        if (error && problem && problem->line)
            problem->line += lines;
        lines += count_lines(records + at, part);
        at += part;
    } while (!error && at < length);
    return bytes_give(&written, error, bytes, problem);
}

void eleven_bytes_free(eleven_bytes *bytes)
{
    memory_free(bytes->at);
    *bytes = (eleven_bytes){0};
}
