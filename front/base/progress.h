/* Long commands: how far they are, and how they are stopped.
 *
 * A line on standard error shows how far a long command is and how long it will still take:
 *
 *     valued 21,752 positions, 43.1%, about 25 s left
 *
 * On a terminal the line is updated twice per second and removed at the end. Otherwise it is printed every 30
 * seconds, and only where the command wants that.
 *
 * A long command asks from time to time whether a signal has asked it to stop, and then ends with its work in order. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include "eleven/game.h"

typedef struct progress {
    /* Milliseconds: the beginning, and the last line. */
    double began, shown;
    /* The share of the work that was done at the beginning. */
    double share_begun;
    bool is_terminal, is_logged;
} progress;

/* `share_begun`: not 0 where the command continues earlier work. `is_logged`: also prints where there is no
 * terminal. */
progress progress_begin(double share_begun, bool is_logged);

/* Prints the line, with the text in front, if it is time for it. `share` is between 0 and 1; NAN: it is not known, and
 * the line has the seconds since the beginning. */
__attribute__((format(printf, 3, 4))) void progress_show(progress *self, double share, const char *format, ...);

/* Removes the line from the terminal. */
void progress_end(progress *self);

/* Seconds since the beginning. */
double progress_seconds(const progress *self);

/* "about 25 s left", in seconds, minutes or hours. */
enum { PROGRESS_LEFT = 40 };
const char *progress_left(double seconds, char text[PROGRESS_LEFT]);

/* Requested by the first SIGINT, SIGTERM or SIGHUP after stop_on_signals. A second signal ends the program at once,
 * unless this has been set back to 0 in the meantime. */
extern eleven_stop interrupted;

/* Catches the signals; those that were ignored before stay ignored. */
void stop_on_signals(void);

/* Gives the signals their default effect again. */
void stop_end(void);

#endif
