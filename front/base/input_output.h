/* Whole files, read and replaced. */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct file_text {
    char *text; /* NUL-terminated; owned */
    size_t length;
} file_text;

/* Reads the whole file, or standard input where the path is "-". Returns 0, or STATUS_FAILURE after
 * complaining. Give it back with free(file->text). */
int input_read(const char *command, const char *path, file_text *file);

/* How the path is called in a sentence. */
const char *file_name(const char *path);

/* Puts the text in place of the file, wholly or not at all; "-" is standard output. Returns 0, or
 * STATUS_FAILURE after complaining. */
int output_write(const char *command, const char *path, const char *text, size_t length);

#endif
