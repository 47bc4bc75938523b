/* Looking ahead: expectimax over the boards that moves make, on the 4x4 bitboard.
 *
 * The value of a position comes from an evaluator. The search asks it about afterstates (boards after a slide, before
 * the new tile) at the end of every line, and carries the answers back: the mean over new tiles, the best over moves.
 *
 *     board --move--> afterstate --new tile--> board --move--> afterstate ...        depth: how many moves
 *                best of                mean of           best of
 *
 * It works under rules that let one tile of rank 1 or 2 appear after each move; see eleven_search_suits.
 *
 * Example:
 *
 *     eleven_rules rules;
 *     eleven_player *player;
 *     eleven_search_result result;
 *     eleven_bitboard board = {0x0000000100123579, 0};
 *     eleven_rules_find("classic", &rules);
 *     if (eleven_player_open("search", 1, NULL, &player, NULL)) return 1;
 *     eleven_search *search = eleven_player_search(player, &rules, 4, 4);
 *     if (!search || eleven_search_run(search, board, NULL, &result)) return 1;
 *     printf("%s, looking %u moves ahead\n", eleven_direction_name(result.direction), result.depth);
 *     eleven_player_close(player);
 *     // right, looking 3 moves ahead */
#ifndef ELEVEN_SEARCH_H
#define ELEVEN_SEARCH_H

#include "eleven/bitboard.h"
#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The value of a board ------------------------------------------------------------------------------ */

/* Knowledge about afterstates. Make your own by filling one in. A board and its seven other images must have the same
 * value; two threads may ask at once. */
typedef struct eleven_evaluator {
    /* sizeof the struct. */
    size_t size;

    /* Given to the function. */
    const void *context;
    void (*values)(const void *context, const eleven_bitboard *after, size_t count, float *values);

    /* The value of a point: 1 where values are points still to come, 0 where only boards count. */
    float gain;

    /* The value of a position without a legal move. */
    float lost;

    /* NULL, or called before each search, with the board it begins from. False: out of memory, or what the evaluator
     * needs for such boards cannot be opened. */
    bool (*prepare)(const void *context, eleven_bitboard root);

    /* A search that begins with a tile above this rank searches a lower board in its place: the largest tile, and the
     * tiles directly below it down to the first gap, have one rank less, as often as necessary. The same tiles can
     * merge, and the values are those of the lower board. Only for rules under which two equal tiles merge to the next
     * rank. Where there is no gap, and with 0, the board is searched as it is. */
    unsigned highest;
} eleven_evaluator;

/* The hand-written evaluation: every row and column is scored on its own, by a look-up. It takes about 1 MB. */
typedef struct eleven_evaluation eleven_evaluation;

/* Gives a new evaluation for any sound rules (some ms); NULL when out of memory. */
eleven_evaluation *eleven_evaluation_new(const eleven_rules *rules);
/* NULL is accepted. */
void eleven_evaluation_free(eleven_evaluation *evaluation);

/* The evaluation as an evaluator, borrowed from it. Its unit is good for comparing moves only. */
const eleven_evaluator *eleven_evaluation_evaluator(const eleven_evaluation *evaluation);

/* ---- Searching ----------------------------------------------------------------------------------------- */

/* How the tree is trimmed. */
typedef struct eleven_search_settings {
    /* sizeof the struct. */
    size_t size;

    /* A line less probable than this ends with the next move; 0: none does. For each move ahead from the fourth on the
     * cutoff is divided by four, down to a 256th. */
    float cutoff;

    /* A line of two moves or more that ends with at most so many empty cells is followed one move further. For one of
     * one move, see `danger`. */
    unsigned crowded;

    /* The greatest size of the transposition table; 0: none is used. */
    unsigned megabytes;

    /* A move after a new tile is followed only if the evaluator puts it at most so far behind the best move there, in
     * the evaluator's unit. A move of the board where the search begins is left out only if `danger` asked for a search
     * of one move less, of two moves or more, and this puts it further behind; or, in a search of depth 1 on a crowded
     * board, if the evaluator does. It then keeps the value that it had, unless no move that is followed turns out
     * better. 0: every move is followed. */
    float margin;

    /* A search of a given depth looks one move further ahead where its value differs by so much or more from that of a
     * search of one move less, in the evaluator's unit; and one further still where that changes the value as much. A
     * search of depth 1 does so only where the board itself has at most `crowded` empty cells. There it first follows
     * the moves that are not left out, see `margin`, one move further. 0: it never does. A search with a limit in nodes
     * or time begins to look one move further where its value has changed by so much, though that may not end in time;
     * elsewhere only where it nearly always does. */
    float danger;

    /* The evaluator's values of about so many boards are kept, 16 bytes each, so that it is not asked again; 0: none.
     * Saves time where the evaluator takes longer than looking a board up, some 10 ns. Its values must not depend on
     * anything but the board and the largest tile of the board where the search begins. */
    unsigned kept;

    /* A search of a given depth, 2 or more, begins one move further ahead on a board with so many tiles of rank
     * ELEVEN_SEARCH_LARGE (a 128) or higher. There the large tiles leave few cells, and most games end. 0: it never
     * does. */
    unsigned large_tiles;
} eleven_search_settings;

