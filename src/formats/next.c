/* 2048-next, version 4C: "REPLAY_v4C_", a letter for the mode, sixteen ranks row by row, then the actions.
 *
 *     bits  6 5         4      3 2     1 0
 *           direction   a 4    y       x           up 0, right 1, down 2, left 3
 *
 * 127 stands before something else: 0 the move with that code; 1 the last move taken back; 2 a tile put down by hand,
 * its cell (column by column) and its rank following. One game a line. */
#include "formats/formats.h"

#include <stdlib.h>
#include <string.h>

static const char prefix[] = "REPLAY_v4C_";

enum { PREFIX = sizeof prefix - 1, CELLS = 16, ESCAPE = 127, ESCAPED_MOVE = 0, ESCAPED_UNDO = 1, ESCAPED_EDIT = 2 };

static int next_index(uint32_t symbol)
{
    if (symbol >= 33 && symbol <= 126)
        return (int)symbol - 33;
    if (symbol >= 161 && symbol <= 172)
        return (int)symbol - 161 + 94;
    return symbol >= 174 && symbol <= 195 ? (int)symbol - 174 + 106 : -1; /* 173 is an invisible hyphen */
}

static uint32_t next_symbol(unsigned index)
{
    return index < 94 ? index + 33 : index < 106 ? index - 94 + 161 : index - 106 + 174;
}

