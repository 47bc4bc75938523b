/* Reading and writing text without a C library: a bounded writer, and a scanner that knows its line and column. */
#include "core/core.h"

#include "base/utf8.h"

bool core_text_equal(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

text_out core_text_into(char *text, size_t size)
{
    if (size)
        text[0] = '\0';
    return (text_out){text, size, 0};
}

void core_put_char(text_out *out, char c)
{
    if (out->length + 1 < out->size) {
        out->text[out->length] = c;
        out->text[out->length + 1] = '\0';
    }
    out->length++;
}

void core_put(text_out *out, const char *string)
{
    while (*string)
        core_put_char(out, *string++);
}

void core_put_quoted(text_out *out, const char *text, size_t length)
{
    char shown[5];
    size_t at = 0, end = out->length + 41;
    core_put_char(out, '\'');
    for (size_t next = 0; at < length; at = next) {
        if (out->length + utf8_show(text + at, length - at, shown, &next) > end)
            break;
        core_put(out, shown[1] || (shown[0] >= ' ' && shown[0] != 127) ? shown : "?");
    }
    core_put(out, at < length ? "...'" : "'");
}

void core_put_number(text_out *out, uint64_t number)
{
    if (number >= 10)
        core_put_number(out, number / 10);
    core_put_char(out, (char)('0' + number % 10));
}

void core_put_hex(text_out *out, uint64_t number, unsigned digits)
{
    while (digits-- > 0)
        core_put_char(out, "0123456789abcdef"[number >> 4 * digits & 15]);
}

void core_put_line(text_out *out, const char *key, const char *value)
{
    core_put(out, key);
    core_put_char(out, ' ');
    core_put(out, value);
    core_put_char(out, '\n');
}

void core_put_number_line(text_out *out, const char *key, uint64_t number)
{
    char digits[24];
    text_out value = core_text_into(digits, sizeof digits);
    core_put_number(&value, number);
    core_put_line(out, key, digits);
}

text_out core_problem_at(eleven_problem *problem, uint32_t line, uint32_t column)
{
    if (!problem)
        return core_text_into(NULL, 0);
    problem->line = line;
    problem->column = column;
    return core_text_into(problem->sentence, sizeof problem->sentence);
}

text_in core_text_from(const char *text, size_t length)
{
    return (text_in){text, length, 0, 1, 1};
}

int core_peek(const text_in *in)
{
    return in->at < in->length ? (unsigned char)in->text[in->at] : -1;
}

void core_step(text_in *in)
{
    bool is_line_break = in->text[in->at++] == '\n';
    in->line += is_line_break;
    in->column = is_line_break ? 1 : in->column + 1;
}

static bool byte_is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

void core_skip(text_in *in)
{
    while (byte_is_blank(core_peek(in)))
        core_step(in);
    if (core_peek(in) == ';')
        while (core_peek(in) != '\n' && core_peek(in) != -1)
            core_step(in);
}

void core_skip_lines(text_in *in)
{
    for (core_skip(in); core_peek(in) == '\n'; core_skip(in))
        core_step(in);
}

bool core_line_is_over(const text_in *in)
{
    return core_peek(in) == '\n' || core_peek(in) == -1;
}

text_word core_here(const text_in *in)
{
    return (text_word){in->text + in->at, 0, in->line, in->column};
}

static bool byte_ends_word(int c, char stop)
{
    return c == -1 || c == '\n' || c == ';' || byte_is_blank(c) || (stop && c == stop);
}

text_word core_next_word(text_in *in, char stop)
{
    text_word word = core_here(in);
    for (; !byte_ends_word(core_peek(in), stop); word.length++)
        core_step(in);
    return word;
}

text_word core_skip_to_word(text_in *in)
{
    core_skip(in);
    return core_next_word(in, '\0');
}

bool core_word_is(text_word word, const char *string)
{
    size_t i = 0;
    while (i < word.length && string[i] && word.text[i] == string[i])
        i++;
    return i == word.length && string[i] == '\0';
}

bool core_is_one_word(const char *string)
{
    const char *at = string;
    while (*at && !byte_ends_word((unsigned char)*at, '\0'))
        at++;
    return at != string && !*at;
}

bool eleven_number_parse(const char *text, size_t length, uint64_t most, uint64_t *number)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned)(unsigned char)text[i] - '0';
        if (digit > 9 || digit > most || sum > (most - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *number = sum;
    return length > 0;
}

bool core_word_number(text_word word, uint64_t *number)
{
    bool has_leading_zero = word.length > 1 && word.text[0] == '0';
    return !has_leading_zero && eleven_number_parse(word.text, word.length, UINT64_MAX, number);
}

eleven_error core_fail_at(text_word word, const char *sentence, eleven_problem *problem)
{
    text_out out = core_problem_at(problem, word.line, word.column);
    core_put(&out, sentence);
    return ELEVEN_BAD_TEXT;
}

eleven_error core_fail_quoting(text_word word, const char *sentence, eleven_problem *problem)
{
    text_out out = core_problem_at(problem, word.line, word.column);
    core_put(&out, sentence);
    core_put_char(&out, ' ');
    core_put_quoted(&out, word.text, word.length);
    return ELEVEN_BAD_TEXT;
}
