/* A system that fails. This file is linked in front of the C library (see `make torture`), so that every call by which
 * the rooms reach the system goes through it. $ELEVEN_FAULT decides what fails:
 *
 *     memory N     the Nth allocation; SQLite's and jansson's count as well
 *     starve N     that one and all later ones
 *     scarce N     that one, and all later ones that are at least as large
 *     call N       the Nth call that opens, reads, writes, maps, links, renames or syncs a file, or asks for a socket
 *                  or random bytes
 *     short N      the same, but a write stores half of its bytes first, and all later writes fail: the disk is full
 *     cut N        before the Nth of those calls the program is gone, as if by a power failure
 *
 * When it happens, $ELEVEN_FAULT_REPORT gets a line. So N can count up until nothing fails any more. The calls by which
 * SQLite reaches the system count as well. unwrapped.txt lists the functions that do not go through here, and why. A
 * test that is linked with this file can choose itself, see torture.h. */
#define _GNU_SOURCE
#include "test/faults/torture.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef ELEVEN_HAS_JANSSON
#include <jansson.h>
#endif
#include <sqlite3.h>

/* Where a long has 32 bits, the functions of the C library whose names end in 64 are those with the off_t and struct
 * stat of this file. Elsewhere they are the same functions. */
#if __SIZEOF_LONG__ == 4 && defined __USE_FILE_OFFSET64
#define WIDE(name) __asm__("__real_" #name "64")
#else
#define WIDE(name)
#endif

/* What the linker calls the functions of the C library. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t length);
void *__real_mmap(void *at, size_t length, int protection, int flags, int file, off_t offset) WIDE(mmap);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *context);
FILE *__real_open_memstream(char **text, size_t *length);
int __real_open(const char *path, int flags, ...) WIDE(open);
FILE *__real_fopen(const char *path, const char *mode) WIDE(fopen);
FILE *__real_fdopen(int file, const char *mode);
int __real_fileno(FILE *stream);
int __real_fsync(int file);
int __real_fdatasync(int file);
int __real_flock(int file, int operation);
int __real_stat(const char *path, struct stat *status) WIDE(stat);
int __real_lstat(const char *path, struct stat *status) WIDE(lstat);
DIR *__real_opendir(const char *path);
struct dirent *__real_readdir(DIR *folder) WIDE(readdir);
int __real_scandir(const char *path, struct dirent ***entries, int (*is_wanted)(const struct dirent *),
                   int (*order)(const struct dirent **, const struct dirent **)) WIDE(scandir);
int __real_rename(const char *from, const char *to);
int __real_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags);
int __real_ftruncate(int file, off_t length) WIDE(ftruncate);
int __real_truncate(const char *path, off_t length) WIDE(truncate);
int __real_posix_fallocate(int file, off_t offset, off_t length) WIDE(posix_fallocate);
int __real_msync(void *at, size_t length, int flags);
int __real_mkdir(const char *path, mode_t mode);
int __real_fchmod(int file, mode_t mode);
int __real_fchown(int file, uid_t owner, gid_t group);
int __real_fstat(int file, struct stat *status) WIDE(fstat);
char *__real_realpath(const char *path, char *resolved);
ssize_t __real_getrandom(void *bytes, size_t length, unsigned flags);
int __real_getentropy(void *bytes, size_t length);
int __real_socket(int domain, int type, int protocol);
int __real_bind(int file, const struct sockaddr *address, socklen_t length);
int __real_listen(int file, int backlog);
int __real_accept(int file, struct sockaddr *address, socklen_t *length);

/* The C library has a second name for a function, with 64-bit offsets or with a check by the compiler. */
#define ALSO(name, second) __typeof__(__wrap_##name) __wrap_##second __attribute__((alias("__wrap_" #name)))

/* ---- What fails ------------------------------------------------------------------------------------------ */
static torture_kind kind;
static long wanted, allocations, calls;
static size_t failed_size;
static int disk_is_full, has_failed;

