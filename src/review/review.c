/* Judging moves and adding the judgements up. Reasons are in review_reason.c. */
#include "eleven/review.h"

#include <assert.h>
#include <math.h>

/* ---- A move -------------------------------------------------------------------------------------------- */

/* Neither NAN nor infinite, nor so large that a difference would be. */
static bool is_told(double value)
{
    return value > -1e300 && value < 1e300;
}

/* The distance from the best to the mean of the others that are told; 0 where there is none. */
static double stake_of(const eleven_judgement *judgement)
{
    double sum = 0, best = judgement->values[judgement->best];
    unsigned others = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (d != judgement->best && is_told(judgement->values[d])) {
            sum += best - judgement->values[d];
            others++;
        }
    return others && sum > 0 ? sum / others : 0;
}

static bool has_choice(unsigned legal)
{
    return (legal & (legal - 1)) != 0;
}

bool eleven_review_move(eleven_player *player, const eleven_budget *budget, const eleven_rules *rules,
                        const eleven_game *before, eleven_direction played, eleven_judgement *judgement)
{
    eleven_advice advice;
    unsigned legal = eleven_board_legal(rules, &before->board);
    if (!(legal >> played & 1) || !player->choose(player, rules, &before->board, budget, &advice))
        return false;
    *judgement = (eleven_judgement){.before = *before, .played = played, .best = advice.direction};
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        judgement->values[d] = legal >> d & 1 && is_told(advice.values[d]) ? advice.values[d] : (double)NAN;
    double best = judgement->values[advice.direction], value = judgement->values[played];
    judgement->is_free = has_choice(legal) && is_told(best) && is_told(value);
    if (!judgement->is_free)
        return true;
    judgement->stake = stake_of(judgement);
    judgement->loss = best > value ? best - value : 0;
    return true;
}

/* ---- The measure --------------------------------------------------------------------------------------- */

/* The number that would stand at `rank` if they were sorted (C. A. R. Hoare's "find", 1961). */
static double select_rank(double *numbers, size_t count, size_t rank)
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

/* Of the moves where something was at stake: the others would only make it smaller. */
static double stake_median(const eleven_judgement *moves, size_t count, double *room)
{
    size_t stakes = 0;
    for (size_t i = 0; i < count; i++)
        if (moves[i].is_free && moves[i].stake > 0)
            room[stakes++] = moves[i].stake;
    return stakes ? select_rank(room, stakes, stakes / 2) : 0;
}

/* A move can lose something only where something is at stake, so that a loss comes with a stake above 0. */
static double severity_of(double loss, double stake)
{
    return loss > 0 && stake > 0 ? loss / stake : 0;
}

/* What a move misses of its full credit. */
static double missed(double severity)
{
    return 1 - 1 / (1 + severity);
}

/* What dice miss on average. */
static double missed_by_dice(const eleven_judgement *judgement, double stake)
{
    double sum = 0, best = judgement->values[judgement->best];
    unsigned choices = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (is_told(judgement->values[d])) {
            sum += missed(severity_of(best - judgement->values[d], stake));
            choices++;
        }
    return sum / choices;
}

double eleven_review_severity(const eleven_review *review, const eleven_judgement *judgement)
{
    return severity_of(judgement->loss, review->stake);
}

eleven_grade eleven_review_grade(const eleven_review *review, const eleven_judgement *judgement)
{
    double severity = eleven_review_severity(review, judgement);
    if (!judgement->is_free)
        return ELEVEN_FORCED;
    return judgement->played == judgement->best || severity < 0.02 ? ELEVEN_BEST
           : severity < 0.5                                        ? ELEVEN_GOOD
           : severity < 1.5                                        ? ELEVEN_INACCURACY
           : severity < 4                                          ? ELEVEN_MISTAKE
                                                                   : ELEVEN_BLUNDER;
}

const char *eleven_grade_name(eleven_grade grade)
{
    static const char *const names[] = {"forced", "best", "good", "inaccuracy", "mistake", "blunder"};
    assert(grade < ELEVEN_GRADES);
    return names[grade];
}

/* ---- Turning points ------------------------------------------------------------------------------------ */

/* Moves that are nearer than `apart` belong to one moment. */
static bool is_near_a_point(const eleven_review *review, size_t index, size_t apart)
{
    for (unsigned i = 0; i < review->turning_points; i++) {
        size_t other = review->turning_point[i];
        if ((index > other ? index - other : other - index) < apart)
            return true;
    }
    return false;
}

/* The worst move that is in no moment found so far; `count` where there is none. */
static size_t find_worst(const eleven_review *review, const eleven_judgement *moves, size_t count)
{
    size_t worst = count, apart = count / 50 > 4 ? count / 50 : 4;
    for (size_t i = 0; i < count; i++)
        if ((worst == count || moves[i].loss > moves[worst].loss) &&
            eleven_review_grade(review, &moves[i]) >= ELEVEN_INACCURACY && !is_near_a_point(review, i, apart))
            worst = i;
    return worst;
}

static void put_point(eleven_review *review, size_t index)
{
    unsigned i = review->turning_points++;
    for (; i > 0 && review->turning_point[i - 1] > index; i--)
        review->turning_point[i] = review->turning_point[i - 1];
    review->turning_point[i] = index;
}

/* ---- A game -------------------------------------------------------------------------------------------- */

eleven_review eleven_review_sum(const eleven_judgement *moves, size_t count, double *room)
{
    eleven_review review = {.accuracy = 100, .stake = stake_median(moves, count, room)};
    double mine = 0, by_dice = 0;
    for (size_t i = 0; i < count; i++) {
        review.loss += moves[i].loss;
        review.count[eleven_review_grade(&review, &moves[i])]++;
        if (!moves[i].is_free)
            continue;
        mine += missed(eleven_review_severity(&review, &moves[i]));
        by_dice += missed_by_dice(&moves[i], review.stake);
    }
    if (by_dice > 0)
        review.accuracy = mine < by_dice ? 100 * (1 - mine / by_dice) : 0;
    while (review.turning_points < ELEVEN_TURNING_POINTS) {
        size_t worst = find_worst(&review, moves, count);
        if (worst == count)
            break;
        put_point(&review, worst);
    }
    return review;
}
