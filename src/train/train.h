/* The trainer: temporal-difference learning of afterstate values by playing. See train.c for how. */
#ifndef PLAYER_TRAIN_H
#define PLAYER_TRAIN_H

#include "eleven/bitboard.h"
#include "player/tuples.h"

enum {
    HORIZON_MAX = 7,
    CAROUSEL_CLASSES = 16,    /* by the sum of the tiles, in steps of 4096 */
    CAROUSEL_PLACES = 1024,   /* remembered a class */
    PATH_MAX_MOVES = 1 << 16, /* positions of a game that can be restarted from */
};

/* How to train. */
typedef struct train_recipe {
    char name[32];
    tuple_set tuples;
    uint32_t cap, stages; /* of the tuples */
    float rate;           /* share of the error that a move corrects, 0..1 */
    float lambda;         /* 0..1 */
    uint32_t horizon;     /* moves that an error reaches back, 0..HORIZON_MAX */
    float optimism;       /* what an unknown board is worth */
    float carousel;       /* share of the games that start from a late position */
    uint32_t restart;     /* a game of at least so many moves is played again from its middle; 0: never */
    uint32_t round;       /* million moves a thread between two promotions */
    uint32_t size;        /* bytes of the file of weights, at most */
} train_recipe;

/* What the games of a worker that began at the start came to since the tally was last cleared. */
typedef struct train_tally {
    uint64_t games, moves; /* moves: of all games */
    double score, square;
    uint64_t reach[20]; /* games whose largest tile had this rank */
} train_tally;

/* A weight and how it was corrected so far, in 8 bytes: bits 0..31 the weight as a float, 32..47 the sum of all
 * errors and 48..63 the sum of their magnitudes, both as the upper half of a float. Rounded at random, so that
 * small errors count as well. */
typedef uint64_t train_cell;

/* A position that the next update may still reach. */
typedef struct train_step {
    uint32_t at[LOOKUPS_MAX];
    float value, error;
} train_step;

typedef struct train_worker {
    uint64_t seed, used; /* of eleven_random */
    eleven_bitboard board;
    uint64_t score;
    uint32_t class_reached;
    bool is_late;           /* the game began at a late position */
    uint32_t path_moves;    /* moves since the game began or was restarted */
    uint32_t steps, newest; /* steps that wait for an update; place of the newest in `step` */
    uint32_t noise[8];
    train_step step[HORIZON_MAX + 1];
    train_tally tally;
    uint32_t remembered[CAROUSEL_CLASSES];
    eleven_bitboard place[CAROUSEL_CLASSES][CAROUSEL_PLACES];
    eleven_bitboard path[PATH_MAX_MOVES]; /* the board before each of these moves */
} train_worker;

/* What a training has come to so far. */
typedef struct train_past {
    uint64_t seed, moves; /* moves: of all threads */
    double seconds;       /* spent */
    uint64_t rounds;
} train_past;

typedef struct training {
    train_recipe recipe;
    train_past past;
    eleven_rowtable table;
    train_cell *cells; /* stages * size */
    size_t count;      /* of cells */
    size_t bytes;
    bool is_learning; /* false: only plays */
    unsigned threads;
    train_worker *worker;
} training;

/* One worker plays that many moves; several threads may, each its own worker. */
void train_play(training *trainer, unsigned worker, uint64_t moves);

/* ---- Between two moves of a worker ---------------------------------------------------------------------- */

/* Ends a worker's game and starts the next one. */
void train_next_game(const training *trainer, train_worker *worker);

/* Called when the sum of the tiles has reached the next class. */
void train_remember(train_worker *worker, unsigned class);

/* ---- A training ----------------------------------------------------------------------------------------- */

/* Gives a training at its beginning; NULL when memory is short. Equal seeds, with one thread, learn alike. */
training *train_open(const train_recipe *recipe, uint64_t seed, unsigned threads);
void train_close(training *trainer); /* NULL is fine */

/* To be called between two rounds, while no worker plays. */
void train_promote(training *trainer);

#endif
