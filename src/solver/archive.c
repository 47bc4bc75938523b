/* Finished layers in memory and in the caller's store. What is stored there ends with the mark of its solve and of its
 * name: the bytes of another solve or layer are never taken for it, and are dropped when they are read. */
#include "solver/solver_room.h"
#include "base/hash.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

/* The name of a layer in the store. */
typedef struct archive_name {
    char text[80];
} archive_name;

static archive_name name_part(archive_kind kind, size_t layer, archive_part part)
{
    static const char *const names[ARCHIVE_KINDS] = {"keys", "values", "codes"};
    archive_name name;
    int length = snprintf(name.text, sizeof name.text, "%s-%06zu", names[kind], layer);
    if (part.of > 1)
        snprintf(name.text + length, sizeof name.text - (size_t)length, ".%u-of-%u", part.index, part.of);
    return name;
}

static uint64_t place_mark(const solve_archive *archive, const archive_name *name)
{
    return hash_bytes(archive->identity, name->text, strlen(name->text));
}

/* Whether the store has the members that were added later. */
static bool is_recent(const eleven_layer_store *store)
{
    return store && store->size >= sizeof *store;
}

eleven_error archive_refuse(const solve_archive *archive, const char *sentence)
{
    const eleven_layer_store *store = archive->store;
    bool has_sentence = is_recent(store) && store->problem && store->problem->sentence[0];
    return problem_set(archive->problem, ELEVEN_NO_STORAGE, "%s", has_sentence ? store->problem->sentence : sentence);
}

static eleven_error refuse_storage(const solve_archive *archive)
{
    return archive_refuse(archive, "the layers of the solve cannot be stored");
}

static eleven_error refuse_other(const solve_archive *archive)
{
    return problem_set(archive->problem, ELEVEN_BAD_TEXT, "the store contains the layers of another solve");
}

static bool reserve_items(solve_archive *archive, size_t layer)
{
    size_t layers = 2 * layer + 64;
    for (unsigned kind = 0; kind < ARCHIVE_KINDS && layer >= archive->layers; kind++) {
        archive_item *items = memory_resize(archive->items[kind], layers * sizeof *items);
        if (!items)
            return false;
        memset(items + archive->layers, 0, (layers - archive->layers) * sizeof *items);
        archive->items[kind] = items;
    }
    archive->layers = layer >= archive->layers ? layers : archive->layers;
    return true;
}

static void free_item(solve_archive *archive, archive_item *item)
{
    archive->held -= item->length;
    memory_free(item->bytes);
    *item = (archive_item){0};
}

static eleven_error move_to_store(solve_archive *archive, archive_kind kind, size_t layer)
{
    archive_item *item = &archive->items[kind][layer];
    if (!item->bytes)
        return ELEVEN_OK;
    archive_name name = name_part(kind, layer, archive->part);
    uint64_t mark = place_mark(archive, &name);
    char *bytes = memory_resize(item->bytes, item->length + sizeof mark);
    if (!bytes)
        return problem_no_memory(archive->problem);
    item->bytes = bytes;
    memcpy(bytes + item->length, &mark, sizeof mark);
    if (!archive->store->put(archive->store->context, name.text, bytes, item->length + sizeof mark))
        return refuse_storage(archive);
    free_item(archive, item);
    return ELEVEN_OK;
}

eleven_error archive_put(solve_archive *archive, archive_kind kind, size_t layer, void *bytes, size_t length)
{
    if (!reserve_items(archive, layer)) {
        memory_free(bytes);
        return problem_no_memory(archive->problem);
    }
    archive_drop(archive, kind, layer);
    archive->items[kind][layer] = (archive_item){bytes, length};
    archive->held += length;
    return archive->stores_all ? move_to_store(archive, kind, layer) : archive_limit(archive, archive->limit);
}

eleven_error archive_limit(solve_archive *archive, uint64_t limit)
{
    archive->limit = limit;
    if (archive->held <= limit)
        return ELEVEN_OK;
    if (!archive->store)
        return problem_set(archive->problem, ELEVEN_NO_MEMORY, "the positions do not fit into the allowed memory");
    uint64_t identity;
    if (!archive->stores_all && archive_find_mark(archive, "identity", &identity) && identity != archive->identity)
        return refuse_other(archive);
    eleven_error error = archive_begin(archive);
    for (size_t layer = 0; layer < archive->layers && !error; layer++)
        for (unsigned kind = 0; kind < ARCHIVE_KINDS && !error; kind++)
            error = move_to_store(archive, (archive_kind)kind, layer);
    return error;
}

static archive_item *item_in_memory(const solve_archive *archive, archive_kind kind, size_t layer)
{
    archive_item *item = layer < archive->layers ? &archive->items[kind][layer] : NULL;
    return item && item->bytes ? item : NULL;
}

bool archive_get(const solve_archive *archive, archive_kind kind, size_t layer, void **bytes, size_t *length)
{
    const archive_item *item = item_in_memory(archive, kind, layer);
    *bytes = item ? item->bytes : NULL;
    *length = item ? item->length : 0;
    return item || archive_get_part(archive, kind, layer, archive->part, bytes, length);
}

bool archive_get_part(const solve_archive *archive, archive_kind kind, size_t layer, archive_part part, void **bytes,
                      size_t *length)
{
    const eleven_layer_store *store = archive->store;
    archive_name name = name_part(kind, layer, part);
    uint64_t mark = place_mark(archive, &name);
    *bytes = NULL;
    if (!store || !store->get(store->context, name.text, bytes, length) || !*bytes)
        return false;
    if (*length >= sizeof mark && memcmp((char *)*bytes + *length - sizeof mark, &mark, sizeof mark) == 0) {
        *length -= sizeof mark;
        return true;
    }
    memory_free(*bytes);
    *bytes = NULL;
    store->drop(store->context, name.text);
    return false;
}

