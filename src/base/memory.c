/* The seam between the library and the allocator of the process. */
#include "base/memory.h"
#include "base/sized.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

/* Without functions: malloc and the others. */
static eleven_allocator hooks;

void eleven_allocator_set(const eleven_allocator *allocator)
{
    SIZED_COPY(hooks, allocator);
    assert(!allocator || (hooks.allocate && hooks.resize && hooks.release));
}

static unsigned failures;

static void *memory_checked(void *memory)
{
    if (!memory) {
        __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
        errno = ENOMEM;
    }
    return memory;
}

unsigned memory_failures(void)
{
    return __atomic_load_n(&failures, __ATOMIC_RELAXED);
}

void *memory_new(size_t size)
{
    size += size == 0;
    return memory_checked(hooks.allocate ? hooks.allocate(hooks.context, size) : malloc(size));
}

void *memory_zeroed(size_t count, size_t size)
{
    if (!hooks.allocate)
        return memory_checked(calloc(count, size));
    void *memory = size && count > SIZE_MAX / size ? memory_checked(NULL) : memory_new(count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void *memory_resize(void *memory, size_t size)
{
    size += size == 0;
    return memory_checked(hooks.resize ? hooks.resize(hooks.context, memory, size) : realloc(memory, size));
}

char *memory_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = memory_new(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

void memory_free(void *memory)
{
    if (!hooks.release)
        free(memory);
    else if (memory)
        hooks.release(hooks.context, memory);
}

enum { LINE = 64, MORE = 3 * LINE };

/* The address of the whole allocation is in the word before the first line. */
static void *lines_in(char *whole)
{
    if (!whole)
        return NULL;
    char *lines = whole + 2 * LINE - (uintptr_t)whole % LINE;
    memcpy(lines - sizeof(void *), &whole, sizeof(void *));
    return lines;
}

void *memory_lines_new(size_t size)
{
    return lines_in(size > SIZE_MAX - MORE ? memory_checked(NULL) : memory_new(size + MORE));
}

void memory_lines_free(void *lines)
{
    void *whole = NULL;
    if (lines)
        memcpy(&whole, (char *)lines - sizeof(void *), sizeof(void *));
    memory_free(whole);
}

void *memory_pages_new(size_t bytes)
{
#ifdef __linux__
    if (!hooks.allocate) {
        void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages == MAP_FAILED)
            return memory_checked(NULL);
        madvise(pages, bytes, MADV_HUGEPAGE);
        return pages;
    }
#endif
    return lines_in(bytes > SIZE_MAX - MORE ? memory_checked(NULL) : memory_zeroed(1, bytes + MORE));
}

void memory_pages_cut(void *pages, size_t bytes, size_t used)
{
#ifdef __linux__
    size_t page = (size_t)sysconf(_SC_PAGESIZE), left = (used + page - 1) / page * page;
    if (!hooks.allocate && left < bytes)
        madvise((char *)pages + left, bytes - left, MADV_DONTNEED);
#else
    (void)pages, (void)bytes, (void)used;
#endif
}

void memory_pages_free(void *pages, size_t bytes)
{
#ifdef __linux__
    if (!hooks.allocate && pages) {
        munmap(pages, bytes);
        return;
    }
#endif
    (void)bytes;
    memory_lines_free(pages);
}
