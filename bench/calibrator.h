/* The unit of the bench: see calibrator.c. */
#ifndef BENCH_CALIBRATOR_H
#define BENCH_CALIBRATOR_H

#include <stdint.h>

typedef struct calibrator_result {
    uint64_t moves, score, hash;
} calibrator_result;

/* Plays `games` games of random moves. */
calibrator_result calibrator_run(uint64_t games);

#endif
