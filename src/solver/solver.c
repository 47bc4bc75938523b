/* A solve from its wish to its solution. */
#include "solver/solving.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

eleven_error solve_fail(const solving *job, eleven_error error, const char *sentence)
{
    if (job->problem && error != ELEVEN_END) {
        *job->problem = (eleven_problem){0};
        snprintf(job->problem->sentence, sizeof job->problem->sentence, "%s", sentence);
    }
    return error;
}

bool keys_reserve(solving *job, size_t count)
{
    if (count <= job->key_room)
        return true;
    free(job->keys);
    free(job->spare);
    job->key_room = count + count / 4;
    job->keys = malloc(job->key_room * sizeof *job->keys);
    job->spare = malloc(job->key_room * sizeof *job->spare);
    if (job->keys && job->spare)
        return true;
    job->key_room = 0;
    return false;
}

eleven_error memory_note(solving *job)
{
    uint64_t bytes = 2 * job->key_room * sizeof *job->keys + job->after.room * sizeof(uint64_t);
    for (uint64_t i = 0; i <= job->space.rise; i++)
        bytes += job->window[i].room * sizeof(uint64_t);
    if (bytes + job->shelf.held > job->memory)
        job->memory = bytes + job->shelf.held;
    if (job->wish->memory == 0)
        return ELEVEN_OK;
    if (bytes > job->wish->memory) {
        char sentence[160];
        snprintf(sentence, sizeof sentence, "layers that have to be in memory at once take %.0f MB, more than allowed",
                 (double)bytes / 1e6);
        return solve_fail(job, ELEVEN_NO_MEMORY, sentence);
    }
    eleven_error error = shelf_limit(&job->shelf, job->wish->memory - bytes);
    if (error == ELEVEN_NO_STORAGE)
        return solve_fail(job, error, "the layers cannot be stored");
    return error ? solve_fail(job, error, "the budget of memory does not suffice for the positions") : error;
}

/* ---- Estimates ------------------------------------------------------------------------------------------ */

enum { SUMS_MOST = 1 << 20 };

static bool count_boards(solving *job)
{
    const solve_space *space = &job->space;
    size_t sums = space->most < SUMS_MOST ? space->most + 1 : 0;
    double *before = calloc(sums + 1, sizeof *before), *boards = calloc(sums + 1, sizeof *boards);
    for (unsigned cell = 0; before && boards && cell <= space->cells; cell++) {
        double *other = before;
        before = boards;
        boards = other;
        memset(boards, 0, sums * sizeof *boards);
        for (unsigned rank = 0; rank <= space->largest && cell; rank++)
            for (size_t sum = space->weight[rank]; sum < sums && (rank == 0 || space->needs[rank]); sum++)
                boards[sum] += before[sum - space->weight[rank]];
        if (cell == 0 && sums)
            boards[0] = 1;
    }
    for (size_t sum = 1; boards && sum < sums; sum++)
        boards[sum] += boards[sum - 1];
    free(before);
    job->boards = boards;
    return boards != NULL;
}

double estimate_share(solving *job, uint64_t sum)
{
    uint64_t most = job->space.most;
    if (sum >= most)
        return 1;
    if (most >= SUMS_MOST || (!job->boards && !count_boards(job)))
        return (double)sum / (double)most;
    return job->boards[sum] / job->boards[most];
}

/* ---- Solving -------------------------------------------------------------------------------------------- */

static void plan_kind(solve_plan *plan, const eleven_solve *wish, eleven_objective_kind from, eleven_objective_kind to)
{
    for (unsigned i = 0; i < wish->objective_count; i++) {
        if (wish->objectives[i].kind < from || wish->objectives[i].kind > to)
            continue;
        plan->asked[plan->count] = i;
        plan->objective[plan->count++] = wish->objectives[i];
    }
}

static void make_plan(solving *job)
{
    solve_plan *plan = &job->plan;
    plan_kind(plan, job->wish, ELEVEN_EXPECT_SCORE, ELEVEN_EXPECT_MOVES);
    plan->means = plan->count;
    plan_kind(plan, job->wish, ELEVEN_REACH, ELEVEN_REACH);
    plan->reaches = plan->count - plan->means;
    plan_kind(plan, job->wish, ELEVEN_FORCE_SCORE, ELEVEN_FORCE_RANK);
    while (plan->count && plan->asked[plan->first] != 0)
        plan->first++;
}

