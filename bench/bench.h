/* The bench's parts: tasks of fixed work, and their measurement. */
#ifndef ELEVEN_BENCH_H
#define ELEVEN_BENCH_H

#include "eleven.h"
#include "eleven/batch.h"
#include "eleven/bitboard.h"

/* What the tasks work on, made before the clock starts. */
typedef struct bench_bed {
    eleven_rules rules; /* classic, without a goal */
    eleven_rowtable table;
    char batch[ELEVEN_BATCH_BYTES];
    unsigned batch_bits;             /* vector width; 0: the widest */
    eleven_bitboard positions[4096]; /* from random games, early and late */
    eleven_rank lines[4096][4];      /* rows of theirs */
    char *records;                   /* game records one after another, each with its NUL; owned */
    size_t records_size;
    struct player_bed *player; /* what the player's tasks need; NULL outside them */
} bench_bed;

/* How much was done, and a hash of every result on the way. */
typedef struct bench_work {
    uint64_t done, hash;
} bench_work;

typedef struct bench_task {
    const char *name;
    const char *unit; /* as it is printed */
    double scale;     /* how many of what is done make one of the unit */
    bench_work (*run)(bench_bed *bed);
    bool (*prepare)(bench_bed *bed); /* before the clock starts, false when memory is short; NULL: nothing */
    void (*clear)(bench_bed *bed);   /* after it has stopped, whatever prepare said */
} bench_task;

/* By index from 0; NULL past the last. The engines' tasks are in every build, browsers included; the player's are
 * not. */
const bench_task *bench_engine_task(unsigned index);
const bench_task *bench_player_task(unsigned index);

/* All of them. */
const bench_task *bench_task_at(unsigned index);

/* The signature of no task; and of one more, whose results have that hash. */
#define BENCH_UNSIGNED UINT64_C(0xcbf29ce484222325)
uint64_t bench_sign(uint64_t signature, const bench_task *task, uint64_t hash);

/* Gives the bed, or NULL when memory is short. */
bench_bed *bench_bed_make(void);
void bench_bed_free(bench_bed *bed);

/* One task's result: the medians over all repetitions. */
typedef struct bench_speed {
    const bench_task *task;
    double value; /* in the task's unit */
    double ratio; /* what is done in a second, to the calibrator's random moves in the same repetition */
} bench_speed;

enum { BENCH_TASKS_MAX = 16 };

typedef struct bench_report {
    uint64_t signature;        /* of all results of the engines' tasks that ran */
    uint64_t player_signature; /* of the player's, and so of the network that ships */
    double calibrator;         /* random moves a second, the median */
    unsigned count;
    bench_speed speeds[BENCH_TASKS_MAX];
} bench_report;

/* How often everything is done: the medians of this many are told. */
enum { BENCH_REPETITIONS = 5 };

/* Runs all tasks, or the one called `only` (NULL: all), the batch with vectors of `bits` (0: the widest), as often
 * as told (1..BENCH_REPETITIONS); false when memory is short. */
bool bench_measure(const char *only, unsigned bits, unsigned repetitions, bench_report *report);

#endif
