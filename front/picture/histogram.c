/* A histogram of scores, and its picture. */
#include "picture/histogram.h"

#include <inttypes.h>

/* ---- Counting ------------------------------------------------------------------------------------------ */

/* The least of 1, 2, 5, 10, 20, 50 ... that is at least `least`. */
static uint64_t round_step(uint64_t least)
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
    score_histogram result = {.step = round_step((most - least) / bars + 1)};
    while (most / result.step - least / result.step + 1 > bars)
        result.step = round_step(result.step + 1);
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

enum { WIDTH = 720, HEIGHT = 360, LEFT = 60, RIGHT = 20, TOP = 50, BOTTOM = 50 };

/* With the characters that mean something in XML spelled out. */
static void plain_put(buffer *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<' || *text == '>' || *text == '&')
            buffer_format(out, "&#%d;", *text);
        else
            buffer_format(out, "%c", *text);
    }
}

static void head_put(buffer *out, const char *title)
{
    buffer_format(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                  "font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>",
                  WIDTH, HEIGHT, WIDTH, HEIGHT);
    plain_put(out, title);
    buffer_format(out,
                  "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#faf8ef\"/>\n"
                  "<text x=\"%d\" y=\"28\" font-size=\"16\" font-weight=\"bold\" fill=\"#776e65\">",
                  LEFT);
    plain_put(out, title);
    buffer_format(out, "</text>\n");
}

static void bar_put(buffer *out, const score_histogram *histogram, unsigned i)
{
    double width = (double)(WIDTH - LEFT - RIGHT) / histogram->bars;
    double height = (double)(HEIGHT - TOP - BOTTOM) * (double)histogram->count[i] / (double)histogram->highest;
    uint64_t low = histogram->low + i * histogram->step;
    buffer_format(out,
                  "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#edc22e\"><title>%" PRIu64
                  " to %" PRIu64 ": %" PRIu64 "</title></rect>\n",
                  LEFT + i * width + 0.5, HEIGHT - BOTTOM - height, width - 1, height, low, low + histogram->step - 1,
                  histogram->count[i]);
}

/* About six scores below the bars, and the greatest count beside them. */
static void axes_put(buffer *out, const score_histogram *histogram)
{
    double width = (double)(WIDTH - LEFT - RIGHT) / histogram->bars;
    unsigned every = histogram->bars / 6 + 1;
    buffer_format(out, "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#776e65\"/>\n", LEFT, TOP, HEIGHT - BOTTOM,
                  WIDTH - RIGHT);
    for (unsigned i = 0; i <= histogram->bars; i += every)
        buffer_format(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#776e65\">%" PRIu64 "</text>\n",
                      LEFT + i * width, HEIGHT - BOTTOM + 18, histogram->low + i * histogram->step);
    buffer_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#776e65\">%" PRIu64 "</text>\n", LEFT - 8,
                  TOP + 10, histogram->highest);
    buffer_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#776e65\">score</text>\n",
                  (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12);
}

void histogram_svg(const score_histogram *histogram, const char *title, buffer *out)
{
    head_put(out, title);
    for (unsigned i = 0; i < histogram->bars; i++)
        bar_put(out, histogram, i);
    axes_put(out, histogram);
    buffer_text(out, "</svg>\n");
}
