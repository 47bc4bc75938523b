/* What is saved between runs: every game ever played, the running ones, best scores and statistics, in one SQLite file.
 * For the front ends; the library does not know it.
 *
 *     folder/eleven.db         table game      one row per game: rules, size, score, moves ... and its head
 *                              table ply       the plies of the games, each as game records write it
 *                              table sitting   the timeline of a session: its games in order, and its position
 *                              table setting   what the player chose last, by name
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
 * a store. Nothing here prints, exits or reads the environment; the clock is read only to remember when games
 * were saved and deleted. */
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

/* The same for looking: the whole file is checked. Where the folder or the file may not be written in, or a damaged
 * file is in use, it is only read, as it is now, with what is still in SQLite's log; every change then fails. */
eleven_error store_look(const char *folder, eleven_store **opened, eleven_problem *problem);

/* Checks the whole file, which store_open does only for small ones. ELEVEN_NO_STORAGE: it is damaged; see
 * store_repair. */
eleven_error store_check(eleven_store *store, eleven_problem *problem);

/* After a call that failed: if damage was the reason, moves the file aside, puts what can be read into a new one, and
 * releases the sitting. store_open and store_save do that themselves. ELEVEN_NO_STORAGE where there is no damage, or
 * another program plays. */
eleven_error store_repair(eleven_store *store, eleven_problem *problem);

/* One sentence for the player about what opening or saving had to do besides: damage that was found, and what was
 * recovered. "": nothing. Borrowed until the store is closed. */
const char *store_notice(const eleven_store *store);

/* Whether a part of a game is missing of which that sentence speaks. */
bool store_has_lost(const eleven_store *store);

/* Whether the file was moved away, deleted or replaced since it was opened. What is saved from now on goes to a file
 * that store_open would not find: close the store and open it again. */
bool store_has_moved(const eleven_store *store);

/* Releases the sitting and closes the store. Saves nothing. NULL is accepted. */
void store_close(eleven_store *store);

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

/* Whether the last store_resume passed over a later sitting, because another program uses it. */
bool store_was_taken(const eleven_store *store);

/* Resumes the game with this number, running or not, for its next move: fills `session`, which must be empty, with the
 * timeline that contains the game and goes to the game's end. A game that is in no timeline begins a new sitting. The
 * other games of the timeline stay in the store, whatever happens next. Save the sitting that was resumed before; it is
 * released. A deleted game stays deleted until the next save.
 *
 * After an error the sitting that was resumed before is still in use; free `session`. ELEVEN_NO_STORAGE also where no
 * game has the number, or another program uses its sitting. */
eleven_error store_resume_game(eleven_store *store, int64_t id, eleven_session *session, eleven_problem *problem);

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

/* The size of a title with its NUL. */
enum { STORE_TITLE = 64 };

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
    /* UTF-8, chosen by the player; "": none. */
    char title[STORE_TITLE];
    /* When it was saved last, in milliseconds since 1970, and how many milliseconds it was played; a pause counts as a
     * minute at most. 0: not known. */
    int64_t touched, played;
    bool is_deleted;
} store_game;

/* Which games to list, and in which order. {0}: all that are not deleted, the newest first. */
typedef enum store_order {
    STORE_BY_NUMBER,
    STORE_BY_SCORE,
    STORE_BY_LARGEST,
    STORE_BY_SIZE,
    /* When it was saved last. */
    STORE_BY_DATE,
    STORE_BY_CLASS
} store_order;

typedef enum store_which {
    STORE_ALL,
    STORE_RUNNING,
    /* Won or lost. */
    STORE_ENDED,
    STORE_DELETED
} store_which;

typedef struct store_query {
    store_which which;
    /* NULL: of all classes. */
    const eleven_class *class;
    /* NULL, or a part of "title rules WxH date", in upper or lower case. */
    const char *text;
    /* The largest first; `is_reversed`: the smallest. Equal ones by number. */
    store_order order;
    bool is_reversed;
    /* Skip so many; pass so many at most, 0: all. */
    uint32_t first, most;
} store_query;

/* Receives one game; returns whether to continue. It must not call the store. */
typedef bool store_game_visit(void *context, const store_game *game);

/* Passes the games that `query` (NULL: {0}) asks for to `visit`. */
eleven_error store_games(eleven_store *store, const store_query *query, store_game_visit *visit, void *context,
                         eleven_problem *problem);

/* The number of games that the query asks for, apart from `first` and `most`. */
eleven_error store_count(eleven_store *store, const store_query *query, uint64_t *count, eleven_problem *problem);

/* One game, deleted or not. ELEVEN_NO_STORAGE also where no game has the number. */
eleven_error store_find(eleven_store *store, int64_t id, store_game *game, eleven_problem *problem);

/* The rank of a game by score among the games of its rules, size and class that are not deleted and have a move; 1 is
 * the best. Games from a given position are ranked among themselves. `count` is their number, this game included. 0 and
 * 0 where no game has the number. */
