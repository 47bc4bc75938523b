/* Checkpoints: everything that a training consists of, so that it continues after a crash as if nothing had happened,
 * exactly so with one thread. A checkpoint is for the machine and the build that wrote it, not for exchange:
 *
 *     checkpoint_head | a train_worker for each thread | page number, page | ... | END_OF_PAGES | checksum
 *
 * Pages of cells that are all 0 are left out. Everything is a multiple of 8 bytes long, and the checksum is that of the
 * 64-bit words before it. It is checked before anything is believed. Version 1 had no checksum. Its files are still
 * read: what could be an index is checked, and the caller can warn. Before version 3 cells were in another order. */
#include "train/train_room.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/problem.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Cells of a page, and the highest rank of a game. */
enum { CELL_PAGE = 512, RANK_MOST = 17, THREADS_MOST = 1 << 16 };

enum { VERSION = 3 };

#define END_OF_PAGES UINT64_MAX

typedef struct checkpoint_head {
    _Alignas(8) char magic[8];

    /* The sizes of what follows and the version, mixed. */
    uint64_t build;
    train_recipe recipe;
    train_past past;
    uint32_t threads, in_round;
} checkpoint_head;

_Static_assert(sizeof(checkpoint_head) % 8 == 0 && sizeof(train_worker) % 8 == 0, "the checksum is that of words");

static const char checkpoint_magic[8] = {'E', 'L', 'E', 'V', 'E', 'N', 'T', '\n'};

static uint64_t build_number(unsigned version)
{
    uint64_t sizes = sizeof(train_worker) * UINT64_C(1000003) + sizeof(train_recipe) * UINT64_C(10007) + 1;
    return version == 1 ? sizes : sizes + version * HASH_GOLDEN;
}

/* 0 for another program or machine. */
static unsigned build_version(uint64_t build)
{
    unsigned version = VERSION;
    while (version && build != build_number(version))
        version--;
    return version;
}

/* ---- Writing -------------------------------------------------------------------------------------------- */
/* The stream and the checksum of what was written to it. */
typedef struct checkpoint_out {
    FILE *file;
    uint64_t sum;
} checkpoint_out;

static uint64_t sum_words(uint64_t sum, const void *words, size_t bytes)
{
    const char *at = words;
    for (uint64_t word; bytes >= sizeof word; bytes -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        sum = hash_word(sum, word);
    }
    return sum;
}

static void checkpoint_put(checkpoint_out *out, const void *words, size_t bytes)
{
    out->sum = sum_words(out->sum, words, bytes);
    fwrite(words, 1, bytes, out->file);
}

static bool page_is_empty(const train_cell *page)
{
    train_cell all = 0;
    for (unsigned i = 0; i < CELL_PAGE; i++)
        all |= page[i];
    return !all;
}

/* The workers of all processes go to the first one, which writes them. In the others `out` is NULL. */
static void workers_write(training *trainer, checkpoint_out *out)
{
    train_worker *passing = trainer->peers.passing;
    size_t each = sizeof *trainer->worker;
    if (out)
        checkpoint_put(out, trainer->worker, each * trainer->threads);
    for (unsigned i = trainer->threads; i < train_workers(trainer); i++)
        if (train_send(trainer, i / trainer->threads, &trainer->worker[i % trainer->threads], 0, passing, each) && out)
            checkpoint_put(out, passing, each);
}

/* Errors are found when the file is closed. */
static void checkpoint_write(training *trainer, checkpoint_out *out)
{
    checkpoint_head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, checkpoint_magic, sizeof checkpoint_magic);
    head.build = build_number(VERSION);
    head.recipe = trainer->recipe;
    head.past = trainer->past;
    head.threads = train_workers(trainer);
    head.in_round = (uint32_t)trainer->in_round;
    checkpoint_put(out, &head, sizeof head);
    workers_write(trainer, out);
    uint64_t number = 0, end = END_OF_PAGES;
    for (size_t i = 0; i + CELL_PAGE <= trainer->bytes / sizeof(train_cell); i += CELL_PAGE, number++)
        if (!page_is_empty(trainer->cells + i)) {
            checkpoint_put(out, &number, sizeof number);
            checkpoint_put(out, trainer->cells + i, sizeof(train_cell) * CELL_PAGE);
        }
    checkpoint_put(out, &end, sizeof end);
    uint64_t sum = out->sum;
    checkpoint_put(out, &sum, sizeof sum);
}

eleven_error train_save(training *trainer, const char *path, eleven_problem *problem)
{
    file_writer writer = {0};
    bool is_first = trainer->peers.peers.rank == 0;
    eleven_error error = train_agree(trainer, is_first ? file_writer_open(&writer, path, problem) : ELEVEN_OK, problem);
    if (!error && is_first)
        checkpoint_write(trainer, &(checkpoint_out){writer.out, HASH_START});
    else if (!error)
        workers_write(trainer, NULL);
    if (writer.out) {
        eleven_error closing = file_writer_close(&writer, !error && !trainer->peers.is_lost, problem);
        error = error ? error : closing;
    }
    return train_agree(trainer, error, problem);
}

