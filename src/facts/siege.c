/* An adversary who keeps the player from a tile 2^goal, whatever the player has built before.
 *
 * At first the adversary gives only 2s. So there is a moment after a slide when the sum of the tiles is
 * 2^goal - 2^large. From then on this search plays for the adversary, against every board with this sum. Tiles from
 * 2^large on are large. The search does not ask which large tile is which. It lets the player merge any two neighbours
 * among them, as long as enough are left for their sum:
 *
 *     2  #  #  .      #: large. Let their sum be 7 units of 2^large, in binary 111: no fewer than three tiles have
 *     #  4  .  .      this sum. Four are here, so the player may merge two of them, in a row or in a column, once.
 *     #  8  .  .      If two 2^(large-1) merge, the sum is 8 units: binary 1000, one tile, perhaps the goal.
 *
 * This player can do more than a real one. If the adversary can always block the board before the large tiles have the
 * sum 2^goal, nobody can force the goal. */
#include "eleven/bitboard.h"
#include "base/memory.h"
#include "facts/facts_room.h"

/* A board has four bits per cell, cell 0 lowest: a rank, or LARGE. The highest bits are free; in a key they contain the
 * units that the large tiles lack. LINES: all contents of a line of four cells, three bits each. */
enum { LARGE = 7, LINES = 1 << 12, ENDS_MAX = 5, BOARD_LINES = 4, LINE_CELLS = 4 };

/* How a line can look after a slide. `merges`: of two large tiles. `grown`: large tiles from two small ones. */
typedef struct line_end {
    uint16_t cells;
    uint8_t merges, grown;
} line_end;

/* shifts[direction][line]: the places of the cells in a board, from the front. `large`: the rank. `units`: the sum of
 * the large tiles that a goal needs, in tiles 2^large. */
typedef struct siege {
    fact_check *check;
    unsigned w, h, cells, units;
    eleven_rank large;
    unsigned line_count[ELEVEN_DIRECTIONS], line_length[ELEVEN_DIRECTIONS];
    uint8_t shifts[ELEVEN_DIRECTIONS][BOARD_LINES][LINE_CELLS];
    line_end ends[LINES][ENDS_MAX];
    uint8_t end_count[LINES];
    uint64_t starts;
    verdicts lost;
} siege;

/* ---- Lines ---------------------------------------------------------------------------------------------- */

/* Tiles `from`.. of `tiles`, front first, slide behind the `placed` cells of `end`. Each pair of large neighbours may
 * merge or not; the end without merges is added last. */
static void add_ends(siege *self, unsigned line, const uint8_t tiles[5], unsigned from, unsigned placed, line_end end)
{
    uint8_t tile = tiles[from];
    if (!tile) {
        self->ends[line][self->end_count[line]++] = end;
        return;
    }
    bool pairs = tile == tiles[from + 1], is_large = tile == LARGE, grows = !is_large && tile + 1 == self->large;
    if (pairs) {
        line_end merged = end;
        unsigned rank = is_large || grows ? LARGE : tile + 1U;
        merged.cells = (uint16_t)(merged.cells | rank << 3 * placed);
        merged.merges = (uint8_t)(merged.merges + is_large);
        merged.grown = (uint8_t)(merged.grown + grows);
        add_ends(self, line, tiles, from + 2, placed + 1, merged);
    }
    if (pairs && !is_large)
        return;
    end.cells = (uint16_t)(end.cells | tile << 3 * placed);
    add_ends(self, line, tiles, from + 1, placed + 1, end);
}

static void fill_ends(siege *self)
{
    for (unsigned line = 0; line < LINES; line++) {
        uint8_t tiles[5] = {0};
        for (unsigned i = 0, count = 0; i < 4; i++)
            if (line >> 3 * i & 7)
                tiles[count++] = line >> 3 * i & 7;
        add_ends(self, line, tiles, 0, 0, (line_end){0});
    }
}

static void fill_shifts(siege *self)
{
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        bool across = d < 2;
        self->line_count[d] = across ? self->h : self->w;
        self->line_length[d] = across ? self->w : self->h;
        for (unsigned line = 0; line < self->line_count[d]; line++)
            for (unsigned i = 0; i < self->line_length[d]; i++) {
                unsigned at = d % 2 ? self->line_length[d] - 1 - i : i;
                self->shifts[d][line][i] = (uint8_t)(4 * (across ? line * self->w + at : at * self->w + line));
            }
    }
}