/* Every move adds the roundings of one afterstate: of its sums over cells and ranks, products, quotients and the gain.
 * All terms are positive, so that relative errors do not grow in sums. */
static double error_bound(const solving *job)
{
    const solve_space *space = &job->space;
    double each = 0;
    for (unsigned i = 1; i <= space->spawns_most; i++)
        each += space->cells + 2.0 * space->spawn_ranks + 2;
    each += 2.0 * space->spawns_most + 2;
    uint64_t last = job->layers[job->layer_count - 1].sum, first = job->layers[0].sum;
    double moves = (double)(last - first) + 1;
    return 1.01 * moves * each * DBL_EPSILON / 2 + 64 * DBL_EPSILON;
}

/* What tells solves apart in a store. */
static uint64_t identity_of(const solving *job)
{
    const eleven_solve *wish = job->wish;
    uint64_t hash = eleven_rules_hash(&wish->rules);
    uint64_t facts[] = {wish->w, wish->h, wish->start ? job->starts[0].key : 0, wish->table != NULL};
    for (unsigned i = 0; i < sizeof facts / sizeof *facts; i++)
        hash = (hash ^ facts[i]) * UINT64_C(0x100000001b3);
    for (unsigned i = 0; i < wish->objective_count; i++)
        hash = (hash ^ (wish->objectives[i].kind * 32u + wish->objectives[i].rank + 1)) * UINT64_C(0x100000001b3);
    return hash;
}

static eleven_error open_store(solving *job)
{
    job->shelf.identity = identity_of(job);
    eleven_error error = shelf_open(&job->shelf);
    job->goes_on = error == ELEVEN_OK;
    if (error == ELEVEN_BAD_TEXT)
        return solve_fail(job, error, "the store holds the layers of another solve");
    return error == ELEVEN_END ? ELEVEN_OK : error ? solve_fail(job, error, "the store cannot be written") : error;
}

static eleven_error solve(solving *job)
{
    eleven_error error = starts_find(job);
    if (!error && job->wish->store)
        error = open_store(job);
    if (!error)
        error = enumerate(job);
    if (error)
        return error;
    job->solution->error = error_bound(job);
    if (job->plan.count)
        error = valuate(job);
    if (!error && job->plan.count && job->wish->table)
        error = elx_write(job);
    if (!error)
        shelf_clear(&job->shelf, job->layer_count);
    return error;
}

static void close_job(solving *job)
{
    for (uint64_t i = 0; job->window && i <= job->space.rise; i++)
        keyset_free(&job->window[i]);
    free(job->window);
    keyset_free(&job->after);
    free(job->starts);
    free(job->layers);
    free(job->boards);
    free(job->keys);
    free(job->spare);
    shelf_close(&job->shelf);
    crew_close(job->crew);
    space_close(&job->space);
}

eleven_error eleven_solve_run(const eleven_solve *wish, eleven_solution *solution, eleven_problem *problem)
{
    solving job = {.wish = wish, .solution = solution, .problem = problem};
    memset(solution, 0, sizeof *solution);
    eleven_error error = space_open(&job.space, &wish->rules, wish->w, wish->h, wish->start, problem);
    if (error)
        return error;
    make_plan(&job);
    job.shelf = (solve_shelf){.store = wish->store, .at_once = wish->store && wish->store_at_once, .limit = UINT64_MAX};
    job.crew = crew_open(wish->threads);
    job.window = calloc(job.space.rise + 1, sizeof *job.window);
    error = job.crew && job.window ? solve(&job) : solve_fail(&job, ELEVEN_NO_MEMORY, "there is not enough memory");
    solution->memory = job.memory;
    close_job(&job);
    return error;
}

eleven_rank eleven_solve_largest(const eleven_solve *wish)
{
    solve_space space;
    if (space_open(&space, &wish->rules, wish->w, wish->h, wish->start, NULL))
        return 0;
    eleven_rank largest = space.largest;
    space_close(&space);
    return largest;
}
