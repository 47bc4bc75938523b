/* How long a crowded game can continue, for all arrangements of its tiles at once.
 *
 * A tile that is the only one of its rank merges with nothing. So the search does not ask which of these tiles is
 * where: they are strangers, all alike. Only when a merge makes a second tile of a stranger's rank, the search must
 * know which stranger has this rank, and it tries each of them.
 *
 *     A  .  A  ?                A: 1024, placed first      2: a rank with several tiles, placed next
 *     ?  2  2  A                ?: strangers, one each of 8 16 32 ...
 *     A  ?  ?  ?                after 2 2 -> 4, one of the strangers must be the other 4, if there is one
 *
 * The strangers of a position may be 8 16 32 or 8 16 64: for each set of ranks there is one set of known positions. So
 * millions of arrangements become a few thousand. Two 1024s may never merge.
 *
 * The result is exact, because every game from every arrangement is among those that are tried. So the search can also
 * list the arrangements from which the game can be longest: it names the strangers one after the other, and stops where
 * too few moves are left. */
#include "eleven/bitboard.h"
#include "base/memory.h"
#include "facts/facts_room.h"

/* A board has four bits per cell. All strangers have the rank STRANGER, which merges with nothing. Two 1024s make the
 * rank FORBIDDEN. */
enum { BARRIER_CELLS = 16, STRANGER = 13, FORBIDDEN = 15, STRANGER_SETS = 1 << BARRIER_CAP };

/* seen[ranks of the strangers, as bits]: known positions, each with 1 + the moves left as its `games`. */
typedef struct barrier {
    fact_check *check;
    eleven_rowtable *rows;
    positions *seen, *beyond;
    uint32_t limit;
    barrier_result result;
} barrier;

static uint32_t most_moves_left(barrier *search, eleven_bitboard board, unsigned strange);

/* The most moves after this slide, over all new tiles. */
static uint32_t moves_after_slide(barrier *search, eleven_bitboard after, unsigned strange)
{
    eleven_bitboard next[BARRIER_CELLS];
    uint32_t most = 0;
    for (eleven_rank rank = 1; rank <= 2; rank++)
        for (unsigned i = eleven_bitboard_spawns(after, rank, next); i-- > 0;) {
            uint32_t moves = most_moves_left(search, next[i], strange);
            most = moves > most ? moves : most;
        }
    return most;
}

/* Tries each stranger as the tile of this rank. */
static uint32_t moves_of_named(barrier *search, eleven_bitboard board, unsigned strange, eleven_rank rank)
{
    uint32_t most = 0;
    for (unsigned i = 0; i < BARRIER_CELLS; i++) {
        if (eleven_bitboard_get(board, i) != STRANGER)
            continue;
        uint32_t moves = most_moves_left(search, eleven_bitboard_set(board, i, rank), strange & ~(1u << rank));
        most = moves > most ? moves : most;
    }
    return most;
}

/* A rank that a stranger and another tile have, or 0. */
static eleven_rank rank_to_name(eleven_bitboard board, unsigned strange)
{
    for (unsigned i = 0; i < BARRIER_CELLS && strange; i++)
        if (strange >> eleven_bitboard_get(board, i) & 1)
            return eleven_bitboard_get(board, i);
    return 0;
}

/* The most moves that can follow. `strange`: the ranks of the strangers, as bits. If a tile on the board has one of
 * these ranks, the stranger with this rank must be named first. */
static uint32_t most_moves_left(barrier *search, eleven_bitboard board, unsigned strange)
{
    eleven_afterstates after;
    eleven_rank rank = rank_to_name(board, strange);
    if (rank)
        return moves_of_named(search, board, strange, rank);
    unsigned legal = eleven_bitboard_afterstates(search->rows, board, &after);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (eleven_bitboard_largest(after.board[d]) == FORBIDDEN)
            legal &= ~(1u << d);
    if (!legal)
        return 0;
    uint64_t key = eleven_bitboard_canonical(board).low;
    const position *known = positions_find(&search->seen[strange], key);
    if (known)
        return (uint32_t)known->games - 1;
    uint32_t most = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        uint32_t moves = legal >> d & 1 ? 1 + moves_after_slide(search, after.board[d], strange) : 0;
        most = moves > most ? moves : most;
    }
    position *entry = positions_add(&search->seen[strange], key);
    if (entry)
        entry->games = 1 + most;
    fact_worked(search->check, 1);
    return most;
}

/* Whether there are 1024s next to each other in a row and also in a column, so that every move merges two of them. */
static bool are_caps_stuck(eleven_bitboard board)
{
    bool across = false, down = false;
    for (unsigned i = 0; i < BARRIER_CELLS; i++) {
        if (eleven_bitboard_get(board, i) != BARRIER_CAP)
            continue;
        across |= i % 4 < 3 && eleven_bitboard_get(board, i + 1) == BARRIER_CAP;
        down |= i < 12 && eleven_bitboard_get(board, i + 4) == BARRIER_CAP;
    }
    return across && down;
}

