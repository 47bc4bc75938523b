/* What every position is worth, from the last layer back to the first.
 *
 * Each layer takes three sweeps: its positions are slid and their afterstates collected, each with the slots it
 * came to; every afterstate is valued by the positions above; every position takes the best of its afterstates.
 */
#include "solver/images.h"
#include "solver/solving.h"
#include "solver/sweep.h"
#include "solver/worth.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIONS_AT_ONCE = 64, NO_SLOT = UINT32_MAX };

/* Where the slides of a position lead. */
typedef struct slide_set {
    uint32_t slot[ELEVEN_DIRECTIONS]; /* of the set of afterstates; NO_SLOT: not legal */
    uint32_t gain[ELEVEN_DIRECTIONS];
} slide_set;

typedef struct value_work {
    solving *job;
    const solve_layer *layer;
    slide_set *slides; /* of every position of the layer */
    size_t room;
} value_work;

/* ---- Slides --------------------------------------------------------------------------------------------- */

static bool slide_some(void *context, unsigned member, size_t from, size_t to)
{
    value_work *work = context;
    solving *job = work->job;
    const solve_space *space = &job->space;
    eleven_rank goal = space->rules.goal;
    (void)member;
    for (size_t i = from; i < to; i++) {
        uint64_t key = job->keys[i];
        slide_set *slides = &work->slides[i];
        space_moves moves;
        bool is_won = goal && space_largest(space, key) >= goal;
        space_slide(space, key, &moves);
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            size_t at = NO_SLOT;
            if (!is_won && moves.after[d] != key)
                keyset_add(&job->after, canonical(space, moves.after[d]), &at);
            slides->slot[d] = (uint32_t)at;
            slides->gain[d] = moves.gain[d];
        }
    }
    return true;
}

/* ---- Afterstates ---------------------------------------------------------------------------------------- */

/* A sum over new tiles: for each objective what worth.h makes of it. */
typedef struct spawn_sum {
    double value[2 * ELEVEN_OBJECTIVES_MAX];
} spawn_sum;

static const double *values_of(const solving *job, uint64_t key, uint64_t sum)
{
    return (const double *)keyset_find(window_at(job, sum), key);
}

static void sum_board(const solving *job, const image_set *images, uint64_t key, uint64_t sum, unsigned count,
                      spawn_sum *total);

/* The mean over all cells and ranks of one new tile, `count - 1` more after it. */
static void sum_tiles(const solving *job, const image_set *images, uint64_t key, uint64_t sum, unsigned count,
                      spawn_sum *total)
{
    const solve_space *space = &job->space;
    uint64_t mask = (UINT64_C(1) << space->bits) - 1;
    unsigned room = 0;
    worth_begin(&job->plan, total->value);
    for (unsigned i = 0; i < space->spawn_ranks; i++) {
        spawn_sum cells;
        uint64_t with_sum = sum + space->weight[space->spawn_rank[i]];
        room = 0;
        worth_begin(&job->plan, cells.value);
        for (unsigned cell = 0; cell < space->cells; cell++) {
            if (key >> cell * space->bits & mask)
                continue;
            image_set with = images_with(space, images, i, cell);
            room++;
            if (count == 1) {
                worth_add(&job->plan, cells.value, values_of(job, image_least(space, &with), with_sum));
            } else {
                spawn_sum one;
                sum_board(job, &with, key | (uint64_t)space->spawn_rank[i] << cell * space->bits, with_sum,
                          count - 1, &one);
                worth_join(&job->plan, cells.value, one.value, 1);
            }
        }
        worth_join(&job->plan, total->value, cells.value, space->spawn_weight[i]);
    }
    worth_divide(&job->plan, total->value, (double)room * (double)space->spawn_weights);
}

static void sum_board(const solving *job, const image_set *images, uint64_t key, uint64_t sum, unsigned count,
                      spawn_sum *total)
{
    const solve_space *space = &job->space;
    uint64_t mask = (UINT64_C(1) << space->bits) - 1;
    bool is_full = true;
    for (unsigned cell = 0; cell < space->cells; cell++)
        is_full = is_full && (key >> cell * space->bits & mask);
    if (is_full) {
        worth_begin(&job->plan, total->value);
        worth_add(&job->plan, total->value, values_of(job, image_least(space, images), sum));
    } else {
        sum_tiles(job, images, key, sum, count, total);
    }
}