eleven_error store_rank(eleven_store *store, int64_t id, uint64_t *rank, uint64_t *count, eleven_problem *problem);

/* The number of the session's current game; 0 where it is not saved. */
int64_t store_current(eleven_store *store, const eleven_session *session);

/* Whether another program plays in the sitting of this game at the moment. */
bool store_is_used(const eleven_store *store, const store_game *game);

/* The running game that was played last, of any rules and size; *id becomes 0 where there is none. */
eleven_error store_latest(eleven_store *store, int64_t *id, eleven_problem *problem);

/* The record of a game, with the end that its row states, as text. Gives *text (NUL-terminated, to be freed with free)
 * and its length. The game is replayed, and its row is compared with it. ELEVEN_NO_STORAGE too where there is no such
 * game. Errors of eleven_reader, and ELEVEN_BAD_TEXT: it is damaged; then *text is what can be read of it. After other
 * errors it is NULL. */
eleven_error store_export(eleven_store *store, int64_t id, char **text, size_t *length, eleven_problem *problem);

/* Whether this error of store_export is one of the store, not of the game. */
static inline bool store_has_failed(eleven_error error)
{
    return error == ELEVEN_NO_STORAGE || error == ELEVEN_NO_MEMORY;
}

/* The totals of one rule set and size over all games with at least one move. Every game is either won (its goal was
 * reached), lost (it ended before that) or unfinished. `goal` and `largest` are as in store_game. */
typedef struct store_totals {
    char rules[32];
    uint64_t rules_hash;
    unsigned w, h;
    uint32_t goal, largest;
    uint64_t games, won, lost, unfinished;
    uint64_t moves;
    /* The error is 0 of a single game. */
    double mean_score, standard_error;
    store_bests bests;
} store_totals;

typedef bool store_totals_visit(void *context, const store_totals *totals);

/* Passes the totals of each rule set and size to `visit`, those with the most games first. */
eleven_error store_statistics(eleven_store *store, store_totals_visit *visit, void *context, eleven_problem *problem);

/* ---- Changing ------------------------------------------------------------------------------------------ */
/* Gives the game a title (copied; "": none). ELEVEN_BAD_TEXT where it is too long or has control characters;
 * ELEVEN_NO_STORAGE also where no game has the number. */
eleven_error store_rename(eleven_store *store, int64_t id, const char *title, eleven_problem *problem);

/* Deletes a game, or takes that back. A deleted game is only in the list of deleted games, counts in no best score and
 * no statistics, and is not resumed by store_resume. It is removed when the store is opened, once a game was saved 30
 * days later and no timeline needs it. ELEVEN_NO_STORAGE also where no game has the number, or a program is playing
 * it. */
eleven_error store_delete(eleven_store *store, int64_t id, bool is_deleted, eleven_problem *problem);

/* ---- Merging ------------------------------------------------------------------------------------------- */
/* What a backup knows of a game besides its record: whether it is running, and as in store_game. */
typedef struct store_extras {
    bool is_running;
    char title[STORE_TITLE];
    int64_t touched, played;
} store_extras;

typedef enum store_imported {
    STORE_KNOWN,
    STORE_ADDED,
    /* The record is a later state of a stored game, and replaces it. The game keeps its number, its title and its place
     * in its timeline. */
    STORE_CONTINUED
} store_imported;

/* Adds records of games: store_import_begin, any number of store_import, store_import_end. Nothing is saved before the
 * end, and only if `is_kept`. A record that the store has already, or an earlier state of a stored game, changes
 * nothing except that the game is no longer deleted.
 *
 * store_import: ELEVEN_BAD_TEXT and so on, with line and column, where the record cannot be read, and ELEVEN_NO_STORAGE
 * where another program plays the game: the import can continue. After other errors end it without keeping it. */
eleven_error store_import_begin(eleven_store *store, eleven_problem *problem);
eleven_error store_import(eleven_store *store, const char *text, size_t length, const store_extras *extras,
                          store_imported *result, eleven_problem *problem);
eleven_error store_import_end(eleven_store *store, bool is_kept, eleven_problem *problem);

/* The number of the game that a record is a state of; 0 where there is none. *is_later: the record has more moves, or
 * others, than the game that is stored. */
eleven_error store_identify(eleven_store *store, const char *text, size_t length, int64_t *id, bool *is_later,
                            eleven_problem *problem);

/* ---- Settings ------------------------------------------------------------------------------------------ */
enum { STORE_SETTING = 64 };

/* A setting that was kept; "" where none was. */
eleven_error store_setting(eleven_store *store, const char *name, char value[STORE_SETTING], eleven_problem *problem);

/* Keeps a setting. */
eleven_error store_keep_setting(eleven_store *store, const char *name, const char *value, eleven_problem *problem);

/* Removes all settings. */
eleven_error store_drop_settings(eleven_store *store, eleven_problem *problem);

#endif