static void report(void)
{
    const char *path = getenv("ELEVEN_FAULT_REPORT");
    int file = path ? __real_open(path, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
    has_failed = 1;
    if (path && (file < 0 || write(file, "failed\n", 7) != 7))
        abort();
    if (path)
        close(file);
}

void torture_begin(torture_kind what, long number)
{
    kind = TORTURE_NOTHING;
    wanted = number;
    allocations = calls = disk_is_full = has_failed = 0;
    kind = what;
}

bool torture_end(void)
{
    kind = TORTURE_NOTHING;
    disk_is_full = 0;
    return has_failed;
}

static int allocation_fails(size_t size)
{
    long number = __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
    if (number == wanted)
        failed_size = size;
    int fails = number == wanted
                    ? kind >= TORTURE_MEMORY && kind <= TORTURE_SCARCE
                    : number > wanted && (kind == TORTURE_STARVE || (kind == TORTURE_SCARCE && size >= failed_size));
    if (fails && number == wanted)
        report();
    if (fails)
        errno = ENOMEM;
    return fails;
}

static int call_fails(int reason)
{
    if (kind < TORTURE_CALL || __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) != wanted)
        return 0;
    report();
    if (kind == TORTURE_CUT)
        _exit(77);
    errno = reason;
    disk_is_full = kind == TORTURE_SHORT;
    return 1;
}

/* ---- Memory ---------------------------------------------------------------------------------------------- */
void *__wrap_malloc(size_t size)
{
    return allocation_fails(size) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return allocation_fails(count * size) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return allocation_fails(size) ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return allocation_fails(strlen(text) + 1) ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t length)
{
    return allocation_fails(strnlen(text, length) + 1) ? NULL : __real_strndup(text, length);
}

FILE *__wrap_open_memstream(char **text, size_t *length)
{
    return allocation_fails(0) ? NULL : __real_open_memstream(text, length);
}

void *__wrap_mmap(void *at, size_t length, int protection, int flags, int file, off_t offset)
{
    int fails = file < 0 ? allocation_fails(length) : call_fails(ENODEV);
    return fails ? MAP_FAILED : __real_mmap(at, length, protection, flags, file, offset);
}

ALSO(mmap, mmap64);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *context)
{
    return allocation_fails(0) ? EAGAIN : __real_pthread_create(thread, how, run, context);
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
    ssize_t half = kind == TORTURE_SHORT ? write(descriptor, bytes, length / 2) : 0;
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
    int flags = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
    flags |= *mode == 'r' ? 0 : O_CREAT | (*mode == 'a' ? O_APPEND : O_TRUNC);
    int file = call_fails(EMFILE) ? -1 : __real_open(path, flags | O_CLOEXEC, 0666);
    return file < 0 ? NULL : stream_open(file, mode);
}

ALSO(fopen, fopen64);

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

ALSO(open, open64);

int __wrap_fsync(int file)
{
    return call_fails(EIO) ? -1 : __real_fsync(file);
}

int __wrap_fdatasync(int file)
{
    return call_fails(EIO) ? -1 : __real_fdatasync(file);
}

int __wrap_flock(int file, int operation)
{
    return call_fails(ENOLCK) ? -1 : __real_flock(file, operation);
}

int __wrap_stat(const char *path, struct stat *status)
{
    return call_fails(EACCES) ? -1 : __real_stat(path, status);
}

ALSO(stat, stat64);

int __wrap_lstat(const char *path, struct stat *status)
{
    return call_fails(EACCES) ? -1 : __real_lstat(path, status);
}

ALSO(lstat, lstat64);

DIR *__wrap_opendir(const char *path)
{
    return call_fails(EMFILE) ? NULL : __real_opendir(path);
}

struct dirent *__wrap_readdir(DIR *folder)
{
    return call_fails(EIO) ? NULL : __real_readdir(folder);
}

ALSO(readdir, readdir64);

int __wrap_scandir(const char *path, struct dirent ***entries, int (*is_wanted)(const struct dirent *),
                   int (*order)(const struct dirent **, const struct dirent **))
{
    return call_fails(EMFILE) ? -1 : __real_scandir(path, entries, is_wanted, order);
}

ALSO(scandir, scandir64);

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

ALSO(ftruncate, ftruncate64);

int __wrap_truncate(const char *path, off_t length)
{
    return call_fails(EIO) ? -1 : __real_truncate(path, length);
}

ALSO(truncate, truncate64);

int __wrap_posix_fallocate(int file, off_t offset, off_t length)
{
    return call_fails(ENOSPC) ? ENOSPC : __real_posix_fallocate(file, offset, length);
}

ALSO(posix_fallocate, posix_fallocate64);

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

int __wrap_fchown(int file, uid_t owner, gid_t group)
{
    return call_fails(EPERM) ? -1 : __real_fchown(file, owner, group);
}

int __wrap_fstat(int file, struct stat *status)
{
    return call_fails(EIO) ? -1 : __real_fstat(file, status);
}

ALSO(fstat, fstat64);

char *__wrap_realpath(const char *path, char *resolved)
{
    return call_fails(EACCES) ? NULL : __real_realpath(path, resolved);
}

