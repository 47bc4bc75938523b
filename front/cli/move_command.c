/* Slides boards without a spawn: one from the command line, or a stream of them, one a line. Answers wait
 * only while further lines are already here, so that a program on the other end of two pipes gets each at
 * once. */
#include "cli/commands.h"
#include "base/json.h"
#include "base/options.h"
#include "base/values.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct move_job {
    eleven_rules rules;
    eleven_direction direction;
    bool as_json;
    json_out json;
} move_job;

/* ---- One board ----------------------------------------------------------------------------------------- */

static void write_cell(json_out *json, const char *key, const eleven_board *board, unsigned cell)
{
    json_put_array(json, key);
    json_put_number(json, NULL, cell % board->w);
    json_put_number(json, NULL, cell / board->w);
    json_put_end(json);
}

static void write_json(move_job *mover, const eleven_board *board, eleven_slide slide, const eleven_hop *hops)
{
    json_out *json = &mover->json;
    json_put_object(json, NULL);
    json_put_board(json, "board", &mover->rules, board);
    json_put_number(json, "gain", slide.gain);
    json_put_bool(json, "moved", slide.hops > 0);
    json_put_array(json, "hops");
    for (unsigned i = 0; i < slide.hops; i++) {
        json_put_object(json, NULL);
        write_cell(json, "from", board, hops[i].from);
        write_cell(json, "to", board, hops[i].to);
        json_put_bool(json, "merged", hops[i].merged);
        json_put_end(json);
    }
    json_put_end(json);
    json_put_end(json);
    json_put_line(json);
}

/* In the layout it came in; a rank that has no hex digit makes a line of numbers. */
static void write_text(const move_job *mover, const eleven_board *board, bool in_hex)
{
    char text[ELEVEN_BOARD_TEXT];
    size_t length = 0;
    if (in_hex)
        length = eleven_board_print(&mover->rules, board, ELEVEN_HEX, text, sizeof text);
    if (length == 0)
        length = eleven_board_print(&mover->rules, board, ELEVEN_LINE, text, sizeof text);
    text[length] = '\n';
    fwrite(text, 1, length + 1, stdout);
}

static void answer(move_job *mover, eleven_board *board, bool in_hex)
{
    eleven_hop hops[ELEVEN_CELLS_MAX];
    eleven_slide slide = eleven_board_slide(&mover->rules, board, mover->direction, hops);
    if (mover->as_json)
        write_json(mover, board, slide, hops);
    else
        write_text(mover, board, in_hex);
}

/* Sixteen hex ranks are one word; so is a board of one cell, but it is shorter. */
static bool is_hex(const char *text, size_t length)
{
    size_t blank = 0, word = 0;
    while (blank < length && (text[blank] == ' ' || text[blank] == '\t'))
        blank++;
    while (blank + word < length && strchr("0123456789abcdefABCDEF", text[blank + word]) && text[blank + word])
        word++;
    return word == 16;
}

/* ---- A stream ------------------------------------------------------------------------------------------ */

enum { INPUT_BUFFER = 1 << 16 };

/* Lines of standard input. `text` holds those that have come; [at, end) are not yet answered. */
typedef struct line_input {
    char text[INPUT_BUFFER];
    size_t at, end;
    uint64_t number; /* of the line last taken, from 1 */
    bool is_over;
} line_input;

typedef struct text_line {
    const char *text;
    size_t length;
} text_line;

static bool take_line(line_input *input, text_line *line)
{
    const char *start = input->text + input->at;
    const char *stop = memchr(start, '\n', input->end - input->at);
    if (!stop && (!input->is_over || input->at == input->end))
        return false;
    line->text = start;
    line->length = stop ? (size_t)(stop - start) : input->end - input->at;
    input->at += line->length + (stop != NULL);
    input->number++;
    return true;
}

