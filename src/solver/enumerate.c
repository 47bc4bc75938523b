/* Every position once: layer by layer, positions are slid into afterstates and those given their new tiles. */
#include "solver/enumerating.h"
#include "solver/images.h"
#include "solver/sort.h"
#include "base/sweep.h"

#include <stdlib.h>
#include <string.h>

/* ---- Out of the set ------------------------------------------------------------------------------------- */

enum { SLOTS_AT_ONCE = 4096 };

static bool collect(void *context, unsigned member, size_t from, size_t to)
{
    layer_work *work = context;
    const keyset *set = window_at(work->job, work->sum);
    uint64_t found[SLOTS_AT_ONCE];
    size_t count = 0;
    (void)member;
    for (size_t i = from; i < to; i++) {
        found[count] = set->cell[i];
        count += set->cell[i] != 0;
    }
    size_t at = __atomic_fetch_add(&work->found, count, __ATOMIC_RELAXED);
    memcpy(work->job->keys + at, found, count * sizeof *found);
    return true;
}

static bool take_keys(layer_work *work)
{
    solving *job = work->job;
    keyset *set = window_at(job, work->sum);
    solve_sweep sweep = {job->crew, set->slots, SLOTS_AT_ONCE, work, collect, 0, false, {{0}}};
    if (!keys_reserve(job, set->count))
        return false;
    sweep_run(&sweep);
    job->key_count = work->found;
    uint64_t *sorted = keys_sort(job->keys, job->spare, job->key_count, job->space.cells * job->space.bits);
    if (sorted != job->keys) {
        job->spare = job->keys;
        job->keys = sorted;
    }
    return true;
}

/* ---- Slides --------------------------------------------------------------------------------------------- */

/* Lists the afterstates of a position; counts it. */
static unsigned slide_position(layer_work *work, layer_tally *tally, uint64_t key, uint64_t *after)
{
    const solving *job = work->job;
    const solve_space *space = &job->space;
    eleven_rank goal = space->rules.goal, largest = space_largest(space, key);
    space_moves moves;
    unsigned count = 0;
    tally->largest = largest > tally->largest ? largest : tally->largest;
    tally->counts.all += image_count(space, key);
    if (goal && largest >= goal) {
        tally->counts.won++;
        return 0;
    }
    space_slide(space, key, &moves);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        if (moves.after[d] == key)
            continue;
        after[count] = canonical(space, moves.after[d]);
        keyset_expect(&job->after, after[count++]);
    }
    tally->counts.lost += count == 0;
    return count;
}

/* A key is looked for only when all of the block are known, so that their cache misses overlap. */
static bool slide_some(void *context, unsigned member, size_t from, size_t to)
{
    layer_work *work = context;
    solving *job = work->job;
    uint64_t after[SWEEP_BLOCK * ELEVEN_DIRECTIONS];
    size_t added = 0, at;
    unsigned count = 0;
    if (!keyset_has_room(&job->after, SWEEP_BLOCK * work->slides_most * crew_size(job->crew)))
        return false;
    for (size_t i = from; i < to; i++)
        count += slide_position(work, &work->tally[member], job->keys[i], after + count);
    for (unsigned i = 0; i < count; i++)
        added += keyset_add(&job->after, after[i], &at);
    keyset_count(&job->after, added);
    return true;
}

static bool slide_all(layer_work *work)
{
    solving *job = work->job;
    solve_sweep sweep = {job->crew, job->key_count, SWEEP_BLOCK, work, slide_some, 0, false, {{0}}};
    size_t most = SWEEP_BLOCK * work->slides_most * crew_size(job->crew);
    if (!keyset_clear(&job->after, job->key_count + most * 2, 0))
        return false;
    while (!sweep_run(&sweep))
        if (!keyset_reserve(&job->after, job->after.count + most * 2))
            return false;
    return true;
}

/* ---- Layers --------------------------------------------------------------------------------------------- */

static bool add_layer(solving *job, const solve_layer *layer)
{
    if (job->layer_count == job->layer_room) {
        job->layer_room = 2 * job->layer_room + 64;
        solve_layer *layers = realloc(job->layers, job->layer_room * sizeof *layers);
        if (!layers)
            return false;
        job->layers = layers;
    }
    job->layers[job->layer_count] = *layer;
    return true;
}

static eleven_error keep_layer(layer_work *work)
{
    solving *job = work->job;
    solve_layer layer = {.sum = work->sum, .counts = {.positions = job->key_count}};
    for (unsigned i = 0; i < crew_size(job->crew); i++) {
        const layer_tally *tally = &work->tally[i];
        layer.counts.all += tally->counts.all;
        layer.counts.lost += tally->counts.lost;
        layer.counts.won += tally->counts.won;
        layer.largest = tally->largest > layer.largest ? tally->largest : layer.largest;
    }
    layer.counts.afterstates = job->after.count;
    if (!add_layer(job, &layer))
        return ELEVEN_NO_MEMORY;
    size_t length;
    void *bytes = keys_encode(job->keys, job->key_count, &layer, sizeof layer, &length);
    return bytes ? shelf_put(&job->shelf, SHELF_KEYS, job->layer_count++, bytes, length) : ELEVEN_NO_MEMORY;
}

static eleven_error short_of_memory(const solving *job)
{
    return solve_fail(job, ELEVEN_NO_MEMORY, "there is not enough memory");
}

static eleven_error do_layer(layer_work *work)
{
    solving *job = work->job;
    if (!take_keys(work) || !slide_all(work) || !spawn_all(work))
        return short_of_memory(job);
    eleven_error error = memory_note(job);
    if (error)
        return error;
    error = keep_layer(work);
    if (error == ELEVEN_NO_STORAGE)
        return solve_fail(job, error, "a layer of positions cannot be stored");
    return error ? solve_fail(job, error, "the budget of memory does not suffice for the positions") : error;
}

