/* Small pieces for reading and writing text without a C library. */
#include "core/text.h"

bool text_equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

/* ---- Writing ------------------------------------------------------------------------------------------ */

text_out text_into(char *text, size_t size)
{
    if (size)
        text[0] = '\0';
    return (text_out){text, size, 0};
}

void text_char(text_out *out, char c)
{
    if (out->length + 1 < out->size) {
        out->text[out->length] = c;
        out->text[out->length + 1] = '\0';
    }
    out->length++;
}

void text_string(text_out *out, const char *string)
{
    while (*string)
        text_char(out, *string++);
}

void text_slice(text_out *out, const char *text, size_t length)
{
    const size_t most = 40;
    for (size_t i = 0; i < length && i < most; i++)
        text_char(out, (unsigned char)text[i] >= ' ' && text[i] != 127 ? text[i] : '?');
    if (length > most)
        text_string(out, "...");
}

void text_number(text_out *out, uint64_t number)
{
    if (number >= 10)
        text_number(out, number / 10);
    text_char(out, (char)('0' + number % 10));
}

void text_hex(text_out *out, uint64_t number, unsigned digits)
{
    while (digits-- > 0)
        text_char(out, "0123456789abcdef"[number >> 4 * digits & 15]);
}

text_out text_problem(eleven_problem *problem, uint32_t line, uint32_t column)
{
    if (!problem)
        return text_into(NULL, 0);
    problem->line = line;
    problem->column = column;
    return text_into(problem->sentence, sizeof problem->sentence);
}

/* ---- Reading ------------------------------------------------------------------------------------------ */

text_in text_from(const char *text, size_t length)
{
    return (text_in){text, length, 0, 1, 1};
}

int text_peek(const text_in *in)
{
    return in->at < in->length ? (unsigned char)in->text[in->at] : -1;
}

void text_step(text_in *in)
{
    bool line_break = in->text[in->at++] == '\n';
    in->line += line_break;
    in->column = line_break ? 1 : in->column + 1;
}

static bool is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

void text_skip(text_in *in)
{
    while (is_blank(text_peek(in)))
        text_step(in);
    if (text_peek(in) == ';')
        while (text_peek(in) != '\n' && text_peek(in) != -1)
            text_step(in);
}

void text_skip_lines(text_in *in)
{
    for (text_skip(in); text_peek(in) == '\n'; text_skip(in))
        text_step(in);
}

bool text_line_is_over(const text_in *in)
{
    return text_peek(in) == '\n' || text_peek(in) == -1;
}

static bool ends_word(int c, char stop)
{
    return c == -1 || c == '\n' || c == ';' || is_blank(c) || (stop && c == stop);
}

text_word text_next_word(text_in *in, char stop)
{
    text_word word = {in->text + in->at, 0, in->line, in->column};
    for (; !ends_word(text_peek(in), stop); word.length++)
        text_step(in);
    return word;
}

bool word_is(text_word word, const char *string)
{
    size_t i = 0;
    while (i < word.length && string[i] && word.text[i] == string[i])
        i++;
    return i == word.length && string[i] == '\0';
}

bool word_number(text_word word, uint64_t *number)
{
    if (word.length == 0 || (word.length > 1 && word.text[0] == '0'))
        return false;
    uint64_t sum = 0;
    for (size_t i = 0; i < word.length; i++) {
        unsigned digit = (unsigned)(unsigned char)word.text[i] - '0';
        if (digit > 9 || sum > (UINT64_MAX - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *number = sum;
    return true;
}

eleven_error word_fail(text_word word, const char *sentence, bool quote, eleven_problem *problem)
{
    text_out out = text_problem(problem, word.line, word.column);
    text_string(&out, sentence);
    if (quote) {
        text_string(&out, " '");
        text_slice(&out, word.text, word.length);
        text_char(&out, '\'');
    }
    return ELEVEN_BAD_TEXT;
}
