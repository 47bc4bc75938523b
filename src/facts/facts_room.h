/* What the checks of facts share: ways to report findings, example games, boards as numbers, and the searches
 * of barrier.c and origins.c. */
#ifndef FACTS_ROOM_H
#define FACTS_ROOM_H

#include "eleven/facts.h"
#include "eleven/solver.h"

#include <inttypes.h>

/* A check that is running. `rules` are classic; `holds`: all evidence so far; `worked`: what fact_worked has added up,
 * of `work` in all; `failures`: memory_failures at the beginning; `has_no_memory`: it has been reported that memory ran
 * out. */
typedef struct fact_check {
    const eleven_fact_listener *listener;
    eleven_rules rules;
    bool holds, has_no_memory;
    uint64_t worked, work;
    unsigned failures;
} fact_check;

/* `work`: what fact_worked adds up to; 0 where it is not called. */
typedef struct checked_fact {
    eleven_fact fact;
    void (*check)(fact_check *check);
    uint64_t work;
} checked_fact;

extern const checked_fact fact_min_moves, fact_min_win_score, fact_min_loss_score, fact_max_moves, fact_counts,
    fact_random_play, fact_guarantee, fact_odds;

/* Reports a piece of evidence. The sentence is true if `holds` is; otherwise it states what was found. After an
 * allocation has failed, nothing is reported but, once, that the check ran out of memory. */
__attribute__((format(printf, 3, 4))) void fact_report(fact_check *check, bool holds, const char *format, ...);

/* Reports the head of a table, "column|column|column", and a row, "cell|cell|cell". */
enum { FACT_COLUMNS_MAX = 12 };
void fact_table(fact_check *check, const char *caption, const char *columns);
__attribute__((format(printf, 2, 3))) void fact_row(fact_check *check, const char *format, ...);

/* Adds a number of positions that have been seen, and reports them from time to time. */
void fact_worked(fact_check *check, uint64_t count);

/* Numbers for people: "48,713,519". */
typedef struct number_text {
    char text[28];
} number_text;
number_text fact_number(uint64_t number);
#define GROUPED(number) (fact_number(number).text)

/* The end of an example game. `twos` and `fours`: tiles that appeared, start tiles included. `goal_at`: the move that
 * made the first 2048, 0 if none did. */
typedef struct example_game {
    uint64_t score;
    uint32_t moves, twos, fours, goal_at;
    eleven_rank largest;
    eleven_status status;
} example_game;

/* Replays an example, which must be a whole classic game on 4x4 from start tiles. Otherwise reports this and returns
 * false. */
bool fact_replay(fact_check *check, const char *name, example_game *found);

/* Four bits per cell, cell 0 lowest. At most 16 cells; ranks below 16. */
uint64_t position_key(const eleven_board *board);
eleven_board position_board(uint64_t key, unsigned w, unsigned h);

/* The smallest key among the images of a board that have its width and height: 8 of a square, 4 of other boards. */
uint64_t position_canonical(const eleven_board *board);

/* How many of these images are different. */
unsigned position_images(const eleven_board *board);

/* The start with this index from 0: two tiles, each a 2 or a 4. Bits 0 and 1 of the index state which of them is a 4.
 * False after the last start. */
bool position_start(unsigned w, unsigned h, unsigned index, eleven_board *board);

/* All boards with one more tile: for each empty cell, first with a 2 and then with a 4. Returns how many. */
enum { POSITION_SPAWNS_MAX = 32 };
unsigned position_spawns(const eleven_board *after, eleven_board next[POSITION_SPAWNS_MAX]);

/* The chance that a new tile is the one of position_spawns with this index, among those of its cell. */
static inline double position_chance(unsigned index)
{
    return index % 2 ? 0.1 : 0.9;
}

/* A set of keys in the order in which they were added, each with what is counted at it:
 *
 *     entries   [key games chance][key games chance] ...
 *     slots     . 3 . . 0 1 . . 2         open addressing: 0, or the index of an entry + 1
 *
 * {0} is empty. There are `capacity` slots, a power of two, for half as many entries. `failed`: out of memory, and an
 * entry could not be added. */
typedef struct position {
    uint64_t key, games;
    double chance;
} position;

typedef struct positions {
    position *entries;
    uint32_t *slots;
    size_t count, capacity;
    bool failed;
} positions;

/* Empties the set. */
void positions_free(positions *set);

/* Finds the entry of a key, or adds one with no games and no chance. NULL when out of memory. The next addition may
 * move the entry. */
position *positions_add(positions *set, uint64_t key);

/* The entry of a key, or NULL. */
position *positions_find(const positions *set, uint64_t key);

/* Adds to the games and the chance of the board's canonical key. */
void positions_count(positions *set, const eleven_board *board, uint64_t games, double chance);

