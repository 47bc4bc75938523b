/* Perfect play on boards small enough to be solved.
 *
 * Every position that can come up is enumerated once, and then valued from the last ones back to the first:
 *
 *     position --slide--> afterstate --new tiles--> position        a position's value: the best over slides
 *                                                                   an afterstate's: the mean over new tiles
 *
 * A slide keeps the sum of the tiles and a new tile raises it, so that positions of equal sum form layers that
 * depend only on the few layers above them. Positions are boards on which a player chooses, after the new
 * tiles; a board and its mirror images are one canonical position.
 *
 * Values are sums of positive doubles in a fixed order: they do not depend on the number of threads, and
 * their relative error is at most eleven_solution.error.
 */
#ifndef ELEVEN_SOLVER_H
#define ELEVEN_SOLVER_H

#include "eleven/game.h"
#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What to solve -------------------------------------------------------------------------------------- */

/* What a player wants. The last three are against an adversary who picks the start tiles and the new tiles, among
 * those that chance could bring. */
typedef enum eleven_objective_kind {
    ELEVEN_EXPECT_SCORE, /* the greatest expected score */
    ELEVEN_EXPECT_MOVES, /* the greatest expected number of moves */
    ELEVEN_REACH,        /* the greatest probability that a tile of a rank, or a higher one, comes up */
    ELEVEN_FORCE_SCORE,  /* the greatest score that can be forced */
    ELEVEN_FORCE_MOVES,  /* the greatest number of moves that can be forced */
    ELEVEN_FORCE_RANK,   /* the highest rank that can be forced */
} eleven_objective_kind;

typedef struct eleven_objective {
    eleven_objective_kind kind;
    eleven_rank rank; /* of ELEVEN_REACH */
} eleven_objective;

enum { ELEVEN_OBJECTIVES_MAX = 40 }; /* at once */

/* What a position is worth under one objective, from there on. */
typedef struct eleven_worth {
    double value;
    double loss; /* of ELEVEN_REACH: 1 - value, exact to the same relative error; otherwise 0 */
} eleven_worth;

/* Where a solve stands. */
typedef struct eleven_solve_progress {
    bool is_solving;    /* false: positions are still being enumerated */
    uint64_t positions; /* canonical positions enumerated, or valued, so far */
    double share;       /* of this half of the work; an estimate while positions are enumerated */
    uint64_t sum;       /* of the tiles of the layer just done */
    uint64_t memory;    /* bytes in use */
} eleven_solve_progress;

/* Where layers are kept when memory does not suffice for them. All functions return false when they fail. */
typedef struct eleven_layer_store {
    void *context;
    /* Keeps the bytes under that name, wholly or not at all. */
    bool (*put)(void *context, const char *name, const void *bytes, size_t length);
    /* Gives the bytes, to be freed with free(); *bytes is NULL where nothing has that name. */
    bool (*get)(void *context, const char *name, void **bytes, size_t *length);
    void (*drop)(void *context, const char *name); /* nothing may have that name */
} eleven_layer_store;

typedef struct eleven_solve {
    eleven_rules rules; /* a position with the goal is final; goal 0: played until no move is left */
    unsigned w, h;
    const eleven_board *start; /* solve this position; NULL: games from their start tiles on */
    eleven_objective objectives[ELEVEN_OBJECTIVES_MAX];
    unsigned objective_count;        /* 0: positions are only counted */
    unsigned threads;                /* 0 counts as 1 */
    uint64_t memory;                 /* bytes to use, at most; 0: no limit */
    const eleven_layer_store *store; /* NULL: everything stays in memory. Borrowed */
    bool store_at_once;              /* keep every layer there, so that an interrupted solve can go on */
    const char *table;               /* write a table of the first objective to this file; NULL: none */

    /* Called after every layer; false ends the solve. NULL: not asked. */
    bool (*progress)(void *context, const eleven_solve_progress *progress);
    void *context;
} eleven_solve;

/* The highest rank that can stand on the board, or a bound of it; 0 where it cannot be solved. */
eleven_rank eleven_solve_largest(const eleven_solve *solve);

/* ---- What was found ------------------------------------------------------------------------------------- */

