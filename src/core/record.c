/* The head of a game record: what was played, from which position, and how it ended.
 *
 *     eleven game 1
 *     rules classic
 *     size 4x4
 *     seed 7
 *     date 2026-01-31T12:00:00Z
 *     result lost
 *     score 1234
 *     moves 130
 *     start 2@a1 4@c3
 *
 * Each line is a key and its value. A seed alone decides the start tiles and all later ones; where the text has them
 * too, both must agree. The moves follow after a blank line (notation.c). */
#include "core/core.h"

#include <assert.h>

/* ---- Tiles -------------------------------------------------------------------------------------------- */
void core_put_tile(const eleven_rules *rules, unsigned w, eleven_tile tile, text_out *out)
{
    core_put_number(out, rules->value[tile.rank]);
    core_put_char(out, '@');
    core_put_char(out, (char)('a' + tile.cell % w));
    core_put_number(out, tile.cell / w + 1u);
}

eleven_error core_scan_tile(const eleven_rules *rules, const eleven_board *board, text_in *in, eleven_tile *tile,
                            eleven_problem *problem)
{
    eleven_error error = core_scan_rank(rules, in, '@', &tile->rank, problem);
    if (error)
        return error;
    if (core_peek(in) == '@')
        core_step(in);
    text_word cell = core_next_word(in, '+');
    unsigned x = cell.length == 2 ? (unsigned)(unsigned char)cell.text[0] - 'a' : ELEVEN_SIDE_MAX;
    unsigned y = cell.length == 2 ? (unsigned)(unsigned char)cell.text[1] - '1' : ELEVEN_SIDE_MAX;
    if (x >= board->w || y >= board->h)
        return core_fail_quoting(cell, "the board has no cell", problem);
    tile->cell = (uint8_t)(y * board->w + x);
    if (board->cells[tile->cell])
        return core_fail_quoting(cell, "a tile cannot appear on the occupied cell", problem);
    if (!rules->spawn_weight[tile->rank])
        return core_fail_quoting(cell, "these rules do not let such a tile appear at", problem);
    return ELEVEN_OK;
}

/* ---- Printing ----------------------------------------------------------------------------------------- */
/* A shipped set by its name (with another goal where it has one), any other line by line. */
static void put_record_rules(const eleven_rules *rules, text_out *out)
{
    eleven_rules shipped;
    if (eleven_rules_find(rules->name, &shipped)) {
        eleven_rank goal = shipped.goal;
        shipped.goal = rules->goal;
        if (eleven_rules_hash(&shipped) == eleven_rules_hash(rules)) {
            core_put_line(out, "rules", rules->name);
            if (rules->goal && rules->goal != goal)
                core_put_number_line(out, "goal", rules->value[rules->goal]);
            else if (rules->goal != goal)
                core_put_line(out, "goal", "none");
            return;
        }
    }
    core_put_rules(rules, "rule ", out);
}

static void put_start(const eleven_record *record, text_out *out)
{
    const eleven_rules *rules = &record->rules;
    const eleven_board *board = &record->start.board;
    if (record->from_board) {
        char text[ELEVEN_BOARD_TEXT];
        eleven_board_print(rules, board, ELEVEN_LAYOUT_LINE, text, sizeof text);
        core_put_line(out, "board", text);
        if (record->start.score)
            core_put_number_line(out, "board-score", record->start.score);
        return;
    }
    core_put(out, "start");
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++) {
        if (board->cells[i]) {
            core_put_char(out, ' ');
            core_put_tile(rules, board->w, (eleven_tile){(uint8_t)i, board->cells[i]}, out);
        }
    }
    core_put_char(out, '\n');
}

