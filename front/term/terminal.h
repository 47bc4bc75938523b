/* The terminal itself: taken over, read, written, and always given back as it was found, whatever ends the program.
 * ncurses knows the terminal and its keys; every byte of a frame is our own. There is one terminal, so there is one
 * state, inside terminal.c. */
#ifndef TERM_TERMINAL_H
#define TERM_TERMINAL_H

#include "term/canvas.h"

struct terminal {
    int columns, rows;
    bool has_mouse;
    struct canvas_pen pen;
};

typedef enum event_kind {
    /* The time is up. */
    EVENT_NOTHING,
    /* `key` is a character or one of ncurses' KEY_ codes. */
    EVENT_KEY,
    /* The mouse button was pressed at one cell and released at another, or the same one. */
    EVENT_DRAG,
    /* The size may have changed, or the program was suspended: what the screen shows is lost. */
    EVENT_REDRAW,
    /* A signal asks the program to end, or there is no more input. `signal` is 0 in the latter case. */
    EVENT_END,
} event_kind;

struct event {
    event_kind kind;
    int key, signal;
    int from_column, from_row, to_column, to_row;
};

/* Takes the terminal over. Returns false, and changes nothing, if it cannot address its cursor. */
bool terminal_open(struct terminal *terminal);
void terminal_close(struct terminal *terminal);

/* Waits for an event, `milliseconds` at most (-1: forever). Suspends and resumes the program automatically. */
struct event terminal_wait(struct terminal *terminal, int milliseconds);

/* Shows the canvas: one write of what changed. */
void terminal_show(struct terminal *terminal, struct canvas *canvas);

#endif
