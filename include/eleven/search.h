/* Looking ahead: expectimax over the boards that moves make, on the 4x4 bitboard.
 *
 * What a position is worth is somebody else's knowledge, an evaluator's. The search asks it about afterstates
 * (boards after a slide, before the new tile) at the end of every line, and carries the answers back: the
 * mean over new tiles, the best over moves.
 *
 *     board --move--> afterstate --new tile--> board --move--> afterstate ...        depth: how many moves
 *                best of                mean of           best of
 *
 * It works under rules that let one tile of rank 1 or 2 appear a move; eleven_search_suits tells.
 */
#ifndef ELEVEN_SEARCH_H
#define ELEVEN_SEARCH_H

#include "eleven/bitboard.h"
#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What a board is worth ----------------------------------------------------------------------------- */

/* Knowledge about afterstates. Give it your own by filling one in. A board and its seven mirror images
 * must be worth the same; two threads may ask at once. */
typedef struct eleven_evaluator {
    const void *state; /* handed to the function */
    void (*values)(const void *state, const eleven_bitboard *after, size_t count, float *values);
    float gain; /* what a point is worth: 1 where values are points to come, 0 where only boards count */
    float lost; /* the value of a position without a legal move */
} eleven_evaluator;

/* The hand-written evaluation: every row and column is scored on its own, by a look-up. It is about 1 MB. */
typedef struct eleven_evaluation eleven_evaluation;

/* Gives a new evaluation for any sound rules (10 ms); NULL when memory is short. */
eleven_evaluation *eleven_evaluation_new(const eleven_rules *rules);
void eleven_evaluation_free(eleven_evaluation *evaluation); /* NULL is fine */

/* It as an evaluator, which borrows it. The unit is its own: it is good for comparing moves only. */
eleven_evaluator eleven_evaluation_evaluator(const eleven_evaluation *evaluation);

/* ---- Searching ----------------------------------------------------------------------------------------- */

/* How the tree is trimmed. */
typedef struct eleven_search_settings {
    float cutoff;       /* a line less probable than this goes on for one move only; 0: none is cut. For each move
                           ahead from the fourth on it is a quarter of that, down to a 256th */
    unsigned crowded;   /* a line that ends with at most so many empty cells is followed one move further */
    unsigned megabytes; /* of the transposition table, at most; 0: none is used */
} eleven_search_settings;

eleven_search_settings eleven_search_settings_default(void);

/* A search with its transposition table. Used by one thread at a time. */
typedef struct eleven_search eleven_search;

/* Whether boards of this size under these rules can be searched. */
bool eleven_search_suits(const eleven_rules *rules, unsigned w, unsigned h);

/* Gives a new search; NULL when memory is short. It borrows the row table and what the evaluator borrows, and
 * copies the rest. */
eleven_search *eleven_search_new(const eleven_rowtable *rows, const eleven_evaluator *evaluator,
                                 const eleven_search_settings *settings);
void eleven_search_free(eleven_search *search); /* NULL is fine */

/* Whether its values are points to come, so that with the score so far they make the score expected in the end. */
bool eleven_search_counts_points(const eleven_search *search);

enum { ELEVEN_SEARCH_DEPTH = 15 }; /* moves looked ahead, at most */

typedef struct eleven_search_result {
    unsigned legal;                   /* directions, as bits */
    eleven_direction direction;       /* the best one */
    double values[ELEVEN_DIRECTIONS]; /* in the evaluator's unit; NAN: illegal */
    double expected;                  /* the best value: points to come, where the evaluator counts those */
    unsigned depth;                   /* moves looked ahead */
    uint64_t nodes;                   /* positions looked at, repetitions found in the table not counted */
} eleven_search_result;

/* Searches. Under a budget of depth alone, the result follows from board and depth; under one of nodes, from
 * board and nodes: nothing is remembered from one search to the next. With milliseconds, what the last
 * searches found is used again. Without any limit it looks three moves ahead. Of several limits the first
 * that is reached counts; a move is always looked ahead. False, and `result` all zero, where no direction
 * is legal. */
bool eleven_search_run(eleven_search *search, eleven_bitboard board, const eleven_budget *budget,
                       eleven_search_result *result);

/* One move of the principal line, and the new tile after it: of the likelier rank, on the cell where what
 * follows is worth nearest to the mean over all cells. */
typedef struct eleven_search_step {
    eleven_direction direction;
    eleven_tile tile; /* rank 0 after the last move */
} eleven_search_step;

/* The line that a search of this depth expects; returns its length, at most `depth`, 0 where the game is
 * over. It costs about as much as the search. */
unsigned eleven_search_line(eleven_search *search, eleven_bitboard board, unsigned depth,
                            eleven_search_step line[ELEVEN_SEARCH_DEPTH]);

/* ---- As a player --------------------------------------------------------------------------------------- */

/* What a searching player knows: an evaluator, made anew for the rules that it meets. */
typedef struct eleven_knowledge {
    void *context; /* owned by the player */

    /* Fills in an evaluator for these rules, for boards of 4x4; false where the player knows nothing about
     * them or memory is short: it then plays by plain means. What an evaluator borrows lives until the
     * next call. */
    bool (*evaluate)(void *context, const eleven_rules *rules, eleven_evaluator *evaluator);

    void (*close)(void *context); /* frees the context; NULL where there is nothing to free */
} eleven_knowledge;

/* Gives a player that searches with this knowledge and these settings, copied, and looks `depth` moves
 * ahead where the budget sets no limit; NULL, and the knowledge closed, when memory is short. `name` is
 * borrowed. */
eleven_player *eleven_search_player_new(const char *name, const eleven_knowledge *knowledge, unsigned depth,
                                        const eleven_search_settings *settings);

/* The search of a player made so, ready for these rules; NULL of other players, where the rules or the
 * size do not suit, or when memory is short. Borrowed until the player is closed or asked about other
 * rules. */
eleven_search *eleven_player_search(eleven_player *player, const eleven_rules *rules, unsigned w, unsigned h);

#ifdef __cplusplus
}
#endif

#endif
