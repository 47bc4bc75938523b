/* Input and output by the names that commands are given. */
#include "base/input_output.h"
#include "base/complain.h"
#include "eleven.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_BYTES_MOST = 256 << 20 };

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

static int complain_of(const char *command, const eleven_problem *problem)
{
    return complain(command, STATUS_FAILURE, "%s", problem->sentence);
}

const char *input_name(const char *path)
{
    return is_standard(path) ? "standard input" : path;
}

int complain_of_file(const char *command, const char *path, const eleven_problem *problem)
{
    if (problem->line == 0)
        return complain(command, STATUS_FAILURE, "%s: %s", input_name(path), problem->sentence);
    return complain(command, STATUS_FAILURE, "%s:%" PRIu32 ":%" PRIu32 ": %s", input_name(path), problem->line,
                    problem->column, problem->sentence);
}

int input_read(const char *command, const char *path, buffer *file)
{
    eleven_problem problem;
    *file = (buffer){0};
    eleven_error error = is_standard(path) ? file_read_stream(stdin, input_name(path), INPUT_BYTES_MOST, file, &problem)
                                           : file_read(path, INPUT_BYTES_MOST, file, &problem);
    if (error)
        buffer_free(file);
    return error ? complain_of(command, &problem) : 0;
}

int input_read_game(const char *command, const char *path, buffer *file)
{
    if (input_read(command, path, file))
        return STATUS_FAILURE;
    eleven_format format = eleven_format_detect(file->at, file->length);
    if (format == ELEVEN_FORMAT_RECORD)
        return 0;
    eleven_bytes records;
    eleven_problem problem;
    unsigned lost;
    eleven_error error = eleven_import(file->at, file->length, format, &records, &lost, &problem);
    buffer_free(file);
    if (error)
        return complain_of_file(command, path, &problem);
    *file = (buffer){.at = records.at, .length = records.length};
    return 0;
}

int output_check(const char *command, const char *path, bool may_replace)
{
    if (may_replace || is_standard(path) || access(path, F_OK) != 0)
        return 0;
    return complain(command, STATUS_FAILURE, "%s exists; --force replaces it", path);
}

int output_open(const char *command, const char *path, file_writer *writer)
{
    eleven_problem problem;
    *writer = (file_writer){.out = stdout};
    if (is_standard(path))
        return 0;
    return file_writer_open(writer, path, &problem) ? complain_of(command, &problem) : 0;
}

int output_close(const char *command, file_writer *writer, int status)
{
    eleven_problem problem;
    if (writer->out == stdout)
        return status;
    return file_writer_close(writer, status == 0, &problem) ? complain_of(command, &problem) : status;
}

int output_write(const char *command, const char *path, const char *text, size_t length)
{
    file_writer writer;
    if (output_open(command, path, &writer))
        return STATUS_FAILURE;
    fwrite(text, 1, length, writer.out);
    return output_close(command, &writer, 0);
}
