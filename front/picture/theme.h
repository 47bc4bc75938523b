/* What everything is painted with, for one look and one depth of colour. */
#ifndef ELEVEN_THEME_H
#define ELEVEN_THEME_H

#include "picture/colour.h"
#include "eleven.h"

struct theme {
    const char *name;
    colour page, text, faint; /* around the board: background, words, less important words */
    colour board, empty;      /* the board and its empty cells */
    colour label, number;     /* in the boxes of score and best, which have the board's colour */
    colour won, won_ink;      /* the banners' veils and their words */
    colour lost, lost_ink;
    colour tile[ELEVEN_RANKS], ink[ELEVEN_RANKS]; /* by rank */
};

/* The theme of that name (NULL or unknown: the first) in colours that the depth has. */
struct theme theme_load(const char *name, colour_depth depth);

/* The index of the theme that follows, round and round. */
const char *theme_after(const char *name);

#endif
