/* The `gameState` of the original game in a browser's local storage:
 *
 *     {"grid": {"size": 4, "cells": [[null, {"position": {"x": 0, "y": 1}, "value": 2}, ...], ...]},
 *      "score": 0, "over": false, "won": false, "keepPlaying": false}
 *
 * cells[x][y], x to the right. One position per line. */
#include "formats/formats_room.h"

#include <inttypes.h>
#include <string.h>

/* ---- JSON ---------------------------------------------------------------------------------------------- */
/* As much of JSON as reading one object of known shape needs. A value is read where the caller asks for it, and skipped
 * where it does not; nothing else is kept. Strings are compared as they are written, without escapes. */

enum { JSON_DEPTH_MAX = 32 };

static bool json_take(formats_input *in, char byte)
{
    formats_blanks_skip(in);
    bool is_there = in->at < in->length && in->bytes[in->at] == (uint8_t)byte;
    in->at += is_there;
    return is_there;
}

static eleven_error json_expect(formats_input *in, char byte, const char *sentence, eleven_problem *problem)
{
    return json_take(in, byte) ? ELEVEN_OK : formats_fail(problem, in->at, sentence);
}

static bool json_word(formats_input *in, const char *word)
{
    size_t length = strlen(word);
    formats_blanks_skip(in);
    bool is_there = in->length - in->at >= length && memcmp(in->bytes + in->at, word, length) == 0;
    in->at += is_there ? length : 0;
    return is_there;
}

/* Reads a string; `begin` and `length` are those of the text between its quotes. */
static eleven_error json_string(formats_input *in, size_t *begin, size_t *length, eleven_problem *problem)
{
    eleven_error error = json_expect(in, '"', "expected a string", problem);
    *begin = in->at;
    while (!error && in->at < in->length && in->bytes[in->at] != '"')
        in->at += in->bytes[in->at] == '\\' && in->at + 1 < in->length ? 2 : 1;
    if (!error && in->at >= in->length)
        return formats_fail(problem, in->length, "a string does not end");
    *length = in->at - *begin;
    in->at += !error;
    return error;
}

static eleven_error json_key(formats_input *in, const char *const *names, unsigned *which, eleven_problem *problem)
{
    size_t begin, length;
    eleven_error error = json_string(in, &begin, &length, problem);
    if (error)
        return error;
    for (*which = 0; names[*which]; ++*which)
        if (strlen(names[*which]) == length && memcmp(names[*which], in->bytes + begin, length) == 0)
            break;
    return json_expect(in, ':', "expected a ':'", problem);
}

static eleven_error json_number(formats_input *in, uint64_t *number, eleven_problem *problem)
{
    formats_blanks_skip(in);
    size_t begin = in->at;
    uint64_t sum = 0;
    for (; in->at < in->length; in->at++) {
        unsigned digit = in->bytes[in->at] - (unsigned)'0';
        if (digit > 9)
            break;
        if (sum > ((UINT64_C(1) << 62) - digit) / 10)
            return formats_fail(problem, begin, "the number is too large");
        sum = sum * 10 + digit;
    }
    *number = sum;
    bool continues = in->at < in->length && strchr(".eE", in->bytes[in->at]) && in->bytes[in->at];
    return in->at > begin && !continues ? ELEVEN_OK : formats_fail(problem, begin, "expected a whole number");
}

static eleven_error json_bool(formats_input *in, bool *value, eleven_problem *problem)
{
    *value = json_word(in, "true");
    return *value || json_word(in, "false") ? ELEVEN_OK : formats_fail(problem, in->at, "expected true or false");
}

static eleven_error json_skip(formats_input *in, unsigned depth, eleven_problem *problem);

/* Skips the values between brackets; those of an object come after keys. */
static eleven_error json_members_skip(formats_input *in, char close, unsigned depth, eleven_problem *problem)
{
    static const char *const none[] = {NULL};
    unsigned which;
    eleven_error error = ELEVEN_OK;
    if (depth == JSON_DEPTH_MAX)
        return formats_fail(problem, in->at, "this is nested too deeply");
    if (json_take(in, close))
        return ELEVEN_OK;
    do {
        if (close == '}')
            error = json_key(in, none, &which, problem);
        if (!error)
            error = json_skip(in, depth + 1, problem);
    } while (!error && json_take(in, ','));
    return error ? error : json_expect(in, close, "expected a ',' or the end of the list", problem);
}

