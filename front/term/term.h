/* The terminal game, as the command line sees it. */
#ifndef ELEVEN_TERM_H
#define ELEVEN_TERM_H

#include "eleven.h"

typedef struct term_options {
    const char *theme; /* NULL: the first one */
    bool animate;
} term_options;

/* What the game needs from around it. Everything is borrowed. */
typedef struct term_game {
    eleven_session *session; /* with a game begun */

    /* Called after every action; false and a sentence where it could not be kept. NULL: nothing is kept. */
    bool (*save)(void *context, eleven_session *session, eleven_problem *problem);

    /* The best score for the session's rules and size, this game included. NULL: none is shown. */
    uint64_t (*best)(void *context, const eleven_session *session);

    uint64_t (*random_seed)(void); /* for new games */
    const char *notice;            /* one sentence to show at the start, or NULL */
    void *context;                 /* handed to save and best */
} term_game;

/* Plays until the player quits or a signal ends it, and leaves the terminal as it was found. Gives the exit
 * status; -1 where this terminal cannot show the game (it has no cursor addressing), and nothing was done. */
int term_play(const term_game *game, const term_options *options);

/* Shows the session's timeline, forward and backward. Exit status as above. */
int term_replay(eleven_session *session, const term_options *options);

/* Shows the review of the session's game, judged by the player while it is looked at: a depth of three moves where
 * the budget sets no limit. Exit status as above. */
int term_review(eleven_session *session, eleven_player *player, const eleven_budget *budget,
                const term_options *options);

/* The themes by index from 0; NULL past the last. */
const char *term_theme_name(unsigned index);
bool term_theme_exists(const char *name);

#endif