/* How many there are. */
typedef struct eleven_solve_counts {
    uint64_t positions;   /* canonical ones: up to the symmetries of the board */
    uint64_t all;         /* mirror images counted one by one */
    uint64_t lost, won;   /* canonical positions in which the game is over */
    uint64_t afterstates; /* canonical boards after a slide, before the new tiles */
} eleven_solve_counts;

typedef struct eleven_solution {
    eleven_solve_counts counts;
    uint64_t layers;
    eleven_rank largest;                        /* highest rank that was reached */
    double error;                               /* bound of the relative error of every value */
    eleven_worth values[ELEVEN_OBJECTIVES_MAX]; /* of the start: its mean, or the worst against an adversary */
    unsigned legal;                             /* with a start position: its legal directions as bits, */
    eleven_worth moves[ELEVEN_DIRECTIONS][ELEVEN_OBJECTIVES_MAX]; /* and what each is worth, its gain included */
    uint64_t memory;                                              /* bytes used, at most */
} eleven_solution;

/* Solves. ELEVEN_BAD_RULES where the rules or the board cannot be solved, ELEVEN_NO_MEMORY where the budget or
 * the machine has too little, ELEVEN_NO_STORAGE where the store or the table fails, ELEVEN_END where
 * `progress` ended it: what the store then holds, the same solve goes on from. */
eleven_error eleven_solve_run(const eleven_solve *solve, eleven_solution *solution, eleven_problem *problem);

/* ---- Tables --------------------------------------------------------------------------------------------- */

/* The best move of every position under one objective, and its value rounded: to 1/16383 of the range of values
 * among positions of equal sum, or, of a probability or its opposite, to 0.14% of the smaller one. Read-only once
 * opened: several threads may share one. */
typedef struct eleven_table eleven_table;

/* Opens a table file, mapped into memory and checked, to be closed with eleven_table_close. */
eleven_error eleven_table_open(const char *path, eleven_table **table, eleven_problem *problem);

/* The same for a table that lies in memory, at a multiple of 8, borrowed until it is closed. */
eleven_error eleven_table_of(const void *bytes, size_t length, eleven_table **table, eleven_problem *problem);

void eleven_table_close(eleven_table *table); /* NULL is fine */

typedef struct eleven_table_facts {
    eleven_rules rules; /* goal 0: none ended the games */
    unsigned w, h;
    eleven_objective objective;
    uint64_t positions; /* canonical ones */
    eleven_worth start; /* games from their start tiles on, exactly */
    double error;       /* relative, of that */
} eleven_table_facts;

const eleven_table_facts *eleven_table_describe(const eleven_table *table); /* borrowed */

/* Whether boards of this size (or turned), under these rules but for the goal, are those of the table. */
bool eleven_table_suits(const eleven_table *table, const eleven_rules *rules, unsigned w, unsigned h);

typedef struct eleven_table_answer {
    eleven_worth worth;                    /* of the position */
    unsigned legal;                        /* directions as bits; 0: the game is over */
    eleven_direction best;                 /* where there is one */
    eleven_worth moves[ELEVEN_DIRECTIONS]; /* of the legal ones, gain included */
} eleven_table_answer;

/* Looks a position up; false where no game comes to it. */
bool eleven_table_probe(const eleven_table *table, const eleven_board *board, eleven_table_answer *answer);

/* Gives a player that follows the table (borrowed); NULL when memory is short. `compares`: it values all moves, in
 * several microseconds; otherwise it gives the others minus infinity, and takes less than one. Where the
 * table knows nothing it takes the greatest gain. */
eleven_player *eleven_table_player(const eleven_table *table, bool compares);

/* Opens a table file and gives a player that compares and closes the table with itself. */
eleven_error eleven_table_player_open(const char *path, eleven_player **player, eleven_problem *problem);

/* A path that ends in ".elx" names a player that follows the table there. */
bool eleven_table_is_named(const char *name);

/* Gives the player of that name, built in or of a table; NULL where there is none. */
eleven_player *eleven_player_named(const char *name, uint64_t seed);

/* The table that a player follows; NULL of other players. Borrowed. */
const eleven_table *eleven_player_table(const eleven_player *player);

#ifdef __cplusplus
}
#endif

#endif
