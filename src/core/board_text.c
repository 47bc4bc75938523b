/* Boards and directions as text: rows of face values, or sixteen hex ranks. */
#include "core/scan.h"

/* ---- Printing ----------------------------------------------------------------------------------------- */

static void print_cell(text_out *out, const eleven_rules *rules, eleven_rank rank, size_t width)
{
    char digits[12];
    text_out cell = text_into(digits, sizeof digits);
    if (rank)
        text_number(&cell, rules->value[rank]);
    else
        text_char(&cell, '.');
    for (size_t i = cell.length; i < width; i++)
        text_char(out, ' ');
    text_string(out, digits);
}

static size_t widest_cell(const eleven_rules *rules, const eleven_board *board)
{
    size_t widest = 1;
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++) {
        text_out cell = text_into(NULL, 0);
        print_cell(&cell, rules, board->cells[i], 0);
        widest = cell.length > widest ? cell.length : widest;
    }
    return widest;
}

static void print_rows(text_out *out, const eleven_rules *rules, const eleven_board *board, bool grid)
{
    size_t width = grid ? widest_cell(rules, board) : 0;
    for (unsigned y = 0; y < board->h; y++) {
        if (y > 0)
            text_string(out, grid ? "\n" : " / ");
        for (unsigned x = 0; x < board->w; x++) {
            if (x > 0)
                text_char(out, ' ');
            print_cell(out, rules, board->cells[y * board->w + x], width);
        }
    }
    if (grid)
        text_char(out, '\n');
}

static void print_hex(text_out *out, const eleven_board *board)
{
    if (board->w != 4 || board->h != 4 || eleven_board_largest(board) > 15)
        return;
    for (unsigned i = 0; i < 16; i++)
        text_hex(out, board->cells[i], 1);
}

size_t eleven_board_print(const eleven_rules *rules, const eleven_board *board, eleven_layout layout, char *text,
                          size_t size)
{
    text_out out = text_into(text, size);
    if (layout == ELEVEN_HEX)
        print_hex(&out, board);
    else
        print_rows(&out, rules, board, layout == ELEVEN_GRID);
    return out.length;
}

/* ---- Reading ------------------------------------------------------------------------------------------ */

static bool hex_board(text_word word, eleven_board *board)
{
    *board = eleven_board_empty(4, 4);
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

eleven_error rank_scan(const eleven_rules *rules, text_in *in, char stop, eleven_rank *rank, eleven_problem *problem)
{
    uint64_t value;
    text_word word = text_next_word(in, stop);
    if (word.length == 0)
        return word_fail(word, "a tile's number is missing", false, problem);
    if (!word_number(word, &value) || (*rank = eleven_rules_rank(rules, value)) == 0)
        return word_fail(word, "no tile of these rules has the number", true, problem);
    return ELEVEN_OK;
}

static eleven_error cell_scan(const eleven_rules *rules, text_in *in, eleven_rank *rank, eleven_problem *problem)
{
    text_in ahead = *in;
    text_word word = text_next_word(&ahead, '/');
    if (!word_is(word, ".") && !word_is(word, "0"))
        return rank_scan(rules, in, '/', rank, problem);
    *in = ahead;
    *rank = 0;
    return ELEVEN_OK;
}

/* One row into `cells`, up to its '/' or the end of its line. */
static eleven_error row_scan(const eleven_rules *rules, text_in *in, eleven_rank *cells, unsigned *w,
                             eleven_problem *problem)
{
    for (*w = 0;; (*w)++) {
        text_skip(in);
        if (text_line_is_over(in) || text_peek(in) == '/')
            break;
        text_word here = {in->text + in->at, 0, in->line, in->column};
        if (*w == ELEVEN_SIDE_MAX)
            return word_fail(here, "a row has more than 8 cells", false, problem);
        eleven_error error = cell_scan(rules, in, &cells[*w], problem);
        if (error)
            return error;
    }
    return ELEVEN_OK;
}

/* Whether another row follows the one just read; steps over what separates them. */
static bool row_follows(text_in *in, bool many_lines)
{
    if (text_peek(in) == '/') {
        text_step(in);
        if (many_lines)
            text_skip_lines(in);
        return true;
    }
    if (many_lines)
        text_skip_lines(in);
    return many_lines && text_peek(in) != -1;
}

static eleven_error rows_scan(const eleven_rules *rules, text_in *in, bool many_lines, eleven_board *board,
                              eleven_problem *problem)
{
    unsigned w = 0, h = 0;
    eleven_rank cells[ELEVEN_CELLS_MAX] = {0};
    do {
        text_skip(in);
        text_word row = {in->text + in->at, 0, in->line, in->column};
        eleven_rank read[ELEVEN_SIDE_MAX];
        unsigned width;
        eleven_error error = row_scan(rules, in, read, &width, problem);
        if (error)
            return error;
        if (width == 0)
            return word_fail(row, "a row of the board is missing", false, problem);
        if (h == ELEVEN_SIDE_MAX)
            return word_fail(row, "the board has more than 8 rows", false, problem);
        if (h > 0 && width != w)
            return word_fail(row, "this row is not as long as the first one", false, problem);
        w = width;
        for (unsigned x = 0; x < w; x++)
            cells[h * w + x] = read[x];
        h++;
    } while (row_follows(in, many_lines));
    *board = eleven_board_empty(w, h);
    for (unsigned i = 0; i < w * h; i++)
        board->cells[i] = cells[i];
    return ELEVEN_OK;
}

eleven_error board_scan(const eleven_rules *rules, text_in *in, bool many_lines, eleven_board *board,
                        eleven_problem *problem)
{
    if (many_lines)
        text_skip_lines(in);
    else
        text_skip(in);
    text_in ahead = *in;
    text_word word = text_next_word(&ahead, '/');
    eleven_board ranks;
    if (word.length != 16 || !hex_board(word, &ranks))
        return rows_scan(rules, in, many_lines, board, problem);
    for (unsigned i = 0; i < 16; i++)
        if (ranks.cells[i] && !rules->value[ranks.cells[i]])
            return word_fail(word, "a rank that these rules do not use stands in", true, problem);
    *in = ahead;
    *board = ranks;
    return ELEVEN_OK;
}

eleven_error eleven_board_parse(const eleven_rules *rules, const char *text, size_t length, eleven_board *board,
                                eleven_problem *problem)
{
    text_in in = text_from(text, length);
    eleven_board read;
    eleven_error error = board_scan(rules, &in, true, &read, problem);
    if (error)
        return error;
    text_skip_lines(&in);
    if (text_peek(&in) != -1)
        return word_fail(text_next_word(&in, '\0'), "after the board stands", true, problem);
    *board = read;
    return ELEVEN_OK;
}

/* ---- Directions --------------------------------------------------------------------------------------- */

static const char *const direction_names[ELEVEN_DIRECTIONS] = {"up", "right", "down", "left"};

const char *eleven_direction_name(eleven_direction direction)
{
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
