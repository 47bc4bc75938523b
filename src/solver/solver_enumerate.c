/* Enumeration: every reachable position once.
 *
 * A slide keeps the sum of the tiles, a new tile raises it. So all positions of one sum, a layer, are known as soon
 * as the layers below are done, and one layer after another is finished for good:
 *
 *     sum 12   [ positions ] --slide--> [ afterstates ] --+--new 2--> positions of sum 14   \
 *                                                          \--new 4--> positions of sum 16    > the window: sets that
 *     sum 14   [ positions ] --slide--> ...                                                  /  are still being filled
 *
 * Each layer: take the keys out of its set and sort them, slide them into the set of afterstates, and give these
 * their new tiles. Then the keys go into the archive, and the set is used again for a larger sum. If several processes
 * solve the board, each does this with its own positions, and sends afterstates to their owners (solver_peers.c). */
#include "base/array.h"
#include "base/memory.h"
#include "solver/solver_room.h"

#include <math.h>
#include <string.h>

/* ---- Keys of a layer ------------------------------------------------------------------------------------ */
enum { SLOTS_AT_ONCE = 4096 };

static bool collect_keys(void *context, unsigned worker, size_t from, size_t to)
{
    layer_work *work = context;
    const keyset *set = solve_window(work->job, work->job->sum);
    uint64_t found[SLOTS_AT_ONCE];
    size_t count = 0;
    (void)worker;
    for (size_t i = from; i < to; i++) {
        found[count] = set->cell[i];
        count += set->cell[i] != 0;
    }
    /* Of a process without positions in this layer `keys` may be NULL. */
    if (count > 0)
        memcpy(work->job->keys + __atomic_fetch_add(&work->keys_taken, count, __ATOMIC_RELAXED), found,
               count * sizeof *found);
    return true;
}

static bool take_layer(layer_work *work)
{
    solve_job *job = work->job;
    keyset *set = solve_window(job, job->sum);
    sweep all = {.team = job->team,
                 .count = set->slots,
                 .block = SLOTS_AT_ONCE,
                 .context = work,
                 .work = collect_keys,
                 .stop = job->options->stop};
    if (!solve_reserve_keys(job, set->count))
        return false;
    sweep_run(&all);
    job->key_count = work->keys_taken;
    solve_sort_keys(job);
    return true;
}

/* ---- Slides --------------------------------------------------------------------------------------------- */
/* Lists the afterstates of a position, and counts the position. Returns how many afterstates there are. */
static unsigned list_afterstates(const solve_job *job, layer_tally *tally, uint64_t key, uint64_t *after)
{
    const solve_space *space = &job->space;
    eleven_rank largest = space_largest(space, key);
    space_moves moves;
    unsigned count = 0;
    solve_slide(job, key, &moves);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (moves.after[d])
            after[count++] = moves.after[d];
    tally->largest = largest > tally->largest ? largest : tally->largest;
    tally->counts.all += image_count(space, key);
    if (space_is_won(space, key))
        tally->counts.won++;
    else
        tally->counts.lost += count == 0;
    return count;
}

/* Keys are added only after all keys of the block are listed, so that their cache misses overlap. */
static bool add_afterstates(void *context, unsigned worker, size_t from, size_t to)
{
    layer_work *work = context;
    solve_job *job = work->job;
    uint64_t after[SOLVE_BLOCK * ELEVEN_DIRECTIONS];
    size_t added = 0, slot;
    unsigned count = 0;
    if (!keyset_has_space(&job->afterstates, SOLVE_BLOCK * ELEVEN_DIRECTIONS * workers_count(job->team)))
        return false;
    for (size_t i = from; i < to; i++)
        count += list_afterstates(job, &work->tally[worker], job->keys[i], after + count);
    for (unsigned i = 0; i < count; i++)
        added += keyset_add(&job->afterstates, after[i], &slot);
    keyset_report(&job->afterstates, added);
    return true;
}

bool solve_slide_layer(layer_work *work, size_t extra)
{
    solve_job *job = work->job;
    sweep all = {.team = job->team,
                 .count = job->key_count,
                 .block = SOLVE_BLOCK,
                 .context = work,
                 .work = add_afterstates,
                 .stop = job->options->stop};
    size_t most = SOLVE_BLOCK * ELEVEN_DIRECTIONS * workers_count(job->team);
    if (!keyset_clear(&job->afterstates, job->key_count + most * 2, extra))
        return false;
    while (!sweep_run(&all))
        if (!keyset_reserve(&job->afterstates, job->afterstates.count + most * 2))
            return false;
    return true;
}

