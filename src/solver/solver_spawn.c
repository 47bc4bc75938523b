/* New tiles: from the afterstates of a layer to the positions of the layers above. */
#include "solver/solver_room.h"

#include <string.h>

enum { BOARDS_AT_ONCE = 128 };

/* Boards with their new tiles that will be added to the window. `added`: new positions by the rise of their sum. */
typedef struct spawn_list {
    const solve_job *job;
    unsigned count;
    uint64_t key[BOARDS_AT_ONCE], sum[BOARDS_AT_ONCE];
    size_t added[SPACE_RISE_MAX + 1];
} spawn_list;

static void empty_list(spawn_list *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        size_t slot;
        keyset *set = solve_window(list->job, list->sum[i]);
        list->added[list->sum[i] - list->job->sum] += keyset_add(set, list->key[i], &slot);
    }
    list->count = 0;
}

static inline void list_board(spawn_list *list, const image_set *images, uint64_t sum)
{
    if (list->count == BOARDS_AT_ONCE)
        empty_list(list);
    list->key[list->count] = image_least(&list->job->space, images);
    list->sum[list->count] = sum;
    keyset_prefetch(solve_window(list->job, sum), list->key[list->count++]);
}

/* Lists the boards with `count` more tiles on cells from `first` on, or with as many as fit on the board. */
static void list_spawns_of(spawn_list *list, const image_set *images, uint64_t key, uint64_t sum, unsigned count,
                           unsigned first)
{
    const solve_space *space = &list->job->space;
    bool is_full = true;
    for (unsigned cell = 0; cell < space->cells; cell++) {
        if (space_rank(space, key, cell))
            continue;
        is_full = false;
        if (cell < first)
            continue;
        for (unsigned i = 0; i < space->spawn_ranks; i++) {
            eleven_rank rank = space->spawn_rank[i];
            image_set with = image_with(space, images, i, cell);
            if (count > 1)
                list_spawns_of(list, &with, key | (uint64_t)rank << cell * space->bits, sum + space->weight[rank],
                               count - 1, cell + 1);
            else
                list_board(list, &with, sum + space->weight[rank]);
        }
    }
    if (is_full)
        list_board(list, images, sum);
}

/* Whether all workers can add a block to all sets above the layer. */
static bool have_sets_space(const layer_work *work)
{
    const solve_job *job = work->job;
    size_t most = SOLVE_BLOCK * work->spawns_most * workers_count(job->team);
    for (uint64_t rise = 1; rise <= job->space.rise; rise++)
        if (!keyset_has_space(solve_window(job, job->sum + rise), most))
            return false;
    return true;
}

static bool add_spawns(void *context, unsigned worker, size_t from, size_t to)
{
    layer_work *work = context;
    const solve_job *job = work->job;
    const solve_space *space = &job->space;
    spawn_list list;
    (void)worker;
    if (!have_sets_space(work))
        return false;
    list.job = job;
    list.count = 0;
    memset(list.added, 0, (size_t)(space->rise + 1) * sizeof *list.added);
    for (size_t i = from; i < to; i++) {
        uint64_t key = work->afterstates[i];
        if (!key || !peers_is_own(job, key))
            continue;
        image_set images = image_all(space, key);
        for (unsigned count = 1; count <= space->spawns_most; count++)
            if (space->rules.count_weight[count])
                list_spawns_of(&list, &images, key, job->sum, count, 0);
    }
    empty_list(&list);
    for (uint64_t rise = 1; rise <= space->rise; rise++)
        keyset_report(solve_window(job, job->sum + rise), list.added[rise]);
    return true;
}

static void look_for_afterstates(void *context)
{
    const layer_work *work = context;
    peers_continue_swap(work->job);
}

bool solve_spawn(layer_work *work, const uint64_t *afterstates, size_t count)
{
    solve_job *job = work->job;
    sweep all = {.team = job->team,
                 .count = count,
                 .block = SOLVE_BLOCK,
                 .context = work,
                 .work = add_spawns,
                 .between = look_for_afterstates,
                 .stop = job->options->stop};
    size_t most = SOLVE_BLOCK * work->spawns_most * workers_count(job->team);
    work->afterstates = afterstates;
    if (count == 0)
        return true;
    while (!have_sets_space(work) || !sweep_run(&all))
        for (uint64_t rise = 1; rise <= job->space.rise; rise++) {
            keyset *set = solve_window(job, job->sum + rise);
            if (!keyset_has_space(set, most) && !keyset_reserve(set, set->count / 2 + 2 * most))
                return false;
        }
    return true;
}
