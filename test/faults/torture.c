/* A system that fails. This file is linked in front of the C library (see `make torture`), so that every call by which
 * the rooms reach the system goes through it. $ELEVEN_FAULT decides what fails:
 *
 *     memory N     the Nth allocation; SQLite's and jansson's count as well
 *     starve N     that one and all later ones
 *     call N       the Nth call that opens, reads, writes, maps, links, renames or syncs a file
 *     short N      the same, but a write stores half of its bytes first, and all later writes fail: the disk is full
 *     cut N        before the Nth of those calls the program is gone, as if by a power failure
 *
 * When it happens, $ELEVEN_FAULT_REPORT gets a line. So N can count up until nothing fails any more. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef ELEVEN_HAS_JANSSON
#include <jansson.h>
#endif
#include <sqlite3.h>

/* What the linker calls the functions of the C library. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
void *__real_mmap(void *at, size_t length, int protection, int flags, int file, off_t offset);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *context);
FILE *__real_open_memstream(char **text, size_t *length);
int __real_open(const char *path, int flags, ...);
FILE *__real_fopen(const char *path, const char *mode);
FILE *__real_fdopen(int file, const char *mode);
int __real_fileno(FILE *stream);
int __real_fsync(int file);
int __real_rename(const char *from, const char *to);
int __real_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
int __real_ftruncate(int file, off_t length);
int __real_posix_fallocate(int file, off_t offset, off_t length);
int __real_msync(void *at, size_t length, int flags);
int __real_mkdir(const char *path, mode_t mode);
int __real_fchmod(int file, mode_t mode);
int __real_fstat(int file, struct stat *status);
char *__real_realpath(const char *path, char *resolved);

/* ---- What fails ------------------------------------------------------------------------------------------ */
static enum { NOTHING, MEMORY, STARVE, CALL, SHORT, CUT } kind;
static long wanted, allocations, calls;
static int disk_is_full;

static void report(void)
{
    const char *path = getenv("ELEVEN_FAULT_REPORT");
    int file = path ? __real_open(path, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
    if (file < 0 || write(file, "failed\n", 7) != 7)
        abort();
    close(file);
}

static int allocation_fails(void)
{
    long number = __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
    int fails = (kind == MEMORY && number == wanted) || (kind == STARVE && number >= wanted);
    if (fails && number == wanted)
        report();
    if (fails)
        errno = ENOMEM;
    return fails;
}

static int call_fails(int reason)
{
    if (kind < CALL || __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) != wanted)
        return 0;
    report();
    if (kind == CUT)
        _exit(77);
    errno = reason;
    disk_is_full = kind == SHORT;
    return 1;
}

/* ---- Memory ---------------------------------------------------------------------------------------------- */
void *__wrap_malloc(size_t size)
{
    return allocation_fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return allocation_fails() ? NULL : __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return allocation_fails() ? NULL : __real_aligned_alloc(alignment, size);
}

char *__wrap_strdup(const char *text)
{
    return allocation_fails() ? NULL : __real_strdup(text);
}

FILE *__wrap_open_memstream(char **text, size_t *length)
{
    return allocation_fails() ? NULL : __real_open_memstream(text, length);
}

void *__wrap_mmap(void *at, size_t length, int protection, int flags, int file, off_t offset)
{
    int fails = file < 0 ? allocation_fails() : call_fails(ENODEV);
    return fails ? MAP_FAILED : __real_mmap(at, length, protection, flags, file, offset);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *context)
{
    return allocation_fails() ? EAGAIN : __real_pthread_create(thread, how, run, context);
}

/* SQLite's own allocator, which fails as well. */
static sqlite3_mem_methods sqlite_memory;

static void *sqlite_malloc(int size)
{
    return allocation_fails() ? NULL : sqlite_memory.xMalloc(size);
}

static void *sqlite_realloc(void *old, int size)
{
    return allocation_fails() ? NULL : sqlite_memory.xRealloc(old, size);
}

