/* A file is written beside its place and renamed, so that it is there wholly or not at all; one that cannot be read
 * again counts as missing, and its layer is worked out once more. */
#include "base/layer_store.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef ELEVEN_HAS_ZSTD
#include <zstd.h>

static bool fail(layer_folder *folder, const char *path, const char *what)
{
    snprintf(folder->sentence, sizeof folder->sentence, "%.120s cannot be %s: %.100s", path, what, strerror(errno));
    return false;
}

static bool path_of(const layer_folder *folder, const char *name, const char *ending, char path[PATH_MAX])
{
    return snprintf(path, PATH_MAX, "%s/%s%s", folder->path, name, ending) < PATH_MAX;
}

/* ---- Writing -------------------------------------------------------------------------------------------- */

/* Gives the bytes as a frame that carries a checksum; NULL when memory is short. */
static void *compress(const void *bytes, size_t length, size_t *packed)
{
    size_t room = ZSTD_compressBound(length);
    void *frame = malloc(room);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (frame && context) {
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1);
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
        *packed = ZSTD_compress2(context, frame, room, bytes, length);
    }
    bool done = frame && context && !ZSTD_isError(*packed);
    ZSTD_freeCCtx(context);
    if (done)
        return frame;
    free(frame);
    errno = ENOMEM;
    return NULL;
}

static bool write_file(const char *path, const void *bytes, size_t length)
{
    FILE *out = fopen(path, "wb");
    if (!out)
        return false;
    bool written = fwrite(bytes, 1, length, out) == length;
    return fclose(out) == 0 && written;
}

static bool folder_put(void *context, const char *name, const void *bytes, size_t length)
{
    layer_folder *folder = context;
    char path[PATH_MAX], beside[PATH_MAX];
    size_t packed = 0;
    if (!path_of(folder, name, ".zst", path) || !path_of(folder, name, ".tmp", beside))
        return false;
    if (mkdir(folder->path, 0777) != 0 && errno != EEXIST)
        return fail(folder, folder->path, "made");
    void *frame = compress(bytes, length, &packed);
    bool written = frame && write_file(beside, frame, packed) && rename(beside, path) == 0;
    int trouble = errno;
    free(frame);
    if (written)
        return true;
    unlink(beside);
    errno = trouble;
    return fail(folder, path, "written");
}

/* ---- Reading -------------------------------------------------------------------------------------------- */

static void *read_file(const char *path, size_t *length)
{
    struct stat status;
    FILE *in = fopen(path, "rb");
    void *bytes = in && fstat(fileno(in), &status) == 0 ? malloc((size_t)status.st_size + 1) : NULL;
    if (bytes) {
        *length = fread(bytes, 1, (size_t)status.st_size, in);
        if (ferror(in) || *length != (size_t)status.st_size) {
            free(bytes);
            bytes = NULL;
        }
    }
    if (in)
        fclose(in);
    return bytes;
}

static bool folder_get(void *context, const char *name, void **bytes, size_t *length)
{
    layer_folder *folder = context;
    char path[PATH_MAX];
    size_t packed = 0;
    *bytes = NULL;
    void *frame = path_of(folder, name, ".zst", path) ? read_file(path, &packed) : NULL;
    if (!frame)
        return errno == ENOENT;
    unsigned long long size = ZSTD_getFrameContentSize(frame, packed);
    bool is_sound = size < ZSTD_CONTENTSIZE_ERROR && size < SIZE_MAX - 1;
    *bytes = is_sound ? malloc((size_t)size + 1) : NULL;
    size_t found = *bytes ? ZSTD_decompress(*bytes, (size_t)size, frame, packed) : 0;
    free(frame);
    if (*bytes && !ZSTD_isError(found) && found == size) {
        *length = found;
        return true;
    }
    free(*bytes);
    *bytes = NULL;
    return false;
}

/* ---- Both ----------------------------------------------------------------------------------------------- */

/* The folder goes with its last layer. */
static void folder_drop(void *context, const char *name)
{
    const layer_folder *folder = context;
    char path[PATH_MAX];
    if (path_of(folder, name, ".zst", path))
        unlink(path);
    if (strcmp(name, "identity") == 0)
        rmdir(folder->path);
}

bool layer_folder_is_used(const layer_folder *folder)
{
    char path[PATH_MAX];
    return path_of(folder, "identity", ".zst", path) && access(path, F_OK) == 0;
}

bool layer_store_works(void)
{
    return true;
}

eleven_layer_store layer_store_of(layer_folder *folder)
{
    return (eleven_layer_store){folder, folder_put, folder_get, folder_drop};
}

#else

bool layer_folder_is_used(const layer_folder *folder)
{
    (void)folder;
    return false;
}

bool layer_store_works(void)
{
    return false;
}

eleven_layer_store layer_store_of(layer_folder *folder)
{
    return (eleven_layer_store){folder, NULL, NULL, NULL};
}

#endif
