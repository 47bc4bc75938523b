/* Histograms of scores. */
#ifndef PICTURE_HISTOGRAM_H
#define PICTURE_HISTOGRAM_H

#include "base/buffer.h"

enum { HISTOGRAM_BARS_MAX = 64 };

/* How many scores are in each of `bars` equal ranges: bar i is from low + i * step to below low + (i + 1) * step. */
typedef struct score_histogram {
    unsigned bars;
    uint64_t low, step;
    uint64_t count[HISTOGRAM_BARS_MAX];

    /* The greatest count. */
    uint64_t highest;
} score_histogram;

/* Of at least one score in ascending order, in at most `bars` bars, with round numbers between them. */
score_histogram histogram_of(const uint64_t *scores, size_t count, unsigned bars);

/* Adds the histogram as an SVG document with that title, which is plain text. */
void histogram_svg(const score_histogram *histogram, const char *title, buffer *out);

#endif
