/* The threads wait on a condition variable. Each piece of work has a number, its round, so that a thread that wakes up
 * late or without a reason does not do a piece twice. A process that fork made has none of these threads: it starts its
 * own when there is work. */
#include "base/workers.h"
#include "base/memory.h"

#include <pthread.h>
#include <unistd.h>

typedef struct worker_thread {
    workers *team;
    unsigned number;
    pthread_t thread;
} worker_thread;

struct workers {
    /* With the caller, who does the work of threads that could not be started. */
    unsigned count, started;
    worker_thread threads[WORKERS_MAX];

    /* The process that has the threads. */
    pid_t process;

    /* The lock guards everything below. `busy`: how many threads have not finished this round. */
    pthread_mutex_t lock;
    pthread_cond_t has_changed;
    unsigned long round;
    unsigned busy;
    bool is_closing;
    void (*work)(void *context, unsigned worker);
    void *context;
};

static void *worker_main(void *argument)
{
    const worker_thread *self = argument;
    workers *team = self->team;
    unsigned long round = 0;
    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (!team->is_closing && team->round == round)
            pthread_cond_wait(&team->has_changed, &team->lock);
        if (team->is_closing)
            break;
        round = team->round;
        pthread_mutex_unlock(&team->lock);
        team->work(team->context, self->number);
        pthread_mutex_lock(&team->lock);
        if (--team->busy == 0)
            pthread_cond_broadcast(&team->has_changed);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

static void threads_start(workers *team, unsigned count)
{
    team->process = getpid();
    team->round = 0;
    team->is_closing = false;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->has_changed, NULL);
    for (team->started = 1; team->started < count; team->started++) {
        worker_thread *thread = &team->threads[team->started];
        thread->team = team;
        thread->number = team->started;
        if (pthread_create(&thread->thread, NULL, worker_main, thread) != 0)
            break;
    }
}

workers *workers_open(unsigned count)
{
    workers *team = memory_zeroed(1, sizeof *team);
    if (!team)
        return NULL;
    threads_start(team, count < WORKERS_MAX ? count : WORKERS_MAX);
    team->count = team->started;
    return team;
}

/* Ends the threads. */
static void threads_end(workers *team)
{
    pthread_mutex_lock(&team->lock);
    team->is_closing = true;
    pthread_cond_broadcast(&team->has_changed);
    pthread_mutex_unlock(&team->lock);
    for (unsigned i = 1; i < team->started; i++)
        pthread_join(team->threads[i].thread, NULL);
    pthread_cond_destroy(&team->has_changed);
    pthread_mutex_destroy(&team->lock);
}

void workers_close(workers *team)
{
    if (team && team->process == getpid())
        threads_end(team);
    memory_free(team);
}

unsigned workers_count(const workers *team)
{
    return team->count;
}

void workers_run(workers *team, void (*work)(void *context, unsigned worker), void *context)
{
    if (team->process != getpid())
        threads_start(team, team->count);
    pthread_mutex_lock(&team->lock);
    team->work = work;
    team->context = context;
    team->busy = team->started - 1;
    team->round++;
    pthread_cond_broadcast(&team->has_changed);
    pthread_mutex_unlock(&team->lock);
    work(context, 0);
    for (unsigned i = team->started; i < team->count; i++)
        work(context, i);
    pthread_mutex_lock(&team->lock);
    while (team->busy)
        pthread_cond_wait(&team->has_changed, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

/* Takes the next block, or the one that this worker refused before. False if there is none. */
static bool sweep_take(sweep *all, size_t block[2])
{
    if (block[0] < block[1])
        return true;
    block[0] = __atomic_fetch_add(&all->next, all->block, __ATOMIC_RELAXED);
    block[1] = block[0] + all->block < all->count ? block[0] + all->block : all->count;
    return block[0] < all->count;
}

/* Whether a worker refused, or the sweep was stopped. */
static bool sweep_has_ended(const sweep *all)
{
    return __atomic_load_n(&all->is_refused, __ATOMIC_RELAXED) ||
           (all->stop && __atomic_load_n(&all->stop->requested, __ATOMIC_RELAXED));
}

static void sweep_worker(void *context, unsigned worker)
{
    sweep *all = context;
    size_t *block = all->refused[worker];
    while (!sweep_has_ended(all) && sweep_take(all, block)) {
        if (all->between && worker == 0)
            all->between(all->context);
        if (all->work(all->context, worker, block[0], block[1]))
            block[0] = block[1];
        else
            __atomic_store_n(&all->is_refused, true, __ATOMIC_RELAXED);
    }
}

bool sweep_run(sweep *all)
{
    all->is_refused = false;
    if (all->count <= all->block)
        sweep_worker(all, 0);
    else
        workers_run(all->team, sweep_worker, all);
    return !all->is_refused;
}
