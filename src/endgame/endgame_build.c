/* Building the tables, layer by layer from the largest sum down. A layer has two kinds of boards: the fillings, to
 * which a new tile comes, and the boards with the new tile, which have a move to make. A move keeps the layer, and a
 * new tile raises it by one or two:
 *
 *     layer 30   chances [ filling ... ]   best moves [ board ... ]      known
 *     layer 29   chances [ filling ... ]   best moves [ board ... ]      known
 *     layer 28   chances [ filling ... ]      each: mean over new tiles of the best moves (2: layer 29, 4: layer 30)
 *                best moves [ board ... ]     each: the best of the chances of layer 28 after a move
 *
 * Nearly every board comes from several fillings, but its best move is looked for only once. The boards are numbered as
 * the fillings are, with the full ones among them. A tile on an empty cell changes only the part of a board's number
 * that the cells up to this one contribute, so a walk through all boards finds it once for many fillings.
 *
 * All workers share a layer: a part of it is all boards with the same two ranks on the first two cells. The best moves
 * of the newest layers are kept as floats; the file receives the rounded codes of the chances. Everything is in the
 * file that is being built, mapped into memory, so a build that dies, however suddenly, is continued. */
#include "base/workers.h"
#include "base/memory.h"
#include "base/sized.h"
#include "endgame/endgame_room.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct building {
    endgame_layout layout;
    eleven_rowtable rows;
    workers *team;

    /* The mapped file. */
    unsigned char *file;

    /* The current layer; whether its best moves are looked for, or its chances; the ranks of the locked cells; all bits
     * of these cells. */
    unsigned table, layer;
    bool seeks_moves;
    uint64_t locked, locked_bits;
} building;

static float *slot_of(const building *work, unsigned slot)
{
    return (float *)(void *)(work->file + work->layout.newest + slot * work->layout.newest_length);
}

/* The best moves of a layer, by the numbers of the boards, and the chances of the current one. */
static float *moves_of(const building *work, unsigned layer)
{
    return slot_of(work, layer % ENDGAME_NEWEST);
}

static float *chances_of(const building *work)
{
    return slot_of(work, ENDGAME_NEWEST);
}

/* ---- Boards --------------------------------------------------------------------------------------------- */
/* The best chance over the moves of a board with its new tile. */
static float best_chance(const building *work, uint64_t board)
{
    const endgame_space *space = &work->layout.space[work->table];
    const float *chances = chances_of(work);
    eleven_afterstates after;
    float best = 0;
    unsigned legal = eleven_bitboard_afterstates(&work->rows, (eleven_bitboard){board, 0}, &after);
    for (; legal; legal &= legal - 1) {
        uint64_t next = after.board[__builtin_ctz(legal)].low;
        if ((next ^ work->locked) & work->locked_bits)
            continue;
        int64_t number = endgame_number(space, work->layer, next);
        if (number != ENDGAME_OUTSIDE && chances[number] > best)
            best = chances[number];
    }
    return best;
}

/* The new tiles have the ranks 1 and 2, and raise the layer by as much. */
enum { RAISES = 3 };

/* A walk through the boards of a layer in the order of their numbers, cell by cell. `filling`: the number of the next
 * filling. `jump`: for each empty cell so far, what a new tile of each rank on it adds to the number of the board. */
typedef struct walk {
    const building *work;
    uint32_t filling;
    unsigned empty;
    uint32_t jump[ENDGAME_CELLS_MAX][RAISES];
} walk;

/* The start of a board, up to a cell. `number`: what these cells contribute to the number of a board of this layer, of
 * the next one, and of the one after that. */
typedef struct stem {
    uint64_t board;
    unsigned rest;
    uint32_t number[RAISES];
} stem;

/* The chance of a filling, the stem with this last row: the mean over new tiles. Boards above the last layer have no
 * chance. */
static float chance_of(const walk *at, const stem *from, uint64_t row, uint32_t number)
{
    enum { TENTHS_OF_TWO = 9 };
    const building *work = at->work;
    const endgame_space *space = &work->layout.space[work->table];
    uint64_t row_empties = low_empties(row) & ENDGAME_ROW_MASK;
    float sum[RAISES] = {0, 0, 0};
    if (endgame_is_reached(space->shape, space->goal, from->board | row << ENDGAME_ROW_SHIFT))
        return 1;
    for (unsigned rank = 1; rank < RAISES && work->layer + rank < space->layers; rank++) {
        const float *moves = moves_of(work, work->layer + rank), *same_stem = moves + from->number[rank];
        for (unsigned i = 0; i < at->empty; i++)
            sum[rank] += moves[number + at->jump[i][rank]];
        for (uint64_t rest = row_empties; rest; rest &= rest - 1)
            sum[rank] += same_stem[space->row_number[true][row | (uint64_t)rank << __builtin_ctzll(rest)]];
    }
    return (TENTHS_OF_TWO * sum[1] + sum[2]) / (float)(10 * (at->empty + (unsigned)__builtin_popcountll(row_empties)));
}

