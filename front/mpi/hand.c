/* The thread that works on batches. */
#include "mpi/ranks.h"
#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>

struct hand {
    const shared_work *work;

    /* Guards what follows; `changed` is signalled when the state changes. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum { IDLE, WORKING, DONE } state;
    rank_message batch;
    buffer result;
};

static void *hand_run(void *context)
{
    hand *self = context;
    pthread_mutex_lock(&self->lock);
    for (;;) {
        while (self->state != WORKING)
            pthread_cond_wait(&self->changed, &self->lock);
        rank_message *batch = &self->batch;
        pthread_mutex_unlock(&self->lock);
        double began = clock_milliseconds();
        batch->error = self->work->work(self->work->context, batch->first, batch->count, &self->result);
        if (!batch->error && self->result.failed)
            batch->error = ELEVEN_NO_MEMORY;
        batch->milliseconds = clock_milliseconds() - began;
        pthread_mutex_lock(&self->lock);
        self->state = DONE;
        pthread_cond_broadcast(&self->changed);
    }
    return NULL;
}

hand *hand_new(const shared_work *work)
{
    hand *self = calloc(1, sizeof *self);
    pthread_t thread;
    if (!self)
        return NULL;
    self->work = work;
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    if (pthread_create(&thread, NULL, hand_run, self) != 0) {
        free(self);
        return NULL;
    }
    pthread_detach(thread);
    return self;
}

void hand_start(hand *self, const rank_message *batch)
{
    pthread_mutex_lock(&self->lock);
    self->batch = *batch;
    self->state = WORKING;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

bool hand_take(hand *self, rank_message *done, buffer *result)
{
    pthread_mutex_lock(&self->lock);
    bool is_done = self->state == DONE;
    if (is_done) {
        *done = self->batch;
        *result = self->result;
        self->result = (buffer){0};
        self->state = IDLE;
    }
    pthread_mutex_unlock(&self->lock);
    return is_done;
}

void hand_rest(hand *self)
{
    pthread_mutex_lock(&self->lock);
    while (self->state == WORKING)
        pthread_cond_wait(&self->changed, &self->lock);
    pthread_mutex_unlock(&self->lock);
}
