/* A solve from the request to the solution. */
#include "solver/solver_room.h"
#include "base/sized.h"
#include "base/hash.h"
#include "base/memory.h"

#include <assert.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

static int compare_starts(const void *a, const void *b)
{
    const solve_start *first = a, *second = b;
    int order = (first->sum > second->sum) - (first->sum < second->sum);
    return order ? order : (first->key > second->key) - (first->key < second->key);
}

/* Sorts the starts and merges those with the same key; returns how many are left. */
static size_t merge_starts(solve_start *starts, size_t count)
{
    size_t kept = 0;
    qsort(starts, count, sizeof *starts, compare_starts);
    for (size_t i = 0; i < count; i++) {
        if (kept && starts[kept - 1].key == starts[i].key)
            starts[kept - 1].probability += starts[i].probability;
        else
            starts[kept++] = starts[i];
    }
    return kept;
}

/* Replaces the starts by the boards with one more tile. False when out of memory. */
static bool add_start_tile(solve_job *job)
{
    const solve_space *space = &job->space;
    size_t each = (size_t)space->cells * space->spawn_ranks, count = 0;
    solve_start *next = memory_new(job->start_count * each * sizeof *next);
    if (!next)
        return false;
    for (size_t i = 0; i < job->start_count; i++) {
        uint8_t empties[ELEVEN_CELLS_MAX];
        unsigned empty = space_empties(space, job->starts[i].key, empties);
        if (empty == 0)
            next[count++] = job->starts[i];
        for (unsigned k = 0; k < empty * space->spawn_ranks; k++) {
            eleven_rank rank = space->spawn_rank[k / empty];
            uint64_t tile = (uint64_t)rank << empties[k % empty] * space->bits;
            double share = (double)space->spawn_weight[k / empty] / ((double)space->spawn_weights * empty);
            next[count++] = (solve_start){.key = image_canonical(space, job->starts[i].key | tile),
                                          .sum = job->starts[i].sum + space->weight[rank],
                                          .probability = job->starts[i].probability * share};
        }
    }
    memory_free(job->starts);
    job->starts = next;
    job->start_count = merge_starts(next, count);
    return true;
}

/* Places the start tiles one after another; mirror images are merged after each tile. */
static eleven_error find_starts(solve_job *job)
{
    const eleven_board *board = job->options->start;
    job->starts = memory_new(sizeof *job->starts);
    if (!job->starts)
        return problem_no_memory(job->problem);
    uint64_t key = board ? image_canonical(&job->space, space_pack(&job->space, board)) : 0;
    job->starts[0] = (solve_start){.key = key, .sum = space_sum(&job->space, key), .probability = 1};
    job->start_count = 1;
    for (unsigned i = 0; !board && i < job->space.rules.start_tiles; i++)
        if (!add_start_tile(job))
            return problem_no_memory(job->problem);
    return ELEVEN_OK;
}

/* Adds the objectives of these kinds to the plan. */
static void plan_kinds(solve_plan *plan, const eleven_solve *options, eleven_objective_kind from,
                       eleven_objective_kind to)
{
    for (unsigned i = 0; i < options->objective_count; i++) {
        if (options->objectives[i].kind < from || options->objectives[i].kind > to)
            continue;
        plan->requested[plan->shape.count] = i;
        plan->objective[plan->shape.count++] = options->objectives[i];
    }
}

static solve_plan make_plan(const eleven_solve *options)
{
    solve_plan plan = {0};
    plan_kinds(&plan, options, ELEVEN_OBJECTIVE_EXPECT_SCORE, ELEVEN_OBJECTIVE_EXPECT_MOVES);
    plan.shape.means = plan.shape.count;
    plan_kinds(&plan, options, ELEVEN_OBJECTIVE_REACH, ELEVEN_OBJECTIVE_REACH);
    plan.shape.reaches = plan.shape.count - plan.shape.means;
    plan_kinds(&plan, options, ELEVEN_OBJECTIVE_FORCE_SCORE, ELEVEN_OBJECTIVE_FORCE_RANK);
    while (plan.shape.count && plan.requested[plan.first] != 0)
        plan.first++;
    return plan;
}

/* A bound of the relative error of every value. Each move adds the rounding errors of one afterstate: sums over cells
 * and ranks, products, quotients, and the gain. All terms are positive, so relative errors do not grow in sums. */
static double bound_error(const solve_job *job)
{
    const solve_space *space = &job->space;
    double each = space->spawns_most * (space->cells + 2.0 * space->spawn_ranks + 4) + 2;
    uint64_t last = job->layers[job->layer_count - 1].sum, first = job->layers[0].sum;
    double moves = (double)(last - first) + 1;
    return 1.01 * moves * each * DBL_EPSILON / 2 + 64 * DBL_EPSILON;
}

