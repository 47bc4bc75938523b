/* The value of every position, from the last layer back to the first.
 *
 * A position's value follows from positions with larger sums, and those are at most `rise` above it. So the layers are
 * valued from the largest sum down, and only the values of the layers in the window stay in memory:
 *
 *     positions of sum 16   values known ----\
 *     positions of sum 14   values known --\  \
 *                                           mean over new tiles -> afterstates of sum 12
 *     positions of sum 12   <-- best over slides -----------------------'
 *
 * Each layer takes three sweeps: slide its positions and collect their afterstates, each with the slots in which they
 * are; value all afterstates (solver_afterstates.c), with an interruption for what other processes ask for; give each
 * position the best of its afterstates. */
#include "solver/value_kernel.h"
#include "base/memory.h"

#include <string.h>

static const uint32_t no_slot = UINT32_MAX;

/* Where the slides of a position lead: slots of the set of afterstates, no_slot if not legal. */
typedef struct slide_set {
    uint32_t slot[ELEVEN_DIRECTIONS];
    uint32_t gain[ELEVEN_DIRECTIONS];
} slide_set;

/* What is stored with the values of a layer, so that an interrupted solve can continue: the values of the start so
 * far, and how many of its positions are missing in them. */
typedef struct start_sum {
    uint64_t starts_left;
    value_sum total;
} start_sum;

/* For each position of the layer: its slides, its value under the first objective, and the best direction under it. */
typedef struct value_work {
    solve_job *job;
    slide_set *slides;
    double *first;
    uint8_t *best;
    size_t capacity;
    start_sum start;
} value_work;

/* ---- Slides --------------------------------------------------------------------------------------------- */
static bool slide_positions(void *context, unsigned worker, size_t from, size_t to)
{
    value_work *work = context;
    solve_job *job = work->job;
    space_moves moves[SOLVE_BLOCK];
    (void)worker;
    for (size_t i = from; i < to; i++)
        solve_slide(job, job->keys[i], &moves[i - from]);
    for (size_t i = from; i < to; i++) {
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            size_t slot = no_slot;
            if (moves[i - from].after[d])
                keyset_add(&job->afterstates, moves[i - from].after[d], &slot);
            work->slides[i].slot[d] = (uint32_t)slot;
            work->slides[i].gain[d] = moves[i - from].gain[d];
        }
    }
    return true;
}

/* ---- Positions ------------------------------------------------------------------------------------------ */
static const uint64_t *afterstate_at(const solve_job *job, uint32_t slot)
{
    return &job->afterstates.cell[(size_t)slot * job->afterstates.stride];
}

/* Values the i-th position of the layer. The best direction is the last one that improved the first objective, signs of
 * zero included: they are the ends of a probability. */
static void value_position(const value_work *work, size_t i, double best[ELEVEN_OBJECTIVES_MAX])
{
    const solve_plan *plan = &work->job->plan;
    const slide_set *slides = &work->slides[i];
    double *first = &best[plan->first], before = 0;
    bool is_over = true;
    work->best[i] = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        if (slides->slot[d] == no_slot)
            continue;
        const double *after = (const double *)(afterstate_at(work->job, slides->slot[d]) + 1);
        value_take_best(plan, best, after, slides->gain[d], is_over);
        if (is_over || *first != before || !signbit(*first) != !signbit(before))
            work->best[i] = (uint8_t)d;
        before = *first;
        is_over = false;
    }
    value_settle(plan, best, space_largest(&work->job->space, work->job->keys[i]), is_over);
    work->first[i] = *first;
}

static bool value_positions(void *context, unsigned worker, size_t from, size_t to)
{
    const value_work *work = context;
    solve_job *job = work->job;
    keyset *set = solve_window(job, job->sum);
    (void)worker;
    for (size_t i = from; i < to; i++) {
        keyset_prefetch(set, job->keys[i]);
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            if (work->slides[i].slot[d] != no_slot)
                __builtin_prefetch(afterstate_at(job, work->slides[i].slot[d]));
    }
    for (size_t i = from; i < to; i++) {
        double best[ELEVEN_OBJECTIVES_MAX];
        size_t slot;
        value_position(work, i, best);
        keyset_add(set, job->keys[i], &slot);
        memcpy(&set->cell[slot * set->stride + 1], best, job->plan.shape.count * sizeof *best);
    }
    return true;
}

