/* 2048-next, version 4C: "REPLAY_v4C_", a letter for the mode, sixteen ranks row by row, then the actions.
 *
 *     bits  6 5         4      3 2     1 0
 *           direction   a 4    y       x           up 0, right 1, down 2, left 3
 *
 * After the code 127 comes something else: 0 the move with that code; 1 the last move taken back; 2 a tile put down
 * by hand, with its cell (column by column) and its rank. One game per line. */
#include "base/array.h"
#include "base/memory.h"
#include "formats/formats_room.h"

#include <string.h>

static const char next_prefix[] = "REPLAY_v4C_";

enum {
    NEXT_PREFIX = sizeof next_prefix - 1,
    NEXT_CELLS = 16,
    ESCAPE = 127,
    ESCAPED_MOVE = 0,
    ESCAPED_UNDO = 1,
    ESCAPED_EDIT = 2
};

static int next_index(uint32_t symbol)
{
    if (symbol >= 33 && symbol <= 126)
        return (int)symbol - 33;
    if (symbol >= 161 && symbol <= 172)
        return (int)symbol - 161 + 94;
    /* 173 is an invisible hyphen. */
    return symbol >= 174 && symbol <= 195 ? (int)symbol - 174 + 106 : -1;
}

static uint32_t next_symbol(unsigned index)
{
    return index < 94 ? index + 33 : index < 106 ? index - 94 + 161 : index - 106 + 174;
}

static bool next_test(formats_input in)
{
    return in.length - in.at >= NEXT_PREFIX && memcmp(in.bytes + in.at, next_prefix, NEXT_PREFIX) == 0;
}

/* An action that was not taken back: a tile put down by hand, or a move with this code. */
typedef struct next_action {
    size_t byte;
    bool is_edit;
    eleven_tile edit;
    uint8_t code;
} next_action;

typedef struct next_reading {
    formats_input *in;
    foreign_game *game;
    /* Owned. */
    next_action *actions;
    size_t count, capacity;
    uint32_t undos;
} next_reading;

static eleven_error action_add(next_reading *reading, next_action action, eleven_problem *problem)
{
    next_action *actions = array_reserve(reading->actions, &reading->capacity, reading->count + 1, sizeof *actions);
    if (!actions)
        return problem_no_memory(problem);
    reading->actions = actions;
    reading->actions[reading->count++] = action;
    return ELEVEN_OK;
}

static eleven_error symbol_missing(const formats_input *in, eleven_problem *problem)
{
    return formats_fail(problem, in->at, "expected a symbol of the alphabet");
}

static eleven_error undo_read(next_reading *reading, size_t byte, eleven_problem *problem)
{
    if (reading->count == 0 || reading->actions[reading->count - 1].is_edit)
        return formats_fail(problem, byte, "there is no move to take back");
    reading->count--;
    reading->undos++;
    return ELEVEN_OK;
}

static eleven_error edit_read(next_reading *reading, size_t byte, eleven_problem *problem)
{
    unsigned cell, rank;
    if (!formats_digit_next(reading->in, next_index, &cell) || !formats_digit_next(reading->in, next_index, &rank))
        return symbol_missing(reading->in, problem);
    if (cell >= NEXT_CELLS || rank >= ELEVEN_RANKS)
        return formats_fail(problem, byte, "there is no such cell or tile");
    uint8_t by_row = (uint8_t)((cell & 3) << 2 | cell >> 2);
    next_action edit = {.byte = byte, .is_edit = true, .edit = {by_row, (eleven_rank)rank}};
    return action_add(reading, edit, problem);
}

static eleven_error action_read(next_reading *reading, eleven_problem *problem)
{
    size_t byte = reading->in->at;
    unsigned code, kind = ESCAPED_MOVE;
    if (!formats_digit_next(reading->in, next_index, &code) ||
        (code == ESCAPE && !formats_digit_next(reading->in, next_index, &kind)))
        return symbol_missing(reading->in, problem);
    switch (kind) {
    case ESCAPED_MOVE: return action_add(reading, (next_action){.byte = byte, .code = (uint8_t)code}, problem);
    case ESCAPED_UNDO: return undo_read(reading, byte, problem);
    case ESCAPED_EDIT: return edit_read(reading, byte, problem);
    default: return formats_fail(problem, byte, "there is no such action");
    }
}

