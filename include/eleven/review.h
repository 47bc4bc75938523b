/* A game looked at afterwards: what each move cost against the best one, how well it was played as a whole, and
 * the moments that decided it.
 *
 * What is best is a player's opinion. Move by move it is asked what every direction is worth:
 *
 *     for each ply of the record that is a move:                      (eleven_reader, or a session's entries)
 *         eleven_review_move(player, budget, rules, game before it, direction, &moves[count++])
 *     eleven_review review = eleven_review_sum(moves, count, room)    (at any time: of the moves so far)
 *
 * so that a front end can show how far it is, and stop. Nothing here allocates or keeps state between calls. The
 * same moves come out for the same player, seed and budget of depth or nodes.
 *
 * Scales. Players count in units and from zeros of their own, so that only comparisons of differences mean
 * anything. The measure is the game itself: `stake`, what a thoughtless move costs in it. It is the median, over
 * the moves that leave something to lose, of the distance from the best direction to the mean of the others; so that
 * a few directions that would have ended the game on the spot do not make all else look small. A move's severity is
 * its loss in these stakes: 0 the best there was, 1 as bad as not looking usually is.
 *
 * Accuracy. A move earns the credit 1 / (1 + severity): all, half at severity 1, never less than nothing, so that
 * no single blunder outweighs a game. The accuracy is the share of the credit within reach that was earned:
 *
 *     100 * (credit - credit of dice) / (most credit - credit of dice)      sums over the moves; at least 0
 *
 * where dice choose any legal direction with equal chances. So 100 means that every move was as good as the
 * player's choice, and 0 that dice would have done as well. Moves without a choice (one legal direction), and those
 * where all directions are worth the same, count for nothing on either side; the more there was to lose, the more a
 * move counts. */
#ifndef ELEVEN_REVIEW_H
#define ELEVEN_REVIEW_H

#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A move -------------------------------------------------------------------------------------------- */

/* A move and what the player thinks of it. */
typedef struct eleven_judgement {
    eleven_game before;               /* the game before the move */
    eleven_direction played, best;    /* `best` is the player's choice */
    double values[ELEVEN_DIRECTIONS]; /* in the player's unit; NAN: not legal, or the player does not tell */
    double loss;  /* of the move against the best, in the player's unit; 0 or more, 0 where `played` is `best` */
    double stake; /* the distance from the best to the mean of the other directions; 0 where nothing counts */
    bool is_free; /* there was a choice, and the values of best and played are told; otherwise it does not count */
} eleven_judgement;

/* Asks the player about a move of the game: false, and nothing filled, where the direction is not legal or the
 * player does not answer. */
bool eleven_review_move(eleven_player *player, const eleven_budget *budget, const eleven_rules *rules,
                        const eleven_game *before, eleven_direction played, eleven_judgement *judgement);

/* ---- A game -------------------------------------------------------------------------------------------- */

typedef enum eleven_grade {
    ELEVEN_FORCED,     /* it does not count: no choice, or nothing known */
    ELEVEN_BEST,       /* the player's choice, or a severity below 1/50 */
    ELEVEN_GOOD,       /* a severity below 1/2 */
    ELEVEN_INACCURACY, /* from 1/2 on */
    ELEVEN_MISTAKE,    /* from 1 1/2 on */
    ELEVEN_BLUNDER,    /* from 4 on */
    ELEVEN_GRADES      /* how many there are */
} eleven_grade;

/* "forced" "best" "good" "inaccuracy" "mistake" "blunder". */
const char *eleven_grade_name(eleven_grade grade);

enum { ELEVEN_TURNING_POINTS = 5 };

typedef struct eleven_review {
    double accuracy;             /* per cent, 0..100 */
    double stake;                /* what a thoughtless move costs in this game, in the player's unit */
    double loss;                 /* of all moves together, in the player's unit */
    size_t count[ELEVEN_GRADES]; /* moves of each grade */
    /* The moves that lost most, from inaccuracies on, each at least four moves and a fiftieth of the game from
     * the next; in the order of the game. */
    unsigned turning_points;
    size_t turning_point[ELEVEN_TURNING_POINTS];
} eleven_review;

/* Sums up the moves judged so far, none of them is fine too (accuracy 100). `room` is for `count` numbers. */
eleven_review eleven_review_sum(const eleven_judgement *moves, size_t count, double *room);

/* The loss of a move in stakes of the game. */
double eleven_review_severity(const eleven_review *review, const eleven_judgement *judgement);
eleven_grade eleven_review_grade(const eleven_review *review, const eleven_judgement *judgement);

/* ---- In words ------------------------------------------------------------------------------------------ */

enum { ELEVEN_REASON_TEXT = 256 }; /* room for every reason */

/* Why the move played is worse than the best, in one or two sentences: "Left moved the largest tile, 512, out of
 * its corner. Down would have merged 64 and 64." Whatever it says has been found on the board; where nothing is
 * found, it is "". Returns the length and takes `size` as the print functions of game.h do. */
size_t eleven_review_reason(const eleven_rules *rules, const eleven_judgement *judgement, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
