/* The estimate assumes that the rest takes as long, for its share, as what has been done. */
#include "base/progress.h"
#include "base/clock.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

/* Milliseconds. Short work shows no line. */
enum { FIRST_LINE = 2000, TERMINAL_PACE = 500, LOG_PACE = 30000 };

progress progress_begin(double share_begun, bool is_logged)
{
    bool is_terminal = isatty(STDERR_FILENO);
    return (progress){clock_milliseconds(), 0, share_begun, is_terminal, is_logged};
}

double progress_seconds(const progress *self)
{
    return (clock_milliseconds() - self->began) / 1e3;
}

const char *progress_left(double seconds, char text[PROGRESS_LEFT])
{
    if (seconds < 100)
        snprintf(text, PROGRESS_LEFT, "about %.0f s left", seconds);
    else if (seconds < 6000)
        snprintf(text, PROGRESS_LEFT, "about %.0f min left", seconds / 60);
    else
        snprintf(text, PROGRESS_LEFT, "about %.1f h left", seconds / 3600);
    return text;
}

void progress_show(progress *self, double share, const char *format, ...)
{
    double now = clock_milliseconds(), done = share - self->share_begun;
    char left[PROGRESS_LEFT];
    va_list values;
    if (!self->is_terminal && !self->is_logged)
        return;
    if (done <= 0 || now - self->began < FIRST_LINE ||
        now - self->shown < (self->is_terminal ? TERMINAL_PACE : LOG_PACE))
        return;
    self->shown = now;
    fputs(self->is_terminal ? "\r\033[K" : "", stderr);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    if (isnan(share))
        fprintf(stderr, "%.0f s", progress_seconds(self));
    else
        fprintf(stderr, "%.1f%%, %s", 100 * share, progress_left((now - self->began) / 1e3 / done * (1 - share), left));
    fputs(self->is_terminal ? "" : "\n", stderr);
}

void progress_end(progress *self)
{
    if (self->is_terminal && self->shown > 0)
        fputs("\r\033[K", stderr);
    self->shown = 0;
}

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOP_SIGNALS = sizeof stop_signals / sizeof *stop_signals };

eleven_stop interrupted;

/* Nothing else happens inside the handler. */
static void request_stop(int number)
{
    if (eleven_stop_is_requested(&interrupted)) {
        signal(number, SIG_DFL);
        raise(number);
    }
    eleven_stop_request(&interrupted);
}

void stop_on_signals(void)
{
    struct sigaction action = {.sa_handler = request_stop, .sa_flags = SA_RESTART}, before;
    interrupted = (eleven_stop){0};
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < STOP_SIGNALS; i++) {
        sigaction(stop_signals[i], &action, &before);
        if (before.sa_handler == SIG_IGN)
            sigaction(stop_signals[i], &before, NULL);
    }
}

void stop_end(void)
{
    for (unsigned i = 0; i < STOP_SIGNALS; i++) {
        struct sigaction action;
        sigaction(stop_signals[i], NULL, &action);
        if (action.sa_handler == request_stop)
            signal(stop_signals[i], SIG_DFL);
    }
}