/* ---- The table's codes ---------------------------------------------------------------------------------- */
/* The smallest and the largest value of this process. */
static peer_facts find_range(const value_work *work)
{
    peer_facts range = {.low = INFINITY, .high = -INFINITY};
    for (size_t i = 0; i < work->job->key_count; i++) {
        range.low = work->first[i] < range.low ? work->first[i] : range.low;
        range.high = work->first[i] > range.high ? work->first[i] : range.high;
    }
    return range;
}

/* Rounds the values of the layer for the table, and archives them: [ low | step | a code per position ]. `range`: of
 * all processes. */
static eleven_error keep_codes(value_work *work, size_t layer, const peer_facts *range)
{
    solve_job *job = work->job;
    eleven_objective_kind kind = job->options->objectives[0].kind;
    size_t length = 2 * sizeof(double) + job->key_count * sizeof(uint16_t);
    /* + 0: whether -0.0 or 0.0 is found first depends on the processes. */
    double low = range->low + 0, high = range->high + 0;
    elx_layer scale = {.low = low, .step = (high - low) / (ELX_CODES - 1)};
    if (kind >= ELEVEN_OBJECTIVE_FORCE_SCORE && scale.step < 1)
        scale.step = 1;
    double *head = memory_new(length);
    if (!head)
        return problem_no_memory(job->problem);
    head[0] = scale.low;
    head[1] = scale.step;
    uint16_t *codes = (uint16_t *)(head + 2);
    for (size_t i = 0; i < job->key_count; i++)
        codes[i] = elx_code(kind, &scale, work->first[i], (eleven_direction)work->best[i]);
    return archive_put(&job->archive, ARCHIVE_CODES, layer, head, length);
}

/* ---- Layers --------------------------------------------------------------------------------------------- */
static void free_value_work(value_work *work)
{
    memory_free(work->slides);
    memory_free(work->first);
    memory_free(work->best);
}

static bool reserve_value_work(value_work *work, const solve_layer *layer)
{
    solve_job *job = work->job;
    if (work->capacity <= job->key_count) {
        free_value_work(work);
        work->capacity = job->key_count + job->key_count / 4 + 1;
        work->slides = memory_new(work->capacity * sizeof *work->slides);
        work->first = memory_new(work->capacity * sizeof *work->first);
        work->best = memory_new(work->capacity);
    }
    job->elsewhere = work->capacity * (sizeof *work->slides + sizeof *work->first + 1);
    return work->slides && work->first && work->best &&
           keyset_clear(&job->afterstates, (size_t)layer->own_slots, job->plan.shape.count) &&
           keyset_clear(solve_window(job, layer->sum), job->key_count, job->plan.shape.count);
}

/* Reads the positions of the layer and fills the set of afterstates. Where it is not known how many there will be, they
 * are counted first; the slides are then to be found again. */
static eleven_error begin_valuing(value_work *work, size_t layer, bool *is_counted)
{
    solve_job *job = work->job;
    layer_work counting = {.job = job};
    eleven_error error = solve_load_keys(job, layer);
    if (error || job->pending)
        return error;
    if (!reserve_value_work(work, &job->layers[layer]))
        return problem_no_memory(job->problem);
    error = solve_note_memory(job);
    *is_counted = job->layers[layer].own_slots > 0 || job->key_count == 0;
    if (error)
        return error;
    if (*is_counted)
        solve_sweep(job, job->key_count, work, slide_positions);
    else if (!solve_slide_layer(&counting, job->plan.shape.count))
        return problem_no_memory(job->problem);
    return ELEVEN_OK;
}

static eleven_error end_valuing(value_work *work)
{
    solve_job *job = work->job;
    solve_sweep(job, job->key_count, work, value_positions);
    return solve_note_memory(job);
}

/* Values a layer in two agreements, and a third one where all processes need a fact about it: for the table, and for
 * the values of a start. */
