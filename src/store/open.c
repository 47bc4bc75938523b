/* Opening a store: the folder, and who may be first in it. */
#include "base/file.h"
#include "store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- The folder ---------------------------------------------------------------------------------------- */
static char *path_of_file(const char *folder)
{
    size_t size = strlen(folder) + sizeof "/eleven.db";
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/eleven.db", folder);
    return path;
}

/* Absolute paths, since the program may change its directory. If the file is a symbolic link, they are those of the
 * file itself: SQLite puts its log beside it. */
static bool paths_find(eleven_store *store, const char *folder)
{
    char *named = path_of_file(folder);
    store->path = named ? realpath(named, NULL) : NULL;
    free(named);
    if (store->path) {
        size_t length = (size_t)(strrchr(store->path, '/') - store->path);
        store->folder = strndup(store->path, length ? length : 1);
    } else {
        store->folder = realpath(folder, NULL);
        store->path = store->folder ? path_of_file(store->folder) : NULL;
    }
    return store->folder && store->path;
}

/* A pipe, which has no end to wait for, and a folder are refused. */
static bool is_file_or_nothing(const eleven_store *store)
{
    struct stat about;
    return stat(store->path, &about) != 0 || S_ISREG(about.st_mode);
}

static eleven_error folder_open(eleven_store *store, const char *folder, eleven_problem *problem)
{
    struct stat about;
    char *copy = strdup(folder);
    bool exists = copy && file_make_folder(copy);
    int reason = errno;
    free(copy);
    if (!exists)
        return storage_fail(ELEVEN_NO_STORAGE, "make the folder", folder, strerror(reason), problem);
    if (!paths_find(store, folder) || stat(store->folder, &about) != 0)
        return storage_fail(ELEVEN_NO_STORAGE, "find the folder", folder, strerror(errno), problem);
    if (!S_ISDIR(about.st_mode))
        return storage_fail(ELEVEN_NO_STORAGE, "use the folder", folder, strerror(ENOTDIR), problem);
    if (access(store->folder, X_OK) != 0)
        return storage_fail(ELEVEN_NO_STORAGE, "open the folder", folder, strerror(errno), problem);
    if (access(store->folder, W_OK) != 0)
        return storage_fail(ELEVEN_NO_STORAGE, "write in the folder", folder, strerror(errno), problem);
    if (!is_file_or_nothing(store))
        return storage_fail(ELEVEN_NO_STORAGE, "open", store->path, "it is not a file", problem);
    return ELEVEN_OK;
}

/* Locks the folder, for programs that start at the same time: one checks and creates the tables, the others wait for
 * a moment. Returns a descriptor to close, or -1. Failing to lock is not an error: SQLite has its own locks, and the
 * worst that can happen is that the store cannot be opened. */
static int folder_lock(const eleven_store *store)
{
    int lock = open(store->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int waited = 0; lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0; waited++) {
        if (errno != EWOULDBLOCK || waited == STORE_BUSY_MS) {
            close(lock);
            return -1;
        }
        sqlite3_sleep(1);
    }
    return lock;
}

/* ---- Opening ------------------------------------------------------------------------------------------- */
/* Only who has locked the folder may put a new file in the place of a damaged one. */
static eleven_error open_or_rescue(eleven_store *store, eleven_problem *problem)
{
    int lock = folder_lock(store);
    if (lock >= 0)
        rescue_finish(store);
    bool was_damaged = store->is_damaged;
    eleven_error error = was_damaged ? storage_fail(ELEVEN_NO_STORAGE, "repair", store->path,
                                                    "another program keeps its folder locked", problem)
                                     : database_open(store, problem);
    /* Damage is what is found twice: SQLite reports a read that failed once in the same way. */
    if (error && store->is_damaged && !was_damaged)
        error = store_reopen(store, problem);
    if (error && store->is_damaged && lock >= 0) {
        database_close(store);
        error = rescue(store, problem);
        store->is_damaged = error != ELEVEN_OK;
        if (!error)
            error = database_open(store, problem);
    }
    if (lock >= 0)
        close(lock);
    return error;
}

/* A folder or a file in which one may not write. */
static bool is_read_only(const char *folder)
{
    eleven_store at = {0};
    bool is_there = paths_find(&at, folder) && is_file_or_nothing(&at) && access(at.path, R_OK) == 0;
    bool is_fixed = is_there && (access(at.path, W_OK) != 0 || access(at.folder, W_OK | X_OK) != 0);
    free(at.folder);
    free(at.path);
    return is_fixed;
}

/* Looking checks a large file, too: nobody waits for a key. */
static eleven_error open_checked(const char *folder, eleven_store **opened, eleven_problem *problem)
{
    eleven_error error = store_open(folder, opened, problem);
    if (error || (*opened)->is_checked || !store_check(*opened, problem))
        return error;
    error = store_repair(*opened, problem);
    if (error) {
        store_close(*opened);
        *opened = NULL;
    }
    return error;
}

/* A database in memory: the file with its log, or what can be read of it. */
static eleven_error look(eleven_store *store, eleven_problem *problem)
{
    database_image image = {0};
    eleven_error error = image_read(store, &image, problem);
    if (!error)
        error = database_open_image(store, &image, problem);
    if (error && store->is_damaged) {
        database_close(store);
        error = rescue_look(store, &image, problem);
    }
    if (!error && !database_freeze(store))
        error = database_fail(store, "open", problem);
    buffer_free(&image.file);
    return error;
}

/* Where reading alone is not possible either, the sentence is about opening. */
eleven_error store_look(const char *folder, eleven_store **opened, eleven_problem *problem)
{
    eleven_error error = is_read_only(folder) ? ELEVEN_NO_STORAGE : open_checked(folder, opened, problem);
    if (error != ELEVEN_NO_STORAGE)
        return error;
    eleven_store *store = calloc(1, sizeof *store);
    if (!store)
        return storage_fail(ELEVEN_NO_MEMORY, "open the store in", folder, "out of memory", problem);
    store->lock = -1;
    bool is_found = paths_find(store, folder) && is_file_or_nothing(store);
    if (is_found && !look(store, is_read_only(folder) ? problem : NULL)) {
        *opened = store;
        return ELEVEN_OK;
    }
    store_close(store);
    return error;
}

eleven_error store_reopen(eleven_store *store, eleven_problem *problem)
{
    database_close(store);
    store->is_damaged = store->is_checked = false;
    return database_open(store, problem);
}

eleven_error store_repair(eleven_store *store, eleven_problem *problem)
{
    if (!store->is_damaged && store->statements[0])
        return storage_fail(ELEVEN_NO_STORAGE, "repair", store->path, "it is not damaged", problem);
    database_close(store);
    eleven_error error = open_or_rescue(store, problem);
    /* Without the rescue, much may still be readable. */
    if (error)
        store_reopen(store, NULL);
    return error;
}

eleven_error store_open(const char *folder, eleven_store **opened, eleven_problem *problem)
{
    eleven_store *store = calloc(1, sizeof *store);
    if (!store)
        return storage_fail(ELEVEN_NO_MEMORY, "open the store in", folder, "out of memory", problem);
    store->lock = -1;
    eleven_error error = folder_open(store, folder, problem);
    if (!error)
        error = open_or_rescue(store, problem);
    if (error)
        store_close(store);
    else
        *opened = store;
    return error;
}

bool store_has_lost(const eleven_store *store)
{
    return store->has_lost;
}

const char *store_notice(const eleven_store *store)
{
    return store->notice;
}
