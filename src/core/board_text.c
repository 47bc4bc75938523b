/* Boards and directions as text. A board is rows of face values, separated by '/' or line breaks:
 *
 *     . 2 4 8 / . . 2 . / . . . . / . . . 2
 *
 * A 4x4 board may also be sixteen hex digits, the ranks row by row: 0123001000000001. */
#include "core/core.h"

#include <assert.h>

static void put_cell(text_out *out, const eleven_rules *rules, eleven_rank rank, size_t width)
{
    char digits[12];
    text_out cell = core_text_into(digits, sizeof digits);
    if (rank)
        core_put_number(&cell, rules->value[rank]);
    else
        core_put_char(&cell, '.');
    for (size_t i = cell.length; i < width; i++)
        core_put_char(out, ' ');
    core_put(out, digits);
}

static size_t cell_width(const eleven_rules *rules, const eleven_board *board)
{
    size_t widest = 1;
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++) {
        text_out cell = core_text_into(NULL, 0);
        put_cell(&cell, rules, board->cells[i], 0);
        widest = cell.length > widest ? cell.length : widest;
    }
    return widest;
}

static void put_rows(text_out *out, const eleven_rules *rules, const eleven_board *board, bool is_grid)
{
    size_t width = is_grid ? cell_width(rules, board) : 0;
    for (unsigned y = 0; y < board->h; y++) {
        if (y > 0)
            core_put(out, is_grid ? "\n" : " / ");
        for (unsigned x = 0; x < board->w; x++) {
            if (x > 0)
                core_put_char(out, ' ');
            put_cell(out, rules, board->cells[y * board->w + x], width);
        }
    }
    if (is_grid)
        core_put_char(out, '\n');
}

static void put_hex_ranks(text_out *out, const eleven_board *board)
{
    if (board->w != 4 || board->h != 4 || eleven_board_largest(board) > 15)
        return;
    for (unsigned i = 0; i < 16; i++)
        core_put_hex(out, board->cells[i], 1);
}

size_t eleven_board_print(const eleven_rules *rules, const eleven_board *board, eleven_layout layout, char *text,
                          size_t size)
{
    text_out out = core_text_into(text, size);
    if (layout == ELEVEN_LAYOUT_HEX)
        put_hex_ranks(&out, board);
    else
        put_rows(&out, rules, board, layout == ELEVEN_LAYOUT_GRID);
    return out.length;
}

static bool parse_hex_board(text_word word, eleven_board *board)
{
    eleven_board_empty(4, 4, board);
    for (unsigned i = 0; i < 16; i++) {
        char c = word.text[i];
        if (c >= '0' && c <= '9')
            board->cells[i] = (eleven_rank)(c - '0');
        else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))
            board->cells[i] = (eleven_rank)((c | 32) - 'a' + 10);
        else
            return false;
    }
    return true;
}

eleven_error core_scan_rank(const eleven_rules *rules, text_in *in, char stop, eleven_rank *rank,
                            eleven_problem *problem)
{
    uint64_t value;
    text_word word = core_next_word(in, stop);
    if (word.length == 0)
        return core_fail_at(word, "a tile's number is missing", problem);
    if (!core_word_number(word, &value) || (*rank = eleven_rules_rank(rules, value)) == 0)
        return core_fail_quoting(word, "no tile of these rules has the number", problem);
    return ELEVEN_OK;
}

static eleven_error scan_cell(const eleven_rules *rules, text_in *in, eleven_rank *rank, eleven_problem *problem)
{
    text_in ahead = *in;
    text_word word = core_next_word(&ahead, '/');
    if (!core_word_is(word, ".") && !core_word_is(word, "0"))
        return core_scan_rank(rules, in, '/', rank, problem);
    *in = ahead;
    *rank = 0;
    return ELEVEN_OK;
}

