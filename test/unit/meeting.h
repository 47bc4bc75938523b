/* Processes that are threads here: they exchange bytes as struct eleven_peers wants it, and can be lost. */
#ifndef MEETING_H
#define MEETING_H

#include "expect.h"

#include "eleven.h"

#include <pthread.h>
#include <stdlib.h>

enum { PEERS_MAX = 5 };

typedef struct meeting meeting;

typedef struct meeting_seat {
    meeting *all;
    unsigned rank;
    size_t exchanges;
} meeting_seat;

/* `lost_at`: the exchange in which all are lost, from 1; 0: none. */
struct meeting {
    unsigned count;
    size_t lost_at;
    pthread_barrier_t all_here;
    const char *out[PEERS_MAX];
    const size_t *lengths[PEERS_MAX];
    meeting_seat seat[PEERS_MAX];
};

static bool meeting_exchange(void *context, const void *out, const size_t *out_lengths, void *in,
                             const size_t *in_lengths)
{
    meeting_seat *self = context;
    meeting *all = self->all;
    char *to = in;
    if (++self->exchanges == all->lost_at)
        return false;
    all->out[self->rank] = out;
    all->lengths[self->rank] = out_lengths;
    pthread_barrier_wait(&all->all_here);
    for (unsigned from = 0; from < all->count; from++) {
        size_t before = 0;
        for (unsigned i = 0; i < self->rank; i++)
            before += all->lengths[from][i];
        if (all->lengths[from][self->rank] != in_lengths[from])
            abort();
        memcpy(to, all->out[from] + before, in_lengths[from]);
        to += in_lengths[from];
    }
    pthread_barrier_wait(&all->all_here);
    return true;
}

static void meeting_open(meeting *all, unsigned count)
{
    assert_true(count <= PEERS_MAX);
    all->count = count;
    pthread_barrier_init(&all->all_here, NULL, count);
    for (unsigned i = 0; i < count; i++)
        all->seat[i] = (meeting_seat){.all = all, .rank = i};
}

/* How process i sees the others. */
static eleven_peers meeting_peers(meeting *all, unsigned i)
{
    return (eleven_peers){sizeof(eleven_peers), &all->seat[i], all->count, i, meeting_exchange};
}

/* All processes do the same work at the same time: each has `size` bytes behind `first`. */
static void meeting_run(const meeting *all, void *(*work)(void *), void *first, size_t size)
{
    pthread_t threads[PEERS_MAX];
    for (unsigned i = 0; i < all->count; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, (char *)first + i * size), 0);
    for (unsigned i = 0; i < all->count; i++)
        pthread_join(threads[i], NULL);
}

static void meeting_close(meeting *all)
{
    pthread_barrier_destroy(&all->all_here);
}

#endif
