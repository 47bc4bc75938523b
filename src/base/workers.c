/* A crew waits on a condition; the caller is member 0. */
#include "base/workers.h"

#include <stdlib.h>

static void *serve(void *argument)
{
    crew_member *self = argument;
    solve_crew *crew = self->crew;
    unsigned long round = 0;
    pthread_mutex_lock(&crew->lock);
    for (;;) {
        while (!crew->is_over && crew->round == round)
            pthread_cond_wait(&crew->changed, &crew->lock);
        if (crew->is_over)
            break;
        round = crew->round;
        pthread_mutex_unlock(&crew->lock);
        crew->work(crew->context, self->number);
        pthread_mutex_lock(&crew->lock);
        if (--crew->busy == 0)
            pthread_cond_broadcast(&crew->changed);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

solve_crew *crew_open(unsigned size)
{
    solve_crew *crew = calloc(1, sizeof *crew);
    if (!crew)
        return NULL;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->changed, NULL);
    for (crew->size = 1; crew->size < size && crew->size < CREW_MOST; crew->size++) {
        crew_member *member = &crew->member[crew->size];
        member->crew = crew;
        member->number = crew->size;
        if (pthread_create(&member->thread, NULL, serve, member) != 0)
            break;
    }
    return crew;
}

void crew_close(solve_crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->is_over = true;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 1; i < crew->size; i++)
        pthread_join(crew->member[i].thread, NULL);
    pthread_cond_destroy(&crew->changed);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}

unsigned crew_size(const solve_crew *crew)
{
    return crew->size;
}

void crew_run(solve_crew *crew, void (*work)(void *context, unsigned member), void *context)
{
    pthread_mutex_lock(&crew->lock);
    crew->work = work;
    crew->context = context;
    crew->busy = crew->size - 1;
    crew->round++;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
    work(context, 0);
    pthread_mutex_lock(&crew->lock);
    while (crew->busy)
        pthread_cond_wait(&crew->changed, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}
