/* Learning curves: kept as CSV, so that a training that goes on after a break only appends; drawn from there. */
#include "picture/train_curve.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool curve_append(const char *path, const curve_row *row)
{
    FILE *file = fopen(path, "a");
    if (!file)
        return false;
    fseek(file, 0, SEEK_END);
    if (ftell(file) == 0)
        fputs("seconds,moves,games,mean_score,standard_error,reach_8192,reach_16384,reach_32768\n", file);
    fprintf(file, "%.1f,%" PRIu64 ",%" PRIu64 ",%.1f,%.1f,%.5f,%.5f,%.5f\n", row->seconds, row->moves, row->games,
            row->mean, row->error, row->reach[0], row->reach[1], row->reach[2]);
    return fclose(file) == 0;
}

static bool copy_rows(FILE *from, FILE *to, uint64_t moves)
{
    char line[256];
    while (fgets(line, sizeof line, from)) {
        double made;
        if (sscanf(line, "%*f,%lf", &made) == 1 && made > (double)moves)
            continue;
        if (fputs(line, to) == EOF)
            return false;
    }
    return !ferror(from);
}

bool curve_cut(const char *path, uint64_t moves)
{
    char beside[4096 + 8];
    snprintf(beside, sizeof beside, "%s.part", path);
    FILE *from = fopen(path, "r");
    if (!from)
        return errno == ENOENT;
    FILE *to = fopen(beside, "w");
    bool is_copied = to && copy_rows(from, to, moves);
    if (to)
        is_copied = fclose(to) == 0 && is_copied;
    fclose(from);
    return is_copied && rename(beside, path) == 0;
}

/* ---- The picture ---------------------------------------------------------------------------------------- */

typedef struct curve_point {
    double moves, mean;
} curve_point;

enum { CURVE_POINTS = 20000 };

static size_t points_read(const char *path, curve_point *points)
{
    char line[256];
    size_t count = 0;
    FILE *file = fopen(path, "r");
    while (file && count < CURVE_POINTS && fgets(line, sizeof line, file))
        if (sscanf(line, "%*f,%lf,%*f,%lf", &points[count].moves, &points[count].mean) == 2)
            count++;
    if (file)
        fclose(file);
    return count;
}

/* A round number of which 4 to 10 make up `most`. */
static double step_find(double most)
{
    static const double steps[] = {1, 2, 2.5, 5};
    for (double power = 1;; power *= 10)
        for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
            if (most / (steps[i] * power) <= 10)
                return steps[i] * power;
}

/* The plot is 800 x 400 with room for numbers to the left and below. */
static void draw_scale(FILE *file, double x_most, double y_most)
{
    double step = step_find(y_most);
    for (double y = 0; y <= y_most; y += step)
        fprintf(file, "<path d='M60 %.1fH860' stroke='#ddd'/><text x='52' y='%.1f' text-anchor='end'>%.0f</text>\n",
                420 - 400 * y / y_most, 424 - 400 * y / y_most, y);
    step = step_find(x_most);
    for (double x = 0; x <= x_most; x += step)
        fprintf(file, "<text x='%.1f' y='438' text-anchor='middle'>%.0f</text>\n", 60 + 800 * x / x_most, x);
    fputs("<text x='460' y='458' text-anchor='middle'>million moves</text>\n", file);
}

static void draw(FILE *file, const curve_point *points, size_t count)
{
    double x_most = points[count - 1].moves / 1e6, y_most = 1;
    for (size_t i = 0; i < count; i++)
        y_most = points[i].mean > y_most ? points[i].mean : y_most;
    fputs("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 900 470' font-family='sans-serif' "
          "font-size='13'>\n<title>Mean score of training games</title>\n<rect width='900' height='470' "
          "fill='#fff'/>\n",
          file);
    draw_scale(file, x_most, y_most);
    fputs("<polyline fill='none' stroke='#c0561f' stroke-width='2' points='", file);
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%.1f,%.1f ", 60 + 800 * points[i].moves / 1e6 / x_most, 420 - 400 * points[i].mean / y_most);
    fputs("'/>\n</svg>\n", file);
}

bool curve_draw(const char *csv_path, const char *svg_path)
{
    curve_point *points = malloc(CURVE_POINTS * sizeof *points);
    size_t count = points ? points_read(csv_path, points) : 0;
    FILE *file = count ? fopen(svg_path, "w") : NULL;
    if (file)
        draw(file, points, count);
    free(points);
    return file && fclose(file) == 0;
}
