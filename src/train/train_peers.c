/* Training by several processes. Each plays its own games with its own weights. From time to time they are combined:
 *
 *     process 0    base --games--> weights \                               / weights
 *                                           changes of all, combined: base
 *     process 1    base --games--> weights /                               \ weights
 *
 * A weight changes by the mean of the changes in those processes that have changed it: what several have learned from
 * the same positions counts once, and what only one has seen counts fully. The sums of the errors and of their
 * magnitudes, which set the rate at which a weight learns, change by the sums of all changes.
 *
 * Each process adds up one part of the numbers and sends the result to all (a reduction by scattering, and a gathering;
 * Thakur, Rabenseifner and Gropp, Optimization of Collective Communication Operations in MPICH, 2005). So all have
 * exactly the same weights. Pages that nobody has changed are left out. */
#include "train/train_room.h"
#include "base/memory.h"

#include <string.h>

/* Cells of a page, numbers that are sent for each cell, and pages sent at once. */
enum { PAGE = 512, PARTS = 4, PAGES_AT_ONCE = 128, NUMBERS = PAGES_AT_ONCE * PAGE * PARTS };

/* A change of a cell: of the weight and the two sums, and how many processes have changed it. */
typedef struct cell_change {
    float weight, sum, total, changed;
} cell_change;

_Static_assert(sizeof(cell_change) == PARTS * sizeof(float), "changes are added as floats");

/* ---- Messages --------------------------------------------------------------------------------------------- */
static bool exchange_now(training *trainer, const void *out, void *in)
{
    train_peers *all = &trainer->peers;
    const eleven_peers *peers = &all->peers;
    if (!all->is_lost && !peers->exchange(peers->context, out, all->out_lengths, in, all->in_lengths))
        all->is_lost = true;
    return !all->is_lost;
}

bool train_gather(training *trainer, const void *mine, size_t length, void *all)
{
    train_peers *peers = &trainer->peers;
    char *out = (char *)peers->out;
    for (unsigned i = 0; i < peers->peers.count; i++) {
        memcpy(out + i * length, mine, length);
        peers->out_lengths[i] = peers->in_lengths[i] = length;
    }
    return exchange_now(trainer, out, all);
}

bool train_send(training *trainer, unsigned from, const void *bytes, unsigned to, void *received, size_t length)
{
    train_peers *peers = &trainer->peers;
    memset(peers->out_lengths, 0, peers->peers.count * sizeof *peers->out_lengths);
    memset(peers->in_lengths, 0, peers->peers.count * sizeof *peers->in_lengths);
    if (peers->peers.rank == from)
        peers->out_lengths[to] = length;
    if (peers->peers.rank == to)
        peers->in_lengths[from] = length;
    return exchange_now(trainer, bytes, received);
}

eleven_error train_agree(training *trainer, eleven_error error, eleven_problem *problem)
{
    typedef struct said {
        eleven_error error;
        eleven_problem problem;
    } said;
    train_peers *peers = &trainer->peers;
    said mine = {.error = error}, *all = (said *)peers->in;
    if (peers->peers.count <= 1)
        return error;
    if (error && problem && error != ELEVEN_STOPPED)
        mine.problem = *problem;
    if (!train_gather(trainer, &mine, sizeof mine, all))
        return problem_set(problem, ELEVEN_IMPOSSIBLE, "another process of the training cannot be reached");
    for (unsigned i = 0; i < peers->peers.count; i++) {
        if (!all[i].error)
            continue;
        if (problem && all[i].error != ELEVEN_STOPPED)
            *problem = all[i].problem;
        return all[i].error;
    }
    return ELEVEN_OK;
}

/* Where the part of a process begins among so many numbers. */
static size_t part_start(const training *trainer, size_t count, unsigned rank)
{
    return count * rank / trainer->peers.peers.count;
}

/* Adds up the numbers of all processes, in the order of the processes. */
static bool add_up(training *trainer, float *numbers, size_t count)
{
    train_peers *all = &trainer->peers;
    unsigned processes = all->peers.count, rank = all->peers.rank;
    size_t start = part_start(trainer, count, rank), own = part_start(trainer, count, rank + 1) - start;
    for (unsigned i = 0; i < processes; i++) {
        all->out_lengths[i] = sizeof *numbers * (part_start(trainer, count, i + 1) - part_start(trainer, count, i));
        all->in_lengths[i] = sizeof *numbers * own;
    }
    if (!exchange_now(trainer, numbers, all->in))
        return false;
    for (size_t k = 0; k < own; k++) {
        float sum = 0;
        for (unsigned i = 0; i < processes; i++)
            sum += all->in[i * own + k];
        all->out[k] = sum;
    }
    for (unsigned i = 0; i < processes; i++) {
        size_t length = all->out_lengths[i];
        all->out_lengths[i] = all->in_lengths[i];
        all->in_lengths[i] = length;
        if (i)
            memcpy(all->out + i * own, all->out, own * sizeof *all->out);
    }
    return exchange_now(trainer, all->out, numbers);
}