/* Waits for more. Returns NULL, or what went wrong. */
static const char *fill(line_input *input)
{
    memmove(input->text, input->text + input->at, input->end - input->at);
    input->end -= input->at;
    input->at = 0;
    if (input->end == INPUT_BUFFER)
        return "the line is longer than 65536 bytes";
    ssize_t got;
    do
        got = read(STDIN_FILENO, input->text + input->end, INPUT_BUFFER - input->end);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return strerror(errno);
    input->end += (size_t)got;
    input->is_over = got == 0;
    return NULL;
}

static int bad_line(const line_input *input, uint32_t column, const char *sentence)
{
    return complain("move", STATUS_FAILURE, "line %" PRIu64 ", column %" PRIu32 ": %s", input->number, column,
                    sentence);
}

static bool is_blank(const text_line *line)
{
    for (size_t i = 0; i < line->length; i++)
        if (!strchr(" \t\r", line->text[i]) || !line->text[i])
            return false;
    return true;
}

/* Answers every line that has come; blank ones need no answer. */
static int answer_lines(move_job *mover, line_input *input)
{
    text_line line;
    eleven_board board;
    eleven_problem problem;
    while (take_line(input, &line)) {
        if (is_blank(&line))
            continue;
        if (eleven_board_parse(&mover->rules, line.text, line.length, &board, &problem))
            return bad_line(input, problem.column, problem.sentence);
        answer(mover, &board, is_hex(line.text, line.length));
    }
    return 0;
}

static int answer_stream(move_job *mover)
{
    line_input *input = calloc(1, sizeof *input);
    if (!input)
        return complain("move", STATUS_FAILURE, "there is not enough memory");
    static char output[INPUT_BUFFER];
    setvbuf(stdout, output, _IOFBF, sizeof output);
    int status = 0;
    while (status == 0 && !input->is_over) {
        const char *trouble = fflush(stdout) ? NULL : fill(input);
        if (ferror(stdout))
            break;
        if (trouble) {
            input->number++;
            status = bad_line(input, 1, trouble);
        } else {
            status = answer_lines(mover, input);
        }
    }
    free(input);
    return status;
}

/* ---- The command --------------------------------------------------------------------------------------- */

static int answer_argument(move_job *mover, const char *text)
{
    eleven_board board;
    int status = board_read("move", "the board", text, &mover->rules, &board);
    if (status == 0)
        answer(mover, &board, is_hex(text, strlen(text)));
    return status;
}

static int move_run(word_list words)
{
    move_job mover = {.json = json_put_to(stdout)};
    const cli_option options[] = {
        {"rules", "RULES", "a shipped rule set or a rule file (classic)", option_rules, &mover.rules, 'r'},
        {"json", NULL, "one JSON object a line: board, gain, moved, hops", NULL, &mover.as_json, 0},
        {0}};
    int status = options_read(&move_command, options, &words);
    if (status != OPTIONS_READ)
        return status;
    rules_or_classic(&mover.rules);
    const char *direction = words.at[words.count - 1];
    const char *board = words.count == 2 ? words.at[0] : "-";
    if (!eleven_direction_parse(direction, strlen(direction), &mover.direction))
        return complain("move", STATUS_USAGE, "'%s' is not a direction: up, right, down or left", direction);
    return strcmp(board, "-") == 0 ? answer_stream(&mover) : answer_argument(&mover, board);
}

const cli_command move_command = {
    .name = "move",
    .arguments = "[BOARD] DIRECTION",
    .summary = "Slide one board, or every board on standard input, without a new tile",
    .details = "A board is its rows separated by '/', their cells by blanks, '.' for empty: '2 2 . 4 / . . 8 8'.\n"
               "A classic 4x4 board may also be sixteen hex ranks: 0 for empty, 1 for 2, 2 for 4, b for 2048.\n"
               "The answer is the board after the move, in the same layout. With '-' as the board, or without one,\n"
               "every line of standard input is a board and gets a line as answer.\n",
    .least = 1,
    .most = 2,
    .run = move_run,
};
