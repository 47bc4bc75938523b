/* The terminal itself: taken over, read from, written to, and always given back as it was found, whatever
 * ends the program. ncurses knows the terminal and its keys; every byte of a frame is our own. There is one
 * terminal, so there is one state, inside terminal.c. */
#ifndef ELEVEN_TERMINAL_H
#define ELEVEN_TERMINAL_H

#include "term/canvas.h"

struct terminal {
    int columns, rows;
    bool has_mouse;
    struct canvas_pen pen;
};

typedef enum event_kind {
    EVENT_NOTHING, /* the time is up */
    EVENT_KEY,     /* key: a character or one of ncurses' KEY_ codes */
    EVENT_DRAG,    /* the mouse button went down at one cell and up at another, or the same one */
    EVENT_REDRAW,  /* the size may have changed, or the program was suspended: what the screen shows is lost */
    EVENT_END,     /* a signal asks to stop, or nobody is there to type; signal: which, 0 none */
} event_kind;

struct event {
    event_kind kind;
    int key, signal;
    int from_column, from_row, to_column, to_row;
};

/* Takes the terminal over; false, and nothing changed, where it cannot address its cursor. */
bool terminal_open(struct terminal *terminal);
void terminal_close(struct terminal *terminal);

/* Waits for something to happen, `milliseconds` at most (-1: for ever). Suspends and resumes the program by
 * itself. */
struct event terminal_wait(struct terminal *terminal, int milliseconds);

/* Shows the canvas: one write, of what changed. */
void terminal_show(struct terminal *terminal, struct canvas *canvas);

#endif
