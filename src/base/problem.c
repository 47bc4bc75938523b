/* Error sentences. The sentence is composed apart, since its arguments may point into the old one. */
#include "base/problem.h"
#include "base/utf8.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SENTENCE_SIZE = sizeof((eleven_problem *)NULL)->sentence };

eleven_error problem_set(eleven_problem *problem, eleven_error error, const char *format, ...)
{
    if (!problem)
        return error;
    char sentence[4 * SENTENCE_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    *problem = (eleven_problem){0};
    utf8_copy(problem->sentence, SENTENCE_SIZE, sentence, strlen(sentence));
    return error;
}

problem_path problem_path_of(const char *path)
{
    enum { SIZE = sizeof((problem_path *)NULL)->text };
    problem_path shown = {"..."};
    size_t length = strlen(path);
    if (length < SIZE) {
        memcpy(shown.text, path, length + 1);
        return shown;
    }
    const char *end = path + length - (SIZE - 4);
    while (((unsigned char)*end & 0xc0) == 0x80)
        end++;
    memcpy(shown.text + 3, end, strlen(end) + 1);
    return shown;
}

eleven_error problem_no_memory(eleven_problem *problem)
{
    return problem_set(problem, ELEVEN_NO_MEMORY, "out of memory");
}

eleven_error problem_of_system(eleven_problem *problem, const char *path, const char *what)
{
    return problem_set(problem, ELEVEN_NO_STORAGE, "%s cannot be %s: %s", problem_path_of(path).text, what,
                       strerror(errno));
}

eleven_error problem_of_file(eleven_problem *problem, eleven_error error, const char *path)
{
    return problem_set(problem, error, "%s: %s", problem_path_of(path).text, problem ? problem->sentence : "");
}
