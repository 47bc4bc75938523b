/* The least number of moves to win, and the lowest score at a win: both are bounds from the tree of merges that the
 * 2048 is the root of, and one game attains both.
 *
 *              2048                   move n
 *          1024    1024               move n-1 at the latest
 *         ...          ...
 *        4  4          4  4           appeared after move n-9 at the latest
 */
#include "facts/facts.h"
#include "facts/positions.h"

#include <stdio.h>

enum { MOVES = 519, SCORE = 18432, HIGHEST = 9 };

/* ---- Small boards: every game of a number of moves ------------------------------------------------------- */

/* The least number of moves after which a tile of each rank can stand on a board. */
typedef struct least_moves {
    const eleven_rules *rules;
    unsigned w, h;
    eleven_rank from, to; /* ranks of the new tiles */
    eleven_rank goal;     /* search until it stands, or every position has been seen */
    uint32_t moves[ELEVEN_RANKS];
    eleven_rank largest; /* the highest that was made */
    positions seen;
} least_moves;

static void see(least_moves *least, const eleven_board *board)
{
    positions_add(&least->seen, position_canonical(board), NULL);
}

static void begin(least_moves *least)
{
    for (unsigned i = 0; i < least->w * least->h; i++)
        for (unsigned j = 0; j < i; j++)
            for (unsigned a = least->from; a <= least->to; a++)
                for (unsigned b = least->from; b <= least->to; b++) {
                    eleven_board board = eleven_board_empty(least->w, least->h);
                    board.cells[i] = (eleven_rank)a;
                    board.cells[j] = (eleven_rank)b;
                    see(least, &board);
                }
}

/* Every board that one move and one new tile make of this one. */
static void expand(least_moves *least, const eleven_board *board, uint32_t moves)
{
    for (int direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        eleven_board after = *board;
        uint8_t empties[ELEVEN_CELLS_MAX];
        if (!eleven_board_slide(least->rules, &after, (eleven_direction)direction, NULL).hops)
            continue;
        eleven_rank largest = eleven_board_largest(&after);
        if (largest > least->largest)
            least->moves[least->largest = largest] = moves;
        unsigned count = eleven_board_empties(&after, empties);
        for (unsigned i = 0; i < count; i++)
            for (unsigned rank = least->from; rank <= least->to; rank++) {
                eleven_board next = after;
                eleven_board_place(&next, (eleven_tile){empties[i], (eleven_rank)rank});
                see(least, &next);
            }
    }
}

static void search(least_moves *least)
{
    size_t at = 0;
    least->largest = least->to;
    begin(least);
    for (uint32_t moves = 1; at < least->seen.count && least->largest < least->goal; moves++)
        for (size_t end = least->seen.count; at < end; at++) {
            eleven_board board = position_board(least->seen.entries[at].key, least->w, least->h);
            expand(least, &board, moves);
        }
}

/* 2^(k-2) fours must have appeared k-2 moves before the end, two of them at the start. */
static uint32_t bound(unsigned rank)
{
    return (1u << (rank - 2)) + rank - 4;
}

/* Tells a row of figures, and whether the bound is attained by every tile and undercut by none. */
static void tell_small_board(fact_check *check, least_moves least)
{
    char cells[160];
    size_t at = 0;
    bool holds = true;
    least.rules = &check->rules;
    search(&least);
    for (unsigned rank = 3; rank <= HIGHEST; rank++) {
        bool is_made = rank <= least.largest;
        holds &= !is_made || least.moves[rank] == bound(rank);
        at += (size_t)snprintf(cells + at, sizeof cells - at, is_made ? "|%u" : "|", least.moves[rank]);
    }
    tell_row(check, "%ux%u|%s%s", least.w, least.h, least.from == 1 ? "2 and 4" : "4", cells);
    holds &= least.largest == least.goal && !least.seen.failed;
    fact_tell(check, holds, "On %ux%u every tile up to %u can be made in as few moves as the formula says%s.", least.w,
              least.h, 1u << least.largest, least.from == 1 ? ", and in no fewer" : "");
    positions_free(&least.seen);
}

static void tell_small_boards(fact_check *check)
{
    static const least_moves boards[] = {
        {.w = 2, .h = 2, .from = 1, .to = 2, .goal = 5}, {.w = 2, .h = 3, .from = 1, .to = 2, .goal = 7},
        {.w = 2, .h = 4, .from = 2, .to = 2, .goal = 9}, {.w = 3, .h = 3, .from = 2, .to = 2, .goal = 7},
        {.w = 4, .h = 4, .from = 2, .to = 2, .goal = 5},
    };
    tell_table(check, "Least moves to a tile", "board|new tiles|8|16|32|64|128|256|512");
    tell_row(check, "formula||%u|%u|%u|%u|%u|%u|%u", bound(3), bound(4), bound(5), bound(6), bound(7), bound(8),
             bound(9));
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++)
        tell_small_board(check, boards[i]);
}

/* ---- The facts ------------------------------------------------------------------------------------------ */

static void check_moves(fact_check *check)
{
    witness found;
    fact_tell(check, bound(11) == MOVES, "The bound for 2048 is 2^9 + 11 - 4 = %u moves.", bound(11));
    if (witness_replay(check, "min-moves", &found))
        fact_tell(check, found.goal_at == MOVES && found.moves == MOVES,
                  "The game min-moves.2048 makes its first 2048 with move %u.", found.goal_at);
    tell_small_boards(check);
}

const checked_fact min_moves_fact = {
    .fact = {.name = "min-moves",
             .status = ELEVEN_FACT_PROVED,
             .question = "What is the least number of moves to win?",
             .claim = "519 moves. A tile 2^k needs at least 2^(k-2) + k - 4 moves, for every k from 3 on.",
             .argument =
                 "A 2048 is the root of a tree of merges; its leaves are the tiles that appeared, 2s and 4s. On "
                 "the way "
                 "from a 4 to the root there are nine merges (from a 2 ten), each in a later move than the one "
                 "below it, "
                 "since a tile that was just made does not merge again in the same move. So where move n makes "
                 "the 2048, "
                 "all its leaves had appeared after move n - 9.\n"
                 "By then 2 + (n - 9) tiles had appeared, each a 4 at most, and the leaves add up to 2048: 4 (n "
                 "- 7) is at "
                 "least 2048, and n at least 519. The same for a tile 2^k: 4 (2 + n - (k - 2)) is at least 2^k.\n"
                 "One game attains it. On small boards a search through all games finds the same least numbers."},
    .check = check_moves};

static void check_score(fact_check *check)
{
    witness found;
    if (!witness_replay(check, "min-moves", &found))
        return;
    fact_tell(check, found.goal_at == found.moves && found.score == SCORE,
              "The game min-moves.2048 is won by its last move with %s points.", GROUPED(found.score));
}

const checked_fact min_win_score_fact = {
    .fact = {.name = "min-win-score",
             .status = ELEVEN_FACT_PROVED,
             .question = "What is the lowest score at a win?",
             .claim = "18,432 points. A tile 2^k brings at least (k - 2) 2^k.",
             .argument = "Points come from merges alone. In the tree of merges below the 2048 no leaf is "
                         "above 4, so on each of the nine "
                         "levels from 8 to 2048 the tiles that were made add up to 2048: 9 x 2048 = 18,432 "
                         "points that cannot be missing. "
                         "A 4 that was made of two 2s brings 4 points more, and a merge outside the tree "
                         "brings more as well.\n"
                         "The game with the fewest moves has no 2 in the tree and no merge outside it."},
    .check = check_score};