static eleven_error board_read(next_reading *reading, eleven_board *board, eleven_problem *problem)
{
    eleven_board_empty(4, 4, board);
    for (unsigned i = 0; i < NEXT_CELLS; i++) {
        unsigned rank;
        size_t byte = reading->in->at;
        if (!formats_digit_next(reading->in, next_index, &rank))
            return symbol_missing(reading->in, problem);
        if (rank >= ELEVEN_RANKS)
            return formats_fail(problem, byte, "there is no such tile");
        board->cells[i] = (eleven_rank)rank;
    }
    return ELEVEN_OK;
}

static eleven_error head_read(next_reading *reading, eleven_problem *problem)
{
    formats_input *in = reading->in;
    if (!next_test(*in))
        return formats_fail(problem, in->at, "expected 'REPLAY_v4C_'");
    in->at += NEXT_PREFIX;
    if (in->at >= in->length || !strchr("SCKP", in->bytes[in->at]) || !in->bytes[in->at])
        return formats_fail(problem, in->at, "expected the letter of a mode: S, C, K or P");
    in->at++;
    eleven_board board;
    eleven_error error = board_read(reading, &board, problem);
    if (!error)
        formats_game_begin(reading->game, board, 0);
    return error;
}

/* A record has no edits: it begins at the position after the last one. */
static void edit_make(next_reading *reading, const next_action *action, unsigned *lost)
{
    eleven_board board = reading->game->game.board;
    board.cells[action->edit.cell] = action->edit.rank;
    if (reading->game->plies.length)
        *lost |= ELEVEN_LOST_EDITED | (reading->game->game.score ? ELEVEN_LOST_SCORE : 0u);
    formats_game_begin(reading->game, board, 0);
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
        error = formats_game_slide(reading->game, (eleven_direction)(action->code >> 5), action->byte, problem);
        if (!error)
            error = formats_game_place(reading->game, tile, action->byte, problem);
    }
    reading->game->head.undos = reading->undos;
    if (reading->undos)
        *lost |= ELEVEN_LOST_UNDONE;
    return error;
}

static eleven_error next_read(formats_input *in, foreign_game *game, unsigned *lost, eleven_problem *problem)
{
    next_reading reading = {.in = in, .game = game};
    eleven_error error = head_read(&reading, problem);
    while (!error && !formats_is_at(in, " \t\r\n"))
        error = action_read(&reading, problem);
    if (!error)
        error = actions_make(&reading, lost, problem);
    memory_free(reading.actions);
    return error;
}

static eleven_error next_write(eleven_reader *reader, buffer *bytes, unsigned *lost, eleven_problem *problem)
{
    const eleven_record *record = &reader->record;
    const eleven_board *board = &reader->game.board;
    eleven_error error = formats_suit(record, lost, problem);
    if (!error && (board->w != 4 || board->h != 4))
        error = problem_set(problem, ELEVEN_BAD_TEXT, "the format has boards of 4x4 only");
    if (error)
        return error;
    if (record->start.score)
        *lost |= ELEVEN_LOST_SCORE;
    buffer_text(bytes, next_prefix);
    /* The mode of an imported game is not kept. Classic with undo, standard without. */
    buffer_byte(bytes, record->undos ? 'C' : 'S');
    for (unsigned i = 0; i < NEXT_CELLS; i++)
        formats_symbol_add(bytes, next_symbol(board->cells[i]));
    eleven_ply ply;
    while ((error = formats_move_next(reader, &ply, problem)) == ELEVEN_OK) {
        unsigned code = (unsigned)ply.direction << 5 | (ply.spawns[0].rank - 1u) << 4 | ply.spawns[0].cell;
        formats_symbol_add(bytes, next_symbol(code));
        if (code == ESCAPE)
            formats_symbol_add(bytes, next_symbol(ESCAPED_MOVE));
    }
    buffer_text(bytes, "\n");
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

const formats_format formats_next = {"next", "2048-next, REPLAY_v4C_", false, next_test, next_read, next_write};