bool next_test(byte_input in)
{
    return in.length - in.at >= PREFIX && memcmp(in.bytes + in.at, prefix, PREFIX) == 0;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* An action that stands in the end. */
typedef struct next_action {
    size_t byte;
    uint8_t code; /* of a move */
    bool is_edit;
    eleven_tile edit;
} next_action;

typedef struct next_reading {
    byte_input in;
    made_game game;
    next_action *actions; /* owned */
    size_t count, capacity;
    uint32_t undos;
} next_reading;

static eleven_error action_add(next_reading *reading, next_action action, eleven_problem *problem)
{
    if (reading->count == reading->capacity) {
        size_t capacity = reading->capacity * 2 + 1024;
        next_action *actions = realloc(reading->actions, capacity * sizeof *actions);
        if (!actions)
            return format_no_memory(problem);
        reading->actions = actions;
        reading->capacity = capacity;
    }
    reading->actions[reading->count++] = action;
    return ELEVEN_OK;
}

static eleven_error symbol_missing(const byte_input *in, eleven_problem *problem)
{
    return format_fail(problem, in->at, "here should stand a symbol of the alphabet");
}

static eleven_error undo_read(next_reading *reading, size_t byte, eleven_problem *problem)
{
    if (reading->count == 0 || reading->actions[reading->count - 1].is_edit)
        return format_fail(problem, byte, "there is no move to take back");
    reading->count--;
    reading->undos++;
    return ELEVEN_OK;
}

static eleven_error edit_read(next_reading *reading, size_t byte, eleven_problem *problem)
{
    unsigned cell, rank;
    if (!digit_next(&reading->in, next_index, &cell) || !digit_next(&reading->in, next_index, &rank))
        return symbol_missing(&reading->in, problem);
    if (cell >= CELLS || rank >= ELEVEN_RANKS)
        return format_fail(problem, byte, "there is no such cell or tile");
    uint8_t by_row = (uint8_t)((cell & 3) << 2 | cell >> 2);
    next_action edit = {byte, 0, true, {by_row, (eleven_rank)rank}};
    return action_add(reading, edit, problem);
}

static eleven_error action_read(next_reading *reading, eleven_problem *problem)
{
    size_t byte = reading->in.at;
    unsigned code, kind = ESCAPED_MOVE;
    if (!digit_next(&reading->in, next_index, &code) ||
        (code == ESCAPE && !digit_next(&reading->in, next_index, &kind)))
        return symbol_missing(&reading->in, problem);
    switch (kind) {
    case ESCAPED_MOVE: return action_add(reading, (next_action){.byte = byte, .code = (uint8_t)code}, problem);
    case ESCAPED_UNDO: return undo_read(reading, byte, problem);
    case ESCAPED_EDIT: return edit_read(reading, byte, problem);
    default: return format_fail(problem, byte, "there is no such action");
    }
}

static eleven_error board_read(next_reading *reading, eleven_board *board, eleven_problem *problem)
{
    *board = eleven_board_empty(4, 4);
    for (unsigned i = 0; i < CELLS; i++) {
        unsigned rank;
        size_t byte = reading->in.at;
        if (!digit_next(&reading->in, next_index, &rank))
            return symbol_missing(&reading->in, problem);
        if (rank >= ELEVEN_RANKS)
            return format_fail(problem, byte, "there is no such tile");
        board->cells[i] = (eleven_rank)rank;
    }
    return ELEVEN_OK;
}

static eleven_error head_read(next_reading *reading, eleven_problem *problem)
{
    byte_input *in = &reading->in;
    if (!next_test(*in))
        return format_fail(problem, in->at, "here should stand 'REPLAY_v4C_'");
    in->at += PREFIX;
    if (in->at >= in->length || !strchr("SCKP", in->bytes[in->at]) || !in->bytes[in->at])
        return format_fail(problem, in->at, "here should stand the letter of a mode: S, C, K or P");
    in->at++;
    eleven_board board;
    eleven_error error = board_read(reading, &board, problem);
    if (!error)
        made_begin(&reading->game, board, 0);
    return error;
}

/* A record has no edits: it begins anew at the position that one makes. */
static void edit_make(next_reading *reading, const next_action *action, unsigned *lost)
{
    eleven_board board = reading->game.game.board;
    board.cells[action->edit.cell] = action->edit.rank;
    if (reading->game.count)
        *lost |= ELEVEN_LOST_EDITED | (reading->game.game.score ? ELEVEN_LOST_SCORE : 0u);
    made_begin(&reading->game, board, 0);
}

static eleven_error actions_make(next_reading *reading, unsigned *lost, eleven_problem *problem)
{
    eleven_error error = ELEVEN_OK;
    for (size_t i = 0; !error && i < reading->count; i++) {
        const next_action *action = &reading->actions[i];
        if (action->is_edit) {
            edit_make(reading, action, lost);
            continue;
        }
        eleven_tile tile = {action->code & 15, (eleven_rank)(1 + (action->code >> 4 & 1))};
        error = made_slide(&reading->game, (eleven_direction)(action->code >> 5), action->byte, problem);
        if (!error)
            error = made_place(&reading->game, tile, action->byte, problem);
    }
    reading->game.head.undos = reading->undos;
    if (reading->undos)
        *lost |= ELEVEN_LOST_UNDONE;
    return error;
}

static eleven_error line_read(next_reading *reading, unsigned *lost, eleven_problem *problem)
{
    reading->count = 0;
    reading->undos = 0;
    eleven_error error = head_read(reading, problem);
    const byte_input *in = &reading->in;
    while (!error && in->at < in->length && !strchr(" \t\r\n", in->bytes[in->at]))
        error = action_read(reading, problem);
    return error ? error : actions_make(reading, lost, problem);
}

eleven_error next_read(byte_input in, grown_bytes *records, unsigned *lost, eleven_problem *problem)
{
    next_reading reading = {.in = in};
    eleven_error error;
    blanks_skip(&reading.in);
    do {
        error = line_read(&reading, lost, problem);
        if (!error)
            made_print(&reading.game, records);
        blanks_skip(&reading.in);
    } while (!error && reading.in.at < reading.in.length);
    free(reading.actions);
    made_free(&reading.game);
    return error;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

eleven_error next_write(eleven_reader *reader, grown_bytes *bytes, unsigned *lost, eleven_problem *problem)
{
    const eleven_record *record = &reader->record;
    const eleven_board *board = &reader->game.board;
    eleven_error error = game_suits(record, lost, problem);
    if (!error && (board->w != 4 || board->h != 4))
        error = format_refuse(problem, "the format has boards of 4x4 only");
    if (error)
        return error;
    if (record->start.score)
        *lost |= ELEVEN_LOST_SCORE;
    grown_text(bytes, prefix);
    grown_byte(bytes, record->undos ? 'C' : 'S'); /* classic with undo, standard without */
    for (unsigned i = 0; i < CELLS; i++)
        symbol_add(bytes, next_symbol(board->cells[i]));
    eleven_ply ply;
    while ((error = move_next(reader, &ply, problem)) == ELEVEN_OK) {
        unsigned code = (unsigned)ply.direction << 5 | (ply.spawns[0].rank - 1u) << 4 | ply.spawns[0].cell;
        symbol_add(bytes, next_symbol(code));
        if (code == ESCAPE)
            symbol_add(bytes, next_symbol(ESCAPED_MOVE));
    }
    grown_text(bytes, "\n");
    return error == ELEVEN_END ? ELEVEN_OK : error;
}
