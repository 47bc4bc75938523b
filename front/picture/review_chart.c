/* A review as a picture: what the player expected over the game, the score so far below it, and what moves lost.
 * In letters, and as SVG. */
#include "cli/review_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From the lowest to the highest expectation. */
typedef struct range {
    double low, high;
} range;

static range find_range(const struct game_review *review)
{
    range found = {(double)NAN, (double)NAN};
    for (size_t i = 0; i < review->count; i++) {
        double expected = game_review_expected(review, i);
        found.high = fmax(found.high, expected); /* fmax and fmin pass over NAN */
        found.low = fmin(found.low, expected);
    }
    if (isnan(found.high))
        return (range){0, 1};
    if (!(found.high > found.low))
        found.high = found.low + 1;
    return found;
}

/* ---- In letters ---------------------------------------------------------------------------------------- */

enum { COLUMNS = 64, ROWS = 8, LABEL = 9 };

typedef struct text_chart {
    const struct game_review *review;
    range range;
    size_t columns;
} text_chart;

/* The first move that a column stands for; that of the column past the last is the number of moves. */
static size_t first_move(const text_chart *chart, size_t column)
{
    return column * chart->review->count / chart->columns;
}

static void put_label(double number)
{
    printf("  %*.*f |", LABEL, fabs(number) < 100 && number != 0 ? 2 : 0, number);
}

static void put_row(const text_chart *chart, unsigned row)
{
    char line[COLUMNS + 1] = "";
    double level = chart->range.low + (chart->range.high - chart->range.low) * (ROWS - row - 0.5) / ROWS;
    for (size_t i = 0; i < chart->columns; i++) {
        size_t move = first_move(chart, i);
        bool scored = chart->review->in_points && (double)chart->review->moves[move].before.score >= level;
        line[i] = scored ? '#' : game_review_expected(chart->review, move) >= level ? ':' : ' ';
    }
    size_t length = chart->columns;
    while (length && line[length - 1] == ' ')
        length--;
    if (row == 0 || row == ROWS - 1)
        put_label(row ? chart->range.low : chart->range.high);
    else
        printf("  %*s |", LABEL, "");
    printf("%.*s\n", (int)length, line);
}

/* The worst move of each column. */
static void put_losses(const text_chart *chart)
{
    static const char marks[ELEVEN_GRADES] = {' ', ' ', ' ', '.', 'o', 'X'};
    char line[COLUMNS + 1] = "";
    size_t length = 0;
    for (size_t i = 0; i < chart->columns; i++) {
        unsigned worst = 0;
        for (size_t move = first_move(chart, i); move < first_move(chart, i + 1); move++) {
            eleven_grade grade = eleven_review_grade(&chart->review->sum, &chart->review->moves[move]);
            worst = grade > worst ? grade : worst;
        }
        line[i] = marks[worst];
        length = marks[worst] == ' ' ? length : i + 1;
    }
    printf("  %*s |%.*s\n", LABEL, "lost", (int)length, line);
}

static void put_points(const text_chart *chart)
{
    const eleven_review *sum = &chart->review->sum;
    char line[COLUMNS + 1];
    memset(line, ' ', COLUMNS);
    size_t length = 0;
    for (unsigned i = 0; i < sum->turning_points; i++) {
        size_t column = 0;
        while (first_move(chart, column + 1) <= sum->turning_point[i])
            column++;
        column += column < length; /* the place of the one before is taken */
        if (column >= COLUMNS)
            break;
        line[column] = (char)('1' + i);
        length = column + 1;
    }
    if (length)
        printf("  %*s  %.*s\n", LABEL, "", (int)length, line);
}

void review_put_chart(const struct game_review *review)
{
    size_t columns = review->count < COLUMNS ? review->count : COLUMNS;
    text_chart chart = {review, find_range(review), columns};
    bool scores = review->in_points && (double)review->moves[review->count - 1].before.score > chart.range.low;
    if (review->in_points)
        printf("\nThe score that %s expected in the end (:)%s, over %zu moves:\n\n", review->player->name,
               scores ? " and the score so far (#)" : "", review->count);
    else
        printf("\nWhat each position was worth to %s, over %zu moves:\n\n", review->player->name, review->count);
    for (unsigned row = 0; row < ROWS; row++)
        put_row(&chart, row);
    put_losses(&chart);
    put_points(&chart);
    puts("\n  . inaccurate  o mistake  X blunder; the numbers are those of the moments below");
}

/* ---- As SVG -------------------------------------------------------------------------------------------- */

enum { WIDTH = 800, HEIGHT = 420, LEFT = 80, RIGHT = 20, TOP = 50, MIDDLE = 300, LOST = 320, BOTTOM = 380 };

typedef struct svg_chart {
    FILE *out;
    const struct game_review *review;
    range range;
} svg_chart;

static double x_of(const svg_chart *chart, size_t move)
{
    size_t most = chart->review->count > 1 ? chart->review->count - 1 : 1;
    return LEFT + (double)(WIDTH - LEFT - RIGHT) * (double)move / (double)most;
}

