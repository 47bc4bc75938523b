/* Where things stand in a window: pure arithmetic from sizes to sizes. */
#ifndef ELEVEN_LAYOUT_H
#define ELEVEN_LAYOUT_H

#include <stdbool.h>

/* All of the board in pixels (a column wide, half a row high). */
struct layout {
    bool fits; /* otherwise the window is too small, and the two below say what is needed */
    int columns_needed, rows_needed;
    bool has_boxes; /* a header of three rows with boxes; otherwise one row of words */
    bool has_footer;
    int head_left, head_w; /* columns of header and footer */
    int left, top, w, h;   /* the board */
    int tile_w, tile_h, gap;
};

/* `w` x `h` tiles; `outlined`: tiles are told apart by lines, not by colours, and stand on whole rows. */
struct layout layout_find(int columns, int rows, int w, int h, bool outlined);

#endif
