/* The board, the panel with what each direction was worth, and the chart. */
#include "term/review_draw.h"
#include "term/draw.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PANEL_W = 34, PANEL_H = 10, CHART_H = 3, WIDE = 76, HIGH = 22, NAME_W = 8, LOSS_W = 9, LINE = 320 };

/* ---- The panel ----------------------------------------------------------------------------------------- */

/* Where the next line goes, and how much room there is. */
struct column {
    int left, row, w, end;
};

/* Text in lines of whole words. */
static void put_text(struct review_screen *view, struct column *column, const char *text, colour ink, bool bold)
{
    while (*text && column->row < column->end) {
        int length = (int)strlen(text), cut = length;
        if (length > column->w)
            for (cut = column->w; cut > 0 && text[cut] != ' '; cut--)
                ;
        cut = cut ? cut : column->w;
        char line[LINE];
        snprintf(line, sizeof line, "%.*s", cut, text);
        canvas_text(view->canvas, column->left, column->row++, line, ink, bold);
        text += cut;
        text += *text == ' ';
    }
}

/* A bar of so many columns; of letters where there are no colours. */
static void put_bar(struct review_screen *view, int left, int row, int w, colour c)
{
    if (view->terminal->pen.depth != DEPTH_NONE)
        canvas_fill(view->canvas, left, 2 * row, w, 2, c);
    else
        for (int i = 0; i < w; i++)
            canvas_text(view->canvas, left + i, row, "#", view->theme->text, false);
}

/* What a direction loses, and a bar as long as the credit that it earns: full for the best, half where it loses a
 * stake. */
static void put_loss(struct review_screen *view, const struct column *column, double loss, bool is_best)
{
    double stake = view->review.sum.stake, severity = loss > 0 && stake > 0 ? loss / stake : 0;
    int room = column->w - NAME_W - LOSS_W, w = (int)(room / (1 + severity) + 0.5);
    char text[LINE] = "best";
    put_bar(view, column->left + NAME_W, column->row, w < 1 ? 1 : w, view->theme->tile[is_best ? 11 : 3]);
    if (severity >= 0.02)
        snprintf(text, sizeof text, "-%.*f", loss < 100 ? 1 : 0, loss);
    canvas_text(view->canvas, column->left + column->w - (int)strlen(text), column->row, text, view->theme->faint,
                is_best);
}

static void put_value(struct review_screen *view, struct column *column, const eleven_judgement *move,
                      eleven_direction direction)
{
    double loss = move->values[move->best] - move->values[direction];
    bool is_played = direction == move->played;
    char text[LINE];
    if (column->row >= column->end)
        return;
    snprintf(text, sizeof text, "%c %s", is_played ? '>' : ' ', eleven_direction_name(direction));
    canvas_text(view->canvas, column->left, column->row, text, view->theme->text, is_played);
    if (!isnan(loss))
        put_loss(view, column, loss, direction == move->best);
    column->row++;
}

static void put_summary(struct review_screen *view, struct column *column)
{
    const struct game_review *review = &view->review;
    const eleven_review *sum = &review->sum;
    char text[LINE];
    if (review->count < review->in_all)
        snprintf(text, sizeof text, "Judging: %zu of %zu", review->count, review->in_all);
    else
        snprintf(text, sizeof text, "Accuracy %.1f%%", sum->accuracy);
    put_text(view, column, text, view->theme->text, true);
    size_t mistakes = sum->count[ELEVEN_MISTAKE], blunders = sum->count[ELEVEN_BLUNDER];
    snprintf(text, sizeof text, "%zu mistake%s, %zu blunder%s", mistakes, mistakes == 1 ? "" : "s", blunders,
             blunders == 1 ? "" : "s");
    put_text(view, column, text, view->theme->faint, false);
    column->row++;
}

