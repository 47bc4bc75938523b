/* The table of formats, and what is the same for all: telling them apart, and taking several games one by one. */
#include "formats/formats.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *origin;
    format_test *test;
    format_reader *read;
    format_writer *write;
} formats[ELEVEN_FORMATS] = {
    [ELEVEN_FORMAT_RECORD] = {"record", "Eleven's own game record", NULL, own_record_read, own_record_write},
    [ELEVEN_FORMAT_LEAGUE] = {"league", "2048league and old 2048verse, a symbol a move", league_test, league_read,
                              league_write},
    [ELEVEN_FORMAT_VERSE] = {"verse", "2048verse, three symbols a move", verse_test, verse_read, verse_write},
    [ELEVEN_FORMAT_RPL] = {"rpl", "2048EndgameTablebase, 25 bytes a move", rpl_test, rpl_read, rpl_write},
    [ELEVEN_FORMAT_NEXT] = {"next", "2048-next, REPLAY_v4C_", next_test, next_read, next_write},
    [ELEVEN_FORMAT_STATE] = {"state", "the original's gameState, a position in JSON", gamestate_test, gamestate_read,
                             gamestate_write},
    [ELEVEN_FORMAT_HEX] = {"hex", "sixteen hex ranks, a position", hex_test, hex_read, hex_write},
};

const char *eleven_format_name(eleven_format format)
{
    return formats[format].name;
}

const char *eleven_format_origin(eleven_format format)
{
    return formats[format].origin;
}

bool eleven_format_find(const char *name, eleven_format *format)
{
    for (unsigned i = 0; i < ELEVEN_FORMATS; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            *format = (eleven_format)i;
            return true;
        }
    }
    return false;
}

eleven_format eleven_format_detect(const void *bytes, size_t length)
{
    byte_input in = {bytes, length, 0};
    if (rpl_test(in))
        return ELEVEN_FORMAT_RPL;
    blanks_skip(&in);
    for (unsigned i = 0; i < ELEVEN_FORMATS; i++)
        if (formats[i].test && i != ELEVEN_FORMAT_RPL && formats[i].test(in))
            return (eleven_format)i;
    return ELEVEN_FORMAT_RECORD;
}

const char *eleven_lost_name(unsigned kind)
{
    static const char *const names[ELEVEN_LOST_KINDS] = {
        "the rules' own tiles or goal",
        "the seed",
        "the date",
        "the numbers of undone and of helped moves",
        "the moves",
        "the score",
        "the undone moves",
        "the moves before the last edit",
        "the times of the moves",
        "the success rates",
    };
    return names[kind];
}

/* ---- Translating --------------------------------------------------------------------------------------- */

/* Hands the bytes over, or frees them where something went wrong. */
static eleven_error hand_over(grown_bytes *made, eleven_error error, eleven_bytes *given, eleven_problem *problem)
{
    if (!error)
        grown_add(made, "", 0);
    if (!error && made->failed)
        error = format_no_memory(problem);
    if (error)
        free(made->at);
    else
        *given = (eleven_bytes){made->at, made->length};
    return error;
}

eleven_error eleven_import(const void *bytes, size_t length, eleven_format from, eleven_bytes *records, unsigned *lost,
                           eleven_problem *problem)
{
    grown_bytes made = {0};
    *lost = 0;
    eleven_error error = formats[from].read((byte_input){bytes, length, 0}, &made, lost, problem);
    return hand_over(&made, error, records, problem);
}

/* How far the record at the beginning of the text goes: up to the line where the next one begins. */
static size_t record_length(const char *text, size_t length)
{
    static const char first[] = "\neleven game ";
    const char *at = text;
    while ((at = memchr(at, '\n', length - (size_t)(at - text)))) {
        if (length - (size_t)(at - text) >= sizeof first - 1 && memcmp(at, first, sizeof first - 1) == 0)
            return (size_t)(at - text) + 1;
        at++;
    }
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
    grown_bytes made = {0};
    eleven_error error = ELEVEN_OK;
    uint32_t lines = 0;
    size_t at = 0;
    *lost = 0;
    do {
        size_t part = record_length(records + at, length - at);
        eleven_reader reader;
        error = eleven_reader_open(&reader, records + at, part, problem);
        if (!error)
            error = formats[to].write(&reader, &made, lost, problem);
        if (error && problem && problem->line)
            problem->line += lines;
        lines += count_lines(records + at, part);
        at += part;
    } while (!error && at < length);
    return hand_over(&made, error, bytes, problem);
}

/* ---- Records ------------------------------------------------------------------------------------------- */

eleven_error own_record_read(byte_input in, grown_bytes *records, unsigned *lost, eleven_problem *problem)
{
    eleven_bytes printed;
    eleven_error error =
        eleven_export((const char *)in.bytes, in.length, ELEVEN_FORMAT_RECORD, &printed, lost, problem);
    if (error)
        return error;
    grown_add(records, printed.at, printed.length);
    eleven_bytes_free(&printed);
    return ELEVEN_OK;
}

/* Prints the record as Eleven does, with its end told. */
eleven_error own_record_write(eleven_reader *reader, grown_bytes *bytes, unsigned *lost, eleven_problem *problem)
{
    (void)lost;
    enum { PLY = 256 };
    grown_bytes plies = {0};
    eleven_ply ply;
    eleven_error error;
    uint32_t made = 0;
    const eleven_rules *rules = &reader->record.rules;
    while ((error = eleven_reader_next(reader, &ply, NULL, problem)) == ELEVEN_OK) {
        char text[PLY];
        grown_add(&plies, text, eleven_ply_print(rules, reader->game.board.w, &ply, made, text, sizeof text));
        made = reader->game.ply;
    }
    char *head = error == ELEVEN_END ? malloc(ELEVEN_RULES_TEXT * 2) : NULL;
    if (head) {
        eleven_record record = reader->record;
        record.has_end = true;
        record.status = eleven_game_status(rules, &reader->game);
        record.score = reader->game.score;
        record.moves = reader->game.ply;
        grown_add(bytes, head, eleven_record_print(&record, head, ELEVEN_RULES_TEXT * 2));
        if (plies.length)
            grown_add(bytes, plies.at, plies.length);
        grown_text(bytes, "\n");
    }
    if (error == ELEVEN_END)
        error = head && !plies.failed ? ELEVEN_OK : format_no_memory(problem);
    free(head);
    free(plies.at);
    return error;
}