void core_put_record(const eleven_record *record, text_out *out)
{
    core_put(out, "eleven game 1\n");
    put_record_rules(&record->rules, out);
    core_put(out, "size ");
    core_put_number(out, record->start.board.w);
    core_put_char(out, 'x');
    core_put_number(out, record->start.board.h);
    core_put_char(out, '\n');
    if (record->has_seed)
        core_put_number_line(out, "seed", record->seed);
    if (core_is_one_word(record->date))
        core_put_line(out, "date", record->date);
    if (record->undos)
        core_put_number_line(out, "undos", record->undos);
    if (record->helped)
        core_put_number_line(out, "helped", record->helped);
    if (record->hints)
        core_put_number_line(out, "hints", record->hints);
    if (record->plain_score && eleven_record_class(record) != ELEVEN_CLASS_PLAIN)
        core_put_number_line(out, "plain-score", record->plain_score);
    if (record->has_end) {
        core_put_line(out, "result", eleven_status_name(record->status));
        core_put_number_line(out, "score", record->score);
        core_put_number_line(out, "moves", record->moves);
    }
    put_start(record, out);
}

size_t eleven_record_print(const eleven_record *record, char *text, size_t size)
{
    text_out out = core_text_into(text, size);
    core_put_record(record, &out);
    return out.length;
}

/* ---- Classes ------------------------------------------------------------------------------------------ */
eleven_class eleven_record_class(const eleven_record *record)
{
    if (record->helped)
        return ELEVEN_CLASS_PLAYER;
    if (record->hints)
        return ELEVEN_CLASS_HINTS;
    return record->undos ? ELEVEN_CLASS_UNDO : ELEVEN_CLASS_PLAIN;
}

const char *eleven_class_name(eleven_class class_of_game)
{
    assert((unsigned)class_of_game <= ELEVEN_CLASS_PLAYER);
    static const char *const names[] = {"plain", "with undo", "with hints", "with a player"};
    return names[class_of_game];
}

uint64_t eleven_record_plain_score(const eleven_record *record, uint64_t score)
{
    if (record->from_board)
        return 0;
    return eleven_record_class(record) == ELEVEN_CLASS_PLAIN ? score : record->plain_score;
}

/* ---- Reading ------------------------------------------------------------------------------------------ */
static eleven_error rules_key(record_head *head, text_in *in, eleven_problem *problem)
{
    text_word word = core_skip_to_word(in);
    const char *name;
    for (unsigned i = 0; (name = eleven_rules_name(i)); i++) {
        if (core_word_is(word, name)) {
            eleven_rules_find(name, &head->record.rules);
            return ELEVEN_OK;
        }
    }
    return core_fail_quoting(word, "there are no shipped rules called", problem);
}

static eleven_error rule_key(record_head *head, text_in *in, eleven_problem *problem)
{
    return core_scan_rule(&head->record.rules, in, problem);
}

static eleven_error goal_key(record_head *head, text_in *in, eleven_problem *problem)
{
    if (!head->record.rules.name[0] && !head->record.rules.value[1])
        return core_fail_at(core_here(in), "a goal should come after the rules", problem);
    return core_scan_goal(&head->record.rules, in, problem);
}

static eleven_error size_key(record_head *head, text_in *in, eleven_problem *problem)
{
    text_word word = core_skip_to_word(in);
    unsigned w, h;
    if (!eleven_size_parse(word.text, word.length, &w, &h))
        return core_fail_quoting(word, "a size is 1x1 to 8x8, not", problem);
    eleven_board_empty(w, h, &head->record.start.board);
    return ELEVEN_OK;
}

static eleven_error seed_key(record_head *head, text_in *in, eleven_problem *problem)
{
    head->record.has_seed = true;
    return core_scan_number(in, "the seed", UINT64_MAX, &head->record.seed, problem);
}

static eleven_error date_key(record_head *head, text_in *in, eleven_problem *problem)
{
    text_word word = core_skip_to_word(in);
    if (word.length >= sizeof head->record.date)
        return core_fail_quoting(word, "a date has at most 31 characters, unlike", problem);
    for (size_t i = 0; i < word.length; i++)
        head->record.date[i] = word.text[i];
    head->record.date[word.length] = '\0';
    return ELEVEN_OK;
}

