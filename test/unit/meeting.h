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

    /* Of an exchange that was begun: what will be received, and how often it will not have ended. */
    void *in;
    const size_t *in_lengths;
    unsigned early;
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

static bool meeting_begin(void *context, const void *out, const size_t *out_lengths, void *in, const size_t *in_lengths)
{
    meeting_seat *self = context;
    self->in = in;
    self->in_lengths = in_lengths;
    self->early = (unsigned)(++self->exchanges % 7) * (self->rank + 1);
    self->all->out[self->rank] = out;
    self->all->lengths[self->rank] = out_lengths;
    return self->exchanges != self->all->lost_at;
}

static bool meeting_finish(void *context, bool waits, bool *has_ended)
{
    meeting_seat *self = context;
    const meeting *all = self->all;
    char *to = self->in;
    *has_ended = waits || self->early-- == 0;
    if (!*has_ended)
        return true;
    pthread_barrier_wait(&self->all->all_here);
    for (unsigned from = 0; from < all->count; from++) {
        size_t before = 0;
        for (unsigned i = 0; i < self->rank; i++)
            before += all->lengths[from][i];
        if (all->lengths[from][self->rank] != self->in_lengths[from])
            abort();
        memcpy(to, all->out[from] + before, self->in_lengths[from]);
        to += self->in_lengths[from];
    }
    pthread_barrier_wait(&self->all->all_here);
    return true;
}

static bool meeting_exchange(void *context, const void *out, const size_t *out_lengths, void *in,
                             const size_t *in_lengths)
{
    bool has_ended;
    return meeting_begin(context, out, out_lengths, in, in_lengths) && meeting_finish(context, true, &has_ended);
}

static void meeting_open(meeting *all, unsigned count)
{
    assert_true(count <= PEERS_MAX);
    all->count = count;
    pthread_barrier_init(&all->all_here, NULL, count);
    for (unsigned i = 0; i < count; i++)
        all->seat[i] = (meeting_seat){.all = all, .rank = i};
}

/* How process i sees the others. Process 1 cannot exchange in two steps. */
static eleven_peers meeting_peers(meeting *all, unsigned i)
{
    return (eleven_peers){.size = sizeof(eleven_peers),
                          .context = &all->seat[i],
                          .count = all->count,
                          .rank = i,
                          .exchange = meeting_exchange,
                          .begin = i == 1 ? NULL : meeting_begin,
                          .finish = i == 1 ? NULL : meeting_finish};
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