enum { ELEVEN_SEARCH_LARGE = 7 };

/* Fills in the usual settings; `size` must be set. */
void eleven_search_settings_default(eleven_search_settings *settings);

/* A search with its transposition table. Used by one thread at a time. */
typedef struct eleven_search eleven_search;

/* Whether boards of this size under these rules can be searched. */
bool eleven_search_suits(const eleven_rules *rules, unsigned w, unsigned h);

/* Gives a new search; NULL when out of memory. `settings`: NULL for the usual ones. It borrows the row table
 * and what the evaluator borrows, and copies the rest. */
eleven_search *eleven_search_new(const eleven_rowtable *rows, const eleven_evaluator *evaluator,
                                 const eleven_search_settings *settings);
/* NULL is accepted. */
void eleven_search_free(eleven_search *search);

/* Whether its values are points still to come, so that a value plus the score so far is the expected final score. */
bool eleven_search_counts_points(const eleven_search *search);

typedef struct eleven_search_result {
    /* The legal directions as bits, and the best one. */
    unsigned legal;
    eleven_direction direction;

    /* In the evaluator's unit; NAN is not legal. A move far behind may have the value of a shallower search, see
     * `margin` of the settings. */
    double values[ELEVEN_DIRECTIONS];

    /* The best value: points still to come, where the evaluator counts those. */
    double expected;

    /* Moves looked ahead; up to three more than asked for, see `danger` and `large_tiles` of the settings. */
    unsigned depth;

    /* Positions looked at; those found in the table do not count again. */
    uint64_t nodes;
} eleven_search_result;

/* Searches. Under a budget of depth alone, the result depends only on board and depth; under one of nodes, only on
 * board and nodes: nothing is remembered from one search to the next. With milliseconds, results of the last searches
 * are used again. Without any limit it looks three moves ahead. Of several limits the first one that is reached counts;
 * one move is always looked ahead.
 *
 * Several threads share the transposition table, and which of them fills in an entry first depends on chance. So their
 * values differ a little from one search to the next.
 *
 * ELEVEN_IMPOSSIBLE where no direction is legal; ELEVEN_STOPPED where the budget's stop was requested; ELEVEN_NO_MEMORY
 * where the evaluator cannot prepare. `result` is then all zero. */
eleven_error eleven_search_run(eleven_search *search, eleven_bitboard board, const eleven_budget *budget,
                               eleven_search_result *result);

/* One move of the principal line, and the new tile after it, of rank 0 after the last move. The tile has the likelier
 * rank, and is on the cell where the value of the rest is nearest to the mean over all cells. */
typedef struct eleven_search_step {
    eleven_direction direction;
    eleven_tile tile;
} eleven_search_step;

/* The line that a search of this depth expects; returns its length, at most `depth`, 0 where the game is over or the
 * evaluator cannot prepare. It follows every move of the boards on the line, and takes up to about twice as long as the
 * search. */
unsigned eleven_search_line(eleven_search *search, eleven_bitboard board, unsigned depth,
                            eleven_search_step line[ELEVEN_SEARCH_DEPTH]);

/* ---- As a player --------------------------------------------------------------------------------------- */

/* What a searching player knows: an evaluator for the rules that it meets. */
typedef struct eleven_knowledge {
    /* sizeof the struct. */
    size_t size;

    /* Owned by the player. */
    void *context;

    /* Fills in an evaluator for these rules, for 4x4 boards. False where nothing is known about them: the player then
     * uses a slow search of its own. When out of memory, it is true and `values` is NULL: the player then chooses
     * nothing. What an evaluator borrows lives until the next call. */
    bool (*evaluate)(void *context, const eleven_rules *rules, eleven_evaluator *evaluator);

    /* Frees the context; NULL where there is nothing to free. */
    void (*close)(void *context);
} eleven_knowledge;

/* Gives a player that searches with this knowledge and these settings, copied, and looks `depth` moves ahead where the
 * budget sets no limit; NULL, and the knowledge is closed, when out of memory. `name` is borrowed. */
eleven_player *eleven_search_player_new(const char *name, const eleven_knowledge *knowledge, unsigned depth,
                                        const eleven_search_settings *settings);

/* The search of such a player, ready for these rules; NULL for other players, where the rules or the size do not suit,
 * or when out of memory. Borrowed until the player is closed or asked about other rules. */
eleven_search *eleven_player_search(eleven_player *player, const eleven_rules *rules, unsigned w, unsigned h);

#ifdef __cplusplus
}
#endif

#endif
