/* Stopping on a signal. A long command asks from time to time whether it has been asked to stop, and then ends with its
 * work in order. */
#ifndef BASE_STOP_H
#define BASE_STOP_H

#include <signal.h>

/* Becomes 1 with the first SIGINT, SIGTERM or SIGHUP after stop_on_signals. A second signal ends the program at once,
 * unless the flag has been set back to 0 in the meantime. */
extern volatile sig_atomic_t stop_requested;

/* Catches the signals; those that were ignored before stay ignored. */
void stop_on_signals(void);

/* Gives the signals their default effect again. */
void stop_end(void);

#endif
