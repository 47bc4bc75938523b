/* Structs of the caller that can grow: their first member is their size, and members that an older caller does not know
 * are 0. */
#ifndef BASE_SIZED_H
#define BASE_SIZED_H

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* Copies a struct of the caller, which may be shorter; NULL: all is 0. */
#define SIZED_COPY(full, given) sized_copy(&(full), sizeof(full), (given))

static inline void sized_copy(void *full, size_t size, const void *given)
{
    size_t known = 0;
    if (given)
        memcpy(&known, given, sizeof known);
    assert(!given || (known >= sizeof known && known <= size));
    memset(full, 0, size);
    memcpy(full, given ? given : full, known);
    memcpy(full, &size, sizeof size);
}

#endif
