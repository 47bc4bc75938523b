/* Finished layers in memory and in the caller's store. */
#include "solver/solver_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name of a layer in the store. */
typedef struct archive_name {
    char text[40];
} archive_name;

static archive_name name_layer(archive_kind kind, size_t layer)
{
    static const char *const names[ARCHIVE_KINDS] = {"keys", "values", "codes"};
    archive_name name;
    snprintf(name.text, sizeof name.text, "%s-%06zu", names[kind], layer);
    return name;
}

static eleven_error refuse_storage(const solve_archive *archive)
{
    return problem_set(archive->problem, ELEVEN_NO_STORAGE, "the layers of the solve cannot be stored");
}

static bool reserve_items(solve_archive *archive, size_t layer)
{
    size_t layers = 2 * layer + 64;
    for (unsigned kind = 0; kind < ARCHIVE_KINDS && layer >= archive->layers; kind++) {
        archive_item *items = realloc(archive->items[kind], layers * sizeof *items);
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
    free(item->bytes);
    *item = (archive_item){0};
}

static eleven_error move_to_store(solve_archive *archive, archive_kind kind, size_t layer)
{
    archive_item *item = &archive->items[kind][layer];
    if (!item->bytes)
        return ELEVEN_OK;
    if (!archive->store->put(archive->store->context, name_layer(kind, layer).text, item->bytes, item->length))
        return refuse_storage(archive);
    free_item(archive, item);
    return ELEVEN_OK;
}

eleven_error archive_put(solve_archive *archive, archive_kind kind, size_t layer, void *bytes, size_t length)
{
    if (!reserve_items(archive, layer)) {
        free(bytes);
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
    archive->stores_all = true;
    eleven_error error = archive_mark(archive, "identity", archive->identity);
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
    const eleven_layer_store *store = archive->store;
    const archive_item *item = item_in_memory(archive, kind, layer);
    *bytes = item ? item->bytes : NULL;
    *length = item ? item->length : 0;
    return item || (store && store->get(store->context, name_layer(kind, layer).text, bytes, length) && *bytes);
}

void archive_release(const solve_archive *archive, archive_kind kind, size_t layer, void *bytes)
{
    if (!item_in_memory(archive, kind, layer))
        free(bytes);
}

void archive_drop(solve_archive *archive, archive_kind kind, size_t layer)
{
    archive_item *item = item_in_memory(archive, kind, layer);
    if (item)
        free_item(archive, item);
    else if (archive->store && archive->stores_all)
        archive->store->drop(archive->store->context, name_layer(kind, layer).text);
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
    free(bytes);
    return is_whole;
}

eleven_error archive_open(solve_archive *archive)
{
    uint64_t identity;
    if (!archive_find_mark(archive, "identity", &identity)) {
        eleven_error error = archive->stores_all ? archive_mark(archive, "identity", archive->identity) : ELEVEN_OK;
        return error ? error : ELEVEN_END;
    }
    archive->stores_all = true;
    if (identity == archive->identity)
        return ELEVEN_OK;
    return problem_set(archive->problem, ELEVEN_BAD_TEXT, "the store contains the layers of another solve");
}

void archive_clear(solve_archive *archive, size_t layers)
{
    for (unsigned kind = 0; kind < ARCHIVE_KINDS; kind++)
        for (size_t layer = 0; layer < layers; layer++)
            archive_drop(archive, (archive_kind)kind, layer);
    if (!archive->store || !archive->stores_all)
        return;
    archive->store->drop(archive->store->context, "enumerated");
    archive->store->drop(archive->store->context, "identity");
}

void archive_close(solve_archive *archive)
{
    for (unsigned kind = 0; kind < ARCHIVE_KINDS; kind++) {
        for (size_t layer = 0; layer < archive->layers; layer++)
            free(archive->items[kind][layer].bytes);
        free(archive->items[kind]);
    }
    *archive = (solve_archive){0};
}
