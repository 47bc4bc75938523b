/* The room's public header: the game in a terminal, on the whole screen or as plain text. */
#ifndef TERM_H
#define TERM_H

#include "base/hint.h"
#include "eleven.h"

typedef struct term_options {
    /* NULL: the first theme. */
    const char *theme;
    bool animate;
} term_options;

/* The player that gives hints and plays when asked. */
typedef struct term_player {
    /* The name of a built-in player, borrowed, and the seed that it is opened with when it is first needed. */
    const char *name;
    uint64_t seed;
    /* All 0: as long as the pace allows, a tenth of a second at most; in plain text the player's default depth. */
    eleven_budget budget;
} term_player;

/* What the game needs. Everything is borrowed. */
typedef struct term_game {
    /* A game has begun in it. If the player opens another saved game, it is freed and replaced by a session with that
     * one. */
    eleven_session *session;
    /* Saves the game after every action, and knows the best score. */
    struct game_saver *saver;
    /* The player can open the other games of the saver, and keep settings in it. */
    bool lists_games;
    /* One sentence to show at the start, or NULL. */
    const char *notice;
    term_player player;
    /* Plain text without the board after each move, for those who hear it. */
    bool is_spoken;
    /* Nobody has played here before: the rules are shown. */
    bool is_first;
} term_game;

/* Plays until the player quits or a signal ends it, and leaves the terminal as it was found. Returns the exit status;
 * -1 if this terminal cannot show the game because it has no cursor addressing, and nothing was done. */
int term_play(term_game *game, const term_options *options);

/* Shows the session's timeline, forward and backward. Returns the exit status as above. */
int term_replay(eleven_session *session, const term_options *options);

/* Shows the review of the session's game. The player of that name (borrowed) is opened, and judges the moves, while the
 * review is on the screen; three moves ahead if the budget sets no limit. Returns the exit status as above. */
int term_review(eleven_session *session, const char *player, const eleven_budget *budget, const term_options *options);

/* How to watch a player. Sessions are owned by the caller. */
typedef struct term_watch {
    /* Milliseconds per move; negative: a quarter of a second. */
    double pace;
    /* Pause after this many moves; negative: never. */
    int64_t moves;
    /* Passed to both functions. */
    void *context;
    /* Ends the game that is watched and returns a session with another one; NULL when out of memory. */
    eleven_session *(*next)(void *context);
    /* A person takes the watched game over: returns a session that continues it and is saved from now on (NULL when out
     * of memory), and sets `notice` if there is something to say. */
    eleven_session *(*take_over)(void *context, const char **notice);
} term_watch;

/* Lets the game's player play; nothing is saved, and no best score is shown, until a person takes over. Returns the
 * exit status as term_play does. */
int term_watch_play(term_game *game, const term_watch *watch, const term_options *options);

/* Appends the game of one session to another. Returns false when out of memory. */
bool term_append_game(const eleven_session *from, eleven_session *to);

/* Plays until the input ends, the player quits or a signal comes. Returns the exit status. */
int plain_play(const term_game *game);

/* Prints on standard output what the last action of the session, a move in that direction, did; `in_full`: more of it,
 * as the board is not printed:
 *
 *     Left: 2 and 2 make 4 at column 1, row 1. New 2 at column 3, row 4. Score 12.
 *     Left: 3 tiles move; 2 and 2 make 4 at column 1, row 1. New 2 at column 3, row 4. Gain 4. Score 12.
 */
void announce_move(const eleven_session *session, eleven_direction direction, bool in_full);

/* Prints "You win! ..." or "Game over. ..."; nothing while the game is played. */
void announce_end(const eleven_session *session);

/* Prints what a player thinks of the position:
 *
 *     Hint: left, 1,240 points more than up; down loses 3,120 points; right moves nothing; the expected final score is
 *     24,512.
 */
void announce_hint(const player_hint *hint);

/* Prints why a move is not possible now. */
void announce_stuck(const eleven_session *session, eleven_direction direction);

/* Print lines about the board: "Row 2: 4, empty, 8, empty." Rows and columns count from 1; where there is none of that
 * number, the line says what to type. */
void look_at_line(const eleven_session *session, bool is_column, unsigned number);
void look_at_board(const eleven_session *session);
void look_for_empty_cells(const eleven_session *session);
void look_for_largest(const eleven_session *session);

enum { PLAIN_LINE = 4096 };

/* Take over the signals that end a program, and give them back. */
void plain_input_begin(void);
void plain_input_end(void);

/* Waits for a line, without its line break; a very long one comes in pieces of words. Returns false at the end. */
bool plain_input_line(char line[PLAIN_LINE]);

/* Whether a signal has asked the program to end. */
bool plain_input_is_ended(void);

/* Why reading failed; NULL if it did not. */
const char *plain_input_trouble(void);

#endif
