/* Statistics of many games, and the test of two players. Nothing here plays. */
#include "eleven/match.h"

#include <math.h>
#include <stdlib.h>

static int scores_compare(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* A quantile of sorted scores: position share * (count - 1), linear between two of them. */
static double scores_quantile(const uint64_t *scores, size_t count, double share)
{
    double at = share * (double)(count - 1);
    size_t below = (size_t)at, above = below + 1 < count ? below + 1 : below;
    return (double)scores[below] + (at - (double)below) * ((double)scores[above] - (double)scores[below]);
}

/* From the squared distances to the mean, not from the difference of two large sums. */
static double scores_error(const uint64_t *scores, size_t count, double mean)
{
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += ((double)scores[i] - mean) * ((double)scores[i] - mean);
    return count > 1 ? sqrt(squares / (double)(count - 1) / (double)count) : 0;
}

void eleven_match_summary(const eleven_match_game *games, size_t count, uint64_t *scores, eleven_summary *summary)
{
    *summary = (eleven_summary){.games = count};
    uint64_t timed = 0;
    for (size_t i = 0; i < count; i++) {
        scores[i] = games[i].score;
        summary->mean += (double)games[i].score;
        summary->moves += games[i].moves;
        summary->milliseconds += games[i].milliseconds;
        timed += games[i].moves > 1 ? games[i].moves - 1 : 0;
        for (unsigned rank = 0; rank <= games[i].largest; rank++)
            summary->reached[rank]++;
    }
    summary->mean /= (double)count;
    qsort(scores, count, sizeof *scores, scores_compare);
    summary->least = scores[0];
    summary->most = scores[count - 1];
    for (unsigned i = 0; i < 3; i++)
        summary->quartile[i] = scores_quantile(scores, count, 0.25 * (i + 1));
    summary->standard_error = scores_error(scores, count, summary->mean);
    summary->mean_move_us = timed ? summary->milliseconds * 1e3 / (double)timed : 0;
}

eleven_interval eleven_wilson(uint64_t hits, uint64_t trials)
{
    /* 97.5% of a normal distribution are below. */
    const double z = 1.959963984540054;
    double n = (double)trials, share = (double)hits / n;
    double middle = share + z * z / (2 * n);
    double reach = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    double whole = 1 + z * z / n;
    return (eleven_interval){fmax((middle - reach) / whole, 0), fmin((middle + reach) / whole, 1)};
}

eleven_sprt eleven_sprt_default(void)
{
    return (eleven_sprt){.p0 = 0.5, .p1 = 0.55, .alpha = 0.05, .beta = 0.05};
}

eleven_verdict eleven_sprt_verdict(const eleven_sprt *test, uint64_t wins, uint64_t losses)
{
    eleven_verdict verdict = {.ratio = (double)wins * log(test->p1 / test->p0) +
                                       (double)losses * log((1 - test->p1) / (1 - test->p0)),
                              .bound = {log(test->beta / (1 - test->alpha)), log((1 - test->beta) / test->alpha)}};
    if (verdict.ratio >= verdict.bound.high)
        verdict.decision = ELEVEN_DECISION_H1;
    else if (verdict.ratio <= verdict.bound.low)
        verdict.decision = ELEVEN_DECISION_H0;
    return verdict;
}
