/* Training: temporal-difference learning of afterstate values by playing. This is what the files of this room share,
 * and what the bench measures. */
#ifndef TRAIN_ROOM_H
#define TRAIN_ROOM_H

#include "base/workers.h"
#include "base/problem.h"
#include "fast/words.h"
#include "player/player_room.h"
#include "eleven/endgame.h"

enum {
    HORIZON_MAX = 7,

    /* Positions of a game that it can be restarted from. */
    PATH_MAX_MOVES = 1 << 16,

    TALLY_RANKS = 20,

    /* Positions of each worker for games that begin late, and the highest rank that they can begin with. The network
     * in the library reaches it in every second game. */
    LATE_STARTS = 16 << 10,
    BEGIN_MAX = 14,

    /* Moves of each worker: of a round, and until the processes combine what they have learned. */
    TRAIN_ROUND = 1000000,
    TRAIN_ALONE = 100000,
};

/* How to train: the fields of a recipe, see train_recipe_parse. `tuples` has the cap as well, and the stages.
 * Checkpoints contain this struct and train_worker as they are in memory: a change of size makes old ones
 * unreadable. */
typedef struct train_recipe {
    char name[32];
    tuple_set tuples;
    float unit;
    uint32_t sparse;
    float rate, lambda;
    uint32_t horizon;
    uint32_t begin;
    float opening;
    uint32_t restart, round, size;
} train_recipe;

/* The results of a worker's games that began at the start, since the tally was last cleared. */
typedef struct train_tally {
    /* `moves` counts those of all games. */
    uint64_t games, moves;

    /* Sums of the scores and of their squares. */
    double score, square;

    /* Games whose largest tile had this rank. */
    uint64_t reach[TALLY_RANKS];
} train_tally;

/* A weight and its corrections so far, in 8 bytes:
 *
 *     bits 63..48                 47..32               31..0
 *          sum of the errors'     sum of the errors    the weight, a float
 *          magnitudes
 *
 * Both sums are upper halves of floats. They are rounded at random, so that small errors count as well. */
typedef uint64_t train_cell;

/* A position that a later error may still reach. */
typedef struct train_step {
    uint32_t at[LOOKUPS_MAX];
    float value, error;
} train_step;

/* A legal move's afterstate and the places of its weights. */
typedef struct train_candidate {
    eleven_bitboard board;
    float gain, value;
    uint32_t at[LOOKUPS_MAX];
} train_candidate;

typedef struct train_worker {
    /* Of the seed's random words so many are used up. The size is a multiple of 8 on every machine. */
    _Alignas(8) uint64_t seed;
    uint64_t used;
    eleven_bitboard board;
    uint64_t score;
    uint32_t reserved_class;

    /* Whether the game was restarted from its middle, and how many moves ago it began or was restarted. */
    bool is_late;
    uint32_t path_moves;

    /* How many steps wait for their correction, and the place of the newest of them in `step`. */
    uint32_t steps, newest;
    uint32_t noise[8];
    train_step step[HORIZON_MAX + 1];
    train_tally tally;

    uint32_t reserved_counts[16];

    /* Where games begin if the recipe says `begin`. Without a tile of that rank: not found yet. */
    eleven_bitboard late_start[LATE_STARTS];

    /* The board before each of the path's moves. */
    eleven_bitboard path[PATH_MAX_MOVES];
} train_worker;

/* How far a training has come: moves and rounds of all threads, and the time they took. */
typedef struct train_past {
    uint64_t seed, moves;
    double seconds;
    uint64_t rounds;
} train_past;

/* The processes of a training; one that is alone has count 1 and nothing else. For exchanges: what is sent and
 * received, with the bytes for each process; `numbers` and `flags` are added up over all. `base`: the cells when they
 * were last combined, the same in all processes. */
typedef struct train_peers {
    eleven_peers peers;
    bool is_lost;
    size_t *out_lengths, *in_lengths;
    float *out, *in, *numbers, *flags;
    train_cell *base;

    /* A worker on its way between a process and a file. */
    train_worker *passing;
} train_peers;

typedef struct training {
    train_recipe recipe;
    train_past past;
    eleven_rowtable table;

    /* stages * size cells, rounded up to large pages. */
    train_cell *cells;
    size_t bytes;

    /* Moves of each worker since the last round ended. */
    uint64_t in_round;

    /* False: it only plays. */
    bool is_learning;

    /* It began with a file of weights, or with a checkpoint. */
    bool has_weights;

    /* Where games begin in place of what the recipe says, but for its `opening`; NULL: nowhere. Owned. */
    eleven_bitboard *starts;
    size_t start_count;

    /* They choose the moves of the boards that they contain; NULL: no tables. Borrowed. */
    const eleven_endgame *tables;

    /* It continues from a checkpoint of an older version, which has no checksum. */
    bool is_unchecked;

    /* It continues from a checkpoint before version 3: there the bits of numbers are in another order. */
    bool is_reordered;
    unsigned threads;
    train_worker *worker;
    train_peers peers;
} training;

/* Gives a training at its beginning; NULL when out of memory. With one thread, equal seeds learn the same. */
training *train_open(const train_recipe *recipe, uint64_t seed, unsigned threads);