/* ---- Layers --------------------------------------------------------------------------------------------- */
static void add_counts(eleven_solve_counts *sum, const eleven_solve_counts *more)
{
    sum->positions += more->positions;
    sum->all += more->all;
    sum->lost += more->lost;
    sum->won += more->won;
    sum->afterstates += more->afterstates;
}

/* Adds the layer to the list and to the solution. */
static eleven_error add_layer(solve_job *job, const solve_layer *layer)
{
    eleven_solution *solution = job->solution;
    solve_layer *layers = array_reserve(job->layers, &job->layer_capacity, job->layer_count + 1, sizeof *job->layers);
    if (!layers)
        return problem_no_memory(job->problem);
    job->layers = layers;
    job->layers[job->layer_count++] = *layer;
    solution->layers = job->layer_count;
    solution->largest = layer->largest > solution->largest ? (eleven_rank)layer->largest : solution->largest;
    add_counts(&solution->counts, &layer->counts);
    return ELEVEN_OK;
}

/* What the processes report of a layer, by its place in the sums of peer_facts. */
enum { LAYER_POSITIONS, LAYER_ALL, LAYER_LOST, LAYER_WON, LAYER_AFTERSTATES, LAYER_LEFT };

/* The facts about this process's share of the layer; `left`: its positions in the layers above. */
static peer_facts count_layer(const layer_work *work)
{
    const solve_job *job = work->job;
    size_t foreign = job->mail.out_start[job->peers.count];
    peer_facts facts = {
        .sum = {[LAYER_POSITIONS] = job->key_count, [LAYER_AFTERSTATES] = job->afterstates.count - foreign}};
    for (unsigned i = 0; i < workers_count(job->team); i++) {
        const layer_tally *tally = &work->tally[i];
        facts.sum[LAYER_ALL] += tally->counts.all;
        facts.sum[LAYER_LOST] += tally->counts.lost;
        facts.sum[LAYER_WON] += tally->counts.won;
        facts.largest = tally->largest > facts.largest ? tally->largest : facts.largest;
    }
    for (uint64_t i = 0; i <= job->space.rise; i++)
        facts.sum[LAYER_LEFT] += job->window[i].count;
    return facts;
}

/* Adds the layer to the list, and its keys to the archive. `facts`: of all processes. */
static eleven_error keep_layer(solve_job *job, const peer_facts *facts)
{
    solve_layer layer = {.sum = job->sum,
                         .counts = {.positions = facts->sum[LAYER_POSITIONS],
                                    .all = facts->sum[LAYER_ALL],
                                    .lost = facts->sum[LAYER_LOST],
                                    .won = facts->sum[LAYER_WON],
                                    .afterstates = facts->sum[LAYER_AFTERSTATES]},
                         .largest = facts->largest,
                         .own_positions = job->key_count,
                         .own_slots = job->afterstates.count};
    eleven_error error = add_layer(job, &layer);
    return error ? error : solve_store_keys(job, &layer, job->layer_count - 1);
}

/* Adds the positions of this sum in which games start; *next is the first one with a larger sum. */
static bool add_starts(solve_job *job, size_t *next)
{
    keyset *set = solve_window(job, job->sum);
    for (; *next < job->start_count && job->starts[*next].sum == job->sum; ++*next) {
        size_t slot;
        if (!peers_is_own(job, job->starts[*next].key))
            continue;
        if (!keyset_has_space(set, 2) && !keyset_reserve(set, set->count + 64))
            return false;
        keyset_report(set, keyset_add(set, job->starts[*next].key, &slot));
    }
    return true;
}

/* ---- Progress ------------------------------------------------------------------------------------------- */
enum { SUMS_MAX = 1 << 20 };

/* How many boards have at most each sum, reachable or not; NULL when out of memory. Cell by cell: a board of k cells
 * with sum s has a tile of some weight w on its last cell and the sum s - w on the k - 1 cells before. */
