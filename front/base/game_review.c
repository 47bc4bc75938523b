/* Goes through a session's timeline and has every move judged. */
#include "base/game_review.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void find_moves(struct game_review *review)
{
    const eleven_session *session = review->session;
    size_t first = eleven_session_entry(session, eleven_session_position(session) - 1).game;
    for (review->end = first + 1; review->end < eleven_session_length(session); review->end++) {
        eleven_entry one = eleven_session_entry(session, review->end);
        if (one.head)
            break;
        if (!one.ply.keeps_playing)
            review->entry[review->in_all++] = review->end;
    }
}

static bool counts_points(eleven_player *player, const eleven_rules *rules, const eleven_board *board)
{
    const eleven_search *search = eleven_player_search(player, rules, board->w, board->h);
    return search ? eleven_search_counts_points(search) : strcmp(player->name, "montecarlo") == 0;
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
    if (!budget->depth && !budget->nodes && !(budget->milliseconds > 0))
        review->budget.depth = REVIEW_DEPTH;
    find_moves(review);
    review->in_points = counts_points(player, eleven_session_rules(session), &eleven_session_game(session)->board);
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

bool game_review_step(struct game_review *review)
{
    if (review->count == review->in_all)
        return false;
    size_t index = review->entry[review->count];
    eleven_game before = eleven_session_entry(review->session, index - 1).after;
    eleven_direction played = eleven_session_entry(review->session, index).ply.direction;
    eleven_judgement *judgement = &review->moves[review->count++];
    if (!eleven_review_move(review->player, &review->budget, eleven_session_rules(review->session), &before, played,
                            judgement)) {
        *judgement = unknown(&before, played);
        review->has_failed = true;
    }
    return true;
}

void game_review_sum(struct game_review *review)
{
    review->sum = eleven_review_sum(review->moves, review->count, review->scratch);
}

double game_review_expected(const struct game_review *review, size_t move)
{
    const eleven_judgement *judgement = &review->moves[move];
    double score = review->in_points ? (double)judgement->before.score : 0;
    return score + judgement->values[judgement->best];
}
