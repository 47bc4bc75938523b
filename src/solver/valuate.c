/* What every position is worth, from the last layer back to the first.
 *
 * Each layer takes three sweeps: its positions are slid and their afterstates collected, each with the slots it
 * came to; every afterstate is valued by the positions above; every position takes the best of its afterstates.
 */
#include "solver/elx.h"
#include "solver/images.h"
#include "base/sweep.h"
#include "solver/valuing.h"
#include "solver/worth.h"

#include <stdlib.h>
#include <string.h>

/* ---- Slides --------------------------------------------------------------------------------------------- */

static void slide_position(const solving *job, uint64_t key, slide_set *slides, uint64_t after[ELEVEN_DIRECTIONS])
{
    const solve_space *space = &job->space;
    eleven_rank goal = space->rules.goal;
    space_moves moves;
    bool is_won = goal && space_largest(space, key) >= goal;
    space_slide(space, key, &moves);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        after[d] = 0;
        slides->gain[d] = moves.gain[d];
        if (is_won || moves.after[d] == key)
            continue;
        after[d] = canonical(space, moves.after[d]);
        keyset_expect(&job->after, after[d]);
    }
}

static bool slide_some(void *context, unsigned member, size_t from, size_t to)
{
    value_work *work = context;
    solving *job = work->job;
    uint64_t after[SWEEP_BLOCK][ELEVEN_DIRECTIONS];
    (void)member;
    for (size_t i = from; i < to; i++)
        slide_position(job, job->keys[i], &work->slides[i], after[i - from]);
    for (size_t i = from; i < to; i++) {
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            size_t at = NO_SLOT;
            if (after[i - from][d])
                keyset_add(&job->after, after[i - from][d], &at);
            work->slides[i].slot[d] = (uint32_t)at;
        }
    }
    return true;
}

/* ---- Positions ------------------------------------------------------------------------------------------ */

static bool value_positions(void *context, unsigned member, size_t from, size_t to)
{
    const value_work *work = context;
    solving *job = work->job;
    keyset *set = window_at(job, work->layer->sum);
    (void)member;
    for (size_t i = from; i < to; i++) {
        keyset_expect(set, job->keys[i]);
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            if (work->slides[i].slot[d] != NO_SLOT)
                __builtin_prefetch(&job->after.cell[work->slides[i].slot[d] * job->after.stride]);
    }
    for (size_t i = from; i < to; i++) {
        const slide_set *slides = &work->slides[i];
        double best[ELEVEN_OBJECTIVES_MAX], before = 0;
        double *first = &best[job->plan.first];
        eleven_rank largest = space_largest(&job->space, job->keys[i]);
        bool is_over = true;
        work->best[i] = 0;
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            if (slides->slot[d] == NO_SLOT)
                continue;
            const double *after = (const double *)&job->after.cell[slides->slot[d] * job->after.stride + 1];
            worth_best(&job->plan, best, after, slides->gain[d], is_over);
            if (is_over || memcmp(first, &before, sizeof before) != 0)
                work->best[i] = (uint8_t)d;
            before = *first;
            is_over = false;
        }
        worth_settle(&job->plan, best, largest, is_over);
        work->first[i] = *first;
        size_t at;
        keyset_add(set, job->keys[i], &at);
        memcpy(&set->cell[at * set->stride + 1], best, job->plan.count * sizeof *best);
    }
    return true;
}

/* ---- Layers --------------------------------------------------------------------------------------------- */

eleven_error layer_load(solving *job, size_t layer)
{
    const void *bytes;
    size_t length, count = job->layers[layer].counts.positions;
    if (!keys_reserve(job, count))
        return solve_fail(job, ELEVEN_NO_MEMORY, "there is not enough memory");
    eleven_error error = shelf_get(&job->shelf, SHELF_KEYS, layer, &bytes, &length);
    if (error)
        return solve_fail(job, error, "a layer of positions cannot be read again");
    job->key_count = keys_decode(bytes, length, sizeof(solve_layer), job->keys, count);
    shelf_return(&job->shelf, SHELF_KEYS, layer, bytes);
    return job->key_count == count ? ELEVEN_OK : solve_fail(job, ELEVEN_NO_STORAGE, "a layer of positions is damaged");
}

static void free_room(value_work *work)
{
    free(work->slides);
    free(work->first);
    free(work->best);
}

static bool make_room(value_work *work)
{
    solving *job = work->job;
    if (work->room < job->key_count) {
        free_room(work);
        work->room = job->key_count + job->key_count / 4;
        work->slides = malloc(work->room * sizeof *work->slides);
        work->first = malloc(work->room * sizeof *work->first);
        work->best = malloc(work->room);
    }
    return work->slides && work->first && work->best &&
           keyset_clear(&job->after, work->layer->counts.afterstates, job->plan.count) &&
           keyset_clear(window_at(job, work->layer->sum), job->key_count, job->plan.count);
}