static double *count_boards(const solve_space *space)
{
    size_t sums = (size_t)space->most + 1;
    double *before = memory_zeroed(sums, sizeof *before), *boards = memory_zeroed(sums, sizeof *boards);
    if (!before || !boards) {
        memory_free(before);
        memory_free(boards);
        return NULL;
    }
    boards[0] = 1;
    for (unsigned cell = 0; cell < space->cells; cell++) {
        double *swap = before;
        before = boards;
        boards = swap;
        memset(boards, 0, sums * sizeof *boards);
        for (unsigned rank = 0; rank <= space->largest; rank++)
            for (size_t sum = (size_t)space->weight[rank]; sum < sums && (rank == 0 || space->cells_needed[rank]);
                 sum++)
                boards[sum] += before[sum - space->weight[rank]];
    }
    for (size_t sum = 1; sum < sums; sum++)
        boards[sum] += boards[sum - 1];
    memory_free(before);
    return boards;
}

/* An estimate: the share of all boards, reachable or not, whose sum is at most this. `boards` may be NULL. */
static double estimate_share(const solve_job *job, const double *boards, uint64_t sum)
{
    uint64_t most = job->space.most;
    if (sum >= most)
        return 1;
    return boards ? boards[sum] / boards[most] : (double)sum / (double)most;
}

/* ---- All layers ----------------------------------------------------------------------------------------- */
/* Where the enumeration is: `stored` layers are in the store from an interrupted solve, `repeated` of them are done
 * again; `next_start`: the first position of a start that has not been added. */
typedef struct enumeration {
    layer_work work;
    size_t stored, repeated, next_start;
    double *boards;
} enumeration;

/* Reads the facts about a stored layer from all parts that this process reads; false if one cannot be read. */
static bool read_layer(const solve_job *job, size_t index, solve_layer *layer)
{
    bool is_sound = true;
    for (unsigned part = 0; part < job->choice.of && is_sound; part++) {
        void *bytes;
        size_t length;
        if (!job->choice.is_mine[part])
            continue;
        is_sound =
            archive_get_part(&job->archive, ARCHIVE_KEYS, index, (archive_part){part, job->choice.of}, &bytes, &length);
        if (is_sound && length >= sizeof *layer)
            memcpy(layer, bytes, sizeof *layer);
        is_sound = is_sound && length >= sizeof *layer;
        memory_free(bytes);
    }
    return is_sound;
}

/* Lists the layers that the stores have from an interrupted solve, up to the first one that is missing or damaged. */
static eleven_error find_layers(solve_job *job)
{
    eleven_error error = ELEVEN_OK;
    while (!error && job->is_resumed && parts_choose(job, ARCHIVE_KEYS, job->layer_count) == ELEVEN_OK) {
        solve_layer layer = {0};
        uint64_t damaged = !read_layer(job, job->layer_count, &layer);
        error = peers_agree(job, ELEVEN_OK, &damaged);
        if (error || damaged)
            break;
        peers_share(job, job->choice.teller, &layer, sizeof layer);
        error = peers_agree(job, add_layer(job, &layer), NULL);
    }
    return error;
}

/* The first sum to work on. Of the stored layers, those that reach beyond the last one must be repeated. */
static uint64_t first_sum(const solve_job *job, enumeration *all)
{
    uint64_t sum = job->starts[0].sum;
    if (all->stored) {
        while (job->layers[all->repeated].sum + job->space.rise <= job->layers[all->stored - 1].sum)
            all->repeated++;
        sum = job->layers[all->repeated].sum;
    }
    while (all->next_start < job->start_count && job->starts[all->next_start].sum < sum)
        all->next_start++;
    return sum;
}

/* Takes the positions of the current sum, or reads those of a stored layer, and slides them. */
static eleven_error begin_layer(enumeration *all, bool is_repeated)
{
    solve_job *job = all->work.job;
    eleven_error error = is_repeated ? solve_load_keys(job, all->repeated) : ELEVEN_OK;
    if (error || job->pending)
        return error;
    bool is_taken = add_starts(job, &all->next_start) && (is_repeated || take_layer(&all->work));
    return is_taken && solve_slide_layer(&all->work, 0) ? ELEVEN_OK : problem_no_memory(job->problem);
}

