/* A review of a game: what each move cost compared with the best one, how well the whole game was played, and the
 * moments that decided it.
 *
 * What is best is a player's opinion. For each move the player gives a value to every direction:
 *
 *     for each ply of the record that is a move:                      (eleven_reader, or a session's entries)
 *         eleven_review_judge(player, budget, rules, game before it, direction, &moves[count++])
 *     eleven_review_sum(moves, count, scratch, &review)      (at any time: for the moves so far)
 *
 * So a front end can show its progress, and stop. Nothing here allocates or keeps state between calls. The results are
 * the same for the same player, seed and budget of depth or nodes.
 *
 * Scales. Players have units and zeros of their own, so only comparisons of differences mean anything. The measure is
 * the game itself: `stake`, the cost of a thoughtless move in it. It is the median, over the moves that leave something
 * to lose, of the distance from the best direction to the mean of the others. It is a median so that a few directions
 * that would have ended the game at once do not make everything else look small. The severity of a move is its loss in
 * these stakes: 0 is the best move, 1 is as bad as not looking usually is.
 *
 * Accuracy. A move earns the credit 1 / (1 + severity): all of it at severity 0, half at severity 1, and never less
 * than nothing, so that no single blunder outweighs a game. The accuracy is the share of the possible credit earned:
 *
 *     100 * (credit - credit of dice) / (most credit - credit of dice)      sums over the moves; at least 0
 *
 * where dice choose any legal direction with equal probability. So 100 means that every move was as good as the
 * player's choice, and 0 that dice would have done as well. Moves without a choice (one legal direction), and those
 * where all directions are equal, count on neither side. The more there was to lose, the more a move counts.
 *
 * Example:
 *
 *     eleven_rules rules;
 *     eleven_game game;
 *     eleven_player *player;
 *     eleven_judgement move;
 *     char text[ELEVEN_REASON_TEXT];
 *     eleven_rules_find("classic", &rules);
 *     eleven_game_start(&rules, 4, 4, 17, &game, NULL);
 *     if (eleven_player_open("search", 1, NULL, &player, NULL)) return 1;
 *     if (eleven_review_judge(player, NULL, &rules, &game, ELEVEN_UP, &move)) return 1;
 *     if (eleven_judgement_describe(&rules, &move, text, sizeof text)) puts(text);
 *     // Left would have merged 2 and 2. */
#ifndef ELEVEN_REVIEW_H
#define ELEVEN_REVIEW_H

#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A move -------------------------------------------------------------------------------------------- */

/* A move and what the player thinks of it. */
typedef struct eleven_judgement {
    eleven_game before;

    /* `best` is the player's choice. */
    eleven_direction played, best;

    /* In the player's unit; NAN: not legal, or the player gives no value. */
    double values[ELEVEN_DIRECTIONS];

    /* The value of the best direction minus that of the move, in the player's unit; 0 or more, 0 if they are equal. */
    double loss;

    /* The distance from the best direction to the mean of the others; 0 where the move does not count. */
    double stake;

    /* The move counts: there was a choice, and the values of `best` and `played` are known. */
    bool is_free;
} eleven_judgement;

/* Asks the player about a move of the game. After an error nothing is filled in: ELEVEN_IMPOSSIBLE where the direction
 * is not legal, ELEVEN_STOPPED or ELEVEN_NO_MEMORY where the player does not answer. */
eleven_error eleven_review_judge(eleven_player *player, const eleven_budget *budget, const eleven_rules *rules,
                                 const eleven_game *before, eleven_direction played, eleven_judgement *judgement);

/* ---- A game -------------------------------------------------------------------------------------------- */

typedef enum eleven_grade {
    /* Does not count: no choice, or nothing is known. */
    ELEVEN_GRADE_FORCED,

    /* The player's choice, or a severity below 1/50. */
    ELEVEN_GRADE_BEST,

    /* A severity below 1/2. */
    ELEVEN_GRADE_GOOD,

    /* A severity from 1/2, from 3/2 and from 4 on. */
    ELEVEN_GRADE_INACCURACY,
    ELEVEN_GRADE_MISTAKE,
    ELEVEN_GRADE_BLUNDER,
} eleven_grade;

/* The number of grades, and the space for later versions with more. */
enum { ELEVEN_GRADES = 6, ELEVEN_GRADES_MAX = 16 };

/* "forced" "best" "good" "inaccuracy" "mistake" "blunder". */
const char *eleven_grade_name(eleven_grade grade);

enum { ELEVEN_TURNING_POINTS = 5 };

typedef struct eleven_review {
    /* Per cent, 0..100. */
    double accuracy;

    /* The cost of a thoughtless move in this game, and the loss of all moves together, in the player's unit. */
    double stake;
    double loss;

    /* Moves of each grade. */
    size_t count[ELEVEN_GRADES_MAX];

    /* The moves that lost most, inaccuracies or worse, each at least four moves and a fiftieth of the game from the
     * next; in the order of the game. */
    unsigned turning_points;
    size_t turning_point[ELEVEN_TURNING_POINTS];
} eleven_review;

/* Sums up the moves judged so far; without any the accuracy is 100. `scratch` has space for `count` numbers. */
void eleven_review_sum(const eleven_judgement *moves, size_t count, double *scratch, eleven_review *review);

/* The loss of a move in stakes of the game. */
double eleven_review_severity(const eleven_review *review, const eleven_judgement *judgement);
eleven_grade eleven_review_grade(const eleven_review *review, const eleven_judgement *judgement);

/* ---- In words ------------------------------------------------------------------------------------------ */

/* The greatest size of a reason. */
enum { ELEVEN_REASON_TEXT = 256 };

/* Why the move played is worse than the best, in one or two sentences: "Left moved the largest tile, 512, out of its
 * corner. Down would have merged 64 and 64." All of it is found on the board; "" where nothing is found. Returns the
 * length and takes `size` as the print functions of game.h do. */
size_t eleven_judgement_describe(const eleven_rules *rules, const eleven_judgement *judgement, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
