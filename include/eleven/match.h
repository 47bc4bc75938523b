/* Many games by a player, with statistics for one player and a test that compares two.
 *
 * A match with the same seed is the same games on any number of threads, as long as the budget does not limit time:
 * game i has the seed eleven_random(seed, i) and a player of its own.
 *
 * Example:
 *
 *     static eleven_player *open_by_name(void *name, uint64_t index, uint64_t seed, eleven_budget *budget) {
 *         eleven_player *player;
 *         (void)index, (void)budget;
 *         return eleven_player_open((char *)name, seed, NULL, &player, NULL) ? NULL : player;
 *     }
 *     static void print(void *who, const eleven_match_game *game) { printf("%s %d\n", (char *)who, (int)game->score); }
 *
 *     eleven_match match = {.size = sizeof match, .w = 4, .h = 4, .seed = 7, .games = 2,
 *                           .open = open_by_name, .report = print, .context = (void *)"corner"};
 *     eleven_rules_find("classic", &match.rules);
 *     return eleven_match_run(&match);
 *     // corner 6612
 *     // corner 2308 */
#ifndef ELEVEN_MATCH_H
#define ELEVEN_MATCH_H

#include "eleven/game.h"
#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Playing ------------------------------------------------------------------------------------------- */

/* A game that was played to its end; a win does not end it where the rules let it continue. */
typedef struct eleven_match_game {
    /* In the whole match, from 0. */
    uint64_t index;
    uint64_t seed;
    uint64_t score;
    uint32_t moves;
    eleven_rank largest;

    /* Processor time without the first move, during which a player may prepare itself. */
    double milliseconds;

    /* The game as text, borrowed during the report, and its length; NULL where records are not kept. */
    const char *record;
    size_t length;
} eleven_match_game;

typedef struct eleven_match {
    /* sizeof the struct. */
    size_t size;
    eleven_rules rules;
    unsigned w, h;
    uint64_t seed;
    uint64_t games;

    /* Games at the same time; 0 counts as 1. */
    unsigned threads;
    bool keeps_records;

    /* Gives a new player for game `index` and sets its budget, except `stop`, which is that of the match; NULL when out
     * of memory. Called by several threads at the same time. */
    eleven_player *(*open)(void *context, uint64_t index, uint64_t seed, eleven_budget *budget);

    /* Receives the games in their order, one at a time, on any thread. */
    void (*report)(void *context, const eleven_match_game *game);

    /* Given to both. */
    void *context;

    /* Borrowed; NULL: all games are played. A game that is being played when it is requested is not reported. */
    const eleven_stop *stop;

    /* The index of the first game, so that a match can be played in parts: `games` games from here. */
    uint64_t first;
} eleven_match;

/* Plays the match. ELEVEN_NO_MEMORY, after the games reported so far, when out of memory; ELEVEN_IMPOSSIBLE, after
 * them, where a player chose a move that is not legal; ELEVEN_STOPPED if it was stopped before its last game was
 * reported. Where there are fewer threads than asked for, those play all games. */
eleven_error eleven_match_run(const eleven_match *match);

/* ---- One player ---------------------------------------------------------------------------------------- */

typedef struct eleven_interval {
    double low, high;
} eleven_interval;

typedef struct eleven_summary {
    uint64_t games, moves;

    /* Of the score; the error is 0 for a single game. */
    double mean, standard_error;

    /* Of the score, the median in the middle; between two games it is interpolated. */
    double quartile[3];

    /* The lowest and the highest score. */
    uint64_t least, most;

    /* Games with a tile of this rank or a higher one at the end. */
    uint64_t reached[ELEVEN_RANKS];

    /* Of all games. */
    double milliseconds;

    /* Microseconds per move. */
    double mean_move_us;
} eleven_summary;

/* Summarises `count` games, at least one. `scores` has space for as many, and is filled in ascending order. */
void eleven_match_summary(const eleven_match_game *games, size_t count, uint64_t *scores, eleven_summary *summary);

/* The interval that contains a share with 95% confidence, if `hits` of `trials` (at least one) had it: the score
 * interval of E. B. Wilson (1927). */
eleven_interval eleven_wilson(uint64_t hits, uint64_t trials);

/* ---- Two players --------------------------------------------------------------------------------------- */

/* A sequential probability ratio test (A. Wald, 1945) on pairs of games: the player with the higher score wins the
 * pair, and a tie counts for neither. H0: the first player wins a share p0 of the pairs; H1: a share p1. */
typedef struct eleven_sprt {
    /* 0 < p0 < p1 < 1 */
    double p0, p1;

    /* The probability of accepting H1 where H0 is true, and H0 where H1 is true; each below 1/2. */
    double alpha, beta;
} eleven_sprt;

/* 50% against 55%, with 5% of error each way. */
eleven_sprt eleven_sprt_default(void);

typedef enum eleven_decision { ELEVEN_DECISION_NONE, ELEVEN_DECISION_H0, ELEVEN_DECISION_H1 } eleven_decision;

typedef struct eleven_verdict {
    /* The logarithm of the likelihood of H1 over that of H0. H0 is accepted at the low bound, H1 at the high one. */
    double ratio;
    eleven_interval bound;
    eleven_decision decision;
} eleven_verdict;

eleven_verdict eleven_sprt_verdict(const eleven_sprt *test, uint64_t wins, uint64_t losses);

#ifdef __cplusplus
}
#endif

#endif