/* The order in which tiles are placed: the 1024s, the empty cells, then the ranks with several tiles. */
typedef struct placing {
    struct {
        eleven_rank rank;
        uint8_t count;
    } steps[BARRIER_CAP + 2];
    unsigned length;
    unsigned strange;
} placing;

static placing plan_placing(const barrier_tiles *tiles)
{
    placing plan = {.steps = {{BARRIER_CAP, tiles->count[BARRIER_CAP]}, {0, BARRIER_CELLS}}, .length = 2};
    plan.steps[1].count = (uint8_t)(BARRIER_CELLS - tiles->count[BARRIER_CAP]);
    for (unsigned rank = 1; rank < BARRIER_CAP; rank++) {
        unsigned count = tiles->count[rank];
        plan.steps[1].count = (uint8_t)(plan.steps[1].count - count);
        plan.strange |= (unsigned)(count == 1) << rank;
        if (count < 2)
            continue;
        plan.steps[plan.length].rank = (eleven_rank)rank;
        plan.steps[plan.length++].count = (uint8_t)count;
    }
    return plan;
}

/* Adds the arrangements of these tiles from which more than `limit` moves can follow. */
static void keep_beyond(barrier *search, eleven_bitboard board, unsigned strange)
{
    uint32_t moves = most_moves_left(search, board, strange);
    if (moves <= search->limit)
        return;
    if (!strange) {
        position *entry = positions_add(search->beyond, eleven_bitboard_canonical(board).low);
        if (entry)
            entry->games = moves;
        return;
    }
    for (unsigned i = 0; i < BARRIER_CELLS; i++)
        if (eleven_bitboard_get(board, i) == STRANGER)
            keep_beyond(search, eleven_bitboard_set(board, i, (eleven_rank)__builtin_ctz(strange)),
                        strange & (strange - 1));
}

/* All tiles are placed except the strangers, which have the cells that are left. */
static void search_arrangement(barrier *search, eleven_bitboard board, unsigned strange)
{
    uint32_t moves = most_moves_left(search, board, strange);
    search->result.longest = moves > search->result.longest ? moves : search->result.longest;
    if (search->beyond)
        keep_beyond(search, board, strange);
}

/* Places the tiles of a step from its `placed`-th on, on free cells from `from` on, and then those of the other
 * steps. */
static void arrange_tiles(barrier *search, eleven_bitboard board, const placing *all, unsigned step, unsigned placed,
                          unsigned from)
{
    if (step == all->length) {
        search_arrangement(search, board, all->strange);
        return;
    }
    if (placed == all->steps[step].count) {
        /* Of eight mirror images of the 1024s only one is needed, and none in which every move merges two. */
        if (step > 0 || (!are_caps_stuck(board) && board.low == eleven_bitboard_canonical(board).low))
            arrange_tiles(search, board, all, step + 1, 0, 0);
        return;
    }
    for (unsigned i = from; i < BARRIER_CELLS; i++)
        if (eleven_bitboard_get(board, i) == STRANGER)
            arrange_tiles(search, eleven_bitboard_set(board, i, all->steps[step].rank), all, step, placed + 1, i + 1);
}

/* The rules on boards with strangers. NULL when out of memory. */
static eleven_rowtable *new_rows(const eleven_rules *rules)
{
    eleven_rules strange = *rules;
    void *memory = memory_new(ELEVEN_ROWTABLE_BYTES);
    strange.merge[STRANGER][STRANGER] = 0;
    strange.merge[BARRIER_CAP][BARRIER_CAP] = FORBIDDEN;
    return memory ? eleven_rowtable_init(memory, &strange) : NULL;
}

barrier_result barrier_search(fact_check *check, const barrier_tiles *tiles, uint32_t limit, positions *beyond)
{
    placing all = plan_placing(tiles);
    barrier search = {.check = check,
                      .rows = new_rows(&check->rules),
                      .seen = memory_zeroed(STRANGER_SETS, sizeof *search.seen),
                      .limit = limit,
                      .beyond = beyond};
    eleven_bitboard board = {0, 0};
    for (unsigned i = 0; i < BARRIER_CELLS; i++)
        board = eleven_bitboard_set(board, i, STRANGER);
    search.result.failed = !search.rows || !search.seen;
    if (!search.result.failed)
        arrange_tiles(&search, board, &all, 0, 0, 0);
    for (unsigned i = 0; search.seen && i < STRANGER_SETS; i++) {
        search.result.positions += search.seen[i].count;
        search.result.failed |= search.seen[i].failed;
        positions_free(&search.seen[i]);
    }
    memory_free(search.seen);
    memory_free(search.rows);
    return search.result;
}
