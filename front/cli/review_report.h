/* The report of a reviewed game, for people and for programs. */
#ifndef CLI_REVIEW_REPORT_H
#define CLI_REVIEW_REPORT_H

#include "base/game_review.h"

void review_put_text(const struct game_review *review, const char *game);
void review_put_json(const struct game_review *review);

#endif
