/* The moves of a game record: printed one by one, read one by one, and replayed as they are read. */
#include "core/record.h"
#include "core/scan.h"

#include <string.h>

/* ---- Printing ----------------------------------------------------------------------------------------- */

enum { PLIES_A_LINE = 10 };

static const char letters[ELEVEN_DIRECTIONS] = {'U', 'R', 'D', 'L'};

size_t eleven_ply_print(const eleven_rules *rules, unsigned w, const eleven_ply *ply, uint32_t made, char *text,
                        size_t size)
{
    text_out out = text_into(text, size);
    bool new_line = made % PLIES_A_LINE == 0 && (made == 0 || !ply->keeps_playing);
    text_char(&out, new_line ? '\n' : ' ');
    if (ply->keeps_playing) {
        text_string(&out, "keep");
        return out.length;
    }
    if (new_line) {
        text_number(&out, made + UINT64_C(1));
        text_string(&out, ". ");
    }
    text_char(&out, letters[ply->direction]);
    for (unsigned i = 0; i < ply->spawn_count; i++) {
        if (i > 0)
            text_char(&out, '+');
        tile_write(rules, w, ply->spawns[i], &out);
    }
    return out.length;
}

/* ---- Reading ------------------------------------------------------------------------------------------ */

eleven_error eleven_reader_open(eleven_reader *reader, const char *text, size_t length, eleven_problem *problem)
{
    text_in in = text_from(text, length);
    record_head head = {0};
    eleven_error error = head_scan(&head, &in, problem);
    if (error)
        return error;
    *reader = (eleven_reader){.record = head.record,
                              .game = head.record.start,
                              .text = text,
                              .length = length,
                              .at = in.at,
                              .line = in.line,
                              .column = in.column};
    for (unsigned i = 0; i < 3; i++)
        reader->end_line[i] = head.end_line[i];
    return ELEVEN_OK;
}

static eleven_error end_mismatch(uint32_t line, const char *what, uint64_t told, uint64_t found,
                                 eleven_problem *problem)
{
    text_out out = text_problem(problem, line, 1);
    text_string(&out, "the head tells ");
    text_string(&out, what);
    text_char(&out, ' ');
    text_number(&out, told);
    text_string(&out, " but the game has ");
    text_number(&out, found);
    return ELEVEN_BAD_TEXT;
}

/* After the last move: what the head said of the end must be so. */
static eleven_error end_check(const eleven_reader *reader, eleven_problem *problem)
{
    const eleven_record *record = &reader->record;
    const eleven_game *game = &reader->game;
    if (reader->end_line[1] && record->score != game->score)
        return end_mismatch(reader->end_line[1], "the score", record->score, game->score, problem);
    if (reader->end_line[2] && record->moves != game->ply)
        return end_mismatch(reader->end_line[2], "moves", record->moves, game->ply, problem);
    if (reader->end_line[0] && record->status != eleven_game_status(&record->rules, game))
        return word_fail((text_word){NULL, 0, reader->end_line[0], 1},
                         "the game does not end with the result that the head tells", false, problem);
    return ELEVEN_END;
}

static eleven_error number_check(text_word word, uint32_t ply, eleven_problem *problem)
{
    uint64_t number;
    word.length--;
    if (word_number(word, &number) && number == ply + UINT64_C(1))
        return ELEVEN_OK;
    text_out out = text_problem(problem, word.line, word.column);
    text_string(&out, "here should stand move number ");
    text_number(&out, ply + UINT64_C(1));
    return ELEVEN_BAD_TEXT;
}

static bool letter_direction(text_word word, eleven_direction *direction)
{
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        if (word.length > 0 && word.text[0] == letters[d]) {
            *direction = (eleven_direction)d;
            return true;
        }
    }
    return false;
}

static eleven_error illegal_move(const eleven_reader *reader, text_word word, eleven_problem *problem)
{
    switch (eleven_game_status(&reader->record.rules, &reader->game)) {
    case ELEVEN_WON: return word_fail(word, "the game is won; only keep may stand before", true, problem);
    case ELEVEN_LOST: return word_fail(word, "the game is lost before", true, problem);
    default: return word_fail(word, "nothing moves with", true, problem);
    }
}

/* The tiles after the move's letter, placed on `board` as they are read. */
static eleven_error spawns_scan(const eleven_rules *rules, text_in *in, eleven_board *board, eleven_ply *ply,
                                eleven_problem *problem)
{
    do {
        if (ply->spawn_count == ELEVEN_SPAWNS_MAX)
            return word_fail(text_next_word(in, '\0'), "more than 8 tiles appear at", true, problem);
        if (ply->spawn_count > 0)
            text_step(in);
        eleven_tile tile;
        eleven_error error = tile_scan(rules, board, in, &tile, problem);
        if (error)
            return error;
        eleven_board_place(board, tile);
        ply->spawns[ply->spawn_count++] = tile;
    } while (text_peek(in) == '+');
    return ELEVEN_OK;
}

