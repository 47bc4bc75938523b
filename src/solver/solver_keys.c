/* The positions of a layer on their way into the archive and out of it. */
#include "base/memory.h"
#include "solver/solver_room.h"

#include <string.h>

/* ---- Writing ---------------------------------------------------------------------------------------------- */
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
    uint8_t *bytes = memory_new(sizeof *layer + job->key_count * LONGEST + 1), *at = bytes;
    if (!bytes)
        return problem_no_memory(job->problem);
    memcpy(at, layer, sizeof *layer);
    at += sizeof *layer;
    for (size_t i = 0; i < job->key_count; i++)
        at = put_difference(at, job->keys[i] - (i ? job->keys[i - 1] : 0));
    size_t length = (size_t)(at - bytes);
    uint8_t *fitting = memory_resize(bytes, length + 1);
    return archive_put(&job->archive, ARCHIVE_KEYS, index, fitting ? fitting : bytes, length);
}

/* ---- Reading ---------------------------------------------------------------------------------------------- */
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

/* Whether a stored part has this many positions at most: each takes a byte or more. */
static bool read_head(const void *bytes, size_t length, solve_layer *layer)
{
    if (length >= sizeof *layer)
        memcpy(layer, bytes, sizeof *layer);
    return length >= sizeof *layer && layer->own_positions <= length - sizeof *layer;
}

static eleven_error refuse_damage(const solve_job *job)
{
    return problem_set(job->problem, ELEVEN_NO_STORAGE, "a layer of positions is damaged");
}

uint64_t *solve_decode_keys(solve_job *job, const void *bytes, size_t length, solve_layer *layer, eleven_error *error)
{
    const uint8_t *at = bytes;
    *error = ELEVEN_OK;
    if (!read_head(bytes, length, layer)) {
        *error = refuse_damage(job);
        return NULL;
    }
    uint64_t *keys = memory_new((size_t)layer->own_positions * sizeof *keys + 1);
    if (!keys)
        *error = problem_no_memory(job->problem);
    else if (!decode_keys(at + sizeof *layer, at + length, keys, (size_t)layer->own_positions))
        *error = refuse_damage(job);
    if (!*error)
        return keys;
    memory_free(keys);
    return NULL;
}

void solve_take_head(solve_job *job, size_t index, const solve_layer *layer)
{
    job->key_count = (size_t)layer->own_positions;
    job->layers[index].own_positions = layer->own_positions;
    job->layers[index].own_slots = layer->own_slots;
}

eleven_error solve_load_own_keys(solve_job *job, size_t layer)
{
    void *bytes;
    size_t length;
    solve_layer head;
    if (!archive_get(&job->archive, ARCHIVE_KEYS, layer, &bytes, &length))
        return archive_refuse(&job->archive, "a layer of positions cannot be read again");
    const uint8_t *at = bytes;
    eleven_error error = ELEVEN_OK;
    if (!read_head(bytes, length, &head))
        error = refuse_damage(job);
    else if (!solve_reserve_keys(job, (size_t)head.own_positions))
        error = problem_no_memory(job->problem);
    else if (!decode_keys(at + sizeof head, at + length, job->keys, (size_t)head.own_positions))
        error = refuse_damage(job);
    if (!error)
        solve_take_head(job, layer, &head);
    archive_release(&job->archive, ARCHIVE_KEYS, layer, bytes);
    return error;
}
