/* The room's public header: pictures of boards and games (SVG, HTML, plain text, text with terminal colours), and
 * charts. Everything is written into a buffer; when memory runs out, the buffer says so (base/buffer.h). */
#ifndef PICTURE_H
#define PICTURE_H

#include "base/buffer.h"
#include "base/game_review.h"

/* Lengths of the original's board, in its proportions: 85 to 12 as 106.25 to 15. A picture with a score has a head
 * above the board. */
enum { PICTURE_TILE = 85, PICTURE_GAP = 12, PICTURE_PITCH = PICTURE_TILE + PICTURE_GAP, PICTURE_HEAD = 84 };

/* One position. */
typedef struct picture {
    const eleven_rules *rules;
    /* NULL: that of the original. */
    const char *theme;
    eleven_board board;
    eleven_status status;
    bool has_score;
    uint64_t score;
    uint32_t moves;
} picture;

void picture_svg(const picture *still, buffer *out);
void picture_text(const picture *still, buffer *out);
void picture_ansi(const picture *still, buffer *out);

/* A page around an SVG. */
void page_begin(const char *theme, buffer *out);
void page_end(buffer *out);

typedef struct film_options {
    /* How many moves at most, and milliseconds per move. */
    uint32_t count;
    unsigned pace;
} film_options;

/* Draws a moving picture of the next moves of a reader. `still` is the position before them and becomes the last one.
 * Returns false when out of memory. */
bool film_svg(eleven_reader *reader, picture *still, const film_options *options, buffer *out);

/* The root element and the head, up to the open group in which the score is placed. */
void picture_open(const picture *still, buffer *out);

/* The tiles of these ranks (bits 1 << rank), as `#t1` and so on, then the empty board. */
void picture_put_kinds(const picture *still, uint32_t ranks, buffer *out);

/* A group around the middle of a cell, to be closed with svg_group_end. */
void picture_put_place(const picture *still, unsigned cell, buffer *out);

/* The banner over a finished game, of the class `end`. */
void picture_put_banner(const picture *still, buffer *out);
void picture_close(buffer *out);

/* Prints a chart of what the player expected, and what moves lost, on standard output; then the same as SVG. */
void review_put_chart(const struct game_review *review);
void review_svg(const struct game_review *review, const char *title, buffer *out);

/* The results of the games that ended since the last row. */
typedef struct curve_row {
    /* Spent, and made, since the training began. */
    double seconds;
    uint64_t moves;
    /* The mean score and its standard error, and the shares of games with 8192, 16384 and 32768. */
    uint64_t games;
    double mean, error;
    double reach[3];
} curve_row;

/* Appends a row to the CSV file; a new file begins with a line of names. Returns false, with errno set, on failure. */
bool curve_append(const char *path, const curve_row *row);

/* Removes the rows beyond these moves, which a training that continues from there writes again. Returns true if the
 * file does not exist; otherwise as above. */
bool curve_cut(const char *path, uint64_t moves);

/* Draws the mean scores of the CSV file over millions of moves as an SVG file. Returns false, with errno set, on
 * failure. */
bool curve_draw(const char *csv_path, const char *svg_path);

#endif
