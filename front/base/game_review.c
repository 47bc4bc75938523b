/* Goes through a session's timeline and has every move judged. */
#include "base/game_review.h"
#include "base/hint.h"

#include <math.h>
#include <stdlib.h>

static void find_moves(struct game_review *review)
{
    const eleven_session *session = review->session;
    size_t first = eleven_session_entry(session, eleven_session_position(session) - 1)->game;
    for (review->end = first + 1; review->end < eleven_session_length(session); review->end++) {
        const eleven_entry *one = eleven_session_entry(session, review->end);
        if (one->begins_game)
            break;
        if (!one->ply.keeps_playing)
            review->entry[review->in_all++] = review->end;
    }
}

bool game_review_open(struct game_review *review, const eleven_session *session, eleven_player *player,
                      const eleven_budget *budget)
{
    size_t most = eleven_session_length(session);
    *review = (struct game_review){.session = session, .player = player, .budget = *budget};
    review->moves = malloc(most * sizeof *review->moves);
    review->entry = malloc(most * sizeof *review->entry);
    review->scratch = malloc(most * sizeof *review->scratch);
    if (!review->moves || !review->entry || !review->scratch) {
        game_review_close(review);
        return false;
    }
    if (!eleven_budget_is_limited(budget))
        review->budget.depth = REVIEW_DEPTH;
    find_moves(review);
    const eleven_board *board = &eleven_session_game(session)->board;
    review->in_points =
        player && eleven_player_counts_points(player, eleven_session_rules(session), board->w, board->h);
    game_review_sum(review);
    return true;
}

void game_review_close(struct game_review *review)
{
    free(review->moves);
    free(review->entry);
    free(review->scratch);
    *review = (struct game_review){0};
}

/* The player knows nothing about this move. */
static eleven_judgement unknown(const eleven_game *before, eleven_direction played)
{
    eleven_judgement judgement = {.before = *before, .played = played, .best = played};
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        judgement.values[d] = (double)NAN;
    return judgement;
}

eleven_game game_review_next(const struct game_review *review)
{
    return eleven_session_entry(review->session, review->entry[review->count] - 1)->after;
}

static void judge_next(struct game_review *review, eleven_player *player)
{
    const eleven_rules *rules = eleven_session_rules(review->session);
    eleven_game before = game_review_next(review);
    eleven_direction played = eleven_session_entry(review->session, review->entry[review->count])->ply.direction;
    eleven_judgement *judgement = &review->moves[review->count++];
    if (!player || eleven_review_judge(player, &review->budget, rules, &before, played, judgement)) {
        *judgement = unknown(&before, played);
        review->has_failed = true;
    }
}

bool game_review_step(struct game_review *review)
{
    if (review->count == review->in_all)
        return false;
    judge_next(review, review->player);
    return true;
}

void game_review_add(struct game_review *review, eleven_advice *advice)
{
    eleven_player repeater = advice_repeater(advice);
    judge_next(review, advice ? &repeater : NULL);
}

void game_review_sum(struct game_review *review)
{
    eleven_review_sum(review->moves, review->count, review->scratch, &review->sum);
}

double game_review_accuracy(const struct game_review *review)
{
    return review->count > review->sum.count[ELEVEN_GRADE_FORCED] ? review->sum.accuracy : (double)NAN;
}

double game_review_expected(const struct game_review *review, size_t move)
{
    const eleven_judgement *judgement = &review->moves[move];
    double score = review->in_points ? (double)judgement->before.score : 0;
    return score + judgement->values[judgement->best];
}
