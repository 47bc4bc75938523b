/* The value of a board for a search that has no network: the sum over its eight lines, each scored on its own.
 *
 * A good line has empty cells and pairs, climbs one way only, and is not full of large tiles. The score does not
 * matter, since it follows from living on. This shape (empty cells, merges, a power of the ranks for disorder and for
 * burden, weights found by search) is the one that R. Xiao described for his 2048 program (2014). Here the lines at the
 * edge have weights of their own, and parallel lines should climb the same way:
 *
 *     each line is scored twice, as one that climbs and as one that falls
 *
 *     board = max(sum of rows climbing, sum of rows falling) + max(sum of columns climbing, sum of columns falling)
 *
 * A table holds both scores of all lines with ranks below 16. A line with a higher tile is scored when it is met, by
 * the function that fills the table. */
#include "eleven/search.h"
#include "base/memory.h"
#include "fast/words.h"

#include <math.h>

enum { EDGE, INNER, LINE_KINDS, LINE_COUNT = 65536 };

/* [0]: as a line that falls from cell 0 on, [1]: as one that climbs. */
typedef float both_ways __attribute__((vector_size(8)));

/* The weights of one line of four cells. */
typedef struct line_weights {
    /* For each empty cell, and for each pair that can merge, with or without empty cells between its tiles. */
    float empty, merge;

    /* Against ranks that rise or fall the wrong way, for each unit. The right way is the one that suits all four
     * parallel lines best; for `local` it is the one that suits this line best. */
    float bend, local;

    /* Against many and large tiles, for each unit. */
    float burden;
} line_weights;

struct eleven_evaluation {
    both_ways line[LINE_KINDS][LINE_COUNT];

    /* The powers of each rank. */
    float bend[ELEVEN_RANKS], burden[ELEVEN_RANKS];
    eleven_rules rules;
    eleven_evaluator evaluator;
};

/* Found by covariance matrix adaptation (N. Hansen) on the logarithm of the score of games that look two moves ahead:
 * 36 to 40 games for each candidate, about 100 generations of 14 to 16 candidates. */
static const line_weights line_weights_tuned[LINE_KINDS] = {
    [EDGE] = {.empty = 283.4F, .merge = 354.5F, .bend = 18.79F, .burden = 14.51F, .local = 7.93F},
    [INNER] = {.empty = 604.7F, .merge = 1326.0F, .bend = 21.84F, .burden = 21.68F, .local = 24.06F},
};

/* A rank r counts r ^ BEND_POWER in a bend and r ^ BURDEN_POWER as a burden; a pair that can merge counts its rank
 * times PAIR_RANK in addition. */
static const float BEND_POWER = 2.79F, BURDEN_POWER = 3.05F, PAIR_RANK = 18.95F, LOST_VALUE = -472800;

/* The value of the pairs that merge when the line slides, the first one first. */
static float pairs_value(const eleven_evaluation *evaluation, const line_weights *weights, const eleven_rank rank[4])
{
    float sum = 0;
    eleven_rank before = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (!rank[i])
            continue;
        bool merges = before && evaluation->rules.merge[before][rank[i]];
        sum += merges ? weights->merge + PAIR_RANK * (float)rank[i] : 0;
        before = merges ? 0 : rank[i];
    }
    return sum;
}

static both_ways line_score(const eleven_evaluation *evaluation, unsigned kind, const eleven_rank rank[4])
{
    const line_weights *weights = &line_weights_tuned[kind];
    float climbs = 0, falls = 0, sum = pairs_value(evaluation, weights, rank);
    for (unsigned i = 0; i < 4; i++)
        sum += rank[i] ? -weights->burden * evaluation->burden[rank[i]] : weights->empty;
    for (unsigned i = 0; i < 3; i++) {
        float step = evaluation->bend[rank[i + 1]] - evaluation->bend[rank[i]];
        climbs += step > 0 ? step : 0;
        falls += step < 0 ? -step : 0;
    }
    sum -= weights->local * (climbs < falls ? climbs : falls);
    return (both_ways){sum - weights->bend * climbs, sum - weights->bend * falls};
}

static void lines_fill(eleven_evaluation *evaluation)
{
    for (unsigned line = 0; line < LINE_COUNT; line++) {
        eleven_rank rank[4];
        for (unsigned i = 0; i < 4; i++)
            rank[i] = line >> 4 * i & 15;
        for (unsigned kind = 0; kind < LINE_KINDS; kind++)
            evaluation->line[kind][line] = line_score(evaluation, kind, rank);
    }
}

static inline float ways_best(both_ways sum)
{
    return sum[0] > sum[1] ? sum[0] : sum[1];
}

static inline float rows_score(const eleven_evaluation *evaluation, uint64_t rows)
{
    const both_ways *edge = evaluation->line[EDGE], *inner = evaluation->line[INNER];
    return ways_best((edge[rows & 0xffff] + edge[rows >> 48]) +
                     (inner[rows >> 16 & 0xffff] + inner[rows >> 32 & 0xffff]));
}

/* As rows_score, for rows whose fifth bits are `high`. */
static float rows_score_high(const eleven_evaluation *evaluation, uint64_t rows, uint64_t high)
{
    both_ways sum = {0, 0};
    for (unsigned y = 0; y < 4; y++, rows >>= 16, high >>= 4) {
        unsigned kind = y == 0 || y == 3 ? EDGE : INNER;
        eleven_rank rank[4];
        for (unsigned x = 0; x < 4; x++)
            rank[x] = (eleven_rank)((rows >> 4 * x & 15) | (high >> x & 1) << 4);
        sum += high & 15 ? line_score(evaluation, kind, rank) : evaluation->line[kind][rows & 0xffff];
    }
    return ways_best(sum);
}

/* For boards with tiles above 32768. */
static __attribute__((noinline)) float board_score_high(const eleven_evaluation *evaluation, eleven_bitboard board)
{
    eleven_bitboard columns = eleven_bitboard_symmetry(board, 4);
    return rows_score_high(evaluation, board.low, board.high) + rows_score_high(evaluation, columns.low, columns.high);
}

static inline float board_score(const eleven_evaluation *evaluation, eleven_bitboard board)
{
    if (board.high)
        return board_score_high(evaluation, board);
    return rows_score(evaluation, board.low) + rows_score(evaluation, low_transpose(board.low));
}

static void evaluation_values(const void *context, const eleven_bitboard *after, size_t count, float *values)
{
    for (size_t i = 0; i < count; i++)
        values[i] = board_score(context, after[i]);
}

eleven_evaluation *eleven_evaluation_new(const eleven_rules *rules)
{
    eleven_evaluation *evaluation = memory_new(sizeof *evaluation);
    if (!evaluation)
        return NULL;
    evaluation->rules = *rules;
    for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++) {
        evaluation->bend[rank] = powf((float)rank, BEND_POWER);
        evaluation->burden[rank] = powf((float)rank, BURDEN_POWER);
    }
    lines_fill(evaluation);
    evaluation->evaluator =
        (eleven_evaluator){sizeof(eleven_evaluator), evaluation, evaluation_values, 0, LOST_VALUE, NULL, 0};
    return evaluation;
}

void eleven_evaluation_free(eleven_evaluation *evaluation)
{
    memory_free(evaluation);
}

const eleven_evaluator *eleven_evaluation_evaluator(const eleven_evaluation *evaluation)
{
    return &evaluation->evaluator;
}
