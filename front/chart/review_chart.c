/* A review as a chart: what the player expected over the game, the score so far below it, and what moves lost. As text,
 * and as SVG. */
#include "chart/charts.h"
#include "base/values.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* From the lowest to the highest expectation. */
static value_range find_range(const struct game_review *review)
{
    value_range found = {(double)NAN, (double)NAN};
    for (size_t i = 0; i < review->count; i++) {
        double expected = game_review_expected(review, i);
        /* Both ignore NAN. */
        found.high = fmax(found.high, expected);
        found.low = fmin(found.low, expected);
    }
    if (isnan(found.high))
        return (value_range){0, 1};
    if (!(found.high > found.low))
        found.high = found.low + 1;
    return found;
}

enum { COLUMNS = 64, ROWS = 8, LABEL = 9 };

typedef struct text_chart {
    const struct game_review *review;
    value_range range;
    size_t columns;
} text_chart;

/* The first move of a column; that of the column after the last is the number of moves. */
static size_t first_move(const text_chart *chart, size_t column)
{
    return column * chart->review->count / chart->columns;
}

/* A label, the axis or a blank, and the marks without the blanks at their end. */
static void put_line(const char *label, char axis, char line[COLUMNS + 1])
{
    size_t length = strlen(line);
    while (length && line[length - 1] == ' ')
        line[--length] = '\0';
    printf("  %*s %c%s\n", LABEL, label, axis, line);
}

static void put_row(const text_chart *chart, unsigned row)
{
    char line[COLUMNS + 1] = "", label[32] = "";
    double level = chart->range.low + (chart->range.high - chart->range.low) * (ROWS - row - 0.5) / ROWS;
    for (size_t i = 0; i < chart->columns; i++) {
        size_t move = first_move(chart, i);
        bool scored = chart->review->in_points && (double)chart->review->moves[move].before.score >= level;
        line[i] = scored ? '#' : game_review_expected(chart->review, move) >= level ? ':' : ' ';
    }
    double edge = row ? chart->range.low : chart->range.high;
    if (row == 0 || row == ROWS - 1)
        snprintf(label, sizeof label, "%.*f", fabs(edge) < 100 && edge != 0 ? 2 : 0, edge);
    put_line(label, '|', line);
}

/* The worst move of each column. */
static void put_losses(const text_chart *chart)
{
    static const char marks[ELEVEN_GRADES] = {' ', ' ', ' ', '.', 'o', 'X'};
    char line[COLUMNS + 1] = "";
    for (size_t i = 0; i < chart->columns; i++) {
        unsigned worst = 0;
        for (size_t move = first_move(chart, i); move < first_move(chart, i + 1); move++) {
            eleven_grade grade = eleven_review_grade(&chart->review->sum, &chart->review->moves[move]);
            worst = grade > worst ? grade : worst;
        }
        line[i] = marks[worst];
    }
    put_line("lost", '|', line);
}

static void put_points(const text_chart *chart)
{
    const eleven_review *sum = &chart->review->sum;
    char line[COLUMNS + 1] = "";
    size_t length = 0;
    memset(line, ' ', COLUMNS);
    for (unsigned i = 0; i < sum->turning_points; i++) {
        size_t column = 0;
        while (first_move(chart, column + 1) <= sum->turning_point[i])
            column++;
        /* The place of the last one is taken. */
        column += column < length;
        if (column >= COLUMNS)
            break;
        line[column] = (char)('1' + i);
        length = column + 1;
    }
    if (length)
        put_line("", ' ', line);
}

void review_put_chart(const struct game_review *review)
{
    size_t columns = review->count < COLUMNS ? review->count : COLUMNS;
    text_chart chart = {review, find_range(review), columns};
    bool scores = review->in_points && (double)review->moves[review->count - 1].before.score > chart.range.low;
    if (review->in_points)
        printf("\nThe final score that %s expected (:)%s, over %zu move%s:\n\n", review->player->name,
               scores ? " and the score so far (#)" : "", review->count, plural(review->count));
    else
        printf("\nThe value of each position for %s, over %zu move%s:\n\n", review->player->name, review->count,
               plural(review->count));
    for (unsigned row = 0; row < ROWS; row++)
        put_row(&chart, row);
    put_losses(&chart);
    put_points(&chart);
    puts("\n  . inaccuracy  o mistake  X blunder; the numbers are the turning points below");
}

