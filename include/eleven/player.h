/* Players. A player is an interface: anything that looks at a board and chooses a direction.
 *
 * Example:
 *
 *     eleven_rules rules;
 *     eleven_game game;
 *     eleven_player *player;
 *     eleven_advice advice;
 *     eleven_rules_find("classic", &rules);
 *     eleven_game_start(&rules, 4, 4, 17, &game, NULL);
 *     if (eleven_player_open("corner", 1, NULL, &player, NULL)) return 1;
 *     if (eleven_player_choose(player, &rules, &game.board, NULL, &advice) == ELEVEN_OK)
 *         puts(eleven_direction_name(advice.direction));
 *     eleven_player_close(player);
 *     // up */
#ifndef ELEVEN_PLAYER_H
#define ELEVEN_PLAYER_H

#include "eleven/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The greatest depth of a search, in moves. */
enum { ELEVEN_SEARCH_DEPTH = 15 };

/* How hard to think; 0 in a field sets no limit there, and no limit at all means the player's own default. Where a
 * budget is passed, NULL is one without limits. */
typedef struct eleven_budget {
    /* sizeof the struct. */
    size_t size;

    /* Own moves looked ahead, 1..ELEVEN_SEARCH_DEPTH; more counts as ELEVEN_SEARCH_DEPTH. */
    uint32_t depth;

    /* Positions looked at. */
    uint64_t nodes;

    /* The player reads a clock only where this is above 0. */
    double milliseconds;

    /* Borrowed; NULL: the player is not stopped. */
    const eleven_stop *stop;

    /* Threads that search for one move, at most 64; 0 counts as 1. Players that do not search use one, and so do
     * browsers. See eleven_search_run. */
    uint32_t threads;
} eleven_budget;

/* Whether the budget sets a limit at all. */
bool eleven_budget_is_limited(const eleven_budget *budget);

/* What a player thinks of a position. */
typedef struct eleven_advice {
    /* The move to make; always legal. */
    eleven_direction direction;

    /* The value of each direction in the player's own unit: higher is better, NAN is not legal. */
    double values[ELEVEN_DIRECTIONS];
} eleven_advice;

/* A player. Make your own by filling one in, with what it needs behind `context`; everything that takes a player
 * accepts it. One player is used by one thread at a time. */
typedef struct eleven_player eleven_player;
struct eleven_player {
    /* sizeof the struct. */
    size_t size;
    const char *name;
    void *context;

    /* Fills in `advice`; false, and nothing is filled in, where no direction changes the board, when out of memory,
     * or when the budget's stop is requested. Called by eleven_player_choose; `budget` is not NULL. */
    bool (*choose)(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                   const eleven_budget *budget, eleven_advice *advice);

    /* Frees the player and all it owns; NULL where there is nothing to free. */
    void (*close)(eleven_player *player);
};

/* Asks a player. ELEVEN_IMPOSSIBLE where no direction changes the board; ELEVEN_STOPPED where the budget's stop was
 * requested; ELEVEN_NO_MEMORY where the player does not answer. */
eleven_error eleven_player_choose(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                                  const eleven_budget *budget, eleven_advice *advice);

/* The built-in players by index from 0; NULL past the last:
 *   random      any legal direction, all equally likely
 *   greedy      the greatest gain, then the most empty cells, then down, left, right, up
 *   corner      the largest tiles in a corner, along a snake; looks one move ahead
 *   montecarlo  the direction after which random play scores most; a budget of nodes counts games here
 *   search      looks three moves ahead by default, and scores boards line by line
 *   network     looks two moves ahead by default, and values boards by what it learned from billions of moves
 *   strong      uses endgame tables of up to 7.7 GB, see endgame.h; the strongest, from about 5 us per move on if
 *               strong.weights is beside them, otherwise from 40 us on. Not in browsers */
const char *eleven_player_name(unsigned index);

/* Whether this is the path of a file for eleven_player_open, not a name: it contains a dot or a slash. */
bool eleven_player_is_file(const char *name);

/* Opens a player, to be closed with eleven_player_close: a built-in one by its name, or one that follows a file by the
 * file's path. The file is a table (see solver.h), whose player compares moves, or a file of weights (see network.h),
 * which each player opens for itself; to share them, see eleven_table_player_new and eleven_network_player_new. Equal
 * seeds make equal choices. `tables`: the folder of the endgame tables, which only `strong` needs; it opens them for
 * each player (see eleven_strong_network_player_new to share them). If the folder contains strong.weights too, a
 * network that has learned with the tables, it plays as eleven_strong_guided_player_new describes, with this one from
 * 16384 on. *player is NULL after an error:
 *   ELEVEN_BAD_TEXT     no player has this name, or a file is damaged or of another kind
 *   ELEVEN_BAD_RULES    the weights are for other rules than classic
 *   ELEVEN_NEWER        a file was written by a newer version
 *   ELEVEN_NO_STORAGE   a file is missing or cannot be read, or this library does not contain the network
 *   ELEVEN_NO_MEMORY */
eleven_error eleven_player_open(const char *name, uint64_t seed, const char *tables, eleven_player **player,
                                eleven_problem *problem);

/* The unit of a player's values on boards of this size under these rules: true: points still to be gained, so that the
 * score plus a value is the expected final score (less from a 32768 on, where a network judges a lower board, see
 * `highest` in search.h); false: a unit of its own, or the boards are not those of its table. */
bool eleven_player_counts_points(eleven_player *player, const eleven_rules *rules, unsigned w, unsigned h);

/* Closes any player; NULL is accepted. */
void eleven_player_close(eleven_player *player);

#ifdef __cplusplus
}
#endif

#endif