/* NULL is accepted. */
void train_close(training *trainer);

/* ---- Several processes ------------------------------------------------------------------------------------ */

/* Makes a training that has just been opened one of several; see eleven_trainer_join. False when out of memory.
 * train_leave is part of train_close. */
bool train_join(training *trainer, const eleven_peers *peers);
void train_leave(training *trainer);

/* Begins the workers of a process that has just joined: all processes have different games. */
void train_renumber(training *trainer);

/* Combines what the processes have learned. False if a process is lost. */
bool train_combine(training *trainer);

/* Gathers `length` bytes of each process, at most as many as an eleven_problem and an error have; sends bytes from one
 * process to another one, which may be the same. */
bool train_gather(training *trainer, const void *mine, size_t length, void *all);
bool train_send(training *trainer, unsigned from, const void *bytes, unsigned to, void *received, size_t length);

/* The first error of all processes, with its problem. */
eleven_error train_agree(training *trainer, eleven_error error, eleven_problem *problem);

/* The workers of all processes. */
static inline unsigned train_workers(const training *trainer)
{
    return trainer->threads * trainer->peers.peers.count;
}

/* ---- Playing ---------------------------------------------------------------------------------------------- */

/* All workers, shared out among the threads of the team, play that many moves each, in rounds of a million. */
void train_run(training *trainer, workers *team, uint64_t moves);

/* One worker plays that many moves; several threads may call this, each for a worker of its own. */
void train_play(training *trainer, unsigned worker, uint64_t moves);

/* Called between two rounds, while no worker plays: weights without a correction follow those of the stage before. */
void train_promote(training *trainer);

/* Ends a worker's game and starts the next one. */
void train_next_game(const training *trainer, train_worker *worker);

/* The inner loop, compiled once for each kind of machine; all learn the same. */
typedef void train_moves(training *trainer, train_worker *worker, uint64_t moves);

train_moves train_moves_plain, train_moves_256, train_moves_512;

/* Reads a recipe:
 *
 *     eleven recipe 1
 *     name plain               ; a comment
 *     tuple 0 1 2 3 4 5        ; cells, one line for each tuple
 *     cap 12                   ; the highest rank that is looked at as it is; optional, as all that follows
 *     stages 4
 *     rate 1                   ; share of an error that a move corrects, 0 to 1
 *     lambda 0.5               ; share of an error that reaches the move before, 0 to 1
 *     horizon 3                ; moves that an error reaches back, 1 to 7; the first is the move itself
 *     begin 14                 ; games begin where a tile of this rank appears; 0: at the start
 *     opening 0.3              ; share of games that begin so even if other positions are given; 0 to 1
 *     sparse 1                 ; 1: only weights that are not 0 at the beginning learn; 0: all
 *     restart 10               ; games of so many moves are played again from their middle; 0: never
 *     round 20                 ; million moves of each thread between two promotions
 *     unit 4                   ; points that a weight of 1 in the file means, 1 to 1000
 *     size 3000000             ; the greatest size of the file of weights, in bytes */
eleven_error train_recipe_parse(const char *text, size_t length, train_recipe *recipe, eleven_problem *problem);

/* Replaces a file by a checkpoint; what was there survives a crash at any moment. All processes call it; the first one
 * writes. */
eleven_error train_save(training *trainer, const char *path, eleven_problem *problem);

/* Continues from a checkpoint; the training must have been opened with the same recipe, with any number of threads.
 * ELEVEN_NO_STORAGE where it cannot be read; ELEVEN_BAD_TEXT where it is damaged, or belongs to another recipe: then
 * the training can only be closed. */
eleven_error train_load(training *trainer, const char *path, eleven_problem *problem);

/* Of the legal moves of a board, bits by direction: the one that the tables choose, or all where none is in them. */
unsigned train_table_moves(const eleven_endgame *tables, eleven_bitboard board, unsigned legal);

/* Lets games begin at these positions; see eleven_trainer_begin_at. */
eleven_error train_begin_at(training *trainer, const eleven_bitboard *boards, size_t count, eleven_problem *problem);

/* The first tuple of the set that has the cells of this one; NULL: none. */
const tuple_form *train_tuple_find(const tuple_set *set, const tuple_form *tuple);

/* Begins with the weights of a file; see eleven_trainer_adopt. */
eleven_error train_adopt(training *trainer, const char *path, eleven_problem *problem);

/* Gives a network of what was learned so far that fits into a file of `size` bytes; NULL when out of memory. */
eleven_network *train_pack_within(const training *trainer, size_t size);

/* Plays the move that a network chooses one move ahead, in the game of this seed. False when there is none. */
bool train_network_move(const eleven_network *network, const eleven_rowtable *table, uint64_t seed, uint64_t ply,
                        eleven_bitboard *board, uint64_t *score);

/* Plays that many games with a network of zero facts, looking one move ahead, and notes how strong it is among its
 * facts. Game i depends only on seed + i. Where it is stopped (NULL: never), it ends with fewer. False when out of
 * memory. */
bool train_measure(eleven_network *network, uint64_t seed, uint64_t games, const eleven_stop *stop);

#endif
