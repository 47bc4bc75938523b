/* Building the tables: layer by layer from the greatest sum down, each by all threads. The chances of the last three layers
 * are kept as floats, from which the next one follows; the file gets them rounded. Everything lies in the file that is being
 * built, mapped into memory, so that a build that dies, however suddenly, is gone on from. */
#include "endgame/endgame_tables.h"
#include "base/workers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct building {
    endgame_layout layout;
    eleven_rowtable rows;
    unsigned char *file; /* mapped */
    solve_crew *crew;

    /* The layer under way. */
    unsigned table, layer;
    uint64_t locked, locks; /* the ranks of the locked cells, and all bits of these cells */
    atomic_uint next;       /* part to be done by the next thread that asks */
} building;

static float *newest_of(const building *work, unsigned layer)
{
    return (float *)(void *)(work->file + work->layout.newest + layer % NEWEST * work->layout.newest_room);
}

/* ---- Chances -------------------------------------------------------------------------------------------- */

/* The best chance over the moves of a board, a new tile placed. */
static float best_chance(const building *work, uint64_t board, unsigned layer, const float *chances)
{
    const endgame_space *space = &work->layout.space[work->table];
    eleven_afterstates after;
    float best = 0;
    unsigned legal = eleven_bitboard_afterstates(&work->rows, (eleven_bitboard){board, 0}, &after);
    for (; legal; legal &= legal - 1) {
        uint64_t made = after.board[__builtin_ctz(legal)].low;
        if ((made ^ work->locked) & work->locks)
            continue;
        int64_t number = endgame_number(space, layer, made);
        if (number != ENDGAME_OUTSIDE && chances[number] > best)
            best = chances[number];
    }
    return best;
}

/* The mean over new tiles. What lies above the last layer has no chance. */
static float chance_of(const building *work, uint64_t board)
{
    enum { TENTHS_OF_TWO = 9 };
    const endgame_space *space = &work->layout.space[work->table];
    if (endgame_is_reached(space->shape, space->goal, board))
        return 1;
    float sum[3] = {0, 0, 0};
    unsigned empty = 0;
    for (unsigned k = 0; k < space->shape->free; k++) {
        unsigned cell = space->shape->cell[k];
        if (endgame_rank(board, cell))
            continue;
        empty++;
        for (unsigned rank = 1; rank <= 2; rank++)
            if (work->layer + rank < space->layers)
                sum[rank] += best_chance(work, board | (uint64_t)rank << 4 * cell, work->layer + rank,
                                         newest_of(work, work->layer + rank));
    }
    return (TENTHS_OF_TWO * sum[1] + sum[2]) / (float)(10 * empty);
}

/* All fillings that go on from `board`, whose cells from k on are still empty. `number` is the next one's. */
static void fill_cells(const building *work, unsigned k, unsigned has_empty, unsigned rest, uint64_t board,
                       uint32_t *number)
{
    const endgame_space *space = &work->layout.space[work->table];
    if (k == space->shape->free) {
        if (rest == 0 && has_empty)
            newest_of(work, work->layer)[(*number)++] = chance_of(work, board);
        return;
    }
    const uint32_t *before = space->before[k][has_empty] + rest * SPACE_RANKS;
    for (int rank = 0; rank <= space->highest[k] && endgame_weight((unsigned)rank) <= rest; rank++)
        if (before[rank] != before[rank + 1])
            fill_cells(work, k + 1, has_empty | (rank == 0), rest - endgame_weight((unsigned)rank),
                       board | (uint64_t)rank << 4 * space->shape->cell[k], number);
}

/* A part of the layer is what has the same two ranks on the first two cells. */
static void fill_part(const building *work, unsigned first, unsigned second)
{
    const endgame_space *space = &work->layout.space[work->table];
    unsigned a = endgame_weight(first), b = endgame_weight(second);
    if ((int)first > space->highest[0] || (int)second > space->highest[1] || a + b > work->layer)
        return;
    uint32_t number = space->before[0][0][work->layer * SPACE_RANKS + first] +
                      space->before[1][first == 0][(work->layer - a) * SPACE_RANKS + second];
    uint64_t board =
        work->locked | (uint64_t)first << 4 * space->shape->cell[0] | (uint64_t)second << 4 * space->shape->cell[1];
    fill_cells(work, 2, first == 0 || second == 0, work->layer - a - b, board, &number);
}

