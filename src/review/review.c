/* Judging moves and summing up the judgements; eleven/review.h explains the measures. Reasons: review_reason.c. */
#include "eleven/review.h"

#include <assert.h>
#include <math.h>

/* Neither NAN nor infinite, nor so large that a difference would be. */
static bool value_is_known(double value)
{
    return value > -1e300 && value < 1e300;
}

/* The distance from the best to the mean of the others that are known; 0 where there are none. */
static double judgement_stake(const eleven_judgement *judgement)
{
    double sum = 0, best = judgement->values[judgement->best];
    unsigned others = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (d != judgement->best && value_is_known(judgement->values[d])) {
            sum += best - judgement->values[d];
            others++;
        }
    return others && sum > 0 ? sum / others : 0;
}

eleven_error eleven_review_judge(eleven_player *player, const eleven_budget *budget, const eleven_rules *rules,
                                 const eleven_game *before, eleven_direction played, eleven_judgement *judgement)
{
    assert((unsigned)played < ELEVEN_DIRECTIONS);
    eleven_advice advice;
    unsigned legal = eleven_board_legal(rules, &before->board);
    if (!(legal >> played & 1))
        return ELEVEN_IMPOSSIBLE;
    if (!player->choose(player, rules, &before->board, budget, &advice))
        return ELEVEN_NO_MEMORY;
    *judgement = (eleven_judgement){.before = *before, .played = played, .best = advice.direction};
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        judgement->values[d] = legal >> d & 1 && value_is_known(advice.values[d]) ? advice.values[d] : (double)NAN;
    double best = judgement->values[advice.direction], value = judgement->values[played];
    bool has_choice = (legal & (legal - 1)) != 0;
    judgement->is_free = has_choice && value_is_known(best) && value_is_known(value);
    if (!judgement->is_free)
        return ELEVEN_OK;
    judgement->stake = judgement_stake(judgement);
    judgement->loss = best > value ? best - value : 0;
    return ELEVEN_OK;
}

/* The number that would be at `rank` if they were sorted (C. A. R. Hoare's "find", 1961). Each pass puts the numbers
 * below a pivot to the left and those above it to the right, and continues on the side that contains the rank. */
static double rank_select(double *numbers, size_t count, size_t rank)
{
    size_t left = 0, right = count - 1;
    while (left < right) {
        double pivot = numbers[left + (right - left) / 2];
        size_t i = left, k = right;
        for (;; i++, k--) {
            while (numbers[i] < pivot)
                i++;
            while (numbers[k] > pivot)
                k--;
            if (i >= k)
                break;
            double kept = numbers[i];
            numbers[i] = numbers[k];
            numbers[k] = kept;
        }
        if (rank <= k)
            right = k;
        else
            left = k + 1;
    }
    return numbers[rank];
}

/* Over the moves where something was at stake; the others would only make it smaller. */
static double stake_median(const eleven_judgement *moves, size_t count, double *scratch)
{
    size_t stakes = 0;
    for (size_t i = 0; i < count; i++)
        if (moves[i].is_free && moves[i].stake > 0)
            scratch[stakes++] = moves[i].stake;
    return stakes ? rank_select(scratch, stakes, stakes / 2) : 0;
}

/* A loss comes with a stake above 0. */
static double loss_severity(double loss, double stake)
{
    return loss > 0 && stake > 0 ? loss / stake : 0;
}

/* The part of its full credit that a move does not earn. */
static double credit_missed(double severity)
{
    return 1 - 1 / (1 + severity);
}

/* The part that dice do not earn on average. */
static double dice_missed(const eleven_judgement *judgement, double stake)
{
    double sum = 0, best = judgement->values[judgement->best];
    unsigned choices = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (value_is_known(judgement->values[d])) {
            sum += credit_missed(loss_severity(best - judgement->values[d], stake));
            choices++;
        }
    return sum / choices;
}

double eleven_review_severity(const eleven_review *review, const eleven_judgement *judgement)
{
    return loss_severity(judgement->loss, review->stake);
}

eleven_grade eleven_review_grade(const eleven_review *review, const eleven_judgement *judgement)
{
    double severity = eleven_review_severity(review, judgement);
    if (!judgement->is_free)
        return ELEVEN_GRADE_FORCED;
    return judgement->played == judgement->best || severity < 0.02 ? ELEVEN_GRADE_BEST
           : severity < 0.5                                        ? ELEVEN_GRADE_GOOD
           : severity < 1.5                                        ? ELEVEN_GRADE_INACCURACY
           : severity < 4                                          ? ELEVEN_GRADE_MISTAKE
                                                                   : ELEVEN_GRADE_BLUNDER;
}

const char *eleven_grade_name(eleven_grade grade)
{
    static const char *const names[] = {"forced", "best", "good", "inaccuracy", "mistake", "blunder"};
    assert((unsigned)grade < ELEVEN_GRADES);
    return names[grade];
}

/* Whether a turning point is nearer than `apart`; such moves belong to one moment. */
static bool point_is_near(const eleven_review *review, size_t index, size_t apart)
{
    for (unsigned i = 0; i < review->turning_points; i++) {
        size_t other = review->turning_point[i];
        if ((index > other ? index - other : other - index) < apart)
            return true;
    }
    return false;
}

/* The worst move that is in no moment found so far; `count` where there is none. */
static size_t worst_find(const eleven_review *review, const eleven_judgement *moves, size_t count)
{
    size_t worst = count, apart = count / 50 > 4 ? count / 50 : 4;
    for (size_t i = 0; i < count; i++)
        if ((worst == count || moves[i].loss > moves[worst].loss) &&
            eleven_review_grade(review, &moves[i]) >= ELEVEN_GRADE_INACCURACY && !point_is_near(review, i, apart))
            worst = i;
    return worst;
}

static void point_insert(eleven_review *review, size_t index)
{
    unsigned i = review->turning_points++;
    for (; i > 0 && review->turning_point[i - 1] > index; i--)
        review->turning_point[i] = review->turning_point[i - 1];
    review->turning_point[i] = index;
}

void eleven_review_sum(const eleven_judgement *moves, size_t count, double *scratch, eleven_review *review)
{
    *review = (eleven_review){.accuracy = 100, .stake = stake_median(moves, count, scratch)};
    double mine = 0, by_dice = 0;
    for (size_t i = 0; i < count; i++) {
        review->loss += moves[i].loss;
        review->count[eleven_review_grade(review, &moves[i])]++;
        if (!moves[i].is_free)
            continue;
        mine += credit_missed(eleven_review_severity(review, &moves[i]));
        by_dice += dice_missed(&moves[i], review->stake);
    }
    if (by_dice > 0)
        review->accuracy = mine < by_dice ? 100 * (1 - mine / by_dice) : 0;
    while (review->turning_points < ELEVEN_TURNING_POINTS) {
        size_t worst = worst_find(review, moves, count);
        if (worst == count)
            break;
        point_insert(review, worst);
    }
}
