/* Training: a network that learns the values of afterstates from its own games, by temporal differences.
 *
 *     recipe --open--> trainer --run--> trainer --run--> trainer --save--> a file for eleven_network_open
 *                         ^                |
 *                         +---continue-----+--checkpoint--> a file
 *
 * The program `eleven train` is made of these functions. A trainer is used by one thread at a time, and starts the
 * threads that it needs.
 *
 * Example:
 *
 *     const char recipe[] = "eleven recipe 1\nname small\ntuple 0 1 2 3\ntuple 4 5 6 7\n";
 *     eleven_trainer *trainer;
 *     if (eleven_trainer_open(recipe, strlen(recipe), 1, 1, &trainer, NULL)) return 1;
 *     eleven_trainer_run(trainer, 20000, NULL);
 *     printf("%d moves\n", (int)eleven_trainer_about(trainer)->moves);
 *     if (eleven_trainer_save(trainer, 0, "small.weights", NULL)) return 1;
 *     eleven_trainer_close(trainer);
 *     // 20000 moves */
#ifndef ELEVEN_TRAIN_H
#define ELEVEN_TRAIN_H

#include "eleven/endgame.h"
#include "eleven/network.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eleven_trainer eleven_trainer;

/* Opens a trainer that has learned nothing. The recipe is a text, described in doc/FORMATS.md; copied. `threads`: 1 to
 * 64. With one thread, equal seeds learn the same. ELEVEN_BAD_TEXT for a recipe with a mistake; ELEVEN_NO_MEMORY: the
 * recipe of the network that ships needs 1.1 GB. ELEVEN_IMPOSSIBLE if games begin late (`begin`) and the library
 * contains no network, see eleven_network_shipped. */
eleven_error eleven_trainer_open(const char *recipe, size_t length, uint64_t seed, unsigned threads,
                                 eleven_trainer **trainer, eleven_problem *problem);

/* NULL is accepted. */
void eleven_trainer_close(eleven_trainer *trainer);

/* Lets several processes learn together. Each has a trainer of the same recipe, seed and threads, and calls this
 * immediately after eleven_trainer_open. Later all call eleven_trainer_run, eleven_trainer_checkpoint and
 * eleven_trainer_continue in the same order, with the same moves. Each plays its share of the moves. After every
 * 100,000 moves of each thread they combine what they have learned. All get the same facts and errors, and a stop of
 * one process stops all. Process 0 reads and writes the checkpoints, which any number of processes can continue. If a
 * process is lost, ELEVEN_IMPOSSIBLE. It takes the memory of the weights once more. `peers`: copied. */
eleven_error eleven_trainer_join(eleven_trainer *trainer, const eleven_peers *peers, eleven_problem *problem);

/* Plays that many moves, rounded up to a multiple of the threads, and learns from them. ELEVEN_STOPPED, after fewer
 * moves, if `stop` was requested (NULL: never); what was learned is kept. ELEVEN_IMPOSSIBLE if the recipe is sparse and
 * nothing is there to begin with: neither weights of a file nor a checkpoint. */
eleven_error eleven_trainer_run(eleven_trainer *trainer, uint64_t moves, const eleven_stop *stop);

/* Replaces a file by a checkpoint of all that the trainer knows, for the machine and the version that wrote it. What
 * was there survives a crash at any moment. */
eleven_error eleven_trainer_checkpoint(const eleven_trainer *trainer, const char *path, eleven_problem *problem);

/* Continues from a checkpoint, with one thread exactly as if it had not been interrupted. The trainer must have been
 * opened with the same recipe, with any number of threads. ELEVEN_NO_STORAGE if the file cannot be read;
 * ELEVEN_BAD_TEXT if it is damaged or belongs to another recipe: then the trainer can only be closed. */
eleven_error eleven_trainer_continue(eleven_trainer *trainer, const char *path, eleven_problem *problem);

/* Lets games begin at positions of other games, those of a stronger player for example, in place of what the recipe
 * says: each one is as likely as any other. The recipe's `opening` is the share of games that still begin as it says.
 * Positions whose largest tile is below the recipe's `begin` are left out. The boards are 4x4, copied; a checkpoint
 * does not contain them, so this is also called after eleven_trainer_continue. ELEVEN_IMPOSSIBLE if no position is
 * left; ELEVEN_NO_MEMORY. */
eleven_error eleven_trainer_begin_at(eleven_trainer *trainer, const eleven_bitboard *boards, size_t count,
                                     eleven_problem *problem);

/* Lets endgame tables choose the moves of all boards that they contain, with tiles of any size, as the player `strong`
 * does from 8192 on. So the network learns what boards are worth to a player with these tables, and leads to boards
 * that they contain: see eleven_strong_guided_player_new. Borrowed until the trainer is closed; NULL: no tables. A
 * checkpoint does not contain them. Boards in a damaged layer are played by the network: see
 * eleven_endgame_damage. */
void eleven_trainer_follow(eleven_trainer *trainer, const eleven_endgame *tables);

/* Begins with the weights of a network, from a file for eleven_network_open, as if each had been learned for a while.
 * What the file leaves out is learned from 0. The recipe must have the cap and the stages of the file and all of its
 * tuples, and may have more. ELEVEN_IMPOSSIBLE after the first run, and then nothing changes; other errors as of
 * eleven_trainer_continue. */
eleven_error eleven_trainer_adopt(eleven_trainer *trainer, const char *path, eleven_problem *problem);

typedef struct eleven_trainer_facts {
    /* Of all runs, also of those before a checkpoint. */
    uint64_t moves;
    /* Games from start tiles that ended in the last run, their mean score and its standard error; 0 without games.
     * Where games begin late, those from there, with the points since then. */
    uint64_t games;
    double mean, error;
    /* Of these games, those with a tile of this rank or a higher one. */
    uint64_t reached[ELEVEN_RANKS];
    /* That all runs took. */
    double seconds;
    /* It continues from a checkpoint of an older version, which has no checksum. */
    bool is_unchecked;
} eleven_trainer_facts;

const eleven_trainer_facts *eleven_trainer_about(const eleven_trainer *trainer);

/* Gives a network of what was learned so far, as large as the recipe allows, to be closed. `games`: games that measure
 * it, one move ahead, see eleven_network_facts; they are fewer if `stop` (NULL: never) is requested. */
eleven_error eleven_trainer_pack(const eleven_trainer *trainer, uint64_t games, const eleven_stop *stop,
                                 eleven_network **network, eleven_problem *problem);

/* Packs a network and saves it; see eleven_network_save. */
eleven_error eleven_trainer_save(const eleven_trainer *trainer, uint64_t games, const char *path,
                                 eleven_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