static void fill_parts(void *context, unsigned member)
{
    building *work = context;
    (void)member;
    for (unsigned part; (part = atomic_fetch_add(&work->next, 1)) < SPACE_RANKS * SPACE_RANKS;)
        fill_part(work, part / SPACE_RANKS, part % SPACE_RANKS);
}

/* ---- Layers --------------------------------------------------------------------------------------------- */

static void pack_layer(building *work)
{
    size_t length;
    unsigned char *bytes = endgame_layer(&work->layout, work->file, work->table, work->layer, &length);
    const float *chances = newest_of(work, work->layer);
    for (uint32_t i = 0; i < work->layout.space[work->table].size[work->layer]; i++)
        endgame_put(bytes, work->table, i, chances[i]);
    endgame_sums(&work->layout, work->file, work->table)[work->layer] = endgame_checksum(bytes, length);
}

/* The locked tiles of a table: all different, and above whatever else there is. */
static void lock_tiles(building *work)
{
    const endgame_shape *shape = work->layout.space[work->table].shape;
    work->locked = work->locks = 0;
    for (unsigned i = 0; i < shape->locked; i++) {
        work->locked |= (uint64_t)(15 - i) << 4 * shape->lock[i];
        work->locks |= UINT64_C(15) << 4 * shape->lock[i];
    }
}

/* The layer that comes after `done` others. */
static void choose_layer(building *work, uint64_t done)
{
    work->table = done >= work->layout.space[0].layers;
    if (work->table)
        done -= work->layout.space[0].layers;
    work->layer = work->layout.space[work->table].layers - 1 - (unsigned)done;
}

static void build_layer(building *work, uint64_t done)
{
    choose_layer(work, done);
    lock_tiles(work);
    atomic_store(&work->next, 0);
    crew_run(work->crew, fill_parts, work);
    pack_layer(work);
}

/* ---- What is done --------------------------------------------------------------------------------------- */

static uint64_t newest_sum(const building *work, unsigned layer)
{
    const endgame_space *space = &work->layout.space[work->table];
    return layer < space->layers ? endgame_checksum(newest_of(work, layer), space->size[layer] * sizeof(float)) : 0;
}

static endgame_state state_after(building *work, uint64_t done)
{
    endgame_state state = {.done = done};
    choose_layer(work, done - 1);
    for (unsigned i = 0; i < 2; i++)
        state.newest[i] = newest_sum(work, work->layer + i);
    state.sum = endgame_checksum(&state, offsetof(endgame_state, sum));
    return state;
}

/* Whether that many layers have arrived in the file as they were made. */
static bool are_done(building *work, uint64_t done)
{
    for (uint64_t i = 0; i < done; i++) {
        size_t length;
        choose_layer(work, i);
        const unsigned char *bytes = endgame_layer(&work->layout, work->file, work->table, work->layer, &length);
        if (endgame_checksum(bytes, length) != endgame_sums(&work->layout, work->file, work->table)[work->layer])
            return false;
    }
    return true;
}

/* How many layers an interrupted build has left behind; 0 where there was none, or they are not what they were. */
static uint64_t layers_done(building *work)
{
    endgame_head right = endgame_head_of(work->layout.size), *head = (endgame_head *)(void *)work->file;
    uint64_t most = 0;
    if (memcmp(head, &right, offsetof(endgame_head, state)) != 0)
        return 0;
    for (unsigned i = 0; i < 2; i++) {
        endgame_state state = head->state[i];
        if (state.sum != endgame_checksum(&state, offsetof(endgame_state, sum)) || state.done <= most ||
            state.done > work->layout.layers)
            continue;
        endgame_state now = state_after(work, state.done);
        if (memcmp(&now, &state, sizeof now) == 0 && are_done(work, state.done))
            most = state.done;
    }
    return most;
}

/* ---- The whole ------------------------------------------------------------------------------------------ */

/* The share of the fillings in the layers that are done. */
static double share_of(building *work, uint64_t done)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < done; i++) {
        choose_layer(work, i);
        sum += work->layout.space[work->table].size[work->layer];
    }
    return (double)sum / (double)work->layout.fillings;
}

