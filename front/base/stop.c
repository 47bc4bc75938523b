/* Signals set a flag; nothing else happens inside the handler. */
#include "base/stop.h"

#include <stddef.h>

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOP_SIGNALS = sizeof stop_signals / sizeof *stop_signals };

volatile sig_atomic_t stop_requested;

static void request_stop(int number)
{
    if (stop_requested) {
        signal(number, SIG_DFL);
        raise(number);
    }
    stop_requested = 1;
}

void stop_on_signals(void)
{
    struct sigaction action = {.sa_handler = request_stop, .sa_flags = SA_RESTART}, before;
    stop_requested = 0;
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
