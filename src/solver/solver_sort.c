/* Radix sort of the keys of a layer: by the lowest digit first, each pass from one array into the other. */
#include "solver/solver_room.h"

enum { SORT_BITS = 9, SORT_DIGITS = 1 << SORT_BITS };

void solve_sort_keys(solve_job *job)
{
    unsigned bits = eleven_stop_is_requested(job->options->stop) ? 0 : job->space.cells * job->space.bits;
    for (unsigned shift = 0; shift < bits; shift += SORT_BITS) {
        size_t start[SORT_DIGITS] = {0}, sum = 0;
        for (size_t i = 0; i < job->key_count; i++)
            start[job->keys[i] >> shift & (SORT_DIGITS - 1)]++;
        for (unsigned digit = 0; digit < SORT_DIGITS; digit++) {
            size_t many = start[digit];
            start[digit] = sum;
            sum += many;
        }
        for (size_t i = 0; i < job->key_count; i++)
            job->spare_keys[start[job->keys[i] >> shift & (SORT_DIGITS - 1)]++] = job->keys[i];
        uint64_t *sorted = job->spare_keys;
        job->spare_keys = job->keys;
        job->keys = sorted;
    }
}
