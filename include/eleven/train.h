/* Training: a network that learns the values of afterstates from its own games, by temporal differences.
 *
 *     recipe --open--> trainer --run--> trainer --run--> trainer --save--> a file for eleven_network_open
 *
 * The program `eleven train` does the same for hours, and can continue after an interruption. A trainer is used by one
 * thread at a time, and starts the threads that it needs. */
#ifndef ELEVEN_TRAIN_H
#define ELEVEN_TRAIN_H

#include "eleven/game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eleven_trainer eleven_trainer;

/* Opens a trainer that has learned nothing. The recipe is a text, described in data/README.md; copied. `threads`: 1 to
 * 64. With one thread, equal seeds learn the same. ELEVEN_BAD_TEXT for a recipe with a mistake; ELEVEN_NO_MEMORY: the
 * recipe of the network that ships needs about 600 MB. */
eleven_error eleven_trainer_open(const char *recipe, size_t length, uint64_t seed, unsigned threads,
                                 eleven_trainer **trainer, eleven_problem *problem);

/* NULL is accepted. */
void eleven_trainer_close(eleven_trainer *trainer);

/* Plays that many moves, rounded up to a multiple of the threads, and learns from them. */
void eleven_trainer_run(eleven_trainer *trainer, uint64_t moves);

typedef struct eleven_trainer_facts {
    /* Of all runs. */
    uint64_t moves;
    /* Games from start tiles that ended in the last run, their mean score and its standard error; 0 without games. */
    uint64_t games;
    double mean, error;
} eleven_trainer_facts;

const eleven_trainer_facts *eleven_trainer_about(const eleven_trainer *trainer);

/* Replaces a file by a network of what was learned so far, as large as the recipe allows; eleven_network_open reads it.
 * `games`: games that measure it, one move ahead; see eleven_network_facts. */
eleven_error eleven_trainer_save(const eleven_trainer *trainer, uint64_t games, const char *path,
                                 eleven_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
