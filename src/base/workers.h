/* Worker threads that wait between pieces of work, and sweeps: work on many items, block by block. */
#ifndef BASE_WORKERS_H
#define BASE_WORKERS_H

#include "eleven/game.h"

#include <stdbool.h>
#include <stddef.h>

enum { WORKERS_MAX = 64 };

/* A team of threads. The caller is worker 0. */
typedef struct workers workers;

/* Starts a team of `count` workers (0 counts as 1, at most WORKERS_MAX), or of fewer if the system refuses more
 * threads. NULL when out of memory. */
workers *workers_open(unsigned count);
/* NULL is accepted. */
void workers_close(workers *team);

unsigned workers_count(const workers *team);

/* Calls `work` in all workers at the same time, each with its number from 0. Returns when all calls have returned. */
void workers_run(workers *team, void (*work)(void *context, unsigned worker), void *context);

/* Work on the items 0..count-1. A worker that is free takes the next block of items. */
typedef struct sweep {
    workers *team;
    size_t count, block;
    void *context;

    /* Works on the items from..to-1. It may refuse, for example because a set is full: then it has changed nothing
     * and returns false. */
    bool (*work)(void *context, unsigned worker, size_t from, size_t to);

    /* Called by the caller's thread before each of its blocks; NULL: nothing is. */
    void (*between)(void *context);

    /* Once it is requested, nobody takes another block, and the sweep ends without the rest. NULL: never. */
    const eleven_stop *stop;

    /* Private, 0 at first: the next item that nobody has taken, whether a worker refused, and for each worker the
     * block that it refused. */
    size_t next;
    bool is_refused;
    size_t refused[WORKERS_MAX][2];
} sweep;

/* Runs the sweep. False if a worker refused: remove the cause and call again, and the sweep continues with the blocks
 * that were refused. */
bool sweep_run(sweep *all);

#endif
