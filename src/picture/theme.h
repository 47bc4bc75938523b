/* Colours and themes: what everything is painted with, in the terminal and in pictures. */
#ifndef PICTURE_THEME_H
#define PICTURE_THEME_H

#include "eleven/game.h"

/* 0xRRGGBB, or one of the two kinds below. */
typedef uint32_t colour;

enum {
    /* The terminal's own foreground or background. */
    COLOUR_DEFAULT = 0x1000000,
    /* Plus an index 0..15: an entry of the terminal's own palette. */
    COLOUR_PALETTE = 0x2000000,
};

/* How many colours a terminal has. */
typedef enum colour_depth { DEPTH_NONE, DEPTH_8, DEPTH_16, DEPTH_256, DEPTH_TRUE } colour_depth;

bool colour_is_rgb(colour c);

/* `share` is that of `over`; both must be rgb. */
colour colour_mix(colour under, colour over, float share);

/* 1..21, as WCAG 2 defines it. */
double colour_contrast(colour a, colour b);

/* The entry (16..255) of xterm's palette that looks most like an rgb colour (nearest in OKLab, about 20 us unless it is
 * an entry itself), and the colour of an entry. */
unsigned colour_to_256(colour c);
colour colour_from_256(unsigned index);

/* One look, in the colours of one depth. */
struct theme {
    const char *name;
    struct {
        /* Around the board: background, words, less important words. */
        colour page, text, faint;
        /* The board and its empty cells. The boxes of score and best have the board's colour and these inks. */
        colour board, empty, label, number;
        /* The veils of the banners and their words. */
        colour won, won_ink, lost, lost_ink;
    };
    /* By rank. */
    colour tile[ELEVEN_RANKS], ink[ELEVEN_RANKS];
};

/* The theme of that name (NULL or unknown: the first) in colours of that depth. */
struct theme theme_load(const char *name, colour_depth depth);

bool theme_exists(const char *name);

/* The name of the next theme; the first follows the last. */
const char *theme_after(const char *name);

#endif
