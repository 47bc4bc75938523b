/* The game against an adversary who places every tile, including the start tiles: which tile can the player force?
 *
 *     is forced on a board          if for SOME direction
 *         is forced after a slide       for EVERY cell and new tile
 *             is forced on that board       ...
 *
 * Each position is decided once. Both sides first try what looks best to them; this changes only the time. */
#include "facts/facts_room.h"

#include <stdlib.h>

/* Kept in the `games` of a position. */
enum { FORCE_UNKNOWN, FORCE_NO, FORCE_YES };

typedef struct forcing {
    const eleven_rules *rules;
    eleven_rank goal;
    positions known;
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
    if (eleven_board_largest(board) >= search->goal)
        return true;
    for (int direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        moves[count].board = *board;
        if (!eleven_board_slide(search->rules, &moves[count].board, (eleven_direction)direction, NULL).hops)
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
    uint64_t key = position_canonical(board);
    position *entry = positions_add(&search->known, key);
    if (!entry)
        return false;
    if (entry->games != FORCE_UNKNOWN)
        return entry->games == FORCE_YES;
    bool forced = decide_position(search, board);
    /* The set may have moved the entry. */
    entry = positions_find(&search->known, key);
    entry->games = forced ? FORCE_YES : FORCE_NO;
    return forced;
}

bool fact_is_forced(fact_check *check, unsigned w, unsigned h, eleven_rank rank, bool expected, uint64_t *searched)
{
    forcing search = {.rules = &check->rules, .goal = rank};
    eleven_board board;
    bool forced = true;
    for (unsigned i = 0; forced && position_start(w, h, i, &board); i++)
        forced = is_forced(&search, &board);
    bool holds = forced == expected && !search.known.failed;
    *searched = search.known.count;
    positions_free(&search.known);
    return holds;
}

/* Reports that this tile can be forced, and the next one cannot. */
static void report_forced(fact_check *check, unsigned w, unsigned h, eleven_rank rank)
{
    uint64_t reached, refuted;
    bool holds = fact_is_forced(check, w, h, rank, true, &reached);
    holds &= fact_is_forced(check, w, h, (eleven_rank)(rank + 1), false, &refuted);
    fact_row(check, "%ux%u|%u|%s|%s", w, h, 1u << rank, GROUPED(reached), GROUPED(refuted));
    fact_report(check, holds, "On %ux%u, the player can force a %u, and nothing larger.", w, h, 1u << rank);
}

static void check_guarantee(fact_check *check)
{
    static const struct {
        uint8_t w, h;
        eleven_rank rank;
    } boards[] = {{1, 2, 2}, {1, 3, 2}, {1, 4, 2}, {2, 2, 3}, {2, 3, 4}, {2, 4, 5}, {3, 3, 5}};
    example_game found;
    uint64_t searched;
    if (fact_replay(check, "min-loss-score", &found))
        fact_report(check, found.status == ELEVEN_STATUS_LOST, "The game min-loss-score.2048 is lost after %u moves.",
                    found.moves);
    fact_table(check, "The largest tile that can be forced",
               "board|tile|positions that prove it|positions that refute the next");
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++)
        report_forced(check, boards[i].w, boards[i].h, boards[i].rank);
    bool holds = fact_is_forced(check, 4, 4, 4, true, &searched);
    fact_report(check, holds, "On 4x4, the player can force a 16: a strategy against all tiles, of %s positions.",
                GROUPED(searched));
}

const checked_fact fact_guarantee = {
    .fact = {.name = "guarantee",
             .status = ELEVEN_FACT_BRACKETED,
             .question = "Can you always win, and which tile can you force?",
             .claim = "No: games can be lost, so nobody can be sure to win. Against an adversary who places every "
                      "tile, the player can force an 8 on 2x2, a 16 on 2x3, a 32 on 2x4 and on 3x3, and nothing "
                      "larger. On 4x4 the largest tile that can be forced is at least 16 and at most 65,536. "
                      "Whether it reaches 2048 is an open question.",
             .argument = "Why can nobody be sure to win? Because games can be lost: here is one, after 14 moves.\n"
                         "Which tile can be forced? This is a game for two. The adversary chooses the start tiles "
                         "and, after each move, the cell and the value of the new tile. Whether a position is good for "
                         "the player follows from the positions after it. The player needs one direction after which "
                         "all new tiles are good; the adversary needs one new tile that is bad. On small boards a "
                         "search decides every position that matters.\n"
                         "What is known on 4x4? The lower bound, 16, is checked in the same way. Slizkov (arXiv "
                         "2303.07266) proves that 256 can be forced; this is not checked here. The upper bound: let "
                         "the adversary give only 2s. Then the sum of the tiles runs through every even number, so it "
                         "is 2^k - 2 before a 2^k can appear. That sum needs at least k - 1 tiles, one for each binary "
                         "digit, and after a slide there are at most 15. So k is at most 16. A lower bound above 256 "
                         "or an upper bound below 65,536 has not been found."},
    .check = check_guarantee};
