/* The room's public header: pictures of boards and games (SVG, HTML, plain text, text with terminal colours), and
 * charts. Everything is written into a buffer; when memory runs out, the buffer says so (base/buffer.h). */
#ifndef PICTURE_H
#define PICTURE_H

#include "base/buffer.h"
#include "base/game_review.h"

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

/* Draws a moving picture of the next `count` moves of a reader at most, with `pace` milliseconds per move. `still` is
 * the position before them and becomes the last one. Returns false when out of memory. */
bool film_svg(eleven_reader *reader, picture *still, uint32_t count, unsigned pace, buffer *out);

/* Prints a chart of what the player expected, and what moves lost, on standard output; then the same as SVG. */
void review_put_chart(const struct game_review *review);
void review_svg(const struct game_review *review, const char *title, buffer *out);

enum { HISTOGRAM_BARS_MAX = 64 };

/* How many scores are in each of `bars` equal ranges: bar i is from low + i * step to below low + (i + 1) * step. */
typedef struct score_histogram {
    unsigned bars;
    uint64_t low, step;
    uint64_t count[HISTOGRAM_BARS_MAX];
    /* The greatest count. */
    uint64_t highest;
} score_histogram;

/* Of at least one score in ascending order, in at most `bars` bars, with round numbers between them. */
score_histogram histogram_of(const uint64_t *scores, size_t count, unsigned bars);

/* Adds the histogram as an SVG document with that title, which is plain text. */
void histogram_svg(const score_histogram *histogram, const char *title, buffer *out);

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
