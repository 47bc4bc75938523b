/* Input and output by the names that commands are given. */
#include "base/input_output.h"
#include "base/complain.h"
#include "eleven.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { INPUT_BYTES_MOST = 256 << 20 };

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

const char *input_name(const char *path)
{
    return is_standard(path) ? "standard input" : path;
}

void fail_in_file(const char *path, const eleven_problem *problem)
{
    if (problem->line == 0)
        fail_with("%s: %s", input_name(path), problem->sentence);
    fail_with("%s:%" PRIu32 ":%" PRIu32 ": %s", input_name(path), problem->line, problem->column, problem->sentence);
}

bool input_has_mark(const char *text, size_t length)
{
    return length >= INPUT_MARK && memcmp(text, "\xef\xbb\xbf", INPUT_MARK) == 0;
}

buffer input_read(const char *path)
{
    eleven_problem problem;
    buffer file = {0};
    if (is_standard(path) ? file_read_stream(stdin, input_name(path), INPUT_BYTES_MOST, &file, &problem)
                          : file_read(path, INPUT_BYTES_MOST, &file, &problem))
        fail_problem(&problem);
    if (input_has_mark(file.at, file.length)) {
        file.length -= INPUT_MARK;
        memmove(file.at, file.at + INPUT_MARK, file.length + 1);
    }
    return file;
}

/* Fails if the file has several records and the first one has a head. */
static void check_one_record(const char *path, const buffer *file)
{
    unsigned count = 1;
    eleven_reader reader;
    eleven_problem problem;
    size_t at = eleven_record_length(file->at, file->length);
    if (at == file->length)
        return;
    if (eleven_reader_open(&reader, file->at, at, &problem))
        fail_in_file(path, &problem);
    for (; at < file->length; count++)
        at += eleven_record_length(file->at + at, file->length - at);
    fail_with("%s contains %u games; 'eleven games import' adds them to the saved games, which have numbers",
              input_name(path), count);
}

buffer input_read_game(const char *path)
{
    buffer file = input_read(path);
    eleven_format format = eleven_format_detect(file.at, file.length);
    if (format != ELEVEN_FORMAT_RECORD) {
        eleven_bytes records;
        eleven_problem problem;
        unsigned lost;
        if (eleven_import(file.at, file.length, format, &records, &lost, &problem))
            fail_in_file(path, &problem);
        buffer_free(&file);
        file = (buffer){.at = records.at, .length = records.length};
    }
    check_one_record(path, &file);
    return file;
}

eleven_session *input_session(const char *path, buffer *file)
{
    eleven_problem problem;
    eleven_session *session = eleven_session_new();
    if (!session)
        fail_no_memory();
    if (eleven_session_load(session, file->at, file->length, 0, &problem))
        fail_in_file(path, &problem);
    buffer_free(file);
    return session;
}

void output_check(const char *path, bool may_replace)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (is_standard(path) || (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)))
        return;
    if (exists && !may_replace && S_ISREG(status.st_mode))
        fail_with("%s exists; --force replaces it", path);
    file_writer writer = output_open(path);
    output_close(&writer, false);
}

file_writer output_open(const char *path)
{
    eleven_problem problem;
    file_writer writer = {.out = stdout};
    if (!is_standard(path) && file_writer_open(&writer, path, &problem))
        fail_problem(&problem);
    return writer;
}

void output_close(file_writer *writer, bool is_complete)
{
    eleven_problem problem;
    if (writer->out == stdout)
        output_flush();
    else if (file_writer_close(writer, is_complete, &problem))
        fail_problem(&problem);
}

/* Why standard output could not be written; 0: not known. */
static int output_trouble;

bool output_push(void)
{
    bool is_written = fflush(stdout) == 0;
    output_trouble = is_written || output_trouble ? output_trouble : errno;
    return is_written;
}

void output_flush(void)
{
    if ((!output_push() || ferror(stdout)) && output_trouble != EPIPE)
        fail_with("the output cannot be written: %s",
                  output_trouble ? strerror(output_trouble) : "an earlier part of it was lost");
}

void output_write(const char *path, const char *text, size_t length)
{
    file_writer writer = output_open(path);
    fwrite(text, 1, length, writer.out);
    output_close(&writer, true);
}

void output_write_buffer(const char *path, buffer *text)
{
    if (text->failed)
        fail_no_memory();
    output_write(path, text->at, text->length);
    buffer_free(text);
}
