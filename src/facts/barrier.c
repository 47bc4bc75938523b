/* How much longer a crowded game can last, for every arrangement of its tiles at once.
 *
 * Of the tiles that stand alone in their rank the search does not ask where each of them lies: they are strangers,
 * which merge with nothing. Only when a merge makes a second tile of a stranger's rank does it have to know which of the
 * strangers that is, and tries them all.
 *
 *     A  .  A  ?                A: 1024, placed first      2 2: ranks with several tiles, placed next
 *     ?  2  2  A                ?: strangers, one each of 8 16 32 ...
 *     A  ?  ?  ?                after 2 2 -> 4, one of the strangers must be the other 4, if any is
 *
 * That makes millions of arrangements of a few thousand. Two 1024s may never merge.
 */
#include "facts/barrier.h"
#include "facts/positions.h"

#include <stdlib.h>

enum { CELLS = 16, STRANGER = 13, FIRST_STRANGER = 16, SETS = 1 << BARRIER_CAP };

typedef struct barrier {
    const eleven_rules *rules;
    positions *seen; /* [strange]: the positions whose strangers have these ranks, with 1 + the moves left */
    uint32_t longest;
} barrier;

/* On a board each stranger has a rank of its own above FIRST_STRANGER, in a key they are all alike. */
static bool is_strange(eleven_rank rank)
{
    return rank >= FIRST_STRANGER;
}

static uint64_t key_of(const eleven_board *board)
{
    eleven_board alike = *board;
    for (unsigned i = 0; i < CELLS; i++)
        if (is_strange(alike.cells[i]))
            alike.cells[i] = STRANGER;
    return position_canonical(&alike);
}

/* The slide, if it is a move that merges no two 1024s. */
static bool slides(const barrier *search, eleven_board *board, eleven_direction direction)
{
    if (!eleven_board_slide(search->rules, board, direction, NULL).hops)
        return false;
    for (unsigned i = 0; i < CELLS; i++)
        if (board->cells[i] == BARRIER_CAP + 1)
            return false;
    return true;
}

static uint32_t moves_left(barrier *search, const eleven_board *board, unsigned strange);

/* The most moves after this slide, whatever appears. */
static uint32_t after_slide(barrier *search, const eleven_board *after, unsigned strange)
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned count = eleven_board_empties(after, empties);
    uint32_t most = 0;
    for (unsigned i = 0; i < count; i++)
        for (eleven_rank rank = 1; rank <= 2; rank++) {
            eleven_board next = *after;
            eleven_board_place(&next, (eleven_tile){empties[i], rank});
            uint32_t moves = moves_left(search, &next, strange);
            most = moves > most ? moves : most;
        }
    return most;
}

/* Tries each stranger as the one of this rank. */
static uint32_t introduce(barrier *search, const eleven_board *board, unsigned strange, eleven_rank rank)
{
    uint32_t most = 0;
    for (unsigned i = 0; i < CELLS; i++) {
        if (!is_strange(board->cells[i]))
            continue;
        eleven_board next = *board;
        next.cells[i] = rank;
        uint32_t moves = moves_left(search, &next, strange & ~(1u << rank));
        most = moves > most ? moves : most;
    }
    return most;
}

/* The most moves that can follow. `strange`: the ranks of the strangers, as bits. */
static uint32_t moves_left(barrier *search, const eleven_board *board, unsigned strange)
{
    eleven_board after[ELEVEN_DIRECTIONS];
    unsigned count = 0;
    for (unsigned i = 0; i < CELLS; i++)
        if (!is_strange(board->cells[i]) && strange >> board->cells[i] & 1)
            return introduce(search, board, strange, board->cells[i]);
    for (int direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        after[count] = *board;
        count += slides(search, &after[count], (eleven_direction)direction);
    }
    if (count == 0)
        return 0;
    uint64_t key = key_of(board);
    const position *known = positions_find(&search->seen[strange], key);
    if (known)
        return (uint32_t)known->games - 1;
    uint32_t most = 0;
    for (unsigned i = 0; i < count; i++) {
        uint32_t moves = 1 + after_slide(search, &after[i], strange);
        most = moves > most ? moves : most;
    }
    position *entry = positions_add(&search->seen[strange], key, NULL);
    if (entry)
        entry->games = 1 + most;
    return most;
}

