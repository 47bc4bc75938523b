/* An allocator that finds what a test cannot see: memory that does not come back, memory that is used when it has been
 * given back, and writes beside it. */
#ifndef HEAP_H
#define HEAP_H

#include "expect.h"

#include <stdlib.h>

#include "eleven/memory.h"

/* `fail_at`: the allocation that fails, from 1; 0: none. All those up to `fail_until` fail, too. */
static struct {
    size_t live, calls, fail_at, fail_until;
} heap;

enum { HEAP_EDGE = 64 };

static inline void heap_release(void *context, void *old)
{
    (void)context;
    char *block = (char *)old - HEAP_EDGE;
    size_t size = *(size_t *)block;
    for (size_t i = 0; i < HEAP_EDGE; i++)
        assert_true(block[HEAP_EDGE + size + i] == 0x5a && (i < sizeof size || block[i] == 0x5a));
    memset(block, 0x77, HEAP_EDGE + size); /* nobody looks at it again */
    heap.live--;
    free(block);
}

/* The memory is not empty at first. */
static inline void *heap_allocate(void *context, size_t size)
{
    (void)context;
    heap.calls++;
    bool fails = heap.calls == heap.fail_at || (heap.calls > heap.fail_at && heap.calls <= heap.fail_until);
    char *block = fails ? NULL : malloc(size + 2 * HEAP_EDGE);
    if (!block)
        return NULL;
    memset(block, 0x5a, size + 2 * HEAP_EDGE);
    *(size_t *)block = size;
    heap.live++;
    return block + HEAP_EDGE;
}

static inline void *heap_resize(void *context, void *old, size_t size)
{
    char *resized = heap_allocate(context, size);
    size_t had = old ? *(size_t *)((char *)old - HEAP_EDGE) : 0;
    if (!resized || !old)
        return resized;
    memcpy(resized, old, had < size ? had : size);
    heap_release(context, old);
    return resized;
}

/* Before all tests of a program. */
static inline int heap_begin(void **state)
{
    (void)state;
    eleven_allocator_set(&(eleven_allocator){sizeof(eleven_allocator), NULL, heap_allocate, heap_resize, heap_release});
    return 0;
}

/* The last test. */
static inline void everything_was_given_back(void **state)
{
    (void)state;
    assert_int_equal(heap.live, 0);
}

#endif
