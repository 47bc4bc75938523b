/* As much of JSON as reading one object of known shape takes: nothing is kept but what was asked for. */
#include "formats/json_scan.h"

#include <string.h>

enum { DEPTH_MAX = 32 };

bool json_take(byte_input *in, char byte)
{
    blanks_skip(in);
    bool is_there = in->at < in->length && in->bytes[in->at] == (uint8_t)byte;
    in->at += is_there;
    return is_there;
}

eleven_error json_expect(byte_input *in, char byte, const char *sentence, eleven_problem *problem)
{
    return json_take(in, byte) ? ELEVEN_OK : format_fail(problem, in->at, sentence);
}

bool json_word(byte_input *in, const char *word)
{
    size_t length = strlen(word);
    blanks_skip(in);
    bool is_there = in->length - in->at >= length && memcmp(in->bytes + in->at, word, length) == 0;
    in->at += is_there ? length : 0;
    return is_there;
}

/* Reads a string; `begin` and `length` are what stands between its quotes. */
static eleven_error string_scan(byte_input *in, size_t *begin, size_t *length, eleven_problem *problem)
{
    eleven_error error = json_expect(in, '"', "here should stand a string", problem);
    *begin = in->at;
    while (!error && in->at < in->length && in->bytes[in->at] != '"')
        in->at += in->bytes[in->at] == '\\' && in->at + 1 < in->length ? 2 : 1;
    if (!error && in->at >= in->length)
        return format_fail(problem, in->length, "a string does not end");
    *length = in->at - *begin;
    in->at += !error;
    return error;
}

eleven_error json_key(byte_input *in, const char *const *names, unsigned *which, eleven_problem *problem)
{
    size_t begin, length;
    eleven_error error = string_scan(in, &begin, &length, problem);
    if (error)
        return error;
    for (*which = 0; names[*which]; ++*which)
        if (strlen(names[*which]) == length && memcmp(names[*which], in->bytes + begin, length) == 0)
            break;
    return json_expect(in, ':', "here should stand a ':'", problem);
}

eleven_error json_number(byte_input *in, uint64_t *number, eleven_problem *problem)
{
    blanks_skip(in);
    size_t begin = in->at;
    uint64_t sum = 0;
    for (; in->at < in->length; in->at++) {
        unsigned digit = in->bytes[in->at] - (unsigned)'0';
        if (digit > 9)
            break;
        if (sum > ((uint64_t)INT64_MAX - digit) / 10)
            return format_fail(problem, begin, "the number is too large");
        sum = sum * 10 + digit;
    }
    *number = sum;
    bool goes_on = in->at < in->length && strchr(".eE", in->bytes[in->at]) && in->bytes[in->at];
    return in->at > begin && !goes_on ? ELEVEN_OK
                                      : format_fail(problem, begin, "here should stand a whole number from 0 on");
}

eleven_error json_bool(byte_input *in, bool *value, eleven_problem *problem)
{
    *value = json_word(in, "true");
    return *value || json_word(in, "false") ? ELEVEN_OK
                                            : format_fail(problem, in->at, "here should stand true or false");
}

/* What stands between the brackets, one value after another, each perhaps after a key. */
static eleven_error members_skip(byte_input *in, char close, unsigned depth, eleven_problem *problem)
{
    static const char *const none[] = {NULL};
    unsigned which;
    eleven_error error = ELEVEN_OK;
    if (depth == DEPTH_MAX)
        return format_fail(problem, in->at, "this is nested too deeply");
    if (json_take(in, close))
        return ELEVEN_OK;
    do {
        if (close == '}')
            error = json_key(in, none, &which, problem);
        if (!error)
            error = json_skip(in, depth + 1, problem);
    } while (!error && json_take(in, ','));
    return error ? error : json_expect(in, close, "here should stand a ',' or the end of what was begun", problem);
}

eleven_error json_skip(byte_input *in, unsigned depth, eleven_problem *problem)
{
    size_t begin, length;
    if (json_take(in, '{'))
        return members_skip(in, '}', depth, problem);
    if (json_take(in, '['))
        return members_skip(in, ']', depth, problem);
    if (json_word(in, "null") || json_word(in, "true") || json_word(in, "false"))
        return ELEVEN_OK;
    if (in->at < in->length && in->bytes[in->at] == '"')
        return string_scan(in, &begin, &length, problem);
    begin = in->at;
    while (in->at < in->length && in->bytes[in->at] && strchr("+-.0123456789eE", in->bytes[in->at]))
        in->at++;
    return in->at > begin ? ELEVEN_OK : format_fail(problem, begin, "here should stand a value");
}
