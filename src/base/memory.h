/* Memory: all of the library is allocated and freed here, so that a program can supply its own allocator. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include "eleven/memory.h"

/* As malloc, calloc, realloc, strdup and free; NULL with errno ENOMEM when out of memory. */
void *memory_new(size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_resize(void *memory, size_t size);
char *memory_text(const char *text);
void memory_free(void *memory);

/* How many allocations have failed in this process. */
unsigned memory_failures(void);

/* Whole cache lines of 64 bytes, for vectors. */
void *memory_lines_new(size_t size);
void memory_lines_free(void *lines);

/* Zeros from the beginning of a cache line on, in large pages where there are such. Pages that nobody writes to take up
 * no memory, and the system gets all of it back. */
void *memory_pages_new(size_t bytes);
void memory_pages_free(void *pages, size_t bytes);

/* Gives back what is behind the first `used` bytes, where the system allows it. Nobody may read it any more. */
void memory_pages_cut(void *pages, size_t bytes, size_t used);

#endif
