/* The bench: tasks of fixed work, and their measurement. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "base/hash.h"
#include "eleven.h"
#include "eleven/batch.h"
#include "eleven/bitboard.h"

/* The input of the tasks, computed before the clock starts. */
typedef struct bench_input {
    /* Classic without a goal. */
    eleven_rules rules;
    uint64_t table_memory[ELEVEN_ROWTABLE_BYTES / 8];
    const eleven_rowtable *table;
    /* The batch's memory and vector width; 0: the widest. */
    char batch[ELEVEN_BATCH_BYTES];
    unsigned batch_bits;
    /* From random games, early and late; and one row of each. */
    eleven_bitboard positions[4096];
    eleven_rank lines[4096][4];
    /* Game records one after another, each with its NUL; owned. */
    char *records;
    size_t records_size;
    /* For the player's tasks; NULL outside them. */
    struct player_input *player;
} bench_input;

/* The amount of work done, and a hash of every result on the way. */
typedef struct bench_work {
    uint64_t done, hash;
} bench_work;

/* Continues the hash with one result. */
static inline uint64_t bench_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * HASH_GOLDEN;
    return hash ^ hash >> 29;
}

/* One task. The speed is printed in `unit`, of which `scale` pieces of work make one. `prepare` runs before the clock
 * starts, and is false when out of memory; `clear` runs after the clock has stopped, in any case. Both may be NULL. */
typedef struct bench_task {
    const char *name, *unit;
    double scale;
    bench_work (*run)(bench_input *input);
    bool (*prepare)(bench_input *input);
    void (*clear)(bench_input *input);
} bench_task;

/* By index from 0; NULL past the last. The tasks of the engines are in every build, browsers included; those of the
 * player are not. */
const bench_task *bench_engine_task(unsigned index);
const bench_task *bench_player_task(unsigned index);

/* All tasks. */
const bench_task *bench_task_at(unsigned index);

/* The signature of no task; and the signature with one more task, whose results have this hash. */
#define BENCH_UNSIGNED HASH_START
uint64_t bench_sign(uint64_t signature, const bench_task *task, uint64_t hash);

/* The input, or NULL when out of memory. */
bench_input *bench_input_open(void);
void bench_input_close(bench_input *input);

/* The result of one task, medians over all repetitions: the speed in the task's unit; and the ratio of work per
 * second to the calibrator's random moves per second in the same repetition. */
typedef struct bench_speed {
    const bench_task *task;
    double value, ratio;
} bench_speed;

/* `repetitions` of the measurement are at most BENCH_REPETITIONS. */
enum { BENCH_TASKS_MAX = 16, BENCH_REPETITIONS = 5 };

/* `signature` covers the tasks of the engines that ran, `player_signature` those of the player, and so the network that
 * ships. `calibrator` is the median of its random moves per second. */
typedef struct bench_report {
    uint64_t signature, player_signature;
    double calibrator;
    unsigned count;
    bench_speed speeds[BENCH_TASKS_MAX];
} bench_report;

/* Called before each task that is measured, with the share of all measurements that is done. */
typedef void bench_progress(void *context, double share, const char *task);

/* Runs all tasks, or the one called `only` (NULL: all), `repetitions` times, the batch with vectors of `bits` (0: the
 * widest). False when out of memory. `progress` may be NULL. */
bool bench_measure(const char *only, unsigned bits, unsigned repetitions, bench_progress *progress, void *context,
                   bench_report *report);

#endif
