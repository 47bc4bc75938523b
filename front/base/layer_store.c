/* A layer whose file cannot be read counts as missing, and is computed again. */
#include "base/layer_store.h"

#include "base/file.h"
#include "base/problem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool layer_path(const layer_folder *folder, const char *name, const char *suffix, char path[PATH_MAX])
{
    return snprintf(path, PATH_MAX, "%s/%s%s", folder->path, name, suffix) < PATH_MAX;
}

bool layer_folder_lock(layer_folder *folder)
{
    if (folder->lock)
        return true;
    int lock = open(folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0)
        return !problem_of_system(&folder->problem, folder->path, "opened");
    /* A file system without locks is used without. */
    if (flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
        folder->lock = lock;
        return true;
    }
    close(lock);
    return !problem_set(&folder->problem, ELEVEN_NO_STORAGE,
                        "another solve uses %s; choose another folder with --layers",
                        problem_path_of(folder->path).text);
}

#ifdef ELEVEN_HAS_ZSTD
#include <zstd.h>

/* Compresses the bytes into a frame that carries a checksum; false when out of memory. */
static bool compress_layer(const void *bytes, size_t length, buffer *frame)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    size_t packed = 0;
    bool is_ready = context && buffer_reserve(frame, ZSTD_compressBound(length));
    if (is_ready) {
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1);
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
        packed = ZSTD_compress2(context, frame->at, frame->size, bytes, length);
    }
    ZSTD_freeCCtx(context);
    frame->length = is_ready && !ZSTD_isError(packed) ? packed : 0;
    return frame->length > 0;
}

static bool folder_put(void *context, const char *name, const void *bytes, size_t length)
{
    layer_folder *folder = context;
    char path[PATH_MAX];
    buffer frame = {0};
    eleven_error error = ELEVEN_OK;
    folder->problem.sentence[0] = '\0';
    if (!layer_path(folder, name, ".zst", path))
        return !problem_set(&folder->problem, ELEVEN_NO_STORAGE, "the path of the layers is too long");
    if (mkdir(folder->path, 0777) != 0 && errno != EEXIST)
        return !problem_of_system(&folder->problem, folder->path, "created");
    if (folder->locks && !layer_folder_lock(folder))
        return false;
    if (!compress_layer(bytes, length, &frame))
        error = problem_no_memory(&folder->problem);
    if (!error)
        error = file_write(path, frame.at, frame.length, &folder->problem);
    folder->written += error ? 0 : frame.length;
    buffer_free(&frame);
    return !error;
}

/* Unpacks a frame; NULL where it is damaged or memory runs out. */
static void *unpack_layer(const file_map *frame, size_t *length)
{
    unsigned long long size = ZSTD_getFrameContentSize(frame->bytes, frame->length);
    bool is_sound = size < ZSTD_CONTENTSIZE_ERROR && size < SIZE_MAX - 1;
    void *bytes = is_sound ? malloc((size_t)size + 1) : NULL;
    size_t found = bytes ? ZSTD_decompress(bytes, (size_t)size, frame->bytes, frame->length) : 0;
    *length = found;
    if (bytes && !ZSTD_isError(found) && found == size)
        return bytes;
    free(bytes);
    return NULL;
}

static bool folder_get(void *context, const char *name, void **bytes, size_t *length)
{
    layer_folder *folder = context;
    char path[PATH_MAX];
    file_map frame;
    *bytes = NULL;
    folder->problem.sentence[0] = '\0';
    if (!layer_path(folder, name, ".zst", path))
        return false;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return true;
    if (file_map_open(path, &frame, &folder->problem))
        return false;
    *bytes = unpack_layer(&frame, length);
    file_map_close(&frame);
    if (!*bytes)
        problem_set(&folder->problem, ELEVEN_NO_STORAGE,
                    "%s is damaged; remove it, and the same command computes it again", problem_path_of(path).text);
    return *bytes != NULL;
}

/* A program that is killed leaves the layer that it is writing under another name: "keys-000030.zst.4711-0". */
static void remove_unfinished(const layer_folder *folder)
{
    char path[PATH_MAX];
    DIR *all = opendir(folder->path);
    for (const struct dirent *one; all && (one = readdir(all)) != NULL;) {
        const char *ending = strstr(one->d_name, ".zst.");
        if (ending && ending[5 + strspn(ending + 5, "0123456789-")] == '\0' &&
            layer_path(folder, one->d_name, "", path))
            unlink(path);
    }
    if (all)
        closedir(all);
}

/* The folder is removed with its last layer. */
static void folder_drop(void *context, const char *name)
{
    const layer_folder *folder = context;
    char path[PATH_MAX];
    if (layer_path(folder, name, ".zst", path))
        unlink(path);
    if (strcmp(name, "identity") != 0)
        return;
    remove_unfinished(folder);
    rmdir(folder->path);
}

static bool folder_has(void *context, const char *name)
{
    char path[PATH_MAX];
    return layer_path(context, name, ".zst", path) && access(path, F_OK) == 0;
}

eleven_layer_store layer_store_of(layer_folder *folder)
{
    return (eleven_layer_store){.size = sizeof(eleven_layer_store),
                                .context = folder,
                                .put = folder_put,
                                .get = folder_get,
                                .drop = folder_drop,
                                .has = folder_has,
                                .problem = &folder->problem};
}

#else

eleven_layer_store layer_store_of(layer_folder *folder)
{
    return (eleven_layer_store){.size = sizeof(eleven_layer_store), .context = folder};
}

#endif

bool layer_folder_is_used(const layer_folder *folder)
{
    char path[PATH_MAX];
    return layer_path(folder, "identity", ".zst", path) && access(path, F_OK) == 0;
}