static eleven_error scan_count(text_in *in, const char *what, uint32_t *count, eleven_problem *problem)
{
    uint64_t number = 0;
    eleven_error error = core_scan_number(in, what, UINT32_MAX, &number, problem);
    *count = (uint32_t)number;
    return error;
}

static eleven_error undos_key(record_head *head, text_in *in, eleven_problem *problem)
{
    return scan_count(in, "the number of undos", &head->record.undos, problem);
}

static eleven_error helped_key(record_head *head, text_in *in, eleven_problem *problem)
{
    return scan_count(in, "the number of helped moves", &head->record.helped, problem);
}

static eleven_error hints_key(record_head *head, text_in *in, eleven_problem *problem)
{
    return scan_count(in, "the number of hints", &head->record.hints, problem);
}

static eleven_error plain_score_key(record_head *head, text_in *in, eleven_problem *problem)
{
    return core_scan_number(in, "the plain score", INT64_MAX, &head->record.plain_score, problem);
}

static eleven_error result_key(record_head *head, text_in *in, eleven_problem *problem)
{
    text_word word = core_skip_to_word(in);
    head->end_line[0] = word.line;
    return eleven_status_parse(word.text, word.length, &head->record.status)
               ? ELEVEN_OK
               : core_fail_quoting(word, "a result is playing, won or lost, not", problem);
}

static eleven_error score_key(record_head *head, text_in *in, eleven_problem *problem)
{
    head->end_line[1] = in->line;
    return core_scan_number(in, "the score", UINT64_MAX, &head->record.score, problem);
}

static eleven_error moves_key(record_head *head, text_in *in, eleven_problem *problem)
{
    head->end_line[2] = in->line;
    return scan_count(in, "the number of moves", &head->record.moves, problem);
}

/* The position is read once rules and size are known: remembers where its text is. */
static eleven_error start_key(record_head *head, text_in *in, eleven_problem *problem)
{
    if (head->start.text)
        return core_fail_at((text_word){.line = in->line, .column = 1}, "the start is given twice", problem);
    head->start = *in;
    while (!core_line_is_over(in))
        core_step(in);
    return ELEVEN_OK;
}

static eleven_error board_key(record_head *head, text_in *in, eleven_problem *problem)
{
    head->record.from_board = true;
    return start_key(head, in, problem);
}

static eleven_error board_score_key(record_head *head, text_in *in, eleven_problem *problem)
{
    /* So the score stays below INT64_MAX, whatever the game adds to it. */
    const uint64_t most = UINT64_C(1) << 62;
    head->board_score_line = in->line;
    return core_scan_number(in, "the score", most, &head->record.start.score, problem);
}

/* Each key has a function that reads the rest of its line. */
static const struct {
    const char *key;
    eleven_error (*scan)(record_head *head, text_in *in, eleven_problem *problem);
} head_keys[] = {{"rules", rules_key},
                 {"rule", rule_key},
                 {"goal", goal_key},
                 {"size", size_key},
                 {"seed", seed_key},
                 {"date", date_key},
                 {"undos", undos_key},
                 {"result", result_key},
                 {"score", score_key},
                 {"moves", moves_key},
                 {"start", start_key},
                 {"board", board_key},
                 {"board-score", board_score_key},
                 {"helped", helped_key},
                 {"hints", hints_key},
                 {"plain-score", plain_score_key}};

/* One line. A key that is not known belongs to a later version and is skipped. */
static eleven_error scan_head_line(record_head *head, text_in *in, eleven_problem *problem)
{
    text_word key = core_next_word(in, '\0');
    for (unsigned i = 0; i < sizeof head_keys / sizeof *head_keys; i++) {
        if (!core_word_is(key, head_keys[i].key))
            continue;
        if (head_keys[i].scan == rule_key)
            return rule_key(head, in, problem);
        if (head->known_keys >> i & 1)
            return core_fail_quoting(key, "the head already states", problem);
        head->known_keys |= UINT32_C(1) << i;
        eleven_error error = head_keys[i].scan(head, in, problem);
        return error ? error : core_scan_line_end(in, problem);
    }
    while (!core_line_is_over(in))
        core_step(in);
    return core_scan_line_end(in, problem);
}

