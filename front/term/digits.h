/* Large numbers out of pixels, for large tiles. */
#ifndef ELEVEN_DIGITS_H
#define ELEVEN_DIGITS_H

#include "term/canvas.h"

/* Draws the decimal number about the middle of the rectangle, as large as fits with a margin; false, and
 * nothing drawn, where it does not fit. */
bool digits_draw(struct canvas *canvas, const char *number, int x, int y, int w, int h, colour ink);

#endif