/* ---- Reading -------------------------------------------------------------------------------------------- */
/* Whether the file ends with the checksum of the words before it. Rewinds the file. */
static bool checkpoint_is_whole(FILE *file)
{
    char words[1 << 16];
    uint64_t sum = HASH_START, last = 0;
    bool has_last = false;
    size_t length;
    while ((length = fread(words, 1, sizeof words, file)) > 0 && length % sizeof last == 0) {
        sum = has_last ? hash_word(sum, last) : sum;
        length -= sizeof last;
        sum = sum_words(sum, words, length);
        memcpy(&last, words + length, sizeof last);
        has_last = true;
    }
    bool is_right = length == 0 && has_last && last == sum && !ferror(file);
    rewind(file);
    return is_right;
}

static bool board_is_possible(eleven_bitboard board)
{
    return !(board.high >> 16) && eleven_bitboard_largest(board) <= RANK_MOST;
}

/* Where the cell is now that was at this place before version 3. */
static uint64_t cell_place(const tuple_set *set, uint64_t old)
{
    uint64_t number = old % set->size, place = 0;
    unsigned t = set->count - 1;
    if (old >= (uint64_t)set->size * set->stages)
        return old;
    while (number < set->at[t].first)
        t--;
    for (unsigned bit = 0; bit < 4u * set->at[t].count; bit++)
        place |= ((number - set->at[t].first) >> bit & 1) << player_tuple_bit(set->at[t].count, bit);
    return old - number + set->at[t].first + place;
}

/* Whether playing on with this worker stays within all arrays. */
static bool worker_is_sound(const training *trainer, const train_worker *worker)
{
    const tuple_set *set = &trainer->recipe.tuples;
    unsigned char is_late;
    memcpy(&is_late, &worker->is_late, sizeof is_late);
    bool is_sound = worker->steps <= HORIZON_MAX + 1 && worker->newest <= HORIZON_MAX && is_late <= 1 &&
                    board_is_possible(worker->board);
    for (unsigned i = 0; is_sound && i <= HORIZON_MAX; i++)
        for (unsigned t = 0; is_sound && t < set->lookups; t++)
            is_sound = worker->step[i].at[t] < (uint64_t)set->size * set->stages;
    for (unsigned i = 0; is_sound && i < LATE_STARTS; i++)
        is_sound = board_is_possible(worker->late_start[i]);
    for (unsigned i = 0; is_sound && i < PATH_MAX_MOVES && i < worker->path_moves; i++)
        is_sound = board_is_possible(worker->path[i]);
    return is_sound;
}

static bool worker_read(const training *trainer, train_worker *worker, FILE *file)
{
    const tuple_set *set = &trainer->recipe.tuples;
    if (fread(worker, sizeof *worker, 1, file) != 1 || !worker_is_sound(trainer, worker))
        return false;
    for (unsigned i = 0; trainer->is_reordered && i <= HORIZON_MAX; i++)
        for (unsigned t = 0; t < set->lookups; t++)
            worker->step[i].at[t] = (uint32_t)cell_place(set, worker->step[i].at[t]);
    return true;
}

/* The workers of this process, which are kept, and of the others. If the number of threads or processes has changed,
 * new workers begin, and superfluous ones are skipped. */
static bool workers_read(training *trainer, unsigned threads, FILE *file)
{
    unsigned known = threads < train_workers(trainer) ? threads : train_workers(trainer);
    bool is_read = true;
    for (unsigned i = 0; is_read && i < known; i++) {
        train_worker *worker = i < trainer->threads ? &trainer->worker[i] : trainer->peers.passing;
        is_read = worker_read(trainer, worker, file);
    }
    return is_read && fseek(file, (long)(sizeof *trainer->worker * (threads - known)), SEEK_CUR) == 0;
}

/* Whether all weights of a page are numbers. */
static bool page_is_sound(const train_cell *page)
{
    const uint32_t exponent = 0x7f800000;
    bool is_sound = true;
    for (unsigned i = 0; i < CELL_PAGE; i++)
        is_sound &= ((uint32_t)page[i] & exponent) != exponent;
    return is_sound;
}

static bool cells_read(training *trainer, FILE *file)
{
    uint64_t number, pages = trainer->bytes / sizeof(train_cell) / CELL_PAGE;
    train_cell page[CELL_PAGE];
    while (fread(&number, sizeof number, 1, file) == 1) {
        if (number == END_OF_PAGES)
            return true;
        if (number >= pages)
            return false;
        if (fread(page, sizeof *page, CELL_PAGE, file) != CELL_PAGE || !page_is_sound(page))
            return false;
        if (!trainer->is_reordered)
            memcpy(trainer->cells + number * CELL_PAGE, page, sizeof page);
        for (unsigned i = 0; trainer->is_reordered && i < CELL_PAGE; i++)
            if (page[i])
                trainer->cells[cell_place(&trainer->recipe.tuples, number * CELL_PAGE + i)] = page[i];
    }
    return false;
}

