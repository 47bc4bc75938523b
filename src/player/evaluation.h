/* The hand-written evaluation from inside: its weights, for those who tune them. */
#ifndef ELEVEN_EVALUATION_H
#define ELEVEN_EVALUATION_H

#include "eleven/search.h"

/* What is said of one line of four cells. */
typedef struct line_weights {
    float empty;  /* for each empty cell */
    float merge;  /* for each pair that can merge, empty cells between them overlooked */
    float bend;   /* against ranks that rise or fall the wrong way: for each unit, the way that suits all four
                     parallel lines best being the right one */
    float burden; /* against many and large tiles: for each unit */
    float local;  /* the same, but with the way that suits this line best */
} line_weights;

typedef struct evaluation_weights {
    line_weights edge, inner; /* the first and the last line, and the two between them */
    float bend_power;         /* a rank r counts r ^ bend_power in a bend, */
    float burden_power;       /* r ^ burden_power as a burden */
    float pair_rank;          /* for each pair that can merge: times its rank */
    float lost;               /* the value of a lost position */
} evaluation_weights;

extern const evaluation_weights evaluation_weights_tuned;

/* As eleven_evaluation_new, with other weights. */
eleven_evaluation *evaluation_new(const eleven_rules *rules, const evaluation_weights *weights);

#endif
