/* Files. The safe way to replace one: write a new file next to it, sync it, rename it, sync the folder. */
#include "base/file.h"
#include "base/problem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Syncs the folder that holds `path`, so that a rename in it survives a power failure. */
static bool folder_sync(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 1;
    char *folder = malloc(length + 1);
    if (!folder)
        return false;
    memcpy(folder, slash ? path : ".", length);
    folder[length] = '\0';
    int descriptor = open(folder, O_RDONLY | O_CLOEXEC);
    /* Some file systems cannot sync folders and say so with EINVAL. */
    bool is_synced = descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL);
    int reason = errno;
    if (descriptor >= 0)
        close(descriptor);
    free(folder);
    errno = reason;
    return is_synced;
}

bool file_commit(int descriptor, const char *temporary, const char *path)
{
    return fsync(descriptor) == 0 && rename(temporary, path) == 0 && folder_sync(path);
}

/* Opens a new file next to the target, with its permissions where it exists. */
static FILE *beside_open(file_writer *writer, const struct stat *old)
{
    size_t size = strlen(writer->target) + sizeof ".XXXXXX";
    writer->beside = malloc(size);
    if (!writer->beside)
        return NULL;
    snprintf(writer->beside, size, "%s.XXXXXX", writer->target);
    int descriptor = mkstemp(writer->beside);
    if (descriptor < 0)
        return NULL;
    mode_t mask = umask(0);
    umask(mask);
    FILE *out = NULL;
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 &&
        fchmod(descriptor, old ? old->st_mode & 07777 : 0666 & ~mask) == 0)
        out = fdopen(descriptor, "wb");
    if (!out) {
        int reason = errno;
        close(descriptor);
        unlink(writer->beside);
        errno = reason;
    }
    return out;
}

eleven_error file_writer_open(file_writer *writer, const char *path, eleven_problem *problem)
{
    struct stat old;
    char *target = realpath(path, NULL);
    *writer = (file_writer){.target = target ? target : strdup(path)};
    if (!writer->target)
        return problem_no_memory(problem);
    bool exists = stat(writer->target, &old) == 0;
    if (exists && !S_ISREG(old.st_mode))
        writer->out = fopen(writer->target, "wb");
    else
        writer->out = beside_open(writer, exists ? &old : NULL);
    if (writer->out)
        return ELEVEN_OK;
    eleven_error error = problem_of_system(problem, path, "written");
    free(writer->target);
    free(writer->beside);
    *writer = (file_writer){0};
    return error;
}

eleven_error file_writer_close(file_writer *writer, bool is_complete, eleven_problem *problem)
{
    eleven_error error = ELEVEN_OK;
    /* After a failed write errno has the reason, unless it was changed since. */
    errno = ferror(writer->out) ? errno : 0;
    bool is_written = is_complete && !ferror(writer->out) && fflush(writer->out) == 0;
    bool is_placed =
        is_written && (!writer->beside || file_commit(fileno(writer->out), writer->beside, writer->target));
    int reason = errno ? errno : EIO;
    if (fclose(writer->out) != 0 && is_placed && !writer->beside)
        is_placed = false, reason = errno;
    if (!is_placed && writer->beside)
        unlink(writer->beside);
    errno = reason;
    if (is_complete && !is_placed)
        error = problem_of_system(problem, writer->target, "written");
    free(writer->target);
    free(writer->beside);
    *writer = (file_writer){0};
    return error;
}

eleven_error file_write(const char *path, const void *bytes, size_t length, eleven_problem *problem)
{
    file_writer writer;
    eleven_error error = file_writer_open(&writer, path, problem);
    if (error)
        return error;
    fwrite(bytes, 1, length, writer.out);
    return file_writer_close(&writer, true, problem);
}

eleven_error file_read_stream(FILE *in, const char *name, size_t most, buffer *bytes, eleven_problem *problem)
{
    enum { CHUNK = 65536 };
    do {
        if (!buffer_reserve(bytes, CHUNK))
            return problem_no_memory(problem);
        bytes->length += fread(bytes->at + bytes->length, 1, CHUNK, in);
        bytes->at[bytes->length] = '\0';
        if (ferror(in))
            return problem_of_system(problem, name, "read");
        if (bytes->length > most)
            return problem_set(problem, ELEVEN_NO_STORAGE, "%.90s cannot be read: it is larger than %zu bytes", name,
                               most);
    } while (!feof(in));
    return ELEVEN_OK;
}

eleven_error file_read(const char *path, size_t most, buffer *bytes, eleven_problem *problem)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return problem_of_system(problem, path, "read");
    eleven_error error = file_read_stream(in, path, most, bytes, problem);
    fclose(in);
    if (error)
        buffer_free(bytes);
    return error;
}

eleven_error file_map_open(const char *path, file_map *map, eleven_problem *problem)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    *map = (file_map){0};
    if (file < 0)
        return problem_of_system(problem, path, "read");
    bool is_read = fstat(file, &status) == 0;
    void *bytes = NULL;
    if (is_read && !S_ISREG(status.st_mode))
        is_read = false, errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    if (is_read && status.st_size > 0) {
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0);
        is_read = bytes != MAP_FAILED;
    }
    eleven_error error = is_read ? ELEVEN_OK : problem_of_system(problem, path, "read");
    close(file);
    if (is_read)
        *map = (file_map){bytes, (size_t)status.st_size};
    return error;
}

void file_map_close(file_map *map)
{
    if (map->length)
        munmap((void *)(uintptr_t)map->bytes, map->length);
    *map = (file_map){0};
}

void file_map_forget(const file_map *map)
{
    if (map->length)
        madvise((void *)(uintptr_t)map->bytes, map->length, MADV_DONTNEED);
}

/* Syncs the folder that contains this one, so that a new folder survives a power failure. */
static void sync_parent(const char *folder)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/..", folder);
    int parent = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (parent >= 0) {
        fsync(parent);
        close(parent);
    }
}

static bool make_folder(const char *folder)
{
    bool is_new = mkdir(folder, 0700) == 0;
    if (is_new)
        sync_parent(folder);
    return is_new || errno == EEXIST;
}

bool file_make_folder(char *folder)
{
    if (make_folder(folder))
        return true;
    char *slash = strrchr(folder, '/');
    if (errno != ENOENT || !slash || slash == folder)
        return false;
    *slash = '\0';
    bool has_parent = file_make_folder(folder);
    *slash = '/';
    return has_parent && make_folder(folder);
}
