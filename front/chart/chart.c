/* Charts: frames, axes and lines; and the histogram of scores. */
#include "chart/charts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

double chart_x(const struct chart *chart, double value)
{
    return chart->left + (chart->right - chart->left) * (value - chart->x.low) / (chart->x.high - chart->x.low);
}

double chart_y(const struct chart *chart, double value)
{
    return chart->bottom - (chart->bottom - chart->top) * (value - chart->y.low) / (chart->y.high - chart->y.low);
}

/* The least round number (1, 2, 2.5 or 5 times a power of ten) of which ten at most fit into the range. */
static double round_step(double range)
{
    static const double heads[] = {1, 2, 2.5, 5};
    for (double power = pow(10, floor(log10(range)) - 1);; power *= 10)
        for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++)
            if (range / (heads[i] * power) <= 10)
                return heads[i] * power;
}

static void put_axes(const struct chart *chart)
{
    double step = round_step(chart->y.high - chart->y.low);
    for (double value = ceil(chart->y.low / step) * step; value <= chart->y.high; value += step) {
        double y = chart_y(chart, value);
        svg_element(chart->out, "path", NULL, "d=\"M%d %.1fH%d\" stroke=\"#%06x\"", chart->left, y, chart->right,
                    CHART_GRID);
        svg_text(chart->out, chart->left - 8, y + 4, CHART_INK, "text-anchor=\"end\"", "%.10g", value);
    }
    step = round_step(chart->x.high - chart->x.low);
    for (double value = ceil(chart->x.low / step) * step; value <= chart->x.high; value += step)
        svg_text(chart->out, chart_x(chart, value), chart->h - 28, CHART_INK, "text-anchor=\"middle\"", "%.10g", value);
    svg_element(chart->out, "path", NULL, "d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#%06x\"", chart->left, chart->top,
                chart->bottom, chart->right, CHART_INK);
}

void chart_open(const struct chart *chart, const char *title, const char *heading, const char *names)
{
    svg_open(chart->out, (svg_view){0, 0, chart->w, chart->h}, "font-family=\"sans-serif\" font-size=\"12\"", title,
             CHART_PAGE);
    svg_text(chart->out, chart->left, 28, CHART_INK, "font-size=\"16\" font-weight=\"bold\"", "%s", heading);
    put_axes(chart);
    svg_text(chart->out, (chart->left + chart->right) / 2, chart->h - 10, CHART_INK, "text-anchor=\"middle\"", "%s",
             names);
}

void chart_line(const struct chart *chart, colour ink)
{
    buffer_format(chart->out, "<polyline fill=\"none\" stroke=\"#%06x\" stroke-width=\"1.5\" points=\"", ink);
}

void chart_point(const struct chart *chart, double x, double y)
{
    buffer_format(chart->out, "%.1f,%.1f ", chart_x(chart, x), chart_y(chart, y));
}

void chart_line_end(const struct chart *chart)
{
    buffer_text(chart->out, "\"/>\n");
}

/* The least of 1, 2, 5, 10, 20, 50 ... that is at least `least`. */
static uint64_t round_up(uint64_t least)
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
    score_histogram result = {.step = round_up((most - least) / bars + 1)};
    while (most / result.step - least / result.step + 1 > bars)
        result.step = round_up(result.step + 1);
    result.low = least / result.step * result.step;
    result.bars = (unsigned)((most - result.low) / result.step + 1);
    for (size_t i = 0; i < count; i++) {
        uint64_t *bar = &result.count[(scores[i] - result.low) / result.step];
        if (++*bar > result.highest)
            result.highest = *bar;
    }
    return result;
}

void histogram_svg(const score_histogram *histogram, const char *title, buffer *out)
{
    /* From ten on, the axis has no fractions of games. */
    double most = histogram->highest < 10 ? 10 : (double)histogram->highest;
    double low = (double)histogram->low, high = low + (double)(histogram->bars * histogram->step);
    const struct chart chart = {out, 720, 360, 60, 700, 50, 310, {low, high}, {0, most}};
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
    svg_close(out);
}
