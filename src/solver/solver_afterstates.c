/* The value of an afterstate: the mean over new tiles of the positions that they make, or the worst of these
 * positions. */
#include "solver/value_kernel.h"

#include <string.h>

/* Stores values next to a key. Where they are 0 nothing is written: they are there already, and if the afterstate was
 * valued before, another thread may be reading them. */
static inline void keep_value(value_shape shape, const double *total, uint64_t *slot)
{
    double stored[ELEVEN_OBJECTIVES_MAX];
    uint64_t word;
    value_store(shape, total, stored);
    for (unsigned k = 0; k < shape.count; k++) {
        memcpy(&word, &stored[k], sizeof word);
        if (word != 0)
            slot[1 + k] = word;
    }
}

/* Whether the afterstate in the slot has a value. Not known if all are 0. */
static bool is_valued(const solve_job *job, const uint64_t *slot)
{
    uint64_t words = 0;
    for (unsigned k = 0; k < job->plan.shape.count; k++)
        words |= slot[1 + k];
    return words != 0;
}

/* The value of a board with `count` more tiles, or with as many as fit: the mean over all ranks and empty cells of the
 * first one. */
static void sum_board(const solve_job *job, const image_set *images, uint64_t key, uint64_t sum, unsigned count,
                      value_sum total)
{
    const solve_space *space = &job->space;
    value_shape shape = job->plan.shape;
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned empty = count ? space_empties(space, key, empties) : 0;
    value_begin(shape, total);
    if (empty == 0) {
        value_add(shape, total, solve_values(job, image_least(space, images), sum));
        return;
    }
    for (unsigned i = 0; i < space->spawn_ranks; i++) {
        value_sum cells, one;
        value_begin(shape, cells);
        for (unsigned k = 0; k < empty; k++) {
            image_set with = image_with(space, images, i, empties[k]);
            sum_board(job, &with, key | (uint64_t)space->spawn_rank[i] << empties[k] * space->bits,
                      sum + space->weight[space->spawn_rank[i]], count - 1, one);
            value_add_sum(shape, cells, one, 1);
        }
        value_add_sum(shape, total, cells, space->spawn_weight[i]);
    }
    value_divide(shape, total, (double)empty * (double)space->spawn_weights);
}

/* Values the afterstate in a slot, under rules with several new tiles per move. */
static void value_slowly(const solve_job *job, uint64_t *slot)
{
    value_shape shape = job->plan.shape;
    image_set images = image_all(&job->space, *slot);
    value_sum total, counted;
    uint64_t weights = 0;
    value_begin(shape, total);
    for (unsigned count = 1; count <= job->space.spawns_most; count++) {
        uint32_t weight = job->space.rules.count_weight[count];
        if (!weight)
            continue;
        weights += weight;
        sum_board(job, &images, *slot, job->sum, count, counted);
        value_add_sum(shape, total, counted, weight);
    }
    value_divide(shape, total, (double)weights);
    keep_value(shape, total, slot);
}

enum { BOARDS_MAX = 2048, AFTERSTATES_AT_ONCE = 8 };

/* The boards that follow from several afterstates, by afterstate, rank and cell. First all are listed, then their
 * values are added in the same order, so that cache misses overlap. `empty`: empty cells of each afterstate. */
typedef struct board_list {
    unsigned count, afterstates;
    uint64_t key[BOARDS_MAX];
    uint64_t *slot[AFTERSTATES_AT_ONCE];
    unsigned empty[AFTERSTATES_AT_ONCE];
} board_list;

/* The positions that have one more tile of the `spawn`-th kind than the afterstates. */
static inline const keyset *set_above(const solve_job *job, unsigned spawn)
{
    return solve_window(job, job->sum + job->space.weight[job->space.spawn_rank[spawn]]);
}