char *__wrap___realpath_chk(const char *path, char *resolved, size_t size)
{
    (void)size;
    return __wrap_realpath(path, resolved);
}

/* ---- Chance and networks --------------------------------------------------------------------------------- */
ssize_t __wrap_getrandom(void *bytes, size_t length, unsigned flags)
{
    return call_fails(ENOSYS) ? -1 : __real_getrandom(bytes, length, flags);
}

int __wrap_getentropy(void *bytes, size_t length)
{
    return call_fails(ENOSYS) ? -1 : __real_getentropy(bytes, length);
}

int __wrap_socket(int domain, int type, int protocol)
{
    return call_fails(EMFILE) ? -1 : __real_socket(domain, type, protocol);
}

int __wrap_bind(int file, const struct sockaddr *address, socklen_t length)
{
    return call_fails(EADDRINUSE) ? -1 : __real_bind(file, address, length);
}

int __wrap_listen(int file, int backlog)
{
    return call_fails(EADDRINUSE) ? -1 : __real_listen(file, backlog);
}

int __wrap_accept(int file, struct sockaddr *address, socklen_t *length)
{
    return call_fails(EMFILE) ? -1 : __real_accept(file, address, length);
}

/* ---- SQLite ---------------------------------------------------------------------------------------------- */
/* Its own allocator, and the calls of its system. */
static sqlite3_mem_methods sqlite_memory;

static void *sqlite_malloc(int size)
{
    return allocation_fails((size_t)size) ? NULL : sqlite_memory.xMalloc(size);
}

static void *sqlite_realloc(void *old, int size)
{
    return allocation_fails((size_t)size) ? NULL : sqlite_memory.xRealloc(old, size);
}

static int sqlite_open(const char *path, int flags, int mode)
{
    return call_fails(EMFILE) ? -1 : __real_open(path, flags, mode);
}

static ssize_t sqlite_read(int file, void *bytes, size_t length, off_t at)
{
    return call_fails(EIO) ? -1 : pread(file, bytes, length, at);
}

static ssize_t sqlite_write(int file, const void *bytes, size_t length, off_t at)
{
    int was_full = disk_is_full;
    if (!was_full && !call_fails(ENOSPC))
        return pwrite(file, bytes, length, at);
    ssize_t half = !was_full && kind == TORTURE_SHORT ? pwrite(file, bytes, length / 2, at) : -1;
    errno = ENOSPC;
    return half;
}

static int sqlite_fstat(int file, struct stat *status)
{
    return call_fails(EIO) ? -1 : __real_fstat(file, status);
}

static int sqlite_truncate(int file, off_t length)
{
    return call_fails(EIO) ? -1 : __real_ftruncate(file, length);
}

static void sqlite_replace(void)
{
    static const struct {
        const char *name;
        sqlite3_syscall_ptr function;
    } calls_replaced[] = {
        {"open", (sqlite3_syscall_ptr)sqlite_open},          {"pread", (sqlite3_syscall_ptr)sqlite_read},
        {"pread64", (sqlite3_syscall_ptr)sqlite_read},       {"pwrite", (sqlite3_syscall_ptr)sqlite_write},
        {"pwrite64", (sqlite3_syscall_ptr)sqlite_write},     {"fstat", (sqlite3_syscall_ptr)sqlite_fstat},
        {"ftruncate", (sqlite3_syscall_ptr)sqlite_truncate}, {"mmap", (sqlite3_syscall_ptr)__wrap_mmap},
    };
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sqlite_memory);
    sqlite3_mem_methods failing = sqlite_memory;
    failing.xMalloc = sqlite_malloc;
    failing.xRealloc = sqlite_realloc;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    for (unsigned i = 0; system && i < sizeof calls_replaced / sizeof *calls_replaced; i++)
        system->xSetSystemCall(system, calls_replaced[i].name, calls_replaced[i].function);
}

/* Before main: puts itself in front of the libraries and of standard output, and reads what is to fail. */
__attribute__((constructor)) static void torture_read(void)
{
    static const char *const names[] = {"nothing", "memory", "starve", "scarce", "call", "short", "cut"};
    const char *fault = getenv("ELEVEN_FAULT");
    char name[16];
    long number;
    sqlite_replace();
#ifdef ELEVEN_HAS_JANSSON
    json_set_alloc_funcs(__wrap_malloc, free);
#endif
    if (!fault || sscanf(fault, "%15s %ld", name, &number) != 2)
        return;
    stdout = stream_open(STDOUT_FILENO, "w");
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            torture_begin((torture_kind)i, number);
}