static eleven_error json_skip(formats_input *in, unsigned depth, eleven_problem *problem)
{
    size_t begin, length;
    if (json_take(in, '{'))
        return json_members_skip(in, '}', depth, problem);
    if (json_take(in, '['))
        return json_members_skip(in, ']', depth, problem);
    if (json_word(in, "null") || json_word(in, "true") || json_word(in, "false"))
        return ELEVEN_OK;
    if (in->at < in->length && in->bytes[in->at] == '"')
        return json_string(in, &begin, &length, problem);
    begin = in->at;
    while (in->at < in->length && in->bytes[in->at] && strchr("+-.0123456789eE", in->bytes[in->at]))
        in->at++;
    return in->at > begin ? ELEVEN_OK : formats_fail(problem, begin, "expected a value");
}

/* ---- Reading ------------------------------------------------------------------------------------------- */
typedef struct gamestate {
    eleven_rules rules;
    uint64_t size, score;
    /* Of the tile last read. */
    uint64_t value;
    /* w is 0 until the cells have come. */
    eleven_board board;
    bool keeps_playing;
} gamestate;

static bool gamestate_test(formats_input in)
{
    return in.at < in.length && in.bytes[in.at] == '{';
}

/* Whatever an object holds under the names known here goes to `taker`; the rest is skipped. */
typedef eleven_error member_taker(gamestate *state, formats_input *in, unsigned which, eleven_problem *problem);

static eleven_error gamestate_object(gamestate *state, formats_input *in, const char *const *names, member_taker *taker,
                                     eleven_problem *problem)
{
    eleven_error error = json_expect(in, '{', "expected an object", problem);
    if (error || json_take(in, '}'))
        return error;
    do {
        unsigned which;
        error = json_key(in, names, &which, problem);
        if (!error)
            error = names[which] ? taker(state, in, which, problem) : json_skip(in, 0, problem);
    } while (!error && json_take(in, ','));
    return error ? error : json_expect(in, '}', "expected a ',' or a '}'", problem);
}

static const char *const tile_names[] = {"value", NULL};

static eleven_error tile_take(gamestate *state, formats_input *in, unsigned which, eleven_problem *problem)
{
    (void)which;
    return json_number(in, &state->value, problem);
}

static eleven_error gamestate_cell(gamestate *state, formats_input *in, eleven_rank *rank, eleven_problem *problem)
{
    *rank = 0;
    if (json_word(in, "null"))
        return ELEVEN_OK;
    formats_blanks_skip(in);
    size_t byte = in->at;
    state->value = 0;
    eleven_error error = gamestate_object(state, in, tile_names, tile_take, problem);
    if (error)
        return error;
    *rank = eleven_rules_rank(&state->rules, state->value);
    return *rank ? ELEVEN_OK : formats_fail(problem, byte, "this tile has no value that a tile can have");
}

/* One array of the cells: a column. */
static eleven_error gamestate_column(gamestate *state, formats_input *in, eleven_rank *column, unsigned *count,
                                     eleven_problem *problem)
{
    eleven_error error = json_expect(in, '[', "expected an array", problem);
    *count = 0;
    if (error || json_take(in, ']'))
        return error;
    do {
        if (*count == ELEVEN_SIDE_MAX)
            return formats_fail(problem, in->at, "a board is at most 8 cells wide and high");
        error = gamestate_cell(state, in, &column[(*count)++], problem);
    } while (!error && json_take(in, ','));
    return error ? error : json_expect(in, ']', "expected a ',' or a ']'", problem);
}

static eleven_error gamestate_cells(gamestate *state, formats_input *in, eleven_problem *problem)
{
    eleven_rank columns[ELEVEN_SIDE_MAX][ELEVEN_SIDE_MAX];
    unsigned w = 0, h = 0, count = 0;
    eleven_error error = json_expect(in, '[', "expected an array of columns", problem);
    do {
        if (error)
            return error;
        if (w == ELEVEN_SIDE_MAX)
            return formats_fail(problem, in->at, "a board is at most 8 cells wide and high");
        error = gamestate_column(state, in, columns[w], &count, problem);
        if (!error && (count == 0 || (w > 0 && count != h)))
            return formats_fail(problem, in->at, "the columns are not equally long");
        h = count;
        w++;
    } while (error || json_take(in, ','));
    error = json_expect(in, ']', "expected a ',' or a ']'", problem);
    if (error)
        return error;
    eleven_board_empty(w, h, &state->board);
    for (unsigned i = 0; i < w * h; i++)
        state->board.cells[i] = columns[i % w][i / w];
    return ELEVEN_OK;
}