static eleven_error build_layers(building *work, const eleven_endgame_build *build, uint64_t done)
{
    endgame_head *head = (endgame_head *)(void *)work->file;
    eleven_endgame_progress progress = {.share_begun = share_of(work, done)};
    for (; done < work->layout.layers; done++) {
        progress.share = share_of(work, done);
        if (build->progress && !build->progress(build->context, &progress))
            return ELEVEN_END;
        build_layer(work, done);
        head->state[done % 2] = state_after(work, done + 1);
    }
    memset(head->state, 0, sizeof head->state);
    head->sum = endgame_head_sum(&work->layout, work->file);
    return ELEVEN_OK;
}

/* Folders on the way to this one, and itself. */
static void make_folders(const char *folder)
{
    char path[ENDGAME_PATH];
    for (size_t i = 0; i < sizeof path; i++) {
        if (folder[i] == '/' || folder[i] == '\0') {
            snprintf(path, sizeof path, "%.*s", (int)i, folder);
            mkdir(path, 0777);
        }
        if (folder[i] == '\0')
            break;
    }
}

/* Whether the open file still has this name: another build may have finished it in the meantime. */
static bool is_named(const char *path, int file)
{
    struct stat named, opened;
    return stat(path, &named) == 0 && fstat(file, &opened) == 0 && named.st_ino == opened.st_ino &&
           named.st_dev == opened.st_dev;
}

/* Makes the file as long as it has to be, so that what is written through the mapping has its place on the disk. */
static eleven_error map_part(building *work, const char *path, int file, eleven_problem *problem)
{
    if (flock(file, LOCK_EX | LOCK_NB) != 0 || !is_named(path, file))
        return endgame_fail(problem, path, "another program is building these tables");
    errno = posix_fallocate(file, 0, (off_t)work->layout.part_length);
    if (errno != 0)
        return endgame_fail(problem, path, NULL);
    void *bytes = mmap(NULL, work->layout.part_length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED)
        return endgame_fail(problem, path, NULL);
    work->file = bytes;
    return ELEVEN_OK;
}

/* Nothing of what stood in the file stays, not even between its parts. */
static eleven_error begin_anew(building *work, const char *path, int file, eleven_problem *problem)
{
    if (ftruncate(file, 0) != 0)
        return endgame_fail(problem, path, NULL);
    errno = posix_fallocate(file, 0, (off_t)work->layout.part_length);
    if (errno != 0)
        return endgame_fail(problem, path, NULL);
    endgame_head head = endgame_head_of(work->layout.size);
    memcpy(work->file, &head, sizeof head);
    return ELEVEN_OK;
}

/* Lets the finished file take its place. */
static eleven_error finish(building *work, const char *part, const char *path, int file, eleven_problem *problem)
{
    bool is_kept = msync(work->file, work->layout.part_length, MS_SYNC) == 0 &&
                   ftruncate(file, (off_t)work->layout.length) == 0 && fsync(file) == 0 && rename(part, path) == 0;
    return is_kept ? ELEVEN_OK : endgame_fail(problem, path, NULL);
}

static eleven_error build_file(building *work, const eleven_endgame_build *build, eleven_problem *problem)
{
    char path[ENDGAME_PATH], part[ENDGAME_PATH];
    if (!endgame_path(path, build->folder, build->size, "") || !endgame_path(part, build->folder, build->size, ".part"))
        return endgame_fail(problem, build->folder, "this path is too long");
    make_folders(build->folder);
    int file = open(part, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return endgame_fail(problem, part, NULL);
    eleven_error error = map_part(work, part, file, problem);
    uint64_t done = error ? 0 : layers_done(work);
    if (!error && done == 0)
        error = begin_anew(work, part, file, problem);
    if (!error)
        error = build_layers(work, build, done);
    if (!error)
        error = finish(work, part, path, file, problem);
    if (work->file)
        munmap(work->file, work->layout.part_length);
    close(file);
    return error;
}

eleven_error eleven_endgame_run(const eleven_endgame_build *build, eleven_problem *problem)
{
    building *work = calloc(1, sizeof *work);
    bool is_open = work && endgame_layout_open(&work->layout, build->size);
    if (is_open)
        work->crew = crew_open(build->threads ? build->threads : 1);
    eleven_error error = ELEVEN_NO_MEMORY;
    if (is_open && work->crew) {
        eleven_rules classic;
        eleven_rules_find("classic", &classic);
        eleven_rowtable_build(&classic, &work->rows);
        error = build_file(work, build, problem);
    } else {
        endgame_fail(problem, build->folder, "there is not enough memory");
    }
    crew_close(work ? work->crew : NULL);
    if (is_open)
        endgame_layout_close(&work->layout);
    free(work);
    return error;
}