/* ---- Arrangements --------------------------------------------------------------------------------------- */

/* Whether two 1024s are neighbours both across and up and down, so that every move would merge some. */
static bool is_stuck(const eleven_board *board)
{
    bool across = false, down = false;
    for (unsigned i = 0; i < CELLS; i++) {
        if (board->cells[i] != BARRIER_CAP)
            continue;
        across |= i % 4 < 3 && board->cells[i + 1] == BARRIER_CAP;
        down |= i < 12 && board->cells[i + 4] == BARRIER_CAP;
    }
    return across && down;
}

/* The tiles that are placed one by one: the 1024s, the empty cells, then the ranks with several tiles. */
typedef struct plan {
    struct {
        eleven_rank rank;
        uint8_t count;
    } steps[BARRIER_CAP + 2];
    unsigned length;
    unsigned strange;
} plan;

static plan plan_of(const barrier_tiles *tiles)
{
    plan made = {.steps = {{BARRIER_CAP, tiles->count[BARRIER_CAP]}, {0, CELLS}}, .length = 2};
    made.steps[1].count = (uint8_t)(CELLS - tiles->count[BARRIER_CAP]);
    for (unsigned rank = 1; rank < BARRIER_CAP; rank++) {
        unsigned count = tiles->count[rank];
        made.steps[1].count = (uint8_t)(made.steps[1].count - count);
        made.strange |= (unsigned)(count == 1) << rank;
        if (count < 2)
            continue;
        made.steps[made.length].rank = (eleven_rank)rank;
        made.steps[made.length++].count = (uint8_t)count;
    }
    return made;
}

/* All lie where they lie but the strangers, who take the cells that are left. */
static void run(barrier *search, eleven_board board, unsigned strange)
{
    for (unsigned i = 0; i < CELLS; i++)
        board.cells[i] = board.cells[i] == STRANGER ? (eleven_rank)(FIRST_STRANGER + i) : board.cells[i];
    uint32_t moves = moves_left(search, &board, strange);
    search->longest = moves > search->longest ? moves : search->longest;
}

/* Places the tiles of a step from its `placed`-th on, on free cells from `from` on, and then the other steps'. */
static void arrange(barrier *search, eleven_board board, const plan *all, unsigned step, unsigned placed, unsigned from)
{
    if (step == all->length) {
        run(search, board, all->strange);
        return;
    }
    if (placed == all->steps[step].count) {
        /* Of the ways to lay the 1024s only one of each eight images is looked at, and none that is stuck. */
        if (step > 0 || (!is_stuck(&board) && position_key(&board) == position_canonical(&board)))
            arrange(search, board, all, step + 1, 0, 0);
        return;
    }
    for (unsigned i = from; i < CELLS; i++) {
        if (board.cells[i] != STRANGER)
            continue;
        eleven_board next = board;
        next.cells[i] = all->steps[step].rank;
        arrange(search, next, all, step, placed + 1, i + 1);
    }
}

barrier_result barrier_search(const eleven_rules *rules, const barrier_tiles *tiles)
{
    barrier_result result = {0};
    plan all = plan_of(tiles);
    barrier search = {.rules = rules, .seen = calloc(SETS, sizeof *search.seen)};
    eleven_board board = eleven_board_empty(4, 4);
    for (unsigned i = 0; i < CELLS; i++)
        board.cells[i] = STRANGER;
    result.failed = !search.seen;
    if (search.seen)
        arrange(&search, board, &all, 0, 0, 0);
    for (unsigned i = 0; search.seen && i < SETS; i++) {
        result.positions += search.seen[i].count;
        result.failed |= search.seen[i].failed;
        positions_free(&search.seen[i]);
    }
    free(search.seen);
    result.longest = search.longest;
    return result;
}
