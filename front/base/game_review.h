/* The review of a game, one move after another, so that a caller can show how far it is. */
#ifndef BASE_GAME_REVIEW_H
#define BASE_GAME_REVIEW_H

#include "eleven.h"

/* How many moves the player looks ahead where the budget sets no limit. */
enum { REVIEW_DEPTH = 3 };

struct game_review {
    /* Borrowed; the session must not change during the review. `player`: NULL if the caller asks it. */
    const eleven_session *session;
    eleven_player *player;
    eleven_budget budget;
    /* The player's values are points to come. */
    bool in_points;
    /* The player had no memory for some move, which counts as one that it knows nothing about. */
    bool has_failed;
    /* The moves of the game, and the moves judged so far. */
    size_t in_all, count;
    /* The judgements, `count` of them; for each move of the game its entry in the session. */
    eleven_judgement *moves;
    size_t *entry;
    /* The position of the session after the last move of the game. */
    size_t end;
    /* The summary of the moves that were judged at the last game_review_sum, and its scratch memory. */
    eleven_review sum;
    double *scratch;
};

/* Begins the review of the game at the session's position: of all moves of it in the timeline. False when out of
 * memory. */
bool game_review_open(struct game_review *review, const eleven_session *session, eleven_player *player,
                      const eleven_budget *budget);
void game_review_close(struct game_review *review);

/* Judges the next move; false where all moves are judged. */
bool game_review_step(struct game_review *review);

/* The position that the next move was made in, for a caller that asks the player itself; it then adds the advice
 * (NULL: the player has none). Not where all moves are judged. */
eleven_game game_review_next(const struct game_review *review);
void game_review_add(struct game_review *review, eleven_advice *advice);

void game_review_sum(struct game_review *review);

/* The accuracy of the last sum, in per cent; NAN while no move counts, because none had a choice. */
double game_review_accuracy(const struct game_review *review);

/* What the player expected before the move: where it counts points the final score, otherwise the value of its choice;
 * NAN where it gives none. */
double game_review_expected(const struct game_review *review, size_t move);

#endif
