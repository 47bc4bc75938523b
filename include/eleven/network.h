/* The learned judge of positions: an n-tuple network in a weights file.
 *
 * It tells how many points are still to come after a move, before the new tile appears. A network once opened is
 * read-only: any number of threads may share it. It is for the classic rules on 4x4; it judges boards with any
 * ranks (above 15 alike).
 *
 *     board  --slides-->  afterstate  --network-->  points still to come
 */
#ifndef ELEVEN_NETWORK_H
#define ELEVEN_NETWORK_H

#include "eleven/bitboard.h"
#include "eleven/search.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eleven_network eleven_network;

/* What a weights file says of itself. */
typedef struct eleven_network_facts {
    char recipe[32];    /* name of the training recipe */
    uint64_t seed;      /* of the training */
    uint64_t moves;     /* made in training */
    uint64_t games;     /* played with these very weights, looking one move ahead; 0: not measured */
    double mean, error; /* their mean score and its standard error */
    uint32_t weights;   /* how many are not 0 */
    uint32_t stages, tuples;
} eleven_network_facts;

/* ---- Files ---------------------------------------------------------------------------------------------- */

/* Gives a network read from a file, or from `length` bytes of one in memory (borrowed for the call). Fails on
 * damaged and foreign files, on newer formats, where the rules are not classic, and when memory is short; the
 * problem says which. */
eleven_error eleven_network_open(const char *path, eleven_network **network, eleven_problem *problem);
eleven_error eleven_network_read(const void *bytes, size_t length, eleven_network **network, eleven_problem *problem);

/* The network that ships inside the library; NULL where memory is short, or on systems that do not let a program
 * carry it (browsers fetch it). Opened by the first call, which takes about half a second, and kept until the
 * program ends; any thread may ask. */
const eleven_network *eleven_network_shipped(void);

/* NULL is fine. */
void eleven_network_close(eleven_network *network);

eleven_network_facts eleven_network_about(const eleven_network *network);

/* ---- Values --------------------------------------------------------------------------------------------- */

/* What is still to come after a move that led to this board. */
float eleven_network_value(const eleven_network *network, eleven_bitboard after);

/* The same for many afterstates; faster than one by one from two on, fastest in eights and more, since their
 * weights are fetched from memory together. */
void eleven_network_values(const eleven_network *network, const eleven_bitboard *after, size_t count, float *values);

/* Judges the four moves of a board: fills `after`, sets values[d] to the gain of direction d and what is still to
 * come, -INFINITY where d is not legal, and returns the legal directions as bits 1 << direction. */
unsigned eleven_network_moves(const eleven_network *network, const eleven_rowtable *table, eleven_bitboard board,
                              eleven_afterstates *after, float values[ELEVEN_DIRECTIONS]);

/* ---- Playing -------------------------------------------------------------------------------------------- */

/* It as what a search knows. The evaluator borrows the network. */
eleven_evaluator eleven_network_evaluator(const eleven_network *network);

/* Gives a player that searches with this network, borrowed, and looks two moves ahead where the budget sets no
 * limit; NULL when memory is short. Where the rules or the board are not the network's it plays as `search`
 * does. The built-in player `network` is this one with the network that ships. */
eleven_player *eleven_network_player_new(const eleven_network *network);

#ifdef __cplusplus
}
#endif

#endif
