/* The longest game without a 2048 before its last move. Example games give a lower bound. The upper bound comes from
 * a sum of tiles that hardly fits on the board.
 *
 * The sum of all tiles grows by 2 or 4 per move. Just below BARRIER = 7 x 1024 + 512, at least 14 cells are taken:
 *
 *     1024 1024 1024 1024 1024 1024 1024 256 128 64 32 16 8 4      = 7676
 *
 * and a slide must leave a cell free for the new tile. So only a few choices of tiles pass the barrier, and barrier.c
 * finds for each of them how long the game can continue. Few boards with these tiles allow a game of more than LIMIT
 * moves, and origins.c shows that no game reaches any of them. */
#include "facts/facts_room.h"

#include <assert.h>
#include <stdio.h>

/* TILES_MOST: after a slide. LOST_AFTER and WON_AFTER: moves of the example games. LIMIT: the bound for games without a
 * 2048. 3862 takes the search backwards four times as long. With 3860 it had not ended after 80 million positions. */
enum { BARRIER = 7680, TILES_MOST = 15, LOST_AFTER = 3827, WON_AFTER = 3822, LIMIT = 3863 };

/* The ways past the barrier. `tiles`: the current way, to which `spawn` is added, with the sum `sum`. `longest`:
 * moves without a 2048, over all ways so far. `beyond`: the boards that allow more than `limit` of them. */
typedef struct barrier_ways {
    fact_check *check;
    barrier_tiles tiles;
    eleven_rank spawn;
    uint32_t sum, longest, limit;
    unsigned count;
    positions beyond;
} barrier_ways;

/* "7 x 1024, 256, ..." */
static void print_tiles(const barrier_tiles *tiles, char text[80])
{
    size_t at = 0;
    text[0] = '\0';
    for (unsigned rank = BARRIER_CAP; rank >= 1; rank--) {
        const char *comma = at ? ", " : "";
        if (tiles->count[rank] > 1)
            at += (size_t)snprintf(text + at, 80 - at, "%s%u x %u", comma, tiles->count[rank], 1u << rank);
        else if (tiles->count[rank])
            at += (size_t)snprintf(text + at, 80 - at, "%s%u", comma, 1u << rank);
    }
}

/* Searches one way. The most moves before it are those of a game in which only 2s appeared, but for the last tile. */
static void search_way(barrier_ways *all)
{
    char text[80];
    barrier_tiles tiles = all->tiles;
    print_tiles(&tiles, text);
    tiles.count[all->spawn]++;
    uint32_t fours = all->spawn == 2, before = all->sum / 2 - fours - 2;
    size_t boards = all->beyond.count;
    assert(before <= all->limit);
    barrier_result result = barrier_search(all->check, &tiles, all->limit - before, &all->beyond);
    uint32_t moves = before + result.longest;
    fact_row(all->check, "%s|%u|%u|%u|%u|%s|%s", text, 1u << all->spawn, before, result.longest, moves,
             GROUPED(result.positions), GROUPED(all->beyond.count - boards));
    all->longest = moves > all->longest ? moves : all->longest;
    all->count++;
}

/* Tries all tiles with this sum on at most so many cells, from the highest rank down. */
static void find_ways(barrier_ways *all, eleven_rank rank, uint32_t sum, unsigned cells)
{
    if (rank == 0) {
        if (sum == 0)
            search_way(all);
        return;
    }
    for (unsigned count = 0; count <= cells && count << rank <= sum; count++) {
        all->tiles.count[rank] = (uint8_t)count;
        find_ways(all, (eleven_rank)(rank - 1), sum - (count << rank), cells - count);
    }
    all->tiles.count[rank] = 0;
}

/* Reports whether a game reaches one of the boards that allow more than `limit` moves. Gives the most moves without a
 * 2048. */
static uint32_t search_origins(barrier_ways *all)
{
    if (all->longest <= all->limit)
        return all->longest;
    origins_result from = origins_search(all->check, &all->beyond, all->limit);
    if (from.longest)
        fact_report(all->check, false, "A search backwards from these boards finds a game of %s moves.",
                    GROUPED(from.longest));
    else
        fact_report(all->check, true,
                    "No such game reaches one of these boards: a search backwards from them finds %s positions and "
                    "ends at a sum of %s, without the start of a game.",
                    GROUPED(from.positions), GROUPED(from.lowest));
    return from.longest > all->limit ? from.longest : all->limit;
}

