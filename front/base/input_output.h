/* Files that a command line names: read whole, or replaced. "-" is standard input or standard output. All functions
 * return 0, or STATUS_FAILURE after a complaint. */
#ifndef BASE_INPUT_OUTPUT_H
#define BASE_INPUT_OUTPUT_H

#include "base/file.h"

/* Reads the whole file; to be freed with buffer_free. */
int input_read(const char *command, const char *path, buffer *file);

/* The same for a game in any format that Eleven knows; the result is a game record. */
int input_read_game(const char *command, const char *path, buffer *file);

/* What a sentence calls the input. */
const char *input_name(const char *path);

/* "FILE:LINE:COLUMN: SENTENCE" as a complaint; without the place where the problem has none. */
int complain_of_file(const char *command, const char *path, const eleven_problem *problem);

/* Replaces the file. */
int output_write(const char *command, const char *path, const char *text, size_t length);

/* Complains if the file exists and may not be replaced. */
int output_check(const char *command, const char *path, bool may_replace);

/* A file that is replaced at the end, when everything has been written; or standard output. */
int output_open(const char *command, const char *path, file_writer *writer);

/* Where `status` is not 0, the file stays as it was. Returns `status`, or STATUS_FAILURE. */
int output_close(const char *command, file_writer *writer, int status);

#endif
