/* What a player thinks of a position, in words that a person understands: "1,240 points more than up". */
#ifndef BASE_HINT_H
#define BASE_HINT_H

#include "base/json.h"

/* What the values of a player mean on a board. If neither member is set, they have a unit of the player's own. */
typedef struct value_unit {
    /* Points still to come, so that the score plus a value is the expected final score. */
    bool in_points;
    /* Chances to build this tile next, from 0 to 1; 0: other values. */
    uint32_t chance_of;
} value_unit;

value_unit value_unit_of(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                         const eleven_budget *budget);

/* For programs: "points", "chance" or "own"; and the same as keys of an answer, with the tile of a chance. */
const char *value_unit_name(value_unit unit);
void value_unit_put(json_out *json, value_unit unit);

typedef struct player_hint {
    eleven_advice advice;
    value_unit unit;
    /* Of the position. */
    uint64_t score;
} player_hint;

/* Fills in the hint of a player for a game. False if the player finds no move. */
bool hint_ask(eleven_player *player, const eleven_rules *rules, const eleven_game *game, const eleven_budget *budget,
              player_hint *hint);

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

/* A value or a difference of values, with its unit: "1,240 points", "3.1%", "3.5". */
const char *hint_amount(value_unit unit, double value, char text[HINT_NUMBER]);

/* Compares the best move with the next best: "1,240 points more than up", "3.1% more than up", "equal to
 * up and down", "the only move". */
enum { HINT_TEXT = 80 };
void hint_compare(const player_hint *hint, char text[HINT_TEXT]);

#endif