static void list_boards(const solve_job *job, uint64_t *slot, board_list *list)
{
    const solve_space *space = &job->space;
    image_set images = image_all(space, *slot);
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned empty = space_empties(space, *slot, empties);
    for (unsigned i = 0; i < space->spawn_ranks; i++) {
        const keyset *set = set_above(job, i);
        for (unsigned k = 0; k < empty; k++) {
            image_set with = image_with(space, &images, i, empties[k]);
            list->key[list->count] = image_least(space, &with);
            keyset_prefetch(set, list->key[list->count++]);
        }
    }
    list->slot[list->afterstates] = slot;
    list->empty[list->afterstates++] = empty;
}

static inline void sum_listed(const solve_job *job, const board_list *list, value_shape shape)
{
    const solve_space *space = &job->space;
    const uint64_t *key = list->key;
    for (unsigned a = 0; a < list->afterstates; a++) {
        value_sum total, cells;
        value_begin(shape, total);
        for (unsigned i = 0; i < space->spawn_ranks; i++) {
            const keyset *set = set_above(job, i);
            value_begin(shape, cells);
            for (unsigned k = 0; k < list->empty[a]; k++)
                value_add(shape, cells, (const double *)keyset_find(set, *key++));
            value_add_sum(shape, total, cells, space->spawn_weight[i]);
        }
        value_divide(shape, total, (double)list->empty[a] * (double)space->spawn_weights);
        keep_value(shape, total, list->slot[a]);
    }
}

static void value_listed(const solve_job *job, board_list *list)
{
    value_shape shape = job->plan.shape;
    /* The compiler knows the numbers if there is only one objective. */
    if (shape.means == 1 && shape.count == 1)
        sum_listed(job, list, (value_shape){1, 0, 1});
    else
        sum_listed(job, list, shape);
    list->count = list->afterstates = 0;
}

/* Values the afterstate in a slot, or lists it, unless that was done before. */
static void value_slot(const solve_job *job, uint64_t *slot, board_list *list)
{
    unsigned most = job->space.cells * job->space.spawn_ranks;
    if (is_valued(job, slot))
        return;
    if (job->space.spawns_most > 1) {
        value_slowly(job, slot);
        return;
    }
    if (list->afterstates == AFTERSTATES_AT_ONCE || list->count + most > BOARDS_MAX)
        value_listed(job, list);
    list_boards(job, slot, list);
}

static bool value_own(void *context, unsigned worker, size_t from, size_t to)
{
    const solve_job *job = context;
    board_list list;
    (void)worker;
    list.count = list.afterstates = 0;
    for (size_t i = from; i < to; i++) {
        uint64_t *slot = &job->afterstates.cell[i * job->afterstates.stride];
        if (*slot && peers_is_own(job, *slot))
            value_slot(job, slot, &list);
    }
    value_listed(job, &list);
    return true;
}

/* Refuses once the keys of the others have arrived. */
static bool value_until_mail(void *context, unsigned worker, size_t from, size_t to)
{
    return !peers_have_answered(context) && value_own(context, worker, from, to);
}

static void look_for_keys(void *context)
{
    peers_continue_swap(context);
}

void solve_value_own(solve_job *job, sweep *own, bool until_mail)
{
    own->team = job->team;
    own->count = job->afterstates.slots;
    own->block = SOLVE_BLOCK;
    own->context = job;
    own->work = until_mail ? value_until_mail : value_own;
    own->between = look_for_keys;
    own->stop = job->options->stop;
    sweep_run(own);
}

/* The keys that one process has sent. */
typedef struct request {
    const solve_job *job;
    const uint64_t *keys;
} request;

static bool value_request(void *context, unsigned worker, size_t from, size_t to)
{
    const request *all = context;
    board_list list;
    (void)worker;
    list.count = list.afterstates = 0;
    for (size_t i = from; i < to; i++)
        value_slot(all->job, (uint64_t *)keyset_find(&all->job->afterstates, all->keys[i]) - 1, &list);
    value_listed(all->job, &list);
    return true;
}

void solve_value_requests(solve_job *job)
{
    const size_t *start = job->mail.in_start;
    for (unsigned i = 0; i < job->peers.count && job->peers.count > 1; i++) {
        size_t count = start[i + 1] - start[i];
        request all = {job, count ? job->mail.in + start[i] : NULL};
        solve_sweep(job, count, &all, value_request);
    }
}
