/* The game against an adversary who places every tile, including the start tiles: which tile can the player force?
 *
 *     is forced on a board          if for SOME direction
 *         is forced after a slide       for EVERY cell and new tile
 *             is forced on that board       ...
 *
 * Each position is decided once. Both sides first try what looks best to them; this changes only the time. */
#include "facts/facts_room.h"

#include <stdlib.h>

typedef struct forcing {
    fact_check *check;
    eleven_rank goal;
    verdicts known;
} forcing;

/* A board that one side can choose. */
typedef struct choice {
    eleven_board board;
    int value;
} choice;

/* How good a board looks for the player: empty cells, and neighbours of equal or nearly equal rank. */
static int pair_value(eleven_rank a, eleven_rank b)
{
    if (a == 0 || b == 0)
        return 0;
    return a == b ? 2 * a : 1 - 2 * abs(a - b);
}

static int value_of_board(const eleven_board *board)
{
    unsigned w = board->w, h = board->h;
    int value = 0;
    for (unsigned i = 0; i < w * h; i++) {
        value += board->cells[i] ? 0 : 12;
        if (i % w + 1 < w)
            value += pair_value(board->cells[i], board->cells[i + 1]);
        if (i / w + 1 < h)
            value += pair_value(board->cells[i], board->cells[i + w]);
    }
    return value;
}

/* Removes the choice with the highest value times `sign` from `count` of them, and returns it. */
static eleven_board take_best(choice *choices, unsigned count, int sign)
{
    unsigned best = 0;
    for (unsigned i = 1; i < count; i++)
        if (sign * choices[i].value > sign * choices[best].value)
            best = i;
    eleven_board board = choices[best].board;
    choices[best] = choices[count - 1];
    return board;
}

static bool is_forced(forcing *search, const eleven_board *board);

/* Whether the player forces the tile after any new tile. Those that look worst for the player are tried first. */
static bool is_forced_after(forcing *search, const eleven_board *after)
{
    eleven_board boards[POSITION_SPAWNS_MAX];
    choice spawns[POSITION_SPAWNS_MAX];
    unsigned count = position_spawns(after, boards);
    for (unsigned i = 0; i < count; i++)
        spawns[i] = (choice){boards[i], value_of_board(&boards[i])};
    for (; count; count--) {
        eleven_board worst = take_best(spawns, count, -1);
        if (!is_forced(search, &worst))
            return false;
    }
    return true;
}

static bool decide_position(forcing *search, const eleven_board *board)
{
    choice moves[ELEVEN_DIRECTIONS];
    unsigned count = 0;
    for (int direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        moves[count].board = *board;
        if (!eleven_board_slide(&search->check->rules, &moves[count].board, (eleven_direction)direction, NULL).hops)
            continue;
        if (eleven_board_largest(&moves[count].board) >= search->goal)
            return true;
        moves[count].value = value_of_board(&moves[count].board);
        count++;
    }
    for (; count; count--) {
        eleven_board best = take_best(moves, count, 1);
        if (is_forced_after(search, &best))
            return true;
    }
    return false;
}

static bool is_forced(forcing *search, const eleven_board *board)
{
    if (eleven_board_largest(board) >= search->goal)
        return true;
    uint64_t key = position_canonical(board);
    verdict known = verdicts_find(&search->known, key);
    if (known != VERDICT_NONE)
        return known == VERDICT_YES;
    bool forced = decide_position(search, board);
    verdicts_put(&search->known, key, forced);
    fact_worked(search->check, 1);
    return forced;
}

bool fact_is_forced(fact_check *check, unsigned w, unsigned h, eleven_rank rank, bool expected, uint64_t *searched)
{
    forcing search = {.check = check, .goal = rank};
    eleven_board board;
    bool forced = true;
    for (unsigned i = 0; forced && position_start(w, h, i, &board); i++)
        forced = is_forced(&search, &board);
    bool holds = forced == expected;
    *searched = search.known.count;
    verdicts_free(&search.known);
    return holds;
}

/* Reports that this tile can be forced, and the next one cannot. */
static void report_forced(fact_check *check, unsigned w, unsigned h, eleven_rank rank)
{
    uint64_t reached, refuted;
    bool holds = fact_is_forced(check, w, h, rank, true, &reached);
    holds &= fact_is_forced(check, w, h, (eleven_rank)(rank + 1), false, &refuted);
    fact_row(check, "%ux%u|%u|%s|%s", w, h, 1u << rank, GROUPED(reached), GROUPED(refuted));
    fact_report(check, holds, "On %ux%u, the player can force a tile %u, and nothing larger.", w, h, 1u << rank);
}

