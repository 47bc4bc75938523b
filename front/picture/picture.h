/* Pictures of boards and games as text: SVG (still or moving), HTML, plain text, text with terminal colours. Each
 * function writes to a stream that its caller opened. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "eleven.h"

#include <stdio.h>

/* Lengths of the original's board, in its proportions: 85 to 12 as 106.25 to 15. */
enum {
    PICTURE_TILE = 85,
    PICTURE_GAP = 12,
    PICTURE_PITCH = PICTURE_TILE + PICTURE_GAP,
    PICTURE_HEAD = 84, /* above the board, where a score is shown */
};

/* One position. */
typedef struct picture {
    const eleven_rules *rules;
    const char *theme; /* NULL: the original's */
    eleven_board board;
    eleven_status status;
    bool has_score;
    uint64_t score;
    uint32_t moves;
} picture;

void picture_svg(const picture *still, FILE *out);
void picture_text(const picture *still, FILE *out);
void picture_ansi(const picture *still, FILE *out);

/* What every SVG shares: its first lines; the tiles of these ranks (bits 1 << rank) as `#t1` and so on, then the empty
 * board; a group about the middle of a cell, to be closed; the banner over a finished game, of the class `end`. */
void svg_begin(const picture *still, FILE *out);
void svg_tile_kinds(const picture *still, uint32_t ranks, FILE *out);
void svg_place(const picture *still, unsigned cell, FILE *out);
void svg_banner(const picture *still, FILE *out);
void svg_end(FILE *out);

/* A film of the moves that a reader is about to read, `count` of them at most; `first` is the position before them and
 * gets to be the last. False where memory is short. */
typedef struct film_wish {
    uint32_t count;
    unsigned pace; /* milliseconds a move */
} film_wish;

bool film_svg(eleven_reader *reader, picture *first, const film_wish *wish, FILE *out);

/* A page around an SVG. */
void page_begin(const char *theme, FILE *out);
void page_end(FILE *out);

#endif
