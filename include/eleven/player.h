/* Players. A player is an interface: anything that looks at a board and chooses a direction. */
#ifndef ELEVEN_PLAYER_H
#define ELEVEN_PLAYER_H

#include "eleven/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The greatest depth of a search, in moves. */
enum { ELEVEN_SEARCH_DEPTH = 15 };

/* How hard to think; 0 in a field sets no limit there, and all 0 means the player's own default. */
typedef struct eleven_budget {
    /* Own moves looked ahead, 1..ELEVEN_SEARCH_DEPTH; more counts as ELEVEN_SEARCH_DEPTH. */
    uint32_t depth;

    /* Positions looked at. */
    uint64_t nodes;

    /* The player reads a clock only where this is above 0. */
    double milliseconds;
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
    const char *name;
    void *context;

    /* Fills in `advice`; false, and nothing is filled in, where no direction changes the board, or when out of
     * memory. */
    bool (*choose)(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                   const eleven_budget *budget, eleven_advice *advice);

    /* Frees the player and all it owns; NULL where there is nothing to free. */
    void (*close)(eleven_player *player);
};

/* Asks a player. ELEVEN_IMPOSSIBLE where no direction changes the board; ELEVEN_NO_MEMORY where the player does not
 * answer. */
eleven_error eleven_player_choose(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                                  const eleven_budget *budget, eleven_advice *advice);

/* The built-in players by index from 0; NULL past the last:
 *   random      any legal direction, all equally likely
 *   greedy      the greatest gain, then the most empty cells, then down, left, right, up
 *   corner      the largest tiles in a corner, along a snake; looks one move ahead
 *   montecarlo  the direction after which random play scores most; a budget of nodes counts games here
 *   search      looks three moves ahead by default, and scores boards line by line
 *   network     looks two moves ahead by default, and values boards by what it learned from billions of moves
 *   strong      uses endgame tables of up to 3.9 GB, see endgame.h; the strongest from about 20 us per move on. Not in
 *               browsers */
const char *eleven_player_name(unsigned index);

/* Opens a player, to be closed with eleven_player_close: a built-in one by its name, or one that follows a table by the
 * table's path (see solver.h), and that compares moves. Equal seeds make equal choices. `tables`: the folder of the
 * endgame tables, which only `strong` needs; it opens them for each player, in up to a second (see
 * eleven_strong_player_new). *player is NULL after an error:
 *   ELEVEN_BAD_TEXT     no player has this name, or a table is damaged
 *   ELEVEN_NO_STORAGE   a table is missing or cannot be read, or this library does not contain the network
 *   ELEVEN_NO_MEMORY */
eleven_error eleven_player_open(const char *name, uint64_t seed, const char *tables, eleven_player **player,
                                eleven_problem *problem);

/* Closes any player; NULL is accepted. */
void eleven_player_close(eleven_player *player);

#ifdef __cplusplus
}
#endif

#endif
