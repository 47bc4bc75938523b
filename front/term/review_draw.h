/* What is to be seen of a review in a terminal:
 *
 *     +--------------------+-----------+
 *     |       board        |   panel   |      in a narrow window the panel stands below the board
 *     +--------------------+-----------+
 *     |             chart              |
 *     +--------------------------------+
 */
#ifndef ELEVEN_REVIEW_DRAW_H
#define ELEVEN_REVIEW_DRAW_H

#include "base/game_review.h"
#include "term/terminal.h"
#include "picture/theme.h"

/* Everything but `board` and `review` is borrowed. */
struct review_screen {
    struct terminal *terminal;
    struct canvas *canvas, board; /* the board's part of the picture is drawn on its own */
    struct theme *theme;
    eleven_session *session;
    struct game_review review;
    size_t at; /* the move that is looked at, where the session stands; the number of all moves: the end */
    bool shows_help, quits;
};

/* Draws and shows all; `help`: lines of an overlay, NULL at the end, or NULL. Whether it will look different soon by
 * itself. */
bool review_draw(struct review_screen *view, double now, const char *const *help);

#endif
