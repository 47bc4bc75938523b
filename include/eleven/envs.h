/* Many 4x4 games that the caller moves, one action each per step: environments for reinforcement learning.
 *
 *     actions ---step--->  rewards, which games are over, observations, legal actions
 *
 * Each environment is a seeded game with the same moves and tiles as a game of game.h with that seed and the same
 * directions. It continues after 2048, until no direction is legal. Environments are plain values in the caller's
 * array; copying them saves them. Two threads may step two arrays freely.
 *
 * The rules must let equal tiles, and no others, merge into the next rank, and let one tile of rank 1 or 2 appear
 * after a move; eleven_envs_suits checks that.
 *
 * Example:
 *
 *     eleven_rules rules;
 *     eleven_env envs[2];
 *     uint64_t seeds[2] = {7, 17}; uint8_t actions[2] = {ELEVEN_DOWN, ELEVEN_LEFT};
 *     int64_t rewards[2];
 *     eleven_envs_results results = {.size = sizeof results, .rewards = rewards};
 *     eleven_rules_find("classic", &rules);
 *     eleven_rowtable *table = eleven_rowtable_init(malloc(ELEVEN_ROWTABLE_BYTES), &rules);
 *     eleven_envs_start(table, envs, seeds, 2);
 *     eleven_envs_step(table, envs, 2, actions, &results);
 *     printf("rewards %d and %d\n", (int)rewards[0], (int)rewards[1]);
 *     // rewards 4 and 4 */
#ifndef ELEVEN_ENVS_H
#define ELEVEN_ENVS_H

#include "eleven/bitboard.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One environment, from eleven_envs_start or eleven_env_from. The random word of move n is eleven_random(seed, n);
 * `stream` follows from the seed. */
typedef struct eleven_env {
    eleven_bitboard board;
    uint64_t seed, stream;
    uint64_t score;
    uint64_t moves;
} eleven_env;

/* Whether environments support these rules. */
bool eleven_envs_suits(const eleven_rules *rules);

/* New games with these seeds, under the table's rules. */
void eleven_envs_start(const eleven_rowtable *table, eleven_env *envs, const uint64_t *seeds, size_t count);

/* New games only where `chosen` is true (NULL: everywhere). Their seeds are those at the same places of `seeds`, or if
 * it is NULL, eleven_env_next_seed of the games that they replace. */
void eleven_envs_restart(const eleven_rowtable *table, eleven_env *envs, const uint64_t *seeds, const bool *chosen,
                         size_t count);

/* A game that continues from a position. */
eleven_env eleven_env_from(eleven_bitboard board, uint64_t seed, uint64_t score, uint64_t moves);

/* The seed of the game after the one with this seed, where eleven_envs_step starts new games. */
uint64_t eleven_env_next_seed(uint64_t seed);

/* What eleven_envs_step does with a game that is over. The names are those of gymnasium. */
typedef enum eleven_autoreset {
    /* Nothing: no action changes it, and it is over after each step. */
    ELEVEN_AUTORESET_DISABLED,
    /* A new game replaces it in the step that ends it; `ranks` and `legal` are those of the new game. */
    ELEVEN_AUTORESET_SAME_STEP,
    /* A new game replaces it in the step after that. This step ignores the action, its reward is 0, and the new game
     * is not over. */
    ELEVEN_AUTORESET_NEXT_STEP,
} eleven_autoreset;

/* Where eleven_envs_step writes its results, one element per environment unless stated; NULL: nowhere. */
typedef struct eleven_envs_results {
    /* sizeof the struct. */
    size_t size;

    /* The gain of the move; 0 where the action changed nothing. */
    int64_t *rewards;
    /* Whether the action changed the board, and whether no direction is legal after it. */
    bool *moved, *over;
    /* The observation: 16 ranks per board, row by row. */
    uint8_t *ranks;
    /* Four per board, by direction: 1 where it changes the board, else 0. */
    uint8_t *legal;
    /* Only for games that are over: their last boards, scores and numbers of moves. Nothing is written for the
     * others. */
    uint8_t *final_ranks;
    int64_t *final_scores, *final_moves;
    eleven_autoreset autoreset;
} eleven_envs_results;

/* One action for each environment, a direction 0..3. An action that is not legal changes nothing. */
void eleven_envs_step(const eleven_rowtable *table, eleven_env *envs, size_t count, const uint8_t *actions,
                      const eleven_envs_results *results);

/* The observations and legal actions, as `ranks` and `legal` above. */
void eleven_envs_look(const eleven_env *envs, size_t count, uint8_t *ranks, uint8_t *legal);

/* The results of the four slides without a new tile: 4 x 16 ranks and 4 gains per board, by direction. Where a
 * direction is not legal, these are the board itself and 0. */
void eleven_envs_afterstates(const eleven_rowtable *table, const eleven_env *envs, size_t count, uint8_t *ranks,
                             int64_t *gains);

/* The same for `count` boards of 16 ranks each, 0..31, and for any sound rules. `legal`: four per board, as above. */
void eleven_ranks_afterstates(const eleven_rowtable *table, const uint8_t *ranks, size_t count, uint8_t *after,
                              int64_t *gains, uint8_t *legal);

/* ---- States -------------------------------------------------------------------------------------------- */

/* Environments as bytes, equal on all machines. They contain the hash of the rules, and a checksum. */

/* The length of a state of `count` environments. */
size_t eleven_envs_state_size(size_t count);

/* Writes that many bytes. The rules are those of the table. */
void eleven_envs_save(const eleven_rowtable *table, const eleven_env *envs, size_t count, uint8_t *state);

/* Reads a state. All bytes are checked: what it accepts can be stepped. ELEVEN_BAD_TEXT if these are not a state of
 * `count` environments, if they are damaged, or if no game can have such a value; ELEVEN_BAD_RULES if the table's
 * rules are others. After an error nothing is changed. */
eleven_error eleven_envs_restore(const eleven_rowtable *table, eleven_env *envs, size_t count, const uint8_t *state,
                                 size_t length, eleven_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
