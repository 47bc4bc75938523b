/* Lines of standard input. Signals are delivered only while the program waits for input, so that none is missed between
 * the check and the wait. Their handler only sets a flag. */
#include "term/term.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof *signals };

static volatile sig_atomic_t is_ended;

static struct {
    char text[PLAIN_LINE];
    size_t length;
    int trouble;
    sigset_t outside;
    struct sigaction before[SIGNALS], before_pipe;
} input;

static void end(int signal)
{
    (void)signal;
    is_ended = 1;
}

void plain_input_begin(void)
{
    sigset_t ours;
    struct sigaction action = {.sa_handler = end}, ignore = {.sa_handler = SIG_IGN};
    is_ended = 0;
    input.length = 0;
    input.trouble = 0;
    sigemptyset(&ours);
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < SIGNALS; i++) {
        sigaddset(&ours, signals[i]);
        sigaction(signals[i], NULL, &input.before[i]);
        if (input.before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    sigprocmask(SIG_BLOCK, &ours, &input.outside);
    sigaction(SIGPIPE, &ignore, &input.before_pipe);
}

void plain_input_end(void)
{
    sigprocmask(SIG_SETMASK, &input.outside, NULL);
    for (unsigned i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &input.before[i], NULL);
}

/* A signal that came while the program was busy is delivered between the two calls. */
bool plain_input_is_ended(void)
{
    sigset_t ours;
    sigprocmask(SIG_SETMASK, &input.outside, &ours);
    sigprocmask(SIG_SETMASK, &ours, NULL);
    return is_ended;
}

const char *plain_input_trouble(void)
{
    return input.trouble ? strerror(input.trouble) : NULL;
}

/* Returns false if there is no more input. */
static bool read_more(void)
{
    fd_set set;
    FD_ZERO(&set);
    FD_SET(STDIN_FILENO, &set);
    if (plain_input_is_ended() || pselect(STDIN_FILENO + 1, &set, NULL, NULL, NULL, &input.outside) != 1)
        return !is_ended && errno == EINTR;
    ssize_t got = read(STDIN_FILENO, input.text + input.length, sizeof input.text - 1 - input.length);
    if (got < 0 && errno != EINTR && errno != EAGAIN)
        input.trouble = errno;
    if (got > 0)
        input.length += (size_t)got;
    return got > 0 || (got < 0 && !input.trouble);
}

/* Moves `length` bytes, and the line break after them, out of the buffer. A NUL must not cut the line short. */
static void take(char line[PLAIN_LINE], size_t length, bool with_break)
{
    memcpy(line, input.text, length);
    line[length] = '\0';
    for (size_t i = 0; i < length; i++)
        if (line[i] == '\0')
            line[i] = '\x01';
    input.length -= length + with_break;
    memmove(input.text, input.text + length + with_break, input.length);
}

/* Where a full buffer is cut: after a word. What fills it without an end is a row of keys, which can be cut
 * anywhere. */
static size_t full_cut(void)
{
    size_t cut = input.length;
    while (cut > 0 && !memchr(" \t,.", input.text[cut - 1], 4))
        cut--;
    return cut ? cut : input.length;
}

bool plain_input_line(char line[PLAIN_LINE])
{
    for (;;) {
        if (plain_input_is_ended())
            return false;
        char *end_of_line = memchr(input.text, '\n', input.length);
        bool is_full = !end_of_line && input.length == sizeof input.text - 1;
        if (end_of_line || is_full) {
            take(line, end_of_line ? (size_t)(end_of_line - input.text) : full_cut(), end_of_line != NULL);
            return true;
        }
        if (read_more())
            continue;
        if (is_ended || input.trouble || input.length == 0)
            return false;
        take(line, input.length, false);
        return true;
    }
}
