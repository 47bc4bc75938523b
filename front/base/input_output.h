/* Files that a command line names: read whole, or replaced. "-" is standard input or standard output. All functions
 * fail where something goes wrong. */
#ifndef BASE_INPUT_OUTPUT_H
#define BASE_INPUT_OUTPUT_H

#include "base/file.h"
#include "eleven/session.h"

/* Whether a text begins with the mark that says: this is UTF-8. It is not a part of the text. */
enum { INPUT_MARK = 3 };
bool input_has_mark(const char *text, size_t length);

/* Reads the whole file, without a mark; to be freed with buffer_free. */
buffer input_read(const char *path);

/* The same for one game in any format that Eleven knows; the result is a game record. */
buffer input_read_game(const char *path);

/* Gives a session with the game of the file, which is freed; `path` is for the sentence. */
eleven_session *input_session(const char *path, buffer *file);

/* What a sentence calls the input. */
const char *input_name(const char *path);

/* Fails with "FILE:LINE:COLUMN: SENTENCE"; without the place where the problem has none. */
__attribute__((noreturn)) void fail_in_file(const char *path, const eleven_problem *problem);

/* Replaces the file. */
void output_write(const char *path, const char *text, size_t length);

/* The same with a buffer, which is freed. Fails if it is not whole. */
void output_write_buffer(const char *path, buffer *text);

/* With --force: whether a file that exists may be replaced. */
#define OPTION_FORCE(field) FLAG(field, "force", 0, "replace a file that exists")

/* Fails if the file exists and may not be replaced, or cannot be written. Call it before long work, so that no result
 * is lost. Pipes and devices are written, not replaced. */
void output_check(const char *path, bool may_replace);

/* A file that is replaced at the end, when everything has been written; or standard output. */
file_writer output_open(const char *path);

/* Where `is_complete` is false, the file stays as it was. */
void output_close(file_writer *writer, bool is_complete);

/* Writes what was printed so far. False if it cannot be written; output_flush then states why. */
bool output_push(void);

/* All output must have been written: a full disk is a failure, a reader that has gone away is not. */
void output_flush(void);

#endif
