/* What is saved between runs: every game ever played, the running ones, best scores and statistics, in one SQLite file.
 * For the front ends; the library does not know it.
 *
 *     folder/eleven.db         table game      one row per game: rules, size, score, moves ... and its head
 *                              table ply       the plies of the games, each as game records write it
 *                              table sitting   the timeline of a session: its games in order, and its position
 *                              view record     the whole record of each game, for people with an SQL shell
 *     folder/sitting-N.lock    locked (flock) by the program that uses sitting N
 *
 * A sitting is the saved timeline of one session: games of one rule set and size, with everything that undo and redo
 * can reach. A program resumes the latest sitting that no other program uses, or begins a new one, so that two programs
 * never write to the same sitting. The kernel releases the lock of a program that dies.
 *
 * Promises. What store_save has saved survives the death of the program at once, and a power failure within a second.
 * After a power failure the store is intact, and of the last second a beginning is there. A save is complete or has no
 * effect. A call that fails has no effect: afterwards the store can be used as if the call had not been made.
 *
 * Errors are ELEVEN_NO_STORAGE, ELEVEN_NO_MEMORY and ELEVEN_NEWER, with a sentence "cannot DO FILE: REASON".
 *
 * Texts and structures that a function passes to a callback are borrowed until it returns. One thread at a time uses
 * a store. Nothing here prints, exits or reads the environment; the clock is read only to remember which sitting was
 * used last. */
#ifndef ELEVEN_STORE_H
#define ELEVEN_STORE_H

#include "eleven/session.h"

typedef struct eleven_store eleven_store;

/* ---- Opening ------------------------------------------------------------------------------------------- */
/* Opens the store in `folder` (copied). A missing folder is created, with its parents, for its owner only; an existing
 * one keeps its permissions. Gives *opened, to be closed with store_close.
 *
 * ELEVEN_NO_STORAGE: the folder cannot be created or written in, the disk is full, or the file is read-only, damaged or
 * not a store. ELEVEN_NEWER: a newer version of Eleven has written it. In both cases no byte of the file changes. */
eleven_error store_open(const char *folder, eleven_store **opened, eleven_problem *problem);

/* Releases the sitting and closes the store. Saves nothing. NULL is accepted. */
void store_close(eleven_store *store);

/* The full path of the database file; borrowed until the store is closed. */
const char *store_path(const eleven_store *store);

/* ---- Playing ------------------------------------------------------------------------------------------- */
/* Undo reaches at least this many entries after a restart. */
enum { STORE_UNDO_KEPT = 50000 };

/* Resumes the latest free sitting of these rules and this size: fills `session`, which must be empty, with its timeline
 * (redo included) and goes to its position. Where there is none, the session stays empty and the first save begins a
 * new sitting. A sitting that was resumed before is released.
 *
 * Of a very long timeline the session gets only the part from the game that contains the entry STORE_UNDO_KEPT before
 * the position; earlier games stay in the store, but undo does not reach them.
 *
 * After an error the session may contain a part of the timeline: free it. The next save then begins a new sitting, and
 * the one that could not be read stays unchanged. */
eleven_error store_resume(eleven_store *store, const eleven_rules *rules, unsigned w, unsigned h,
                          eleven_session *session, eleven_problem *problem);

/* Prepares for saving a session that store_resume did not fill, of these rules and this size: the first save begins a
 * new sitting with everything in it. */
void store_begin(eleven_store *store, const eleven_rules *rules, unsigned w, unsigned h);

/* Saves what has changed in the session since the last save and marks it saved. Call it after each action, with the
 * session that store_resume filled; all its games must have the rules and the size given there (ELEVEN_BAD_RULES
 * otherwise). After an error nothing is marked saved, so that the next save includes these changes.
 *
 * The row of the current game describes the position; the row of any other game in the timeline, undone or not,
 * describes its end. A game that is replaced by another leaves the timeline, but stays in the store if it has a
 * move. */
eleven_error store_save(eleven_store *store, eleven_session *session, eleven_problem *problem);

/* Whether the saves reach the disk: a thread of the store syncs them within half a second of the first.
 * ELEVEN_NO_STORAGE: the last sync failed; the thread tries again. */
eleven_error store_synced(eleven_store *store, eleven_problem *problem);

/* ---- Reading ------------------------------------------------------------------------------------------- */
/* Best scores; 0 where there is none: in plain play (eleven_record_plain_score), and of the games that are not plain or
 * began from a position. */
typedef struct store_bests {
    uint64_t plain, other;
} store_bests;

/* The best scores among the games with these rules and size, running ones as last saved. It reads every game: call it
 * when a game begins, not for each frame. */
eleven_error store_best(eleven_store *store, uint64_t rules_hash, unsigned w, unsigned h, store_bests *bests,
                        eleven_problem *problem);

/* One game. */
typedef struct store_game {
    /* From 1; the argument of store_export. */
    int64_t id;
    /* 0: it is not in a timeline any more. */
    int64_t sitting;
    /* It is the current game of its sitting. */
    bool is_running;
    char rules[32];
    uint64_t rules_hash;
    unsigned w, h;
    /* The numbers on the goal's tile (0: the rules have no goal) and on the largest tile. */
    uint32_t goal, largest;
    /* As in eleven_record: when it began. */
    char began[32];
    eleven_status status;
    /* The goal was reached, whatever happened later. */
    bool won;
    uint64_t score;
    uint32_t moves;
    uint32_t undos, helped, hints;
    bool from_board;
    eleven_class class;
    /* As eleven_record_plain_score: never goes down. */
    uint64_t plain_score;
} store_game;

/* Receives one game; returns whether to continue. It must not call the store. */
typedef bool store_game_visit(void *context, const store_game *game);

/* Passes every game, or only the running ones, to `visit`, the newest first. */
eleven_error store_games(eleven_store *store, bool only_running, store_game_visit *visit, void *context,
                         eleven_problem *problem);

/* The running game that was played last, of any rules and size; *id becomes 0 where there is none. */
eleven_error store_latest(eleven_store *store, int64_t *id, eleven_problem *problem);

/* The record of a game, with the end that its row states, as text. Gives *text (NUL-terminated, to be freed with free)
 * and its length. ELEVEN_NO_STORAGE too where there is no such game. */
eleven_error store_export(eleven_store *store, int64_t id, char **text, size_t *length, eleven_problem *problem);

/* The totals of one rule set and size over all games with at least one move. Every game is either won (its goal was
 * reached), lost (it ended before that) or unfinished. `goal` and `largest` are as in store_game. */
typedef struct store_totals {
    char rules[32];
    uint64_t rules_hash;
    unsigned w, h;
    uint32_t goal, largest;
    uint64_t games, won, lost, unfinished;
    uint64_t moves;
    double mean_score;
    store_bests bests;
} store_totals;

typedef bool store_totals_visit(void *context, const store_totals *totals);

/* Passes the totals of each rule set and size to `visit`, those with the most games first. */
eleven_error store_statistics(eleven_store *store, store_totals_visit *visit, void *context, eleven_problem *problem);

#endif
