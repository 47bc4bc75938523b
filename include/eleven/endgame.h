/* Endgame tables, and the player that uses them.
 *
 * Once the largest tiles are in a corner, a 2048 game is won or lost in the cells around them: the large tiles must
 * not move until the other cells have built a tile that can merge with the smallest of them. How likely this is, and
 * with which moves, does not depend on the size of the locked tiles. So it can be computed in advance, for all
 * fillings of the other cells. The tables are for six or for five locked tiles, in any of the eight images of a
 * board:
 *
 *      # # # .        # # # .      #  locked: no move may shift it
 *      # # # .        # # . .      .  any tile up to a rank that depends on the cell
 *      . . . .        . . . .
 *      . . . .        . . . .
 *
 * The chance of a filling is the mean over new tiles of the best move, computed from the fillings with the largest sum
 * down. macroxue's program 2048-ai (2019) showed that tables of this formation make a strong player.
 *
 * Example:
 *
 *     eleven_endgame_build build = {.size = sizeof build, .folder = ".", .reach = ELEVEN_ENDGAME_TINY, .threads = 2};
 *     eleven_endgame *endgame;
 *     eleven_bitboard board = {0x0100013216b7089a, 0};
 *     double chances[ELEVEN_DIRECTIONS];
 *     if (eleven_endgame_run(&build, NULL) || eleven_endgame_open(".", &endgame, NULL)) return 1;
 *     unsigned locked = eleven_endgame_chances(endgame, board, chances);
 *     printf("%u tiles are locked; after left the chance is %.2f\n", locked, chances[ELEVEN_LEFT]);
 *     eleven_endgame_close(endgame);
 *     // 6 tiles are locked; after left the chance is 0.95 */
#ifndef ELEVEN_ENDGAME_H
#define ELEVEN_ENDGAME_H

#include "eleven/bitboard.h"
#include "eleven/network.h"
#include "eleven/player.h"
#include "eleven/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Building ------------------------------------------------------------------------------------------- */

/* How far the tables reach. With the two goals G and H, the table of six leads up to tiles of ranks G-1 and G-2 and a
 * pair of rank G-3 side by side, which merge to a tile of rank G. The table of five leads to a sixth tile of rank H
 * with a pair of rank H-1 next to it. Two sizes have tables of a last step too, for two more goals. There six tiles are
 * locked, the smallest of them has the rank of the goal, and a pair one rank lower reaches it, wherever it is. Large
 * tiles may be on any cell, so the chances are higher than in the table of six. */
typedef enum eleven_endgame_size {
    /* Goals 6 and 4, last steps to 4 and 3: 11 MB, two seconds; to try it out. */
    ELEVEN_ENDGAME_TINY,
    /* Goals 9 and 6: 1.1 GB, 75 seconds of processor time. */
    ELEVEN_ENDGAME_SMALL,
    /* Goals 10 and 7: 3.9 GB, five minutes of processor time. */
    ELEVEN_ENDGAME_FULL,
    /* Goals 10 and 7, last steps to 9 and 8: 7.7 GB, seven minutes of processor time. */
    ELEVEN_ENDGAME_HUGE,
} eleven_endgame_size;

/* "tiny", "small", "full" or "huge"; NULL after the last one. */
const char *eleven_endgame_size_name(unsigned size);

/* A request to build tables. */
typedef struct eleven_endgame_build {
    /* sizeof the struct. */
    size_t size;

    /* Created if it does not exist. */
    const char *folder;
    eleven_endgame_size reach;

    /* 0 counts as 1. */
    unsigned threads;

    /* Called several times per second; may be NULL. There is one phase, whose share is that of the fillings of all
     * tables; `done` counts layers. */
    eleven_progress_report *progress;
    void *context;

    /* Borrowed; NULL: the build is not stopped. */
    const eleven_stop *stop;
} eleven_endgame_build;

/* Builds the tables, completely or not at all, in one file in the folder. An interrupted build leaves its part of the
 * work in another file, and the next build continues it. The file does not depend on the number of threads.
 * ELEVEN_NO_MEMORY, ELEVEN_NO_STORAGE, or ELEVEN_STOPPED. */
eleven_error eleven_endgame_run(const eleven_endgame_build *build, eleven_problem *problem);

/* ---- Questions ------------------------------------------------------------------------------------------ */

/* Open tables. They are read-only, and any number of threads can share them. */
typedef struct eleven_endgame eleven_endgame;

/* Opens the largest tables in the folder, which takes a moment: only the head of the file is verified. Each layer of
 * the tables has a checksum of its own, verified by the first question that needs the layer, which takes up to a
 * fiftieth of a second. Tables may be larger than the memory. ELEVEN_NO_STORAGE if there are none or they cannot be
 * read; ELEVEN_BAD_TEXT if the file has another length or its head is damaged. */
eleven_error eleven_endgame_open(const char *folder, eleven_endgame **endgame, eleven_problem *problem);

/* Verifies all layers that were not needed so far: a second or two for the full tables. ELEVEN_BAD_TEXT if the tables
 * are damaged. */
