/* The memory of a solve, and its layers of positions on their way into the archive and out of it. */
#include "solver/solver_room.h"

#include <stdlib.h>
#include <string.h>

bool solve_reserve_keys(solve_job *job, size_t count)
{
    if (count <= job->key_capacity)
        return true;
    free(job->keys);
    free(job->spare_keys);
    job->key_capacity = count + count / 4;
    job->keys = malloc(job->key_capacity * sizeof *job->keys);
    job->spare_keys = malloc(job->key_capacity * sizeof *job->spare_keys);
    if (job->keys && job->spare_keys)
        return true;
    job->key_capacity = 0;
    return false;
}

eleven_error solve_note_memory(solve_job *job)
{
    uint64_t bytes = 2 * job->key_capacity * sizeof *job->keys + job->afterstates.capacity * sizeof(uint64_t);
    uint64_t allowed = job->options->memory;
    for (uint64_t i = 0; i <= job->space.rise; i++)
        bytes += job->window[i].capacity * sizeof(uint64_t);
    if (bytes + job->archive.held > job->memory)
        job->memory = bytes + job->archive.held;
    if (allowed && bytes > allowed)
        return problem_set(job->problem, ELEVEN_NO_MEMORY,
                           "the layers that must be in memory at the same time take %.0f MB, more than allowed",
                           (double)bytes / 1e6);
    return allowed ? archive_limit(&job->archive, allowed - bytes) : ELEVEN_OK;
}

eleven_error solve_report(const solve_job *job, bool is_solving, uint64_t positions, double share)
{
    const eleven_solve *options = job->options;
    eleven_progress progress = {.share = share, .phase = is_solving, .done = positions, .memory = job->memory};
    if (options->progress)
        options->progress(options->context, &progress);
    return eleven_stop_is_requested(options->stop) ? ELEVEN_STOPPED : ELEVEN_OK;
}

/* Ascending keys are stored as differences, seven bits per byte, the lowest first; the upper bit means that more
 * follow:
 *
 *     difference 300 = 2 * 128 + 44       [1 0101100][0 0000010] */
static uint8_t *put_difference(uint8_t *at, uint64_t difference)
{
    for (; difference >= 128; difference >>= 7)
        *at++ = (uint8_t)(difference | 128);
    *at++ = (uint8_t)difference;
    return at;
}

/* NULL if the bytes end too early or the difference is too long. */
static const uint8_t *get_difference(const uint8_t *at, const uint8_t *end, uint64_t *difference)
{
    *difference = 0;
    for (unsigned shift = 0; at < end && shift <= 56; shift += 7) {
        *difference |= (uint64_t)(*at & 127) << shift;
        if (*at++ < 128)
            return at;
    }
    return NULL;
}

eleven_error solve_store_keys(solve_job *job, const solve_layer *layer, size_t index)
{
    enum { LONGEST = 9 };
    uint8_t *bytes = malloc(sizeof *layer + job->key_count * LONGEST + 1), *at = bytes;
    if (!bytes)
        return problem_no_memory(job->problem);
    memcpy(at, layer, sizeof *layer);
    at += sizeof *layer;
    for (size_t i = 0; i < job->key_count; i++)
        at = put_difference(at, job->keys[i] - (i ? job->keys[i - 1] : 0));
    size_t length = (size_t)(at - bytes);
    uint8_t *fitting = realloc(bytes, length + 1);
    return archive_put(&job->archive, ARCHIVE_KEYS, index, fitting ? fitting : bytes, length);
}

/* False if the bytes are not exactly `count` ascending keys. */
static bool decode_keys(const uint8_t *at, const uint8_t *end, uint64_t *keys, size_t count)
{
    uint64_t last = 0, difference;
    for (size_t i = 0; i < count; i++) {
        at = get_difference(at, end, &difference);
        if (!at || difference == 0)
            return false;
        keys[i] = last += difference;
    }
    return at == end;
}

eleven_error solve_load_keys(solve_job *job, size_t layer)
{
    void *bytes;
    size_t length, head = sizeof(solve_layer), count = (size_t)job->layers[layer].counts.positions;
    if (!solve_reserve_keys(job, count))
        return problem_no_memory(job->problem);
    if (!archive_get(&job->archive, ARCHIVE_KEYS, layer, &bytes, &length))
        return problem_set(job->problem, ELEVEN_NO_STORAGE, "a layer of positions cannot be read again");
    const uint8_t *at = bytes;
    bool is_whole = length >= head && decode_keys(at + head, at + length, job->keys, count);
    job->key_count = count;
    archive_release(&job->archive, ARCHIVE_KEYS, layer, bytes);
    return is_whole ? ELEVEN_OK : problem_set(job->problem, ELEVEN_NO_STORAGE, "a layer of positions is damaged");
}

void solve_sweep(solve_job *job, size_t count, void *context, bool (*work)(void *, unsigned, size_t, size_t))
{
    sweep all = {.team = job->team, .count = count, .block = SOLVE_BLOCK, .context = context, .work = work};
    sweep_run(&all);
}
