/* Many 4x4 games moved from outside, one action each at a time: environments for learning.
 *
 *     actions ---step--->  rewards, what was over, what to see now, what is legal now
 *
 * Each environment is a seeded game, move for move the one that game.h makes of the same seed and directions; it goes on
 * after 2048, until no direction is legal. Environments are plain values in an array of the owner's: copying them saves
 * them. Two threads may step two arrays freely.
 *
 * It works under rules by which equal tiles, and no others, merge into the next rank, and one tile of rank 1 or 2 appears
 * after a move; eleven_envs_suit tells. */
#ifndef ELEVEN_ENVS_H
#define ELEVEN_ENVS_H

#include "eleven/bitboard.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One environment. Make it with eleven_envs_start or eleven_env_at. */
typedef struct eleven_env {
    eleven_bitboard board;
    uint64_t seed;   /* of the game: the word of move n is eleven_random(seed, n) */
    uint64_t stream; /* follows from the seed */
    uint64_t score;
    uint64_t moves;
} eleven_env;

/* Whether environments know these rules. */
bool eleven_envs_suit(const eleven_rules *rules);

/* New games of these seeds, under the table's rules. */
void eleven_envs_start(const eleven_rowtable *table, eleven_env *envs, const uint64_t *seeds, size_t count);

/* A game that goes on from a position. */
eleven_env eleven_env_at(eleven_bitboard board, uint64_t seed, uint64_t score, uint64_t moves);

/* The seed of the game that follows one with this seed where games are started anew by eleven_envs_step. */
uint64_t eleven_env_next_seed(uint64_t seed);

/* Where eleven_envs_step writes to, an element for each environment; NULL: nowhere. */
typedef struct eleven_envs_results {
    int64_t *rewards;      /* the gain of the move; 0 where the action changed nothing */
    bool *moved;           /* whether it changed the board */
    bool *over;            /* no direction is legal after it */
    uint8_t *ranks;        /* what to see now: 16 ranks a board, row by row */
    uint8_t *legal;        /* four a board, by direction: 1 where it changes the board, else 0 */
    uint8_t *final_ranks;  /* of the games that are over alone: their last boards, */
    int64_t *final_scores; /* scores */
    int64_t *final_moves;  /* and numbers of moves; nothing is written for the others */
    bool starts_again;     /* a game that is over gives way to a new one at once: `ranks` and `legal` show that one */
} eleven_envs_results;

/* One action for each environment, a direction 0..3. An action that is not legal changes nothing. */
void eleven_envs_step(const eleven_rowtable *table, eleven_env *envs, size_t count, const uint8_t *actions,
                      const eleven_envs_results *results);

/* What there is to see, as `ranks` and `legal` above. */
void eleven_envs_look(const eleven_env *envs, size_t count, uint8_t *ranks, uint8_t *legal);

/* What each of the four slides makes, without a new tile: 4 x 16 ranks and 4 gains a board, by direction; the board itself
 * and 0 where the direction is not legal. */
void eleven_envs_afterstates(const eleven_rowtable *table, const eleven_env *envs, size_t count, uint8_t *ranks,
                             int64_t *gains);

#ifdef __cplusplus
}
#endif

#endif
