/* The inside of the room, from the bottom to the top: elements of SVG (svg.c), charts (chart.c), and the parts of a
 * board (picture_svg.c). For front/picture only. */
#ifndef PICTURE_ROOM_H
#define PICTURE_ROOM_H

#include "picture/picture.h"
#include "picture/theme.h"

/* SVG: elements, one after another, in a growing buffer. Attributes are given as text with the conversions of printf
 * and written as they are; titles and words are escaped. */

/* The part of the plane that is seen: its upper left corner and its size. */
typedef struct svg_view {
    int x, y, w, h;
} svg_view;

/* Begins a picture on a background. `title` describes it to people who do not see it; `attributes` are inherited by all
 * elements, such as the font. */
void svg_open(buffer *out, svg_view view, const char *attributes, const char *title, colour background);
void svg_close(buffer *out);

/* An element without content: <NAME ATTRIBUTES/>. With a title, it has a tooltip; NULL: none. */
__attribute__((format(printf, 4, 5))) void svg_element(buffer *out, const char *name, const char *title,
                                                       const char *attributes, ...);

/* Words at a place. `style`: more attributes, or "". */
__attribute__((format(printf, 6, 7))) void svg_text(buffer *out, double x, double y, colour ink, const char *style,
                                                    const char *format, ...);

/* A group of the elements up to its end. */
__attribute__((format(printf, 2, 3))) void svg_group(buffer *out, const char *attributes, ...);
void svg_group_end(buffer *out);

/* A number with three decimals at most and no zeros that it does not need: "12.5", ".04". */
void svg_number(buffer *out, double number);

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

/* Boards: lengths of the original's board, in its proportions: 85 to 12 as 106.25 to 15. A picture with a score has a
 * head above the board. */
enum { PICTURE_TILE = 85, PICTURE_GAP = 12, PICTURE_PITCH = PICTURE_TILE + PICTURE_GAP, PICTURE_HEAD = 84 };

/* The root element and the head, up to the open group in which the score is placed. */
void picture_open(const picture *still, buffer *out);

/* The tiles of these ranks (bits 1 << rank), as `#t1` and so on, then the empty board. */
void picture_put_kinds(const picture *still, uint32_t ranks, buffer *out);

/* A group around the middle of a cell, to be closed with svg_group_end. */
void picture_put_place(const picture *still, unsigned cell, buffer *out);

/* The end of the picture, with the banner over a finished game, of the class `end`. */
void picture_close(const picture *still, buffer *out);

#endif
