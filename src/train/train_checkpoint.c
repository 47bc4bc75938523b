/* Checkpoints: everything that a training consists of, so that it continues after a crash as if nothing had happened,
 * exactly so with one thread. A checkpoint is for the machine and the build that wrote it, not for exchange:
 *
 *     checkpoint_head | a train_worker for each thread | page number, page | ... | END_OF_PAGES
 *
 * Pages of cells that are all 0 are left out. */
#include "train/train_room.h"
#include "base/file.h"
#include "base/problem.h"

#include <errno.h>
#include <string.h>

/* Cells of a page. */
enum { CELL_PAGE = 512 };

#define END_OF_PAGES UINT64_MAX

typedef struct checkpoint_head {
    char magic[8];

    /* The sizes of what follows, mixed. */
    uint64_t build;
    train_recipe recipe;
    train_past past;
    uint32_t threads;
} checkpoint_head;

static const char checkpoint_magic[8] = {'E', 'L', 'E', 'V', 'E', 'N', 'T', '\n'};

static uint64_t build_number(void)
{
    return sizeof(train_worker) * UINT64_C(1000003) + sizeof(train_recipe) * UINT64_C(10007) + 1;
}

static bool page_is_empty(const train_cell *page)
{
    train_cell all = 0;
    for (unsigned i = 0; i < CELL_PAGE; i++)
        all |= page[i];
    return !all;
}

/* Errors are found when the file is closed. */
static void checkpoint_write(const training *trainer, FILE *file)
{
    checkpoint_head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, checkpoint_magic, sizeof checkpoint_magic);
    head.build = build_number();
    head.recipe = trainer->recipe;
    head.past = trainer->past;
    head.threads = trainer->threads;
    fwrite(&head, sizeof head, 1, file);
    fwrite(trainer->worker, sizeof *trainer->worker, trainer->threads, file);
    uint64_t number = 0, end = END_OF_PAGES;
    for (size_t i = 0; i + CELL_PAGE <= trainer->bytes / sizeof(train_cell); i += CELL_PAGE, number++)
        if (!page_is_empty(trainer->cells + i)) {
            fwrite(&number, sizeof number, 1, file);
            fwrite(trainer->cells + i, sizeof(train_cell), CELL_PAGE, file);
        }
    fwrite(&end, sizeof end, 1, file);
}

eleven_error train_save(const training *trainer, const char *path, eleven_problem *problem)
{
    file_writer writer;
    eleven_error error = file_writer_open(&writer, path, problem);
    if (error)
        return error;
    checkpoint_write(trainer, writer.out);
    return file_writer_close(&writer, true, problem);
}

/* If the number of threads has changed, new workers begin, and superfluous ones are skipped. */
static bool workers_read(training *trainer, unsigned threads, FILE *file)
{
    unsigned known = threads < trainer->threads ? threads : trainer->threads;
    return fread(trainer->worker, sizeof *trainer->worker, known, file) == known &&
           fseek(file, (long)(sizeof *trainer->worker * (threads - known)), SEEK_CUR) == 0;
}

static bool cells_read(training *trainer, FILE *file)
{
    uint64_t number, pages = trainer->bytes / sizeof(train_cell) / CELL_PAGE;
    while (fread(&number, sizeof number, 1, file) == 1) {
        if (number == END_OF_PAGES)
            return true;
        if (number >= pages ||
            fread(trainer->cells + number * CELL_PAGE, sizeof(train_cell), CELL_PAGE, file) != CELL_PAGE)
            return false;
    }
    return false;
}

/* Whether the weights are the same in number and meaning; other fields of the recipe may differ. */
static bool recipe_matches(const train_recipe *a, const train_recipe *b)
{
    bool is_same = a->tuples.count == b->tuples.count && a->cap == b->cap && a->stages == b->stages;
    for (unsigned t = 0; is_same && t < a->tuples.count; t++)
        is_same = a->tuples.at[t].near == b->tuples.at[t].near && a->tuples.at[t].far == b->tuples.at[t].far;
    return is_same;
}

static eleven_error checkpoint_read(training *trainer, const char *path, FILE *file, eleven_problem *problem)
{
    checkpoint_head head;
    if (fread(&head, sizeof head, 1, file) != 1 || memcmp(head.magic, checkpoint_magic, sizeof checkpoint_magic) != 0 ||
        head.build != build_number())
        return problem_set(problem, ELEVEN_BAD_TEXT, "%.90s is not a checkpoint of this version of the program", path);
    if (!recipe_matches(&head.recipe, &trainer->recipe))
        return problem_set(problem, ELEVEN_BAD_TEXT, "%.90s belongs to another recipe", path);
    if (!workers_read(trainer, head.threads, file) || !cells_read(trainer, file))
        return problem_set(problem, ELEVEN_BAD_TEXT, "%.90s is incomplete", path);
    trainer->past = head.past;
    return ELEVEN_OK;
}

eleven_error train_load(training *trainer, const char *path, eleven_problem *problem)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return errno == ENOENT ? ELEVEN_END : problem_of_system(problem, path, "read");
    eleven_error error = checkpoint_read(trainer, path, file, problem);
    fclose(file);
    return error;
}
