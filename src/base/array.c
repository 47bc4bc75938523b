/* Arrays that grow: the capacity at least doubles, so that adding n elements copies O(n). */
#include "base/array.h"
#include "base/memory.h"

#include <stdint.h>

void *array_reserve(void *array, size_t *capacity, size_t count, size_t element)
{
    if (count <= *capacity && array)
        return array;
    if (count > SIZE_MAX / 4 / element)
        return NULL;
    size_t wanted = count > 2 * *capacity ? count : 2 * *capacity;
    wanted = wanted < 16 ? 16 : wanted;
    void *larger = memory_resize(array, wanted * element);
    if (larger)
        *capacity = wanted;
    return larger;
}
