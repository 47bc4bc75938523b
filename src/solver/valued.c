/* Values in the store, so that an interrupted solve can go on. */
#include "solver/valuing.h"

#include <stdlib.h>
#include <string.h>

eleven_error store_values(solving *job, size_t layer, const stored_values *facts)
{
    size_t each = job->plan.count * sizeof(double), length = sizeof *facts + job->key_count * each;
    char *bytes = malloc(length);
    if (!bytes)
        return solve_fail(job, ELEVEN_NO_MEMORY, "there is not enough memory");
    memcpy(bytes, facts, sizeof *facts);
    for (size_t i = 0; i < job->key_count; i++)
        memcpy(bytes + sizeof *facts + i * each, values_of(job, job->keys[i], job->layers[layer].sum), each);
    eleven_error error = shelf_put(&job->shelf, SHELF_VALUES, layer, bytes, length);
    if (error)
        return solve_fail(job, error, "the values of a layer cannot be stored");
    for (size_t old = layer + 1; old < job->layer_count; old++)
        if (job->layers[old].sum > job->layers[layer].sum + job->space.rise)
            shelf_drop(&job->shelf, SHELF_VALUES, old);
    return ELEVEN_OK;
}

/* Takes a layer's values from the store; ELEVEN_END where it has none. */
static eleven_error load_values(solving *job, size_t layer, stored_values *facts)
{
    const void *bytes;
    size_t length, each = job->plan.count * sizeof(double);
    keyset *set = window_at(job, job->layers[layer].sum);
    if (shelf_get(&job->shelf, SHELF_VALUES, layer, &bytes, &length))
        return ELEVEN_END;
    eleven_error error = layer_load(job, layer);
    if (!error && length != sizeof *facts + job->key_count * each)
        error = solve_fail(job, ELEVEN_NO_STORAGE, "the values of a layer are damaged");
    if (!error && !keyset_clear(set, job->key_count, job->plan.count))
        error = solve_fail(job, ELEVEN_NO_MEMORY, "there is not enough memory");
    for (size_t i = 0; !error && i < job->key_count; i++) {
        size_t at;
        keyset_add(set, job->keys[i], &at);
        memcpy(&set->cell[at * set->stride + 1], (const char *)bytes + sizeof *facts + i * each, each);
    }
    if (!error)
        memcpy(facts, bytes, sizeof *facts);
    shelf_return(&job->shelf, SHELF_VALUES, layer, bytes);
    return error;
}

eleven_error go_on(solving *job, stored_values *facts, size_t *next)
{
    stored_values other;
    size_t layer = 0;
    eleven_error error = ELEVEN_END;
    *next = job->layer_count;
    while (job->goes_on && layer < job->layer_count && (error = load_values(job, layer, facts)) == ELEVEN_END)
        layer++;
    if (error)
        return error == ELEVEN_END ? ELEVEN_OK : error;
    *next = layer;
    uint64_t top = job->layers[layer].sum + job->space.rise;
    for (size_t above = layer + 1; above < job->layer_count && job->layers[above].sum <= top && !error; above++)
        error = load_values(job, above, &other);
    return error == ELEVEN_END ? solve_fail(job, ELEVEN_NO_STORAGE, "the values of a layer are missing") : error;
}