static eleven_error scan_start_tiles(record_head *head, eleven_problem *problem)
{
    const eleven_rules *rules = &head->record.rules;
    eleven_board *board = &head->record.start.board;
    unsigned cells = (unsigned)board->w * board->h, count = 0;
    unsigned wanted = rules->start_tiles < cells ? rules->start_tiles : cells;
    for (core_skip(&head->start); !core_line_is_over(&head->start); core_skip(&head->start), count++) {
        eleven_tile tile;
        eleven_error error = core_scan_tile(rules, board, &head->start, &tile, problem);
        if (error)
            return error;
        eleven_board_place(board, tile);
    }
    return count == wanted ? ELEVEN_OK
                           : core_fail_at(core_next_word(&head->start, '\0'),
                                          "the number of start tiles is not that of the rules", problem);
}

static eleven_error scan_start_board(record_head *head, eleven_problem *problem)
{
    eleven_board *board = &head->record.start.board, read;
    text_word here = core_here(&head->start);
    eleven_error error = core_scan_board(&head->record.rules, &head->start, false, &read, problem);
    if (error)
        return error;
    if (read.w != board->w || read.h != board->h)
        return core_fail_at(here, "the board does not have the size that the head states", problem);
    *board = read;
    return core_scan_line_end(&head->start, problem);
}

static eleven_error scan_start(record_head *head, eleven_problem *problem)
{
    eleven_record *record = &head->record;
    text_word top = {.line = 1, .column = 1};
    eleven_error error = eleven_rules_check(&record->rules, problem);
    if (error)
        return error;
    if (!head->start.text && !record->has_seed)
        return core_fail_at(top, "the head states neither start, board nor seed", problem);
    if (head->board_score_line && !record->from_board)
        return core_fail_at((text_word){.line = head->board_score_line, .column = 1},
                            "only a game that begins with a board has a board-score", problem);
    eleven_game seeded;
    eleven_game_start(&record->rules, record->start.board.w, record->start.board.h, record->seed, &seeded, NULL);
    text_word here = {NULL, 0, head->start.line, head->start.column};
    if (record->from_board)
        return scan_start_board(head, problem);
    if (head->start.text)
        error = scan_start_tiles(head, problem);
    else
        record->start.board = seeded.board;
    if (!error && record->has_seed && !eleven_board_equal(&seeded.board, &record->start.board))
        error = core_fail_at(here, "the seed gives other start tiles", problem);
    return error;
}

eleven_error core_scan_head(record_head *head, text_in *in, eleven_problem *problem)
{
    eleven_record *record = &head->record;
    *record = (eleven_record){.rules = core_rules_blank()};
    eleven_error error = core_scan_format(in, "game", problem);
    while (!error) {
        text_in line = *in;
        while (core_peek(in) == ' ' || core_peek(in) == '\t' || core_peek(in) == '\r')
            core_step(in);
        if (core_line_is_over(in)) {
            *in = line;
            break;
        }
        core_skip(in);
        error = core_line_is_over(in) ? core_scan_line_end(in, problem) : scan_head_line(head, in, problem);
    }
    text_word top = {.line = 1, .column = 1};
    if (!error && !record->rules.name[0])
        error = core_fail_at(top, "the head does not state the rules", problem);
    if (!error && !record->start.board.w)
        error = core_fail_at(top, "the head does not state the size", problem);
    record->has_end = head->end_line[0] && head->end_line[1] && head->end_line[2];
    return error ? error : scan_start(head, problem);
}
