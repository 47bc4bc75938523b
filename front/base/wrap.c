#include "base/wrap.h"
#include "base/complain.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* What has been printed of the present line, and where what does not fit of it continues. `place` is where a line of
 * the text begins that continues it; SIZE_MAX: none does. */
typedef struct flowing_text {
    size_t width, column, indent, place;
} flowing_text;

static void line_end(flowing_text *flow)
{
    if (flow->column > 0)
        putchar('\n');
    flow->column = 0;
}

/* Prints a word after so many blanks, or in a new line. */
static void word_print(flowing_text *flow, const char *word, size_t length, size_t blanks)
{
    if (flow->column > flow->indent && flow->column + blanks + length > flow->width) {
        putchar('\n');
        flow->column = 0;
        blanks = flow->indent;
    }
    printf("%*s%.*s", (int)blanks, "", (int)length, word);
    flow->column += blanks + length;
}

/* Prints the words of a line, each after as many blanks as there; the first one after `blanks`. */
static void words_print(flowing_text *flow, const char *line, size_t blanks)
{
    while (*line && *line != '\n') {
        line += strspn(line, " ");
        size_t length = strcspn(line, " \n");
        word_print(flow, line, length, blanks);
        line += length;
        blanks = strspn(line, " ");
    }
}

/* Where the last column of an indented line begins, behind two blanks or more; SIZE_MAX: it is an example. */
static size_t last_column(const char *line, size_t length)
{
    enum { EXAMPLE = 2 };
    size_t blanks = strspn(line, " "), column = blanks > EXAMPLE ? blanks : SIZE_MAX;
    for (size_t i = blanks + 2; i < length; i++)
        if (line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ')
            column = i;
    return column;
}

/* A line that begins where the one before would be continued continues it. */
static void line_wrap(flowing_text *flow, const char *line)
{
    enum { NARROW = 6 };
    size_t length = strcspn(line, "\n"), blanks = strspn(line, " ");
    bool continues = flow->column > 0 && length > 0 && blanks == flow->place;
    if (!continues) {
        line_end(flow);
        flow->place = blanks ? last_column(line, length) : 0;
        flow->indent = flow->place <= flow->width / 2 ? flow->place : NARROW;
    }
    if (length == 0)
        putchar('\n');
    else if (flow->place == SIZE_MAX)
        flow->column = (size_t)printf("%.*s", (int)length, line);
    else
        words_print(flow, line, continues ? 1 : blanks);
}

/* The columns of the terminal, if standard output is one; otherwise SIZE_MAX. */
static size_t terminal_columns(void)
{
    struct winsize size;
    bool has_size = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return has_size ? size.ws_col : SIZE_MAX;
}

static bool has_longer_line(const char *text, size_t width)
{
    bool has = false;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        has |= length > width;
    }
    return has;
}

void wrap_print(buffer *text)
{
    flowing_text flow = {.width = terminal_columns()};
    if (text->failed)
        fail_no_memory();
    if (!has_longer_line(text->at, flow.width))
        fputs(text->at, stdout);
    else
        for (const char *line = text->at; *line; line += strcspn(line, "\n"), line += *line == '\n')
            line_wrap(&flow, line);
    line_end(&flow);
    buffer_free(text);
}
