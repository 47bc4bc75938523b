/* The layout of the file, its checksums, and opening it. */
#include "endgame/endgame_tables.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *name;
    int goal[ENDGAME_TABLES];
} sizes[] = {
    [ELEVEN_ENDGAME_TINY] = {"tiny", {6, 4}},
    [ELEVEN_ENDGAME_SMALL] = {"small", {9, 6}},
    [ELEVEN_ENDGAME_FULL] = {"full", {10, 7}},
};

enum { SIZES = sizeof sizes / sizeof *sizes, PAGE = 4096 };

const char *eleven_endgame_size_name(unsigned size)
{
    return size < SIZES ? sizes[size].name : NULL;
}

/* ---- The layout ----------------------------------------------------------------------------------------- */

static size_t whole_pages(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

bool endgame_layout_open(endgame_layout *layout, eleven_endgame_size size)
{
    *layout = (endgame_layout){.size = size};
    uint32_t most = 0;
    for (unsigned t = 0; t < ENDGAME_TABLES; t++) {
        endgame_space *space = &layout->space[t];
        if (!endgame_space_open(space, &endgame_shapes[t], sizes[size].goal[t])) {
            endgame_layout_close(layout);
            return false;
        }
        layout->layers += space->layers;
        most = space->most > most ? space->most : most;
        for (unsigned layer = 0; layer < space->layers; layer++)
            layout->fillings += space->size[layer];
    }
    layout->length = whole_pages(sizeof(endgame_head) + (size_t)layout->layers * sizeof(uint64_t));
    for (unsigned t = 0; t < ENDGAME_TABLES; t++) {
        layout->chances[t] = layout->length;
        layout->length += whole_pages((size_t)layout->space[t].begin[layout->space[t].layers] * endgame_width(t));
    }
    layout->newest = layout->length;
    layout->newest_room = whole_pages(most * sizeof(float));
    layout->part_length = layout->newest + NEWEST * layout->newest_room;
    return true;
}

void endgame_layout_close(endgame_layout *layout)
{
    for (unsigned t = 0; t < ENDGAME_TABLES; t++)
        endgame_space_close(&layout->space[t]);
}

endgame_head endgame_head_of(eleven_endgame_size size)
{
    eleven_rules classic;
    eleven_rules_find("classic", &classic);
    return (endgame_head){.magic = {'E', 'L', 'E', 'V', 'E', 'N', 'E', '\n'},
                          .format = ENDGAME_FORMAT,
                          .size = size,
                          .rules = eleven_rules_hash(&classic)};
}

uint64_t *endgame_sums(const endgame_layout *layout, void *file, unsigned table)
{
    uint64_t *sums = (uint64_t *)((unsigned char *)file + sizeof(endgame_head));
    return table == 0 ? sums : sums + layout->space[0].layers;
}

unsigned char *endgame_layer(const endgame_layout *layout, void *file, unsigned table, unsigned layer, size_t *length)
{
    const uint64_t *begin = layout->space[table].begin;
    *length = (size_t)(begin[layer + 1] - begin[layer]) * endgame_width(table);
    return (unsigned char *)file + layout->chances[table] + begin[layer] * endgame_width(table);
}

/* ---- Checksums ------------------------------------------------------------------------------------------ */

static uint64_t mixed(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 29;
}

/* Four sums side by side, since each step of one has to wait for the step before. */
uint64_t endgame_checksum(const void *bytes, size_t length)
{
    enum { SIDE_BY_SIDE = 4 };
    const unsigned char *at = bytes;
    uint64_t sum[SIDE_BY_SIDE] = {1, 2, 3, 4}, word[SIDE_BY_SIDE], rest = length;
    for (; length >= sizeof word; at += sizeof word, length -= sizeof word) {
        memcpy(word, at, sizeof word);
        for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
            sum[i] = mixed(sum[i], word[i]);
    }
    memset(word, 0, sizeof word);
    memcpy(word, at, length);
    for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
        rest = mixed(rest, mixed(sum[i], word[i]));
    return rest;
}

uint64_t endgame_head_sum(const endgame_layout *layout, const void *file)
{
    uint64_t sum = endgame_checksum(file, offsetof(endgame_head, state));
    const unsigned char *sums = (const unsigned char *)file + sizeof(endgame_head);
    return mixed(sum, endgame_checksum(sums, (size_t)layout->layers * sizeof(uint64_t)));
}

static bool is_whole(const endgame_layout *layout, void *file)
{
    endgame_head right = endgame_head_of(layout->size), head;
    memcpy(&head, file, sizeof head);
    if (memcmp(&head, &right, offsetof(endgame_head, sum)) != 0 || head.sum != endgame_head_sum(layout, file))
        return false;
    bool is_right = true;
    for (unsigned t = 0; t < ENDGAME_TABLES && is_right; t++) {
        for (unsigned layer = 0; layer < layout->space[t].layers && is_right; layer++) {
            size_t length;
            const unsigned char *bytes = endgame_layer(layout, file, t, layer, &length);
            is_right = endgame_checksum(bytes, length) == endgame_sums(layout, file, t)[layer];
        }
        madvise(file, layout->length, MADV_DONTNEED); /* playing needs only a part of it in memory */
    }
    return is_right;
}

/* ---- Opening -------------------------------------------------------------------------------------------- */

bool eleven_endgame_folder(char *path, size_t size)
{
    const struct {
        const char *base, *below;
    } places[] = {
        {getenv("ELEVEN_CACHE"), ""}, {getenv("XDG_CACHE_HOME"), "/eleven"}, {getenv("HOME"), "/.cache/eleven"}};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i].base && places[i].base[0])
            return (size_t)snprintf(path, size, "%s%s", places[i].base, places[i].below) < size;
    return false;
}

