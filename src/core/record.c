/* The head of a game record: what was played, from which position, and how it ended. */
#include "core/record.h"
#include "core/scan.h"

/* ---- Tiles, as "2@c3" ---------------------------------------------------------------------------------- */

void tile_write(const eleven_rules *rules, unsigned w, eleven_tile tile, text_out *out)
{
    text_number(out, rules->value[tile.rank]);
    text_char(out, '@');
    text_char(out, (char)('a' + tile.cell % w));
    text_number(out, tile.cell / w + 1u);
}

eleven_error tile_scan(const eleven_rules *rules, const eleven_board *board, text_in *in, eleven_tile *tile,
                       eleven_problem *problem)
{
    eleven_error error = rank_scan(rules, in, '@', &tile->rank, problem);
    if (error)
        return error;
    if (text_peek(in) == '@')
        text_step(in);
    text_word cell = text_next_word(in, '+');
    unsigned x = cell.length == 2 ? (unsigned)(unsigned char)cell.text[0] - 'a' : ELEVEN_SIDE_MAX;
    unsigned y = cell.length == 2 ? (unsigned)(unsigned char)cell.text[1] - '1' : ELEVEN_SIDE_MAX;
    if (x >= board->w || y >= board->h)
        return word_fail(cell, "the board has no cell", true, problem);
    tile->cell = (uint8_t)(y * board->w + x);
    if (board->cells[tile->cell])
        return word_fail(cell, "a tile cannot appear on the occupied cell", true, problem);
    if (!rules->spawn_weight[tile->rank])
        return word_fail(cell, "under these rules no such tile appears, as at", true, problem);
    return ELEVEN_OK;
}

/* ---- Printing ----------------------------------------------------------------------------------------- */

static void write_line(text_out *out, const char *key, const char *value)
{
    text_string(out, key);
    text_char(out, ' ');
    text_string(out, value);
    text_char(out, '\n');
}

static void write_number(text_out *out, const char *key, uint64_t number)
{
    text_string(out, key);
    text_char(out, ' ');
    text_number(out, number);
    text_char(out, '\n');
}

/* A shipped set by its name (with another goal where it has one), any other line by line. */
static void write_rules(const eleven_rules *rules, text_out *out)
{
    eleven_rules shipped;
    if (eleven_rules_find(rules->name, &shipped)) {
        eleven_rank goal = shipped.goal;
        shipped.goal = rules->goal;
        if (eleven_rules_hash(&shipped) == eleven_rules_hash(rules)) {
            write_line(out, "rules", rules->name);
            if (rules->goal && rules->goal != goal)
                write_number(out, "goal", rules->value[rules->goal]);
            else if (rules->goal != goal)
                write_line(out, "goal", "none");
            return;
        }
    }
    rules_write(rules, "rule ", out);
}

static void write_start(const eleven_record *record, text_out *out)
{
    const eleven_rules *rules = &record->rules;
    const eleven_board *board = &record->start.board;
    if (record->from_board) {
        char text[ELEVEN_BOARD_TEXT];
        eleven_board_print(rules, board, ELEVEN_LINE, text, sizeof text);
        write_line(out, "board", text);
        if (record->start.score)
            write_number(out, "board-score", record->start.score);
        return;
    }
    text_string(out, "start");
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++) {
        if (board->cells[i]) {
            text_char(out, ' ');
            tile_write(rules, board->w, (eleven_tile){(uint8_t)i, board->cells[i]}, out);
        }
    }
    text_char(out, '\n');
}

size_t eleven_record_print(const eleven_record *record, char *text, size_t size)
{
    text_out out = text_into(text, size);
    text_string(&out, "eleven game 1\n");
    write_rules(&record->rules, &out);
    text_string(&out, "size ");
    text_number(&out, record->start.board.w);
    text_char(&out, 'x');
    text_number(&out, record->start.board.h);
    text_char(&out, '\n');
    if (record->has_seed)
        write_number(&out, "seed", record->seed);
    if (record->date[0])
        write_line(&out, "date", record->date);
    if (record->undos)
        write_number(&out, "undos", record->undos);
    if (record->helped)
        write_number(&out, "helped", record->helped);
    if (record->has_end) {
        write_line(&out, "result", eleven_status_name(record->status));
        write_number(&out, "score", record->score);
        write_number(&out, "moves", record->moves);
    }
    write_start(record, &out);
    return out.length;
}

