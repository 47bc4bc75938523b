/* Sets of keys that several threads fill at the same time. Each key has `extra` words for the user of the set, for
 * example the values of a position. Open addressing, with one compare-and-swap per new key:
 *
 *     cell   [ key | extra words ][ 0 | ... ][ key | extra words ] ...     key 0: the slot is free
 *                  slot 0            slot 1          slot 2
 *
 *     a key's first slot is given by the upper bits of key * golden ratio; if that slot is taken, the next one is tried
 *
 * A set does not grow while threads add keys. A thread that finds too little space stops, and when all have stopped,
 * one of them calls keyset_reserve. To know how full the set is, threads report now and then how many keys they have
 * added. */
#ifndef SOLVER_KEYSET_H
#define SOLVER_KEYSET_H

#include "base/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* {0} is an empty set without memory. `slots` is a power of two; `stride` = 1 + extra words per slot; `capacity` is in
 * words; the upper 64 - shift bits of a hash give the first slot; `count` is what threads have reported. */
typedef struct keyset {
    uint64_t *cell;
    size_t slots, stride, capacity;
    unsigned shift;
    size_t count;
} keyset;

/* Makes space for `count` more keys. Keys stay, their extra words do not. False when out of memory. */
bool keyset_reserve(keyset *set, size_t count);

/* Empties the set and makes space for `count` keys. False when out of memory. */
bool keyset_clear(keyset *set, size_t count, size_t extra);

void keyset_free(keyset *set);

/* Whether `count` more keys can be added. */
static inline bool keyset_has_space(const keyset *set, size_t count)
{
    return __atomic_load_n(&set->count, __ATOMIC_RELAXED) + count <= set->slots / 4 * 3;
}

/* Reports keys that were added. */
static inline void keyset_report(keyset *set, size_t added)
{
    __atomic_fetch_add(&set->count, added, __ATOMIC_RELAXED);
}

static inline size_t keyset_first_slot(const keyset *set, uint64_t key)
{
    return (size_t)((key * HASH_GOLDEN) >> set->shift);
}

/* Asks the processor to load the slot of a key that will be needed soon. */
static inline void keyset_prefetch(const keyset *set, uint64_t key)
{
    __builtin_prefetch(&set->cell[keyset_first_slot(set, key) * set->stride]);
}

/* Adds a key; true if it is new. `slot` receives its slot. There must be a free slot. */
static inline bool keyset_add(keyset *set, uint64_t key, size_t *slot)
{
    for (size_t i = keyset_first_slot(set, key);; i = (i + 1) & (set->slots - 1)) {
        uint64_t *cell = &set->cell[i * set->stride];
        uint64_t found = __atomic_load_n(cell, __ATOMIC_RELAXED);
        *slot = i;
        if (found == key)
            return false;
        if (found)
            continue;
        if (__atomic_compare_exchange_n(cell, &found, key, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return true;
        if (found == key)
            return false;
    }
}

/* The extra words of a key that is in the set. */
static inline const uint64_t *keyset_find(const keyset *set, uint64_t key)
{
    size_t i = keyset_first_slot(set, key);
    while (set->cell[i * set->stride] != key)
        i = (i + 1) & (set->slots - 1);
    return &set->cell[i * set->stride + 1];
}

#endif