/* A layer that the store has already: only what it gives to those above is needed again. */
static eleven_error repeat_layer(layer_work *work, size_t layer)
{
    eleven_error error = layer_load(work->job, layer);
    if (error)
        return error;
    return slide_all(work) && spawn_all(work) ? memory_note(work->job) : short_of_memory(work->job);
}

static bool add_starts(solving *job, uint64_t sum, size_t *next)
{
    keyset *set = window_at(job, sum);
    for (; *next < job->start_count && job->starts[*next].sum == sum; ++*next) {
        size_t at;
        if (!keyset_has_room(set, 2) && !keyset_reserve(set, set->count + 64))
            return false;
        keyset_count(set, keyset_add(set, job->starts[*next].key, &at));
    }
    return true;
}

/* Whether any layer from `sum` on has positions waiting. */
static bool is_anything_left(const solving *job)
{
    for (uint64_t i = 0; i <= job->space.rise; i++)
        if (job->window[i].count)
            return true;
    return false;
}

static void clear_tally(layer_work *work, uint64_t sum)
{
    work->sum = sum;
    work->found = 0;
    memset(work->tally, 0, sizeof work->tally);
}

static void sum_up(solving *job)
{
    eleven_solve_counts *sum = &job->solution->counts;
    *sum = (eleven_solve_counts){0};
    job->solution->layers = job->layer_count;
    job->solution->largest = 0;
    for (size_t i = 0; i < job->layer_count; i++) {
        const solve_layer *layer = &job->layers[i];
        sum->positions += layer->counts.positions;
        sum->all += layer->counts.all;
        sum->lost += layer->counts.lost;
        sum->won += layer->counts.won;
        sum->afterstates += layer->counts.afterstates;
        if (layer->largest > job->solution->largest)
            job->solution->largest = (eleven_rank)layer->largest;
    }
}

/* ---- All layers ----------------------------------------------------------------------------------------- */

/* The layers that the store has, of an enumeration that was interrupted. */
static eleven_error find_layers(solving *job)
{
    const void *bytes;
    size_t length;
    while (job->goes_on && !shelf_get(&job->shelf, SHELF_KEYS, job->layer_count, &bytes, &length)) {
        solve_layer layer;
        bool is_whole = length >= sizeof layer;
        if (is_whole)
            memcpy(&layer, bytes, sizeof layer);
        shelf_return(&job->shelf, SHELF_KEYS, job->layer_count, bytes);
        if (!is_whole || !add_layer(job, &layer))
            return short_of_memory(job);
        job->layer_count++;
    }
    return ELEVEN_OK;
}

static bool tell_progress(const solving *job, uint64_t sum)
{
    eleven_solve_progress progress = {.positions = job->solution->counts.positions,
                                      .share = estimate_share((solving *)(uintptr_t)job, sum),
                                      .sum = sum * job->space.unit,
                                      .memory = job->memory};
    return !job->wish->progress || job->wish->progress(job->wish->context, &progress);
}

/* Deals with one sum; `done` layers are in the store, of which those that can reach beyond the last are repeated. */
static eleven_error do_sum(layer_work *work, uint64_t sum, size_t *stored, size_t done, size_t *start)
{
    solving *job = work->job;
    keyset *set = window_at(job, sum);
    eleven_error error = ELEVEN_OK;
    bool is_stored = *stored < done && job->layers[*stored].sum == sum;
    clear_tally(work, sum);
    if (!add_starts(job, sum, start))
        return short_of_memory(job);
    if (is_stored)
        error = repeat_layer(work, (*stored)++);
    else if (set->count && (done == 0 || sum > job->layers[done - 1].sum))
        error = do_layer(work);
    else if (set->count == 0)
        return ELEVEN_OK;
    if (error)
        return error;
    if (!keyset_clear(set, set->count, 0))
        return short_of_memory(job);
    sum_up(job);
    return tell_progress(job, sum) ? ELEVEN_OK : ELEVEN_END;
}

static uint64_t first_sum(const solving *job, size_t done, size_t *stored)
{
    if (done == 0)
        return job->starts[0].sum;
    while (job->layers[*stored].sum + job->space.rise <= job->layers[done - 1].sum)
        ++*stored;
    return job->layers[*stored].sum;
}

eleven_error enumerate(solving *job)
{
    size_t start = 0, stored = 0;
    uint64_t mark;
    layer_work work = {.job = job, .slides_most = ELEVEN_DIRECTIONS, .spawns_most = 1};
    for (unsigned i = 0; i < job->space.spawns_most && i < job->space.cells; i++)
        work.spawns_most *= (size_t)(job->space.cells - i) * job->space.spawn_ranks;
    eleven_error error = find_layers(job);
    size_t done = job->layer_count;
    bool is_complete = job->goes_on && shelf_marked(&job->shelf, "enumerated", &mark) && mark == done;
    for (uint64_t i = 0; i <= job->space.rise && !error; i++)
        if (!keyset_clear(&job->window[i], 0, 0))
            error = short_of_memory(job);
    if (!error && !is_complete) {
        uint64_t sum = first_sum(job, done, &stored);
        while (start < job->start_count && job->starts[start].sum < sum)
            start++;
        for (; !error && (start < job->start_count || stored < done || is_anything_left(job)); sum++)
            error = do_sum(&work, sum, &stored, done, &start);
    }
    sum_up(job);
    if (!error && job->shelf.at_once && shelf_mark(&job->shelf, "enumerated", job->layer_count))
        error = solve_fail(job, ELEVEN_NO_STORAGE, "the layers cannot be stored");
    return error;
}