/* ---- Reading ------------------------------------------------------------------------------------------ */

/* Each key has a function that reads the rest of its line. */

static eleven_error rules_key(record_head *head, text_in *in, eleven_problem *problem)
{
    text_skip(in);
    text_word word = text_next_word(in, '\0');
    const char *name;
    for (unsigned i = 0; (name = eleven_rules_name(i)); i++)
        if (word_is(word, name) && eleven_rules_find(name, &head->record.rules))
            return ELEVEN_OK;
    return word_fail(word, "there are no shipped rules called", true, problem);
}

static eleven_error rule_key(record_head *head, text_in *in, eleven_problem *problem)
{
    return rules_scan_line(&head->record.rules, in, problem);
}

static eleven_error goal_key(record_head *head, text_in *in, eleven_problem *problem)
{
    text_skip(in);
    text_in ahead = *in;
    if (!word_is(text_next_word(&ahead, '\0'), "none"))
        return rank_scan(&head->record.rules, in, '\0', &head->record.rules.goal, problem);
    *in = ahead;
    head->record.rules.goal = 0;
    return ELEVEN_OK;
}

static eleven_error size_key(record_head *head, text_in *in, eleven_problem *problem)
{
    text_skip(in);
    text_word word = text_next_word(in, '\0');
    unsigned w, h;
    if (!eleven_size_parse(word.text, word.length, &w, &h))
        return word_fail(word, "a size is 1x1 to 8x8, not", true, problem);
    head->record.start.board = eleven_board_empty(w, h);
    return ELEVEN_OK;
}

static eleven_error seed_key(record_head *head, text_in *in, eleven_problem *problem)
{
    head->record.has_seed = true;
    return number_scan(in, "the seed", UINT64_MAX, &head->record.seed, problem);
}

static eleven_error date_key(record_head *head, text_in *in, eleven_problem *problem)
{
    text_skip(in);
    text_word word = text_next_word(in, '\0');
    if (word.length >= sizeof head->record.date)
        return word_fail(word, "a date has at most 31 characters, unlike", true, problem);
    for (size_t i = 0; i < word.length; i++)
        head->record.date[i] = word.text[i];
    head->record.date[word.length] = '\0';
    return ELEVEN_OK;
}

static eleven_error undos_key(record_head *head, text_in *in, eleven_problem *problem)
{
    uint64_t undos = 0;
    eleven_error error = number_scan(in, "the number of undos", UINT32_MAX, &undos, problem);
    head->record.undos = (uint32_t)undos;
    return error;
}

static eleven_error helped_key(record_head *head, text_in *in, eleven_problem *problem)
{
    uint64_t helped = 0;
    eleven_error error = number_scan(in, "the number of helped moves", UINT32_MAX, &helped, problem);
    head->record.helped = (uint32_t)helped;
    return error;
}

static eleven_error result_key(record_head *head, text_in *in, eleven_problem *problem)
{
    text_skip(in);
    text_word word = text_next_word(in, '\0');
    head->end_line[0] = word.line;
    return eleven_status_parse(word.text, word.length, &head->record.status)
               ? ELEVEN_OK
               : word_fail(word, "a result is playing, won or lost, not", true, problem);
}

static eleven_error score_key(record_head *head, text_in *in, eleven_problem *problem)
{
    head->end_line[1] = in->line;
    return number_scan(in, "the score", UINT64_MAX, &head->record.score, problem);
}

static eleven_error moves_key(record_head *head, text_in *in, eleven_problem *problem)
{
    uint64_t moves = 0;
    head->end_line[2] = in->line;
    eleven_error error = number_scan(in, "the number of moves", UINT32_MAX, &moves, problem);
    head->record.moves = (uint32_t)moves;
    return error;
}

/* The position is read once rules and size are known: remember where its text stands. */
static eleven_error start_key(record_head *head, text_in *in, eleven_problem *problem)
{
    if (head->start.text)
        return word_fail((text_word){NULL, 0, in->line, 1}, "the start is told twice", false, problem);
    head->start = *in;
    while (!text_line_is_over(in))
        text_step(in);
    return ELEVEN_OK;
}

