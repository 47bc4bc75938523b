/* The piece of a C library that the game needs in WebAssembly: an allocator over the growing memory, and a few
 * functions on bytes and strings. Blocks have sizes that are powers of two; a freed block waits in the list of
 * its size for the next one of that size.
 *
 *     ... [header: order] [block of 16 << order bytes] [header] [block] ...   up to `top`, then nothing
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 16, ORDERS = 26, PAGE = 65536 };

typedef struct header {
    size_t order;
    struct header *next; /* while it is free */
    uint64_t unused;     /* so that blocks keep the alignment of the header */
} header;

extern unsigned char __heap_base; /* put there by the linker: where the program's own data ends */

static header *waiting[ORDERS];
static uintptr_t top;

/* ---- Memory -------------------------------------------------------------------------------------------- */

static bool grow(uintptr_t end)
{
    uintptr_t have = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    if (end <= have)
        return true;
    return __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) != (size_t)-1;
}

static header *carve(size_t order)
{
    if (!top)
        top = ((uintptr_t)&__heap_base + SMALLEST - 1) & ~(uintptr_t)(SMALLEST - 1);
    uintptr_t end = top + sizeof(header) + ((size_t)SMALLEST << order);
    if (end < top || !grow(end))
        return NULL;
    header *made = (header *)top;
    made->order = order;
    top = end;
    return made;
}

void *malloc(size_t size)
{
    size_t order = 0;
    while (order < ORDERS && ((size_t)SMALLEST << order) < size)
        order++;
    if (order == ORDERS)
        return NULL;
    header *found = waiting[order];
    if (found)
        waiting[order] = found->next;
    else
        found = carve(order);
    return found ? found + 1 : NULL;
}

void free(void *old)
{
    if (!old)
        return;
    header *freed = (header *)old - 1;
    freed->next = waiting[freed->order];
    waiting[freed->order] = freed;
}

void *calloc(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    void *made = malloc(count * size);
    return made ? memset(made, 0, count * size) : NULL;
}

void *realloc(void *old, size_t size)
{
    if (!old)
        return malloc(size);
    size_t had = (size_t)SMALLEST << ((header *)old - 1)->order;
    if (size <= had)
        return old;
    void *made = malloc(size);
    if (!made)
        return NULL;
    memcpy(made, old, had);
    free(old);
    return made;
}

/* ---- Bytes: one instruction each in WebAssembly's bulk memory ------------------------------------------- */

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size)
{
    return __builtin_memset(to, byte, size);
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < size; i++)
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    return 0;
}

/* ---- Strings ------------------------------------------------------------------------------------------- */

size_t strlen(const char *string)
{
    size_t length = 0;
    while (string[length])
        length++;
    return length;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

char *strncpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t i = 0;
    for (; i < size && from[i]; i++)
        to[i] = from[i];
    for (; i < size; i++)
        to[i] = '\0';
    return to;
}