/* Reports a strategy of the player on 4x4, which forces this tile. */
static void report_strategy(fact_check *check, eleven_rank rank)
{
    strategy_result found = strategy_search(check, rank);
    fact_report(check, found.forces,
                "On 4x4, the player can force a %u: a strategy against all new tiles, of %s boards after a slide.",
                1u << rank, GROUPED(found.positions));
}

/* Reports that the adversary keeps the player of 4x4 from this tile, playing against every board with the sum at which
 * `large` lets the search begin. */
static void report_siege(fact_check *check, eleven_rank goal, eleven_rank large)
{
    siege_result found = siege_search(check, 4, 4, goal, large);
    fact_report(
        check, found.holds,
        "On 4x4, the adversary can prevent a %s: a reply to every move from each board with the sum %s, found on %s "
        "boards after a slide.",
        GROUPED(1u << goal), GROUPED((1u << goal) - (1u << large)), GROUPED(found.positions));
}

static void check_guarantee(fact_check *check)
{
    static const struct {
        uint8_t w, h;
        eleven_rank rank;
    } boards[] = {{1, 2, 2}, {1, 3, 2}, {1, 4, 2}, {2, 2, 3}, {2, 3, 4}, {2, 4, 5}, {2, 5, 5}, {3, 3, 5}};
    example_game found;
    if (fact_replay(check, "min-loss-score", &found))
        fact_report(check, found.status == ELEVEN_STATUS_LOST, "The game min-loss-score.2048 is lost after %u moves.",
                    found.moves);
    fact_table(check, "The largest tile that can be forced",
               "board|tile|positions that prove it|positions that refute the next");
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++)
        report_forced(check, boards[i].w, boards[i].h, boards[i].rank);
    report_strategy(check, 5);
    report_siege(check, 16, 5);
}

const checked_fact fact_guarantee = {
    .fact = {.name = "guarantee",
             .status = ELEVEN_FACT_BRACKETED,
             .question = "Can you always win, and which tile can you force?",
             .claim = "No: games can be lost, so nobody can be sure to win. Against an adversary who places every "
                      "tile, the player can force an 8 on 2x2, a 16 on 2x3, a 32 on 2x4, on 2x5 and on 3x3, and "
                      "nothing larger. On 4x4 the largest tile that can be forced is at least 32 and at most 32,768. "
                      "Whether it reaches 2048 is an open question.",
             .argument = "Why can nobody be sure to win? Because games can be lost: here is one, after 14 moves.\n"
                         "Which tile can be forced? This is a game for two. The adversary chooses the start tiles "
                         "and, after each move, the cell and the value of the new tile. Whether a position is good for "
                         "the player follows from the positions after it. The player needs one direction after which "
                         "all new tiles are good; the adversary needs one new tile that is bad. On small boards a "
                         "search decides every position that matters.\n"
                         "What can the player force on 4x4? Here nobody can decide all positions, but to force a 32 "
                         "one good strategy is enough. It goes where it finds empty cells, equal neighbours and tiles "
                         "in order along the rows and columns. The search follows it against all new tiles. Where it "
                         "would lose, the search remembers this and takes another direction. Two shortcuts save most "
                         "of the work. A direction is taken at once if the board after it is known to be safe. And "
                         "neighbours such as 16 8 4 4 make a 32 certain, because no new tile can come between them. "
                         "To force a 16 takes 3,116 boards, and a 32 takes nearly 600 times as many, so a 64 is out of "
                         "reach for this search. Slizkov (arXiv 2303.07266) proves that 256 can be forced; this is not "
                         "checked here.\n"
                         "Why is there a limit on 4x4? Let the adversary give only 2s. Then the sum of the tiles runs "
                         "through every even number, so it is 2^k - 2 before a 2^k can appear. That sum needs at least "
                         "k - 1 tiles, one for each binary digit, and after a slide there are at most 15. So k is at "
                         "most 16: a tile above 65,536 cannot be forced.\n"
                         "Why not even 65,536? Now the adversary stops giving 2s a little earlier, when the sum is "
                         "65,536 - 32, and plays to block the board. At this moment the tiles from 32 on fill at least "
                         "11 cells if all the sum is theirs. The search plays for the adversary against every board "
                         "with this sum. These are far too many, but it hardly matters which large tile is which. So "
                         "the search is generous: it lets the player merge any two large neighbours, equal or not, as "
                         "long as enough large tiles are left for the binary digits of their sum. And it lets the "
                         "player win as soon as the tiles from 32 on have the sum 65,536. Even this player cannot "
                         "win. So nobody can, and 32,768 is the most that can be forced. The same search, with a sum "
                         "of 256 - 32, shows that 256 cannot be forced on 3x3."},
    .check = check_guarantee,
    .work = 5646314};