/* What the table keeps of the layer. */
static eleven_error keep_codes(value_work *work, size_t layer)
{
    solving *job = work->job;
    eleven_objective_kind kind = job->wish->objectives[0].kind;
    size_t length = 2 * sizeof(double) + job->key_count * sizeof(uint16_t);
    double low = work->first[0], high = low;
    for (size_t i = 1; i < job->key_count; i++) {
        low = work->first[i] < low ? work->first[i] : low;
        high = work->first[i] > high ? work->first[i] : high;
    }
    elx_layer facts = {.low = low, .step = (high - low) / (ELX_CODES - 1)};
    if (kind >= ELEVEN_FORCE_SCORE && facts.step < 1)
        facts.step = 1;
    double *head = malloc(length);
    if (!head)
        return solve_fail(job, ELEVEN_NO_MEMORY, "there is not enough memory");
    head[0] = facts.low;
    head[1] = facts.step;
    uint16_t *codes = (uint16_t *)(head + 2);
    for (size_t i = 0; i < job->key_count; i++)
        codes[i] = elx_code(kind, &facts, work->first[i], (eleven_direction)work->best[i]);
    eleven_error error = shelf_put(&job->shelf, SHELF_CODES, layer, head, length);
    return error ? solve_fail(job, error, "the codes of a layer cannot be kept") : error;
}

static void sweep_over(value_work *work, size_t count, bool (*one)(void *, unsigned, size_t, size_t))
{
    solve_sweep sweep = {work->job->crew, count, SWEEP_BLOCK, work, one, 0, false, {{0}}};
    sweep_run(&sweep);
}

static eleven_error do_layer(value_work *work, size_t layer)
{
    solving *job = work->job;
    work->layer = &job->layers[layer];
    eleven_error error = layer_load(job, layer);
    if (error)
        return error;
    if (!make_room(work))
        return solve_fail(job, ELEVEN_NO_MEMORY, "there is not enough memory");
    error = memory_note(job);
    if (error)
        return error;
    sweep_over(work, job->key_count, slide_some);
    sweep_over(work, job->after.slots, value_afterstates);
    sweep_over(work, job->key_count, value_positions);
    return job->wish->table ? keep_codes(work, layer) : ELEVEN_OK;
}

/* Adds the games that start in the layer to the values of the start. */
static void add_starts(const solving *job, uint64_t sum, size_t *left, double *total)
{
    for (; *left && job->starts[*left - 1].sum == sum; --*left) {
        const solve_start *start = &job->starts[*left - 1];
        worth_shape shape = worth_shape_of(&job->plan);
        double one[2 * ELEVEN_OBJECTIVES_MAX];
        worth_begin(shape, one);
        worth_add(shape, one, values_of(job, start->key, sum));
        worth_join(shape, total, one, start->probability);
    }
}

static void answer(solving *job, double *total)
{
    double stored[ELEVEN_OBJECTIVES_MAX];
    worth_shape shape = worth_shape_of(&job->plan);
    worth_store(shape, total, stored);
    worth_tell(&job->plan, stored, job->solution->values);
}

static void answer_moves(const value_work *work)
{
    const solving *job = work->job;
    space_moves moves;
    uint64_t key = space_pack(&job->space, job->wish->start);
    bool is_won = job->space.rules.goal && space_largest(&job->space, key) >= job->space.rules.goal;
    space_slide(&job->space, key, &moves);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS && !is_won; d++) {
        double one[ELEVEN_OBJECTIVES_MAX];
        if (moves.after[d] == key)
            continue;
        const uint64_t *after = keyset_find(&job->after, canonical(&job->space, moves.after[d]));
        worth_best(&job->plan, one, (const double *)after, moves.gain[d], true);
        worth_settle(&job->plan, one, space_largest(&job->space, key), false);
        worth_tell(&job->plan, one, job->solution->moves[d]);
        job->solution->legal |= 1u << d;
    }
}

/* ---- All layers ----------------------------------------------------------------------------------------- */

static eleven_error do_layers(value_work *work, size_t next, stored_values *stand)
{
    solving *job = work->job;
    eleven_error error = ELEVEN_OK;
    uint64_t done = job->solution->counts.positions;
    for (size_t i = 0; i < next; i++)
        done -= job->layers[i].counts.positions;
    for (size_t layer = next; layer-- > 0 && !error;) {
        size_t starts = stand->starts_left;
        error = do_layer(work, layer);
        if (error)
            break;
        add_starts(job, job->layers[layer].sum, &starts, stand->total);
        stand->starts_left = starts;
        done += job->key_count;
        if (job->shelf.at_once)
            error = store_values(job, layer, stand);
        eleven_solve_progress progress = {true, done, (double)done / (double)job->solution->counts.positions,
                                          job->layers[layer].sum * job->space.unit, job->memory};
        if (!error && job->wish->progress && !job->wish->progress(job->wish->context, &progress))
            error = ELEVEN_END;
    }
    return error;
}

eleven_error valuate(solving *job)
{
    value_work work = {.job = job};
    stored_values stand = {.starts_left = job->start_count};
    size_t next;
    worth_begin(worth_shape_of(&job->plan), stand.total);
    eleven_error error = go_on(job, &stand, &next);
    if (!error && job->wish->start && next == 0)
        next = 1; /* the moves' values are told from the afterstates of the first layer */
    if (!error)
        error = do_layers(&work, next, &stand);
    if (!error) {
        answer(job, stand.total);
        if (job->wish->start)
            answer_moves(&work);
    }
    free_room(&work);
    return error;
}
