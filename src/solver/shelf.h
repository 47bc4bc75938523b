/* Where finished layers are kept until they are needed again: in memory as long as the budget allows, from then on
 * in the store that whoever asked for the solve gave. */
#ifndef SOLVER_SHELF_H
#define SOLVER_SHELF_H

#include "eleven/solver.h"

typedef enum shelf_kind { SHELF_KEYS, SHELF_VALUES, SHELF_CODES, SHELF_KINDS } shelf_kind;

typedef struct shelf_item {
    void *bytes; /* owned; NULL: in the store, or nowhere */
    size_t length;
} shelf_item;

typedef struct solve_shelf {
    const eleven_layer_store *store; /* NULL: none */
    bool at_once;                    /* everything goes to the store as soon as it is put */
    shelf_item *items[SHELF_KINDS];  /* by layer */
    size_t layers;                   /* that there is room for */
    uint64_t held;                   /* bytes in memory */
    uint64_t limit;                  /* bytes to hold, at most */
    uint64_t identity;               /* of the solve: the store is marked with it before anything else goes there */
} solve_shelf;

/* Gives the bytes (from malloc) to the shelf. ELEVEN_NO_MEMORY where the limit is reached and there is no store. */
eleven_error shelf_put(solve_shelf *shelf, shelf_kind kind, size_t layer, void *bytes, size_t length);

/* Sets the limit; what does not fit any more goes to the store. */
eleven_error shelf_limit(solve_shelf *shelf, uint64_t limit);

/* What the store holds: nothing (ELEVEN_END), layers of this solve, which is then gone on with, or of another one
 * (ELEVEN_BAD_TEXT). */
eleven_error shelf_open(solve_shelf *shelf);

/* Marks that are no layers. */
eleven_error shelf_mark(solve_shelf *shelf, const char *name, uint64_t mark);
bool shelf_marked(const solve_shelf *shelf, const char *name, uint64_t *mark);

/* Takes the whole solve off the shelf and out of the store. */
void shelf_clear(solve_shelf *shelf, size_t layers);

/* Borrows the bytes; whatever shelf_return is given, it must be what came from here. */
eleven_error shelf_get(solve_shelf *shelf, shelf_kind kind, size_t layer, const void **bytes, size_t *length);
void shelf_return(solve_shelf *shelf, shelf_kind kind, size_t layer, const void *bytes);

void shelf_drop(solve_shelf *shelf, shelf_kind kind, size_t layer);
void shelf_close(solve_shelf *shelf);

/* What the store calls it. */
enum { SHELF_NAME = 40 };
void shelf_name(shelf_kind kind, size_t layer, char name[SHELF_NAME]);

/* Ascending keys as bytes and back: differences, seven bits a byte, least first, after `size` bytes of facts. */
void *keys_encode(const uint64_t *keys, size_t count, const void *facts, size_t size,
                  size_t *length); /* from malloc; NULL: memory is short */

/* Fills `keys`, at most `count` of them; returns how many there are, or SIZE_MAX where the bytes make no sense. */
size_t keys_decode(const void *bytes, size_t length, size_t size, uint64_t *keys, size_t count);

#endif