static unsigned line_of(const siege *self, uint64_t board, unsigned d, unsigned line)
{
    unsigned cells = 0;
    for (unsigned i = 0; i < LINE_CELLS && i < self->line_length[d]; i++)
        cells |= (unsigned)(board >> self->shifts[d][line][i] & 7) << 3 * i;
    return cells;
}

static uint64_t board_of_line(const siege *self, unsigned cells, unsigned d, unsigned line)
{
    uint64_t board = 0;
    for (unsigned i = 0; i < LINE_CELLS && i < self->line_length[d]; i++)
        board |= (uint64_t)(cells >> 3 * i & 7) << self->shifts[d][line][i];
    return board;
}

/* ---- Boards --------------------------------------------------------------------------------------------- */

static unsigned count_large(uint64_t board)
{
    return (unsigned)__builtin_popcountll(board & board >> 1 & board >> 2 & UINT64_C(0x1111111111111111));
}

/* How many tiles the sum of the large tiles needs at least, if it is less than a goal by 1 + `lack` units. */
static unsigned fewest_large(const siege *self, unsigned lack)
{
    return (unsigned)__builtin_popcount(self->units - 1 - lack);
}

static uint64_t key_of(const siege *self, uint64_t board, unsigned lack)
{
    uint64_t key = eleven_bitboard_canonical((eleven_bitboard){board, 0}).low;
    if (self->cells < 16) {
        eleven_board cells = position_board(board, self->w, self->h);
        key = position_canonical(&cells);
    }
    for (unsigned i = 0; lack >> i; i++)
        key |= (uint64_t)(lack >> i & 1) << (4 * i + 3);
    return key;
}

/* What a board offers to the player: merges in rows and columns, and directions in which something moves. 0: the game
 * is over. */
static unsigned value_for_player(const siege *self, uint64_t board, bool can_merge_large)
{
    unsigned value = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        bool moves = false;
        for (unsigned line = 0; line < self->line_count[d]; line++) {
            unsigned cells = line_of(self, board, d, line), last = self->end_count[cells] - 1U;
            const line_end *end = &self->ends[cells][can_merge_large ? 0 : last];
            moves |= end->cells != cells;
            for (unsigned i = 0; i < 12; i += 3)
                value += (cells >> i & 7 ? 2U : 0U) - (end->cells >> i & 7 ? 2U : 0U);
        }
        value += moves;
    }
    return value;
}

/* ---- The search ----------------------------------------------------------------------------------------- */

/* A slide, line by line. `lack`: before it. `merges`, `grown`: of the lines so far. `after`: these lines. */
typedef struct slide {
    uint64_t board, after;
    unsigned direction, lack, merges, grown;
} slide;

static bool is_lost_after(siege *self, uint64_t after, unsigned lack);

/* Whether the adversary has an answer to this slide, with all ends of the lines from `line` on. */
static bool is_slide_lost(siege *self, const slide *so_far, unsigned line)
{
    if (count_large(so_far->board) < fewest_large(self, so_far->lack) + so_far->merges)
        return true;
    if (line == self->line_count[so_far->direction])
        return so_far->after == so_far->board ||
               (so_far->grown <= so_far->lack && is_lost_after(self, so_far->after, so_far->lack - so_far->grown));
    unsigned cells = line_of(self, so_far->board, so_far->direction, line);
    for (unsigned i = 0; i < self->end_count[cells]; i++) {
        const line_end *end = &self->ends[cells][i];
        slide next = *so_far;
        next.after |= board_of_line(self, end->cells, so_far->direction, line);
        next.merges += end->merges;
        next.grown += end->grown;
        if (!is_slide_lost(self, &next, line + 1))
            return false;
    }
    return true;
}

static bool is_lost_on(siege *self, uint64_t board, unsigned lack)
{
    bool lost = true;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS && lost; d++)
        lost = is_slide_lost(self, &(slide){.board = board, .direction = d, .lack = lack}, 0);
    return lost;
}

/* A new tile. */
typedef struct reply {
    uint64_t board;
    unsigned value;
} reply;