/* ---- Cells ------------------------------------------------------------------------------------------------ */
static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float cell_sum(train_cell cell)
{
    return float_of((uint32_t)(cell >> 32) << 16);
}

static float cell_total(train_cell cell)
{
    return float_of((uint32_t)(cell >> 48) << 16);
}

/* The upper half of a float, rounded to the nearest. */
static train_cell upper_half(float value)
{
    uint32_t bits = bits_of(value);
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

static cell_change change_of(train_cell from, train_cell to)
{
    if (from == to)
        return (cell_change){0};
    return (cell_change){float_of((uint32_t)to) - float_of((uint32_t)from), cell_sum(to) - cell_sum(from),
                         cell_total(to) - cell_total(from), 1};
}

static train_cell changed_cell(train_cell base, const cell_change *all)
{
    if (!(all->changed > 0))
        return base;
    float weight = float_of((uint32_t)base) + all->weight / all->changed;
    float total = cell_total(base) + all->total;
    return upper_half(total > 0 ? total : 0) << 48 | upper_half(cell_sum(base) + all->sum) << 32 | bits_of(weight);
}

/* Combines these pages. */
static bool combine_pages(training *trainer, const uint32_t *pages, size_t count)
{
    cell_change *changes = (cell_change *)trainer->peers.numbers;
    for (size_t i = 0; i < count * PAGE; i++) {
        size_t at = (size_t)pages[i / PAGE] * PAGE + i % PAGE;
        changes[i] = change_of(trainer->peers.base[at], trainer->cells[at]);
    }
    if (!add_up(trainer, trainer->peers.numbers, count * PAGE * PARTS))
        return false;
    for (size_t i = 0; i < count * PAGE; i++) {
        size_t at = (size_t)pages[i / PAGE] * PAGE + i % PAGE;
        train_cell cell = changed_cell(trainer->peers.base[at], &changes[i]);
        if (trainer->cells[at] != cell)
            trainer->cells[at] = cell;
        if (trainer->peers.base[at] != cell)
            trainer->peers.base[at] = cell;
    }
    return true;
}

bool train_combine(training *trainer)
{
    train_peers *all = &trainer->peers;
    size_t pages = trainer->bytes / sizeof(train_cell) / PAGE;
    uint32_t chosen[PAGES_AT_ONCE];
    for (size_t from = 0, many; from < pages && !all->is_lost; from += many) {
        many = pages - from < PAGES_AT_ONCE * PAGE ? pages - from : PAGES_AT_ONCE * PAGE;
        float *is_changed = all->flags;
        for (size_t i = 0; i < many; i++) {
            size_t at = (from + i) * PAGE;
            is_changed[i] = memcmp(trainer->cells + at, all->base + at, PAGE * sizeof(train_cell)) != 0;
        }
        add_up(trainer, is_changed, many);
        size_t count = 0;
        for (size_t i = 0; i < many && !all->is_lost; i++) {
            if (is_changed[i] > 0)
                chosen[count++] = (uint32_t)(from + i);
            if (count == PAGES_AT_ONCE || (i + 1 == many && count)) {
                combine_pages(trainer, chosen, count);
                count = 0;
            }
        }
    }
    return !all->is_lost;
}

/* ---- Beginning and end ------------------------------------------------------------------------------------ */
bool train_join(training *trainer, const eleven_peers *peers)
{
    train_peers *all = &trainer->peers;
    size_t count = peers->count;
    /* A process needs space for one number more than its share, and for an error of each process. */
    size_t numbers = NUMBERS + count * (1 + sizeof(eleven_problem) + sizeof(eleven_error));
    all->peers = *peers;
    all->in = memory_new(numbers * sizeof *all->in);
    all->out = memory_new(numbers * sizeof *all->out);
    all->numbers = memory_new(NUMBERS * sizeof *all->numbers);
    all->flags = memory_new(PAGES_AT_ONCE * PAGE * sizeof *all->flags);
    all->out_lengths = memory_zeroed(count, sizeof *all->out_lengths);
    all->in_lengths = memory_zeroed(count, sizeof *all->in_lengths);
    all->passing = memory_zeroed(1, sizeof *all->passing);
    all->base = memory_pages_new(trainer->bytes);
    return all->passing && all->in && all->out && all->numbers && all->flags && all->out_lengths && all->in_lengths &&
           all->base;
}

void train_leave(training *trainer)
{
    train_peers *all = &trainer->peers;
    memory_free(all->in);
    memory_free(all->out);
    memory_free(all->numbers);
    memory_free(all->flags);
    memory_free(all->out_lengths);
    memory_free(all->in_lengths);
    memory_free(all->passing);
    if (all->base)
        memory_pages_free(all->base, trainer->bytes);
}