/* Visits all boards with this stem, which lacks only the last row. */
static void visit_rows(walk *at, const stem *from)
{
    const building *work = at->work;
    const endgame_space *space = &work->layout.space[work->table];
    float *moves = moves_of(work, work->layer), *chances = chances_of(work);
    uint32_t number = from->number[0];
    for (uint32_t i = space->row_begin[from->rest]; i < space->row_begin[from->rest + 1]; i++, number++) {
        uint64_t row = space->row[i];
        if (work->seeks_moves)
            moves[number] = best_chance(work, from->board | row << ENDGAME_ROW_SHIFT);
        else if (at->empty || space->row_number[false][row] != ENDGAME_NO_ROW)
            chances[at->filling++] = chance_of(at, from, row, number);
    }
}

/* The stem with one cell more. An empty cell is added to those of the walk. */
static stem stem_with(walk *at, const stem *from, unsigned k, unsigned rank)
{
    const endgame_space *space = &at->work->layout.space[at->work->table];
    stem to = {.board = from->board | (uint64_t)rank << 4 * space->shape->cell[k],
               .rest = from->rest - endgame_weight(rank)};
    const uint32_t *before = space->before[k][true] + from->rest * ENDGAME_RANKS;
    for (unsigned raise = 0; raise < RAISES; raise++)
        to.number[raise] = from->number[raise] + before[raise * ENDGAME_RANKS + rank];
    if (rank)
        return to;
    for (unsigned raise = 1; raise < RAISES; raise++)
        at->jump[at->empty][raise] = from->number[raise] + before[raise * ENDGAME_RANKS + raise] - to.number[0];
    at->empty++;
    return to;
}

/* Visits all boards with this stem, whose cells from k on are not chosen yet. */
static void walk_on(walk *at, unsigned k, const stem *from)
{
    const endgame_space *space = &at->work->layout.space[at->work->table];
    if (k == endgame_row_first(space)) {
        visit_rows(at, from);
        return;
    }
    const uint32_t *before = space->before[k][true] + from->rest * ENDGAME_RANKS;
    for (unsigned rank = 0; (int)rank <= space->highest[k] && endgame_weight(rank) <= from->rest; rank++) {
        if (before[rank] == before[rank + 1])
            continue;
        stem to = stem_with(at, from, k, rank);
        walk_on(at, k + 1, &to);
        at->empty -= rank == 0;
    }
}

/* All boards of the layer with these ranks on the first two cells. */
static void walk_part(const building *work, unsigned first, unsigned second)
{
    const endgame_space *space = &work->layout.space[work->table];
    unsigned a = endgame_weight(first), b = endgame_weight(second);
    if ((int)first > space->highest[0] || (int)second > space->highest[1] || a + b > work->layer)
        return;
    walk at = {.work = work,
               .filling = space->before[0][0][work->layer * ENDGAME_RANKS + first] +
                          space->before[1][first == 0][(work->layer - a) * ENDGAME_RANKS + second]};
    stem from = {.board = work->locked, .rest = work->layer};
    from = stem_with(&at, &from, 0, first);
    from = stem_with(&at, &from, 1, second);
    walk_on(&at, 2, &from);
}

static bool walk_parts(void *context, unsigned worker, size_t from, size_t to)
{
    (void)worker;
    for (size_t part = from; part < to; part++)
        walk_part(context, (unsigned)part / ENDGAME_RANKS, part % ENDGAME_RANKS);
    return true;
}

/* ---- Layers --------------------------------------------------------------------------------------------- */
static void pack_layer(building *work)
{
    size_t length, place = endgame_layer_place(&work->layout, work->table, work->layer, &length);
    const float *chances = chances_of(work);
    for (uint32_t i = 0; i < endgame_size(&work->layout.space[work->table], work->layer); i++)
        endgame_put(work->file + place, work->table, i, chances[i]);
    uint64_t sum = endgame_checksum(work->file + place, length);
    memcpy(work->file + endgame_sum_place(&work->layout, work->table, work->layer), &sum, sizeof sum);
}

