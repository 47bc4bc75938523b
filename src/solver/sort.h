#ifndef SOLVER_SORT_H
#define SOLVER_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Sorts keys below 2^bits in ascending order, with as much spare room; returns where they lie then: in `keys` or in
 * `spare`. */
uint64_t *keys_sort(uint64_t *keys, uint64_t *spare, size_t count, unsigned bits);

#endif
