/* Slides boards without adding a tile: one from the command line, or a stream of them, one per line. Output is held
 * back only while more input is already available, so that a program at the other end of two pipes gets each answer
 * at once. */
#include "cli/commands.h"
#include "base/input_output.h"
#include "base/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct options {
    eleven_rules rules;
    bool as_json;
};

typedef struct move_job {
    const eleven_rules *rules;
    eleven_direction direction;
    bool as_json;
    json_out json;
} move_job;

static void write_json(move_job *job, const eleven_board *board, eleven_slide slide, const eleven_hop *hops)
{
    json_out *json = &job->json;
    json_put_object(json, NULL);
    json_put_board(json, "board", job->rules, board);
    json_put_number(json, "gain", slide.gain);
    json_put_bool(json, "moved", slide.hops > 0);
    json_put_hops(json, hops, slide.hops, board->w);
    json_finish(json);
}

/* In the form of the input; a board with a rank that has no hexadecimal digit becomes a line of numbers. */
static void write_text(const move_job *job, const eleven_board *board, bool in_hex)
{
    char text[ELEVEN_BOARD_TEXT];
    size_t length = 0;
    if (in_hex)
        length = eleven_board_print(job->rules, board, ELEVEN_LAYOUT_HEX, text, sizeof text);
    if (length == 0)
        length = eleven_board_print(job->rules, board, ELEVEN_LAYOUT_LINE, text, sizeof text);
    text[length] = '\n';
    fwrite(text, 1, length + 1, stdout);
}

static void answer(move_job *job, eleven_board *board, bool in_hex)
{
    eleven_hop hops[ELEVEN_CELLS_MAX];
    eleven_slide slide = eleven_board_slide(job->rules, board, job->direction, hops);
    if (job->as_json)
        write_json(job, board, slide, hops);
    else
        write_text(job, board, in_hex);
}

/* Sixteen hexadecimal digits are one word. So is a board of one cell, but it is shorter. */
static bool is_hex(const char *text)
{
    return strspn(text + strspn(text, " \t"), "0123456789abcdefABCDEF") == 16;
}

enum { INPUT_BUFFER = 1 << 16 };

/* Lines of standard input. */
typedef struct line_input {
    /* What has been read, and a NUL; [at, end) is not yet answered. */
    char text[INPUT_BUFFER + 1];
    size_t at, end;

    /* Of the line that was taken last, from 1. */
    uint64_t number;
    bool is_over;
} line_input;

/* NULL where no whole line is left. */
static const char *take_line(line_input *input, size_t *length)
{
    const char *start = input->text + input->at;
    const char *stop = memchr(start, '\n', input->end - input->at);
    if (!stop && (!input->is_over || input->at == input->end))
        return NULL;
    *length = stop ? (size_t)(stop - start) : input->end - input->at;
    input->at += *length + (stop != NULL);
    input->number++;
    return start;
}

__attribute__((noreturn)) static void fail_at(uint64_t line, uint32_t column, const char *sentence)
{
    fail_with("line %" PRIu64 ", column %" PRIu32 ": %s", line, column, sentence);
}

/* Waits for more input. */
static void fill(line_input *input)
{
    memmove(input->text, input->text + input->at, input->end - input->at);
    input->end -= input->at;
    input->at = 0;
    if (input->end == INPUT_BUFFER)
        fail_at(input->number + 1, 1, "the line is longer than 65536 bytes");
    ssize_t got;
    do
        got = read(STDIN_FILENO, input->text + input->end, INPUT_BUFFER - input->end);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        fail_with("standard input cannot be read: %s", strerror(errno));
    input->end += (size_t)got;
    input->text[input->end] = '\0';
    input->is_over = got == 0;
}

/* Answers every line that has been read; blank lines and comments get no answer. */
static void answer_lines(move_job *job, line_input *input)
{
    const char *line;
    size_t length;
    eleven_board board;
    eleven_problem problem;
    while ((line = take_line(input, &length))) {
        bool has_mark = input->number == 1 && input_has_mark(line, length);
        line += has_mark ? INPUT_MARK : 0;
        length -= has_mark ? INPUT_MARK : 0;
        size_t blanks = strspn(line, " \t\r");
        if (blanks >= length || line[blanks] == ';')
            continue;
        if (eleven_board_parse(job->rules, line, length, &board, &problem))
            fail_at(input->number, problem.column, problem.sentence);
        answer(job, &board, is_hex(line));
    }
}

static void answer_stream(move_job *job)
{
    static line_input input;
    static char output[INPUT_BUFFER];
    setvbuf(stdout, output, _IOFBF, sizeof output);
    while (!input.is_over && output_push()) {
        fill(&input);
        answer_lines(job, &input);
    }
}

static int run_move(void *given, word_list words)
{
    struct options *options = given;
    move_job job = {.rules = &options->rules, .as_json = options->as_json, .json = {.out = stdout}};
    const char *direction = words.at[words.count - 1];
    const char *text = words.count == 2 ? words.at[0] : "-";
    rules_or_classic(&options->rules);
    if (!eleven_direction_parse(direction, strlen(direction), &job.direction))
        fail_usage("expected a direction (up, right, down or left), not '%s'", direction);
    if (strcmp(text, "-") == 0) {
        answer_stream(&job);
    } else {
        eleven_board board = board_read("the board", text, job.rules);
        answer(&job, &board, is_hex(text));
    }
    return 0;
}

static const char *direction_name(unsigned index)
{
    return index < ELEVEN_DIRECTIONS ? eleven_direction_name((eleven_direction)index) : NULL;
}

static const value_kind kind_direction = {.name = direction_name};

static const cli_option rows[] = {
    OPTION_RULES(rules),
    FLAG(as_json, "json", 0, "print one JSON object per line: board, gain, moved, hops"),
    {0},
};

const cli_command move_command = {
    .name = "move",
    .arguments = "[BOARD] DIRECTION",
    .summary = "Slide a board, or each board on standard input, without adding a tile",
    .details = "BOARD is written as for 'eleven show'. The output is the board after the move, in the same form.\n"
               "With '-' as BOARD, or without BOARD, each line of standard input is a board and is answered by a\n"
               "line.\n"
               "\n"
               "  eleven move '2 2 . 4 / . . 8 8' left\n",
    .least = 1,
    .most = 2,
    .argument = &kind_direction,
    OPTIONS(rows),
    .run = run_move,
};