static unsigned list_replies(const siege *self, uint64_t after, unsigned lack, reply replies[POSITION_SPAWNS_MAX])
{
    unsigned count = 0;
    bool can_merge_large = count_large(after) > fewest_large(self, lack);
    for (unsigned i = 0; i < 4 * self->cells; i += 4)
        for (uint64_t rank = 1; rank <= 2 && !(after >> i & 7); rank++) {
            replies[count].board = after | rank << i;
            replies[count].value = value_for_player(self, replies[count].board, can_merge_large);
            count++;
        }
    return count;
}

/* Removes the reply that leaves the least to the player and returns its board. */
static uint64_t take_least(reply *replies, unsigned count)
{
    unsigned least = 0;
    for (unsigned i = 1; i < count; i++)
        least = replies[i].value < replies[least].value ? i : least;
    uint64_t board = replies[least].board;
    replies[least] = replies[count - 1];
    return board;
}

/* Whether the adversary has a new tile after which the player cannot reach the goal. */
static bool is_lost_after(siege *self, uint64_t after, unsigned lack)
{
    uint64_t key = key_of(self, after, lack);
    verdict known = verdicts_find(&self->lost, key);
    if (known != VERDICT_NONE)
        return known == VERDICT_YES;
    reply replies[POSITION_SPAWNS_MAX];
    bool lost = false;
    for (unsigned count = list_replies(self, after, lack, replies); count && !lost; count--)
        lost = is_lost_on(self, take_least(replies, count), lack);
    verdicts_put(&self->lost, key, lost);
    fact_worked(self->check, 1);
    return lost && !self->lost.failed;
}

/* ---- The boards to begin with --------------------------------------------------------------------------- */

/* A board that is filled line by line toward `direction`, up to cell `at` of line `line`. `small`: the sum that is left
 * for small tiles, in 2s. `free`: cells of the board that are not passed yet. */
typedef struct filling {
    uint64_t board;
    unsigned direction, line, at, small, free, empty, lack;
} filling;

static bool are_fillings_lost(siege *self, filling now);

static bool is_filling_lost_with(siege *self, filling now, unsigned rank)
{
    now.board |= (uint64_t)rank << self->shifts[now.direction][now.line][now.at];
    now.small -= rank == LARGE ? 0 : 1U << (rank - 1);
    now.at++;
    now.free--;
    return are_fillings_lost(self, now);
}

/* Whether all boards that continue this one are lost. One cell at least stays empty. */
static bool are_fillings_lost(siege *self, filling now)
{
    unsigned large = count_large(now.board), fewest = fewest_large(self, now.lack);
    unsigned needed = fewest > large ? fewest - large : 0;
    if (needed > now.free || now.small > (now.free - needed) << (self->large - 2))
        return true;
    if (now.line == self->line_count[now.direction]) {
        self->starts += now.empty > 0;
        return now.empty == 0 || is_lost_after(self, now.board, now.lack);
    }
    filling next = now;
    next.free -= self->line_length[now.direction] - now.at;
    next.empty += self->line_length[now.direction] - now.at;
    next.line++;
    next.at = 0;
    bool lost = are_fillings_lost(self, next);
    if (now.at == self->line_length[now.direction])
        return lost;
    for (unsigned rank = 1; rank < self->large && lost; rank++)
        lost = 1U << (rank - 1) > now.small || is_filling_lost_with(self, now, rank);
    return lost && (large >= self->units - 1 - now.lack || is_filling_lost_with(self, now, LARGE));
}

/* Whether all boards are lost that have the sum to begin with and are possible after a slide. */
static bool are_starts_lost(siege *self)
{
    bool lost = true;
    for (unsigned lack = 0; lack < self->units && lost; lack++)
        for (unsigned d = 0; d < (self->w == self->h ? 1U : 3U) && lost; d += 2)
            lost = are_fillings_lost(
                self, (filling){.direction = d, .small = lack << (self->large - 1), .free = self->cells, .lack = lack});
    return lost;
}

siege_result siege_search(fact_check *check, unsigned w, unsigned h, eleven_rank goal, eleven_rank large)
{
    siege *self = memory_zeroed(1, sizeof *self);
    if (!self)
        return (siege_result){.failed = true};
    *self = (siege){.check = check, .w = w, .h = h, .cells = w * h, .large = large, .units = 1U << (goal - large)};
    fill_ends(self);
    fill_shifts(self);
    siege_result result = {.holds = are_starts_lost(self)};
    result.starts = self->starts;
    result.positions = self->lost.count;
    result.failed = self->lost.failed;
    verdicts_free(&self->lost);
    memory_free(self);
    return result;
}
