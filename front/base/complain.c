/* Error messages: what was printed before comes first, then the sentence. */
#include "base/complain.h"

#include <stdarg.h>
#include <stdio.h>

const char *complain_name = "";

int complain(const char *name, int status, const char *format, ...)
{
    va_list values;
    fflush(stdout);
    fprintf(stderr, "eleven%s%s: ", name[0] ? " " : "", name);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    putc('\n', stderr);
    return status;
}
