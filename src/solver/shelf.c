/* Layers in memory and in the store. */
#include "solver/shelf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void shelf_name(shelf_kind kind, size_t layer, char name[SHELF_NAME])
{
    static const char *const names[SHELF_KINDS] = {"keys", "values", "codes"};
    snprintf(name, SHELF_NAME, "%s-%06zu", names[kind], layer);
}

static bool has_room(solve_shelf *shelf, size_t layer)
{
    if (layer < shelf->layers)
        return true;
    size_t layers = 2 * layer + 64;
    for (unsigned kind = 0; kind < SHELF_KINDS; kind++) {
        shelf_item *items = realloc(shelf->items[kind], layers * sizeof *items);
        if (!items)
            return false;
        memset(items + shelf->layers, 0, (layers - shelf->layers) * sizeof *items);
        shelf->items[kind] = items;
    }
    shelf->layers = layers;
    return true;
}

static bool move_out(solve_shelf *shelf, shelf_kind kind, size_t layer)
{
    shelf_item *item = &shelf->items[kind][layer];
    char name[SHELF_NAME];
    shelf_name(kind, layer, name);
    if (!item->bytes)
        return true;
    if (!shelf->store->put(shelf->store->context, name, item->bytes, item->length))
        return false;
    shelf->held -= item->length;
    free(item->bytes);
    *item = (shelf_item){0};
    return true;
}

static bool move_all_out(solve_shelf *shelf)
{
    for (size_t layer = 0; layer < shelf->layers; layer++)
        for (unsigned kind = 0; kind < SHELF_KINDS; kind++)
            if (!move_out(shelf, (shelf_kind)kind, layer))
                return false;
    return true;
}

eleven_error shelf_put(solve_shelf *shelf, shelf_kind kind, size_t layer, void *bytes, size_t length)
{
    if (!has_room(shelf, layer)) {
        free(bytes);
        return ELEVEN_NO_MEMORY;
    }
    shelf_drop(shelf, kind, layer);
    shelf->items[kind][layer] = (shelf_item){bytes, length};
    shelf->held += length;
    if (shelf->at_once)
        return move_out(shelf, kind, layer) ? ELEVEN_OK : ELEVEN_NO_STORAGE;
    return shelf_limit(shelf, shelf->limit);
}

eleven_error shelf_limit(solve_shelf *shelf, uint64_t limit)
{
    shelf->limit = limit;
    if (shelf->held <= limit)
        return ELEVEN_OK;
    if (!shelf->store)
        return ELEVEN_NO_MEMORY;
    shelf->at_once = true;
    return !shelf_mark(shelf, "identity", shelf->identity) && move_all_out(shelf) ? ELEVEN_OK : ELEVEN_NO_STORAGE;
}

eleven_error shelf_get(solve_shelf *shelf, shelf_kind kind, size_t layer, const void **bytes, size_t *length)
{
    const shelf_item *item = layer < shelf->layers ? &shelf->items[kind][layer] : NULL;
    if (item && item->bytes) {
        *bytes = item->bytes;
        *length = item->length;
        return ELEVEN_OK;
    }
    char name[SHELF_NAME];
    shelf_name(kind, layer, name);
    void *found = NULL;
    if (!shelf->store || !shelf->store->get(shelf->store->context, name, &found, length) || !found)
        return ELEVEN_NO_STORAGE;
    *bytes = found;
    return ELEVEN_OK;
}

void shelf_return(solve_shelf *shelf, shelf_kind kind, size_t layer, const void *bytes)
{
    if (layer >= shelf->layers || shelf->items[kind][layer].bytes != bytes)
        free((void *)(uintptr_t)bytes);
}

void shelf_drop(solve_shelf *shelf, shelf_kind kind, size_t layer)
{
    shelf_item *item = layer < shelf->layers ? &shelf->items[kind][layer] : NULL;
    if (item && item->bytes) {
        shelf->held -= item->length;
        free(item->bytes);
        *item = (shelf_item){0};
    } else if (shelf->store && shelf->at_once) {
        char name[SHELF_NAME];
        shelf_name(kind, layer, name);
        shelf->store->drop(shelf->store->context, name);
    }
}

/* ---- Marks ---------------------------------------------------------------------------------------------- */

eleven_error shelf_mark(solve_shelf *shelf, const char *name, uint64_t mark)
{
    return shelf->store->put(shelf->store->context, name, &mark, sizeof mark) ? ELEVEN_OK : ELEVEN_NO_STORAGE;
}

bool shelf_marked(const solve_shelf *shelf, const char *name, uint64_t *mark)
{
    void *bytes = NULL;
    size_t length = 0;
    if (!shelf->store || !shelf->store->get(shelf->store->context, name, &bytes, &length) || !bytes)
        return false;
    bool is_whole = length == sizeof *mark;
    if (is_whole)
        memcpy(mark, bytes, sizeof *mark);
    free(bytes);
    return is_whole;
}

eleven_error shelf_open(solve_shelf *shelf)
{
    uint64_t identity;
    if (!shelf_marked(shelf, "identity", &identity)) {
        if (!shelf->store || !shelf->at_once)
            return ELEVEN_END;
        return shelf_mark(shelf, "identity", shelf->identity) ? ELEVEN_NO_STORAGE : ELEVEN_END;
    }
    shelf->at_once = true;
    return identity == shelf->identity ? ELEVEN_OK : ELEVEN_BAD_TEXT;
}

void shelf_clear(solve_shelf *shelf, size_t layers)
{
    for (unsigned kind = 0; kind < SHELF_KINDS; kind++)
        for (size_t layer = 0; layer < layers; layer++)
            shelf_drop(shelf, (shelf_kind)kind, layer);
    if (!shelf->store || !shelf->at_once)
        return;
    shelf->store->drop(shelf->store->context, "enumerated");
    shelf->store->drop(shelf->store->context, "identity");
}

void shelf_close(solve_shelf *shelf)
{
    for (unsigned kind = 0; kind < SHELF_KINDS; kind++) {
        for (size_t layer = 0; layer < shelf->layers; layer++)
            free(shelf->items[kind][layer].bytes);
        free(shelf->items[kind]);
    }
    *shelf = (solve_shelf){0};
}

/* ---- Keys as bytes -------------------------------------------------------------------------------------- */

void *keys_encode(const uint64_t *keys, size_t count, const void *facts, size_t size, size_t *length)
{
    uint8_t *bytes = malloc(size + count * 9 + 1), *at = bytes;
    uint64_t last = 0;
    if (!bytes)
        return NULL;
    memcpy(at, facts, size);
    at += size;
    for (size_t i = 0; i < count; last = keys[i++]) {
        uint64_t step = keys[i] - last;
        for (; step >= 128; step >>= 7)
            *at++ = (uint8_t)(step | 128);
        *at++ = (uint8_t)step;
    }
    *length = (size_t)(at - bytes);
    void *fitting = realloc(bytes, *length + 1);
    return fitting ? fitting : bytes;
}

size_t keys_decode(const void *bytes, size_t length, size_t size, uint64_t *keys, size_t count)
{
    const uint8_t *at = bytes, *end = at + length;
    if (length < size)
        return SIZE_MAX;
    at += size;
    uint64_t last = 0;
    size_t found = 0;
    while (at < end) {
        uint64_t step = 0;
        for (unsigned shift = 0;; shift += 7) {
            if (at == end || shift > 56)
                return SIZE_MAX;
            step |= (uint64_t)(*at & 127) << shift;
            if (*at++ < 128)
                break;
        }
        last += step;
        if (found == count || step == 0)
            return SIZE_MAX;
        keys[found++] = last;
    }
    return found;
}
