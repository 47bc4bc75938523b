/* Boards as numbers, and sets of them. */
#include "facts/facts_room.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

eleven_board position_board(uint64_t key, unsigned w, unsigned h)
{
    eleven_board board;
    eleven_board_empty(w, h, &board);
    for (unsigned i = 0; i < w * h; i++)
        board.cells[i] = key >> 4 * i & 15;
    return board;
}

/* How many symmetries keep the width and the height. */
static unsigned count_symmetries(const eleven_board *board)
{
    return board->w == board->h ? 8 : 4;
}

/* The key of an image, numbered as in eleven_board_symmetry. */
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

uint64_t position_key(const eleven_board *board)
{
    return image_key(board, 0);
}

uint64_t position_canonical(const eleven_board *board)
{
    uint64_t least = position_key(board);
    for (unsigned i = 1; i < count_symmetries(board); i++) {
        uint64_t key = image_key(board, i);
        least = key < least ? key : least;
    }
    return least;
}

/* The number of symmetries, divided by how many of them do not change the board. */
unsigned position_images(const eleven_board *board)
{
    unsigned same = 0;
    for (unsigned i = 0; i < count_symmetries(board); i++)
        same += image_key(board, i) == position_key(board);
    return count_symmetries(board) / same;
}

bool position_start(unsigned w, unsigned h, unsigned index, eleven_board *board)
{
    unsigned second = index / 4, first = 1;
    for (; second >= first; first++)
        second -= first;
    if (first >= w * h)
        return false;
    eleven_board_empty(w, h, board);
    board->cells[first] = (eleven_rank)(1 + index % 2);
    board->cells[second] = (eleven_rank)(1 + index / 2 % 2);
    return true;
}

unsigned position_spawns(const eleven_board *after, eleven_board next[POSITION_SPAWNS_MAX])
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned count = 2 * eleven_board_empties(after, empties);
    for (unsigned i = 0; i < count; i++) {
        next[i] = *after;
        eleven_board_place(&next[i], (eleven_tile){empties[i / 2], (eleven_rank)(1 + i % 2)});
    }
    return count;
}

void positions_free(positions *set)
{
    memory_free(set->entries);
    memory_free(set->slots);
    *set = (positions){0};
}

static size_t find_slot(const positions *set, uint64_t key)
{
    size_t slot = (size_t)eleven_random(key, 0) & (set->capacity - 1);
    while (set->slots[slot] && set->entries[set->slots[slot] - 1].key != key)
        slot = (slot + 1) & (set->capacity - 1);
    return slot;
}

static bool grow_set(positions *set)
{
    size_t capacity = set->capacity ? 2 * set->capacity : 1024;
    position *entries = memory_resize(set->entries, capacity / 2 * sizeof *entries);
    if (entries)
        set->entries = entries;
    uint32_t *slots = memory_zeroed(capacity, sizeof *slots);
    if (!entries || !slots || capacity > UINT32_MAX) {
        memory_free(slots);
        return false;
    }
    memory_free(set->slots);
    set->slots = slots;
    set->capacity = capacity;
    for (size_t i = 0; i < set->count; i++)
        set->slots[find_slot(set, set->entries[i].key)] = (uint32_t)(i + 1);
    return true;
}

position *positions_add(positions *set, uint64_t key)
{
    position *found = positions_find(set, key);
    if (found)
        return found;
    if (2 * set->count >= set->capacity && !grow_set(set)) {
        set->failed = true;
        return NULL;
    }
    set->slots[find_slot(set, key)] = (uint32_t)(set->count + 1);
    set->entries[set->count] = (position){.key = key};
    return &set->entries[set->count++];
}

position *positions_find(const positions *set, uint64_t key)
{
    size_t slot = set->capacity ? find_slot(set, key) : 0;
    return set->capacity && set->slots[slot] ? &set->entries[set->slots[slot] - 1] : NULL;
}

void positions_count(positions *set, const eleven_board *board, uint64_t games, double chance)
{
    position *entry = positions_add(set, position_canonical(board));
    if (!entry)
        return;
    entry->games += games;
    entry->chance += chance;
}

/* The bit of a slot that states the verdict. */
static const uint64_t VERDICT_BIT = UINT64_C(1) << 63;

static size_t find_verdict(const verdicts *set, uint64_t key)
{
    size_t at = (size_t)eleven_random(key, 0) & (set->capacity - 1);
    while (set->slots[at] && (set->slots[at] & ~VERDICT_BIT) != key)
        at = (at + 1) & (set->capacity - 1);
    return at;
}

static bool grow_verdicts(verdicts *set)
{
    verdicts larger = {.capacity = set->capacity ? 2 * set->capacity : 1024};
    larger.slots = memory_zeroed(larger.capacity, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->slots[i])
            larger.slots[find_verdict(&larger, set->slots[i] & ~VERDICT_BIT)] = set->slots[i];
    memory_free(set->slots);
    set->slots = larger.slots;
    set->capacity = larger.capacity;
    return true;
}

verdict verdicts_find(const verdicts *set, uint64_t key)
{
    uint64_t found = set->capacity ? set->slots[find_verdict(set, key)] : 0;
    return !found ? VERDICT_NONE : found & VERDICT_BIT ? VERDICT_YES : VERDICT_NO;
}

void verdicts_put(verdicts *set, uint64_t key, bool is_yes)
{
    assert(key && !(key & VERDICT_BIT));
    if (4 * set->count >= 3 * set->capacity && !grow_verdicts(set)) {
        set->failed = true;
        return;
    }
    uint64_t *slot = &set->slots[find_verdict(set, key)];
    set->count += !*slot;
    *slot = is_yes ? key | VERDICT_BIT : key;
}

void verdicts_free(verdicts *set)
{
    memory_free(set->slots);
    *set = (verdicts){0};
}
