/* Work that several processes can share: many units, each known by its number alone. `eleven` does all of it; in
 * eleven-mpi every rank runs the same command, and share_run gives the units to the ranks in small batches. */
#ifndef BASE_SHARE_H
#define BASE_SHARE_H

#include "base/buffer.h"
#include "eleven/solver.h"

typedef struct shared_work {
    /* Numbers from 0, and what they are called, in the plural. */
    uint64_t units;
    const char *unit;

    /* Bytes that all ranks take over from the first one before they begin: a random seed. */
    void *common;
    size_t common_size;

    /* On any rank, in any thread: does `count` units and adds their result to the buffer. The same units give the same
     * bytes everywhere, but for the last `timing` bytes of each unit. */
    eleven_error (*work)(void *context, uint64_t first, uint64_t count, buffer *result);
    size_t timing;

    /* On the first rank: receives the results, by ascending number; other units may be worked on meanwhile. */
    void (*take)(void *context, uint64_t first, uint64_t count, const char *result, size_t length);
    void *context;

    /* May be requested by `take`, too. Not NULL. */
    eleven_stop *stop;
} shared_work;

/* Does the work. ELEVEN_STOPPED, ELEVEN_NO_MEMORY. In eleven-mpi it returns on the first rank alone. */
extern eleven_error (*share_run)(const shared_work *work);

/* The number of this process among several. */
extern unsigned share_rank;

/* Whether this process is alone; whether it is the first one of several, or alone. */
bool share_is_alone(void);
bool share_is_first(void);

/* The processes that solve a board or train a network together; NULL: this one is alone. How many of them are on this
 * machine, how many bytes this one has sent to others, how often, how many microseconds that took, and for how many of
 * them it has waited. */
extern const eleven_peers *share_peers;
extern unsigned share_neighbours;
extern uint64_t share_sent, share_waits, share_sending, share_waited;

/* Replaces a number by that of the first process. */
void share_from_first(uint64_t *number);

#endif