/* "Right: a blunder". */
static void write_verdict(const struct review_screen *view, char text[LINE])
{
    static const char *const verdicts[ELEVEN_GRADES] = {"no choice",     "the best move", "a good move",
                                                        "an inaccuracy", "a mistake",     "a blunder"};
    const eleven_judgement *move = &view->review.moves[view->at];
    const char *name = eleven_direction_name(move->played);
    snprintf(text, LINE, "%c%s: %s", toupper((unsigned char)name[0]), name + 1,
             verdicts[eleven_review_grade(&view->review.sum, move)]);
}

static void put_verdict(struct review_screen *view, struct column *column, const eleven_judgement *move)
{
    char text[LINE], reason[ELEVEN_REASON_TEXT] = "";
    write_verdict(view, text);
    column->row++;
    put_text(view, column, text, view->theme->text, true);
    if (eleven_review_grade(&view->review.sum, move) >= ELEVEN_INACCURACY)
        eleven_review_reason(eleven_session_rules(view->session), move, reason, sizeof reason);
    put_text(view, column, reason, view->theme->text, false);
}

static void put_panel(struct review_screen *view, struct column column)
{
    const struct game_review *review = &view->review;
    put_summary(view, &column);
    if (view->at == review->in_all) {
        put_text(view, &column, "The end of the game.", view->theme->text, false);
    } else if (view->at >= review->count) {
        put_text(view, &column, "This move is not judged yet.", view->theme->text, false);
    } else {
        const eleven_judgement *move = &review->moves[view->at];
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            put_value(view, &column, move, (eleven_direction)d);
        put_verdict(view, &column, move);
    }
}

/* ---- The chart ----------------------------------------------------------------------------------------- */

struct chart {
    double low, high; /* expectations */
    int top, columns;
};

static struct chart find_chart(const struct review_screen *view)
{
    struct chart chart = {(double)NAN, (double)NAN, view->canvas->rows - 1 - CHART_H, view->canvas->columns};
    for (size_t i = 0; i < view->review.count; i++) {
        double expected = game_review_expected(&view->review, i);
        chart.low = fmin(chart.low, expected); /* both pass over NAN */
        chart.high = fmax(chart.high, expected);
    }
    return chart;
}

/* The first move that a column stands for. */
static size_t first_move(const struct review_screen *view, const struct chart *chart, int column)
{
    return (size_t)column * view->review.in_all / (size_t)chart->columns;
}

/* A column of eighths of rows, at least one high; of letters where there are no blocks. */
static void put_column(struct review_screen *view, const struct chart *chart, int column, double expected, bool is_here)
{
    static const char *const blocks[] = {"\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84",
                                         "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88"};
    const int most = 8 * (CHART_H - 1);
    double share = chart->high > chart->low ? (expected - chart->low) / (chart->high - chart->low) : 1;
    int h = 1 + (int)(share * (most - 1) + 0.5);
    colour ink = is_here ? view->theme->text : view->theme->tile[3];
    for (int row = chart->top + CHART_H - 2; h > 0; row--, h -= 8) {
        const char *block = blocks[h < 8 ? h - 1 : 7];
        canvas_text(view->canvas, column, row, view->terminal->pen.utf8 ? block : "#", ink, false);
    }
}

/* The worst grade in the column, the number of a moment that decided, or the cursor. */
static void put_mark(struct review_screen *view, const struct chart *chart, int column, bool is_here)
{
    static const char *const marks[ELEVEN_GRADES] = {"", "", "", ".", "o", "X"};
    const struct game_review *review = &view->review;
    size_t first = first_move(view, chart, column), past = first_move(view, chart, column + 1);
    unsigned worst = 0;
    char text[12] = "";
    for (size_t i = first; (i < past || i == first) && i < review->count; i++) {
        eleven_grade grade = eleven_review_grade(&review->sum, &review->moves[i]);
        worst = grade > worst ? grade : worst;
    }
    snprintf(text, sizeof text, "%s", marks[worst]);
    for (unsigned i = 0; i < review->sum.turning_points; i++)
        if (review->sum.turning_point[i] >= first && review->sum.turning_point[i] < past)
            snprintf(text, sizeof text, "%u", i + 1);
    canvas_text(view->canvas, column, chart->top + CHART_H - 1, is_here ? "^" : text,
                is_here || isdigit((unsigned char)text[0]) ? view->theme->text : view->theme->faint, true);
}