static eleven_error value_layer(value_work *work, size_t layer)
{
    solve_job *job = work->job;
    const start_sum *start = &work->start;
    bool is_counted = true, has_table = job->options->table != NULL;
    sweep own = {0};
    job->sum = job->layers[layer].sum;
    peers_note(job, begin_valuing(work, layer, &is_counted));
    peers_begin_afterstates(job);
    if (!job->pending && is_counted)
        solve_value_own(job, &own, true);
    eleven_error error = peers_end_afterstates(job, NULL);
    if (error)
        return error;
    if (!job->pending && !is_counted)
        solve_sweep(job, job->key_count, work, slide_positions);
    if (!job->pending)
        solve_value_requests(job);
    peers_begin_values(job);
    if (!job->pending)
        solve_value_own(job, &own, false);
    error = peers_end_values(job);
    if (error)
        return error;
    peers_note(job, end_valuing(work));
    if (!has_table && !(start->starts_left && job->starts[start->starts_left - 1].sum == job->sum))
        return ELEVEN_OK;
    peer_facts range = find_range(work);
    error = peers_agree_on(job, ELEVEN_OK, &range);
    if (!error && has_table)
        peers_note(job, keep_codes(work, layer, &range));
    return error;
}

/* Adds the games that start in the layer to the values of the start. All processes add them in the same order. */
static void add_start_values(solve_job *job, start_sum *start)
{
    value_shape shape = job->plan.shape;
    for (; start->starts_left && job->starts[start->starts_left - 1].sum == job->sum; start->starts_left--) {
        const solve_start *one = &job->starts[start->starts_left - 1];
        value_sum value;
        double stored[ELEVEN_OBJECTIVES_MAX] = {0};
        if (peers_is_own(job, one->key))
            memcpy(stored, solve_values(job, one->key, job->sum), shape.count * sizeof *stored);
        peers_share(job, peers_owner(job, one->key), stored, shape.count * sizeof *stored);
        value_begin(shape, value);
        value_add(shape, value, stored);
        value_add_sum(shape, start->total, value, one->probability);
    }
}

/* ---- Values in the store -------------------------------------------------------------------------------- */
/* Archives the values of a layer. */
static eleven_error store_values(solve_job *job, size_t layer, const start_sum *start)
{
    size_t each = job->plan.shape.count * sizeof(double), length = sizeof *start + job->key_count * each;
    char *bytes = memory_new(length);
    if (!bytes)
        return problem_no_memory(job->problem);
    memcpy(bytes, start, sizeof *start);
    for (size_t i = 0; i < job->key_count; i++)
        memcpy(bytes + sizeof *start + i * each, solve_values(job, job->keys[i], job->sum), each);
    return archive_put(&job->archive, ARCHIVE_VALUES, layer, bytes, length);
}

/* Drops the values that no layer below this one needs. */
static void drop_values(solve_job *job, size_t layer)
{
    for (size_t old = layer + 1; old < job->layer_count; old++)
        if (job->layers[old].sum > job->layers[layer].sum + job->space.rise)
            archive_drop(&job->archive, ARCHIVE_VALUES, old);
}

/* Fills a set of the window with keys and their values. */
static bool fill_window(solve_job *job, size_t layer, const part_records *records)
{
    keyset *set = solve_window(job, job->layers[layer].sum);
    size_t words = 1 + job->plan.shape.count, slot;
    bool has_space = keyset_clear(set, records->count, job->plan.shape.count);
    for (size_t i = 0; i < records->count && has_space; i++) {
        keyset_add(set, records->words[i * words], &slot);
        memcpy(&set->cell[slot * set->stride], records->words + i * words, words * sizeof(uint64_t));
    }
    return has_space;
}

/* Reads a layer's values from the stores into the window. ELEVEN_END if they are missing or damaged. */
static eleven_error load_values(solve_job *job, size_t layer, start_sum *start)
{
    part_records records;
    eleven_error error = parts_choose(job, ARCHIVE_VALUES, layer);
    if (!error)
        error = parts_load(job, ARCHIVE_VALUES, layer, false, &records, start, sizeof *start);
    if (error)
        return error == ELEVEN_NO_STORAGE ? ELEVEN_END : error;
    peers_share(job, job->choice.teller, start, sizeof *start);
    if (!job->pending && !fill_window(job, layer, &records))
        error = problem_no_memory(job->problem);
    memory_free(records.words);
    return peers_agree(job, error, NULL);
}

/* Reads the values that the layer below *layer needs. ELEVEN_END if any are missing: *layer becomes the next one to
 * try. */
