/* Positions as numbers, and sets of them. */
#include "facts/positions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint64_t position_key(const eleven_board *board)
{
    unsigned cells = (unsigned)board->w * board->h;
    uint64_t key = 0;
    assert(cells <= 16);
    for (unsigned i = 0; i < cells; i++)
        key |= (uint64_t)board->cells[i] << 4 * i;
    return key;
}

eleven_board position_board(uint64_t key, unsigned w, unsigned h)
{
    eleven_board board = eleven_board_empty(w, h);
    for (unsigned i = 0; i < w * h; i++)
        board.cells[i] = key >> 4 * i & 15;
    return board;
}

/* How many symmetries keep width and height, and the key of a board's image under one of them, in the way of
 * eleven_board_symmetry but without a board. */
static unsigned symmetries(const eleven_board *board)
{
    return board->w == board->h ? 8 : 4;
}

static uint64_t image_key(const eleven_board *board, unsigned symmetry)
{
    unsigned w = board->w, h = board->h, shift = 0;
    uint64_t key = 0;
    for (unsigned y = 0; y < h; y++)
        for (unsigned x = 0; x < w; x++, shift += 4) {
            unsigned column = symmetry & 4 ? y : x, row = symmetry & 4 ? x : y;
            column = symmetry & 1 ? w - 1 - column : column;
            row = symmetry & 2 ? h - 1 - row : row;
            key |= (uint64_t)board->cells[row * w + column] << shift;
        }
    return key;
}

uint64_t position_canonical(const eleven_board *board)
{
    uint64_t least = position_key(board);
    for (unsigned i = 1; i < symmetries(board); i++) {
        uint64_t key = image_key(board, i);
        least = key < least ? key : least;
    }
    return least;
}

/* The images are as many as the symmetries, divided by how many of these leave the board as it is. */
unsigned position_images(const eleven_board *board)
{
    unsigned same = 0;
    for (unsigned i = 0; i < symmetries(board); i++)
        same += image_key(board, i) == position_key(board);
    return symmetries(board) / same;
}

/* ---- Sets ----------------------------------------------------------------------------------------------- */

void positions_free(positions *set)
{
    free(set->entries);
    free(set->slots);
    *set = (positions){0};
}

static size_t slot_of(const positions *set, uint64_t key)
{
    size_t slot = eleven_random(key, 0) & (set->room - 1);
    while (set->slots[slot] && set->entries[set->slots[slot] - 1].key != key)
        slot = (slot + 1) & (set->room - 1);
    return slot;
}

static bool grow(positions *set)
{
    size_t room = set->room ? 2 * set->room : 1024;
    position *entries = realloc(set->entries, room / 2 * sizeof *entries);
    if (entries)
        set->entries = entries;
    uint32_t *slots = calloc(room, sizeof *slots);
    if (!entries || !slots || room > UINT32_MAX) {
        free(slots);
        return false;
    }
    free(set->slots);
    set->slots = slots;
    set->room = room;
    for (size_t i = 0; i < set->count; i++)
        set->slots[slot_of(set, set->entries[i].key)] = (uint32_t)(i + 1);
    return true;
}

position *positions_add(positions *set, uint64_t key, bool *is_new)
{
    position *found = positions_find(set, key);
    if (is_new)
        *is_new = !found;
    if (found)
        return found;
    if (2 * set->count >= set->room && !grow(set)) {
        set->failed = true;
        return NULL;
    }
    set->slots[slot_of(set, key)] = (uint32_t)(set->count + 1);
    set->entries[set->count] = (position){.key = key};
    return &set->entries[set->count++];
}

position *positions_find(const positions *set, uint64_t key)
{
    size_t slot = set->room ? slot_of(set, key) : 0;
    return set->room && set->slots[slot] ? &set->entries[set->slots[slot] - 1] : NULL;
}
