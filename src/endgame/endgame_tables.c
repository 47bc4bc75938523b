/* The layout of the file, its checksums, and opening it. */
#include "base/hash.h"
#include "base/memory.h"
#include "endgame/endgame_room.h"

#include <stdio.h>
#include <unistd.h>

static const struct {
    const char *name;
    int goal[ENDGAME_TABLES];
} table_sizes[] = {
    [ELEVEN_ENDGAME_TINY] = {"tiny", {6, 4, 4, 3}},
    [ELEVEN_ENDGAME_SMALL] = {"small", {9, 6}},
    [ELEVEN_ENDGAME_FULL] = {"full", {10, 7}},
    [ELEVEN_ENDGAME_HUGE] = {"huge", {10, 7, 9, 8}},
};

enum { TABLE_SIZES = sizeof table_sizes / sizeof *table_sizes, TABLE_PAGE = 4096 };

const char *eleven_endgame_size_name(unsigned size)
{
    return size < TABLE_SIZES ? table_sizes[size].name : NULL;
}

static size_t whole_pages(size_t bytes)
{
    return (bytes + TABLE_PAGE - 1) / TABLE_PAGE * TABLE_PAGE;
}

bool endgame_layout_open(endgame_layout *layout, eleven_endgame_size size)
{
    *layout =
        (endgame_layout){.size = size, .tables = table_sizes[size].goal[TABLE_LAST] ? ENDGAME_TABLES : TABLE_LAST};
    uint32_t most = 0;
    for (unsigned t = 0; t < layout->tables; t++) {
        endgame_space *space = &layout->space[t];
        if (!endgame_space_open(space, &endgame_shapes[t < ENDGAME_SHAPES ? t : TABLE_LAST], table_sizes[size].goal[t]))
            return false;
        layout->layers += space->layers;
        most = space->most > most ? space->most : most;
        layout->fillings += space->begin[space->layers];
    }
    layout->length = whole_pages(sizeof(endgame_head) + (size_t)layout->layers * sizeof(uint64_t));
    for (unsigned t = 0; t < layout->tables; t++) {
        layout->chances[t] = layout->length;
        layout->length += whole_pages((size_t)layout->space[t].begin[layout->space[t].layers] * endgame_code_size(t));
    }
    layout->newest = layout->length;
    layout->newest_length = whole_pages(most * sizeof(float));
    layout->part_length = layout->newest + (ENDGAME_NEWEST + 1) * layout->newest_length;
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

size_t endgame_layer_place(const endgame_layout *layout, unsigned table, unsigned layer, size_t *length)
{
    const uint64_t *begin = layout->space[table].begin;
    *length = (size_t)(begin[layer + 1] - begin[layer]) * endgame_code_size(table);
    return layout->chances[table] + (size_t)begin[layer] * endgame_code_size(table);
}

size_t endgame_sum_place(const endgame_layout *layout, unsigned table, unsigned layer)
{
    size_t before = layer;
    for (unsigned t = 0; t < table; t++)
        before += layout->space[t].layers;
    return sizeof(endgame_head) + before * sizeof(uint64_t);
}

/* Four sums side by side. Each step of a sum waits for the step before, but the four do not wait for each other. */
uint64_t endgame_checksum(const void *bytes, size_t length)
{
    enum { SIDE_BY_SIDE = 4 };
    const unsigned char *at = bytes;
    uint64_t sum[SIDE_BY_SIDE] = {1, 2, 3, 4}, word[SIDE_BY_SIDE], rest = length;
    for (; length >= sizeof word; at += sizeof word, length -= sizeof word) {
        memcpy(word, at, sizeof word);
        for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
            sum[i] = hash_word(sum[i], word[i]);
    }
    memset(word, 0, sizeof word);
    memcpy(word, at, length);
    for (unsigned i = 0; i < SIDE_BY_SIDE; i++)
        rest = hash_word(rest, hash_word(sum[i], word[i]));
    return rest;
}

uint64_t endgame_head_sum(const endgame_layout *layout, const unsigned char *file)
{
    uint64_t sum = endgame_checksum(file, offsetof(endgame_head, state));
    return hash_word(sum, endgame_checksum(file + sizeof(endgame_head), (size_t)layout->layers * sizeof(uint64_t)));
}

bool endgame_layer_is_whole(const endgame_layout *layout, const unsigned char *file, unsigned table, unsigned layer)
{
    uint64_t sum;
    size_t length, place = endgame_layer_place(layout, table, layer, &length);
    memcpy(&sum, file + endgame_sum_place(layout, table, layer), sizeof sum);
    return endgame_checksum(file + place, length) == sum;
}

bool endgame_layer_is_sound(const eleven_endgame *endgame, unsigned table, unsigned layer)
{
    _Atomic unsigned char *state = &endgame->state[table][layer];
    unsigned char known = atomic_load_explicit(state, memory_order_relaxed);
    if (known == LAYER_UNKNOWN) {
        bool is_whole = endgame_layer_is_whole(&endgame->layout, endgame->file.bytes, table, layer);
        known = is_whole ? LAYER_WHOLE : LAYER_DAMAGED;
        atomic_store_explicit(state, known, memory_order_relaxed);
        if (!is_whole)
            atomic_store(&((eleven_endgame *)(uintptr_t)endgame)->is_damaged, true);
    }
    return known == LAYER_WHOLE;
}

static bool is_head_whole(const endgame_layout *layout, const file_map *file)
{
    endgame_head expected = endgame_head_of(layout->size), head;
    if (file->length != layout->length)
        return false;
    memcpy(&head, file->bytes, sizeof head);
    return memcmp(&head, &expected, offsetof(endgame_head, sum)) == 0 &&
           head.sum == endgame_head_sum(layout, file->bytes);
}

bool endgame_path(char path[ENDGAME_PATH], const char *folder, eleven_endgame_size size, const char *suffix)
{
    return snprintf(path, ENDGAME_PATH, "%s/endgame-%s%s", folder, table_sizes[size].name, suffix) < ENDGAME_PATH;
}

static eleven_error problem_damaged(const char *path, eleven_problem *problem)
{
    return problem_set(problem, ELEVEN_BAD_TEXT,
                       "%s: these endgame tables are damaged or from another version of Eleven",
                       problem_path_of(path).text);
}

static eleven_error open_tables(eleven_endgame *endgame, eleven_endgame_size size, eleven_problem *problem)
{
    eleven_rules classic;
    eleven_error error = file_map_open(endgame->path, &endgame->file, problem);
    if (error)
        return error;
    if (!endgame_layout_open(&endgame->layout, size))
        return problem_no_memory(problem);
    if (!is_head_whole(&endgame->layout, &endgame->file))
        return problem_damaged(endgame->path, problem);
    eleven_rules_find("classic", &classic);
    eleven_rowtable_init(&endgame->rows, &classic);
    endgame->facts = (eleven_endgame_facts){.size = endgame->layout.size, .bytes = endgame->layout.length};
    for (unsigned t = 0; t < endgame->layout.tables; t++) {
        const endgame_space *space = &endgame->layout.space[t];
        endgame->facts.fillings[t] = space->begin[space->layers];
        endgame->state[t] = memory_zeroed(space->layers, sizeof *endgame->state[t]);
        if (!endgame->state[t])
            return problem_no_memory(problem);
        for (unsigned symmetry = 0; symmetry < ELEVEN_SYMMETRIES; symmetry++)
            endgame->locked_cells[t][symmetry] = endgame_locked_cells(space->shape, symmetry);
    }
    return ELEVEN_OK;
}

eleven_error eleven_endgame_open(const char *folder, eleven_endgame **endgame, eleven_problem *problem)
{
    char path[ENDGAME_PATH];
    unsigned size = TABLE_SIZES;
    *endgame = NULL;
    while (size > 0 && !(endgame_path(path, folder, size - 1, "") && access(path, F_OK) == 0))
        size--;
    if (size == 0)
        return problem_set(problem, ELEVEN_NO_STORAGE, "%s: there are no endgame tables in this folder",
                           problem_path_of(folder).text);
    *endgame = memory_zeroed(1, sizeof **endgame);
    if (!*endgame)
        return problem_no_memory(problem);
    memcpy((*endgame)->path, path, sizeof path);
    eleven_error error = open_tables(*endgame, size - 1, problem);
    if (error) {
        eleven_endgame_close(*endgame);
        *endgame = NULL;
    }
    return error;
}

void eleven_endgame_close(eleven_endgame *endgame)
{
    if (!endgame)
        return;
    for (unsigned t = 0; t < ENDGAME_TABLES; t++)
        memory_free((void *)endgame->state[t]);
    file_map_close(&endgame->file);
    endgame_layout_close(&endgame->layout);
    memory_free(endgame);
}

const eleven_endgame_facts *eleven_endgame_about(const eleven_endgame *endgame)
{
    return &endgame->facts;
}

/* After each table the pages are given back: a player needs only a part of the tables in memory. */
eleven_error eleven_endgame_check(const eleven_endgame *endgame, eleven_problem *problem)
{
    for (unsigned t = 0; t < endgame->layout.tables; t++) {
        for (unsigned layer = 0; layer < endgame->layout.space[t].layers; layer++)
            endgame_layer_is_sound(endgame, t, layer);
        file_map_forget(&endgame->file);
    }
    return eleven_endgame_damage(endgame, problem);
}

eleven_error eleven_endgame_damage(const eleven_endgame *endgame, eleven_problem *problem)
{
    return atomic_load(&endgame->is_damaged) ? problem_damaged(endgame->path, problem) : ELEVEN_OK;
}