static const char *const grid_names[] = {"size", "cells", NULL};

static eleven_error grid_take(gamestate *state, formats_input *in, unsigned which, eleven_problem *problem)
{
    return which == 0 ? json_number(in, &state->size, problem) : gamestate_cells(state, in, problem);
}

static const char *const state_names[] = {"grid", "score", "keepPlaying", NULL};

static eleven_error state_take(gamestate *state, formats_input *in, unsigned which, eleven_problem *problem)
{
    switch (which) {
    case 0: return gamestate_object(state, in, grid_names, grid_take, problem);
    case 1: return json_number(in, &state->score, problem);
    default: return json_bool(in, &state->keeps_playing, problem);
    }
}

static eleven_error gamestate_read(formats_input *in, foreign_game *game, unsigned *lost, eleven_problem *problem)
{
    (void)lost;
    gamestate state = {.rules = formats_classic()};
    size_t byte = in->at;
    eleven_error error = gamestate_object(&state, in, state_names, state_take, problem);
    if (error)
        return error;
    if (!state.board.w)
        return formats_fail(problem, byte, "the state has no cells");
    if (state.size && (state.size != state.board.w || state.size != state.board.h))
        return formats_fail(problem, byte, "the size in the state is not that of the cells");
    formats_game_begin(game, state.board, state.score);
    if (state.keeps_playing && eleven_game_status(&state.rules, &game->game) == ELEVEN_STATUS_WON)
        formats_game_keep(game);
    return ELEVEN_OK;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */
static void cell_write(buffer *bytes, const eleven_rules *rules, const eleven_board *board, unsigned x, unsigned y)
{
    eleven_rank rank = board->cells[y * board->w + x];
    if (rank)
        buffer_format(bytes, "{\"position\":{\"x\":%u,\"y\":%u},\"value\":%" PRIu32 "}", x, y, rules->value[rank]);
    else
        buffer_text(bytes, "null");
}

static void grid_write(buffer *bytes, const eleven_rules *rules, const eleven_board *board)
{
    buffer_format(bytes, "{\"grid\":{\"size\":%u,\"cells\":[", (unsigned)board->w);
    for (unsigned x = 0; x < board->w; x++) {
        buffer_text(bytes, x ? ",[" : "[");
        for (unsigned y = 0; y < board->h; y++) {
            buffer_text(bytes, y ? "," : "");
            cell_write(bytes, rules, board, x, y);
        }
        buffer_text(bytes, "]");
    }
    buffer_text(bytes, "]}");
}

static const char *true_or_false(bool value)
{
    return value ? "true" : "false";
}

static eleven_error gamestate_write(eleven_reader *reader, buffer *bytes, unsigned *lost, eleven_problem *problem)
{
    const eleven_game *game = &reader->game;
    const eleven_rules *rules = &reader->record.rules;
    eleven_error error = formats_suit(&reader->record, lost, problem);
    if (!error && game->board.w != game->board.h)
        error = problem_set(problem, ELEVEN_BAD_TEXT, "the format has square boards only");
    if (!error)
        error = formats_last_position(reader, lost, problem);
    if (error)
        return error;
    eleven_status status = eleven_game_status(rules, game);
    grid_write(bytes, rules, &game->board);
    buffer_format(bytes, ",\"score\":%" PRIu64 ",\"over\":%s,\"won\":%s,\"keepPlaying\":%s}\n", game->score,
                  true_or_false(status == ELEVEN_STATUS_LOST),
                  true_or_false(status == ELEVEN_STATUS_WON || game->keeps_playing),
                  true_or_false(game->keeps_playing));
    return ELEVEN_OK;
}

const formats_format formats_state = {
    "state", "the original's gameState, a position in JSON", false, gamestate_test, gamestate_read, gamestate_write};
