/* The moves of a game record: printed one by one, read one by one, and replayed as they are read.
 *
 *     1. U2@c3 L4@a1 R2@d2 ... ten per line
 *     11. D2@b4 keep U2@a4
 *
 * A move is the letter of its direction and the tiles that appear after it, joined by '+'. Where the record has a seed,
 * the tiles may be left out; where they are written all the same, both must agree. "keep" continues a won game. */
#include "core/core.h"

#include <string.h>

/* ---- Printing ----------------------------------------------------------------------------------------- */
enum { MOVES_PER_LINE = 10 };

static const char direction_letters[ELEVEN_DIRECTIONS] = {'U', 'R', 'D', 'L'};

void core_put_ply(const eleven_rules *rules, unsigned w, const eleven_ply *ply, uint32_t moves_before, text_out *out)
{
    bool is_new_line = moves_before % MOVES_PER_LINE == 0 && (moves_before == 0 || !ply->keeps_playing);
    core_put_char(out, is_new_line ? '\n' : ' ');
    if (ply->keeps_playing) {
        core_put(out, "keep");
        return;
    }
    if (is_new_line) {
        core_put_number(out, moves_before + UINT64_C(1));
        core_put(out, ". ");
    }
    core_put_char(out, direction_letters[ply->direction]);
    for (unsigned i = 0; i < ply->spawn_count; i++) {
        if (i > 0)
            core_put_char(out, '+');
        core_put_tile(rules, w, ply->spawns[i], out);
    }
}

size_t eleven_ply_print(const eleven_rules *rules, unsigned w, const eleven_ply *ply, uint32_t moves_before, char *text,
                        size_t size)
{
    text_out out = core_text_into(text, size);
    core_put_ply(rules, w, ply, moves_before, &out);
    return out.length;
}

/* ---- Reading ------------------------------------------------------------------------------------------ */
eleven_error eleven_reader_open(eleven_reader *reader, const char *text, size_t length, eleven_problem *problem)
{
    text_in in = core_text_from(text, length);
    record_head head = {0};
    eleven_error error = core_scan_head(&head, &in, problem);
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

static eleven_error fail_at_end(uint32_t line, const char *what, uint64_t stated, uint64_t found,
                                eleven_problem *problem)
{
    text_out out = core_problem_at(problem, line, 1);
    core_put(&out, what);
    core_put(&out, " is ");
    core_put_number(&out, found);
    core_put(&out, ", but the head states ");
    core_put_number(&out, stated);
    return ELEVEN_BAD_TEXT;
}

/* After the last move: what the head states about the end must be true. */
static eleven_error check_end(const eleven_reader *reader, eleven_problem *problem)
{
    const eleven_record *record = &reader->record;
    const eleven_game *game = &reader->game;
    if (reader->end_line[1] && record->score != game->score)
        return fail_at_end(reader->end_line[1], "the score", record->score, game->score, problem);
    if (reader->end_line[2] && record->moves != game->ply)
        return fail_at_end(reader->end_line[2], "the number of moves", record->moves, game->ply, problem);
    if (reader->end_line[0] && record->status != eleven_game_status(&record->rules, game))
        return core_fail_at((text_word){.line = reader->end_line[0], .column = 1},
                            "the game does not end with the result that the head states", problem);
    return ELEVEN_END;
}

static eleven_error check_move_number(text_word word, uint32_t ply, eleven_problem *problem)
{
    uint64_t number;
    word.length--;
    if (core_word_number(word, &number) && number == ply + UINT64_C(1))
        return ELEVEN_OK;
    text_out out = core_problem_at(problem, word.line, word.column);
    core_put(&out, "expected move number ");
    core_put_number(&out, ply + UINT64_C(1));
    return ELEVEN_BAD_TEXT;
}

/* The word is not empty. */
static bool parse_letter(text_word word, eleven_direction *direction)
{
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        if (word.text[0] == direction_letters[d]) {
            *direction = (eleven_direction)d;
            return true;
        }
    }
    return false;
}

static eleven_error fail_to_move(const eleven_reader *reader, text_word word, eleven_problem *problem)
{
    switch (eleven_game_status(&reader->record.rules, &reader->game)) {
    case ELEVEN_STATUS_WON: return core_fail_quoting(word, "the game is won; keep is missing before", problem);
    case ELEVEN_STATUS_LOST: return core_fail_quoting(word, "the game is lost before", problem);
    default: return core_fail_quoting(word, "nothing moves with", problem);
    }
}

/* The tiles after the move's letter, placed on `board` as they are read. */
static eleven_error scan_spawns(const eleven_rules *rules, text_in *in, eleven_board *board, eleven_ply *ply,
                                eleven_problem *problem)
{
    do {
        if (ply->spawn_count == ELEVEN_SPAWNS_MAX)
            return core_fail_quoting(core_next_word(in, '\0'), "more than 8 tiles appear at", problem);
        if (ply->spawn_count > 0)
            core_step(in);
        eleven_tile tile;
        eleven_error error = core_scan_tile(rules, board, in, &tile, problem);
        if (error)
            return error;
        eleven_board_place(board, tile);
        ply->spawns[ply->spawn_count++] = tile;
    } while (core_peek(in) == '+');
    return ELEVEN_OK;
}

