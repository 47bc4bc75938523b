/* Arrays that grow by elements. */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stddef.h>

/* Enlarges an array, which is NULL or was allocated by this function, to at least `count` elements of `element`
 * bytes. `*capacity` counts elements. Returns the array, perhaps at another address; NULL when out of memory, and
 * the old array stays valid. */
void *array_reserve(void *array, size_t *capacity, size_t count, size_t element);

#endif
