/* Charts as SVG: a frame with values in it, and axes with round numbers.
 *
 *              left              right
 *     top        | - - - - - - - - |     values from y_low to y_high
 *                | - - - - - - - - |
 *     bottom     +-----------------+     values from x_low to x_high
 */
#ifndef PICTURE_CHART_H
#define PICTURE_CHART_H

#include "picture/svg.h"

enum { CHART_PAGE = 0xfaf8ef, CHART_INK = 0x776e65, CHART_GRID = 0xe3ddd3 };

struct chart {
    buffer *out;
    /* Of the picture; the frame in it. */
    int w, h;
    int left, right, top, bottom;
    double x_low, x_high, y_low, y_high;
};

/* Begins the picture with its title for people who do not see it, a heading, and axes. The names of what is counted are
 * written below. */
void chart_open(const struct chart *chart, const char *title, const char *heading, const char *names);
void chart_close(const struct chart *chart);

/* Where values are in the picture. */
double chart_x(const struct chart *chart, double value);
double chart_y(const struct chart *chart, double value);

/* A line through points, which are added in between. */
void chart_line(const struct chart *chart, colour ink);
void chart_point(const struct chart *chart, double x, double y);
void chart_line_end(const struct chart *chart);

#endif
