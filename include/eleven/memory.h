/* Where the library takes its memory from.
 *
 * Example:
 *
 *     static int blocks;
 *     static void *take(void *unused, size_t n) { (void)unused; blocks++; return malloc(n); }
 *     static void *grow(void *unused, void *old, size_t n) { (void)unused; blocks += !old; return realloc(old, n); }
 *     static void give(void *unused, void *old) { (void)unused; blocks--; free(old); }
 *
 *     eleven_allocator counting = {.size = sizeof counting, .allocate = take, .resize = grow, .release = give};
 *     eleven_allocator_set(&counting);
 *     eleven_trainer *trainer;
 *     if (eleven_trainer_open("eleven recipe 1\nname a\ntuple 0 1\n", 32, 1, 1, &trainer, NULL)) return 1;
 *     printf("%s, ", blocks > 0 ? "some" : "none");
 *     eleven_trainer_close(trainer), printf("%d\n", blocks);
 *     // some, 0 */
#ifndef ELEVEN_MEMORY_H
#define ELEVEN_MEMORY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The functions that allocate and free. None may be NULL, and several threads may call them at once. `size` is never 0,
 * and memory is aligned as that of malloc. */
typedef struct eleven_allocator {
    /* sizeof the struct. */
    size_t size;

    /* Passed to all three. */
    void *context;

    /* NULL when out of memory: a function of the library that cannot do without then returns NULL or
     * ELEVEN_NO_MEMORY. */
    void *(*allocate)(void *context, size_t size);

    /* As realloc: `memory` may be NULL, and stays valid where the result is NULL. */
    void *(*resize)(void *context, void *memory, size_t size);

    /* `memory` is not NULL. */
    void (*release)(void *context, void *memory);
} eleven_allocator;

/* Sets the allocator of all objects of this process, copied; NULL: malloc, realloc and free, as at first. Call it from
 * one thread, before any other function of the library or while no object exists. The network that ships stays from its
 * first use until the program ends. Not covered are mapped files, the stacks of threads, and what the C library
 * allocates for itself, for example for an open file. Weights that are 0 take up memory then, too. */
void eleven_allocator_set(const eleven_allocator *allocator);

#ifdef __cplusplus
}
#endif

#endif
