/* The terminal game, as the command line sees it. */
#ifndef ELEVEN_TERM_H
#define ELEVEN_TERM_H

#include "eleven.h"

typedef struct term_options {
    const char *theme; /* NULL: the first one */
    bool animate;
} term_options;

/* Who gives hints and plays by itself. */
typedef struct term_player {
    const char *name; /* of a built-in player, borrowed */
    uint64_t seed;    /* which it is opened with, when it is needed first */
    eleven_budget
        budget; /* all 0: as long as the pace allows, a tenth of a second at most; as text the player's usual depth */
} term_player;

/* What the game needs from around it. Everything is borrowed. */
typedef struct term_game {
    eleven_session *session; /* with a game begun */

    /* Called after every action; false and a sentence where it could not be kept. NULL: nothing is kept. */
    bool (*save)(void *context, eleven_session *session, eleven_problem *problem);

    /* The best score for the session's rules and size, this game included. NULL: none is shown. */
    uint64_t (*best)(void *context, const eleven_session *session);

    uint64_t (*random_seed)(void); /* for new games */
    const char *notice;            /* one sentence to show at the start, or NULL */
    term_player player;
    void *context; /* handed to save and best */
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

/* What it takes to watch a player. Sessions are owned by the one who gives them. */
typedef struct term_watch {
    double pace;   /* milliseconds from move to move; negative: a quarter of a second */
    int64_t moves; /* pause after so many; negative: never */

    /* Ends the game that is watched and gives a session with another; NULL where memory is short. */
    eleven_session *(*next)(void *context);

    /* A person takes the watched game over: gives a session that goes on with it and is saved from now on (NULL where
     * memory is short), and a sentence to show, where there is one. */
    eleven_session *(*take_over)(void *context, const char **notice);
} term_watch;

/* Lets the game's player play; nothing is saved and no best is asked for until a person takes over. Exit status as of
 * term_play. The context is the game's. */
int term_watch_play(const term_game *game, const term_watch *watch, const term_options *options);

/* The themes by index from 0; NULL past the last. */
const char *term_theme_name(unsigned index);
bool term_theme_exists(const char *name);

#endif
