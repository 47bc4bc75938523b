/* Power failures. SQLite appends each save to its log (eleven.db-wal) and does not sync it: that costs 0.01 ms, and the
 * death of the program loses nothing. Only a sync, which takes milliseconds, puts the log on the disk. A thread does
 * it, so that no key waits for it:
 *
 *     save  save save      save                 save
 *     |-------- at most SYNC_AFTER_MS --------| sync        |---------- ... ---------| sync
 *
 * Several saves share one sync, and the thread sleeps when there is nothing to sync. The log alone is enough: SQLite
 * itself syncs log and database when it moves the log into the database (a checkpoint), and syncs the new beginning of
 * the log after that. The thread has a descriptor of its own, of the log only: closing a second descriptor of the
 * database file would release SQLite's locks, but SQLite does not lock the log. */
#include "store/database.h"
#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SYNC_AFTER_MS = 500 };

struct store_sync {
    char log_path[PATH_MAX];
    /* -1: not opened yet. */
    int folder, log;

    /* Without the thread (`has_thread` is false) every save is synced at once. The lock guards everything below. */
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock;
    pthread_cond_t has_changed;
    bool is_due, is_closing;
    /* The errno of the last sync; 0: it succeeded. */
    int failure;
};

/* ---- The sync ------------------------------------------------------------------------------------------ */
/* The folder is synced once, when the log is known to be in it. */
static bool log_open(store_sync *sync)
{
    sync->log = open(sync->log_path, O_RDONLY | O_CLOEXEC);
    if (sync->log >= 0 && fsync(sync->folder) == 0)
        return true;
    int reason = errno;
    if (sync->log >= 0)
        close(sync->log);
    sync->log = -1;
    errno = reason;
    return false;
}

/* Who removes the log takes away what is written into it from then on. */
static int log_sync(store_sync *sync)
{
    struct stat about;
    bool is_synced = (sync->log >= 0 || log_open(sync)) && fdatasync(sync->log) == 0 && fstat(sync->log, &about) == 0;
    return !is_synced ? errno : about.st_nlink == 0 ? ENOENT : 0;
}

/* ---- The thread ---------------------------------------------------------------------------------------- */
/* Waits until the saves that are due are old enough, or the store is closed. */
static void wait_for_more(store_sync *sync)
{
    double until = clock_milliseconds() + SYNC_AFTER_MS;
    struct timespec end = {.tv_sec = (time_t)(until / 1e3)};
    end.tv_nsec = (long)((until - (double)end.tv_sec * 1e3) * 1e6);
    int result = 0;
    while (!sync->is_closing && result != ETIMEDOUT)
        result = pthread_cond_timedwait(&sync->has_changed, &sync->lock, &end);
}

static void sync_step(store_sync *sync)
{
    wait_for_more(sync);
    sync->is_due = false;
    pthread_mutex_unlock(&sync->lock);
    int failure = log_sync(sync);
    pthread_mutex_lock(&sync->lock);
    sync->failure = failure;
    sync->is_due |= failure && !sync->is_closing;
}

static void *sync_main(void *argument)
{
    store_sync *sync = argument;
    pthread_mutex_lock(&sync->lock);
    for (;;) {
        while (!sync->is_due && !sync->is_closing)
            pthread_cond_wait(&sync->has_changed, &sync->lock);
        if (!sync->is_due)
            break;
        sync_step(sync);
    }
    pthread_mutex_unlock(&sync->lock);
    return NULL;
}

/* Signals are for the thread of the game. */
static bool thread_start(store_sync *sync)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_started = pthread_create(&sync->thread, NULL, sync_main, sync) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

/* ---- For the store ------------------------------------------------------------------------------------- */
static void sync_free(store_sync *sync)
{
    if (sync->folder >= 0)
        close(sync->folder);
    if (sync->log >= 0)
        close(sync->log);
    free(sync);
}

store_sync *sync_open(const eleven_store *store)
{
    store_sync *sync = calloc(1, sizeof *sync);
    if (!sync)
        return NULL;
    sync->log = -1;
    sync->folder = open(store->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    path_beside(store, "-wal", sync->log_path);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&sync->lock, NULL);
    pthread_cond_init(&sync->has_changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    sync->has_thread = thread_start(sync);
    return sync;
}

void sync_close(store_sync *sync)
{
    if (!sync)
        return;
    pthread_mutex_lock(&sync->lock);
    sync->is_closing = true;
    pthread_cond_signal(&sync->has_changed);
    pthread_mutex_unlock(&sync->lock);
    if (sync->has_thread)
        pthread_join(sync->thread, NULL);
    pthread_cond_destroy(&sync->has_changed);
    pthread_mutex_destroy(&sync->lock);
    sync_free(sync);
}

void sync_request(store_sync *sync)
{
    int failure = sync->has_thread ? 0 : log_sync(sync);
    pthread_mutex_lock(&sync->lock);
    if (sync->has_thread)
        sync->is_due = true;
    else
        sync->failure = failure;
    pthread_cond_signal(&sync->has_changed);
    pthread_mutex_unlock(&sync->lock);
}

int sync_failure(store_sync *sync)
{
    if (!sync)
        return 0;
    pthread_mutex_lock(&sync->lock);
    int failure = sync->failure;
    pthread_mutex_unlock(&sync->lock);
    return failure;
}
