/* Colours: 24-bit values, or an entry of the terminal's own palette, or its default. */
#ifndef ELEVEN_COLOUR_H
#define ELEVEN_COLOUR_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t colour; /* 0xRRGGBB, or one of the two below */

enum {
    COLOUR_DEFAULT = 0x1000000, /* the terminal's own foreground or background */
    COLOUR_PALETTE = 0x2000000, /* plus an index 0..15 */
};

typedef enum colour_depth { DEPTH_NONE, DEPTH_8, DEPTH_16, DEPTH_256, DEPTH_TRUE } colour_depth;

bool colour_is_rgb(colour c);
colour colour_mix(colour under, colour over, float share); /* share of `over`; both must be rgb */
double colour_contrast(colour a, colour b);                /* 1..21, as WCAG 2 defines it */

/* The xterm palette's entry (16..255) nearest to an rgb colour, and the colour of an entry. */
unsigned colour_to_256(colour c);
colour colour_from_256(unsigned index);

#endif
