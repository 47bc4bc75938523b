/* Files. The safe way to replace one: write a new file next to it, sync it, rename it, sync the folder. */
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "base/file.h"
#include "base/memory.h"
#include "base/problem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens the folder that holds `path`; -1 with errno set. */
static int folder_open(const char *path, int flags)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 1;
    char *folder = memory_new(length + 1);
    if (!folder)
        return -1;
    memcpy(folder, slash ? path : ".", length);
    folder[length] = '\0';
    int descriptor = open(folder, flags | O_CLOEXEC, 0666);
    int reason = errno;
    memory_free(folder);
    errno = reason;
    return descriptor;
}

/* Syncs the folder that holds `path`, so that a rename in it survives a power failure. */
static bool folder_sync(const char *path)
{
    int descriptor = folder_open(path, O_RDONLY);
    /* Some file systems cannot sync folders and say so with EINVAL. */
    bool is_synced = descriptor >= 0 && (fsync(descriptor) == 0 || errno == EINVAL);
    int reason = errno;
    if (descriptor >= 0)
        close(descriptor);
    errno = reason;
    return is_synced;
}

bool file_cut(const char *path, size_t length)
{
    return truncate(path, (off_t)length) == 0;
}

bool file_close_row(FILE *file, long whole, size_t length)
{
    struct stat now;
    int same = dup(fileno(file));
    bool is_written = fclose(file) == 0;
    int reason = errno;
    off_t end = lseek(same, 0, SEEK_CUR);
    bool is_cut_off = end > whole && end < whole + (off_t)length && fstat(same, &now) == 0 && now.st_size == end;
    if (is_cut_off && ftruncate(same, whole) != 0)
        is_written = false;
    close(same);
    errno = reason;
    return is_written;
}

bool file_commit(int descriptor, const char *temporary, const char *path)
{
    return fsync(descriptor) == 0 && rename(temporary, path) == 0 && folder_sync(path);
}

