/* Learning curves: kept as CSV, so that a training that continues after a break only appends; drawn from there. */
#include "chart/charts.h"
#include "base/file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* More than a year's rows. */
static const size_t most_bytes = (size_t)1 << 26;

bool curve_append(const char *path, const curve_row *row)
{
    FILE *file = fopen(path, "a");
    if (!file)
        return false;
    fseek(file, 0, SEEK_END);
    long whole = ftell(file);
    const char *names = "seconds,moves,games,mean_score,standard_error,reach_8192,reach_16384,reach_32768\n";
    int length = fprintf(file, "%s%.1f,%" PRIu64 ",%" PRIu64 ",%.1f,%.1f,%.5f,%.5f,%.5f\n", whole == 0 ? names : "",
                         row->seconds, row->moves, row->games, row->mean, row->error, row->reach[0], row->reach[1],
                         row->reach[2]);
    return file_close_row(file, whole, length > 0 ? (size_t)length : 0);
}

/* The next line of a text, and what follows it; NULL at the end. */
static const char *next_line(const char *line)
{
    const char *end = line ? strchr(line, '\n') : NULL;
    return end && end[1] ? end + 1 : NULL;
}

/* The moves and the mean score of a row; false: it is the line of names. */
static bool read_row(const char *line, double *moves, double *mean)
{
    return sscanf(line, "%*f,%lf,%*f,%lf", moves, mean) == 2;
}

bool curve_cut(const char *path, uint64_t moves)
{
    buffer rows = {0};
    double at, mean;
    if (file_read(path, most_bytes, &rows, NULL))
        return false;
    const char *line = rows.length ? rows.at : NULL;
    size_t kept = 0;
    while (line && strchr(line, '\n') && (!read_row(line, &at, &mean) || at <= (double)moves)) {
        kept = (size_t)(strchr(line, '\n') + 1 - (const char *)rows.at);
        line = next_line(line);
    }
    bool is_done = kept == rows.length || file_cut(path, kept);
    buffer_free(&rows);
    return is_done;
}

static void draw_curve(const char *rows, buffer *out)
{
    struct chart chart = {out, 900, 490, 70, 870, 50, 440, {0, 0}, {0, 0}};
    double moves, mean;
    for (const char *line = rows; line; line = next_line(line))
        if (read_row(line, &moves, &mean)) {
            chart.x.high = fmax(chart.x.high, moves / 1e6);
            chart.y.high = fmax(chart.y.high, mean);
        }
    chart.x.high = chart.x.high > 0 ? chart.x.high : 1;
    chart.y.high = chart.y.high > 0 ? chart.y.high : 1;
    chart_open(&chart, "Mean score of training games", "Mean score of training games", "million moves");
    chart_line(&chart, 0xc0561f);
    for (const char *line = rows; line; line = next_line(line))
        if (read_row(line, &moves, &mean))
            chart_point(&chart, moves / 1e6, mean);
    chart_line_end(&chart);
    svg_close(out);
}

bool curve_draw(const char *csv_path, const char *svg_path)
{
    buffer rows = {0}, out = {0};
    bool is_done = file_read(csv_path, most_bytes, &rows, NULL) == ELEVEN_OK;
    if (is_done)
        draw_curve(rows.at, &out);
    is_done = is_done && !out.failed && file_write(svg_path, out.at, out.length, NULL) == ELEVEN_OK;
    buffer_free(&rows);
    buffer_free(&out);
    return is_done;
}
