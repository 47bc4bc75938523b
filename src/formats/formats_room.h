/* What the files of formats share: bytes and symbols that are read, games that are put together from them, and the
 * description of one format. */
#ifndef FORMATS_FORMATS_ROOM_H
#define FORMATS_FORMATS_ROOM_H

#include "base/buffer.h"
#include "base/problem.h"
#include "eleven/formats.h"

/* ---- What is read -------------------------------------------------------------------------------------- */

/* Bytes that are read, and the place of the next one. */
typedef struct formats_input {
    const uint8_t *bytes;
    size_t length, at;
} formats_input;

/* Reads one symbol: a code point in UTF-8, or a byte that does not begin one. False at the end. */
bool formats_symbol_next(formats_input *in, uint32_t *symbol);
void formats_symbol_add(buffer *bytes, uint32_t symbol);

/* Skips blanks and line breaks. */
void formats_blanks_skip(formats_input *in);

/* Whether the place is at the end or at one of these bytes. */
bool formats_is_at(const formats_input *in, const char *bytes);

/* Reads a symbol and gives its index among 128; false, with the place left before it, where it has none. */
typedef int formats_index(uint32_t symbol);
bool formats_digit_next(formats_input *in, formats_index *index, unsigned *digit);

/* ELEVEN_BAD_TEXT with "byte N: SENTENCE". */
eleven_error formats_fail(eleven_problem *problem, size_t byte, const char *sentence);

/* ---- A game while it is read ---------------------------------------------------------------------------- */

/* A game of another program, with the rules of classic and one new tile per move. Core makes and checks every move.
 * `head` is that of its record, `game` the game so far, `plies` their text. After a slide, `direction` waits for the
 * tile. */
typedef struct foreign_game {
    eleven_record head;
    eleven_game game;
    eleven_direction direction;
    buffer plies;
} foreign_game;

/* Begins a game at a position: from start tiles where it looks like that, otherwise from the board. An earlier game is
 * forgotten. */
void formats_game_begin(foreign_game *game, eleven_board board, uint64_t score);

/* Slides, and then lets the tile appear. A problem is reported at `byte`. */
eleven_error formats_game_slide(foreign_game *game, eleven_direction direction, size_t byte, eleven_problem *problem);
eleven_error formats_game_place(foreign_game *game, eleven_tile tile, size_t byte, eleven_problem *problem);
void formats_game_keep(foreign_game *game);

/* A move as most formats have it, in one step. */
typedef struct foreign_step {
    eleven_direction direction;
    eleven_tile tile;
} foreign_step;

/* Reads one step. A tile that is not on the board gets the cell ELEVEN_CELLS_MAX. */
typedef eleven_error foreign_step_reader(formats_input *in, const eleven_board *board, foreign_step *step,
                                         unsigned *lost, eleven_problem *problem);

/* Reads a game on an empty board: two steps that place the start tiles, then moves up to one of the bytes in `ends`. */
eleven_error formats_steps_read(formats_input *in, eleven_board empty, const char *ends, foreign_step_reader *read,
                                foreign_game *game, unsigned *lost, eleven_problem *problem);

/* Adds the record of a game whose head and last position these are. */
void formats_record_print(eleven_record head, const eleven_game *last, const buffer *plies, buffer *records);

/* The rules of classic. */
eleven_rules formats_classic(void);

/* ---- A game while it is written -------------------------------------------------------------------------- */

/* Whether tiles merge as in classic; otherwise no other format can hold the game. Adds to `lost` what every format
 * loses. */
eleven_error formats_suit(const eleven_record *head, unsigned *lost, eleven_problem *problem);

/* Where the board has two tiles as a game begins with, gives them by ascending cell. */
bool formats_start_tiles(const eleven_board *board, eleven_tile tiles[2]);

/* The same for the game of a reader; otherwise the format cannot hold it. */
eleven_error formats_need_start_tiles(const eleven_reader *reader, eleven_tile tiles[2], eleven_problem *problem);

/* The next move of the record, with its one tile of rank 1 or 2; ELEVEN_END after the last. */
eleven_error formats_move_next(eleven_reader *reader, eleven_ply *ply, eleven_problem *problem);

/* Reads the record to its end: for formats that hold one position. ELEVEN_OK at the end. */
eleven_error formats_last_position(eleven_reader *reader, unsigned *lost, eleven_problem *problem);

/* ---- The formats ----------------------------------------------------------------------------------------- */

/* One format: its name and a line about its origin; whether bytes look like it; its reader of one game, from `in` on;
 * and its writer, for a reader that is before its first move. A text has blanks between its games, binary games follow
 * each other directly. */
typedef struct formats_format {
    const char *name, *origin;
    bool is_binary;
    bool (*test)(formats_input in);
    eleven_error (*read)(formats_input *in, foreign_game *game, unsigned *lost, eleven_problem *problem);
    eleven_error (*write)(eleven_reader *reader, buffer *bytes, unsigned *lost, eleven_problem *problem);
} formats_format;

extern const formats_format formats_league, formats_verse, formats_rpl, formats_next, formats_state, formats_hex;

#endif
