/* The screens of the terminal. Each is a table of keys and a few functions; screen.c has what they share: the loop, the
 * keys, the mouse, the drawing.
 *
 *     play ----v----> review       the review returns to the game
 *     watch --arrow--> play        whoever presses an arrow key takes the game over
 *     replay
 *
 * autoplay.c has the player that play and watch consult. For the screens of front/term only. */
#ifndef TERM_SCREEN_H
#define TERM_SCREEN_H

#include "base/clock.h"
#include "base/game_review.h"
#include "term/draw.h"
#include "term/term.h"
#include "term/terminal.h"
#include "term/thinker.h"

enum { FRAME_MS = 16, SLIDE_MS = 100, AUTOPLAY_MS = 250 };

struct screen;

/* One row of the table of keys. */
struct binding {
    /* Characters in lower case, or KEY_ codes; 0 ends. */
    int keys[5];
    /* For the help; NULL: not listed. */
    const char *label, *help;
    void (*act)(struct screen *screen, int argument);
    int argument;
    /* A player that is playing continues. */
    bool lets_play;
};

/* One of the screens. */
struct screen_kind {
    /* A row without a function ends the table. */
    const struct binding *bindings;
    /* For the footer: keys and what they do, the most important first, two blanks apart. */
    const char *hints;
    bool any_key_stops;
    /* Called before each frame. Does what is due and returns the milliseconds until it wants to be called again;
     * negative: not before something happens. */
    double (*run)(struct screen *screen);
    /* Fills in the parts of the scene that differ between the screens: title, banner, panel, best score. */
    void (*describe)(struct screen *screen, struct scene *scene);
    /* Draws the scene; NULL: the board fills the window. */
    void (*draw)(struct screen *screen, const struct scene *scene);
    /* Moves the tiles as the mouse asks; NULL: the mouse does nothing. */
    void (*slide)(struct screen *screen, int direction);
    /* Replaces a game that is over by another one; NULL: nothing does. */
    void (*next_game)(struct screen *screen);
};

/* What the player says about the board. */
struct consultation {
    /* NULL until it is needed. */
    struct thinker *thinker;
    bool shows_hint;
    /* About the present position. */
    bool is_asked, is_answered;
    /* About this position, or about the one before until the answer is there. */
    bool has_advice;
    eleven_advice advice;
};

struct screen {
    const struct screen_kind *kind;
    /* `game` is NULL in a replay and in a review of its own; `watch` is NULL if nobody is watched. */
    const term_game *game;
    const term_watch *watch;
    eleven_session *session;
    const term_options *options;

    struct terminal terminal;
    struct canvas canvas;
    struct theme theme;
    struct layout layout;
    char notice[240];
    double notice_until;
    bool shows_help, quits;
    /* A replay or a player makes the next step at a certain time. A watched player stops after some steps; negative:
     * never. */
    bool runs;
    double next_step, step_ms;
    int64_t steps_left;

    struct consultation player;
    /* NULL outside of a review; owned. */
    struct review_view *review;
};

/* Runs until the screen is left. Returns the exit status; -1 if there is no suitable terminal. */
int screen_run(struct screen *screen);

/* The time of an action, for the session: without animation every action happened long ago. */
double screen_action_time(const struct screen *screen);

/* Shows a sentence for a few seconds. */
void screen_say(struct screen *screen, const char *sentence);

/* Forgets what the player said about the position. */
void screen_forget_advice(struct screen *screen);

/* To be called after an action has changed the game: saves it and forgets the advice. */
void screen_changed(struct screen *screen);

/* Announces the end of the game, once its tiles have arrived; `hint`: the keys to press then. */
void screen_set_banner(struct scene *scene, const char *hint);

/* Actions of more than one screen. */
void screen_set_speed(struct screen *screen, int faster);
void screen_next_theme(struct screen *screen, int argument);
void screen_show_help(struct screen *screen, int argument);
void screen_quit(struct screen *screen, int argument);

/* ---- The game (play.c) ---------------------------------------------------------------------------------- */

extern const struct screen_kind play_kind;
void play_move(struct screen *screen, int direction);

/* "4x4 classic  12 moves, undone", or another `mark`. */
void play_write_title(struct scene *scene, const eleven_rules *rules, const char *mark);

/* ---- The player that gives hints and plays (autoplay.c) -------------------------------------------------- */

void autoplay_hint(struct screen *screen, int argument);
void autoplay_start_or_stop(struct screen *screen, int argument);

/* Asks, listens, and makes the moves that are due; see screen_kind. */
double autoplay_run(struct screen *screen);

/* Puts what the player thinks into the scene. */
void autoplay_describe(const struct screen *screen, struct scene *scene);

/* ---- The review (review.c has its keys, review_draw.c its picture) --------------------------------------- */

struct review_view {
    struct game_review review;
    /* The move that is shown; the number of all moves: the end. */
    size_t at;
    /* Of a review over a game: the screen that it returns to, its own copy of the game and its own player. NULL
     * otherwise. */
    const struct screen_kind *outer_kind;
    eleven_session *outer_session, *copy;
    eleven_player *judge;
};

/* Opens a review of the current game over the screen; the network judges. Returns false when out of memory. */
bool review_open(struct screen *screen);

/* Returns from the review, if there is one, to the screen that it was opened from. */
void review_close(struct screen *screen);

/* See screen_kind. */
void review_describe(struct screen *screen, struct scene *scene);
void review_draw(struct screen *screen, const struct scene *scene);

#endif