static bool value_afterstates(void *context, unsigned member, size_t from, size_t to)
{
    const value_work *work = context;
    const solving *job = work->job;
    const solve_space *space = &job->space;
    (void)member;
    for (size_t i = from; i < to; i++) {
        uint64_t *cell = &job->after.cell[i * job->after.stride];
        if (!*cell)
            continue;
        image_set images = images_of(space, *cell);
        spawn_sum total, counted;
        uint64_t weights = 0;
        worth_begin(&job->plan, total.value);
        for (unsigned count = 1; count <= space->spawns_most; count++) {
            uint32_t weight = space->rules.count_weight[count];
            if (!weight)
                continue;
            weights += weight;
            sum_tiles(job, &images, *cell, work->layer->sum, count, &counted);
            worth_join(&job->plan, total.value, counted.value, weight);
        }
        worth_divide(&job->plan, total.value, (double)weights);
        worth_store(&job->plan, total.value, (double *)(cell + 1));
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
        const slide_set *slides = &work->slides[i];
        double best[ELEVEN_OBJECTIVES_MAX];
        eleven_rank largest = space_largest(&job->space, job->keys[i]);
        bool is_over = true;
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            if (slides->slot[d] == NO_SLOT)
                continue;
            const double *after = (const double *)&job->after.cell[slides->slot[d] * job->after.stride + 1];
            worth_best(&job->plan, best, after, slides->gain[d], is_over);
            is_over = false;
        }
        worth_settle(&job->plan, best, largest, is_over);
        size_t at;
        keyset_add(set, job->keys[i], &at);
        memcpy(&set->cell[at * set->stride + 1], best, job->plan.count * sizeof *best);
    }
    return true;
}

/* ---- Layers --------------------------------------------------------------------------------------------- */

static eleven_error load_keys(solving *job, size_t layer)
{
    const void *bytes;
    size_t length, count = job->layers[layer].counts.positions;
    if (!keys_reserve(job, count))
        return solve_fail(job, ELEVEN_NO_MEMORY, "there is not enough memory");
    eleven_error error = shelf_get(&job->shelf, SHELF_KEYS, layer, &bytes, &length);
    if (error)
        return solve_fail(job, error, "a layer of positions cannot be read again");
    job->key_count = keys_decode(bytes, length, job->keys, count);
    shelf_return(&job->shelf, SHELF_KEYS, layer, bytes);
    return job->key_count == count ? ELEVEN_OK
                                   : solve_fail(job, ELEVEN_NO_STORAGE, "a layer of positions is damaged");
}

static bool make_room(value_work *work)
{
    solving *job = work->job;
    if (work->room < job->key_count) {
        free(work->slides);
        work->room = job->key_count + job->key_count / 4;
        work->slides = malloc(work->room * sizeof *work->slides);
    }
    return work->slides && keyset_clear(&job->after, work->layer->counts.afterstates, job->plan.count) &&
           keyset_clear(window_at(job, work->layer->sum), job->key_count, job->plan.count);
}

static void sweep_over(value_work *work, size_t count, bool (*one)(void *, unsigned, size_t, size_t))
{
    solve_sweep sweep = {work->job->crew, count, POSITIONS_AT_ONCE, work, one, 0, false, {{0}}};
    sweep_run(&sweep);
}

static eleven_error do_layer(value_work *work, size_t layer)
{
    solving *job = work->job;
    work->layer = &job->layers[layer];
    eleven_error error = load_keys(job, layer);
    if (error)
        return error;
    if (!make_room(work))
        return solve_fail(job, ELEVEN_NO_MEMORY, "there is not enough memory");
    memory_note(job);
    sweep_over(work, job->key_count, slide_some);
    sweep_over(work, job->after.slots, value_afterstates);
    sweep_over(work, job->key_count, value_positions);
    return ELEVEN_OK;
}

/* Adds the games that start in the layer to the values of the start. */
static void add_starts(const solving *job, uint64_t sum, size_t *left, double *total)
{
    for (; *left && job->starts[*left - 1].sum == sum; --*left) {
        const solve_start *start = &job->starts[*left - 1];
        double one[2 * ELEVEN_OBJECTIVES_MAX];
        worth_begin(&job->plan, one);
        worth_add(&job->plan, one, values_of(job, start->key, sum));
        worth_join(&job->plan, total, one, start->probability);
    }
}

static void answer(solving *job, double *total)
{
    double stored[ELEVEN_OBJECTIVES_MAX];
    worth_store(&job->plan, total, stored);
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

eleven_error valuate(solving *job)
{
    value_work work = {.job = job};
    double total[2 * ELEVEN_OBJECTIVES_MAX];
    size_t starts = job->start_count;
    uint64_t done = 0;
    eleven_error error = ELEVEN_OK;
    worth_begin(&job->plan, total);
    for (size_t layer = job->layer_count; layer-- > 0 && !error;) {
        error = do_layer(&work, layer);
        if (error)
            break;
        add_starts(job, job->layers[layer].sum, &starts, total);
        done += job->key_count;
        eleven_solve_progress progress = {true, done, (double)done / (double)job->solution->counts.positions,
                                          job->layers[layer].sum, job->memory};
        if (job->wish->progress && !job->wish->progress(job->wish->context, &progress))
            error = ELEVEN_END;
    }
    if (!error) {
        answer(job, total);
        if (job->wish->start)
            answer_moves(&work);
    }
    free(work.slides);
    return error;
}