void fact_bound(fact_check *check, uint32_t barrier, uint32_t limit, uint32_t longest)
{
    barrier_ways all = {.check = check, .longest = (barrier - 2) / 2 - 2, .limit = limit};
    char caption[80], columns[160];
    snprintf(caption, sizeof caption, "Ways past a sum of %s", GROUPED(barrier));
    snprintf(columns, sizeof columns,
             "tiles after a slide|new tile|moves before, at most|moves after, at most|total|positions searched|"
             "boards with a total above %s",
             GROUPED(limit));
    fact_table(check, caption, columns);
    for (uint32_t sum = barrier - 4; sum < barrier; sum += 2)
        for (all.spawn = 1; all.spawn <= 2; all.spawn++) {
            all.sum = sum + (1u << all.spawn);
            if (all.sum >= barrier)
                find_ways(&all, BARRIER_CAP, sum, TILES_MOST);
        }
    fact_report(
        check, true,
        "There are %u ways past the sum. %s boards with their tiles, up to symmetry, allow games of more than %s "
        "moves; the longest would have %s.",
        all.count, GROUPED(all.beyond.count), GROUPED(limit), GROUPED(all.longest));
    uint32_t most = search_origins(&all);
    fact_report(check, most + 1 == longest,
                "So no game lasts longer than %s moves without a 2048, or %s moves with one.", GROUPED(most),
                GROUPED(most + 1));
    positions_free(&all.beyond);
}

void fact_long_games(fact_check *check)
{
    example_game found;
    if (fact_replay(check, "max-moves", &found))
        fact_report(check,
                    found.largest == BARRIER_CAP && found.moves == LOST_AFTER && found.status == ELEVEN_STATUS_LOST,
                    "The game max-moves.2048 is lost after %s moves without a 2048.", GROUPED(found.moves));
    if (fact_replay(check, "max-moves-won", &found))
        fact_report(check, found.goal_at == WON_AFTER && found.moves == WON_AFTER,
                    "The game max-moves-won.2048 makes its first 2048 with move %s.", GROUPED(found.goal_at));
}

static void check_long(fact_check *check)
{
    fact_long_games(check);
    fact_bound(check, BARRIER, LIMIT, LIMIT + 1);
}

const checked_fact fact_max_moves = {
    .fact = {.name = "max-moves",
             .status = ELEVEN_FACT_BRACKETED,
             .question = "How long can a game last before a 2048 appears?",
             .claim = "At most 3,864 moves including the one that makes the 2048, and at most 3,863 moves without a "
                      "2048. Games of 3,822 and of 3,827 moves show how close one can get.",
             .argument = "Why is there a limit? Every move adds a 2 or a 4, so a long game has a large sum of tiles. "
                         "Without a 2048, a large sum needs many tiles: its 1024s, and then at least one tile for "
                         "every binary digit of the rest. A sum of 7,676 is seven 1024s and 508, which takes 256, 128, "
                         "64, 32, 16, 8 and 4: 14 cells. And a new tile needs a free cell. Every game whose sum passes "
                         "7,680 has a moment, after a slide, when the sum is 7,676 or 7,678. It takes 14 or 15 cells, "
                         "and 15 are all there are. So there is hardly a choice: counting the next new tile, there "
                         "are eleven ways to choose the tiles.\n"
                         "How long can it last after that? For each way, a search tries all arrangements of the "
                         "tiles, and all moves and new tiles after them. Millions of arrangements become a few "
                         "thousand, because a tile that is the only one of its kind needs no place until a second "
                         "one appears with which it can merge. Before that moment there were at most 3,838 moves. "
                         "The search finds how many can follow: at most 19 for ten of the ways, but 151 for one. "
                         "There the board is full: six 1024s, two 512s, and a chain of 256, 128, ..., 8, 4 and 4. "
                         "If the chain is in the right place, it becomes another 512, and nearly half of the board "
                         "is empty again. A game that never passes the sum has at most 3,837 moves. The same "
                         "argument at a sum of 8,192 gives only 4,106.\n"
                         "Can a game reach such a board? Only a few thousand boards leave so many moves that a "
                         "game could last more than 3,863. From these a second search goes backwards. It takes "
                         "away each 2 and each 4, as the tile that was new, and undoes a slide in each direction, "
                         "in every possible way. Then it does the same with all positions that it finds. A path "
                         "ends where no slide leads to the position. It also ends where so many 4s were taken away "
                         "that no game of more than 3,863 moves is left: a 4 is one move, and two 2s are two. All "
                         "paths end long before the start of a game. So no game of more than 3,863 moves reaches "
                         "one of these boards, and games through other boards are not longer. The move that makes "
                         "the 2048 is one more.\n"
                         "How were the long games found? By a beam search, which chooses the new tiles too and which "
                         "'eleven facts max-moves --search' repeats. Of all positions with the same sum of tiles it "
                         "keeps the best 20,000. It judges them by a snake through the cells: the tiles, to the power "
                         "0.7, with weights that fall by the factor 0.6 from cell to cell. Every 4 costs 60, because a "
                         "2 in its place is one more move, and two 1024s side by side cost 300. A 4 is allowed only "
                         "where at most three cells are empty."},
    .check = check_long,
    .work = 14318159};
