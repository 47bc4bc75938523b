/* Perfect play on boards that are small enough to be solved.
 *
 * Every reachable position is enumerated once. Then the values are computed, from the last positions back to the first:
 *
 *     position --slide--> afterstate --new tiles--> position        value of a position:     the best over slides
 *                                                                   value of an afterstate:  the mean over new tiles
 *
 * A slide keeps the sum of the tiles and a new tile raises it. So positions with the same sum form layers, and a
 * layer depends only on the few layers above it. A position is a board after the new tiles, on which the player
 * chooses; a board and its mirror images are one canonical position.
 *
 * Values are sums of positive doubles in a fixed order: they do not depend on the number of threads, and their relative
 * error is at most eleven_solution.error.
 *
 * Example:
 *
 *     static eleven_solution solution;
 *     eleven_solve solve = {.size = sizeof solve, .w = 2, .h = 2, .objective_count = 1};
 *     solve.objectives[0].kind = ELEVEN_OBJECTIVE_EXPECT_SCORE;
 *     eleven_rules_find("classic", &solve.rules);
 *     if (eleven_solve_run(&solve, &solution, NULL)) return 1;
 *     printf("%.3f points\n", solution.values[0].value);
 *     // 66.964 points */
#ifndef ELEVEN_SOLVER_H
#define ELEVEN_SOLVER_H

#include "eleven/game.h"
#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What to solve -------------------------------------------------------------------------------------- */

/* The aim of the player. The last three are against an adversary, who chooses the start tiles and the new tiles among
 * those that are possible. */
typedef enum eleven_objective_kind {
    /* The largest expected score. */
    ELEVEN_OBJECTIVE_EXPECT_SCORE,
    /* The largest expected number of moves. */
    ELEVEN_OBJECTIVE_EXPECT_MOVES,
    /* The largest probability of reaching a tile of a rank, or of a higher one. */
    ELEVEN_OBJECTIVE_REACH,
    /* The largest score that can be forced. */
    ELEVEN_OBJECTIVE_FORCE_SCORE,
    /* The largest number of moves that can be forced. */
    ELEVEN_OBJECTIVE_FORCE_MOVES,
    /* The highest rank that can be forced. */
    ELEVEN_OBJECTIVE_FORCE_RANK,
} eleven_objective_kind;

typedef struct eleven_objective {
    eleven_objective_kind kind;
    /* Of ELEVEN_OBJECTIVE_REACH. */
    eleven_rank rank;
} eleven_objective;

/* How many objectives one solve can have. */
enum { ELEVEN_OBJECTIVES_MAX = 40 };

/* The value of a position under one objective, from there to the end of the game. `loss`: under
 * ELEVEN_OBJECTIVE_REACH 1 - value, with the same relative error; otherwise 0. */
typedef struct eleven_worth {
    double value;
    double loss;
} eleven_worth;

/* A place for layers that do not fit into memory. All functions return false when they fail. */
typedef struct eleven_layer_store {
    /* sizeof the struct. */
    size_t size;
    void *context;

    /* Stores the bytes under this name, completely or not at all. */
    bool (*put)(void *context, const char *name, const void *bytes, size_t length);

    /* Gives the bytes, from the allocator of the library (see memory.h; malloc if none was set), which frees them.
     * *bytes is NULL if nothing has this name. */
    bool (*get)(void *context, const char *name, void **bytes, size_t *length);

    /* Removes the bytes with this name, if there are any. */
    void (*drop)(void *context, const char *name);

    /* Whether there are bytes with this name. NULL: `get` decides, which is slower. */
    bool (*has)(void *context, const char *name);

    /* Borrowed: why the last call of `put` or `get` failed, with an empty sentence if it did not. NULL: not known. */
    const eleven_problem *problem;
} eleven_layer_store;

/* A request to solve a board. */
typedef struct eleven_solve {
    /* sizeof the struct. */
    size_t size;

    /* A position with the goal is final. Goal 0: games last until no move is left. */
    eleven_rules rules;
    unsigned w, h;

    /* Solve this position. NULL: solve games from their start tiles. */
    const eleven_board *start;

    /* No objectives: positions are only counted. At most ELEVEN_OBJECTIVES_MAX. */
    eleven_objective objectives[ELEVEN_OBJECTIVES_MAX];
    unsigned objective_count;

    /* 0 counts as 1. `memory`: bytes to use, at most; 0: no limit. */
    unsigned threads;
    uint64_t memory;

    /* Borrowed; NULL: everything stays in memory. `store_at_once`: every layer goes there immediately, so that an
     * interrupted solve can continue. */
    const eleven_layer_store *store;
    bool store_at_once;

    /* Write a table of the first objective, which it needs, to this file; NULL: no table. */
    const char *table;

    /* Called after every layer; may be NULL. Phase 0 enumerates positions, with an estimate of the share, and phase 1
     * values them; `done` counts canonical positions. */
    eleven_progress_report *progress;
    void *context;

    /* Borrowed; NULL: the solve is not stopped. It is read every few thousand positions; a layer that is not complete
     * then is lost. */
    const eleven_stop *stop;

    /* Borrowed; NULL: this process is alone. Otherwise each process has a share of the positions, and all of them
     * return the same solution; if one is lost, ELEVEN_IMPOSSIBLE. Process 0 writes the table. Each has a layer store
     * of its own, or several share one. `memory` and `threads` are for each process. */
    const eleven_peers *peers;
} eleven_solve;