/* One row into `cells`, up to its '/' or the end of its line. */
static eleven_error scan_row(const eleven_rules *rules, text_in *in, eleven_rank *cells, unsigned *w,
                             eleven_problem *problem)
{
    for (*w = 0;; (*w)++) {
        core_skip(in);
        if (core_line_is_over(in) || core_peek(in) == '/')
            break;
        if (*w == ELEVEN_SIDE_MAX)
            return core_fail_at(core_here(in), "a row has more than 8 cells", problem);
        eleven_error error = scan_cell(rules, in, &cells[*w], problem);
        if (error)
            return error;
    }
    return ELEVEN_OK;
}

/* Whether another row follows the one just read; steps over what separates them. */
static bool row_follows(text_in *in, bool many_lines)
{
    if (core_peek(in) == '/') {
        core_step(in);
        if (many_lines)
            core_skip_lines(in);
        return true;
    }
    if (many_lines)
        core_skip_lines(in);
    return many_lines && core_peek(in) != -1;
}

static eleven_error scan_rows(const eleven_rules *rules, text_in *in, bool many_lines, eleven_board *board,
                              eleven_problem *problem)
{
    unsigned w = 0, h = 0;
    eleven_rank cells[ELEVEN_CELLS_MAX] = {0};
    do {
        core_skip(in);
        text_word row = core_here(in);
        eleven_rank read[ELEVEN_SIDE_MAX];
        unsigned width;
        eleven_error error = scan_row(rules, in, read, &width, problem);
        if (error)
            return error;
        if (width == 0)
            return core_fail_at(row, "a row of the board is missing", problem);
        if (h == ELEVEN_SIDE_MAX)
            return core_fail_at(row, "the board has more than 8 rows", problem);
        if (h > 0 && width != w)
            return core_fail_at(row, "this row is not as long as the first one", problem);
        w = width;
        for (unsigned x = 0; x < w; x++)
            cells[h * w + x] = read[x];
        h++;
    } while (row_follows(in, many_lines));
    eleven_board_empty(w, h, board);
    for (unsigned i = 0; i < w * h; i++)
        board->cells[i] = cells[i];
    return ELEVEN_OK;
}

eleven_error core_scan_board(const eleven_rules *rules, text_in *in, bool many_lines, eleven_board *board,
                             eleven_problem *problem)
{
    if (many_lines)
        core_skip_lines(in);
    else
        core_skip(in);
    text_in ahead = *in;
    text_word word = core_next_word(&ahead, '/');
    eleven_board ranks;
    if (word.length != 16 || !parse_hex_board(word, &ranks))
        return scan_rows(rules, in, many_lines, board, problem);
    for (unsigned i = 0; i < 16; i++)
        if (ranks.cells[i] && !rules->value[ranks.cells[i]])
            return core_fail_quoting(word, "these rules do not use every rank in", problem);
    *in = ahead;
    *board = ranks;
    return ELEVEN_OK;
}

eleven_error eleven_board_parse(const eleven_rules *rules, const char *text, size_t length, eleven_board *board,
                                eleven_problem *problem)
{
    text_in in = core_text_from(text, length);
    eleven_board read;
    eleven_error error = core_scan_board(rules, &in, true, &read, problem);
    if (error)
        return error;
    core_skip_lines(&in);
    if (core_peek(&in) != -1)
        return core_fail_quoting(core_next_word(&in, '\0'), "the board should end before", problem);
    *board = read;
    return ELEVEN_OK;
}

static const char *const direction_names[ELEVEN_DIRECTIONS] = {"up", "right", "down", "left"};

const char *eleven_direction_name(eleven_direction direction)
{
    assert((unsigned)direction < ELEVEN_DIRECTIONS);
    return direction_names[direction];
}

bool eleven_direction_parse(const char *text, size_t length, eleven_direction *direction)
{
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        const char *name = direction_names[d];
        size_t i = 0;
        while (i < length && name[i] && (text[i] | 32) == name[i])
            i++;
        if (i == length && (i == 1 || (i > 1 && !name[i]))) {
            *direction = (eleven_direction)d;
            return true;
        }
    }
    return false;
}