/* Distinguishes solves in a store. */
static uint64_t identify_solve(const solve_job *job)
{
    const eleven_solve *options = job->options;
    enum { FORMAT = 4 };
    uint64_t facts[] = {eleven_rules_hash(&options->rules),
                        options->w,
                        options->h,
                        options->start ? job->starts[0].key : 0,
                        options->table != NULL,
                        FORMAT};
    uint64_t hash = hash_bytes(HASH_START, facts, sizeof facts);
    for (unsigned i = 0; i < options->objective_count; i++) {
        uint64_t objective = options->objectives[i].kind * 32u + options->objectives[i].rank;
        hash = hash_bytes(hash, &objective, sizeof objective);
    }
    return hash;
}

/* Opens the store. The solve continues if the store of any process contains layers. No process stores anything before
 * all have come here, so that each caller can look into its store before the solve. */
static eleven_error open_store(solve_job *job, eleven_error error)
{
    uint64_t found = 0;
    error = peers_agree(job, error, NULL);
    if (!error && job->options->store) {
        job->archive.identity = identify_solve(job);
        error = archive_open(&job->archive);
        found = error == ELEVEN_OK;
        error = error == ELEVEN_END ? ELEVEN_OK : error;
    }
    error = peers_agree(job, error, &found);
    job->is_resumed = !error && found;
    return job->is_resumed ? parts_open(job) : error;
}

/* No process forgets that the store has layers before all have removed theirs. */
static eleven_error clear_store(solve_job *job)
{
    eleven_error error = peers_agree(job, ELEVEN_OK, NULL);
    if (error)
        return error;
    archive_clear(&job->archive, job->layer_count, job->is_resumed);
    peers_wait(job);
    if (!job->is_lost)
        archive_forget(&job->archive);
    return ELEVEN_OK;
}

static eleven_error run_parts(solve_job *job, eleven_error error)
{
    error = open_store(job, error ? error : find_starts(job));
    if (!error)
        error = solve_enumerate(job);
    if (error)
        return error;
    job->solution->error = bound_error(job);
    if (job->plan.shape.count)
        error = solve_value(job);
    if (!error && job->options->table)
        error = elx_write(job);
    return error ? error : clear_store(job);
}

static void close_job(solve_job *job)
{
    for (uint64_t i = 0; job->window && i <= job->space.rise; i++)
        keyset_free(&job->window[i]);
    memory_free(job->window);
    keyset_free(&job->afterstates);
    memory_free(job->starts);
    memory_free(job->layers);
    memory_free(job->keys);
    memory_free(job->spare_keys);
    archive_close(&job->archive);
    peers_close(job);
    workers_close(job->team);
    space_close(&job->space);
}

eleven_error eleven_solve_run(const eleven_solve *request, eleven_solution *solution, eleven_problem *problem)
{
    eleven_solve known, *solve = &known;
    SIZED_COPY(known, request);
    assert(solve->objective_count <= ELEVEN_OBJECTIVES_MAX);
    solve_job job = {.options = solve, .solution = solution, .problem = problem, .plan = make_plan(solve)};
    memset(solution, 0, sizeof *solution);
    if (solve->table && !solve->objective_count)
        return problem_set(problem, ELEVEN_IMPOSSIBLE, "a table needs an objective");
    eleven_error error = space_open(&job.space, &solve->rules, solve->w, solve->h, solve->start, problem);
    if (error)
        return error;
    job.archive = (solve_archive){.store = solve->store,
                                  .stores_all = solve->store && solve->store_at_once,
                                  .limit = UINT64_MAX,
                                  .problem = problem};
    job.archive.part = solve->peers ? (archive_part){solve->peers->rank, solve->peers->count} : (archive_part){0, 1};
    archive_add_layout(&job.archive, job.archive.part.of);
    job.team = workers_open(solve->threads);
    job.window = memory_zeroed((size_t)job.space.rise + 1, sizeof *job.window);
    if (peers_open(&job))
        error = run_parts(&job, job.team && job.window ? ELEVEN_OK : problem_no_memory(problem));
    else
        error = problem_no_memory(problem);
    solution->memory = job.memory;
    close_job(&job);
    return error;
}

eleven_rank eleven_solve_largest(const eleven_solve *solve)
{
    solve_space space;
    if (space_open(&space, &solve->rules, solve->w, solve->h, solve->start, NULL))
        return 0;
    eleven_rank largest = space.largest;
    space_close(&space);
    return largest;
}
