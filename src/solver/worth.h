/* Arithmetic of values, several objectives at once.
 *
 * A probability is stored as itself up to one half, and above as the probability of the opposite with its sign bit
 * set: so both ends of the scale keep all their digits. While tiles are summed over, a probability takes two
 * numbers, for and against.
 *
 *     stored   [ means | probabilities | forced ]        summed   [ means | for | forced | against ]
 */
#ifndef SOLVER_WORTH_H
#define SOLVER_WORTH_H

#include "solver/solving.h"

#include <math.h>

/* How many objectives of each sort: known to the compiler where there is only one. */
typedef struct worth_shape {
    unsigned means, reaches, count;
} worth_shape;

static inline worth_shape worth_shape_of(const solve_plan *plan)
{
    return (worth_shape){plan->means, plan->reaches, plan->count};
}

/* Nothing is summed yet. */
static inline void worth_begin(worth_shape shape, double *sum)
{
    unsigned chances = shape.means + shape.reaches;
    for (unsigned k = 0; k < chances; k++)
        sum[k] = 0;
    for (unsigned k = chances; k < shape.count; k++)
        sum[k] = INFINITY;
    for (unsigned k = 0; k < shape.reaches; k++)
        sum[shape.count + k] = 0;
}

/* Adds a stored value. */
static inline void worth_add(worth_shape shape, double *sum, const double *stored)
{
    unsigned chances = shape.means + shape.reaches;
    for (unsigned k = 0; k < shape.means; k++)
        sum[k] += stored[k];
    for (unsigned k = shape.means; k < chances; k++) {
        double likely = signbit(stored[k]) ? 1 : 0;
        sum[k] += likely + stored[k];
        sum[shape.count + k - shape.means] += (1 - likely) - stored[k];
    }
    for (unsigned k = chances; k < shape.count; k++)
        sum[k] = stored[k] < sum[k] ? stored[k] : sum[k];
}

/* Adds another sum, weighted; an adversary knows no weights. */
static inline void worth_join(worth_shape shape, double *sum, const double *other, double weight)
{
    unsigned chances = shape.means + shape.reaches;
    for (unsigned k = 0; k < chances; k++)
        sum[k] += weight * other[k];
    for (unsigned k = chances; k < shape.count; k++)
        sum[k] = other[k] < sum[k] ? other[k] : sum[k];
    for (unsigned k = shape.count; k < shape.count + shape.reaches; k++)
        sum[k] += weight * other[k];
}

static inline void worth_divide(worth_shape shape, double *sum, double weights)
{
    for (unsigned k = 0; k < shape.means + shape.reaches; k++)
        sum[k] /= weights;
    for (unsigned k = shape.count; k < shape.count + shape.reaches; k++)
        sum[k] /= weights;
}

static inline void worth_store(worth_shape shape, const double *sum, double *stored)
{
    for (unsigned k = 0; k < shape.count; k++)
        stored[k] = sum[k];
    for (unsigned k = shape.means; k < shape.means + shape.reaches; k++)
        if (sum[k] > 0.5)
            stored[k] = -sum[shape.count + k - shape.means];
}

static inline double worth_more(double a, double b)
{
    return a > b ? a : b;
}

/* The best of slides so far; the first one sets it. */
static inline void worth_best(const solve_plan *plan, double *best, const double *after, uint32_t gain, bool is_first)
{
    for (unsigned k = 0; k < plan->count; k++) {
        eleven_objective_kind kind = plan->objective[k].kind;
        double value = after[k];
        if (kind == ELEVEN_EXPECT_SCORE || kind == ELEVEN_FORCE_SCORE)
            value += gain;
        else if (kind == ELEVEN_EXPECT_MOVES || kind == ELEVEN_FORCE_MOVES)
            value += 1;
        if (is_first)
            best[k] = value;
        else if (kind == ELEVEN_REACH && !signbit(value) != !signbit(best[k]))
            best[k] = signbit(value) ? value : best[k];
        else
            best[k] = worth_more(value, best[k]);
    }
}

/* What a position is worth at the end, and what it has reached already. */
static inline void worth_settle(const solve_plan *plan, double *best, eleven_rank largest, bool is_over)
{
    for (unsigned k = 0; k < plan->count; k++) {
        const eleven_objective *objective = &plan->objective[k];
        if (objective->kind == ELEVEN_REACH && largest >= objective->rank)
            best[k] = -0.0;
        else if (is_over)
            best[k] = objective->kind == ELEVEN_FORCE_RANK ? largest : 0;
    }
}

/* Stored values as the solution tells them, in the order they were asked for. */
static inline void worth_tell(const solve_plan *plan, const double *stored, eleven_worth *worth)
{
    for (unsigned k = 0; k < plan->count; k++) {
        bool is_chance = plan->objective[k].kind == ELEVEN_REACH, likely = is_chance && signbit(stored[k]);
        eleven_worth *told = &worth[plan->asked[k]];
        told->value = likely ? 1 + stored[k] : stored[k];
        told->loss = likely ? -stored[k] : is_chance ? 1 - stored[k] : 0;
    }
}

#endif
