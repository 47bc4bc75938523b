/* What a player thinks, as bars: beside the board where there is room, otherwise as one line.
 *
 *     network: left                    network: left  U▆ L█ D- R▂  worth 20412  paused
 *     100 ms a move
 *
 *     up    ▄▄▄▄▄▄▖    -87
 *     left  ▄▄▄▄▄▄▄  20412             the best one with what it is worth, the others with what they lose,
 *     down  moves nothing              in the player's own unit
 *     right ▄         -644
 *
 *     paused
 */
#ifndef ELEVEN_PANEL_H
#define ELEVEN_PANEL_H

#include "term/canvas.h"
#include "eleven.h"
#include "term/layout.h"
#include "picture/theme.h"

struct panel {
    char heading[48];
    char note[32]; /* below the heading, beside the board only */
    char state[32];
    bool has_advice; /* otherwise no bars */
    eleven_advice advice;
};

enum { PANEL_LINE = 128 };

/* How long the bar of a direction is: 1 for the best, 0 where it moves nothing, never below an eighth otherwise. A
 * hundredth of the best value counts as much, so that what hardly differs looks alike. */
double panel_share(const eleven_advice *advice, eleven_direction direction);

/* At most 7 characters: 20412, 1.2M, 0.35. */
void panel_number(double value, char text[8]);

/* Whether there is room beside the board. */
bool panel_fits(const struct canvas *canvas, const struct layout *layout);
void panel_draw(struct canvas *canvas, const struct layout *layout, const struct theme *theme, bool utf8,
                const struct panel *panel);

/* The same in one line, whose parts are two blanks apart, the most important ones first. Where there is room for no
 * more, the name is left out. */
void panel_line(const struct panel *panel, bool utf8, int room, char line[PANEL_LINE]);

#endif
