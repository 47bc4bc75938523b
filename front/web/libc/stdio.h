/* What the library needs of <stdio.h>: sentences. There are no files in a browser; what would open one is not
 * linked. */
#ifndef WEB_STDIO_H
#define WEB_STDIO_H

#include <stddef.h>

typedef struct FILE FILE;
enum { SEEK_SET, SEEK_END };

int snprintf(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

FILE *fopen(const char *path, const char *mode);
int fclose(FILE *file);
int fflush(FILE *file);
int fileno(FILE *file);
int fseek(FILE *file, long offset, int from);
long ftell(FILE *file);
size_t fread(void *to, size_t size, size_t count, FILE *file);
size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
int rename(const char *from, const char *to);
int remove(const char *path);

#endif
