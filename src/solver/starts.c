/* Where games start: start tiles placed one by one, mirror images put together after each. */
#include "solver/images.h"
#include "solver/solving.h"

#include <stdlib.h>

static int by_key(const void *a, const void *b)
{
    const solve_start *first = a, *second = b;
    return (first->key > second->key) - (first->key < second->key);
}

static int by_sum(const void *a, const void *b)
{
    const solve_start *first = a, *second = b;
    int order = (first->sum > second->sum) - (first->sum < second->sum);
    return order ? order : by_key(a, b);
}

static size_t put_together(solve_start *starts, size_t count)
{
    size_t kept = 0;
    qsort(starts, count, sizeof *starts, by_key);
    for (size_t i = 0; i < count; i++) {
        if (kept && starts[kept - 1].key == starts[i].key)
            starts[kept - 1].probability += starts[i].probability;
        else
            starts[kept++] = starts[i];
    }
    return kept;
}

/* All boards that one more tile makes of these; false when memory is short. */
static bool add_tile(solving *job)
{
    const solve_space *space = &job->space;
    size_t each = (size_t)space->cells * space->spawn_ranks, count = 0;
    solve_start *next = malloc(job->start_count * each * sizeof *next);
    if (!next)
        return false;
    for (size_t i = 0; i < job->start_count; i++) {
        eleven_board board = space_unpack(space, job->starts[i].key);
        uint8_t empties[ELEVEN_CELLS_MAX];
        unsigned room = eleven_board_empties(&board, empties);
        if (room == 0)
            next[count++] = job->starts[i];
        for (unsigned k = 0; k < room * space->spawn_ranks; k++) {
            uint64_t tile = (uint64_t)space->spawn_rank[k / room] << empties[k % room] * space->bits;
            double share = (double)space->spawn_weight[k / room] / ((double)space->spawn_weights * room);
            next[count++] = (solve_start){.key = canonical(space, job->starts[i].key | tile),
                                          .probability = job->starts[i].probability * share};
        }
    }
    free(job->starts);
    job->starts = next;
    job->start_count = put_together(next, count);
    return true;
}

eleven_error starts_find(solving *job)
{
    const eleven_board *board = job->wish->start;
    job->starts = malloc(sizeof *job->starts);
    if (!job->starts)
        return solve_fail(job, ELEVEN_NO_MEMORY, "there is not enough memory");
    job->starts[0] =
        (solve_start){.key = board ? canonical(&job->space, space_pack(&job->space, board)) : 0, .probability = 1};
    job->start_count = 1;
    for (unsigned i = 0; !board && i < job->space.rules.start_tiles; i++)
        if (!add_tile(job))
            return solve_fail(job, ELEVEN_NO_MEMORY, "there is not enough memory");
    for (size_t i = 0; i < job->start_count; i++)
        job->starts[i].sum = space_sum(&job->space, job->starts[i].key);
    qsort(job->starts, job->start_count, sizeof *job->starts, by_sum);
    return ELEVEN_OK;
}
