/* What an afterstate is worth: the mean over new tiles of the positions that they make, or the worst of them. */
#include "solver/images.h"
#include "solver/valuing.h"
#include "solver/worth.h"

/* A sum over new tiles: for each objective what worth.h makes of it. */
typedef struct spawn_sum {
    double value[2 * ELEVEN_OBJECTIVES_MAX];
} spawn_sum;

static void sum_board(const solving *job, const image_set *images, uint64_t key, uint64_t sum, unsigned count,
                      spawn_sum *total);

/* The mean over all ranks and cells of one new tile, `count - 1` more after it. */
static void sum_tiles(const solving *job, const image_set *images, uint64_t key, uint64_t sum, unsigned count,
                      spawn_sum *total)
{
    const solve_space *space = &job->space;
    worth_shape shape = worth_shape_of(&job->plan);
    uint64_t mask = (UINT64_C(1) << space->bits) - 1;
    unsigned room = 0;
    worth_begin(shape, total->value);
    for (unsigned i = 0; i < space->spawn_ranks; i++) {
        spawn_sum cells, one;
        room = 0;
        worth_begin(shape, cells.value);
        for (unsigned cell = 0; cell < space->cells; cell++) {
            if (key >> cell * space->bits & mask)
                continue;
            image_set with = images_with(space, images, i, cell);
            room++;
            sum_board(job, &with, key | (uint64_t)space->spawn_rank[i] << cell * space->bits,
                      sum + space->weight[space->spawn_rank[i]], count - 1, &one);
            worth_join(shape, cells.value, one.value, 1);
        }
        worth_join(shape, total->value, cells.value, space->spawn_weight[i]);
    }
    worth_divide(shape, total->value, (double)room * (double)space->spawn_weights);
}

static void sum_board(const solving *job, const image_set *images, uint64_t key, uint64_t sum, unsigned count,
                      spawn_sum *total)
{
    const solve_space *space = &job->space;
    worth_shape shape = worth_shape_of(&job->plan);
    uint64_t mask = (UINT64_C(1) << space->bits) - 1;
    bool is_full = true;
    for (unsigned cell = 0; cell < space->cells; cell++)
        is_full = is_full && (key >> cell * space->bits & mask);
    if (is_full || count == 0) {
        worth_begin(shape, total->value);
        worth_add(shape, total->value, values_of(job, image_least(space, images), sum));
    } else {
        sum_tiles(job, images, key, sum, count, total);
    }
}

/* Where several tiles may appear at once. */
static void value_slowly(const value_work *work, uint64_t *cell)
{
    const solving *job = work->job;
    worth_shape shape = worth_shape_of(&job->plan);
    image_set images = images_of(&job->space, *cell);
    spawn_sum total, counted;
    uint64_t weights = 0;
    worth_begin(shape, total.value);
    for (unsigned count = 1; count <= job->space.spawns_most; count++) {
        uint32_t weight = job->space.rules.count_weight[count];
        if (!weight)
            continue;
        weights += weight;
        sum_tiles(job, &images, *cell, work->layer->sum, count, &counted);
        worth_join(shape, total.value, counted.value, weight);
    }
    worth_divide(shape, total.value, (double)weights);
    worth_store(shape, total.value, (double *)(cell + 1));
}

/* Where one tile appears: boards of several afterstates are listed, so that their cache misses overlap, and then
 * summed up in the same order. */
enum { BOARDS_MOST = 2048, AFTERSTATES_AT_ONCE = 8 };

typedef struct board_list {
    unsigned count, afterstates;
    uint64_t key[BOARDS_MOST]; /* by afterstate, rank, cell */
    uint64_t *cell[AFTERSTATES_AT_ONCE];
    unsigned room[AFTERSTATES_AT_ONCE]; /* empty cells */
} board_list;

static void list_boards(const value_work *work, uint64_t *cell, board_list *list)
{
    const solve_space *space = &work->job->space;
    uint64_t mask = (UINT64_C(1) << space->bits) - 1;
    image_set images = images_of(space, *cell);
    unsigned empties[ELEVEN_CELLS_MAX], room = 0;
    for (unsigned i = 0; i < space->cells; i++) {
        empties[room] = i;
        room += (*cell >> i * space->bits & mask) == 0;
    }
    for (unsigned i = 0; i < space->spawn_ranks; i++) {
        const keyset *set = window_at(work->job, work->layer->sum + space->weight[space->spawn_rank[i]]);
        for (unsigned k = 0; k < room; k++) {
            image_set with = images_with(space, &images, i, empties[k]);
            list->key[list->count] = image_least(space, &with);
            keyset_expect(set, list->key[list->count++]);
        }
    }
    list->cell[list->afterstates] = cell;
    list->room[list->afterstates++] = room;
}

static inline void sum_boards(const value_work *work, const board_list *list, worth_shape shape)
{
    const solve_space *space = &work->job->space;
    const uint64_t *key = list->key;
    for (unsigned a = 0; a < list->afterstates; a++) {
        spawn_sum total, cells;
        worth_begin(shape, total.value);
        for (unsigned i = 0; i < space->spawn_ranks; i++) {
            const keyset *set = window_at(work->job, work->layer->sum + space->weight[space->spawn_rank[i]]);
            worth_begin(shape, cells.value);
            for (unsigned k = 0; k < list->room[a]; k++)
                worth_add(shape, cells.value, (const double *)keyset_find(set, *key++));
            worth_join(shape, total.value, cells.value, space->spawn_weight[i]);
        }
        worth_divide(shape, total.value, (double)list->room[a] * (double)space->spawn_weights);
        worth_store(shape, total.value, (double *)(list->cell[a] + 1));
    }
}

static void flush_boards(const value_work *work, board_list *list)
{
    worth_shape shape = worth_shape_of(&work->job->plan);
    if (shape.means == 1 && shape.count == 1)
        sum_boards(work, list, (worth_shape){1, 0, 1});
    else
        sum_boards(work, list, shape);
    list->count = list->afterstates = 0;
}

bool value_afterstates(void *context, unsigned member, size_t from, size_t to)
{
    const value_work *work = context;
    const solving *job = work->job;
    board_list list;
    list.count = list.afterstates = 0;
    (void)member;
    for (size_t i = from; i < to; i++) {
        uint64_t *cell = &job->after.cell[i * job->after.stride];
        if (!*cell)
            continue;
        if (job->space.spawns_most > 1) {
            value_slowly(work, cell);
            continue;
        }
        if (list.afterstates == AFTERSTATES_AT_ONCE ||
            list.count + job->space.cells * job->space.spawn_ranks > BOARDS_MOST)
            flush_boards(work, &list);
        list_boards(work, cell, &list);
    }
    flush_boards(work, &list);
    return true;
}