/* The locked tiles of a table: all different, and above all other tiles. */
static void lock_tiles(building *work)
{
    const endgame_shape *shape = work->layout.space[work->table].shape;
    work->locked = work->locked_bits = 0;
    for (unsigned i = 0; i < shape->locked; i++) {
        work->locked |= (uint64_t)(15 - i) << 4 * shape->lock[i];
        work->locked_bits |= UINT64_C(15) << 4 * shape->lock[i];
    }
}

/* The layer that comes after `done` others. */
static void choose_layer(building *work, uint64_t done)
{
    for (work->table = 0; done >= work->layout.space[work->table].layers; work->table++)
        done -= work->layout.space[work->table].layers;
    work->layer = work->layout.space[work->table].layers - 1 - (unsigned)done;
}

static void walk_layer(building *work, bool seeks_moves)
{
    sweep parts = {
        .team = work->team, .count = ENDGAME_RANKS * ENDGAME_RANKS, .block = 1, .context = work, .work = walk_parts};
    work->seeks_moves = seeks_moves;
    sweep_run(&parts);
}

static void build_layer(building *work, uint64_t done)
{
    choose_layer(work, done);
    lock_tiles(work);
    walk_layer(work, false);
    walk_layer(work, true);
    pack_layer(work);
}

/* ---- Interrupted builds --------------------------------------------------------------------------------- */
static uint64_t newest_sum(const building *work, unsigned layer)
{
    const endgame_space *space = &work->layout.space[work->table];
    return layer < space->layers ? endgame_checksum(moves_of(work, layer), endgame_boards(space, layer) * sizeof(float))
                                 : 0;
}

static endgame_state build_state_after(building *work, uint64_t done)
{
    endgame_state state = {.done = done};
    choose_layer(work, done - 1);
    for (unsigned i = 0; i < 2; i++)
        state.newest[i] = newest_sum(work, work->layer + i);
    state.sum = endgame_checksum(&state, offsetof(endgame_state, sum));
    return state;
}

/* Whether the file contains the first `done` layers as they were built. */
static bool are_layers_whole(building *work, uint64_t done)
{
    for (uint64_t i = 0; i < done; i++) {
        choose_layer(work, i);
        if (!endgame_layer_is_whole(&work->layout, work->file, work->table, work->layer))
            return false;
    }
    return true;
}

/* How many layers an interrupted build has finished; 0 if there was none, or the file is damaged. */
static uint64_t layers_done(building *work)
{
    endgame_head expected = endgame_head_of(work->layout.size), *head = (endgame_head *)(void *)work->file;
    uint64_t most = 0;
    if (memcmp(head, &expected, offsetof(endgame_head, state)) != 0)
        return 0;
    for (unsigned i = 0; i < 2; i++) {
        endgame_state state = head->state[i];
        if (state.sum != endgame_checksum(&state, offsetof(endgame_state, sum)) || state.done <= most ||
            state.done > work->layout.layers)
            continue;
        endgame_state now = build_state_after(work, state.done);
        if (memcmp(&now, &state, sizeof now) == 0 && are_layers_whole(work, state.done))
            most = state.done;
    }
    return most;
}

/* ---- The whole build ------------------------------------------------------------------------------------ */
/* The share of all fillings that is in the first `done` layers. */
static double share_of(building *work, uint64_t done)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < done; i++) {
        choose_layer(work, i);
        sum += endgame_size(&work->layout.space[work->table], work->layer);
    }
    return (double)sum / (double)work->layout.fillings;
}

static eleven_error build_layers(building *work, const eleven_endgame_build *build, uint64_t done)
{
    endgame_head *head = (endgame_head *)(void *)work->file;
    eleven_progress progress = {.share_begun = share_of(work, done)};
    for (; done < work->layout.layers; done++) {
        progress.share = share_of(work, done);
        progress.done = done;
        if (build->progress)
            build->progress(build->context, &progress);
        if (eleven_stop_is_requested(build->stop))
            return ELEVEN_STOPPED;
        build_layer(work, done);
        head->state[done % 2] = build_state_after(work, done + 1);
    }
    memset(head->state, 0, sizeof head->state);
    head->sum = endgame_head_sum(&work->layout, work->file);
    return ELEVEN_OK;
}

