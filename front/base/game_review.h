/* The review of a session's game, a move at a time, so that whoever shows it can show how far it is. */
#ifndef ELEVEN_GAME_REVIEW_H
#define ELEVEN_GAME_REVIEW_H

#include "eleven.h"

/* How far ahead the player looks at each move where nothing else is asked for. */
enum { REVIEW_DEPTH = 3 };

struct game_review {
    const eleven_session *session; /* borrowed, as the player; must not change meanwhile */
    eleven_player *player;
    eleven_budget budget;
    bool in_points;          /* values are points to come */
    size_t in_all, count;    /* moves of the game; moves judged so far */
    eleven_judgement *moves; /* the first `count` */
    size_t *entry;           /* of each of all moves: its entry in the session */
    size_t end;              /* the session's position after the last move of the game */
    double *room;
    eleven_review sum; /* of the moves judged when game_review_sum was last called */
};

/* Of the game that the session stands in, all its moves in the timeline. A budget of nothing but zeros looks
 * REVIEW_DEPTH moves ahead. False when memory is short. */
bool game_review_open(struct game_review *review, const eleven_session *session, eleven_player *player,
                      const eleven_budget *budget);
void game_review_close(struct game_review *review);

/* Judges the next move; false where all are judged. */
bool game_review_step(struct game_review *review);

void game_review_sum(struct game_review *review);

/* What the player expected before the move: the score in the end, where it counts in points, otherwise the value
 * of its choice; NAN where it tells none. */
double game_review_expected(const struct game_review *review, size_t move);

#endif
