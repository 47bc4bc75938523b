/* "1 move", "2 moves". */
#ifndef BASE_PLURAL_H
#define BASE_PLURAL_H

#include <stdint.h>

/* The ending of a plural: "" for one, otherwise "s". */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

#endif