/* Creates the folder and those above it. False, and errno says why, where it does not exist then. */
static bool create_folders(const char *folder)
{
    char path[ENDGAME_PATH];
    struct stat status;
    size_t length = strlen(folder);
    int reason = 0;
    for (size_t i = 1; i <= length; i++) {
        if (i < length && folder[i] != '/')
            continue;
        snprintf(path, sizeof path, "%.*s", (int)i, folder);
        if (mkdir(path, 0777) != 0 && errno != EEXIST && !reason)
            reason = errno;
    }
    if (stat(folder, &status) == 0)
        return true;
    errno = reason ? reason : errno;
    return false;
}

/* Whether the open file still has this name: another build may have finished it in the meantime. */
static bool has_name(const char *path, int file)
{
    struct stat named, opened;
    return stat(path, &named) == 0 && fstat(file, &opened) == 0 && named.st_ino == opened.st_ino &&
           named.st_dev == opened.st_dev;
}

/* Gives the file its length on the disk, so that writing to the mapping cannot fail. */
static eleven_error extend_part(const building *work, const char *path, int file, eleven_problem *problem)
{
    errno = posix_fallocate(file, 0, (off_t)work->layout.part_length);
    return errno ? problem_of_system(problem, path, "written") : ELEVEN_OK;
}

static eleven_error map_part(building *work, const char *path, int file, eleven_problem *problem)
{
    if (flock(file, LOCK_EX | LOCK_NB) != 0 || !has_name(path, file))
        return problem_set(problem, ELEVEN_NO_STORAGE, "%s: another program is building these tables",
                           problem_path_of(path).text);
    eleven_error error = extend_part(work, path, file, problem);
    if (error)
        return error;
    void *bytes = mmap(NULL, work->layout.part_length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED)
        return problem_of_system(problem, path, "written");
    work->file = bytes;
    return ELEVEN_OK;
}

/* Starts a new build. Nothing of the old content stays, not even between the parts of the file. */
static eleven_error restart_part(building *work, const char *path, int file, eleven_problem *problem)
{
    endgame_head head = endgame_head_of(work->layout.size);
    if (ftruncate(file, 0) != 0)
        return problem_of_system(problem, path, "written");
    eleven_error error = extend_part(work, path, file, problem);
    if (!error)
        memcpy(work->file, &head, sizeof head);
    return error;
}

/* Cuts off the newest layers, and gives the finished file its name. */
static eleven_error finish_part(building *work, const char *part, const char *path, int file, eleven_problem *problem)
{
    bool is_kept = msync(work->file, work->layout.part_length, MS_SYNC) == 0 &&
                   ftruncate(file, (off_t)work->layout.length) == 0 && file_commit(file, part, path);
    return is_kept ? ELEVEN_OK : problem_of_system(problem, path, "written");
}

static eleven_error build_file(building *work, const eleven_endgame_build *build, eleven_problem *problem)
{
    char path[ENDGAME_PATH], part[ENDGAME_PATH];
    if (!endgame_path(path, build->folder, build->reach, "") ||
        !endgame_path(part, build->folder, build->reach, ".part"))
        return problem_set(problem, ELEVEN_NO_STORAGE, "%s: this path is too long",
                           problem_path_of(build->folder).text);
    if (!create_folders(build->folder))
        return problem_of_system(problem, build->folder, "created");
    int file = open(part, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0)
        return problem_of_system(problem, part, "written");
    eleven_error error = map_part(work, part, file, problem);
    uint64_t done = error ? 0 : layers_done(work);
    if (!error && done == 0)
        error = restart_part(work, part, file, problem);
    if (!error)
        error = build_layers(work, build, done);
    if (!error)
        error = finish_part(work, part, path, file, problem);
    if (work->file)
        munmap(work->file, work->layout.part_length);
    close(file);
    return error;
}

eleven_error eleven_endgame_run(const eleven_endgame_build *request, eleven_problem *problem)
{
    eleven_endgame_build known, *build = &known;
    SIZED_COPY(known, request);
    eleven_rules classic;
    building *work = memory_zeroed(1, sizeof *work);
    if (!work)
        return problem_no_memory(problem);
    eleven_rules_find("classic", &classic);
    eleven_rowtable_init(&work->rows, &classic);
    work->team = workers_open(build->threads);
    bool is_open = work->team && endgame_layout_open(&work->layout, build->reach);
    eleven_error error = is_open ? build_file(work, build, problem) : problem_no_memory(problem);
    workers_close(work->team);
    endgame_layout_close(&work->layout);
    memory_free(work);
    return error;
}
