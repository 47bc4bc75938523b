/* When the store syncs: this program has its own fdatasync, which counts, and fails where a test wants it to. */
#include "store_fixture.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

static atomic_uint synced, folders_synced;
static atomic_bool has_no_space, has_no_folder;

int fdatasync(int file)
{
    struct stat about;
    assert_int_equal(fstat(file, &about), 0);
    if (atomic_load(&has_no_space)) {
        errno = ENOSPC;
        return -1;
    }
    atomic_fetch_add(&synced, S_ISREG(about.st_mode));
    return 0;
}

int fsync(int file)
{
    struct stat about;
    assert_int_equal(fstat(file, &about), 0);
    if (atomic_load(&has_no_folder)) {
        errno = EIO;
        return -1;
    }
    atomic_fetch_add(&folders_synced, S_ISDIR(about.st_mode));
    return 0;
}

/* No lock is destroyed while it is held. */
int pthread_mutex_destroy(pthread_mutex_t *lock)
{
    assert_int_equal(pthread_mutex_trylock(lock), 0);
    return pthread_mutex_unlock(lock);
}

/* A minute is longer than any machine needs; usually it is half a second. */
static bool becomes_true(bool (*is_true)(program at), program at)
{
    for (unsigned i = 0; i < 6000 && !is_true(at); i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    return is_true(at);
}

static bool has_synced(program at)
{
    (void)at;
    return atomic_load(&synced) > 0;
}

static bool sync_fails(program at)
{
    return store_synced(at.store, NULL) != ELEVEN_OK;
}

static bool sync_works(program at)
{
    return !sync_fails(at);
}

static program begin(void)
{
    program at = start();
    begin_game(at.session, "classic", 4, 1);
    save(at);
    return at;
}

static void a_save_is_synced_soon(void **state)
{
    (void)state;
    atomic_store(&folders_synced, 0);
    program at = begin();
    atomic_store(&synced, 0);
    move_some(at.session, 0);
    save(at);
    assert_true(becomes_true(has_synced, at));
    assert_int_equal(store_synced(at.store, NULL), ELEVEN_OK);
    assert_true(atomic_load(&folders_synced) > 0);
    /* Closing syncs what is due. */
    move_some(at.session, 0);
    atomic_store(&synced, 0);
    save(at);
    finish(at);
    assert_true(atomic_load(&synced) > 0);
}

static void a_sync_that_fails_is_tried_again(void **state)
{
    (void)state;
    eleven_problem problem = {0};
    program at = begin();
    atomic_store(&has_no_space, true);
    move_some(at.session, 0);
    save(at);
    assert_true(becomes_true(sync_fails, at));
    assert_int_equal(store_synced(at.store, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "/eleven.db: No space left on device"));
    assert_memory_equal(problem.sentence, "cannot sync ", 12);
    atomic_store(&has_no_space, false);
    assert_true(becomes_true(sync_works, at));
    atomic_store(&has_no_space, true);
    save(at);
    finish(at);
    atomic_store(&has_no_space, false);
}

/* The log is new, and its folder cannot be synced: nothing is synced, and no file stays open. */
static void a_folder_that_cannot_be_synced(void **state)
{
    (void)state;
    eleven_problem problem = {0};
    unsigned before = open_files();
    atomic_store(&has_no_folder, true);
    program at = begin();
    atomic_store(&synced, 0);
    assert_true(becomes_true(sync_fails, at));
    assert_int_equal(store_synced(at.store, &problem), ELEVEN_NO_STORAGE);
    assert_non_null(strstr(problem.sentence, "/eleven.db: Input/output error"));
    assert_int_equal(atomic_load(&synced), 0);
    atomic_store(&has_no_folder, false);
    assert_true(becomes_true(sync_works, at));
    assert_true(atomic_load(&synced) > 0);
    finish(at);
    assert_int_equal(open_files(), before);
}

/* Where no thread can be started, each save syncs. */
static void save_without_threads(void *context)
{
    const struct rlimit none = {0};
    (void)context;
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        _exit(2);
    setrlimit(RLIMIT_NPROC, &none);
    program at = begin();
    for (unsigned i = 0; i < 5; i++) {
        atomic_store(&synced, 0);
        move_some(at.session, i);
        save(at);
        assert_int_equal(atomic_load(&synced), 1);
        assert_int_equal(store_synced(at.store, NULL), ELEVEN_OK);
    }
    atomic_store(&has_no_space, true);
    assert_int_equal(store_rename(at.store, 1, "title", NULL), ELEVEN_OK);
    assert_int_equal(store_synced(at.store, NULL), ELEVEN_NO_STORAGE);
    atomic_store(&has_no_space, false);
    finish(at);
}

static void without_threads_each_save_syncs(void **state)
{
    (void)state;
    chmod(folder, 0777);
    assert_int_equal(in_another_program(save_without_threads, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(a_save_is_synced_soon),
        IN_A_FOLDER(a_sync_that_fails_is_tried_again),
        IN_A_FOLDER(a_folder_that_cannot_be_synced),
        IN_A_FOLDER(without_threads_each_save_syncs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
