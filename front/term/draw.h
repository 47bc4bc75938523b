/* From a frame to a picture. */
#ifndef ELEVEN_DRAW_H
#define ELEVEN_DRAW_H

#include "term/canvas.h"
#include "term/layout.h"
#include "term/panel.h"
#include "picture/theme.h"

/* Everything that is to be seen. Texts are borrowed; NULL: not shown. */
struct scene {
    eleven_frame frame;
    const char *title;       /* rules, size, moves */
    const char *notice;      /* one sentence, in place of the hints */
    const char *hints;       /* which keys do what */
    const char *const *help; /* lines of an overlay, NULL at the end */
    const char *banner, *banner_hint;
    const struct panel *panel; /* what a player thinks; NULL: not shown */
    uint64_t best;
    bool has_best;
};

/* Finds the layout for the canvas, draws the scene on it, and gives the layout. */
struct layout draw_scene(struct canvas *canvas, const struct canvas_pen *pen, const struct theme *theme,
                         const struct scene *scene);

#endif
