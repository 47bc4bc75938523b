/* One 4x4 board in machine words: the game of game.h, played at the speed of table look-ups.
 *
 * Nothing here allocates or keeps state between calls. A table is filled once by its owner and read-only afterwards, so
 * that any number of threads may share it.
 *
 * Example:
 *
 *     eleven_rules rules;
 *     eleven_rules_find("classic", &rules);
 *     eleven_rowtable *table = eleven_rowtable_init(malloc(ELEVEN_ROWTABLE_BYTES), &rules);
 *     eleven_bitboard board = eleven_bitboard_start(table, 7);
 *     for (unsigned depth = 1; depth <= 3; depth++)
 *         printf("%u: %d games\n", depth, (int)eleven_bitboard_perft(table, board, depth));
 *     free(table);
 *     // 1: 112 games
 *     // 2: 10804 games
 *     // 3: 1018880 games */
#ifndef ELEVEN_BITBOARD_H
#define ELEVEN_BITBOARD_H

#include "eleven/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Boards ------------------------------------------------------------------------------------------- */

/* A 4x4 board with any ranks 0..31, so that nothing can overflow. Cell i = 4y + x holds its rank's low four
 * bits in bits 4i..4i+3 of `low` and its fifth bit in bit i of `high`:
 *
 *     low    cell 15 | ... | cell 2 | cell 1 | cell 0     four bits each
 *     high     0 ... 0 | cell 15 | ... | cell 1 | cell 0   one bit each; 0 while no tile is above 32768
 *
 * Bits 16..63 of `high` are 0. There is no padding, and each board has one value: two boards are equal exactly when
 * their bytes are. */
typedef struct eleven_bitboard {
    uint64_t low, high;
} eleven_bitboard;

/* From and to the board of game.h; w and h must be 4. */
eleven_bitboard eleven_bitboard_pack(const eleven_board *board);
void eleven_bitboard_unpack(eleven_bitboard board, eleven_board *unpacked);

/* One cell, 0..15. */
eleven_rank eleven_bitboard_get(eleven_bitboard board, unsigned cell);
eleven_bitboard eleven_bitboard_set(eleven_bitboard board, unsigned cell, eleven_rank rank);

/* <0, 0 or >0: a total order, the one of the 80-bit number high:low. */
int eleven_bitboard_compare(eleven_bitboard a, eleven_bitboard b);

/* 64 well mixed bits, equal on every platform. */
uint64_t eleven_bitboard_hash(eleven_bitboard board);

/* The empty cells as bits 1 << cell, and the highest rank. */
unsigned eleven_bitboard_empties(eleven_bitboard board);
eleven_rank eleven_bitboard_largest(eleven_bitboard board);

/* The symmetries of the square, numbered as in eleven_board_symmetry, and the least of a board's eight images
 * (by eleven_bitboard_compare): equal for two boards exactly when one is an image of the other. */
eleven_bitboard eleven_bitboard_symmetry(eleven_bitboard board, unsigned symmetry);
eleven_bitboard eleven_bitboard_canonical(eleven_bitboard board);

/* Writes every board that results from a new tile of `rank`, in the order of cells, and returns how many there are. */
unsigned eleven_bitboard_spawns(eleven_bitboard board, eleven_rank rank, eleven_bitboard spawns[16]);

/* ---- Moves -------------------------------------------------------------------------------------------- */

/* The result of the line function for every row, slid to either end; and its memory: 1 MiB. */
typedef struct eleven_rowtable eleven_rowtable;
enum { ELEVEN_ROWTABLE_BYTES = 0x101000 };

/* Fills in the table (2 to 3 ms) for any sound rules, in ELEVEN_ROWTABLE_BYTES of memory, aligned as malloc
 * aligns it. The table has the address of the memory, and needs nothing else. */
eleven_rowtable *eleven_rowtable_init(void *memory, const eleven_rules *rules);

/* The board after a slide; unchanged where the direction is not legal. Adds the gain to *gain (NULL is accepted). */
eleven_bitboard eleven_bitboard_slide(const eleven_rowtable *table, eleven_bitboard board, eleven_direction direction,
                                      uint64_t *gain);

/* The boards after a slide in each direction, before a new tile appears, and the gains. Where a direction is not legal,
 * its board is the board itself. */
typedef struct eleven_afterstates {
    eleven_bitboard board[ELEVEN_DIRECTIONS];
    uint64_t gain[ELEVEN_DIRECTIONS];
} eleven_afterstates;

/* Fills `after` and returns the legal directions as bits 1 << direction. */
unsigned eleven_bitboard_afterstates(const eleven_rowtable *table, eleven_bitboard board, eleven_afterstates *after);

/* How many games of exactly `depth` moves, each followed by one new tile, there are from `board`; games that
 * differ in a move or in a new tile count as different. Exact while it is below 2^64. */
uint64_t eleven_bitboard_perft(const eleven_rowtable *table, eleven_bitboard board, unsigned depth);

/* ---- Random play -------------------------------------------------------------------------------------- */

/* The end of a game of random moves; score and moves count from the given board on. */
typedef struct eleven_playout {
    eleven_bitboard board;
    uint64_t score;
    uint32_t moves;
} eleven_playout;

/* Plays `count` games from `board` (NULL: each from start tiles of its own) until no direction is legal: each move
 * uniform among the legal directions, each new tile uniform among the empty cells (up to 2^-30), rank 2 with the
 * table's probability. For rules with two start tiles and one new tile per move, of rank 1 or 2. The last board may
 * be mirrored across a diagonal, since both images are equally likely. Fills games[0..count-1]; game i depends on
 * seed + i alone. */
void eleven_bitboard_playouts(const eleven_rowtable *table, const eleven_bitboard *board, uint64_t seed, size_t count,
                              eleven_playout *games);

/* Two start tiles, drawn from the seed as eleven_bitboard_playouts draws them: not those of eleven_game_start. */
eleven_bitboard eleven_bitboard_start(const eleven_rowtable *table, uint64_t seed);

#ifdef __cplusplus
}
#endif

#endif
