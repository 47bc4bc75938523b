/* Recursion with a memory of every board met. */
#include "brute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct brute_entry {
    bool is_used, is_after, is_lost, is_won;
    uint16_t face[BRUTE_CELLS];
    brute_worth worth;
} brute_entry;

struct brute_force {
    const oracle_rules *oracle;
    const eleven_rules *rules;
    uint64_t goal, wanted;
    unsigned w, h; /* of all boards met */
    brute_entry *entries;
    size_t room, count;
};

/* ---- Memory --------------------------------------------------------------------------------------------- */

static brute_entry *find_entry(const brute_force *brute, const brute_entry *wanted)
{
    uint64_t hash = wanted->is_after;
    for (unsigned i = 0; i < BRUTE_CELLS; i++)
        hash = (hash * 1000003 + wanted->face[i]) * 31 + 7;
    size_t at = (size_t)(hash ^ hash >> 29) % brute->room;
    while (brute->entries[at].is_used && (brute->entries[at].is_after != wanted->is_after ||
                                          memcmp(brute->entries[at].face, wanted->face, sizeof wanted->face) != 0))
        at = (at + 1) % brute->room;
    return &brute->entries[at];
}

static brute_entry entry_of(const oracle_grid *grid, bool is_after)
{
    brute_entry entry = {.is_after = is_after};
    for (unsigned i = 0; i < grid->w * grid->h; i++)
        entry.face[i] = (uint16_t)grid->face[i];
    return entry;
}

static void enlarge(brute_force *brute)
{
    struct brute_force old = *brute;
    brute->room = old.room * 2 + 1021;
    brute->entries = calloc(brute->room, sizeof *brute->entries);
    if (!brute->entries)
        abort();
    for (size_t i = 0; i < old.room; i++)
        if (old.entries[i].is_used)
            *find_entry(brute, &old.entries[i]) = old.entries[i];
    free(old.entries);
}

static void remember(brute_force *brute, const brute_entry *entry)
{
    if (brute->count * 2 >= brute->room)
        enlarge(brute);
    brute_entry *place = find_entry(brute, entry);
    brute->count += !place->is_used;
    *place = *entry;
    place->is_used = true;
}

/* ---- Chance --------------------------------------------------------------------------------------------- */

static const brute_worth none = {.forced_score = INFINITY, .forced_moves = INFINITY, .forced_face = INFINITY};

static void add(brute_worth *sum, const brute_worth *one, double share)
{
    sum->score += share * one->score;
    sum->moves += share * one->moves;
    sum->reached += share * one->reached;
    sum->missed += share * one->missed;
    sum->forced_score = fmin(sum->forced_score, one->forced_score);
    sum->forced_moves = fmin(sum->forced_moves, one->forced_moves);
    sum->forced_face = fmin(sum->forced_face, one->forced_face);
}

/* `count` tiles one after another, as many as fit. */
static brute_worth place_tiles(brute_force *brute, const oracle_grid *grid, unsigned count)
{
    unsigned empty = 0, cells = grid->w * grid->h;
    double weights = 0;
    brute_worth sum = none;
    for (unsigned i = 0; i < cells; i++)
        empty += grid->face[i] == 0;
    if (count == 0 || empty == 0)
        return brute_board(brute, grid);
    for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++)
        weights += brute->rules->spawn_weight[rank];
    for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++) {
        for (unsigned i = 0; i < cells && brute->rules->spawn_weight[rank]; i++) {
            if (grid->face[i])
                continue;
            oracle_grid with = *grid;
            with.face[i] = brute->oracle->face(rank);
            brute_worth one = place_tiles(brute, &with, count - 1);
            add(&sum, &one, brute->rules->spawn_weight[rank] / weights / empty);
        }
    }
    return sum;
}

brute_worth brute_after(brute_force *brute, const oracle_grid *grid)
{
    brute_entry entry = entry_of(grid, true);
    const brute_entry *known = brute->room ? find_entry(brute, &entry) : NULL;
    if (known && known->is_used)
        return known->worth;
    entry.worth = none;
    double weights = 0;
    for (unsigned count = 1; count <= ELEVEN_SPAWNS_MAX; count++)
        weights += brute->rules->count_weight[count];
    for (unsigned count = 1; count <= ELEVEN_SPAWNS_MAX; count++) {
        if (!brute->rules->count_weight[count])
            continue;
        brute_worth one = place_tiles(brute, grid, count);
        add(&entry.worth, &one, brute->rules->count_weight[count] / weights);
    }
    remember(brute, &entry);
    return entry.worth;
}

