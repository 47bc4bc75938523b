/* A table file, mapped into memory. */
#include "solver/elx_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void unmap(const void *bytes, size_t length)
{
    munmap((void *)(uintptr_t)bytes, length);
}

static eleven_error fail(eleven_problem *problem, const char *path)
{
    if (problem) {
        *problem = (eleven_problem){0};
        snprintf(problem->sentence, sizeof problem->sentence, "%.90s cannot be read: %.80s", path, strerror(errno));
    }
    return ELEVEN_NO_STORAGE;
}

/* The sentence of a table that cannot be used, with the file's name. */
static eleven_error name_file(eleven_error error, eleven_problem *problem, const char *path)
{
    char sentence[sizeof problem->sentence];
    if (problem) {
        memcpy(sentence, problem->sentence, sizeof sentence);
        snprintf(problem->sentence, sizeof problem->sentence, "%.90s: %.100s", path, sentence);
    }
    return error;
}

eleven_error eleven_table_open(const char *path, eleven_table **table, eleven_problem *problem)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return fail(problem, path);
    void *bytes = MAP_FAILED;
    bool is_read = fstat(file, &status) == 0;
    if (is_read && S_ISREG(status.st_mode) && status.st_size > 0)
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0);
    else
        errno = is_read ? EINVAL : errno;
    int trouble = errno;
    close(file);
    errno = trouble;
    if (bytes == MAP_FAILED && is_read && errno == EINVAL)
        return name_file(eleven_table_of("", 0, table, problem), problem, path);
    if (bytes == MAP_FAILED)
        return fail(problem, path);
    eleven_error error = eleven_table_of(bytes, (size_t)status.st_size, table, problem);
    if (error)
        unmap(bytes, (size_t)status.st_size);
    else
        (*table)->release = unmap;
    return error ? name_file(error, problem, path) : error;
}