/* Losses are drawn below the axis, between these two heights. */
enum { LOST = 320, LOST_END = 370 };

/* One of several points on the same spot is enough. */
static size_t stride(const struct game_review *review)
{
    return review->count / 2000 + 1;
}

static void draw_expected(const struct chart *chart, const struct game_review *review)
{
    chart_line(chart, 0x3a73c2);
    for (size_t i = 0; i < review->count; i += stride(review)) {
        double expected = game_review_expected(review, i);
        if (!isnan(expected))
            chart_point(chart, (double)i, expected);
    }
    chart_line_end(chart);
}

static void draw_score(const struct chart *chart, const struct game_review *review)
{
    buffer_format(chart->out, "<path fill=\"#edc22e\" d=\"M%d %d", chart->left, chart->bottom);
    for (size_t i = 0; i < review->count; i += stride(review))
        buffer_format(chart->out, "L%.1f %.1f", chart_x(chart, (double)i),
                      chart_y(chart, fmax((double)review->moves[i].before.score, chart->y.low)));
    buffer_format(chart->out, "L%d %dZ\"/>\n", chart->right, chart->bottom);
}

/* Bars that hang from a line: what each inaccuracy, mistake and blunder lost, in stakes up to ten. */
static void draw_losses(const struct chart *chart, const struct game_review *review)
{
    static const colour colours[ELEVEN_GRADES] = {0, 0, 0, 0xf2b179, 0xf67c5f, 0xc0392b};
    for (size_t i = 0; i < review->count; i++) {
        const eleven_judgement *move = &review->moves[i];
        eleven_grade grade = eleven_review_grade(&review->sum, move);
        char title[64];
        if (grade < ELEVEN_GRADE_INACCURACY)
            continue;
        double severity = fmin(eleven_review_severity(&review->sum, move), 10);
        snprintf(title, sizeof title, "move %" PRIu32 ": %.6g%s lost", move->before.ply + 1, move->loss,
                 review->in_points ? " points of expected score" : "");
        svg_element(chart->out, "path", title, "d=\"M%.1f %dv%.1f\" stroke=\"#%06x\" stroke-width=\"2\"",
                    chart_x(chart, (double)i), LOST, (LOST_END - LOST) * severity / 10, colours[grade]);
    }
    svg_text(chart->out, chart->left - 8, LOST + 12, CHART_INK, "text-anchor=\"end\"", "lost");
}

static void draw_points(const struct chart *chart, const struct game_review *review)
{
    for (unsigned i = 0; i < review->sum.turning_points; i++) {
        size_t move = review->sum.turning_point[i];
        double x = chart_x(chart, (double)move), y = chart_y(chart, game_review_expected(review, move));
        svg_element(chart->out, "circle", NULL, "cx=\"%.1f\" cy=\"%.1f\" r=\"9\" fill=\"#%06x\"", x, y, CHART_INK);
        svg_text(chart->out, x, y + 4, 0xffffff, "text-anchor=\"middle\"", "%u", i + 1);
    }
}

void review_svg(const struct game_review *review, const char *title, buffer *out)
{
    value_range moves = {0, review->count > 1 ? (double)review->count - 1 : 1};
    struct chart chart = {out, 800, 420, 80, 780, 50, 300, moves, find_range(review)};
    char heading[320], names[128];
    double accuracy = game_review_accuracy(review);
    if (isnan(accuracy))
        snprintf(heading, sizeof heading, "No move had a choice");
    else
        snprintf(heading, sizeof heading, "Accuracy %.1f%%, judged by %s", accuracy, review->player->name);
    snprintf(names, sizeof names, "%s over %zu move%s",
             review->in_points ? "the expected final score, and the score so far," : "the value of the position",
             review->count, plural(review->count));
    chart_open(&chart, title, heading, names);
    if (review->in_points)
        draw_score(&chart, review);
    draw_expected(&chart, review);
    draw_losses(&chart, review);
    draw_points(&chart, review);
    svg_close(out);
}
