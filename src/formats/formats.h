/* What the formats share: bytes that grow, games as they are made, symbols; for src/formats alone. */
#ifndef ELEVEN_FORMATS_INSIDE_H
#define ELEVEN_FORMATS_INSIDE_H

#include "eleven/formats.h"

/* ---- Bytes that grow ------------------------------------------------------------------------------------ */

typedef struct grown_bytes {
    char *at;
    size_t length, size;
    bool failed; /* memory was short once; nothing was added from then on */
} grown_bytes;

void grown_add(grown_bytes *bytes, const void *added, size_t length);
void grown_byte(grown_bytes *bytes, unsigned byte);
void grown_text(grown_bytes *bytes, const char *text);
void grown_number(grown_bytes *bytes, uint64_t number);

/* ---- What is read --------------------------------------------------------------------------------------- */

/* Bytes being read, and where the reading stands. */
typedef struct byte_input {
    const uint8_t *bytes;
    size_t length, at;
} byte_input;

/* Reads one symbol: a code point in UTF-8, or a byte that is none. False at the end. */
bool symbol_next(byte_input *in, uint32_t *symbol);
void symbol_add(grown_bytes *bytes, uint32_t symbol);

/* Skips blanks and line breaks. */
void blanks_skip(byte_input *in);

/* Reads a symbol and gives its index among 128; false, with the place left before it, where it has none. */
typedef int symbol_index(uint32_t symbol);
bool digit_next(byte_input *in, symbol_index *index, unsigned *digit);

/* Fails with "byte N: SENTENCE". */
eleven_error format_fail(eleven_problem *problem, size_t byte, const char *sentence);
eleven_error format_no_memory(eleven_problem *problem);

/* Fails because the format cannot hold the game. */
eleven_error format_refuse(eleven_problem *problem, const char *sentence);

/* ---- A game while it is read ----------------------------------------------------------------------------- */

typedef struct made_ply {
    uint8_t direction; /* ELEVEN_DIRECTIONS: the player goes on after the win */
    eleven_tile tile;
} made_ply;

/* A game with classic's rules and one new tile a move. */
typedef struct made_game {
    eleven_record head;
    eleven_game game; /* after the plies so far */
    made_ply *plies;  /* owned */
    size_t count, capacity;
} made_game;

/* Begins a game at a position: from start tiles where it looks like that, otherwise from the board. The plies of an
 * earlier game are forgotten, their room is used again. */
void made_begin(made_game *game, eleven_board board, uint64_t score);
void made_free(made_game *game);

/* Makes a move and lets the tile appear. What goes wrong is told of `byte`. */
eleven_error made_slide(made_game *game, eleven_direction direction, size_t byte, eleven_problem *problem);
eleven_error made_place(made_game *game, eleven_tile tile, size_t byte, eleven_problem *problem);
eleven_error made_keep(made_game *game, eleven_problem *problem);

/* Adds the game's record to the text. */
void made_print(const made_game *game, grown_bytes *records);

/* Puts a start tile on the board. */
eleven_error start_place(eleven_board *board, eleven_tile tile, size_t byte, eleven_problem *problem);

eleven_rules classic_rules(void);

/* ---- A game while it is written --------------------------------------------------------------------------- */

/* Whether tiles merge as in classic; otherwise no other format can hold the game. Tells what every format loses. */
eleven_error game_suits(const eleven_record *head, unsigned *lost, eleven_problem *problem);

/* Where the start is two tiles, as they are at the beginning of a game, gives them by ascending cell. */
bool opening_tiles(const eleven_board *board, eleven_tile tiles[2]);

/* The next move of the record, with its one tile of rank 1 or 2; ELEVEN_END after the last. */
eleven_error move_next(eleven_reader *reader, eleven_ply *ply, eleven_problem *problem);

/* ---- The formats ------------------------------------------------------------------------------------------ */

/* Adds the records of all games in the bytes. */
typedef eleven_error format_reader(byte_input in, grown_bytes *records, unsigned *lost, eleven_problem *problem);

/* Adds the game of a reader that stands before its first move. */
typedef eleven_error format_writer(eleven_reader *reader, grown_bytes *bytes, unsigned *lost, eleven_problem *problem);

format_reader league_read, verse_read, rpl_read, next_read, gamestate_read, hex_read, own_record_read;
format_writer league_write, verse_write, rpl_write, next_write, gamestate_write, hex_write, own_record_write;

/* Whether these bytes look like the format. */
typedef bool format_test(byte_input in);
format_test league_test, verse_test, rpl_test, next_test, gamestate_test, hex_test;

#endif
