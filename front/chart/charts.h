/* The room's header: films of games, charts of reviews, matches and trainings, and what charts are made of (chart.c).
 * Everything is written into a buffer; when memory runs out, the buffer says so (base/buffer.h). */
#ifndef CHARTS_H
#define CHARTS_H

#include "base/game_review.h"
#include "picture/picture_room.h"

/* After the last move of a game: reads a `keep` behind it, so that the game is the one that its player left. */
void reader_take_keep(eleven_reader *reader);

/* Draws a moving picture of the next `count` moves of a reader at most, with `pace` milliseconds per move. `still` is
 * the position before them and becomes the last one. Returns false when out of memory. */
bool film_svg(eleven_reader *reader, eleven_picture *still, uint32_t count, unsigned pace, buffer *out);

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

/* Removes the rows from the first one beyond these moves on, which a training that continues from there writes again.
 * The file stays the same one. Returns false, with errno set, on failure. */
bool curve_cut(const char *path, uint64_t moves);

/* Draws the mean scores of the CSV file over millions of moves as an SVG file. Returns false, with errno set, on
 * failure. */
bool curve_draw(const char *csv_path, const char *svg_path);

/* Charts: a frame with values in it, and axes with round numbers.
 *
 *              left              right
 *     top        | - - - - - - - - |     values of y
 *                | - - - - - - - - |
 *     bottom     +-----------------+     values of x
 */
enum { CHART_PAGE = 0xfaf8ef, CHART_INK = 0x776e65, CHART_GRID = 0xe3ddd3 };

typedef struct value_range {
    double low, high;
} value_range;

struct chart {
    buffer *out;
    /* Of the picture; the frame in it. */
    int w, h;
    int left, right, top, bottom;
    value_range x, y;
};

/* Begins the picture with its title for people who do not see it, a heading, and axes. The names of what is counted are
 * written below. To be closed with svg_close. */
void chart_open(const struct chart *chart, const char *title, const char *heading, const char *names);

/* Where values are in the picture. */
double chart_x(const struct chart *chart, double value);
double chart_y(const struct chart *chart, double value);

/* A line through points, which are added in between. */
void chart_line(const struct chart *chart, colour ink);
void chart_point(const struct chart *chart, double x, double y);
void chart_line_end(const struct chart *chart);

#endif