static eleven_error load_values_above(solve_job *job, size_t *layer, start_sum *start)
{
    size_t from = *layer;
    uint64_t top = job->layers[from].sum + job->space.rise;
    start_sum of_layer;
    eleven_error error = ELEVEN_OK;
    for (size_t at = from; at < job->layer_count && job->layers[at].sum <= top && !error; at++) {
        error = load_values(job, at, &of_layer);
        if (at == from && !error)
            *start = of_layer;
        *layer = error == ELEVEN_END ? at + 1 : from;
    }
    return error;
}

/* The first layer from which on all layers have codes, which a table needs; 0 without a table. */
static eleven_error first_with_codes(solve_job *job, size_t *first)
{
    eleven_error error = ELEVEN_OK;
    for (*first = job->options->table ? job->layer_count : 0; *first > 0; --*first)
        if ((error = parts_choose(job, ARCHIVE_CODES, *first - 1)))
            break;
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

/* Reads the layers that were valued before an interruption. *left becomes the number of layers that have no values. */
static eleven_error resume_values(solve_job *job, start_sum *start, size_t *left)
{
    const start_sum none = *start;
    size_t layer = 0;
    eleven_error error = job->is_resumed ? first_with_codes(job, &layer) : ELEVEN_OK;
    error = error ? error : ELEVEN_END;
    while (job->is_resumed && layer < job->layer_count && error == ELEVEN_END)
        error = load_values_above(job, &layer, start);
    *left = error ? job->layer_count : layer;
    if (error)
        *start = none;
    return error == ELEVEN_END ? ELEVEN_OK : error;
}

/* ---- All layers ----------------------------------------------------------------------------------------- */
/* Values the first `left` layers, from the last one down. Values are dropped one layer late: only the agreements of the
 * next layer say that all processes have stored those of this one. */
static eleven_error value_layers(value_work *work, size_t left)
{
    solve_job *job = work->job;
    eleven_error error = ELEVEN_OK;
    uint64_t done = job->solution->counts.positions;
    for (size_t i = 0; i < left; i++)
        done -= job->layers[i].counts.positions;
    for (size_t layer = left; layer-- > 0 && !error;) {
        error = value_layer(work, layer);
        if (error)
            break;
        if (job->archive.stores_all && layer + 1 < left)
            drop_values(job, layer + 1);
        add_start_values(job, &work->start);
        done += job->layers[layer].counts.positions;
        if (job->is_lost)
            break;
        if (!job->pending && job->archive.stores_all)
            peers_note(job, store_values(job, layer, &work->start));
        solve_report(job, true, done, (double)done / (double)job->solution->counts.positions);
    }
    return peers_agree(job, error, NULL);
}

/* The values of the start, and of its moves if a single position is solved. */
static void fill_solution(const value_work *work)
{
    solve_job *job = work->job;
    double stored[ELEVEN_OBJECTIVES_MAX];
    value_store(job->plan.shape, work->start.total, stored);
    value_report(&job->plan, stored, job->solution->values);
    uint64_t key = job->options->start ? space_pack(&job->space, job->options->start) : 0;
    if (!key)
        return;
    space_moves moves;
    solve_slide(job, key, &moves);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        double after[ELEVEN_OBJECTIVES_MAX] = {0};
        if (!moves.after[d])
            continue;
        if (peers_is_own(job, moves.after[d]))
            memcpy(after, keyset_find(&job->afterstates, moves.after[d]), job->plan.shape.count * sizeof *after);
        peers_share(job, peers_owner(job, moves.after[d]), after, sizeof after);
        value_take_best(&job->plan, stored, after, moves.gain[d], true);
        value_settle(&job->plan, stored, space_largest(&job->space, key), false);
        value_report(&job->plan, stored, job->solution->moves[d]);
        job->solution->legal |= 1u << d;
    }
}

eleven_error solve_value(solve_job *job)
{
    value_work work = {.job = job, .start = {.starts_left = job->start_count}};
    size_t left;
    value_begin(job->plan.shape, work.start.total);
    eleven_error error = resume_values(job, &work.start, &left);
    /* The values of the moves come from the afterstates of the first layer. */
    if (!error && job->options->start && left == 0)
        left = 1;
    if (!error)
        error = value_layers(&work, left);
    if (!error)
        fill_solution(&work);
    free_value_work(&work);
    return error;
}