static eleven_error board_key(record_head *head, text_in *in, eleven_problem *problem)
{
    head->record.from_board = true;
    return start_key(head, in, problem);
}

static eleven_error board_score_key(record_head *head, text_in *in, eleven_problem *problem)
{
    return number_scan(in, "the score", INT64_MAX, &head->record.start.score, problem); /* room for more */
}

static const struct {
    const char *key;
    eleven_error (*scan)(record_head *head, text_in *in, eleven_problem *problem);
} keys[] = {
    {"rules", rules_key},
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
};

/* One line. A key that is not known belongs to a later version and is skipped. */
static eleven_error head_line(record_head *head, text_in *in, eleven_problem *problem)
{
    text_word key = text_next_word(in, '\0');
    eleven_error error = ELEVEN_OK;
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!word_is(key, keys[i].key))
            continue;
        error = keys[i].scan(head, in, problem);
        return error || keys[i].scan == rule_key ? error : line_end_scan(in, problem);
    }
    while (!text_line_is_over(in))
        text_step(in);
    return line_end_scan(in, problem);
}

static eleven_error start_tiles_scan(record_head *head, eleven_problem *problem)
{
    const eleven_rules *rules = &head->record.rules;
    eleven_board *board = &head->record.start.board;
    unsigned cells = (unsigned)board->w * board->h, count = 0;
    unsigned wanted = rules->start_tiles < cells ? rules->start_tiles : cells;
    for (text_skip(&head->start); !text_line_is_over(&head->start); text_skip(&head->start), count++) {
        eleven_tile tile;
        eleven_error error = tile_scan(rules, board, &head->start, &tile, problem);
        if (error)
            return error;
        eleven_board_place(board, tile);
    }
    return count == wanted ? ELEVEN_OK
                           : word_fail(text_next_word(&head->start, '\0'),
                                       "the number of start tiles is not that of the rules", false, problem);
}

static eleven_error start_board_scan(record_head *head, eleven_problem *problem)
{
    eleven_board *board = &head->record.start.board, read;
    text_word here = {NULL, 0, head->start.line, head->start.column};
    eleven_error error = board_scan(&head->record.rules, &head->start, false, &read, problem);
    if (error)
        return error;
    if (read.w != board->w || read.h != board->h)
        return word_fail(here, "the board has not the size that the head tells", false, problem);
    *board = read;
    return line_end_scan(&head->start, problem);
}

static eleven_error start_scan(record_head *head, eleven_problem *problem)
{
    eleven_record *record = &head->record;
    text_word top = {NULL, 0, 1, 1};
    eleven_error error = eleven_rules_check(&record->rules, problem);
    if (error)
        return error;
    if (!head->start.text && !record->has_seed)
        return word_fail(top, "the head tells neither start, board nor seed", false, problem);
    eleven_game seeded =
        eleven_game_start(&record->rules, record->start.board.w, record->start.board.h, record->seed, NULL);
    text_word here = {NULL, 0, head->start.line, head->start.column};
    if (record->from_board)
        return start_board_scan(head, problem);
    if (head->start.text)
        error = start_tiles_scan(head, problem);
    else
        record->start.board = seeded.board;
    if (!error && record->has_seed && !eleven_board_equal(&seeded.board, &record->start.board))
        error = word_fail(here, "the seed gives other start tiles", false, problem);
    return error;
}

eleven_error head_scan(record_head *head, text_in *in, eleven_problem *problem)
{
    eleven_record *record = &head->record;
    *record = (eleven_record){.rules = rules_blank()};
    eleven_error error = format_scan(in, "game", problem);
    while (!error) {
        text_in line = *in;
        while (text_peek(in) == ' ' || text_peek(in) == '\t' || text_peek(in) == '\r')
            text_step(in);
        if (text_line_is_over(in)) {
            *in = line;
            break;
        }
        text_skip(in);
        error = text_line_is_over(in) ? line_end_scan(in, problem) : head_line(head, in, problem);
    }
    text_word top = {NULL, 0, 1, 1};
    if (!error && !record->rules.name[0])
        error = word_fail(top, "the head does not tell the rules", false, problem);
    if (!error && !record->start.board.w)
        error = word_fail(top, "the head does not tell the size", false, problem);
    record->has_end = head->end_line[0] && head->end_line[1] && head->end_line[2];
    return error ? error : start_scan(head, problem);
}