/* ---- Streams --------------------------------------------------------------------------------------------- */
/* A stream that this file opened, and its descriptor. */
enum { STREAMS = 64 };
static struct stream {
    FILE *file;
    int descriptor;
} streams[STREAMS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t stream_read(void *cookie, char *bytes, size_t length)
{
    return call_fails(EIO) ? -1 : read(((struct stream *)cookie)->descriptor, bytes, length);
}

static ssize_t stream_write(void *cookie, const char *bytes, size_t length)
{
    int descriptor = ((struct stream *)cookie)->descriptor;
    if (disk_is_full) {
        errno = ENOSPC;
        return 0;
    }
    if (!call_fails(ENOSPC))
        return write(descriptor, bytes, length);
    ssize_t half = kind == SHORT ? write(descriptor, bytes, length / 2) : 0;
    errno = ENOSPC;
    return half;
}

static int stream_seek(void *cookie, off64_t *offset, int whence)
{
    *offset = lseek(((struct stream *)cookie)->descriptor, *offset, whence);
    return *offset < 0 ? -1 : 0;
}

static int stream_close(void *cookie)
{
    struct stream *stream = cookie;
    int result = close(stream->descriptor);
    pthread_mutex_lock(&lock);
    stream->file = NULL;
    pthread_mutex_unlock(&lock);
    return result;
}

static FILE *stream_open(int descriptor, const char *mode)
{
    const cookie_io_functions_t functions = {stream_read, stream_write, stream_seek, stream_close};
    struct stream *stream = streams;
    pthread_mutex_lock(&lock);
    while (stream->file)
        stream++;
    stream->descriptor = descriptor;
    stream->file = fopencookie(stream, mode, functions);
    pthread_mutex_unlock(&lock);
    return stream->file;
}

FILE *__wrap_fdopen(int file, const char *mode)
{
    return call_fails(ENOMEM) ? NULL : stream_open(file, mode);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    int flags = *mode == 'r' ? O_RDONLY : O_WRONLY | O_CREAT | (*mode == 'a' ? O_APPEND : O_TRUNC);
    int file = call_fails(EMFILE) ? -1 : __real_open(path, flags | O_CLOEXEC, 0666);
    return file < 0 ? NULL : stream_open(file, mode);
}

int __wrap_fileno(FILE *stream)
{
    for (unsigned i = 0; i < STREAMS; i++)
        if (stream && streams[i].file == stream)
            return streams[i].descriptor;
    return __real_fileno(stream);
}

/* ---- Files ----------------------------------------------------------------------------------------------- */
int __wrap_open(const char *path, int flags, mode_t mode)
{
    return call_fails(EACCES) ? -1 : __real_open(path, flags, mode);
}

int __wrap_fsync(int file)
{
    return call_fails(EIO) ? -1 : __real_fsync(file);
}

int __wrap_rename(const char *from, const char *to)
{
    return call_fails(ENOSPC) ? -1 : __real_rename(from, to);
}

int __wrap_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    return call_fails(ENOSPC) ? -1 : __real_linkat(from_folder, from, to_folder, to, flags);
}

int __wrap_ftruncate(int file, off_t length)
{
    return call_fails(EIO) ? -1 : __real_ftruncate(file, length);
}

int __wrap_posix_fallocate(int file, off_t offset, off_t length)
{
    return call_fails(ENOSPC) ? ENOSPC : __real_posix_fallocate(file, offset, length);
}

int __wrap_msync(void *at, size_t length, int flags)
{
    return call_fails(EIO) ? -1 : __real_msync(at, length, flags);
}

int __wrap_mkdir(const char *path, mode_t mode)
{
    return call_fails(ENOSPC) ? -1 : __real_mkdir(path, mode);
}

int __wrap_fchmod(int file, mode_t mode)
{
    return call_fails(EPERM) ? -1 : __real_fchmod(file, mode);
}

int __wrap_fstat(int file, struct stat *status)
{
    return call_fails(EIO) ? -1 : __real_fstat(file, status);
}

char *__wrap_realpath(const char *path, char *resolved)
{
    return call_fails(EACCES) ? NULL : __real_realpath(path, resolved);
}

/* Before main: reads what is to fail, and puts itself in front of the allocators of libraries and standard output. */
__attribute__((constructor)) static void torture_begin(void)
{
    static const char *const names[] = {"nothing", "memory", "starve", "call", "short", "cut"};
    const char *fault = getenv("ELEVEN_FAULT");
    char name[16];
    if (!fault || sscanf(fault, "%15s %ld", name, &wanted) != 2)
        return;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            kind = i;
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sqlite_memory);
    sqlite3_mem_methods failing = sqlite_memory;
    failing.xMalloc = sqlite_malloc;
    failing.xRealloc = sqlite_realloc;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
#ifdef ELEVEN_HAS_JANSSON
    json_set_alloc_funcs(__wrap_malloc, free);
#endif
    stdout = stream_open(STDOUT_FILENO, "w");
}
