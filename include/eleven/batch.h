/* 512 classic 4x4 games side by side, one bit of each in every machine word. One move of all of them takes about a
 * quarter of a microsecond. For statistics, for playouts, and for millions of positions.
 *
 * The rules are those of classic without a goal (two start tiles; 2 with 90% and 4 with 10%; a game ends when no
 * direction is legal). All tiles up to 131072 are exact. A batch uses memory that its owner provides; two threads
 * may use two batches freely. The games depend on the seed alone, not on the processor or the vector width.
 *
 * Example:
 *
 *     static char memory[ELEVEN_BATCH_BYTES];
 *     static eleven_batch_lane lanes[ELEVEN_BATCH_LANES];
 *     eleven_batch *batch = eleven_batch_init(memory, 0, 7);
 *     unsigned most = 0;
 *     eleven_batch_play(batch, 100, NULL, NULL);
 *     eleven_batch_get_all(batch, lanes);
 *     for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++)
 *         most = lanes[i].moves > most ? lanes[i].moves : most;
 *     printf("%u moves in 100 rounds\n", most);
 *     // 94 moves in 100 rounds */
#ifndef ELEVEN_BATCH_H
#define ELEVEN_BATCH_H

#include "eleven/bitboard.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The games of a batch, and its memory: 112 KiB. */
enum { ELEVEN_BATCH_LANES = 512, ELEVEN_BATCH_BYTES = 7 << 14 };

/* One bit for each lane: lane i is bit i % 64 of word[i / 64]. */
typedef struct eleven_lanes {
    uint64_t word[ELEVEN_BATCH_LANES / 64];
} eleven_lanes;

typedef struct eleven_batch eleven_batch;

/* A batch of new games in ELEVEN_BATCH_BYTES of memory, at any alignment; the batch borrows the memory until its
 * owner frees it, and must not be moved. `bits` is the width of the vectors: 128, 256 or 512; 0: the widest that
 * this processor has. NULL where it does not have that width. */
eleven_batch *eleven_batch_init(void *memory, unsigned bits, uint64_t seed);

/* The vector width in use. */
unsigned eleven_batch_bits(const eleven_batch *batch);

/* ---- Playing ------------------------------------------------------------------------------------------ */

/* A game that has ended, with its last position. */
typedef struct eleven_batch_game {
    eleven_bitboard board;
    uint64_t score;
    uint32_t moves;
    uint16_t lane;
    eleven_rank largest;
} eleven_batch_game;

/* Receives finished games, at most one of each lane per call, by ascending lane. */
typedef void eleven_batch_report(void *context, const eleven_batch_game *games, unsigned count);

/* Chooses a direction in every lane: sets the lane's bit in chosen[direction], all 0 before. The lanes of
 * legal[direction] may go there; a lane without a legal direction makes no move whatever is chosen. Where
 * several directions are chosen, the first counts; where no legal one is, the first legal one is taken. */
typedef void eleven_batch_policy(void *context, const eleven_batch *batch, const eleven_lanes legal[ELEVEN_DIRECTIONS],
                                 eleven_lanes chosen[ELEVEN_DIRECTIONS]);

/* Plays `rounds` rounds of random moves, uniform among the legal directions. In a round every lane makes at most one
 * move. It makes none where its game is over, where it waits for its new tile, or where its random bits name no legal
 * move (one try in six: rejection keeps all choices uniform): in all, about one round in four. After every 16th round
 * new games replace those that were already over in the round before; after every 64th round these are reported.
 * `report` may be NULL. */
void eleven_batch_play(eleven_batch *batch, unsigned rounds, eleven_batch_report *report, void *context);

/* The same with moves that a policy chooses. Both contexts are passed to their functions. */
void eleven_batch_play_by(eleven_batch *batch, unsigned rounds, eleven_batch_policy *policy, void *policy_context,
                          eleven_batch_report *report, void *report_context);

/* Reports at once the games that new ones have replaced and that have not been reported yet. A game that has just ended
 * is replaced after a 16th round, see above. */
void eleven_batch_flush(eleven_batch *batch, eleven_batch_report *report, void *context);

/* ---- Reading and changing lanes ------------------------------------------------------------------------ */

/* The legal directions of all lanes. A lane that waits for a tile or a new game has none. */
void eleven_batch_legal(const eleven_batch *batch, eleven_lanes legal[ELEVEN_DIRECTIONS]);

/* A lane between two rounds. */
typedef struct eleven_batch_lane {
    eleven_bitboard board;
    uint64_t score;
    uint32_t moves;
    /* A new game is about to start here. */
    bool is_vacant;
    /* The new tile of the last move has not appeared yet. */
    bool owes_tile;
    /* The last round: whether a move was made, its direction, and whether a new tile appeared. */
    bool moved;
    eleven_direction direction;
    bool spawned;
} eleven_batch_lane;

/* One lane, or (in little more time) all lanes. */
eleven_batch_lane eleven_batch_get(const eleven_batch *batch, unsigned lane);
void eleven_batch_get_all(const eleven_batch *batch, eleven_batch_lane lanes[ELEVEN_BATCH_LANES]);

/* Puts a position into a lane, with ranks 0..17 and at least one tile; its game continues with this score and number of
 * moves. */
void eleven_batch_set(eleven_batch *batch, unsigned lane, eleven_bitboard board, uint64_t score, uint32_t moves);

/* Drops the lane's game without a report; a new one starts within a few rounds. */
void eleven_batch_reset(eleven_batch *batch, unsigned lane);

#ifdef __cplusplus
}
#endif

#endif
