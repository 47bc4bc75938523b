/* Many games by a player, and what they come to: statistics of one player, a test that tells two apart.
 *
 * A match of a seed is the same games on any number of threads, as long as the budget counts no time: game i
 * has the seed eleven_random(seed, i) and a player of its own.
 */
#ifndef ELEVEN_MATCH_H
#define ELEVEN_MATCH_H

#include "eleven/game.h"
#include "eleven/player.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Playing ------------------------------------------------------------------------------------------- */

/* A game that was played to its end; a win is no end where the rules let it go on. */
typedef struct eleven_match_game {
    uint64_t index; /* from 0 */
    uint64_t seed;
    uint64_t score;
    uint32_t moves;
    eleven_rank largest;
    double milliseconds; /* of processor time, without the first move, at which a player may set itself up */
    const char *record;  /* the game as text, borrowed during the report; NULL where it was not asked for */
    size_t length;       /* of the record */
} eleven_match_game;

typedef struct eleven_match {
    eleven_rules rules;
    unsigned w, h;
    uint64_t seed;
    uint64_t games;
    unsigned threads; /* games at once; 0 counts as 1 */
    bool keeps_records;

    /* Gives a new player for game `index` and tells how hard it may think; NULL when memory is short.
     * Called by several threads at once. */
    eleven_player *(*open)(void *context, uint64_t index, uint64_t seed, eleven_budget *budget);

    /* Receives the games in their order, one at a time, on any thread; false ends the match. */
    bool (*report)(void *context, const eleven_match_game *game);

    void *context; /* handed to both */
} eleven_match;

/* Plays the match. ELEVEN_NO_MEMORY, after the games reported so far, when memory or threads are short. */
eleven_error eleven_match_run(const eleven_match *match);

/* A player as a word: its name, or NAME@DEPTH. */
typedef struct eleven_contender {
    char name[32];
    unsigned depth; /* 0: not told */
} eleven_contender;

/* Reads such a word; false where it is none. Whether a player has that name is not asked. */
bool eleven_contender_parse(const char *text, eleven_contender *contender);

/* Reads a length of time: a decimal number above 0 and "us", "ms", "s", or nothing for "ms". */
bool eleven_milliseconds_parse(const char *text, double *milliseconds);

/* ---- One player ---------------------------------------------------------------------------------------- */

typedef struct eleven_interval {
    double low, high;
} eleven_interval;

typedef struct eleven_summary {
    uint64_t games, moves;
    double mean, standard_error;    /* of the score; the error is 0 for a single game */
    double quartile[3];             /* of the score, the median in the middle; between two games by their distance */
    uint64_t least, most;           /* scores */
    uint64_t reached[ELEVEN_RANKS]; /* games with a tile of this rank or a higher one at the end */
    double milliseconds;            /* of all games */
    double mean_move_us;            /* microseconds a move */
} eleven_summary;

/* Sums up `count` games, at least one. `scores`: room for as many, filled in ascending order. */
eleven_summary eleven_match_summary(const eleven_match_game *games, size_t count, uint64_t *scores);

/* Where a share lies with 95% confidence, of which `hits` of `trials` (at least one) gave a sample: the score
 * interval of E. B. Wilson (1927). */
eleven_interval eleven_wilson(uint64_t hits, uint64_t trials);

/* ---- A picture of it ----------------------------------------------------------------------------------- */

enum { ELEVEN_BARS_MAX = 64 };

/* How many scores lie in each of `bars` equal ranges: bar i is of [low + i * step, low + (i + 1) * step). */
typedef struct eleven_histogram {
    unsigned bars;
    uint64_t low, step;
    uint64_t count[ELEVEN_BARS_MAX];
    uint64_t highest; /* the greatest count */
} eleven_histogram;

/* Of at least one score in ascending order, in at most `bars` bars, with round numbers between them. */
eleven_histogram eleven_histogram_of(const uint64_t *scores, size_t count, unsigned bars);

/* The histogram as an SVG document with that title (plain text). Returns its length and takes `size` as
 * the print functions of game.h do. */
size_t eleven_histogram_svg(const eleven_histogram *histogram, const char *title, char *text, size_t size);

/* ---- Two players --------------------------------------------------------------------------------------- */

/* A sequential probability ratio test (A. Wald, 1945) on pairs of games: a pair is won by the player with the
 * higher score, and a tie counts for nobody. H0: the first player wins a share p0 of the pairs; H1: p1. */
typedef struct eleven_sprt {
    double p0, p1;      /* 0 < p0 < p1 < 1 */
    double alpha, beta; /* probability of accepting H1 where H0 is true, and H0 where H1 is; each below 1/2 */
} eleven_sprt;

/* Fifty per cent against fifty-five, five per cent of error each way. */
eleven_sprt eleven_sprt_default(void);

typedef enum eleven_decision { ELEVEN_UNDECIDED, ELEVEN_ACCEPT_H0, ELEVEN_ACCEPT_H1 } eleven_decision;

typedef struct eleven_verdict {
    double ratio;          /* logarithm of the likelihood of H1 over that of H0 */
    eleven_interval bound; /* H0 is accepted at the low one, H1 at the high one */
    eleven_decision decision;
} eleven_verdict;

eleven_verdict eleven_sprt_verdict(const eleven_sprt *test, uint64_t wins, uint64_t losses);

#ifdef __cplusplus
}
#endif

#endif