static double y_of(const svg_chart *chart, double value)
{
    return MIDDLE - (MIDDLE - TOP) * (value - chart->range.low) / (chart->range.high - chart->range.low);
}

/* Of moves that fall on the same spot one is enough. */
static size_t stride(const svg_chart *chart)
{
    return chart->review->count / 2000 + 1;
}

static void draw_expected(const svg_chart *chart)
{
    fputs("<polyline fill=\"none\" stroke=\"#3a73c2\" stroke-width=\"1.5\" points=\"", chart->out);
    for (size_t i = 0; i < chart->review->count; i += stride(chart)) {
        double expected = game_review_expected(chart->review, i);
        if (!isnan(expected))
            fprintf(chart->out, "%.1f,%.1f ", x_of(chart, i), y_of(chart, expected));
    }
    fputs("\"/>\n", chart->out);
}

static void draw_score(const svg_chart *chart)
{
    fprintf(chart->out, "<path fill=\"#edc22e\" d=\"M%d %d", LEFT, MIDDLE);
    for (size_t i = 0; i < chart->review->count; i += stride(chart))
        fprintf(chart->out, "L%.1f %.1f", x_of(chart, i),
                y_of(chart, fmax((double)chart->review->moves[i].before.score, chart->range.low)));
    fprintf(chart->out, "L%d %dZ\"/>\n", WIDTH - RIGHT, MIDDLE);
}

/* Bars that hang from a line: what each move from inaccuracies on lost, in stakes up to ten. */
static void draw_losses(const svg_chart *chart)
{
    static const char *const colours[ELEVEN_GRADES] = {"", "", "", "#f2b179", "#f67c5f", "#c0392b"};
    for (size_t i = 0; i < chart->review->count; i++) {
        const eleven_judgement *move = &chart->review->moves[i];
        eleven_grade grade = eleven_review_grade(&chart->review->sum, move);
        if (grade < ELEVEN_INACCURACY)
            continue;
        double severity = fmin(eleven_review_severity(&chart->review->sum, move), 10);
        fprintf(chart->out,
                "<path d=\"M%.1f %dv%.1f\" stroke=\"%s\" stroke-width=\"2\"><title>move %" PRIu32
                ": %.6g lost</title></path>\n",
                x_of(chart, i), LOST, (BOTTOM - LOST) * severity / 10, colours[grade], move->before.ply + 1,
                move->loss);
    }
}

static void draw_points(const svg_chart *chart)
{
    for (unsigned i = 0; i < chart->review->sum.turning_points; i++) {
        size_t move = chart->review->sum.turning_point[i];
        double expected = game_review_expected(chart->review, move);
        fprintf(chart->out,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"9\" fill=\"#776e65\"/><text x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"middle\" fill=\"#fff\">%u</text>\n",
                x_of(chart, move), y_of(chart, expected), x_of(chart, move), y_of(chart, expected) + 4, i + 1);
    }
}

static void draw_axes(const svg_chart *chart)
{
    const double ends[] = {chart->range.low, chart->range.high};
    fprintf(chart->out, "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#776e65\"/>\n", LEFT, TOP, MIDDLE,
            WIDTH - RIGHT);
    for (unsigned i = 0; i < 2; i++)
        fprintf(chart->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#776e65\">%.6g</text>\n", LEFT - 8,
                y_of(chart, ends[i]) + 4, ends[i]);
    fprintf(chart->out,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#776e65\">lost</text>\n"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#776e65\">%s over %zu moves</text>\n",
            LEFT - 8, LOST + 12, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12,
            chart->review->in_points ? "the score expected in the end, and the score so far," : "value of the position",
            chart->review->count);
}

static void draw_title(const svg_chart *chart, const char *game)
{
    fputs("<title>", chart->out);
    for (; *game; game++)
        if (*game == '<' || *game == '>' || *game == '&')
            fprintf(chart->out, "&#%d;", *game);
        else if ((unsigned char)*game >= ' ')
            putc(*game, chart->out);
    fprintf(chart->out,
            "</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#faf8ef\"/>\n<text x=\"%d\" y=\"28\" "
            "font-size=\"16\" font-weight=\"bold\" fill=\"#776e65\">Accuracy %.1f%%, judged by %s</text>\n",
            LEFT, chart->review->sum.accuracy, chart->review->player->name);
}

char *review_svg(const struct game_review *review, const char *game, size_t *length)
{
    char *text = NULL;
    svg_chart chart = {.out = open_memstream(&text, length), .review = review, .range = find_range(review)};
    if (!chart.out)
        return NULL;
    fprintf(chart.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    draw_title(&chart, game);
    if (review->in_points)
        draw_score(&chart);
    draw_expected(&chart);
    draw_losses(&chart);
    draw_points(&chart);
    draw_axes(&chart);
    fputs("</svg>\n", chart.out);
    bool whole = !ferror(chart.out);
    if (fclose(chart.out) == 0 && whole)
        return text;
    free(text);
    return NULL;
}
