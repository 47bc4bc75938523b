/* The piece of a C library that the game needs in WebAssembly: an allocator over the growing memory, a few functions on
 * bytes and strings, and, for the players, the clock and the powers of JavaScript. Blocks come in classes of sizes,
 * four for each power of two, and 64 from 16 MB on; a freed block waits in the list of its class for the next one of
 * that class. All blocks begin on a cache line.
 *
 *     ... [header: class] [block] [header] [block] ...   up to `top`, then zeros that nobody has touched */
#include <math.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LINE = 64,
    STEPS = 4,
    LARGE_STEPS = 64,
    SMALL_CLASSES = STEPS * 16,
    CLASSES = SMALL_CLASSES + LARGE_STEPS * 6,
    PAGE = 65536,
};

typedef struct header {
    alignas(LINE) size_t size_class;

    /* While it is free. */
    struct header *next;
} header;

/* Where the program's own data ends; defined by the linker. */
extern unsigned char __heap_base;

int errno;

static header *waiting[CLASSES];
static uintptr_t top;

/* 256 bytes to 1016 MB. */
static size_t size_of(size_t size_class)
{
    if (size_class < SMALL_CLASSES)
        return LINE * (STEPS + size_class % STEPS) << size_class / STEPS;
    size_t large = size_class - SMALL_CLASSES;
    return LINE * STEPS / LARGE_STEPS * (LARGE_STEPS + large % LARGE_STEPS) << (16 + large / LARGE_STEPS);
}

static bool grow(uintptr_t end)
{
    uintptr_t have = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    if (end <= have)
        return true;
    return __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) != (size_t)-1;
}

static header *carve(size_t size_class)
{
    if (!top)
        top = ((uintptr_t)&__heap_base + LINE - 1) & ~(uintptr_t)(LINE - 1);
    uintptr_t end = top + sizeof(header) + size_of(size_class);
    if (end < top || !grow(end))
        return NULL;
    header *carved = (header *)top;
    carved->size_class = size_class;
    top = end;
    return carved;
}

/* `is_zero` becomes true where the block has never been used. */
static void *take(size_t size, bool *is_zero)
{
    size_t size_class = 0;
    while (size_class < CLASSES && size_of(size_class) < size)
        size_class++;
    if (size_class == CLASSES)
        return NULL;
    header *found = waiting[size_class];
    *is_zero = !found;
    if (found)
        waiting[size_class] = found->next;
    else
        found = carve(size_class);
    return found ? found + 1 : NULL;
}

void *malloc(size_t size)
{
    bool is_zero;
    return take(size, &is_zero);
}

void free(void *old)
{
    if (!old)
        return;
    header *freed = (header *)old - 1;
    freed->next = waiting[freed->size_class];
    waiting[freed->size_class] = freed;
}

/* What was never used is left alone, so that a large table takes up only what is written to it. */
void *calloc(size_t count, size_t size)
{
    bool is_zero;
    if (size && count > SIZE_MAX / size)
        return NULL;
    void *block = take(count * size, &is_zero);
    return block && !is_zero ? memset(block, 0, count * size) : block;
}

void *realloc(void *old, size_t size)
{
    if (!old)
        return malloc(size);
    size_t had = size_of(((header *)old - 1)->size_class);
    if (size <= had)
        return old;
    void *block = malloc(size);
    if (!block)
        return NULL;
    memcpy(block, old, had);
    free(old);
    return block;
}

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

void *memchr(const void *bytes, int byte, size_t size)
{
    const unsigned char *all = bytes;
    for (size_t i = 0; i < size; i++)
        if (all[i] == (unsigned char)byte)
            return (void *)(uintptr_t)&all[i];
    return NULL;
}

int abs(int number)
{
    return number < 0 ? -number : number;
}

size_t strlen(const char *string)
{
    size_t length = 0;
    while (string[length])
        length++;
    return length;
}

char *strchr(const char *string, int byte)
{
    return memchr(string, byte, strlen(string) + 1);
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

#define IMPORT(name) __attribute__((import_module("browser"), import_name(#name)))

/* In milliseconds, from any moment on. */
extern IMPORT(now) double browser_now(void);
extern IMPORT(power) double browser_power(double base, double exponent);

int clock_gettime(int clock, struct timespec *now)
{
    double milliseconds = browser_now();
    (void)clock;
    now->tv_sec = (long long)(milliseconds / 1000);
    now->tv_nsec = (long)((milliseconds - (double)now->tv_sec * 1000) * 1e6);
    return 0;
}

/* Computed with 53 bits, so that the 24 that remain are the same as everywhere. */
float powf(float base, float exponent)
{
    return (float)browser_power((double)base, (double)exponent);
}

/* As the standard has it: NAN only where both are. */
double fmax(double a, double b)
{
    return isnan(a) || b > a ? b : a;
}
