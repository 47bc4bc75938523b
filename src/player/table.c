/* Buckets of eight entries. Which entry has to go follows from what the bucket holds, never from where in
 * memory it lies, so that a cleared table always behaves the same. */
#include "player/table.h"

#include <stdlib.h>
#include <string.h>

enum { CHECK_AT = 40, LEVEL_AT = 35, RARITY_AT = 29, AGE_AT = 27, VALUE_BITS = 27, AGES = 4 };

/* ---- Entries ------------------------------------------------------------------------------------------- */

static uint64_t entry_check(uint64_t hash)
{
    return hash >> CHECK_AT;
}

static unsigned entry_level(uint64_t entry)
{
    return entry >> LEVEL_AT & (TABLE_LEVELS - 1);
}

static unsigned entry_rarity(uint64_t entry)
{
    return entry >> RARITY_AT & (TABLE_RARITIES - 1);
}

static unsigned entry_age(uint64_t entry)
{
    return entry >> AGE_AT & (AGES - 1);
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

unsigned table_rarity(float chance)
{
    uint32_t bits;
    memcpy(&bits, &chance, sizeof bits);
    uint32_t quarters = (127u << 2) - (bits >> 21 < 127u << 2 ? bits >> 21 : 127u << 2);
    return quarters < TABLE_RARITIES ? quarters : TABLE_RARITIES - 1;
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

bool table_open(search_table *table, unsigned megabytes)
{
    *table = (search_table){0};
    if (megabytes == 0)
        return true;
    size_t most = ((size_t)megabytes << 20) / sizeof *table->buckets;
    table->size = 1;
    while (table->size * 2 <= most)
        table->size *= 2;
    table->used = table->size;
    table->buckets = aligned_alloc(sizeof *table->buckets, table->size * sizeof *table->buckets);
    if (table->buckets)
        memset(table->buckets, 0, table->size * sizeof *table->buckets);
    return table->buckets != NULL;
}

void table_close(search_table *table)
{
    free(table->buckets);
    *table = (search_table){0};
}

void table_clear(search_table *table, size_t buckets)
{
    if (!table->buckets)
        return;
    table->used = 1;
    while (table->used < buckets && table->used < table->size)
        table->used *= 2;
    memset(table->buckets, 0, table->used * sizeof *table->buckets);
    table->age = 0;
}

/* What lies beyond the buckets in use may be of any time before; it is cleared rather than mixed in. */
void table_age(search_table *table)
{
    if (!table->buckets)
        return;
    if (table->used < table->size)
        table_clear(table, table->size);
    table->age = (table->age + 1) % AGES;
}

/* ---- Looking up ---------------------------------------------------------------------------------------- */

static table_bucket *bucket_of(const search_table *table, uint64_t hash)
{
    return &table->buckets[hash & (table->used - 1)];
}

bool table_find(const search_table *table, table_question question, float *value)
{
    const table_bucket *bucket = bucket_of(table, question.hash);
    for (unsigned i = 0; i < TABLE_SLOTS; i++) {
        uint64_t entry = bucket->slot[i];
        if (entry_check(entry) != entry_check(question.hash) || entry_level(entry) < question.level ||
            entry_rarity(entry) > question.rarity)
            continue;
        *value = entry_value(entry);
        return true;
    }
    return false;
}

/* How much an entry is worth keeping: a young one more than any level of an old one. An empty slot least. */
static unsigned entry_worth(const search_table *table, uint64_t entry)
{
    unsigned years = (table->age - entry_age(entry)) % AGES;
    return entry ? (AGES - years) * TABLE_LEVELS + entry_level(entry) : 0;
}

static uint64_t *victim_in(const search_table *table, table_bucket *bucket, uint64_t hash)
{
    uint64_t *victim = &bucket->slot[0];
    unsigned least = UINT32_MAX;
    for (unsigned i = 0; i < TABLE_SLOTS; i++) {
        uint64_t *slot = &bucket->slot[i];
        if (*slot && entry_check(*slot) == entry_check(hash))
            return slot;
        unsigned worth = entry_worth(table, *slot);
        if (worth < least) {
            least = worth;
            victim = slot;
        }
    }
    return victim;
}

void table_store(search_table *table, table_question question, float value)
{
    uint64_t *slot = victim_in(table, bucket_of(table, question.hash), question.hash);
    *slot = entry_check(question.hash) << CHECK_AT | (uint64_t)question.level << LEVEL_AT |
            (uint64_t)question.rarity << RARITY_AT | (uint64_t)table->age << AGE_AT | value_bits(value);
}
