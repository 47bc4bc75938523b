/* Error messages: what was printed before comes first, then the sentence. No word in it, such as the name of a file,
 * controls the terminal or breaks the line. */
#include "base/complain.h"
#include "base/utf8.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *complain_name = "";

int complain(const char *name, int status, const char *format, ...)
{
    enum { SENTENCE = 16384 }; /* with two paths of any length */
    char sentence[SENTENCE];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    utf8_calm(sentence);
    fflush(stdout);
    fprintf(stderr, "eleven%s%s: %s\n", name[0] ? " " : "", name, sentence);
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
