/* The memory of a solve, its progress, and its sweeps. */
#include "solver/solver_room.h"
#include "base/memory.h"

bool solve_reserve_keys(solve_job *job, size_t count)
{
    if (count <= job->key_capacity)
        return true;
    memory_free(job->keys);
    memory_free(job->spare_keys);
    job->key_capacity = count + count / 4;
    job->keys = memory_new(job->key_capacity * sizeof *job->keys);
    job->spare_keys = memory_new(job->key_capacity * sizeof *job->spare_keys);
    if (job->keys && job->spare_keys)
        return true;
    job->key_capacity = 0;
    return false;
}

eleven_error solve_note_memory(solve_job *job)
{
    uint64_t bytes = 2 * job->key_capacity * sizeof *job->keys + job->afterstates.capacity * sizeof(uint64_t);
    bytes += (job->mail.out_capacity + job->mail.in_capacity) * sizeof(uint64_t) + job->elsewhere;
    uint64_t allowed = job->options->memory;
    if (eleven_stop_is_requested(job->options->stop))
        return ELEVEN_STOPPED;
    for (uint64_t i = 0; i <= job->space.rise; i++)
        bytes += job->window[i].capacity * sizeof(uint64_t);
    if (bytes + job->archive.held > job->memory)
        job->memory = bytes + job->archive.held;
    if (allowed && bytes > allowed)
        return problem_set(job->problem, ELEVEN_NO_MEMORY,
                           "the layers that must be in memory at the same time take %.1f MB, more than allowed",
                           (double)(bytes / 100000 + 1) / 10);
    return allowed ? archive_limit(&job->archive, allowed - bytes) : ELEVEN_OK;
}

void solve_report(const solve_job *job, bool is_solving, uint64_t positions, double share)
{
    const eleven_solve *options = job->options;
    eleven_progress progress = {.share = share, .phase = is_solving, .done = positions, .memory = job->memory};
    if (options->progress)
        options->progress(options->context, &progress);
}

void solve_sweep(solve_job *job, size_t count, void *context, bool (*work)(void *, unsigned, size_t, size_t))
{
    sweep all = {.team = job->team,
                 .count = count,
                 .block = SOLVE_BLOCK,
                 .context = context,
                 .work = work,
                 .stop = job->options->stop};
    sweep_run(&all);
}
