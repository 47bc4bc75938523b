/* New tiles: from the afterstates of a layer to the positions of those above. */
#include "solver/enumerating.h"
#include "solver/images.h"
#include "base/sweep.h"

#include <string.h>

enum { BOARDS_AT_ONCE = 128 };

/* Boards with their new tiles, waiting to be looked for. */
typedef struct spawn_list {
    const layer_work *work;
    unsigned count;
    uint64_t key[BOARDS_AT_ONCE], sum[BOARDS_AT_ONCE];
    size_t added[SPACE_RISE + 1]; /* new ones by the rise of their sum */
} spawn_list;

static void add_list(spawn_list *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        size_t at;
        list->added[list->sum[i] - list->work->sum] +=
            keyset_add(window_at(list->work->job, list->sum[i]), list->key[i], &at);
    }
    list->count = 0;
}

static inline void list_board(spawn_list *list, const image_set *images, uint64_t sum)
{
    const solving *job = list->work->job;
    if (list->count == BOARDS_AT_ONCE)
        add_list(list);
    list->key[list->count] = image_least(&job->space, images);
    list->sum[list->count] = sum;
    keyset_expect(window_at(job, sum), list->key[list->count++]);
}

/* Lists the boards that `count` more tiles make of an afterstate, or as many as fit. */
static void spawn_board(spawn_list *list, const image_set *images, uint64_t key, uint64_t sum, unsigned count)
{
    const solve_space *space = &list->work->job->space;
    uint64_t mask = (UINT64_C(1) << space->bits) - 1;
    bool is_full = true;
    for (unsigned cell = 0; cell < space->cells; cell++) {
        if (key >> cell * space->bits & mask)
            continue;
        is_full = false;
        for (unsigned i = 0; i < space->spawn_ranks; i++) {
            uint64_t with_sum = sum + space->weight[space->spawn_rank[i]];
            image_set with = images_with(space, images, i, cell);
            if (count > 1)
                spawn_board(list, &with, key | (uint64_t)space->spawn_rank[i] << cell * space->bits, with_sum,
                            count - 1);
            else
                list_board(list, &with, with_sum);
        }
    }
    if (is_full)
        list_board(list, images, sum);
}

static bool has_room(const layer_work *work)
{
    const solving *job = work->job;
    for (uint64_t rise = 1; rise <= job->space.rise; rise++)
        if (!keyset_has_room(window_at(job, work->sum + rise), SWEEP_BLOCK * work->spawns_most * crew_size(job->crew)))
            return false;
    return true;
}

static bool spawn_some(void *context, unsigned member, size_t from, size_t to)
{
    layer_work *work = context;
    solving *job = work->job;
    const solve_space *space = &job->space;
    spawn_list list;
    (void)member;
    if (!has_room(work))
        return false;
    list.work = work;
    list.count = 0;
    memset(list.added, 0, (size_t)(space->rise + 1) * sizeof *list.added);
    for (size_t i = from; i < to; i++) {
        uint64_t key = job->after.cell[i];
        if (!key)
            continue;
        image_set images = images_of(space, key);
        for (unsigned count = 1; count <= space->spawns_most; count++)
            if (space->rules.count_weight[count])
                spawn_board(&list, &images, key, work->sum, count);
    }
    add_list(&list);
    for (uint64_t rise = 1; rise <= space->rise; rise++)
        keyset_count(window_at(job, work->sum + rise), list.added[rise]);
    return true;
}

bool spawn_all(layer_work *work)
{
    solving *job = work->job;
    solve_sweep sweep = {job->crew, job->after.slots, SWEEP_BLOCK, work, spawn_some, 0, false, {{0}}};
    size_t most = SWEEP_BLOCK * work->spawns_most * crew_size(job->crew);
    if (job->after.count == 0)
        return true;
    while (has_room(work) ? !sweep_run(&sweep) : true)
        for (uint64_t rise = 1; rise <= job->space.rise; rise++) {
            keyset *set = window_at(job, work->sum + rise);
            if (!keyset_has_room(set, most) && !keyset_reserve(set, set->count / 2 + 2 * most))
                return false;
        }
    return true;
}
