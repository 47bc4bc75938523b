/* A histogram of scores, and its picture. */
#include "eleven/match.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

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

eleven_histogram eleven_histogram_of(const uint64_t *scores, size_t count, unsigned bars)
{
    bars = bars < ELEVEN_BARS_MAX ? bars : ELEVEN_BARS_MAX;
    uint64_t least = scores[0], most = scores[count - 1];
    eleven_histogram histogram = {.step = round_step((most - least) / bars + 1)};
    while (most / histogram.step - least / histogram.step + 1 > bars)
        histogram.step = round_step(histogram.step + 1);
    histogram.low = least / histogram.step * histogram.step;
    histogram.bars = (unsigned)((most - histogram.low) / histogram.step + 1);
    for (size_t i = 0; i < count; i++) {
        uint64_t *bar = &histogram.count[(scores[i] - histogram.low) / histogram.step];
        if (++*bar > histogram.highest)
            histogram.highest = *bar;
    }
    return histogram;
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

enum { WIDTH = 720, HEIGHT = 360, LEFT = 60, RIGHT = 20, TOP = 50, BOTTOM = 50 };

/* A text that is written piece by piece, and its length even where it does not fit. */
typedef struct svg_out {
    char *text;
    size_t size, length;
} svg_out;

static __attribute__((format(printf, 2, 3))) void put(svg_out *out, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    bool fits = out->length < out->size;
    int length = vsnprintf(fits ? out->text + out->length : NULL, fits ? out->size - out->length : 0, format, values);
    va_end(values);
    out->length += (size_t)length;
}

/* With the characters that mean something in XML spelled out. */
static void put_plain(svg_out *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '<' || *text == '>' || *text == '&')
            put(out, "&#%d;", *text);
        else
            put(out, "%c", *text);
    }
}

static void put_head(svg_out *out, const char *title)
{
    put(out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
        "font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    put_plain(out, title);
    put(out,
        "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#faf8ef\"/>\n"
        "<text x=\"%d\" y=\"28\" font-size=\"16\" font-weight=\"bold\" fill=\"#776e65\">",
        LEFT);
    put_plain(out, title);
    put(out, "</text>\n");
}

static void put_bar(svg_out *out, const eleven_histogram *histogram, unsigned i)
{
    double width = (double)(WIDTH - LEFT - RIGHT) / histogram->bars;
    double height = (double)(HEIGHT - TOP - BOTTOM) * (double)histogram->count[i] / (double)histogram->highest;
    uint64_t low = histogram->low + i * histogram->step;
    put(out,
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#edc22e\"><title>%" PRIu64 " to %" PRIu64
        ": %" PRIu64 "</title></rect>\n",
        LEFT + i * width + 0.5, HEIGHT - BOTTOM - height, width - 1, height, low, low + histogram->step - 1,
        histogram->count[i]);
}

/* About six scores below the bars, and the greatest count beside them. */
static void put_axes(svg_out *out, const eleven_histogram *histogram)
{
    double width = (double)(WIDTH - LEFT - RIGHT) / histogram->bars;
    unsigned every = histogram->bars / 6 + 1;
    put(out, "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#776e65\"/>\n", LEFT, TOP, HEIGHT - BOTTOM,
        WIDTH - RIGHT);
    for (unsigned i = 0; i <= histogram->bars; i += every)
        put(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#776e65\">%" PRIu64 "</text>\n",
            LEFT + i * width, HEIGHT - BOTTOM + 18, histogram->low + i * histogram->step);
    put(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#776e65\">%" PRIu64 "</text>\n", LEFT - 8, TOP + 10,
        histogram->highest);
    put(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#776e65\">score</text>\n",
        (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12);
}

size_t eleven_histogram_svg(const eleven_histogram *histogram, const char *title, char *text, size_t size)
{
    svg_out out = {text, size, 0};
    put_head(&out, title);
    for (unsigned i = 0; i < histogram->bars; i++)
        put_bar(&out, histogram, i);
    put_axes(&out, histogram);
    put(&out, "</svg>\n");
    return out.length;
}