/* Whether the weights of two sets are the same in number and meaning. */
static bool tuples_match(const tuple_set *a, const tuple_set *b)
{
    bool is_same = a->count == b->count && a->cap == b->cap && a->stages == b->stages;
    for (unsigned t = 0; is_same && t < a->count; t++)
        is_same = a->at[t].count == b->at[t].count && memcmp(a->at[t].cell, b->at[t].cell, sizeof a->at[t].cell) == 0;
    return is_same;
}

static eleven_error checkpoint_read(training *trainer, const char *path, FILE *file, unsigned *threads,
                                    eleven_problem *problem)
{
    checkpoint_head head;
    bool has_head =
        fread(&head, sizeof head, 1, file) == 1 && memcmp(head.magic, checkpoint_magic, sizeof checkpoint_magic) == 0;
    unsigned version = has_head ? build_version(head.build) : 0;
    if (!version)
        return problem_set(problem, ELEVEN_BAD_TEXT, "%s is not a checkpoint of this version of the program",
                           problem_path_of(path).text);
    trainer->is_unchecked = version == 1;
    trainer->is_reordered = version < 3;
    rewind(file);
    bool is_whole = trainer->is_unchecked || checkpoint_is_whole(file);
    if (is_whole && !tuples_match(&head.recipe.tuples, &trainer->recipe.tuples))
        return problem_set(problem, ELEVEN_BAD_TEXT, "%s belongs to another recipe", problem_path_of(path).text);
    is_whole = is_whole && head.threads <= THREADS_MOST && isfinite(head.past.seconds) && head.past.seconds >= 0 &&
               fseek(file, sizeof head, SEEK_SET) == 0 && workers_read(trainer, head.threads, file) &&
               cells_read(trainer, file);
    if (!is_whole)
        return problem_set(problem, ELEVEN_BAD_TEXT,
                           "%s is damaged or incomplete; delete it to start again, or use a copy",
                           problem_path_of(path).text);
    trainer->past = head.past;
    trainer->in_round = head.in_round % TRAIN_ROUND;
    *threads = head.threads;
    return ELEVEN_OK;
}

/* What the first process has read, and the others need besides weights. */
typedef struct checkpoint_news {
    train_past past;
    uint64_t in_round;
    unsigned threads;
} checkpoint_news;

/* The first process sends the others their workers. The weights of the others are still 0, so that combining them gives
 * all of them those of the first one. */
static eleven_error checkpoint_share(training *trainer, unsigned threads, FILE *file, eleven_problem *problem)
{
    checkpoint_news mine = {trainer->past, trainer->in_round, threads}, *all = (checkpoint_news *)trainer->peers.in;
    bool is_read =
        !file || fseek(file, (long)(sizeof(checkpoint_head) + sizeof(train_worker) * trainer->threads), SEEK_SET) == 0;
    if (!train_gather(trainer, &mine, sizeof mine, all))
        return train_agree(trainer, ELEVEN_OK, problem);
    trainer->past = all->past;
    trainer->in_round = all->in_round;
    threads = all->threads < train_workers(trainer) ? all->threads : train_workers(trainer);
    for (unsigned i = trainer->threads; i < threads; i++) {
        is_read = is_read && (!file || worker_read(trainer, trainer->peers.passing, file));
        train_send(trainer, 0, trainer->peers.passing, i / trainer->threads, &trainer->worker[i % trainer->threads],
                   sizeof(train_worker));
    }
    train_combine(trainer);
    return train_agree(
        trainer, is_read ? ELEVEN_OK : problem_set(problem, ELEVEN_NO_STORAGE, "a checkpoint cannot be read again"),
        problem);
}

/* In the others, `file` is NULL. */
static eleven_error checkpoint_load(training *trainer, const char *path, FILE *file, eleven_problem *problem)
{
    unsigned threads = 0;
    eleven_error error = file ? checkpoint_read(trainer, path, file, &threads, problem) : ELEVEN_OK;
    error = train_agree(trainer, error, problem);
    return error || trainer->peers.peers.count == 1 ? error : checkpoint_share(trainer, threads, file, problem);
}

eleven_error train_load(training *trainer, const char *path, eleven_problem *problem)
{
    bool is_first = trainer->peers.peers.rank == 0;
    FILE *file = is_first ? fopen(path, "rb") : NULL;
    eleven_error error = is_first && !file ? problem_of_system(problem, path, "read") : ELEVEN_OK;
    error = train_agree(trainer, error, problem);
    if (!error)
        error = checkpoint_load(trainer, path, file, problem);
    if (file)
        fclose(file);
    return error;
}
