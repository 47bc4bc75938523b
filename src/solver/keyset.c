/* Memory of sets of keys. */
#include "solver/keyset.h"
#include "base/memory.h"

#include <string.h>

/* The number of slots of which `count` keys take at most two thirds. */
static size_t slots_for(size_t count)
{
    size_t slots = 1024;
    while (slots / 3 * 2 < count)
        slots *= 2;
    return slots;
}

bool keyset_clear(keyset *set, size_t count, size_t extra)
{
    size_t slots = slots_for(count), words = slots * (1 + extra);
    set->stride = 1 + extra;
    if (words > set->capacity) {
        memory_free(set->cell);
        set->cell = memory_zeroed(words, sizeof *set->cell);
        set->capacity = set->cell ? words : 0;
    } else {
        memset(set->cell, 0, words * sizeof *set->cell);
    }
    set->slots = set->cell ? slots : 0;
    set->shift = 64 - (unsigned)__builtin_ctzll(slots);
    set->count = 0;
    return set->cell != NULL;
}

bool keyset_reserve(keyset *set, size_t count)
{
    keyset old = *set;
    size_t slot;
    if (slots_for(old.count + count) <= old.slots)
        return true;
    *set = (keyset){0};
    if (!keyset_clear(set, old.count + count, old.stride - 1)) {
        *set = old;
        return false;
    }
    set->count = old.count;
    for (size_t i = 0; i < old.slots; i++)
        if (old.cell[i * old.stride])
            keyset_add(set, old.cell[i * old.stride], &slot);
    memory_free(old.cell);
    return true;
}

void keyset_free(keyset *set)
{
    memory_free(set->cell);
    *set = (keyset){0};
}
