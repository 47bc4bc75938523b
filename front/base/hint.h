/* What a player thinks of a position, in words that a person understands: "1,240 points more than up". */
#ifndef BASE_HINT_H
#define BASE_HINT_H

#include "eleven.h"

typedef struct player_hint {
    eleven_advice advice;
    /* The values are points still to come, so that the score plus a value is the expected final score. Otherwise they
     * have a unit of the player's own. */
    bool in_points;
    /* Of the position. */
    uint64_t score;
} player_hint;

/* Fills in the hint of a player for a game. False if the player finds no move. */
bool hint_ask(eleven_player *player, const eleven_rules *rules, const eleven_game *game, const eleven_budget *budget,
              player_hint *hint);

/* The unit of a player's values, for programs: "points" still to come, or "own". */
const char *hint_unit(bool in_points);

/* A player that always gives this advice, which is borrowed. */
eleven_player advice_repeater(eleven_advice *advice);

/* How much less a direction is worth than the best one: 0 or more. NAN if that is not known: it moves nothing. */
double hint_loss(const player_hint *hint, eleven_direction direction);

/* Whether a direction is worth as much as the best, or so nearly as much that nobody can say which is better. Points
 * are equal if they differ by less than 0.2% of the expected final score (about 400 of 200,000 points). This was
 * measured with the network in 1,625 positions of four games: where the two best moves differed by less after looking
 * three moves ahead, looking four moves ahead reversed their order in 43% of the positions; elsewhere in 15%. */
bool hint_is_equal(const player_hint *hint, eleven_direction direction);

/* The best direction but one; the best one if there is no other. */
eleven_direction hint_next_best(const player_hint *hint);

/* "1,240", "3.5". */
enum { HINT_NUMBER = 32 };
const char *hint_number(double value, char text[HINT_NUMBER]);

/* Compares the best move with the next best: "1,240 points more than up", "equal to up and down", "the only move". */
enum { HINT_TEXT = 80 };
void hint_compare(const player_hint *hint, char text[HINT_TEXT]);

#endif
