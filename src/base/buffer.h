/* Growing buffers: bytes that are added one after another. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that are added one after another; {0} is empty. `at` is owned, and NULL before the first addition; after the
 * last byte comes a NUL, which `length` does not count. `size` bytes are allocated. After a failed allocation
 * nothing more is added and `failed` stays set, so that it can be checked once at the end. */
typedef struct buffer {
    char *at;
    size_t length, size;
    bool failed;
} buffer;

/* Allocates for `more` bytes and a NUL; false when out of memory. */
bool buffer_reserve(buffer *out, size_t more);

void buffer_add(buffer *out, const void *bytes, size_t length);
void buffer_byte(buffer *out, unsigned byte);
void buffer_text(buffer *out, const char *text);
void buffer_number(buffer *out, uint64_t number);
__attribute__((format(printf, 2, 3))) void buffer_format(buffer *out, const char *format, ...);

/* Frees the bytes and empties the buffer. */
void buffer_free(buffer *out);

#endif
