/* Growing buffers: bytes that are added one after another, and arrays that grow by elements. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that grow as they are added; {0} is empty. After a failed allocation nothing more is added and `failed` stays
 * set, so that it can be checked once at the end. */
typedef struct buffer {
    char *at;      /* owned; NUL after the last byte; NULL before the first addition */
    size_t length; /* without the NUL */
    size_t size;   /* allocated */
    bool failed;   /* out of memory */
} buffer;

/* Makes room for `more` bytes and a NUL; false when out of memory. */
bool buffer_reserve(buffer *out, size_t more);

void buffer_add(buffer *out, const void *bytes, size_t length);
void buffer_byte(buffer *out, unsigned byte);
void buffer_text(buffer *out, const char *text);
void buffer_number(buffer *out, uint64_t number);
__attribute__((format(printf, 2, 3))) void buffer_format(buffer *out, const char *format, ...);
void buffer_free(buffer *out); /* and empties it */

/* Makes room for `count` elements of `element` bytes in an array that was allocated by this function or is NULL. Gives
 * the array, perhaps at another place; NULL when out of memory, and the old array is still there. `*capacity` counts
 * elements. */
void *array_reserve(void *array, size_t *capacity, size_t count, size_t element);

#endif
