/* The original's `gameState`, as it stands in a browser's local storage:
 *
 *     {"grid": {"size": 4, "cells": [[null, {"position": {"x": 0, "y": 1}, "value": 2}, ...], ...]},
 *      "score": 0, "over": false, "won": false, "keepPlaying": false}
 *
 * cells[x][y], x to the right. One position a line. */
#include "formats/json_scan.h"

#include <string.h>

typedef struct state_read_so_far {
    eleven_rules rules;
    uint64_t size, score;
    uint64_t value;     /* of the tile last read */
    eleven_board board; /* w is 0 until the cells have come */
    bool keeps_playing;
} state_read_so_far;

bool gamestate_test(byte_input in)
{
    return in.at < in.length && in.bytes[in.at] == '{';
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Whatever an object holds under the names known here goes to `take`; the rest is skipped. */
typedef eleven_error member_taker(state_read_so_far *state, byte_input *in, unsigned which, eleven_problem *problem);

static eleven_error object_scan(state_read_so_far *state, byte_input *in, const char *const *names, member_taker *take,
                                eleven_problem *problem)
{
    eleven_error error = json_expect(in, '{', "here should stand an object", problem);
    if (error || json_take(in, '}'))
        return error;
    do {
        unsigned which;
        error = json_key(in, names, &which, problem);
        if (!error)
            error = names[which] ? take(state, in, which, problem) : json_skip(in, 0, problem);
    } while (!error && json_take(in, ','));
    return error ? error : json_expect(in, '}', "here should stand a ',' or a '}'", problem);
}

static const char *const tile_names[] = {"value", NULL};

static eleven_error tile_take(state_read_so_far *state, byte_input *in, unsigned which, eleven_problem *problem)
{
    (void)which;
    return json_number(in, &state->value, problem);
}

static eleven_error cell_scan(state_read_so_far *state, byte_input *in, eleven_rank *rank, eleven_problem *problem)
{
    *rank = 0;
    if (json_word(in, "null"))
        return ELEVEN_OK;
    blanks_skip(in);
    size_t byte = in->at;
    state->value = 0;
    eleven_error error = object_scan(state, in, tile_names, tile_take, problem);
    if (error)
        return error;
    *rank = eleven_rules_rank(&state->rules, state->value);
    return *rank ? ELEVEN_OK : format_fail(problem, byte, "this tile has no value that a tile can have");
}

/* One array of the cells: a column. */
static eleven_error column_scan(state_read_so_far *state, byte_input *in, eleven_rank *column, unsigned *count,
                                eleven_problem *problem)
{
    eleven_error error = json_expect(in, '[', "here should stand an array", problem);
    *count = 0;
    if (error || json_take(in, ']'))
        return error;
    do {
        if (*count == ELEVEN_SIDE_MAX)
            return format_fail(problem, in->at, "a board is at most 8 cells wide and high");
        error = cell_scan(state, in, &column[(*count)++], problem);
    } while (!error && json_take(in, ','));
    return error ? error : json_expect(in, ']', "here should stand a ',' or a ']'", problem);
}

static eleven_error cells_scan(state_read_so_far *state, byte_input *in, eleven_problem *problem)
{
    eleven_rank columns[ELEVEN_SIDE_MAX][ELEVEN_SIDE_MAX];
    unsigned w = 0, h = 0, count = 0;
    eleven_error error = json_expect(in, '[', "here should stand an array of columns", problem);
    do {
        if (error)
            return error;
        if (w == ELEVEN_SIDE_MAX)
            return format_fail(problem, in->at, "a board is at most 8 cells wide and high");
        error = column_scan(state, in, columns[w], &count, problem);
        if (!error && (count == 0 || (w > 0 && count != h)))
            return format_fail(problem, in->at, "the columns are not equally long");
        h = count;
        w++;
    } while (error || json_take(in, ','));
    error = json_expect(in, ']', "here should stand a ',' or a ']'", problem);
    if (error)
        return error;
    state->board = eleven_board_empty(w, h);
    for (unsigned i = 0; i < w * h; i++)
        state->board.cells[i] = columns[i % w][i / w];
    return ELEVEN_OK;
}

static const char *const grid_names[] = {"size", "cells", NULL};

static eleven_error grid_take(state_read_so_far *state, byte_input *in, unsigned which, eleven_problem *problem)
{
    return which == 0 ? json_number(in, &state->size, problem) : cells_scan(state, in, problem);
}

static const char *const state_names[] = {"grid", "score", "keepPlaying", NULL};

static eleven_error state_take(state_read_so_far *state, byte_input *in, unsigned which, eleven_problem *problem)
{
    switch (which) {
    case 0: return object_scan(state, in, grid_names, grid_take, problem);
    case 1: return json_number(in, &state->score, problem);
    default: return json_bool(in, &state->keeps_playing, problem);
    }
}

static eleven_error state_scan(byte_input *in, made_game *game, eleven_problem *problem)
{
    state_read_so_far state = {.rules = classic_rules()};
    size_t byte = in->at;
    eleven_error error = object_scan(&state, in, state_names, state_take, problem);
    if (error)
        return error;
    if (!state.board.w)
        return format_fail(problem, byte, "the state has no cells");
    if (state.size && (state.size != state.board.w || state.size != state.board.h))
        return format_fail(problem, byte, "the cells are not of the size that the state tells");
    made_begin(game, state.board, state.score);
    bool is_won = eleven_game_status(&state.rules, &game->game) == ELEVEN_WON;
    return state.keeps_playing && is_won ? made_keep(game, problem) : ELEVEN_OK;
}

eleven_error gamestate_read(byte_input in, grown_bytes *records, unsigned *lost, eleven_problem *problem)
{
    (void)lost;
    made_game game = {0};
    eleven_error error;
    blanks_skip(&in);
    do {
        error = state_scan(&in, &game, problem);
        if (!error)
            made_print(&game, records);
        blanks_skip(&in);
    } while (!error && in.at < in.length);
    made_free(&game);
    return error;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static void cell_write(grown_bytes *bytes, const eleven_rules *rules, const eleven_board *board, unsigned x, unsigned y)
{
    eleven_rank rank = board->cells[y * board->w + x];
    if (!rank) {
        grown_text(bytes, "null");
        return;
    }
    grown_text(bytes, "{\"position\":{\"x\":");
    grown_number(bytes, x);
    grown_text(bytes, ",\"y\":");
    grown_number(bytes, y);
    grown_text(bytes, "},\"value\":");
    grown_number(bytes, rules->value[rank]);
    grown_text(bytes, "}");
}

static void grid_write(grown_bytes *bytes, const eleven_rules *rules, const eleven_board *board)
{
    grown_text(bytes, "{\"grid\":{\"size\":");
    grown_number(bytes, board->w);
    grown_text(bytes, ",\"cells\":[");
    for (unsigned x = 0; x < board->w; x++) {
        grown_text(bytes, x ? ",[" : "[");
        for (unsigned y = 0; y < board->h; y++) {
            grown_text(bytes, y ? "," : "");
            cell_write(bytes, rules, board, x, y);
        }
        grown_text(bytes, "]");
    }
    grown_text(bytes, "]}");
}

static void flag_write(grown_bytes *bytes, const char *name, bool value)
{
    grown_text(bytes, ",\"");
    grown_text(bytes, name);
    grown_text(bytes, value ? "\":true" : "\":false");
}

eleven_error gamestate_write(eleven_reader *reader, grown_bytes *bytes, unsigned *lost, eleven_problem *problem)
{
    const eleven_game *game = &reader->game;
    const eleven_rules *rules = &reader->record.rules;
    eleven_ply ply;
    eleven_error error = game_suits(&reader->record, lost, problem);
    if (!error && game->board.w != game->board.h)
        error = format_refuse(problem, "the format has square boards only");
    while (!error)
        error = eleven_reader_next(reader, &ply, NULL, problem);
    if (error != ELEVEN_END)
        return error;
    *lost |= game->ply ? ELEVEN_LOST_MOVES : 0u;
    eleven_status status = eleven_game_status(rules, game);
    grid_write(bytes, rules, &game->board);
    grown_text(bytes, ",\"score\":");
    grown_number(bytes, game->score);
    flag_write(bytes, "over", status == ELEVEN_LOST);
    flag_write(bytes, "won", status == ELEVEN_WON || game->keeps_playing);
    flag_write(bytes, "keepPlaying", game->keeps_playing);
    grown_text(bytes, "}\n");
    return ELEVEN_OK;
}