/* ---- Choice --------------------------------------------------------------------------------------------- */

static void take_best(brute_worth *best, brute_worth one, uint64_t gain)
{
    best->score = fmax(best->score, one.score + (double)gain);
    best->moves = fmax(best->moves, one.moves + 1);
    if (one.reached > best->reached || one.missed < best->missed) {
        best->reached = one.reached;
        best->missed = one.missed;
    }
    best->forced_score = fmax(best->forced_score, one.forced_score + (double)gain);
    best->forced_moves = fmax(best->forced_moves, one.forced_moves + 1);
    best->forced_face = fmax(best->forced_face, one.forced_face);
}

brute_worth brute_board(brute_force *brute, const oracle_grid *grid)
{
    brute_entry entry = entry_of(grid, false);
    brute->w = grid->w;
    brute->h = grid->h;
    const brute_entry *known = brute->room ? find_entry(brute, &entry) : NULL;
    if (known && known->is_used)
        return known->worth;
    uint64_t largest = 0;
    for (unsigned i = 0; i < grid->w * grid->h; i++)
        largest = grid->face[i] > largest ? grid->face[i] : largest;
    entry.is_won = brute->goal && largest >= brute->goal;
    entry.is_lost = !entry.is_won && oracle_lost(brute->oracle, grid);
    entry.worth.missed = 1;
    entry.worth.forced_face = (double)largest;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS && !entry.is_won && !entry.is_lost; d++) {
        oracle_grid moved = *grid;
        uint64_t gain = 0;
        if (oracle_slide(brute->oracle, &moved, (eleven_direction)d, &gain))
            take_best(&entry.worth, brute_after(brute, &moved), gain);
    }
    if (largest >= brute->wanted) {
        entry.worth.reached = 1;
        entry.worth.missed = 0;
    }
    remember(brute, &entry);
    return entry.worth;
}

/* ---- Opening and counting ------------------------------------------------------------------------------- */

brute_force *brute_open(const oracle_rules *oracle, const eleven_rules *rules, uint64_t wanted)
{
    brute_force *brute = calloc(1, sizeof *brute);
    if (!brute)
        abort();
    *brute = (brute_force){.oracle = oracle, .rules = rules, .wanted = wanted};
    brute->goal = rules->goal ? oracle->face(rules->goal) : 0;
    return brute;
}

void brute_close(brute_force *brute)
{
    free(brute->entries);
    free(brute);
}

brute_worth brute_start(brute_force *brute, unsigned w, unsigned h)
{
    oracle_grid empty = {.w = w, .h = h};
    return place_tiles(brute, &empty, brute->rules->start_tiles);
}

/* The cell that becomes `cell` in one of the eight images. */
static unsigned cell_before(unsigned w, unsigned h, unsigned cell, unsigned image)
{
    unsigned x = cell % w, y = cell / w;
    x = image % 2 ? w - 1 - x : x;
    y = image / 2 % 2 ? h - 1 - y : y;
    return image / 4 ? x * w + y : y * w + x;
}

/* Whether no image of the board comes before it; only a square has those that exchange x and y. */
static bool is_first_image(const brute_force *brute, const brute_entry *entry)
{
    unsigned w = brute->w, h = brute->h;
    for (unsigned image = 1; image < (w == h ? 8 : 4); image++) {
        int order = 0;
        for (unsigned cell = 0; cell < w * h && order == 0; cell++) {
            unsigned before = cell_before(w, h, cell, image);
            order = (entry->face[before] > entry->face[cell]) - (entry->face[before] < entry->face[cell]);
        }
        if (order < 0)
            return false;
    }
    return true;
}

brute_counts brute_count(const brute_force *brute)
{
    brute_counts counts = {0};
    for (size_t i = 0; i < brute->room; i++) {
        const brute_entry *entry = &brute->entries[i];
        if (!entry->is_used)
            continue;
        bool first = is_first_image(brute, entry);
        counts.boards += !entry->is_after;
        counts.afters += entry->is_after;
        counts.lost += entry->is_lost;
        counts.won += entry->is_won;
        counts.positions += first && !entry->is_after;
        counts.afterstates += first && entry->is_after;
        counts.lost_positions += first && entry->is_lost;
        counts.won_positions += first && entry->is_won;
        for (unsigned cell = 0; cell < BRUTE_CELLS && !entry->is_after; cell++)
            if (entry->face[cell] > counts.largest)
                counts.largest = entry->face[cell];
    }
    return counts;
}
