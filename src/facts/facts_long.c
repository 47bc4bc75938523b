/* The longest game in which no 2048 stands before its last move: a witness from below, and from above every way past
 * a sum of tiles that hardly fits on the board.
 *
 * The sum of all tiles grows by 2 or 4 a move. At BARRIER = 7 x 1024 + 512 less 2 or 4 at least 14 cells are taken,
 *
 *     1024 1024 1024 1024 1024 1024 1024 256 128 64 32 16 8 4      = 7676
 *
 * and a move must leave a cell free: so the tiles that a game can pass with are few, and barrier.c tells for each of
 * them how long the game can go on.
 */
#include "facts/barrier.h"
#include "facts/facts.h"

#include <stdio.h>

enum {
    BARRIER = 7680,
    FREE_CELLS = 15,   /* tiles after a slide, at most */
    LOST_AFTER = 3581, /* the witnesses */
    WON_AFTER = 3464,
    LONGEST = 3989, /* the bound */
};

/* All ways to have this sum in at most so many tiles, from the 1024s down. */
typedef struct ways {
    fact_check *check;
    barrier_tiles tiles;
    eleven_rank spawn; /* the tile that then appears */
    uint32_t sum;      /* with it */
    uint32_t longest;  /* moves without a 2048, over all ways so far */
    unsigned count;
    bool failed;
} ways;

static void list_tiles(const barrier_tiles *tiles, char text[80])
{
    size_t at = 0;
    text[0] = '\0';
    for (unsigned rank = BARRIER_CAP; rank >= 1; rank--) {
        const char *format = tiles->count[rank] == 1 ? "%s%3$u" : "%s%u x %u";
        if (tiles->count[rank])
            at += (size_t)snprintf(text + at, 80 - at, format, at ? ", " : "", tiles->count[rank], 1u << rank);
    }
}

/* The tiles of one way, with the new one. Of `sum` as few tiles are 2s as the last one allows. */
static void pass(ways *all)
{
    char text[80];
    barrier_tiles tiles = all->tiles;
    list_tiles(&tiles, text);
    tiles.count[all->spawn]++;
    barrier_result result = barrier_search(&all->check->rules, &tiles);
    uint32_t fours = all->spawn == 2, before = all->sum / 2 - fours - 2, moves = before + result.longest;
    tell_row(all->check, "%s|%u|%u|%u|%u|%s", text, 1u << all->spawn, before, result.longest, moves,
             GROUPED(result.positions));
    all->longest = moves > all->longest ? moves : all->longest;
    all->failed |= result.failed;
    all->count++;
}

static void find_ways(ways *all, eleven_rank rank, uint32_t sum, unsigned cells)
{
    if (rank == 0) {
        if (sum == 0)
            pass(all);
        return;
    }
    for (unsigned count = 0; count <= cells && count << rank <= sum; count++) {
        all->tiles.count[rank] = (uint8_t)count;
        find_ways(all, (eleven_rank)(rank - 1), sum - (count << rank), cells - count);
    }
    all->tiles.count[rank] = 0;
}

static void check_bound(fact_check *check)
{
    ways all = {.check = check, .longest = (BARRIER - 2) / 2 - 2};
    tell_table(check, "Ways past a sum of 7,680",
               "tiles after a slide|new tile|moves so far, at most|moves to come, at most|together|positions "
               "searched");
    for (uint32_t sum = BARRIER - 4; sum < BARRIER; sum += 2)
        for (all.spawn = 1; all.spawn <= 2; all.spawn++) {
            all.sum = sum + (1u << all.spawn);
            if (all.sum >= BARRIER)
                find_ways(&all, BARRIER_CAP, sum, FREE_CELLS);
        }
    fact_tell(check, !all.failed && all.longest + 1 == LONGEST,
              "There are %u ways past the sum; none lasts longer than %s moves without a 2048, so %s with one.",
              all.count, GROUPED(all.longest), GROUPED(all.longest + 1));
}

static void check_witnesses(fact_check *check)
{
    witness found;
    if (witness_replay(check, "max-moves", &found))
        fact_tell(check, found.largest == BARRIER_CAP && found.moves == LOST_AFTER && found.status == ELEVEN_LOST,
                  "The game max-moves.2048 is lost after %s moves without a 2048.", GROUPED(found.moves));
    if (witness_replay(check, "max-moves-won", &found))
        fact_tell(check, found.goal_at == WON_AFTER && found.moves == WON_AFTER,
                  "The game max-moves-won.2048 makes its first 2048 with move %s.", GROUPED(found.goal_at));
}

static void check_long(fact_check *check)
{
    check_witnesses(check);
    check_bound(check);
}

const checked_fact max_moves_fact = {
    .fact = {.name = "max-moves",
             .status = ELEVEN_FACT_BRACKETED,
             .question = "How long can a game last before a 2048 stands?",
             .claim = "At most 3,989 moves up to the one that makes the 2048, and 3,988 without any. Games "
                      "of 3,464 and of 3,581 "
                      "moves are shown.",
             .argument = "A move adds 2 at least to the sum of the tiles, so a long game has a large sum, "
                         "and without a 2048 it needs many "
                         "tiles: a sum s takes at least as many cells as it has 1024s and binary digits. "
                         "Every game whose sum "
                         "passes 7,680 has a moment, after a slide, when 7,676 or 7,678 stands in at most 15 "
                         "cells; 14 and 15 are "
                         "needed. That leaves eleven ways to choose the tiles with the next new one.\n"
                         "For each way all arrangements are searched, and all moves and new tiles after "
                         "them. Millions of arrangements "
                         "are few thousand for the search, since a tile that stands alone in its rank needs "
                         "no place until a second "
                         "one appears that could merge with it. Before that moment there were at most 3,838 "
                         "moves; what the search "
                         "finds comes on top, and one move for the 2048 itself. A game that never passes the "
                         "sum ends sooner.\n"
                         "The witnesses come from a beam search: of all positions of a move's number (new "
                         "tiles are 2s, placed at will, "
                         "no two 1024s merged) the 15,000 best go on, by a weighted sum of empty cells, "
                         "equal and consecutive neighbours, "
                         "roughness and 1024s in each other's way, with at most five for each arrangement of "
                         "the tiles from 16 up. Weights "
                         "came from random changes. Longer games, of 3,795 moves, are said to be possible; "
                         "none is shown here. The same "
                         "argument at a sum of 8,192 gives 4,106."},
    .check = check_long};
