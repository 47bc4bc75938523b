/* Where a game can have come from: a search backwards from given boards.
 *
 *     position --a slide--> after it --a new tile--> position --a slide--> ... --> one of the boards
 *
 * A step back takes away a 2 or a 4, any of them, as the tile that was new. Then it undoes a slide in each direction,
 * in every way. A slide moves each row without regard to the others, so one table lists for each row those that slide
 * to it:
 *
 *     8 4 . .    <--    8 4 . .   8 . 4 .   . 8 . 4   4 4 4 .   8 2 2 .   4 4 2 2   ...
 *
 * The sum of the tiles falls by 2 or 4 per step. So positions with equal sums form a layer, which is complete when all
 * layers above are done. The search ends at the start of a game, or when no position is left. In the second case no
 * game reaches the boards. */
#include "eleven/bitboard.h"
#include "base/memory.h"
#include "facts/facts_room.h"

/* Layers are numbered by half the sum. */
enum { SOURCE_ROWS = 1 << 16, SUM_LAYERS = 16 * 1024 / 2 + 1, LEAST_LAYER = 2 };

/* The rows that slide toward cell 0 and become `row` are sources[first[row]] to sources[first[row + 1] - 1]. The
 * `games` of a position are the most moves that can follow, up to the end of the game. */
typedef struct origins {
    fact_check *check;
    uint32_t first[SOURCE_ROWS + 1];
    uint16_t sources[SOURCE_ROWS];
    positions layers[SUM_LAYERS];
    uint32_t limit;
    origins_result result;
} origins;

/* The row after a slide. SOURCE_ROWS if a tile is, or becomes, a 2048. */
static unsigned slide_below_cap(const eleven_rules *rules, unsigned row)
{
    eleven_rank cells[4];
    unsigned slid = 0;
    bool is_below = true;
    for (unsigned i = 0; i < 4; i++)
        cells[i] = row >> 4 * i & 15;
    for (unsigned i = 0; i < 4; i++)
        is_below &= cells[i] <= BARRIER_CAP;
    eleven_line_slide(rules, cells, (eleven_view){0, 1, 4}, NULL);
    for (unsigned i = 0; i < 4; i++) {
        is_below &= cells[i] <= BARRIER_CAP;
        slid |= (unsigned)cells[i] << 4 * i;
    }
    return is_below ? slid : SOURCE_ROWS;
}

/* Counts the sources of each row, reserves space for them, and fills it from the end. */
static void fill_sources(origins *self, const eleven_rules *rules)
{
    for (unsigned row = 0; row < SOURCE_ROWS; row++)
        self->first[slide_below_cap(rules, row)]++;
    self->first[SOURCE_ROWS] = 0;
    for (unsigned row = 1; row < SOURCE_ROWS; row++)
        self->first[row] += self->first[row - 1];
    self->first[SOURCE_ROWS] = self->first[SOURCE_ROWS - 1];
    for (unsigned row = 0; row < SOURCE_ROWS; row++) {
        unsigned slid = slide_below_cap(rules, row);
        if (slid < SOURCE_ROWS)
            self->sources[--self->first[slid]] = (uint16_t)row;
    }
}

static void add_position(origins *self, uint32_t layer, uint64_t board, uint32_t moves)
{
    position *entry = positions_add(&self->layers[layer], eleven_bitboard_canonical((eleven_bitboard){board, 0}).low);
    if (entry)
        entry->games = moves > entry->games ? moves : entry->games;
}

/* All boards that a slide to the left turns into `after`; `before` has the rows above row `y`. At least one tile must
 * have moved. */
static void undo_slide(origins *self, uint32_t layer, uint64_t after, uint32_t moves, unsigned y, uint64_t before)
{
    if (y == 4) {
        if (before != after)
            add_position(self, layer, before, moves);
        return;
    }
    unsigned row = after >> 16 * y & 0xffff;
    for (uint32_t i = self->first[row]; i < self->first[row + 1]; i++)
        undo_slide(self, layer, after, moves, y + 1, before | (uint64_t)self->sources[i] << 16 * y);
}

static bool has_sources(const origins *self, uint64_t after)
{
    bool all = true;
    for (unsigned y = 0; y < 4; y++) {
        unsigned row = after >> 16 * y & 0xffff;
        all &= self->first[row] < self->first[row + 1];
    }
    return all;
}

/* The positions before `after`, with `moves` moves to the end. A start has at least two 2s and every move adds 2 or
 * more, so there were at most layer - 2 moves before. */
static void step_back(origins *self, uint32_t layer, eleven_bitboard after, uint32_t moves)
{
    /* The images in which a slide to the left, right, up and down is one to the left. */
    static const unsigned images[] = {0, 1, 4, 6};
    if (layer < LEAST_LAYER || layer - LEAST_LAYER + moves <= self->limit)
        return;
    for (unsigned i = 0; i < ELEVEN_DIRECTIONS; i++) {
        uint64_t image = eleven_bitboard_symmetry(after, images[i]).low;
        if (has_sources(self, image))
            undo_slide(self, layer, image, moves, 0, 0);
    }
}

/* A start has two tiles, each a 2 or a 4. */
static bool is_start(eleven_bitboard board)
{
    return __builtin_popcount(eleven_bitboard_empties(board)) == 14 && eleven_bitboard_largest(board) <= 2;
}

static void visit(origins *self, uint32_t layer, const position *from)
{
    eleven_bitboard board = {from->key, 0};
    uint32_t moves = (uint32_t)from->games;
    if (is_start(board))
        self->result.longest = moves > self->result.longest ? moves : self->result.longest;
    for (unsigned cell = 0; cell < 16; cell++) {
        eleven_rank rank = eleven_bitboard_get(board, cell);
        if (rank == 1 || rank == 2)
            step_back(self, layer - rank, eleven_bitboard_set(board, cell, 0), moves + 1);
    }
}

static void visit_layer(origins *self, uint32_t layer)
{
    enum { SHARE = 4 }; /* of the time that the search of barrier.c takes for a position */
    positions *all = &self->layers[layer];
    for (size_t i = 0; i < all->count; i++)
        visit(self, layer, &all->entries[i]);
    if (all->count)
        self->result.lowest = 2 * layer;
    self->result.positions += all->count;
    fact_worked(self->check, all->count / SHARE);
    self->result.failed |= all->failed;
    positions_free(all);
}

static uint32_t layer_of_board(uint64_t board)
{
    uint32_t sum = 0;
    for (unsigned cell = 0; cell < 16; cell++)
        sum += (1u << (board >> 4 * cell & 15)) & ~1u;
    return sum / 2;
}

origins_result origins_search(fact_check *check, const positions *boards, uint32_t limit)
{
    origins *self = memory_zeroed(1, sizeof *self);
    if (!self)
        return (origins_result){.failed = true};
    self->check = check;
    self->limit = limit;
    self->result.failed = boards->failed;
    fill_sources(self, &check->rules);
    for (size_t i = 0; i < boards->count; i++)
        add_position(self, layer_of_board(boards->entries[i].key), boards->entries[i].key,
                     (uint32_t)boards->entries[i].games);
    for (uint32_t layer = SUM_LAYERS; layer-- > 0;)
        visit_layer(self, layer);
    origins_result result = self->result;
    memory_free(self);
    return result;
}
