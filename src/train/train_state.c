/* Checkpoints: everything a training is, so that it goes on after a crash as if nothing had happened (exactly so
 * with one thread). For the machine and the build that wrote it, not for exchange:
 *
 *     state_head | one train_worker a thread | page number, page | ... | END_OF_PAGES
 *
 * Pages of cells that are all 0 are left out. The file appears under its name only when it is whole and safe on
 * the disk. */
#include "train/train_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 512 /* cells */ };

#define END_OF_PAGES UINT64_MAX

typedef struct state_head {
    char magic[8];
    uint64_t build; /* sizes and order of what follows, mixed */
    train_recipe recipe;
    train_past past;
    uint32_t threads;
} state_head;

static const char magic[8] = {'E', 'L', 'E', 'V', 'E', 'N', 'T', '\n'};

static uint64_t build_number(void)
{
    return sizeof(train_worker) * UINT64_C(1000003) + sizeof(train_recipe) * UINT64_C(10007) + 1;
}

static eleven_error fail(eleven_error error, eleven_problem *problem, const char *path, const char *why)
{
    if (problem) {
        *problem = (eleven_problem){0};
        snprintf(problem->sentence, sizeof problem->sentence, "%.100s %.90s", path, why);
    }
    return error;
}

/* ---- Writing -------------------------------------------------------------------------------------------- */

static bool page_is_empty(const train_cell *page)
{
    train_cell all = 0;
    for (unsigned i = 0; i < PAGE; i++)
        all |= page[i];
    return !all;
}

static bool pages_write(const training *trainer, FILE *file)
{
    uint64_t number = 0, end = END_OF_PAGES;
    for (size_t i = 0; i + PAGE <= trainer->bytes / sizeof(train_cell); i += PAGE, number++)
        if (!page_is_empty(trainer->cells + i) && (fwrite(&number, sizeof number, 1, file) != 1 ||
                                                   fwrite(trainer->cells + i, sizeof(train_cell), PAGE, file) != PAGE))
            return false;
    return fwrite(&end, sizeof end, 1, file) == 1;
}

static bool state_write(const training *trainer, FILE *file)
{
    state_head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, magic, sizeof magic);
    head.build = build_number();
    head.recipe = trainer->recipe;
    head.past = trainer->past;
    head.threads = trainer->threads;
    return fwrite(&head, sizeof head, 1, file) == 1 &&
           fwrite(trainer->worker, sizeof *trainer->worker, trainer->threads, file) == trainer->threads &&
           pages_write(trainer, file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
}

eleven_error train_save(const training *trainer, const char *path, eleven_problem *problem)
{
    char beside[4096];
    if (snprintf(beside, sizeof beside, "%s.part", path) >= (int)sizeof beside)
        return fail(ELEVEN_NO_STORAGE, problem, path, "is too long a path");
    FILE *file = fopen(beside, "wb");
    bool is_written = file && state_write(trainer, file);
    if (file)
        is_written = fclose(file) == 0 && is_written;
    if (is_written && rename(beside, path) == 0)
        return ELEVEN_OK;
    eleven_error error = fail(ELEVEN_NO_STORAGE, problem, path, strerror(errno));
    remove(beside);
    return error;
}

/* ---- Reading -------------------------------------------------------------------------------------------- */

/* Where the threads are others in number, new workers begin and superfluous ones are passed over. */
static bool workers_read(training *trainer, unsigned threads, FILE *file)
{
    unsigned known = threads < trainer->threads ? threads : trainer->threads;
    return fread(trainer->worker, sizeof *trainer->worker, known, file) == known &&
           fseek(file, (long)(sizeof *trainer->worker * (threads - known)), SEEK_CUR) == 0;
}

static bool pages_read(training *trainer, FILE *file)
{
    uint64_t number, pages = trainer->bytes / sizeof(train_cell) / PAGE;
    while (fread(&number, sizeof number, 1, file) == 1) {
        if (number == END_OF_PAGES)
            return true;
        if (number >= pages || fread(trainer->cells + number * PAGE, sizeof(train_cell), PAGE, file) != PAGE)
            return false;
    }
    return false;
}

/* Equal in all that decides what is learned; the size of the file, say, may differ. */
static bool recipe_matches(const train_recipe *a, const train_recipe *b)
{
    bool is_same = a->tuples.count == b->tuples.count && a->cap == b->cap && a->stages == b->stages;
    for (unsigned t = 0; is_same && t < a->tuples.count; t++)
        is_same = a->tuples.at[t].near == b->tuples.at[t].near && a->tuples.at[t].far == b->tuples.at[t].far;
    return is_same;
}

static eleven_error state_read(training *trainer, const char *path, FILE *file, eleven_problem *problem)
{
    state_head head;
    if (fread(&head, sizeof head, 1, file) != 1 || memcmp(head.magic, magic, sizeof magic) != 0 ||
        head.build != build_number())
        return fail(ELEVEN_BAD_TEXT, problem, path, "is no checkpoint of this program");
    if (!recipe_matches(&head.recipe, &trainer->recipe))
        return fail(ELEVEN_BAD_TEXT, problem, path, "belongs to another recipe");
    if (!workers_read(trainer, head.threads, file) || !pages_read(trainer, file))
        return fail(ELEVEN_BAD_TEXT, problem, path, "is cut short");
    trainer->past = head.past;
    return ELEVEN_OK;
}

eleven_error train_load(training *trainer, const char *path, eleven_problem *problem)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return errno == ENOENT ? ELEVEN_END : fail(ELEVEN_NO_STORAGE, problem, path, strerror(errno));
    eleven_error error = state_read(trainer, path, file, problem);
    fclose(file);
    return error;
}
