/* What the library needs of <stdio.h>: sentences, see ../print.c. There are no files in a browser; what would open one
 * is not linked. */
#include <stdarg.h>
#include <stddef.h>

typedef struct FILE FILE;

int vsnprintf(char *text, size_t size, const char *format, va_list values) __attribute__((format(printf, 3, 0)));