/* Adds the positions that follow from the afterstates found here. */
static eleven_error spawn_found(enumeration *all)
{
    const keyset *found = &all->work.job->afterstates;
    bool is_done = solve_spawn(&all->work, found->cell, found->count ? found->slots : 0);
    return is_done ? ELEVEN_OK : problem_no_memory(all->work.job->problem);
}

/* Adds the positions that follow from afterstates that only others have found, and empties the set of the current
 * sum. */
static eleven_error end_layer(enumeration *all, size_t fresh)
{
    solve_job *job = all->work.job;
    keyset *set = solve_window(job, job->sum);
    if (!solve_spawn(&all->work, job->mail.in, fresh))
        return problem_no_memory(job->problem);
    eleven_error error = solve_note_memory(job);
    return error || keyset_clear(set, set->count, 0) ? error : problem_no_memory(job->problem);
}

/* Enumerates the current sum in two agreements. *left: positions in the layers above. */
static eleven_error enumerate_sum(enumeration *all, uint64_t *left)
{
    solve_job *job = all->work.job;
    bool is_repeated = all->repeated < all->stored && job->layers[all->repeated].sum == job->sum;
    all->work.keys_taken = 0;
    memset(all->work.tally, 0, sizeof all->work.tally);
    size_t fresh;
    peers_note(job, begin_layer(all, is_repeated));
    peers_begin_afterstates(job);
    if (!job->pending)
        peers_note(job, spawn_found(all));
    eleven_error error = peers_end_afterstates(job, &fresh);
    if (error)
        return error;
    if (!job->pending)
        peers_note(job, end_layer(all, fresh));
    peer_facts facts = count_layer(&all->work);
    error = peers_agree_on(job, ELEVEN_OK, &facts);
    *left = facts.sum[LAYER_LEFT];
    all->repeated += is_repeated;
    if (error || (facts.sum[LAYER_POSITIONS] == 0 && !is_repeated))
        return error;
    if (!is_repeated)
        peers_note(job, keep_layer(job, &facts));
    solve_report(job, false, job->solution->counts.positions, estimate_share(job, all->boards, job->sum));
    return ELEVEN_OK;
}

/* How many boards new tiles can make of one afterstate, at most: for each number of tiles, their cells and their ranks.
 * A number that no memory has room for is enough where there are more. */
static size_t spawns_most(const solve_space *space)
{
    double boards = 0, of_count = 1;
    for (unsigned count = 1; count <= space->spawns_most && count <= space->cells; count++) {
        of_count *= (space->cells - count + 1.0) / count * space->spawn_ranks;
        bool is_last = count == space->spawns_most || count == space->cells;
        if (space->rules.count_weight[count] || is_last)
            boards += of_count;
    }
    return (size_t)fmin(boards, 1e12);
}

static eleven_error enumerate_sums(solve_job *job)
{
    eleven_error error = ELEVEN_OK;
    enumeration all = {.work = {.job = job, .spawns_most = spawns_most(&job->space)}};
    all.stored = job->layer_count;
    all.boards = job->space.most < SUMS_MAX && job->options->progress ? count_boards(&job->space) : NULL;
    for (uint64_t i = 0; i <= job->space.rise && !error; i++)
        error = keyset_clear(&job->window[i], 0, 0) ? ELEVEN_OK : problem_no_memory(job->problem);
    job->sum = first_sum(job, &all);
    uint64_t left = 0;
    error = peers_agree(job, error, NULL);
    for (; !error && (all.next_start < job->start_count || all.repeated < all.stored || left); job->sum++)
        error = enumerate_sum(&all, &left);
    memory_free(all.boards);
    return peers_agree(job, error, NULL);
}

eleven_error solve_enumerate(solve_job *job)
{
    uint64_t mark, is_complete = 0;
    eleven_error error = find_layers(job);
    if (error)
        return error;
    if (job->is_resumed)
        is_complete = archive_find_mark(&job->archive, "enumerated", &mark) && mark == job->layer_count;
    error = peers_agree(job, ELEVEN_OK, &is_complete);
    if (!error && !is_complete)
        error = enumerate_sums(job);
    if (!error && job->archive.stores_all)
        error = archive_mark(&job->archive, "enumerated", job->layer_count);
    return peers_agree(job, error, NULL);
}
