/* Input and output by the names that commands are given: "-" is standard input or standard output. */
#include "base/input_output.h"
#include "base/command.h"
#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_MOST = 256 << 20 /* bytes */ };

const char *file_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

int input_read(const char *command, const char *path, file_text *file)
{
    eleven_problem problem;
    buffer bytes = {0};
    bool is_input = strcmp(path, "-") == 0;
    eleven_error error = is_input ? file_read_stream(stdin, file_name(path), INPUT_MOST, &bytes, &problem)
                                  : file_read(path, INPUT_MOST, &bytes, &problem);
    if (error)
        buffer_free(&bytes);
    *file = (file_text){bytes.at, bytes.length};
    return error ? complain(command, STATUS_FAILURE, "%s", problem.sentence) : 0;
}

int output_write(const char *command, const char *path, const char *text, size_t length)
{
    eleven_problem problem;
    if (strcmp(path, "-") == 0) {
        fwrite(text, 1, length, stdout);
        return 0;
    }
    if (file_write(path, text, length, &problem))
        return complain(command, STATUS_FAILURE, "%s", problem.sentence);
    return 0;
}
