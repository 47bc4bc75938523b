/* Arithmetic with values, several objectives at the same time.
 *
 * A probability up to one half is stored as it is. A larger one is stored as the probability of the opposite with the
 * sign bit set. So both ends of the scale keep all their digits:
 *
 *     0.25 -> 0.25        1 - 1e-20 -> -1e-20        1 -> -0.0
 *
 * While new tiles are summed over, a probability takes two numbers, for and against:
 *
 *     stored   [ means | probabilities | forced ]        value_sum   [ means | for | forced | against ] */
#ifndef SOLVER_VALUE_KERNEL_H
#define SOLVER_VALUE_KERNEL_H

#include "solver/solver_room.h"

#include <math.h>

typedef double value_sum[2 * ELEVEN_OBJECTIVES_MAX];

/* The empty sum. */
static inline void value_begin(value_shape shape, double *sum)
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
static inline void value_add(value_shape shape, double *sum, const double *stored)
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

/* Adds another sum with a weight. Weights do not matter to the adversary. */
static inline void value_add_sum(value_shape shape, double *sum, const double *other, double weight)
{
    unsigned chances = shape.means + shape.reaches;
    for (unsigned k = 0; k < chances; k++)
        sum[k] += weight * other[k];
    for (unsigned k = chances; k < shape.count; k++)
        sum[k] = other[k] < sum[k] ? other[k] : sum[k];
    for (unsigned k = shape.count; k < shape.count + shape.reaches; k++)
        sum[k] += weight * other[k];
}

static inline void value_divide(value_shape shape, double *sum, double weights)
{
    for (unsigned k = 0; k < shape.means + shape.reaches; k++)
        sum[k] /= weights;
    for (unsigned k = shape.count; k < shape.count + shape.reaches; k++)
        sum[k] /= weights;
}

static inline void value_store(value_shape shape, const double *sum, double *stored)
{
    for (unsigned k = 0; k < shape.count; k++)
        stored[k] = sum[k];
    for (unsigned k = shape.means; k < shape.means + shape.reaches; k++)
        if (sum[k] > 0.5)
            stored[k] = -sum[shape.count + k - shape.means];
}

/* The better of two stored values. -0.0 and 0.0 are the ends of a probability, so signs are compared first. */
static inline double value_better(eleven_objective_kind kind, double a, double b)
{
    if (kind == ELEVEN_OBJECTIVE_REACH && !signbit(a) != !signbit(b))
        return signbit(a) ? a : b;
    return a > b ? a : b;
}

/* Takes the better of `best` and a slide with this afterstate and gain, for each objective. The first slide replaces
 * `best`. */
static inline void value_take_best(const solve_plan *plan, double *best, const double *after, uint32_t gain,
                                   bool is_first)
{
    for (unsigned k = 0; k < plan->shape.count; k++) {
        eleven_objective_kind kind = plan->objective[k].kind;
        double value = after[k];
        if (kind == ELEVEN_OBJECTIVE_EXPECT_SCORE || kind == ELEVEN_OBJECTIVE_FORCE_SCORE)
            value += gain;
        else if (kind == ELEVEN_OBJECTIVE_EXPECT_MOVES || kind == ELEVEN_OBJECTIVE_FORCE_MOVES)
            value += 1;
        best[k] = is_first ? value : value_better(kind, value, best[k]);
    }
}

/* Sets what does not depend on the future: the value of a finished game, and what the position has reached already. */
static inline void value_settle(const solve_plan *plan, double *best, eleven_rank largest, bool is_over)
{
    for (unsigned k = 0; k < plan->shape.count; k++) {
        const eleven_objective *objective = &plan->objective[k];
        if (objective->kind == ELEVEN_OBJECTIVE_REACH && largest >= objective->rank)
            best[k] = -0.0;
        else if (is_over)
            best[k] = objective->kind == ELEVEN_OBJECTIVE_FORCE_RANK ? largest : 0;
    }
}

/* Stored values as the solution contains them, in the order of the request. */
static inline void value_report(const solve_plan *plan, const double *stored, eleven_worth *values)
{
    for (unsigned k = 0; k < plan->shape.count; k++) {
        bool is_chance = plan->objective[k].kind == ELEVEN_OBJECTIVE_REACH, is_likely = is_chance && signbit(stored[k]);
        eleven_worth *value = &values[plan->requested[k]];
        value->value = is_likely ? 1 + stored[k] : stored[k];
        value->loss = is_likely ? -stored[k] : is_chance ? 1 - stored[k] : 0;
    }
}

#endif
