/* Blocks are taken from a counter; a block that was refused is what its member begins with the next time. */
#include "base/sweep.h"

static bool take(solve_sweep *sweep, size_t left[2])
{
    if (left[0] < left[1])
        return true;
    left[0] = __atomic_fetch_add(&sweep->next, sweep->block, __ATOMIC_RELAXED);
    left[1] = left[0] + sweep->block < sweep->count ? left[0] + sweep->block : sweep->count;
    return left[0] < sweep->count;
}

static void sweep_member(void *context, unsigned member)
{
    solve_sweep *sweep = context;
    size_t *left = sweep->left[member];
    while (!__atomic_load_n(&sweep->is_refused, __ATOMIC_RELAXED) && take(sweep, left)) {
        if (sweep->work(sweep->context, member, left[0], left[1]))
            left[0] = left[1];
        else
            __atomic_store_n(&sweep->is_refused, true, __ATOMIC_RELAXED);
    }
}

bool sweep_run(solve_sweep *sweep)
{
    sweep->is_refused = false;
    if (sweep->count <= sweep->block)
        sweep_member(sweep, 0);
    else
        crew_run(sweep->crew, sweep_member, sweep);
    return !sweep->is_refused;
}
