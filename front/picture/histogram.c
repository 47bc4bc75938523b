/* A histogram of scores, and its picture. */
#include "picture/histogram.h"
#include "picture/chart.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- Counting ------------------------------------------------------------------------------------------ */

/* The least of 1, 2, 5, 10, 20, 50 ... that is at least `least`. */
static uint64_t step_round(uint64_t least)
{
    static const uint64_t heads[] = {1, 2, 5};
    uint64_t power = 1;
    for (unsigned i = 0;; i = (i + 1) % 3) {
        if (heads[i] * power >= least)
            return heads[i] * power;
        power *= i == 2 ? 10 : 1;
    }
}

score_histogram histogram_of(const uint64_t *scores, size_t count, unsigned bars)
{
    bars = bars < HISTOGRAM_BARS_MAX ? bars : HISTOGRAM_BARS_MAX;
    uint64_t least = scores[0], most = scores[count - 1];
    score_histogram result = {.step = step_round((most - least) / bars + 1)};
    while (most / result.step - least / result.step + 1 > bars)
        result.step = step_round(result.step + 1);
    result.low = least / result.step * result.step;
    result.bars = (unsigned)((most - result.low) / result.step + 1);
    for (size_t i = 0; i < count; i++) {
        uint64_t *bar = &result.count[(scores[i] - result.low) / result.step];
        if (++*bar > result.highest)
            result.highest = *bar;
    }
    return result;
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

void histogram_svg(const score_histogram *histogram, const char *title, buffer *out)
{
    /* From ten on, the axis has no fractions of games. */
    double most = histogram->highest < 10 ? 10 : (double)histogram->highest;
    double low = (double)histogram->low, high = low + (double)(histogram->bars * histogram->step);
    const struct chart chart = {.out = out,
                                .w = 720,
                                .h = 360,
                                .left = 60,
                                .right = 700,
                                .top = 50,
                                .bottom = 310,
                                .x_low = low,
                                .x_high = high,
                                .y_low = 0,
                                .y_high = most};
    chart_open(&chart, title, title, "score");
    for (unsigned i = 0; i < histogram->bars; i++) {
        char tooltip[80];
        uint64_t first = histogram->low + i * histogram->step, last = first + histogram->step - 1;
        double left = chart_x(&chart, (double)first), right = chart_x(&chart, (double)(last + 1));
        double top = chart_y(&chart, (double)histogram->count[i]);
        snprintf(tooltip, sizeof tooltip, "%" PRIu64 " to %" PRIu64 ": %" PRIu64, first, last, histogram->count[i]);
        svg_element(out, "rect", tooltip, "x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#edc22e\"",
                    left + 0.5, top, right - left - 1, chart.bottom - top);
    }
    chart_close(&chart);
}
