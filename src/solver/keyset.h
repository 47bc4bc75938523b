/* Sets of keys that several threads add to at once, each key with room for `extra` words of whoever uses the set:
 * open addressing, one compare-and-swap for a new key.
 *
 *     cell   [ key | extra words ][ key | extra words ] ...     key 0: the slot is free
 *
 * A set never grows by itself: whoever adds leaves in time and lets one thread call keyset_resize.
 */
#ifndef SOLVER_KEYSET_H
#define SOLVER_KEYSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct keyset {
    uint64_t *cell;
    size_t slots;   /* a power of two; 0: the set has no memory yet */
    size_t stride;  /* words a slot: 1 + extra */
    size_t room;    /* words that `cell` has */
    unsigned shift; /* a hash's upper 64 - shift bits tell where to look first */
    size_t count;   /* keys; told by those who add, once in a while */
} keyset;

/* Gives the set room for `count` more keys, those in it kept, their extra words not; false when memory is short. */
bool keyset_reserve(keyset *set, size_t count);

/* Empties the set and gives it room for `count` keys. */
bool keyset_clear(keyset *set, size_t count, size_t extra);

void keyset_free(keyset *set);

/* Whether `count` more keys may be added. */
static inline bool keyset_has_room(const keyset *set, size_t count)
{
    return __atomic_load_n(&set->count, __ATOMIC_RELAXED) + count <= set->slots / 4 * 3;
}

static inline void keyset_count(keyset *set, size_t added)
{
    __atomic_fetch_add(&set->count, added, __ATOMIC_RELAXED);
}

static inline size_t keyset_first(const keyset *set, uint64_t key)
{
    return (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> set->shift);
}

/* Tells the processor that this key will be looked for soon. */
static inline void keyset_expect(const keyset *set, uint64_t key)
{
    __builtin_prefetch(&set->cell[keyset_first(set, key) * set->stride]);
}

/* Adds a key; true where it is new. Its slot comes out in `at`. There has to be a free slot. */
static inline bool keyset_add(keyset *set, uint64_t key, size_t *at)
{
    for (size_t i = keyset_first(set, key);; i = (i + 1) & (set->slots - 1)) {
        uint64_t *cell = &set->cell[i * set->stride];
        uint64_t found = __atomic_load_n(cell, __ATOMIC_RELAXED);
        *at = i;
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
    size_t i = keyset_first(set, key);
    while (set->cell[i * set->stride] != key)
        i = (i + 1) & (set->slots - 1);
    return &set->cell[i * set->stride + 1];
}

#endif
