/* The transposition table: what a search has found out about afterstates, to be found again.
 *
 *     bucket = 64 bytes, one cache line: eight entries of 64 bits
 *
 *     bits 63..40   39..35   34..29   28..27   26..0
 *          check    level    rarity   age      the upper 27 bits of the value, a float
 *
 * Bucket and check are different bits of the board's hash; a wrong board passes for the right one about
 * once in two million look-ups, and every board but the right one is as likely to be hit as any other. An
 * entry answers a question only where it took at least as much effort: as many levels, and no rarer a line.
 */
#ifndef ELEVEN_TABLE_H
#define ELEVEN_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TABLE_SLOTS = 8, TABLE_LEVELS = 32, TABLE_RARITIES = 64 };

typedef struct table_bucket {
    uint64_t slot[TABLE_SLOTS]; /* 0: empty */
} table_bucket;

typedef struct search_table {
    table_bucket *buckets; /* owned; NULL: the table is never asked */
    size_t size;           /* a power of two */
    size_t used;           /* a power of two: the first so many are in use */
    unsigned age;          /* 0..3, of this search */
} search_table;

/* What is asked or told. */
typedef struct table_question {
    uint64_t hash;
    unsigned level;  /* 1..TABLE_LEVELS - 1; more is a deeper search */
    unsigned rarity; /* 0..TABLE_RARITIES - 1; less is a more probable line, which is searched more widely */
} table_question;

/* The rarity of a line of this probability, 0..1: its binary logarithm in quarters. */
unsigned table_rarity(float chance);

/* Makes a table of at most so many megabytes; false when memory is short. */
bool table_open(search_table *table, unsigned megabytes);
void table_close(search_table *table);

/* Forgets everything and goes on with `buckets` buckets, or the power of two above, or all. */
void table_clear(search_table *table, size_t buckets);

/* Lets everything grow older by one search, so that it is replaced first, and uses all buckets. */
void table_age(search_table *table);

bool table_find(const search_table *table, table_question question, float *value);

/* In place of what was known about the board, or of the oldest and least deep entry. Rounds the value to 27
 * bits. */
void table_store(search_table *table, table_question question, float value);

#endif
