/* Players are kept in a stack; a thread that finds it empty waits until one comes back. */
#include "serve/serve_room.h"
#include "base/named_player.h"
#include "base/problem.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { PATIENCE_SECONDS = 10 };

struct player_pool {
    pthread_mutex_t lock;
    pthread_cond_t has_come_back;
    unsigned count, free;
    /* The first `free` of them may be taken. */
    eleven_player *players[];
};

player_pool *pool_open(const char *name, unsigned count)
{
    player_pool *pool = calloc(1, sizeof *pool + count * sizeof pool->players[0]);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->has_come_back, NULL);
    while (pool->count < count && (pool->players[pool->count] = named_player_open(name, pool->count)))
        pool->count++;
    pool->free = pool->count;
    if (pool->count == count)
        return pool;
    pool_close(pool);
    return NULL;
}

void pool_close(player_pool *pool)
{
    if (!pool)
        return;
    for (unsigned i = 0; i < pool->count; i++)
        eleven_player_close(pool->players[i]);
    pthread_cond_destroy(&pool->has_come_back);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

eleven_player *pool_take(player_pool *pool, eleven_problem *problem)
{
    struct timespec until;
    int late = 0;
    eleven_player *player = NULL;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE_SECONDS;
    pthread_mutex_lock(&pool->lock);
    while (pool->free == 0 && late == 0)
        late = pthread_cond_timedwait(&pool->has_come_back, &pool->lock, &until);
    if (pool->free > 0)
        player = pool->players[--pool->free];
    pthread_mutex_unlock(&pool->lock);
    if (!player)
        problem_set(problem, ELEVEN_NO_MEMORY, "all players are busy; ask again later");
    return player;
}

void pool_give(player_pool *pool, eleven_player *player)
{
    pthread_mutex_lock(&pool->lock);
    pool->players[pool->free++] = player;
    pthread_cond_signal(&pool->has_come_back);
    pthread_mutex_unlock(&pool->lock);
}
