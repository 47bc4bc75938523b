/* A store of layers in memory, which threads can share, and what two equal solutions have in common. */
#ifndef SOLVER_FIXTURE_H
#define SOLVER_FIXTURE_H

#include "expect.h"
#include "eleven/solver.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct kept_layer {
    char name[64];
    void *bytes;
    size_t length;
} kept_layer;

typedef struct layer_cupboard {
    kept_layer kept[4096];
    size_t count, puts;
    size_t fail_at; /* the put that fails, from 1; 0: none */
    pthread_mutex_t lock;
} layer_cupboard;

static kept_layer *find(layer_cupboard *self, const char *name)
{
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->kept[i].name, name) == 0)
            return &self->kept[i];
    return NULL;
}

static void drop_kept(layer_cupboard *self, const char *name)
{
    kept_layer *found = find(self, name);
    if (!found)
        return;
    free(found->bytes);
    *found = self->kept[--self->count];
}

static void cupboard_drop(void *context, const char *name)
{
    layer_cupboard *self = context;
    pthread_mutex_lock(&self->lock);
    drop_kept(self, name);
    pthread_mutex_unlock(&self->lock);
}

static bool put_kept(layer_cupboard *self, const char *name, const void *bytes, size_t length)
{
    if (++self->puts == self->fail_at)
        return false;
    drop_kept(self, name);
    assert_true(self->count < 4096 && strlen(name) < 64);
    kept_layer *place = &self->kept[self->count++];
    snprintf(place->name, sizeof place->name, "%s", name);
    place->bytes = malloc(length + 1);
    place->length = length;
    memcpy(place->bytes, bytes, length);
    return true;
}

static bool cupboard_put(void *context, const char *name, const void *bytes, size_t length)
{
    layer_cupboard *self = context;
    pthread_mutex_lock(&self->lock);
    bool is_put = put_kept(self, name, bytes, length);
    pthread_mutex_unlock(&self->lock);
    return is_put;
}

static bool cupboard_get(void *context, const char *name, void **bytes, size_t *length)
{
    layer_cupboard *self = context;
    pthread_mutex_lock(&self->lock);
    const kept_layer *found = find(self, name);
    *bytes = NULL;
    if (found) {
        *bytes = malloc(found->length + 1);
        *length = found->length;
        memcpy(*bytes, found->bytes, found->length);
    }
    pthread_mutex_unlock(&self->lock);
    return true;
}

static eleven_layer_store store_of(layer_cupboard *self)
{
    return (eleven_layer_store){.size = sizeof(eleven_layer_store),
                                .context = self,
                                .put = cupboard_put,
                                .get = cupboard_get,
                                .drop = cupboard_drop};
}

static void empty_out(layer_cupboard *self)
{
    while (self->count)
        drop_kept(self, self->kept[0].name);
    free(self);
}

static void expect_same(const eleven_solution *found, const eleven_solution *wanted)
{
    assert_memory_equal(&found->counts, &wanted->counts, sizeof wanted->counts);
    assert_memory_equal(found->values, wanted->values, sizeof wanted->values);
    assert_memory_equal(found->moves, wanted->moves, sizeof wanted->moves);
    assert_int_equal(found->layers, wanted->layers);
    assert_int_equal(found->largest, wanted->largest);
    assert_true(found->error == wanted->error);
}

#endif