/* ---- Writing -------------------------------------------------------------------------------------------- */
/* Gives an open file without a name one that no file has. */
static bool name_give(int file, const char *name)
{
    char from[32];
    snprintf(from, sizeof from, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, from, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Finds a name next to the target that no file has, and makes the file of that name: a link to the open file, or a new
 * file if there is none (-1). Returns its descriptor; -1 with errno set. */
static int beside_name(file_writer *writer, int file)
{
    enum { NAMES = 10000, SUFFIX = 32 };
    size_t size = strlen(writer->target) + SUFFIX;
    writer->beside = memory_new(size);
    if (!writer->beside)
        return -1;
    for (unsigned i = 0; i < NAMES; i++) {
        snprintf(writer->beside, size, "%s.%d-%u", writer->target, (int)getpid(), i);
        int named = file < 0 ? open(writer->beside, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666)
                    : name_give(file, writer->beside) ? file
                                                      : -1;
        if (named >= 0 || errno != EEXIST)
            return named;
    }
    return -1;
}

/* Opens a new file in the folder of the target. Where the system can, the file has no name until it is whole, so that
 * nothing is left over even if the program is killed. */
static int beside_open(file_writer *writer)
{
#ifdef O_TMPFILE
    int descriptor = access("/proc/self/fd", F_OK) == 0 ? folder_open(writer->target, O_TMPFILE | O_RDWR) : -1;
    if (descriptor >= 0)
        return descriptor;
#endif
    return beside_name(writer, -1);
}

/* Removes the file that was not finished; errno stays. */
static void beside_drop(const file_writer *writer)
{
    int reason = errno;
    if (writer->beside)
        unlink(writer->beside);
    errno = reason;
}

static void writer_clear(file_writer *writer)
{
    memory_free(writer->target);
    memory_free(writer->beside);
    *writer = (file_writer){0};
}

/* Whether a file may be replaced: if it can be opened for writing. The system then also checks a symbolic link. */
static bool may_replace(const char *path, const struct stat *old)
{
    struct stat opened;
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    bool is_same = descriptor >= 0 && fstat(descriptor, &opened) == 0;
    if (is_same && (opened.st_ino != old->st_ino || opened.st_dev != old->st_dev))
        is_same = false, errno = EBUSY;
    int reason = errno;
    if (descriptor >= 0)
        close(descriptor);
    errno = reason;
    return is_same;
}

/* A new file has the owner and the permissions of the file that it replaces. Only root can keep another owner. */
static bool keep_permissions(int descriptor, const struct stat *old)
{
    bool is_kept = geteuid() != 0 || fchown(descriptor, old->st_uid, old->st_gid) == 0;
    return is_kept && fchmod(descriptor, old->st_mode & 07777) == 0;
}

static FILE *replacement_open(file_writer *writer, const char *path)
{
    struct stat old;
    bool exists = stat(writer->target, &old) == 0;
    if (exists && !S_ISREG(old.st_mode))
        return fopen(writer->target, "wbe");
    if (exists && !may_replace(path, &old))
        return NULL;
    int descriptor = beside_open(writer);
    writer->is_replaced = descriptor >= 0;
    FILE *out = NULL;
    if (descriptor >= 0 && (!exists || keep_permissions(descriptor, &old)))
        out = fdopen(descriptor, "wb");
    if (!out && descriptor >= 0) {
        beside_drop(writer);
        close(descriptor);
    }
    return out;
}

/* Finds the file that a path leads to. False, with errno set, where it is a symbolic link to nothing. A pipe or device
 * keeps its path: the pipe behind /dev/stdout has no other. */
static bool target_find(file_writer *writer, const char *path)
{
    struct stat status;
    char real[PATH_MAX];
    bool is_other = stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
    errno = 0;
    if (is_other)
        writer->target = memory_text(path);
    else if (realpath(path, real))
        writer->target = memory_text(real);
    else if (errno == ENOENT && lstat(path, &status) != 0)
        writer->target = memory_text(path);
    return writer->target;
}

/* Whether another process can be the reason: it made, replaced or removed the file at the same time. */
static bool may_have_been_replaced(int reason)
{
    return reason == ENOENT || reason == EBUSY;
}

eleven_error file_writer_open(file_writer *writer, const char *path, eleven_problem *problem)
{
    enum { TRIES = 20 };
    for (unsigned i = 0; i < TRIES; i++) {
        *writer = (file_writer){0};
        if (target_find(writer, path))
            writer->out = replacement_open(writer, path);
        if (writer->out)
            return ELEVEN_OK;
        int reason = errno;
        writer_clear(writer);
        errno = reason;
        if (!may_have_been_replaced(reason))
            break;
    }
    return errno == ENOMEM ? problem_no_memory(problem) : problem_of_system(problem, path, "written");
}

/* Gives the whole file its place. A file without a name gets that of the target; only if there is a file already, it
 * has another name for a moment, which `kill -9` may leave. */
static bool replacement_place(file_writer *writer)
{
    int descriptor = fileno(writer->out);
    if (writer->beside)
        return file_commit(descriptor, writer->beside, writer->target);
    if (fsync(descriptor) != 0)
        return false;
    bool is_placed = name_give(descriptor, writer->target);
    if (!is_placed && errno == EEXIST)
        is_placed = beside_name(writer, descriptor) >= 0 && rename(writer->beside, writer->target) == 0;
    return is_placed && folder_sync(writer->target);
}

eleven_error file_writer_close(file_writer *writer, bool is_complete, eleven_problem *problem)
{
    eleven_error error = ELEVEN_OK;
    /* After a failed write errno has the reason, unless it was changed since. */
    errno = ferror(writer->out) ? errno : 0;
    bool is_placed = is_complete && !ferror(writer->out) && fflush(writer->out) == 0;
    if (is_placed && writer->is_replaced)
        is_placed = replacement_place(writer);
    int reason = errno ? errno : EIO;
    if (!is_placed)
        beside_drop(writer);
    if (fclose(writer->out) != 0 && is_placed && !writer->is_replaced)
        is_placed = false, reason = errno;
    errno = reason;
    if (is_complete && !is_placed)
        error = errno == ENOMEM ? problem_no_memory(problem) : problem_of_system(problem, writer->target, "written");
    writer_clear(writer);
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
            return problem_set(problem, ELEVEN_NO_STORAGE, "%s cannot be read: it is larger than %zu bytes",
                               problem_path_of(name).text, most);
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
    if (is_read && (uintmax_t)status.st_size > SIZE_MAX / 2)
        is_read = false, errno = EFBIG;
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
