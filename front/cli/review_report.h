/* The report of a reviewed game, for people and for programs. */
#ifndef CLI_REVIEW_REPORT_H
#define CLI_REVIEW_REPORT_H

#include "base/game_review.h"

void review_put_text(const struct game_review *review, const char *game);
void review_put_json(const struct game_review *review);

/* Draws the expected score and the losses over the game on standard output. */
void review_put_chart(const struct game_review *review);

/* The same as an SVG document in a new text, to be freed with free; NULL when out of memory. */
char *review_svg(const struct game_review *review, const char *game, size_t *length);

#endif
