/* Frames, axes and lines. */
#include "picture/chart.h"

#include <math.h>

double chart_x(const struct chart *chart, double value)
{
    return chart->left + (chart->right - chart->left) * (value - chart->x_low) / (chart->x_high - chart->x_low);
}

double chart_y(const struct chart *chart, double value)
{
    return chart->bottom - (chart->bottom - chart->top) * (value - chart->y_low) / (chart->y_high - chart->y_low);
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
    double step = round_step(chart->y_high - chart->y_low);
    for (double value = ceil(chart->y_low / step) * step; value <= chart->y_high; value += step) {
        double y = chart_y(chart, value);
        svg_element(chart->out, "path", NULL, "d=\"M%d %.1fH%d\" stroke=\"#%06x\"", chart->left, y, chart->right,
                    CHART_GRID);
        svg_text(chart->out, chart->left - 8, y + 4, CHART_INK, "text-anchor=\"end\"", "%.10g", value);
    }
    step = round_step(chart->x_high - chart->x_low);
    for (double value = ceil(chart->x_low / step) * step; value <= chart->x_high; value += step)
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

void chart_close(const struct chart *chart)
{
    svg_close(chart->out);
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