/* Whether the rules let that many tiles appear where `empties` cells were empty: fewer than drawn appear only when they
 * fill the board. */
static bool count_is_possible(const eleven_rules *rules, unsigned count, unsigned empties)
{
    bool possible = rules->count_weight[count] > 0;
    for (unsigned n = count + 1; count == empties && n <= ELEVEN_SPAWNS_MAX; n++)
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

static eleven_error fail_by_seed(text_word word, const eleven_reader *reader, const eleven_events *by_seed,
                                 eleven_problem *problem)
{
    text_out out = core_problem_at(problem, word.line, word.column);
    core_put(&out, "the seed lets ");
    for (unsigned i = 0; i < by_seed->spawn_count; i++) {
        core_put(&out, i ? "+" : "");
        core_put_tile(&reader->record.rules, reader->game.board.w, by_seed->spawns[i], &out);
    }
    core_put(&out, " appear after this move");
    return ELEVEN_BAD_TEXT;
}

/* Reads the tiles after the move at `word`, which has been made in `written`. */
static eleven_error scan_written_tiles(const eleven_reader *reader, text_word word, text_in *in, eleven_game *written,
                                       eleven_ply *ply, const eleven_events *by_seed, eleven_problem *problem)
{
    const eleven_record *record = &reader->record;
    uint8_t cells[ELEVEN_CELLS_MAX];
    unsigned empties = eleven_board_empties(&written->board, cells);
    eleven_error error = scan_spawns(&record->rules, in, &written->board, ply, problem);
    if (error)
        return error;
    if (!count_is_possible(&record->rules, ply->spawn_count, empties))
        return core_fail_quoting(word, "these rules do not let that many tiles appear as in", problem);
    if (record->has_seed && !same_spawns(ply, by_seed))
        return fail_by_seed(word, reader, by_seed, problem);
    return ELEVEN_OK;
}

/* Reads and makes a move. Its tiles come from the text, from the seed, or from both, which then must agree. */
static eleven_error scan_move(eleven_reader *reader, text_in *in, eleven_ply *ply, eleven_events *events,
                              eleven_problem *problem)
{
    const eleven_record *record = &reader->record;
    text_in ahead = *in;
    text_word word = core_next_word(&ahead, '\0');
    if (!parse_letter(word, &ply->direction))
        return core_fail_quoting(word, "a move is U, R, D, L or keep, not", problem);
    eleven_game seeded = reader->game, written = reader->game;
    if (!eleven_game_slide(&record->rules, &written, ply->direction, events))
        return fail_to_move(reader, word, problem);
    if (record->has_seed)
        eleven_game_step(&record->rules, &seeded, ply->direction, eleven_random(record->seed, written.ply), events);
    core_step(in);
    if (word.length > 1) {
        eleven_error error = scan_written_tiles(reader, word, in, &written, ply, events, problem);
        if (error)
            return error;
        events->spawn_count = ply->spawn_count;
        memcpy(events->spawns, ply->spawns, sizeof events->spawns);
        reader->game = written;
        return ELEVEN_OK;
    }
    if (!record->has_seed)
        return core_fail_quoting(word, "the record has no seed, so the new tile must be written after", problem);
    *ply = eleven_ply_from(ply->direction, events);
    reader->game = seeded;
    return ELEVEN_OK;
}

static eleven_error scan_keep(eleven_reader *reader, text_in *in, eleven_ply *ply, eleven_problem *problem)
{
    text_word word = core_next_word(in, '\0');
    ply->keeps_playing = true;
    return eleven_game_keep_playing(&reader->record.rules, &reader->game)
               ? ELEVEN_OK
               : core_fail_quoting(word, "only a won game can be continued by", problem);
}

eleven_error eleven_reader_next(eleven_reader *reader, eleven_ply *ply, eleven_events *events, eleven_problem *problem)
{
    text_in in = {reader->text, reader->length, reader->at, reader->line, reader->column};
    eleven_ply read = {0};
    eleven_events done = {0};
    core_skip_lines(&in);
    text_in ahead = in;
    text_word word = core_next_word(&ahead, '\0');
    if (word.length > 1 && word.text[word.length - 1] == '.') {
        eleven_error error = check_move_number(word, reader->game.ply, problem);
        if (error)
            return error;
        in = ahead;
        core_skip_lines(&in);
        ahead = in;
        word = core_next_word(&ahead, '\0');
        if (word.length == 0)
            return core_fail_quoting(word, "a move is U, R, D, L or keep, not", problem);
    }
    if (word.length == 0)
        return check_end(reader, problem);
    eleven_error error = core_word_is(word, "keep") ? scan_keep(reader, &in, &read, problem)
                                                    : scan_move(reader, &in, &read, &done, problem);
    if (error)
        return error;
    reader->at = in.at;
    reader->line = in.line;
    reader->column = in.column;
    *ply = read;
    if (events)
        *events = done;
    return ELEVEN_OK;
}