/* Whether the rules let that many tiles appear where `room` cells were empty. */
static bool count_is_possible(const eleven_rules *rules, unsigned count, unsigned room)
{
    bool possible = rules->count_weight[count] > 0;
    for (unsigned n = count + 1; count == room && n <= ELEVEN_SPAWNS_MAX; n++)
        possible |= rules->count_weight[n] > 0;
    return possible;
}

static bool same_spawns(const eleven_ply *ply, const eleven_events *events)
{
    bool same = ply->spawn_count == events->spawn_count;
    for (unsigned i = 0; same && i < ply->spawn_count; i++)
        same = ply->spawns[i].cell == events->spawns[i].cell && ply->spawns[i].rank == events->spawns[i].rank;
    return same;
}

static eleven_error seed_mismatch(text_word word, const eleven_reader *reader, const eleven_events *by_seed,
                                  eleven_problem *problem)
{
    text_out out = text_problem(problem, word.line, word.column);
    text_string(&out, "the seed lets ");
    for (unsigned i = 0; i < by_seed->spawn_count; i++) {
        text_string(&out, i ? "+" : "");
        tile_write(&reader->record.rules, reader->game.board.w, by_seed->spawns[i], &out);
    }
    text_string(&out, " appear after this move");
    return ELEVEN_BAD_TEXT;
}

/* The move at `word` has been made in `written`; reads which tiles appeared after it. */
static eleven_error written_move(const eleven_reader *reader, text_word word, text_in *in, eleven_game *written,
                                 eleven_ply *ply, const eleven_events *by_seed, eleven_problem *problem)
{
    const eleven_record *record = &reader->record;
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned room = eleven_board_empties(&written->board, empties);
    eleven_error error = spawns_scan(&record->rules, in, &written->board, ply, problem);
    if (error)
        return error;
    if (!count_is_possible(&record->rules, ply->spawn_count, room))
        return word_fail(word, "under these rules not that many tiles appear, as in", true, problem);
    if (record->has_seed && !same_spawns(ply, by_seed))
        return seed_mismatch(word, reader, by_seed, problem);
    return ELEVEN_OK;
}

/* Makes the move that stands at `in`. Which tiles appear is told by the text, by the seed, or by both, which
 * then must agree. */
static eleven_error move_scan(eleven_reader *reader, text_in *in, eleven_ply *ply, eleven_events *events,
                              eleven_problem *problem)
{
    const eleven_record *record = &reader->record;
    text_in ahead = *in;
    text_word word = text_next_word(&ahead, '\0');
    if (!letter_direction(word, &ply->direction))
        return word_fail(word, "a move is U, R, D, L or keep, not", true, problem);
    eleven_game seeded = reader->game, written = reader->game;
    if (!eleven_game_slide(&record->rules, &written, ply->direction, events))
        return illegal_move(reader, word, problem);
    if (record->has_seed)
        eleven_game_step(&record->rules, &seeded, ply->direction, eleven_random(record->seed, written.ply), events);
    text_step(in);
    if (word.length > 1) {
        eleven_error error = written_move(reader, word, in, &written, ply, events, problem);
        if (error)
            return error;
        events->spawn_count = ply->spawn_count;
        memcpy(events->spawns, ply->spawns, sizeof events->spawns);
        reader->game = written;
        return ELEVEN_OK;
    }
    if (!record->has_seed)
        return word_fail(word, "the record has no seed, so the new tile must be told after", true, problem);
    ply->spawn_count = events->spawn_count;
    memcpy(ply->spawns, events->spawns, sizeof ply->spawns);
    reader->game = seeded;
    return ELEVEN_OK;
}

static eleven_error keep_scan(eleven_reader *reader, text_in *in, eleven_ply *ply, eleven_problem *problem)
{
    text_word word = text_next_word(in, '\0');
    ply->keeps_playing = true;
    return eleven_game_keep_playing(&reader->record.rules, &reader->game)
               ? ELEVEN_OK
               : word_fail(word, "only a won game can be kept on with", true, problem);
}

eleven_error eleven_reader_next(eleven_reader *reader, eleven_ply *ply, eleven_events *events, eleven_problem *problem)
{
    text_in in = {reader->text, reader->length, reader->at, reader->line, reader->column};
    eleven_ply read = {0};
    eleven_events told = {0};
    text_skip_lines(&in);
    text_in ahead = in;
    text_word word = text_next_word(&ahead, '\0');
    if (word.length > 1 && word.text[word.length - 1] == '.') {
        eleven_error error = number_check(word, reader->game.ply, problem);
        if (error)
            return error;
        in = ahead;
        text_skip_lines(&in);
        ahead = in;
        word = text_next_word(&ahead, '\0');
    }
    if (word.length == 0)
        return end_check(reader, problem);
    eleven_error error =
        word_is(word, "keep") ? keep_scan(reader, &in, &read, problem) : move_scan(reader, &in, &read, &told, problem);
    if (error)
        return error;
    reader->at = in.at;
    reader->line = in.line;
    reader->column = in.column;
    *ply = read;
    if (events)
        *events = told;
    return ELEVEN_OK;
}
