/* Sorting keys: by their bytes, least first. */
#include "solver/sort.h"

#include <string.h>

enum { DIGIT = 9, DIGITS = 1 << DIGIT };

uint64_t *keys_sort(uint64_t *keys, uint64_t *spare, size_t count, unsigned bits)
{
    for (unsigned shift = 0; shift < bits; shift += DIGIT) {
        size_t start[DIGITS] = {0}, sum = 0;
        for (size_t i = 0; i < count; i++)
            start[keys[i] >> shift & (DIGITS - 1)]++;
        for (unsigned digit = 0; digit < DIGITS; digit++) {
            size_t many = start[digit];
            start[digit] = sum;
            sum += many;
        }
        for (size_t i = 0; i < count; i++)
            spare[start[keys[i] >> shift & (DIGITS - 1)]++] = keys[i];
        uint64_t *sorted = spare;
        spare = keys;
        keys = sorted;
    }
    return keys;
}
