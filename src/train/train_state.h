/* Checkpoints of a training. */
#ifndef PLAYER_TRAIN_STATE_H
#define PLAYER_TRAIN_STATE_H

#include "train/train.h"

/* Puts a checkpoint in place of the file, wholly or not at all: what was there survives a crash at any moment. */
eleven_error train_save(const training *trainer, const char *path, eleven_problem *problem);

/* Goes on from a checkpoint; the trainer must have been opened by the same recipe, with any number of threads.
 * ELEVEN_END where there is no such file. After another error the trainer is of no more use. */
eleven_error train_load(training *trainer, const char *path, eleven_problem *problem);

#endif
