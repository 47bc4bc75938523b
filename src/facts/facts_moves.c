/* The smallest number of moves to win, and the lowest score of a win. Both are bounds from the tree of merges whose
 * root is the 2048, and one game reaches both.
 *
 *              2048                   made by move n
 *          1024    1024               move n-1 at the latest
 *         ...          ...
 *        4  4          4  4           appeared after move n-9 at the latest */
#include "facts/facts_room.h"

#include <stdio.h>

enum { LEAST_MOVES = 519, LEAST_SCORE = 18432, HIGHEST_COLUMN = 11 };

/* The smallest number of moves after which a tile of each rank can be on a board. The search ends with the goal, or
 * with the last position. */
typedef struct least_moves {
    const eleven_rules *rules;
    unsigned w, h;
    bool only_fours;
    eleven_rank goal, largest;
    uint32_t moves[ELEVEN_RANKS];
    positions seen;
} least_moves;

/* Adds every board that one move and one new tile make of this one. */
static void see_next(least_moves *least, const eleven_board *board, uint32_t moves)
{
    for (int direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        eleven_board after = *board, next[POSITION_SPAWNS_MAX];
        if (!eleven_board_slide(least->rules, &after, (eleven_direction)direction, NULL).hops)
            continue;
        eleven_rank largest = eleven_board_largest(&after);
        if (largest > least->largest)
            least->moves[least->largest = largest] = moves;
        unsigned count = position_spawns(&after, next), step = least->only_fours ? 2 : 1;
        for (unsigned i = step - 1; i < count; i += step)
            positions_count(&least->seen, &next[i], 0, 0);
    }
}

static void search_least(least_moves *least)
{
    eleven_board board;
    size_t at = 0;
    least->largest = 2;
    for (unsigned i = 0; position_start(least->w, least->h, i, &board); i++)
        if (!least->only_fours || i % 4 == 3)
            positions_count(&least->seen, &board, 0, 0);
    for (uint32_t moves = 1; at < least->seen.count && least->largest < least->goal; moves++)
        for (size_t end = least->seen.count; at < end; at++) {
            board = position_board(least->seen.entries[at].key, least->w, least->h);
            see_next(least, &board, moves);
        }
}

/* A tile 2^k needs 2^(k-2) fours, which must have appeared k-2 moves before the end, two of them at the start. */
static uint32_t bound_moves(unsigned rank)
{
    return (1u << (rank - 2)) + rank - 4;
}

/* Reports whether every tile can be made in as many moves as the bound says, and none in fewer. */
static void report_small_board(fact_check *check, least_moves least)
{
    char cells[160];
    size_t at = 0;
    bool holds = true;
    least.rules = &check->rules;
    search_least(&least);
    for (unsigned rank = 3; rank <= HIGHEST_COLUMN; rank++) {
        bool is_reached = rank <= least.largest;
        holds &= !is_reached || least.moves[rank] == bound_moves(rank);
        at += (size_t)snprintf(cells + at, sizeof cells - at, is_reached ? "|%u" : "|", least.moves[rank]);
    }
    fact_row(check, "%ux%u|%s%s", least.w, least.h, least.only_fours ? "4" : "2 and 4", cells);
    holds &= least.largest == least.goal;
    fact_report(check, holds, "On %ux%u, every tile up to %u can be made in the number of moves of the formula%s.",
                least.w, least.h, 1u << least.largest, least.only_fours ? "" : ", and in no fewer");
    positions_free(&least.seen);
}

static void report_small_boards(fact_check *check)
{
    static const least_moves boards[] = {
        {.w = 2, .h = 2, .goal = 5},
        {.w = 2, .h = 3, .goal = 7},
        {.w = 2, .h = 4, .only_fours = true, .goal = 9},
        {.w = 3, .h = 3, .only_fours = true, .goal = 7},
        {.w = 4, .h = 4, .only_fours = true, .goal = 5},
    };
    fact_table(check, "Smallest number of moves to a tile", "board|new tiles|8|16|32|64|128|256|512|1024|2048");
    fact_row(check, "formula||%u|%u|%u|%u|%u|%u|%u|%u|%u", bound_moves(3), bound_moves(4), bound_moves(5),
             bound_moves(6), bound_moves(7), bound_moves(8), bound_moves(9), bound_moves(10), bound_moves(11));
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++)
        report_small_board(check, boards[i]);
}

static void check_moves(fact_check *check)
{
    example_game found;
    fact_report(check, bound_moves(11) == LEAST_MOVES, "The bound for 2048 is 2^9 + 11 - 4 = %u moves.",
                bound_moves(11));
    if (fact_replay(check, "min-moves", &found))
        fact_report(check, found.goal_at == LEAST_MOVES && found.moves == LEAST_MOVES,
                    "The game min-moves.2048 makes its first 2048 with move %u.", found.goal_at);
    report_small_boards(check);
}

const checked_fact fact_min_moves = {
    .fact = {.name = "min-moves",
             .status = ELEVEN_FACT_PROVED,
             .question = "What is the smallest number of moves in which you can win?",
             .claim = "519 moves. For every k from 3 on, a tile 2^k needs at least 2^(k-2) + k - 4 moves.",
             .argument = "Why not fewer? Think of the 2048 as the root of a family tree. Its parents are the two "
                         "1024s that merged, theirs are four 512s, and so on, back to the tiles that simply appeared. "
                         "These are the leaves, 2s and 4s. Nine merges lead from a 4 to the root, and ten from a 2. "
                         "Each of them happens in a later move than the one below it, because a tile that has just "
                         "been made does not merge again in the same move. So if move n makes the 2048, all leaves "
                         "had appeared after move n - 9.\n"
                         "How many tiles had appeared by then? Two at the start, and one per move: 2 + (n - 9). "
                         "Each is a 4 at most, and the leaves add up to 2048. So 4 (n - 7) is at least 2048, and n "
                         "is at least 519. For a tile 2^k the same argument says that 4 (2 + n - (k - 2)) is at "
                         "least 2^k.\n"
                         "Are 519 moves enough? Yes: one game needs exactly so many. On small boards, a search "
                         "through all games finds the same smallest numbers."},
    .check = check_moves};

static void check_score(fact_check *check)
{
    example_game found;
    if (fact_replay(check, "min-moves", &found))
        fact_report(check, found.goal_at == found.moves && found.score == LEAST_SCORE,
                    "The game min-moves.2048 is won by its last move with %s points.", GROUPED(found.score));
}

const checked_fact fact_min_win_score = {
    .fact = {.name = "min-win-score",
             .status = ELEVEN_FACT_PROVED,
             .question = "What is the lowest score with which you can win?",
             .claim = "18,432 points. Making a tile 2^k scores at least (k - 2) 2^k points.",
             .argument = "Why not fewer? Only merges score points, and a merge scores the tile that it makes. Look "
                         "at the family tree of the 2048 (see min-moves). Its leaves are 2s and 4s, so all tiles "
                         "from 8 on were made by merges. A merge keeps the sum: a 1024 is worth as much as the two "
                         "512s from which it was made. So the 8s of the tree add up to 2048, the 16s do, and so does "
                         "every level up to the 2048. That is what each level scored. Nine levels make "
                         "9 x 2048 = 18,432 points that no win can avoid.\n"
                         "Can a win score so little? A 4 that is made from two 2s scores 4 points more, and a merge "
                         "outside the tree adds points as well. The game with the fewest moves has neither. So its "
                         "score is the lowest possible."},
    .check = check_score};