bool archive_has_part(const solve_archive *archive, archive_kind kind, size_t layer, archive_part part)
{
    const eleven_layer_store *store = archive->store;
    void *bytes;
    size_t length;
    if (part.of == archive->part.of && part.index == archive->part.index && item_in_memory(archive, kind, layer))
        return true;
    if (is_recent(store) && store->has)
        return store->has(store->context, name_part(kind, layer, part).text);
    bool is_there = archive_get_part(archive, kind, layer, part, &bytes, &length);
    memory_free(bytes);
    return is_there;
}

void archive_release(const solve_archive *archive, archive_kind kind, size_t layer, void *bytes)
{
    if (!item_in_memory(archive, kind, layer))
        memory_free(bytes);
}

void archive_drop(solve_archive *archive, archive_kind kind, size_t layer)
{
    archive_item *item = item_in_memory(archive, kind, layer);
    if (item)
        free_item(archive, item);
    else if (archive->store && archive->stores_all)
        archive->store->drop(archive->store->context, name_part(kind, layer, archive->part).text);
}

eleven_error archive_mark(solve_archive *archive, const char *name, uint64_t mark)
{
    bool is_put = archive->store->put(archive->store->context, name, &mark, sizeof mark);
    return is_put ? ELEVEN_OK : refuse_storage(archive);
}

bool archive_find_mark(const solve_archive *archive, const char *name, uint64_t *mark)
{
    void *bytes = NULL;
    size_t length = 0;
    if (!archive->store || !archive->store->get(archive->store->context, name, &bytes, &length) || !bytes)
        return false;
    bool is_whole = length == sizeof *mark;
    if (is_whole)
        memcpy(mark, bytes, sizeof *mark);
    memory_free(bytes);
    return is_whole;
}

void archive_add_layout(solve_archive *archive, uint64_t parts)
{
    archive_layouts *layouts = &archive->layouts;
    for (uint64_t i = 0; i < layouts->count; i++)
        if (layouts->parts[i] == parts)
            return;
    if (layouts->count < ARCHIVE_LAYOUTS)
        layouts->parts[layouts->count++] = parts;
}

/* Adds the numbers of processes that the store knows. Without any, one process has stored the layers. */
static eleven_error find_layouts(solve_archive *archive)
{
    archive_layouts *known = NULL;
    size_t length = 0;
    const eleven_layer_store *store = archive->store;
    if (!store->get(store->context, "layouts", (void **)&known, &length) || (known && length != sizeof *known)) {
        memory_free(known);
        return archive_refuse(archive, "the store is damaged: the numbers of processes cannot be read");
    }
    if (!known)
        archive_add_layout(archive, 1);
    for (uint64_t i = 0; known && i < known->count && i < ARCHIVE_LAYOUTS; i++)
        if (known->parts[i] && known->parts[i] <= ARCHIVE_PARTS_MAX)
            archive_add_layout(archive, known->parts[i]);
    memory_free(known);
    return ELEVEN_OK;
}

eleven_error archive_open(solve_archive *archive)
{
    uint64_t identity;
    if (!archive_find_mark(archive, "identity", &identity)) {
        eleven_error error = archive->stores_all ? archive_begin(archive) : ELEVEN_OK;
        return error ? error : ELEVEN_END;
    }
    archive->stores_all = true;
    if (identity == archive->identity)
        return find_layouts(archive);
    return refuse_other(archive);
}

eleven_error archive_begin(solve_archive *archive)
{
    const archive_layouts *layouts = &archive->layouts;
    archive->stores_all = true;
    eleven_error error = archive_mark(archive, "identity", archive->identity);
    if (error || (layouts->count == 1 && layouts->parts[0] == 1))
        return error;
    bool is_put = archive->store->put(archive->store->context, "layouts", layouts, sizeof *layouts);
    return is_put ? ELEVEN_OK : refuse_storage(archive);
}

/* Removes its own part, and the parts that other processes have stored there before. */
static void clear_layer(solve_archive *archive, archive_kind kind, size_t layer, bool is_resumed)
{
    archive_drop(archive, kind, layer);
    for (uint64_t i = 0; is_resumed && i < archive->layouts.count; i++) {
        archive_part part = {0, (unsigned)archive->layouts.parts[i]};
        for (; part.index < part.of; part.index++)
            if (archive_has_part(archive, kind, layer, part))
                archive->store->drop(archive->store->context, name_part(kind, layer, part).text);
    }
}

void archive_clear(solve_archive *archive, size_t layers, bool is_resumed)
{
    for (unsigned kind = 0; kind < ARCHIVE_KINDS; kind++)
        for (size_t layer = 0; layer < layers; layer++)
            clear_layer(archive, (archive_kind)kind, layer, is_resumed);
}

void archive_forget(solve_archive *archive)
{
    if (!archive->store || !archive->stores_all)
        return;
    archive->store->drop(archive->store->context, "enumerated");
    if (archive->layouts.count > 1 || archive->part.of > 1)
        archive->store->drop(archive->store->context, "layouts");
    archive->store->drop(archive->store->context, "identity");
}

void archive_close(solve_archive *archive)
{
    for (unsigned kind = 0; kind < ARCHIVE_KINDS; kind++) {
        for (size_t layer = 0; layer < archive->layers; layer++)
            memory_free(archive->items[kind][layer].bytes);
        memory_free(archive->items[kind]);
    }
    *archive = (solve_archive){0};
}
