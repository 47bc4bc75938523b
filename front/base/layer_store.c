/* A file gets its name only when it is complete and on the disk. A file that cannot be read again counts as missing, and
 * its layer is computed again. */
#include "base/layer_store.h"
#include "base/file.h"
#include "base/problem.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool path_of(const layer_folder *folder, const char *name, const char *ending, char path[PATH_MAX])
{
    return snprintf(path, PATH_MAX, "%s/%s%s", folder->path, name, ending) < PATH_MAX;
}

bool layer_folder_is_used(const layer_folder *folder)
{
    char path[PATH_MAX];
    return path_of(folder, "identity", ".zst", path) && access(path, F_OK) == 0;
}

#ifdef ELEVEN_HAS_ZSTD
#include <zstd.h>

/* The bytes as a frame with a checksum, to be freed; NULL when out of memory. */
static void *compress(const void *bytes, size_t length, size_t *packed)
{
    size_t capacity = ZSTD_compressBound(length);
    void *frame = malloc(capacity);
    ZSTD_CCtx *context = frame ? ZSTD_createCCtx() : NULL;
    if (context) {
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1);
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
        *packed = ZSTD_compress2(context, frame, capacity, bytes, length);
    }
    bool is_packed = context && !ZSTD_isError(*packed);
    ZSTD_freeCCtx(context);
    if (is_packed)
        return frame;
    free(frame);
    errno = ENOMEM;
    return NULL;
}

/* Writes the bytes to `beside` and gives the file its name. False with errno set. */
static bool write_frame(const char *beside, const char *path, const void *bytes, size_t length)
{
    FILE *out = fopen(beside, "wb");
    if (!out)
        return false;
    bool is_written =
        fwrite(bytes, 1, length, out) == length && fflush(out) == 0 && file_commit(fileno(out), beside, path);
    int reason = errno;
    fclose(out);
    if (!is_written)
        unlink(beside);
    errno = reason;
    return is_written;
}

static bool folder_put(void *context, const char *name, const void *bytes, size_t length)
{
    layer_folder *folder = context;
    char path[PATH_MAX], beside[PATH_MAX];
    size_t packed = 0;
    if (!path_of(folder, name, ".zst", path) || !path_of(folder, name, ".tmp", beside))
        return false;
    if (mkdir(folder->path, 0777) != 0 && errno != EEXIST) {
        problem_of_system(&folder->problem, folder->path, "created");
        return false;
    }
    void *frame = compress(bytes, length, &packed);
    bool is_written = frame && write_frame(beside, path, frame, packed);
    if (!is_written)
        problem_of_system(&folder->problem, path, "written");
    free(frame);
    return is_written;
}

static bool folder_get(void *context, const char *name, void **bytes, size_t *length)
{
    char path[PATH_MAX];
    file_map frame;
    *bytes = NULL;
    if (!path_of(context, name, ".zst", path) || file_map_open(path, &frame, NULL))
        return errno == ENOENT;
    unsigned long long size = ZSTD_getFrameContentSize(frame.bytes, frame.length);
    *length = (size_t)size;
    *bytes = size < ZSTD_CONTENTSIZE_ERROR && size < SIZE_MAX ? malloc(*length + 1) : NULL;
    bool is_whole = *bytes && ZSTD_decompress(*bytes, *length, frame.bytes, frame.length) == size;
    file_map_close(&frame);
    if (!is_whole) {
        free(*bytes);
        *bytes = NULL;
    }
    return is_whole;
}

/* The folder is removed with its last layer. */
static void folder_drop(void *context, const char *name)
{
    const layer_folder *folder = context;
    char path[PATH_MAX];
    if (path_of(folder, name, ".zst", path))
        unlink(path);
    if (strcmp(name, "identity") == 0)
        rmdir(folder->path);
}

eleven_layer_store layer_store_of(layer_folder *folder)
{
    return (eleven_layer_store){folder, folder_put, folder_get, folder_drop};
}

#else

eleven_layer_store layer_store_of(layer_folder *folder)
{
    return (eleven_layer_store){.context = folder};
}

#endif
