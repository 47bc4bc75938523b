/* Who chooses a move. A player is an interface: anything that looks at a board and names a direction. */
#ifndef ELEVEN_PLAYER_H
#define ELEVEN_PLAYER_H

#include "eleven/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How hard to think; 0 in a field sets no limit there, and all 0 means the player's own default. */
typedef struct eleven_budget {
    uint32_t depth;      /* own moves looked ahead */
    uint64_t nodes;      /* positions looked at */
    double milliseconds; /* the player reads a clock only where this is set */
} eleven_budget;

/* What a player thinks of a position. */
typedef struct eleven_advice {
    eleven_direction direction;       /* the move to make; always legal */
    double values[ELEVEN_DIRECTIONS]; /* of each direction, higher is better, in the player's own unit; NAN:
                                         illegal */
} eleven_advice;

/* A player. Make your own by filling one in (and putting what it needs behind `state`); it may be handed to
 * everything that takes a player. One player is used by one thread at a time. */
typedef struct eleven_player eleven_player;
struct eleven_player {
    const char *name;
    void *state;

    /* Fills `advice`; false, and nothing filled, where no direction changes the board. */
    bool (*choose)(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                   const eleven_budget *budget, eleven_advice *advice);

    /* Frees the player with all it owns; NULL where there is nothing to free. */
    void (*close)(eleven_player *player);
};

/* The built-in players by index from 0; NULL past the last:
 *   random      any legal direction, all equally likely
 *   greedy      the greatest gain, then the most empty cells, then down, left, right, up
 *   corner      the largest tiles in a corner, along a snake; looks one move ahead
 *   montecarlo  the direction after which random play scores most; a budget of nodes counts games here
 *   search      looks ahead, three moves by default, and scores what it sees line by line
 *   network     looks ahead, two moves by default, and knows from billions of moves what a position is worth
 *   strong      follows endgame tables of up to 3.9 GB, see endgame.h; the strongest from some 20 us a move on. Not in
 *               browsers
 */
const char *eleven_player_name(unsigned index);

/* Opens a new built-in player, to be closed with eleven_player_close. NULL if no player has this name, when out of memory,
 * and for `strong`: it needs endgame tables, see eleven_strong_player_new. Equal seeds make equal choices. */
eleven_player *eleven_player_open(const char *name, uint64_t seed);

/* Closes any player; NULL is fine. */
void eleven_player_close(eleven_player *player);

#ifdef __cplusplus
}
#endif

#endif
