/* Learned values of positions: an n-tuple network in a file of weights.
 *
 * It estimates how many points are still to come after a move, before the new tile appears. An open network is
 * read-only: any number of threads may share it. It is for the classic rules on 4x4, and for boards with any ranks;
 * those above 15 count as 15.
 *
 *     board  --slides-->  afterstate  --network-->  points still to come
 *
 * Example:
 *
 *     eleven_bitboard corner = {0x00000000000089ab, 0}, middle = {0x0000098000ba0000, 0};
 *     const eleven_network *network = eleven_network_shipped();
 *     if (!network) return 1;
 *     float difference = eleven_network_value(network, corner) - eleven_network_value(network, middle);
 *     printf("The large tiles are better in the %s.\n", difference > 0 ? "corner" : "middle");
 *     // The large tiles are better in the corner. */
#ifndef ELEVEN_NETWORK_H
#define ELEVEN_NETWORK_H

#include "eleven/bitboard.h"
#include "eleven/search.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eleven_network eleven_network;

/* What a file of weights says about itself. */
typedef struct eleven_network_facts {
    /* The name of the training recipe, the seed of the training and the moves that were played in it. */
    char recipe[32];
    uint64_t seed;
    uint64_t moves;

    /* Games played with these weights, one move ahead, as a budget of one node plays them; 0: not measured. Their mean
     * score and its standard error. */
    uint64_t games;
    double mean, error;

    /* Of the file: how many weights are not 0, the stages, and the tuples. */
    uint32_t weights;
    uint32_t stages, tuples;
} eleven_network_facts;

/* ---- Files ---------------------------------------------------------------------------------------------- */

/* Gives a network read from a file, or from `length` bytes of one in memory, borrowed for the call. Fails for damaged
 * and other files, for newer formats, for other rules than classic, and when out of memory; the problem says which. */
eleven_error eleven_network_open(const char *path, eleven_network **network, eleven_problem *problem);
eleven_error eleven_network_open_bytes(const void *bytes, size_t length, eleven_network **network,
                                       eleven_problem *problem);

/* A file may contain two networks, one after the other: the first judges boards up to 8192, the second those from 16384
 * on. The functions above give the first one, and this one the second, or NULL if there is none. */
eleven_error eleven_network_open_late(const char *path, eleven_network **network, eleven_problem *problem);

/* Whether a file contains whole networks of this format, by their heads and checksums, which is much faster than to
 * open them. Fails as eleven_network_open does. */
eleven_error eleven_network_check(const char *path, eleven_problem *problem);

/* Replaces a file by this network, which gives the same values when it is opened again. A network that was opened is
 * kept in a form for faster look-ups, which makes the file larger than the one it came from. ELEVEN_NO_STORAGE or
 * ELEVEN_NO_MEMORY. */
eleven_error eleven_network_save(const eleven_network *network, const char *path, eleven_problem *problem);

/* The networks that ship inside the library: one for boards up to 8192, and a late one for boards from 16384 on. NULL
 * when out of memory, or on systems where a program cannot contain them (browsers fetch them). The first call opens a
 * network, which takes about half a second, and a later one if memory was out; it is kept until the program ends. Any
 * thread may ask. */
const eleven_network *eleven_network_shipped(void);
const eleven_network *eleven_network_shipped_late(void);

/* NULL is accepted. */
void eleven_network_close(eleven_network *network);

const eleven_network_facts *eleven_network_about(const eleven_network *network);

/* Whether networks are for boards of this size under these rules: 4x4 under the classic rules, with any goal and any
 * number of start tiles. */
bool eleven_network_suits(const eleven_rules *rules, unsigned w, unsigned h);

/* ---- Values --------------------------------------------------------------------------------------------- */

/* The points still to come after a move that led to this board. */
float eleven_network_value(const eleven_network *network, eleven_bitboard after);

/* The same for many afterstates. Two are faster than one by one, and eight or more are fastest, since their weights are
 * fetched from memory together. */
void eleven_network_values(const eleven_network *network, const eleven_bitboard *after, size_t count, float *values);

/* Evaluates the four moves of a board: fills in `after`, sets values[d] to the gain of direction d plus the points
 * still to come, -INFINITY where d is not legal, and returns the legal directions as bits 1 << direction. */
unsigned eleven_network_moves(const eleven_network *network, const eleven_rowtable *table, eleven_bitboard board,
                              eleven_afterstates *after, float values[ELEVEN_DIRECTIONS]);

/* ---- Playing -------------------------------------------------------------------------------------------- */

/* The network as an evaluator, borrowed from it; its `highest` is 14. */
const eleven_evaluator *eleven_network_evaluator(const eleven_network *network);

/* Gives a player that searches with this network, borrowed, and looks two moves ahead where the budget sets no limit;
 * NULL when out of memory. Under rules or on boards that the network does not know it plays as `search` does. A board
 * with a tile above 16384 it searches as a lower one, whose values it gives, see `highest` in search.h. */
eleven_player *eleven_network_player_new(const eleven_network *network);

/* The same with two networks, both borrowed: `early` judges where a search begins with tiles up to 8192, and what
 * `late` returns where it begins with a tile from 16384 on. `late` is called with `context` by the first search of that
 * kind. NULL: it cannot be opened; that question has no answer, and the next one asks again. The built-in player
 * `network` is this one with the two networks that ship. */
eleven_player *eleven_network_pair_player_new(const eleven_network *early, const eleven_network *(*late)(void *context),
                                              void *context);

/* The first network that such a player searches with, borrowed; NULL for other players. */
const eleven_network *eleven_player_network(const eleven_player *player);

/* Gives another player that searches with the networks of such a player, all borrowed until that one is closed; NULL
 * for other players and when out of memory. */
eleven_player *eleven_network_player_share(const eleven_player *player);

#ifdef __cplusplus
}
#endif

#endif