bool endgame_path(char path[ENDGAME_PATH], const char *folder, eleven_endgame_size size, const char *suffix)
{
    return snprintf(path, ENDGAME_PATH, "%s/endgame-%s%s", folder, sizes[size].name, suffix) < ENDGAME_PATH;
}

eleven_error endgame_fail(eleven_problem *problem, const char *path, const char *reason)
{
    if (problem) {
        *problem = (eleven_problem){0};
        snprintf(problem->sentence, sizeof problem->sentence, "%.90s: %.100s", path, reason ? reason : strerror(errno));
    }
    return ELEVEN_NO_STORAGE;
}

static eleven_error map_tables(eleven_endgame *endgame, const char *path, int file, eleven_problem *problem)
{
    struct stat status;
    size_t length = endgame->layout.length;
    if (fstat(file, &status) != 0)
        return endgame_fail(problem, path, NULL);
    if ((uint64_t)status.st_size != length) {
        endgame_fail(problem, path, "these endgame tables are damaged, or another version made them");
        return ELEVEN_BAD_TEXT;
    }
    void *bytes = mmap(NULL, length, PROT_READ, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED)
        return endgame_fail(problem, path, NULL);
    endgame->file = bytes;
    if (is_whole(&endgame->layout, bytes))
        return ELEVEN_OK;
    endgame_fail(problem, path, "these endgame tables are damaged, or another version made them");
    return ELEVEN_BAD_TEXT;
}

static eleven_error open_size(const char *path, eleven_endgame_size size, eleven_endgame **endgame,
                              eleven_problem *problem)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return endgame_fail(problem, path, NULL);
    eleven_endgame *made = calloc(1, sizeof *made);
    eleven_error error = made && endgame_layout_open(&made->layout, size) ? ELEVEN_OK : ELEVEN_NO_MEMORY;
    if (!error)
        error = map_tables(made, path, file, problem);
    else
        endgame_fail(problem, path, "there is not enough memory");
    close(file);
    if (error) {
        eleven_endgame_close(made);
        return error;
    }
    eleven_rules classic;
    eleven_rules_find("classic", &classic);
    eleven_rowtable_build(&classic, &made->rows);
    *endgame = made;
    return ELEVEN_OK;
}

eleven_error eleven_endgame_open(const char *folder, eleven_endgame **endgame, eleven_problem *problem)
{
    char path[ENDGAME_PATH];
    *endgame = NULL;
    for (unsigned size = SIZES; size-- > 0;)
        if (endgame_path(path, folder, size, "") && access(path, F_OK) == 0)
            return open_size(path, size, endgame, problem);
    return endgame_fail(problem, folder, "there are no endgame tables in this folder");
}

void eleven_endgame_close(eleven_endgame *endgame)
{
    if (!endgame)
        return;
    if (endgame->file)
        munmap(endgame->file, endgame->layout.length);
    endgame_layout_close(&endgame->layout);
    free(endgame);
}

eleven_endgame_facts eleven_endgame_about(const eleven_endgame *endgame)
{
    eleven_endgame_facts facts = {.size = endgame->layout.size, .bytes = endgame->layout.length};
    for (unsigned t = 0; t < ENDGAME_TABLES; t++)
        for (unsigned layer = 0; layer < endgame->layout.space[t].layers; layer++)
            facts.fillings[t] += endgame->layout.space[t].size[layer];
    return facts;
}
