/* The transposition table: what a search has found out about afterstates, to be found again.
 *
 *     bucket = 64 bytes, one cache line: eight entries of 64 bits
 *
 *     bits 63..40   39..35   34..29   28..27   26..0
 *          check    level    rarity   age      the upper 27 bits of the value, a float
 *
 * Bucket and check are different bits of the board's hash. A wrong board passes for the right one about once in two
 * million look-ups. An entry answers a question only where it took at least as much effort: as many levels, and no
 * rarer a line.
 *
 * Which entry is replaced depends on what the bucket holds, never on where in memory it is, so that a cleared table
 * always behaves the same. */
#include "player/player_room.h"
#include "base/memory.h"

#include <string.h>

enum { CHECK_AT = 40, LEVEL_AT = 35, RARITY_AT = 29, AGE_AT = 27, VALUE_BITS = 27, AGES = 4 };

/* Several threads may use a table at once. An entry is read and written whole. */
static inline uint64_t slot_load(const uint64_t *slot)
{
    return __atomic_load_n(slot, __ATOMIC_RELAXED);
}

static unsigned entry_level(uint64_t entry)
{
    return entry >> LEVEL_AT & (TABLE_LEVELS - 1);
}

static float entry_value(uint64_t entry)
{
    uint32_t bits = (uint32_t)entry << (32 - VALUE_BITS);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Rounds by adding half of the last bit kept; a carry runs into the exponent as it should. */
static uint32_t value_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits + (1u << (31 - VALUE_BITS))) >> (32 - VALUE_BITS);
}

/* The upper bits of a float are its exponent, and then two bits of the fraction: the logarithm in quarters. */
unsigned player_table_rarity(float chance)
{
    uint32_t bits;
    memcpy(&bits, &chance, sizeof bits);
    uint32_t quarters = (127u << 2) - (bits >> 21 < 127u << 2 ? bits >> 21 : 127u << 2);
    return quarters < TABLE_RARITIES ? quarters : TABLE_RARITIES - 1;
}

bool player_table_open(search_table *table, unsigned megabytes)
{
    *table = (search_table){0};
    if (megabytes == 0)
        return true;
    size_t most = ((size_t)megabytes << 20) / sizeof *table->buckets;
    table->size = 1;
    while (table->size * 2 <= most)
        table->size *= 2;
    table->used = table->size;
    table->buckets = memory_pages_new(table->size * sizeof *table->buckets);
    return table->buckets != NULL;
}

void player_table_close(search_table *table)
{
    memory_pages_free(table->buckets, table->size * sizeof *table->buckets);
    *table = (search_table){0};
}

void player_table_clear(search_table *table, size_t buckets)
{
    if (!table->buckets)
        return;
    table->used = 1;
    while (table->used < buckets && table->used < table->size)
        table->used *= 2;
    memset(table->buckets, 0, table->used * sizeof *table->buckets);
    table->age = 0;
}

/* The buckets beyond those in use may be of any age; they are cleared. */
void player_table_age(search_table *table)
{
    if (!table->buckets)
        return;
    if (table->used < table->size)
        player_table_clear(table, table->size);
    table->age = (table->age + 1) % AGES;
}

static table_bucket *hash_bucket(const search_table *table, uint64_t hash)
{
    return &table->buckets[hash & (table->used - 1)];
}

bool player_table_find(const search_table *table, table_question question, float *value)
{
    const table_bucket *bucket = hash_bucket(table, question.hash);
    for (unsigned i = 0; i < TABLE_SLOTS; i++) {
        uint64_t entry = slot_load(&bucket->slot[i]);
        unsigned rarity = entry >> RARITY_AT & (TABLE_RARITIES - 1);
        if (entry >> CHECK_AT != question.hash >> CHECK_AT || entry_level(entry) < question.level ||
            rarity > question.rarity)
            continue;
        *value = entry_value(entry);
        return true;
    }
    return false;
}

/* A young entry has priority over any level of an old one; an empty slot has none. */
static unsigned entry_priority(const search_table *table, uint64_t entry)
{
    unsigned age = entry >> AGE_AT & (AGES - 1), years = (table->age - age) % AGES;
    return entry ? (AGES - years) * TABLE_LEVELS + entry_level(entry) : 0;
}

/* The entry of the same board, or the one with the least priority. */
static uint64_t *slot_to_replace(const search_table *table, table_bucket *bucket, uint64_t hash)
{
    uint64_t *least = &bucket->slot[0];
    unsigned lowest = UINT32_MAX;
    for (unsigned i = 0; i < TABLE_SLOTS; i++) {
        uint64_t *slot = &bucket->slot[i], entry = slot_load(slot);
        if (entry && entry >> CHECK_AT == hash >> CHECK_AT)
            return slot;
        unsigned priority = entry_priority(table, entry);
        if (priority < lowest) {
            lowest = priority;
            least = slot;
        }
    }
    return least;
}

void player_table_store(search_table *table, table_question question, float value)
{
    uint64_t *slot = slot_to_replace(table, hash_bucket(table, question.hash), question.hash);
    uint64_t entry = question.hash >> CHECK_AT << CHECK_AT | (uint64_t)question.level << LEVEL_AT |
                     (uint64_t)question.rarity << RARITY_AT | (uint64_t)table->age << AGE_AT | value_bits(value);
    __atomic_store_n(slot, entry, __ATOMIC_RELAXED);
}