/* What is known about keys: yes or no, in eight bytes for each. Keys are from 1 to 2^63 - 1, so cell 15 of a
 * board must have a rank below 8. {0} is empty. `failed`: out of memory, and a verdict could not be added. */
typedef enum verdict { VERDICT_NONE, VERDICT_NO, VERDICT_YES } verdict;

typedef struct verdicts {
    uint64_t *slots;
    size_t count, capacity;
    bool failed;
} verdicts;

/* Empties the set. */
void verdicts_free(verdicts *set);

verdict verdicts_find(const verdicts *set, uint64_t key);
void verdicts_put(verdicts *set, uint64_t key, bool is_yes);

/* The highest rank below 2048: two 1024s may not merge. */
enum { BARRIER_CAP = 10 };

/* How many tiles of each rank are on a 4x4 board. The other cells are empty. */
typedef struct barrier_tiles {
    uint8_t count[BARRIER_CAP + 1];
} barrier_tiles;

/* `longest`: the most moves without a 2048 that can follow on any board with these tiles. `positions`: how many were
 * searched, up to symmetry. `failed`: out of memory, the other fields mean nothing. */
typedef struct barrier_result {
    uint32_t longest;
    size_t positions;
    bool failed;
} barrier_result;

/* Adds to `beyond` each board with these tiles, up to symmetry, from which more than `limit` moves can follow. Its
 * `games` are the most moves that can. `beyond` may be NULL. */
barrier_result barrier_search(fact_check *check, const barrier_tiles *tiles, uint32_t limit, positions *beyond);

/* Where games through some boards come from. `longest`: the most moves of such a game, from its start; 0 if no start
 * was found. `positions`: how many were searched, up to symmetry. `lowest`: the smallest sum of tiles among them.
 * `failed`: out of memory, the other fields mean nothing. */
typedef struct origins_result {
    uint32_t longest, lowest;
    size_t positions;
    bool failed;
} origins_result;

/* Searches backwards from 4x4 boards without a 2048. The `games` of a board are the most moves that can follow. Games
 * of at most `limit` moves need not be found. */
origins_result origins_search(fact_check *check, const positions *boards, uint32_t limit);

/* ---- The provers, whose sizes tests choose smaller ------------------------------------------------------ */
/* Reports the number of positions up to symmetry: all of a small board, or those with at most this sum. */
void fact_count_board(fact_check *check, unsigned w, unsigned h, uint64_t expected);
void fact_count_layers(fact_check *check, unsigned w, unsigned h, uint32_t last, uint64_t expected);

/* Reports the number of games of `depth` moves on 4x4 from any start. */
void fact_count_games(fact_check *check, unsigned depth, uint64_t expected);

/* Whether a strategy of the player forces this rank on 4x4, at most 128. `positions`: how many
 * boards after a slide the strategy can lead to, and those that the search gave up, up to symmetry. `failed`: out of
 * memory, the other fields mean nothing. */
typedef struct strategy_result {
    bool forces, failed;
    uint64_t positions;
} strategy_result;

strategy_result strategy_search(fact_check *check, eleven_rank goal);

/* Whether the adversary keeps the player from a tile of rank `goal` on a board with at most four cells in a line.
 * `large`: from 3 to 7, below the goal; see siege.c. The search may find no proof where there is one with another
 * `large`. `starts`: how many boards it begins with. `positions`: how many boards after a slide it decides, up to
 * symmetry. `failed`: out of memory, the other fields mean nothing. */
typedef struct siege_result {
    bool holds, failed;
    uint64_t starts, positions;
} siege_result;

siege_result siege_search(fact_check *check, unsigned w, unsigned h, eleven_rank goal, eleven_rank large);

/* Whether it is as expected that the player can force this rank, over all starts that the adversary can choose.
 * *searched: how many positions it took. */
bool fact_is_forced(fact_check *check, unsigned w, unsigned h, eleven_rank rank, bool expected, uint64_t *searched);

/* Reports how long the example games of max-moves last. */
void fact_long_games(fact_check *check);

/* The values of perfect play on a board. `goal`: the rank that ends games; 0: none. `score`, `moves`: the largest mean.
 * `forced`: score, moves and rank that the player can force. `reach`: by rank, for a player with this aim. */
typedef struct odds_board {
    unsigned w, h;
    eleven_rank goal, largest;
    uint64_t positions;
    double score, moves;
    unsigned forced[3];
    eleven_worth reach[12];
} odds_board;

/* What is recorded, small boards first. */
enum { ODDS_BOARDS = 7 };
extern const odds_board odds_boards[ODDS_BOARDS];

/* Solves the board and reports whether it has these values. */
void fact_odds_board(fact_check *check, const odds_board *board);

/* Reports that this bound of the longest game follows from the ways past this sum: `longest` moves, the last of which
 * makes the 2048. Games of at most `limit` moves before it are accepted, whether they exist or not. */
void fact_bound(fact_check *check, uint32_t barrier, uint32_t limit, uint32_t longest);

#endif
