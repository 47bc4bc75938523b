/* Error sentences. The sentence is composed apart, since its arguments may point into the old one. */
#include "base/problem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SENTENCE_SIZE = sizeof((eleven_problem *)NULL)->sentence };

/* Drops the bytes of a last character that is not whole. */
static void cut_between_characters(char *text)
{
    size_t end = strlen(text), at = end;
    while (at > 0 && ((unsigned char)text[at - 1] & 0xc0) == 0x80)
        at--;
    if (at == 0 || (unsigned char)text[at - 1] < 0xc0)
        return;
    unsigned char first = (unsigned char)text[--at];
    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (at + length > end)
        text[at] = '\0';
}

eleven_error problem_set(eleven_problem *problem, eleven_error error, const char *format, ...)
{
    if (!problem)
        return error;
    char sentence[SENTENCE_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    cut_between_characters(sentence);
    *problem = (eleven_problem){0};
    memcpy(problem->sentence, sentence, strlen(sentence));
    return error;
}

eleven_error problem_no_memory(eleven_problem *problem)
{
    return problem_set(problem, ELEVEN_NO_MEMORY, "out of memory");
}

eleven_error problem_of_system(eleven_problem *problem, const char *path, const char *what)
{
    return problem_set(problem, ELEVEN_NO_STORAGE, "%.90s cannot be %s: %s", path, what, strerror(errno));
}

eleven_error problem_of_file(eleven_problem *problem, eleven_error error, const char *path)
{
    return problem_set(problem, error, "%.90s: %s", path, problem ? problem->sentence : "");
}
