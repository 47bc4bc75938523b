/* The game against an adversary who places every tile, the start tiles among them: which tile can the player force?
 *
 *     player   some direction        after which
 *     adversary   every cell and tile   leaves a board from which the player still forces it
 *
 * Each position is decided once. Both sides try what looks best to them first, which decides nothing but the time.
 */
#include "facts/facts.h"
#include "facts/positions.h"

#include <stdlib.h>

enum { UNKNOWN, NO, YES }; /* what `games` says of a position */

typedef struct forcing {
    const eleven_rules *rules;
    eleven_rank goal;
    positions known;
} forcing;

/* A board that a side may choose. */
typedef struct choice {
    eleven_board board;
    int value;
} choice;

/* How pleasant a board looks to the player: empty cells, and neighbours of equal or nearly equal rank. */
static int pair_value(eleven_rank a, eleven_rank b)
{
    if (a == 0 || b == 0)
        return 0;
    return a == b ? 2 * a : 1 - 2 * abs(a - b);
}

static int value_of(const eleven_board *board)
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

/* Takes the choice of the highest value times `sign` out of `count` of them. */
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

/* Whether the player forces it whatever tile the adversary adds; the worst for the player comes first. */
static bool is_forced_after(forcing *search, const eleven_board *after)
{
    choice spawns[2 * 16];
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned count = 2 * eleven_board_empties(after, empties);
    for (unsigned i = 0; i < count; i++) {
        spawns[i].board = *after;
        eleven_board_place(&spawns[i].board, (eleven_tile){empties[i / 2], (eleven_rank)(1 + i % 2)});
        spawns[i].value = value_of(&spawns[i].board);
    }
    for (; count; count--) {
        eleven_board worst = take_best(spawns, count, -1);
        if (!is_forced(search, &worst))
            return false;
    }
    return true;
}

static bool decide(forcing *search, const eleven_board *board)
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
        moves[count].value = value_of(&moves[count].board);
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
    position *entry = positions_add(&search->known, key, NULL);
    if (!entry)
        return false;
    if (entry->games != UNKNOWN)
        return entry->games == YES;
    bool forced = decide(search, board);
    entry = positions_find(&search->known, key); /* the set has grown since */
    entry->games = forced ? YES : NO;
    return forced;
}

/* From every start that the adversary can choose. */
static bool is_forced_from_start(forcing *search, unsigned w, unsigned h)
{
    bool forced = true;
    for (unsigned i = 0; i < w * h; i++)
        for (unsigned j = 0; j < i; j++)
            for (unsigned ranks = 0; ranks < 4; ranks++) {
                eleven_board board = eleven_board_empty(w, h);
                board.cells[i] = (eleven_rank)(1 + ranks % 2);
                board.cells[j] = (eleven_rank)(1 + ranks / 2);
                forced = forced && is_forced(search, &board);
            }
    return forced;
}

/* ---- The fact ------------------------------------------------------------------------------------------- */

/* Whether the tile can be forced is what is expected; tells how many positions it took. */
static bool can_force(fact_check *check, unsigned w, unsigned h, eleven_rank rank, bool expected, uint64_t *looked_at)
{
    forcing search = {.rules = &check->rules, .goal = rank};
    bool forced = is_forced_from_start(&search, w, h);
    bool holds = forced == expected && !search.known.failed;
    *looked_at = search.known.count;
    positions_free(&search.known);
    return holds;
}

/* Exactly this tile can be forced: it, and not the one above. */
static void tell_exact(fact_check *check, unsigned w, unsigned h, eleven_rank rank)
{
    uint64_t reached, refuted;
    bool holds = can_force(check, w, h, rank, true, &reached);
    holds &= can_force(check, w, h, (eleven_rank)(rank + 1), false, &refuted);
    tell_row(check, "%ux%u|%u|%s|%s", w, h, 1u << rank, GROUPED(reached), GROUPED(refuted));
    fact_tell(check, holds, "On %ux%u the player can force a tile of %u, and no more.", w, h, 1u << rank);
}

static void check_guarantee(fact_check *check)
{
    static const struct {
        uint8_t w, h;
        eleven_rank rank;
    } boards[] = {{1, 2, 2}, {1, 3, 2}, {1, 4, 2}, {2, 2, 3}, {2, 3, 4}, {2, 4, 5}, {3, 3, 5}};
    witness found;
    uint64_t looked_at;
    if (witness_replay(check, "min-loss-score", &found))
        fact_tell(check, found.status == ELEVEN_LOST, "The game min-loss-score.2048 is lost after %u moves.",
                  found.moves);
    tell_table(check, "The largest tile that can be forced",
               "board|tile|positions that prove it|positions that refute the next");
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++)
        tell_exact(check, boards[i].w, boards[i].h, boards[i].rank);
    bool holds = can_force(check, 4, 4, 4, true, &looked_at);
    fact_tell(check, holds, "On 4x4 the player can force a tile of 16: a strategy against every tile, %s positions.",
              GROUPED(looked_at));
}

const checked_fact guarantee_fact = {
    .fact = {.name = "guarantee",
             .status = ELEVEN_FACT_BRACKETED,
             .question = "Is a win guaranteed, and which tile can a player force?",
             .claim = "Games can be lost, so no win is guaranteed to everybody. Against an adversary who "
                      "places every tile the player "
                      "can force 8 on 2x2, 16 on 2x3, 32 on 2x4 and on 3x3, and no more; on 4x4 at least 16 "
                      "and at most "
                      "65,536. Whether 2048 can be forced is open.",
             .argument = "The easy half is a lost game. The hard half is a game of two: the adversary "
                         "chooses the start tiles and, after each "
                         "move, cell and value of the new one. Every position that matters is decided from "
                         "those it leads to: "
                         "the player needs one direction after which all tiles are good, the adversary one "
                         "tile that is bad.\n"
                         "On 4x4 the lower end is checked the same way, for 16. Slizkov (arXiv 2303.07266) "
                         "proves that 256 can be forced, "
                         "which is not checked here. The upper end: against an adversary who only gives 2s "
                         "the sum of the tiles "
                         "passes every even number, 2^k - 2 among them, before a 2^k can stand; that sum "
                         "needs k - 1 tiles at least, and after a "
                         "slide there are 15 at most, so k is at most 16. A lower end above 256 and an upper "
                         "end below 65,536 "
                         "were not found."},
    .check = check_guarantee};