eleven_error eleven_endgame_check(const eleven_endgame *endgame, eleven_problem *problem);

/* Whether damage was found so far, without looking for more. ELEVEN_BAD_TEXT if it was. */
eleven_error eleven_endgame_damage(const eleven_endgame *endgame, eleven_problem *problem);

/* NULL is accepted. */
void eleven_endgame_close(eleven_endgame *endgame);

/* `bytes`: of the file, which is mapped into memory. `fillings`: in the table of six locked tiles, in that of five, and
 * in those of a last step, 0 if there are none. */
typedef struct eleven_endgame_facts {
    eleven_endgame_size size;
    uint64_t bytes;
    uint64_t fillings[4];
} eleven_endgame_facts;

const eleven_endgame_facts *eleven_endgame_about(const eleven_endgame *endgame);

/* The chance of success after each direction, in the image of the board with the best chance: in a table of a last step
 * if one contains the board, otherwise in the table of five if that chance is at least 0.9, otherwise in the table of
 * six. The chance of a direction that shifts a locked tile or leaves the table in another way is 0. Returns how many
 * tiles are locked, 6 or 5; or 0, and all chances 0, if no table contains the board; or ELEVEN_ENDGAME_DAMAGED, and all
 * chances 0, if the answer is in a damaged layer. */
enum { ELEVEN_ENDGAME_DAMAGED = 16 };
unsigned eleven_endgame_chances(const eleven_endgame *endgame, eleven_bitboard board,
                                double chances[ELEVEN_DIRECTIONS]);

/* The moves that the tables choose from this board on; returns how many, at most `most` and ELEVEN_SEARCH_DEPTH. Each
 * new tile has the likelier rank, and is on the cell after which the chance is nearest to the mean over all cells. The
 * line ends where a board is not in the same table any more; it is empty if no table contains the first one. */
unsigned eleven_endgame_line(const eleven_endgame *endgame, eleven_bitboard board, unsigned most,
                             eleven_search_step line[ELEVEN_SEARCH_DEPTH]);

/* ---- Playing -------------------------------------------------------------------------------------------- */

/* Gives the player `strong` with these tables, which are borrowed; NULL when out of memory. `network` is the player
 * `network` or a similar one (see eleven_player_open, eleven_network_player_new), and is closed with this one; NULL, as
 * without memory, if it is NULL. `network` plays up to a 4096, and under a depth below five also up to a 16384 where no
 * tile is half as large as the largest one; it looks two moves less far ahead, but at least two. Otherwise the tables
 * choose the moves of all boards that they contain; on other boards `strong` searches, with an evaluation that leads
 * large tiles into the formation of the tables. `strong` looks four moves ahead if the budget sets no limit. Under
 * other rules, on boards of another size, and when looking fewer than three moves ahead, it plays like `network`. It
 * does not answer a question that needs a damaged part of the tables. */
eleven_player *eleven_strong_network_player_new(const eleven_endgame *endgame, eleven_player *network);

/* A stronger one, whose network has learned with these tables, see eleven_trainer_follow, and so leads to boards that
 * they contain: from 8192 on the tables choose the moves of these boards, and `network` chooses all others. Where the
 * largest tile is an 8192, or a 16384 without an 8192, the search for the formation chooses, unless the budget is below
 * six moves, 150,000 positions or a millisecond. `network` looks at most four moves ahead under a depth, because more
 * shows no gain. It is one of eleven_network_player_new and its like, and closed with this player; of a pair, only the
 * late network needs to have learned so. Without a limit of the budget it looks two moves ahead. NULL, as without
 * memory, if `network` is NULL. */
eleven_player *eleven_strong_guided_player_new(const eleven_endgame *endgame, eleven_player *network);

/* What chooses the moves of `strong`, which decides what its values mean. */
typedef enum eleven_strong_kind {
    /* The network: points still to come, under the classic rules. */
    ELEVEN_STRONG_NETWORK,
    /* The tables: chances, from 0 to 1, of building the next tile beside the locked ones. */
    ELEVEN_STRONG_TABLES,
    /* The search for the formation of the tables: a unit that is good for comparing moves only. */
    ELEVEN_STRONG_FORMATION,
} eleven_strong_kind;

/* How `strong` looks at a board. What it points to is borrowed until the player is closed. */
typedef struct eleven_strong_view {
    eleven_strong_kind kind;

    /* With the tables: how many tiles are locked, or ELEVEN_ENDGAME_DAMAGED, and the player does not answer; and the
     * rank of the tile that the others merge to when they reach the goal. NULL and 0 otherwise. */
    const eleven_endgame *endgame;
    unsigned locked;
    eleven_rank next;

    /* The search that chooses; NULL with the tables, and where the network's player does not search boards of this size
     * under these rules. How many moves are looked ahead; 0 with the tables, and where the budget sets no depth. */
    eleven_search *search;
    unsigned depth;
} eleven_strong_view;

/* Fills in how `strong` looks at a board under this budget. False, and nothing is filled in, for other players. */
bool eleven_strong_player_view(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                               const eleven_budget *budget, eleven_strong_view *view);

#ifdef __cplusplus
}
#endif

#endif
