/* From a frame to a picture: where things are in a window (layout.c), what a player thinks (panel.c), and the scene of
 * the board and everything around it (draw.c). */
#ifndef TERM_DRAW_H
#define TERM_DRAW_H

#include "eleven.h"
#include "term/canvas.h"

/* ---- Layout: arithmetic from sizes to sizes ------------------------------------------------------------- */

/* The board's numbers are pixels: a column wide, half a row high. */
struct layout {
    /* False if the window is too small; the other two fields then state the size that is needed. */
    bool fits;
    int columns_needed, rows_needed;
    /* A header of three rows with boxes; otherwise one row of words. */
    bool has_boxes;
    bool has_footer;
    /* The columns of the header. */
    int head_left, head_w;
    /* The board and its tiles. */
    int left, top, w, h;
    int tile_w, tile_h, gap;
};

/* `w` x `h` tiles. `outlined`: lines separate the tiles, not colours, and each tile takes whole rows. */
struct layout layout_find(int columns, int rows, int w, int h, bool outlined);

/* ---- The panel: what a player thinks -------------------------------------------------------------------- */

/* Bars beside the board if there is space, otherwise one line.
 *
 *     network: left                    network: left  U▆ L█ D- R▂  value 20412  paused
 *     100 ms per move
 *
 *     up    ▄▄▄▄▄▄▖    -87
 *     left  ▄▄▄▄▄▄▄  20412             the value of the best move, and what the others lose,
 *     down  moves nothing              in the player's own unit
 *     right ▄         -644
 *
 *     paused
 */
struct panel {
    char heading[48];
    /* Below the heading; left out in one line. */
    char note[32];
    char state[32];
    /* False: no bars. */
    bool has_advice;
    eleven_advice advice;
};

enum { PANEL_LINE = 128 };

/* The length of the bar of a direction: 1 for the best, 0 if it moves nothing, otherwise at least an eighth. The scale
 * spans at least a hundredth of the best value, so that nearly equal moves look alike. */
double panel_share(const eleven_advice *advice, eleven_direction direction);

/* At most 7 characters: 20412, 1.2M, 0.35. */
void panel_number(double value, char text[8]);

/* Whether there is space beside the board. */
bool panel_fits(const struct canvas *canvas, const struct layout *layout);
void panel_draw(struct canvas *canvas, const struct layout *layout, const struct theme *theme, bool utf8,
                const struct panel *panel);

/* One line of parts, two blanks apart, the most important ones first. The player's name is left out if only the rest
 * fits into the columns. */
void panel_line(const struct panel *panel, bool utf8, int columns, char line[PANEL_LINE]);

/* ---- The scene ------------------------------------------------------------------------------------------ */

/* Everything that is shown. Texts are borrowed; NULL: not shown. */
struct scene {
    eleven_frame frame;
    /* Size, rules and moves: parts that are two blanks apart. */
    char title[96];
    /* One sentence in place of the hints. */
    const char *notice;
    /* The keys and what they do, the most important first, two blanks apart. */
    const char *hints;
    /* Lines of an overlay; NULL at the end. */
    const char *const *help;
    const char *banner, *banner_hint;
    bool has_panel;
    struct panel panel;
    bool has_best;
    uint64_t best;
};

/* Finds the layout for the canvas, draws the scene, and returns the layout. */
struct layout draw_scene(struct canvas *canvas, const struct canvas_pen *pen, const struct theme *theme,
                         const struct scene *scene);

#endif