/* The highest rank that fits on the board, or an upper bound of it; 0 if the board cannot be solved, or when out of
 * memory. */
eleven_rank eleven_solve_largest(const eleven_solve *solve);

/* ---- The solution --------------------------------------------------------------------------------------- */

/* How many positions there are. */
typedef struct eleven_solve_counts {
    /* Canonical positions: mirror images count once. */
    uint64_t positions;
    /* Mirror images counted separately. */
    uint64_t all;
    /* Canonical positions in which the game is over. */
    uint64_t lost, won;
    /* Canonical boards after a slide, before the new tiles. */
    uint64_t afterstates;
} eleven_solve_counts;

typedef struct eleven_solution {
    eleven_solve_counts counts;
    uint64_t layers;

    /* The highest rank that was reached. */
    eleven_rank largest;

    /* A bound of the relative error of every value. */
    double error;

    /* Of the start: the mean over start tiles, or the worst case against an adversary. */
    eleven_worth values[ELEVEN_OBJECTIVES_MAX];

    /* If a start position was given: its legal directions as bits, and the value of each, including its gain. */
    unsigned legal;
    eleven_worth moves[ELEVEN_DIRECTIONS][ELEVEN_OBJECTIVES_MAX];

    /* Peak of the bytes in use. */
    uint64_t memory;
} eleven_solution;

/* Solves. ELEVEN_BAD_RULES if the rules or the board cannot be solved; ELEVEN_NO_MEMORY if the budget or the machine
 * has too little memory; ELEVEN_NO_STORAGE if the store or the table cannot be written; ELEVEN_BAD_TEXT if the store
 * contains another solve; ELEVEN_IMPOSSIBLE for a table without an objective, or if another process is lost;
 * ELEVEN_STOPPED if it was stopped: the same solve then continues from the layers in the store, with any number of
 * processes. An error of one process is an error of all. */
eleven_error eleven_solve_run(const eleven_solve *solve, eleven_solution *solution, eleven_problem *problem);

/* ---- Tables --------------------------------------------------------------------------------------------- */

/* The best move of every position under one objective, and its rounded value: rounded to 1/16383 of the range of values
 * among positions with the same sum, or, for a probability, to 0.14% of it or of its opposite, whichever is smaller. An
 * open table is read-only, and several threads can share it. */
typedef struct eleven_table eleven_table;

/* Opens a table file and checks it. Close it with eleven_table_close. The file is mapped into memory. */
eleven_error eleven_table_open(const char *path, eleven_table **table, eleven_problem *problem);

/* Opens a table in memory. The bytes start at a multiple of 8 and are borrowed until the table is closed. */
eleven_error eleven_table_open_bytes(const void *bytes, size_t length, eleven_table **table, eleven_problem *problem);

/* NULL is accepted. */
void eleven_table_close(eleven_table *table);

typedef struct eleven_table_facts {
    /* Goal 0: no goal ended the games. */
    eleven_rules rules;
    unsigned w, h;
    eleven_objective objective;

    /* Canonical positions. */
    uint64_t positions;

    /* The value of games from their start tiles, not rounded, and its relative error. */
    eleven_worth start;
    double error;
} eleven_table_facts;

/* Borrowed. */
const eleven_table_facts *eleven_table_about(const eleven_table *table);

/* Whether the table is for boards of this size (or turned) under these rules. The goal does not matter. */
bool eleven_table_suits(const eleven_table *table, const eleven_rules *rules, unsigned w, unsigned h);

/* What a table contains about a position: its value, its legal directions as bits (0: the game is over), the best of
 * them, and the value of each legal direction, including its gain. */
typedef struct eleven_table_answer {
    eleven_worth worth;
    unsigned legal;
    eleven_direction best;
    eleven_worth moves[ELEVEN_DIRECTIONS];
} eleven_table_answer;

/* Looks a position up; false if no game reaches it. */
bool eleven_table_probe(const eleven_table *table, const eleven_board *board, eleven_table_answer *answer);

/* Gives a player that follows the table, which is borrowed; NULL when out of memory. `compares`: it values all moves,
 * in several microseconds; otherwise the value of all other moves is minus infinity, and it takes less than one
 * microsecond. On boards that are not in the table, or where its games are over, it chooses the largest gain. Then all
 * legal directions have the same value: that of the board, 0 if it is not in the table. */
eleven_player *eleven_table_player_new(const eleven_table *table, bool compares);

/* Whether this is the path of a table: it ends in ".elx". */
bool eleven_table_is_named(const char *name);

/* The table that a player follows, borrowed; NULL for other players. */
const eleven_table *eleven_player_table(const eleven_player *player);

#ifdef __cplusplus
}
#endif

#endif
