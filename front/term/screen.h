/* What the three screens of the terminal (a game, a replay, a player to watch) have in common: keys become actions by
 * a table, frames become pictures, and something may run by itself meanwhile. Inside front/term only. */
#ifndef ELEVEN_SCREEN_H
#define ELEVEN_SCREEN_H

#include "term/draw.h"
#include "term/term.h"
#include "term/terminal.h"
#include "term/thinker.h"

enum { FRAME_MS = 16, SLIDE_MS = 100 };

struct screen;

/* One row of the table of keys. */
struct binding {
    int keys[5]; /* characters in lower case, or KEY_ codes; 0 ends */
    const char *label, *help;
    void (*act)(struct screen *screen, int argument);
    int argument;
    bool lets_play; /* a player at play is not stopped by it */
};

/* One of the screens. */
struct screen_kind {
    const struct binding *bindings;
    const char *hints; /* for the footer, the most important first, two blanks apart */
    bool any_key_stops;
    void (*run)(struct screen *screen); /* what goes on by itself; called before each frame */
};

/* What the player says about the board. */
struct consultation {
    struct thinker *thinker; /* NULL until it is needed */
    bool shows_hint;
    bool is_asked, is_answered; /* about the present position */
    bool has_advice;            /* about this position, or the one before while the answer is awaited */
    eleven_advice advice;
};

struct screen {
    const struct screen_kind *kind;
    const term_game *game;   /* NULL in a replay */
    const term_watch *watch; /* NULL: nobody is watched */
    eleven_session *session;
    const term_options *options;
    struct terminal terminal;
    struct canvas canvas;
    struct theme theme;
    struct layout layout;
    char notice[240];
    double notice_until;
    bool shows_help, quits;
    bool runs;        /* a replay or a player goes on by itself */
    double next_step; /* when */
    double step_ms;
    int64_t steps_left; /* after which a watched player stops; negative: never */
    struct consultation player;
};

/* Until the screen is left: an exit status, or -1 where there is no terminal to do it in. */
int screen_run(struct screen *screen);

double now_ms(void);

/* The time to tell the session: without animation every action is long past. */
double action_time(const struct screen *screen);

void say(struct screen *screen, const char *sentence);

/* To be called once an action has changed the session: the game is kept, and what was thought is forgotten. */
void changed(struct screen *screen);

/* ---- Actions of more than one screen ------------------------------------------------------------------- */

void act_run(struct screen *screen, int argument);
void act_speed(struct screen *screen, int faster);
void act_theme(struct screen *screen, int argument);
void act_redraw(struct screen *screen, int argument);
void act_help(struct screen *screen, int argument);
void act_quit(struct screen *screen, int argument);

/* The row that draws everything anew, and the one that ends a table. */
#define REDRAW_BINDING                                                                                                 \
    {                                                                                                                  \
        {'l' & 31}, NULL, NULL, act_redraw, 0, true                                                                    \
    }
#define LAST_BINDING                                                                                                   \
    {                                                                                                                  \
        {0}, NULL, NULL, NULL, 0, false                                                                                \
    }

/* Of a game (play.c); act_move takes a watched game over. */
extern const struct screen_kind play_kind;
void act_move(struct screen *screen, int direction);

/* Of a watched one (watch.c). */
void watch_take_over(struct screen *screen);
void watch_next_game(struct screen *screen);

/* ---- The player (autoplay.c) --------------------------------------------------------------------------- */

enum { AUTOPLAY_MS = 250 };

void act_hint(struct screen *screen, int argument);
void act_autoplay(struct screen *screen, int argument);

/* Asks, listens, and makes the moves that are due. */
void autoplay_run(struct screen *screen);

/* Forgets what was said about the position. */
void autoplay_forget(struct screen *screen);

bool autoplay_is_thinking(const struct screen *screen);

/* False where nothing of the player is to be seen. */
bool autoplay_panel(const struct screen *screen, struct panel *panel);

#endif
