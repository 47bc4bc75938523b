/* The one SVG writer: pictures are elements, one after another, in a growing buffer. Attributes are given as text with
 * the conversions of printf and written as they are; titles and words are escaped. */
#ifndef PICTURE_SVG_H
#define PICTURE_SVG_H

#include "base/buffer.h"
#include "picture/theme.h"

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

/* A text with the characters that mean something in XML spelled out, and without control characters. */
void svg_escaped(buffer *out, const char *text);

/* A number with three decimals at most and no zeros that it does not need: "12.5", ".04". */
void svg_number(buffer *out, double number);

#endif
