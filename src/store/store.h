/* What outlives the program: every game ever played, the ones being played, bests and statistics, in one
 * SQLite file. For the front ends; the library proper knows nothing of it.
 *
 *     folder/eleven.db         table game      one row a game: rules, size, score, moves ... and its head
 *                              table ply       its plies, each as game records write it
 *                              table sitting   a session's timeline: which games, in which order, which position
 *                              view record     the whole notation of each game, for people with an SQL shell
 *     folder/sitting-N.lock    held (flock) by the program that plays on sitting N
 *
 * A sitting is the timeline of one session: games of one rule set and size, with all that undo and redo can
 * reach. A program takes up the latest sitting that no living program holds, or begins another, so that two
 * programs never write to the same one. The kernel releases the lock of a program that dies.
 *
 * All texts and structures handed out are borrowed for the length of the call unless stated. A store is used
 * by one thread at a time. Nothing here prints, exits, or reads the environment; the clock is read only to
 * remember which sitting was played last.
 *
 * Errors. ELEVEN_NO_STORAGE, ELEVEN_NO_MEMORY and ELEVEN_NEWER come with a sentence "cannot DO FILE: REASON".
 * After any error the store can still be used: it is as if the call had not been made. */
#ifndef ELEVEN_STORE_H
#define ELEVEN_STORE_H

#include "eleven/session.h"

typedef struct eleven_store eleven_store;

/* ---- Opening ------------------------------------------------------------------------------------------- */

/* Opens the store in `folder` (copied), which is made, with its parents, if it is missing; only for its owner
 * then. An existing folder keeps its permissions. Gives *opened, to be closed with store_close.
 *
 * ELEVEN_NO_STORAGE: the folder cannot be made or written in, the disk is full, the file is read-only,
 * damaged or no store. ELEVEN_NEWER: a newer Eleven has written it. The file is then as it was, to the byte,
 * and *opened is untouched. */
eleven_error store_open(const char *folder, eleven_store **opened, eleven_problem *problem);

/* Lets go of the sitting and closes. Saves nothing: store_save has. NULL is fine. */
void store_close(eleven_store *store);

/* The full path of the database file; borrowed until the store is closed. */
const char *store_path(const eleven_store *store);

/* ---- Playing ------------------------------------------------------------------------------------------- */

enum { STORE_UNDO_KEPT = 50000 }; /* entries that undo reaches after a restart, at the least */

/* Takes up the latest free sitting of these rules and this size: fills `session`, which must be empty, with
 * its timeline (redo included) and goes to its position. Where there is none, the session stays empty and the
 * first save begins a new sitting. A sitting taken up before is let go.
 *
 * A very long timeline is taken up from the game on that contains the entry STORE_UNDO_KEPT before the
 * position; earlier games stay in the store and out of undo's reach.
 *
 * After an error the session may hold a part of the timeline: free it. The store then begins a new sitting
 * with the next save, and the one that could not be read stays as it is. */
eleven_error store_resume(eleven_store *store, const eleven_rules *rules, unsigned w, unsigned h,
                          eleven_session *session, eleven_problem *problem);

/* Writes what changed in the session since the last save, all or nothing, and marks it saved. To be called
 * after each action, with the session that store_resume filled; all its games must have the rules and the
 * size given there (ELEVEN_BAD_RULES otherwise). What has been saved survives the death of the program.
 *
 * After an error nothing is marked saved, so that the next save catches up.
 *
 * The row of the current game tells where it stands at the position; that of any other game in the timeline,
 * undone or not, where it ends. A game that is overwritten by another leaves the timeline but stays in the
 * store if moves were made in it. */
eleven_error store_save(eleven_store *store, eleven_session *session, eleven_problem *problem);

/* ---- Looking ------------------------------------------------------------------------------------------- */

/* Best scores; 0 where there is none. A game is honest when no move in it was taken back or made by somebody
 * else, and it began with start tiles. */
typedef struct store_bests {
    uint64_t honest, other;
} store_bests;

/* Among the games with these rules and size (the current ones as last saved). Looks at every game: call it
 * when a game begins, not for each frame. */
eleven_error store_best(eleven_store *store, uint64_t rules_hash, unsigned w, unsigned h, store_bests *bests,
                        eleven_problem *problem);

typedef struct store_game {
    int64_t id;      /* from 1; names the game for store_export */
    int64_t sitting; /* 0: it is in no timeline any more */
    bool is_running; /* the current game of its sitting */
    char rules[32];
    uint64_t rules_hash;
    unsigned w, h;
    uint32_t goal;  /* face value; 0: the rules have none */
    char began[32]; /* as in eleven_record */
    eleven_status status;
    bool won; /* the goal was reached, whatever came after */
    uint64_t score;
    uint32_t moves;
    uint32_t largest; /* face value of the largest tile */
    uint32_t undos, helped;
    bool from_board;
    bool is_honest;
} store_game;

/* Gets one game; returns whether to go on. It must not call the store. */
typedef bool store_game_visit(void *context, const store_game *game);

/* Shows every game, or only the running ones, the newest first. */
eleven_error store_games(eleven_store *store, bool only_running, store_game_visit *visit, void *context,
                         eleven_problem *problem);

/* The running game that was played last, of whatever kind; *id is 0 where there is none. */
eleven_error store_latest(eleven_store *store, int64_t *id, eleven_problem *problem);

/* The record of a game with its end, as far as its row tells, as text. Gives *text (NUL-terminated, to be
 * freed with free) and its length. ELEVEN_NO_STORAGE as well where there is no such game. */
eleven_error store_export(eleven_store *store, int64_t id, char **text, size_t *length, eleven_problem *problem);

/* What the games of one rule set and size, with at least one move each, come to. Every game is either won
 * (its goal was reached), lost (it ended before that) or unfinished. */
typedef struct store_totals {
    char rules[32];
    uint64_t rules_hash;
    unsigned w, h;
    uint32_t goal; /* as in store_game */
    uint64_t games, won, lost, unfinished;
    uint64_t moves;
    double mean_score;
    store_bests bests;
    uint32_t largest; /* as in store_game */
} store_totals;

typedef bool store_totals_visit(void *context, const store_totals *totals);

/* Shows the totals of each rule set and size, those with the most games first. */
eleven_error store_statistics(eleven_store *store, store_totals_visit *visit, void *context, eleven_problem *problem);

#endif
