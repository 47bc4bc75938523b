/* Error messages: what was printed before comes first, then the sentence. */
#include "base/complain.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

static void put_error(const char *text)
{
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

/* Only async-signal-safe calls. */
static void on_lost_mapping(int number)
{
    (void)number;
    put_error(complain_name[0] ? "eleven " : "eleven");
    put_error(complain_name);
    put_error(": a table became shorter while it was in use, or cannot be read from its disk; write it again\n");
    _exit(STATUS_FAILURE);
}

void complain_of_lost_mappings(void)
{
    signal(SIGBUS, on_lost_mapping);
}