static void put_chart(struct review_screen *view)
{
    struct chart chart = find_chart(view);
    for (int column = 0; column < chart.columns && view->review.in_all; column++) {
        size_t first = first_move(view, &chart, column), next = first_move(view, &chart, column + 1);
        bool is_last = column == chart.columns - 1, is_at_end = view->at == view->review.in_all;
        bool is_here = is_last && is_at_end;
        if (!is_at_end)
            is_here = view->at >= first && view->at < next;
        if (first < view->review.count && !isnan(game_review_expected(&view->review, first)))
            put_column(view, &chart, column, game_review_expected(&view->review, first), is_here);
        put_mark(view, &chart, column, is_here);
    }
}

/* ---- The picture --------------------------------------------------------------------------------------- */

static void put_centered(struct review_screen *view, const char *text, colour ink)
{
    int left = (view->canvas->columns - canvas_text_width(text)) / 2;
    canvas_text(view->canvas, left < 0 ? 0 : left, view->canvas->rows - 1, text, ink, false);
}

/* The keys; where there is no panel, what is to be said of the move. */
static void put_footer(struct review_screen *view, bool has_panel)
{
    static const char *const hints[] = {"left right moves   n p moments that decided   ? help   q quit",
                                        "left right   n p   ? help   q quit", "? help   q quit"};
    char text[LINE];
    if (!has_panel && view->at < view->review.count) {
        write_verdict(view, text);
        put_centered(view, text, view->theme->text);
        return;
    }
    unsigned i = 0;
    while (i + 1 < sizeof hints / sizeof *hints && canvas_text_width(hints[i]) > view->canvas->columns)
        i++;
    put_centered(view, hints[i], view->theme->faint);
}

/* Draws the board on a canvas of its own and copies it; false where memory is short. */
static bool put_board(struct review_screen *view, int columns, int rows, const char *const *help, double now,
                      bool *is_moving)
{
    char title[96];
    struct scene scene = {.title = title, .hints = "", .help = help};
    if ((view->board.columns != columns || view->board.rows != rows) && !canvas_resize(&view->board, columns, rows))
        return false;
    eleven_session_frame(view->session, now, &scene.frame);
    snprintf(title, sizeof title, "%dx%d %s  move %zu of %zu", scene.frame.w, scene.frame.h,
             eleven_session_rules(view->session)->name, view->at + (view->at < view->review.in_all),
             view->review.in_all);
    draw_scene(&view->board, &view->terminal->pen, view->theme, &scene);
    for (int row = 0; row < rows; row++)
        memcpy(&view->canvas->cells[row * view->canvas->columns], &view->board.cells[row * columns],
               (size_t)columns * sizeof *view->board.cells);
    *is_moving = scene.frame.is_moving;
    return true;
}

bool review_draw(struct review_screen *view, double now, const char *const *help)
{
    struct canvas *canvas = view->canvas;
    bool is_moving = false, is_wide = canvas->columns >= WIDE, has_panel = is_wide || canvas->rows >= HIGH;
    bool has_chart = canvas->rows >= 14;
    int rows = canvas->rows - (has_chart ? CHART_H + 1 : 0), columns = canvas->columns - (is_wide ? PANEL_W : 0);
    int board_rows = !is_wide && has_panel ? rows - PANEL_H : rows;
    canvas_clear(canvas, view->theme->page);
    if (!put_board(view, columns, board_rows, help, now, &is_moving))
        return false;
    if (is_wide)
        put_panel(view, (struct column){columns, 2, PANEL_W - 2, rows});
    else if (has_panel)
        put_panel(view, (struct column){1, board_rows, columns - 2, rows});
    if (has_chart) {
        put_chart(view);
        put_footer(view, has_panel);
    }
    terminal_show(view->terminal, canvas);
    return is_moving;
}
