/* The inside of the room, from the bottom to the top: elements of SVG (svg.c), parts of a board (picture_svg.c), whole
 * pictures. Charts and films are made of the first two. */
#ifndef PICTURE_ROOM_H
#define PICTURE_ROOM_H

#include "base/buffer.h"
#include "eleven/picture.h"
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

/* Boards: lengths of the original's board, in its proportions: 85 to 12 as 106.25 to 15. A picture with a score has a
 * head above the board. */
enum { PICTURE_TILE = 85, PICTURE_GAP = 12, PICTURE_PITCH = PICTURE_TILE + PICTURE_GAP, PICTURE_HEAD = 84 };

/* The root element and the head, up to the open group in which the score is placed. */
void picture_open(const eleven_picture *still, buffer *out);

/* The tiles of these ranks (bits 1 << rank), as `#t1` and so on, then the empty board. */
void picture_put_kinds(const eleven_picture *still, uint32_t ranks, buffer *out);

/* A group around the middle of a cell, to be closed with svg_group_end. */
void picture_put_place(const eleven_picture *still, unsigned cell, buffer *out);

/* The end of the picture, with the banner over a finished game, of the class `end`. */
void picture_close(const eleven_picture *still, buffer *out);

/* Whole pictures. */
void picture_svg(const eleven_picture *still, buffer *out);
void picture_text(const eleven_picture *still, buffer *out);
void picture_ansi(const eleven_picture *still, buffer *out);

/* The words of the banner; "" while the game is played. */
const char *picture_banner(const eleven_picture *still);

#endif
