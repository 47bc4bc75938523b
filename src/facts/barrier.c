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
 * millions of arrangements become a few thousand. Two 1024s may never merge. */
#include "facts/facts_room.h"
#include "base/memory.h"

/* On a board, each stranger has a rank of its own from FIRST_STRANGER on. In a key, all have the rank STRANGER. */
enum { BARRIER_CELLS = 16, STRANGER = 13, FIRST_STRANGER = 16, STRANGER_SETS = 1 << BARRIER_CAP };

/* seen[ranks of the strangers, as bits]: known positions, each with 1 + the moves left as its `games`. */
typedef struct barrier {
    const eleven_rules *rules;
    positions *seen;
    barrier_result result;
} barrier;

static bool is_strange(eleven_rank rank)
{
    return rank >= FIRST_STRANGER;
}

static uint64_t key_without_names(const eleven_board *board)
{
    eleven_board alike = *board;
    for (unsigned i = 0; i < BARRIER_CELLS; i++)
        if (is_strange(alike.cells[i]))
            alike.cells[i] = STRANGER;
    return position_canonical(&alike);
}

/* Slides; false if nothing moves, or two 1024s merge. */
static bool slide_below_cap(const barrier *search, eleven_board *board, eleven_direction direction)
{
    if (!eleven_board_slide(search->rules, board, direction, NULL).hops)
        return false;
    for (unsigned i = 0; i < BARRIER_CELLS; i++)
        if (board->cells[i] == BARRIER_CAP + 1)
            return false;
    return true;
}

static uint32_t most_moves_left(barrier *search, const eleven_board *board, unsigned strange);

/* The most moves after this slide, over all new tiles. */
static uint32_t moves_after_slide(barrier *search, const eleven_board *after, unsigned strange)
{
    eleven_board next[POSITION_SPAWNS_MAX];
    unsigned count = position_spawns(after, next);
    uint32_t most = 0;
    for (unsigned i = 0; i < count; i++) {
        uint32_t moves = most_moves_left(search, &next[i], strange);
        most = moves > most ? moves : most;
    }
    return most;
}

/* Tries each stranger as the tile of this rank. */
static uint32_t moves_of_named(barrier *search, const eleven_board *board, unsigned strange, eleven_rank rank)
{
    uint32_t most = 0;
    for (unsigned i = 0; i < BARRIER_CELLS; i++) {
        if (!is_strange(board->cells[i]))
            continue;
        eleven_board next = *board;
        next.cells[i] = rank;
        uint32_t moves = most_moves_left(search, &next, strange & ~(1u << rank));
        most = moves > most ? moves : most;
    }
    return most;
}

/* The most moves that can follow. `strange`: the ranks of the strangers, as bits. If a tile on the board has one of
 * these ranks, the stranger with this rank must be named first. */
static uint32_t most_moves_left(barrier *search, const eleven_board *board, unsigned strange)
{
    eleven_board after[ELEVEN_DIRECTIONS];
    unsigned count = 0;
    for (unsigned i = 0; i < BARRIER_CELLS; i++)
        if (!is_strange(board->cells[i]) && strange >> board->cells[i] & 1)
            return moves_of_named(search, board, strange, board->cells[i]);
    for (int direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        after[count] = *board;
        count += slide_below_cap(search, &after[count], (eleven_direction)direction);
    }
    if (count == 0)
        return 0;
    uint64_t key = key_without_names(board);
    const position *known = positions_find(&search->seen[strange], key);
    if (known)
        return (uint32_t)known->games - 1;
    uint32_t most = 0;
    for (unsigned i = 0; i < count; i++) {
        uint32_t moves = 1 + moves_after_slide(search, &after[i], strange);
        most = moves > most ? moves : most;
    }
    position *entry = positions_add(&search->seen[strange], key);
    if (entry)
        entry->games = 1 + most;
    return most;
}

/* Whether there are 1024s next to each other in a row and also in a column, so that every move merges two of them. */
static bool are_caps_stuck(const eleven_board *board)
{
    bool across = false, down = false;
    for (unsigned i = 0; i < BARRIER_CELLS; i++) {
        if (board->cells[i] != BARRIER_CAP)
            continue;
        across |= i % 4 < 3 && board->cells[i + 1] == BARRIER_CAP;
        down |= i < 12 && board->cells[i + 4] == BARRIER_CAP;
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

/* All tiles are placed except the strangers, which take the cells that are left. */
static void search_arrangement(barrier *search, eleven_board board, unsigned strange)
{
    for (unsigned i = 0; i < BARRIER_CELLS; i++)
        board.cells[i] = board.cells[i] == STRANGER ? (eleven_rank)(FIRST_STRANGER + i) : board.cells[i];
    uint32_t moves = most_moves_left(search, &board, strange);
    search->result.longest = moves > search->result.longest ? moves : search->result.longest;
}

/* Places the tiles of a step from its `placed`-th on, on free cells from `from` on, and then those of the other
 * steps. */
static void arrange_tiles(barrier *search, eleven_board board, const placing *all, unsigned step, unsigned placed,
                          unsigned from)
{
    if (step == all->length) {
        search_arrangement(search, board, all->strange);
        return;
    }
    if (placed == all->steps[step].count) {
        /* Of eight mirror images of the 1024s only one is needed, and none in which every move merges two. */
        if (step > 0 || (!are_caps_stuck(&board) && position_key(&board) == position_canonical(&board)))
            arrange_tiles(search, board, all, step + 1, 0, 0);
        return;
    }
    for (unsigned i = from; i < BARRIER_CELLS; i++) {
        if (board.cells[i] != STRANGER)
            continue;
        eleven_board next = board;
        next.cells[i] = all->steps[step].rank;
        arrange_tiles(search, next, all, step, placed + 1, i + 1);
    }
}

barrier_result barrier_search(const eleven_rules *rules, const barrier_tiles *tiles)
{
    placing all = plan_placing(tiles);
    barrier search = {.rules = rules, .seen = memory_zeroed(STRANGER_SETS, sizeof *search.seen)};
    eleven_board board;
    eleven_board_empty(4, 4, &board);
    for (unsigned i = 0; i < BARRIER_CELLS; i++)
        board.cells[i] = STRANGER;
    if (!search.seen)
        return (barrier_result){.failed = true};
    arrange_tiles(&search, board, &all, 0, 0, 0);
    for (unsigned i = 0; i < STRANGER_SETS; i++) {
        search.result.positions += search.seen[i].count;
        search.result.failed |= search.seen[i].failed;
        positions_free(&search.seen[i]);
    }
    memory_free(search.seen);
    return search.result;
}
