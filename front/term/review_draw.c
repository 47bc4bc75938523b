/* The picture of a review: the board, a panel with the value of each direction, and a chart of the whole game.
 *
 *     +--------------------+-----------+
 *     |       board        |   panel   |      in a narrow window the panel is below the board
 *     +--------------------+-----------+
 *     |             chart              |
 *     +--------------------------------+
 */
#include "term/term_room.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PANEL_W = 35, PANEL_H = 10, CHART_H = 3, WIDE = 76, HIGH = 22, NAME_W = 8, LOSS_W = 9, LINE = 320 };

static void put_text(struct screen *screen, int left, int row, const char *text, colour ink, bool bold)
{
    canvas_text(&screen->canvas, left, row, text, ink, bold);
}

/* Where the next line goes, and the space that is left. */
struct column {
    int left, row, w, end;
};

static void put_words(struct screen *screen, struct column *column, const char *text, colour ink, bool bold)
{
    column->row = canvas_words(&screen->canvas, column->left, column->row, column->w, column->end, text, ink, bold);
}

/* Puts as many words as there is space for. */
static void put_beginning(struct screen *screen, struct column *column, const char *text)
{
    struct canvas nowhere = {0};
    char rest[LINE], part[LINE + sizeof " ..."];
    snprintf(part, sizeof part, "%s", text);
    snprintf(rest, sizeof rest, "%s", text);
    while (column->row + canvas_words(&nowhere, 0, 0, column->w, LINE, part, screen->theme.text, false) > column->end) {
        char *last = strrchr(rest, ' ');
        if (!last)
            return;
        *last = '\0';
        snprintf(part, sizeof part, "%s ...", rest);
    }
    put_words(screen, column, part, screen->theme.text, false);
}

/* What a direction loses, and a bar as long as the credit that it earns: full for the best, half for the loss of one
 * stake. It has half a row's height, so that it does not touch the next one; without blocks it has number signs. */
static void put_loss(struct screen *screen, const struct column *column, double loss, bool is_best)
{
    double stake = screen->review->review.sum.stake, severity = loss > 0 && stake > 0 ? loss / stake : 0;
    int bar_w = column->w - NAME_W - LOSS_W, w = (int)(bar_w / (1 + severity) + 0.5);
    char text[LINE] = "best", number[HINT_NUMBER];
    for (int i = 0; i < w || i == 0; i++)
        put_text(screen, column->left + NAME_W + i, column->row, screen->terminal.pen.utf8 ? "\xe2\x96\x84" : "#",
                 screen->theme.tile[is_best ? 11 : 3], false);
    if (severity >= 0.02)
        snprintf(text, sizeof text, "-%s", hint_number(loss, number));
    put_text(screen, column->left + column->w - (int)strlen(text), column->row, text, screen->theme.faint, is_best);
}

static void put_direction(struct screen *screen, struct column *column, const eleven_judgement *move,
                          eleven_direction direction)
{
    double loss = move->values[move->best] - move->values[direction];
    bool is_played = direction == move->played;
    char text[LINE];
    if (column->row >= column->end)
        return;
    snprintf(text, sizeof text, "%c %s", is_played ? '>' : ' ', eleven_direction_name(direction));
    put_text(screen, column->left, column->row, text, screen->theme.text, is_played);
    if (!isnan(loss))
        put_loss(screen, column, loss, direction == move->best);
    column->row++;
}

static void write_accuracy(const struct review_view *view, char text[LINE])
{
    const struct game_review *review = &view->review;
    if (review->count < review->in_all)
        snprintf(text, LINE, "Judging: %zu of %zu", review->count, review->in_all);
    else if (isnan(game_review_accuracy(review)))
        snprintf(text, LINE, "There are no moves to judge.");
    else
        snprintf(text, LINE, "Accuracy %.1f%%", review->sum.accuracy);
}

static void put_summary(struct screen *screen, struct column *column)
{
    const struct game_review *review = &screen->review->review;
    const eleven_review *sum = &review->sum;
    size_t mistakes = sum->count[ELEVEN_GRADE_MISTAKE], blunders = sum->count[ELEVEN_GRADE_BLUNDER];
    char text[LINE];
    write_accuracy(screen->review, text);
    put_words(screen, column, text, screen->theme.text, true);
    if (review->count == review->in_all && isnan(game_review_accuracy(review)))
        return;
    snprintf(text, sizeof text, "%zu mistake%s, %zu blunder%s", mistakes, plural(mistakes), blunders, plural(blunders));
    put_words(screen, column, text, screen->theme.faint, false);
    if (review->in_points)
        put_words(screen, column, "Points of expected final score:", screen->theme.faint, false);
    else
        column->row++;
}

/* "Right: a blunder". */
static void write_verdict(const struct review_view *view, char text[LINE])
{
    static const char *const verdicts[ELEVEN_GRADES] = {"no choice",     "the best move", "a good move",
                                                        "an inaccuracy", "a mistake",     "a blunder"};
    const eleven_judgement *move = &view->review.moves[view->at];
    const char *name = eleven_direction_name(move->played);
    snprintf(text, LINE, "%c%s: %s", toupper((unsigned char)name[0]), name + 1,
             verdicts[eleven_review_grade(&view->review.sum, move)]);
}

static bool put_verdict(struct screen *screen, struct column *column, const eleven_judgement *move)
{
    char text[LINE], reason[ELEVEN_REASON_TEXT] = "";
    write_verdict(screen->review, text);
    column->row += column->end - column->row > 3;
    if (column->row >= column->end)
        return false;
    put_words(screen, column, text, screen->theme.text, true);
    if (eleven_review_grade(&screen->review->review.sum, move) >= ELEVEN_GRADE_INACCURACY)
        eleven_judgement_describe(eleven_session_rules(screen->session), move, reason, sizeof reason);
    put_beginning(screen, column, reason);
    return true;
}

/* Returns false if there is no space for the verdict about a move. */
static bool put_panel(struct screen *screen, struct column column)
{
    const struct review_view *view = screen->review;
    put_summary(screen, &column);
    if (view->at == view->review.in_all) {
        put_words(screen, &column, "The end of the game.", screen->theme.text, false);
    } else if (view->at >= view->review.count) {
        put_words(screen, &column, "This move is not judged yet.", screen->theme.text, false);
    } else {
        const eleven_judgement *move = &view->review.moves[view->at];
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            put_direction(screen, &column, move, (eleven_direction)d);
        return put_verdict(screen, &column, move);
    }
    return true;
}

/* The first move in a column. */
static size_t first_move(const struct screen *screen, int column)
{
    return (size_t)column * screen->review->review.in_all / (size_t)screen->canvas.columns;
}

/* A column of eighths of rows, at least one high; of number signs if there are no blocks. */
static void put_column(struct screen *screen, int column, double share, bool is_here)
{
    static const char *const blocks[] = {"\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84",
                                         "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88"};
    const int most = 8 * (CHART_H - 1);
    int h = 1 + (int)(share * (most - 1) + 0.5);
    colour ink = is_here ? screen->theme.text : screen->theme.tile[3];
    for (int row = screen->canvas.rows - 3; h > 0; row--, h -= 8)
        put_text(screen, column, row, screen->terminal.pen.utf8 ? blocks[h < 8 ? h - 1 : 7] : "#", ink, false);
}

/* The worst grade in the column, the number of a turning point, or the cursor. */
static void put_mark(struct screen *screen, int column, bool is_here)
{
    static const char *const marks[ELEVEN_GRADES] = {"", "", "", ".", "o", "X"};
    const struct game_review *review = &screen->review->review;
    size_t first = first_move(screen, column), past = first_move(screen, column + 1);
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
    bool is_strong = is_here || isdigit((unsigned char)text[0]);
    put_text(screen, column, screen->canvas.rows - 2, is_here ? "^" : text,
             is_strong ? screen->theme.text : screen->theme.faint, true);
}

static void put_chart(struct screen *screen)
{
    const struct review_view *view = screen->review;
    double low = (double)NAN, high = low;
    for (size_t i = 0; i < view->review.count; i++) {
        /* Both ignore NAN. */
        low = fmin(low, game_review_expected(&view->review, i));
        high = fmax(high, game_review_expected(&view->review, i));
    }
    for (int column = 0; column < screen->canvas.columns && view->review.in_all; column++) {
        size_t first = first_move(screen, column), next = first_move(screen, column + 1);
        bool is_last = column == screen->canvas.columns - 1, is_at_end = view->at == view->review.in_all;
        bool is_here = is_at_end ? is_last : view->at >= first && view->at < next;
        double expected = first < view->review.count ? game_review_expected(&view->review, first) : (double)NAN;
        if (!isnan(expected))
            put_column(screen, column, high > low ? (expected - low) / (high - low) : 1, is_here);
        put_mark(screen, column, is_here);
    }
}

static void put_centered(struct screen *screen, const char *text, colour ink)
{
    int left = (screen->canvas.columns - canvas_text_width(text)) / 2;
    put_text(screen, left < 0 ? 0 : left, screen->canvas.rows - 1, text, ink, false);
}

/* The keys; if the panel has no space for the verdict about the move, that verdict, and at the end that of the game. */
static void put_footer(struct screen *screen, bool has_verdict)
{
    static const char *const hints[] = {"left right moves   n p turning points   ? help   q quit",
                                        "left right   n p   ? help   q quit", "? help   q quit"};
    const struct review_view *view = screen->review;
    char text[LINE];
    if (!has_verdict && (view->at < view->review.count || view->at == view->review.in_all)) {
        if (view->at < view->review.count)
            write_verdict(view, text);
        else
            write_accuracy(view, text);
        put_centered(screen, text, screen->theme.text);
        return;
    }
    unsigned i = 0;
    while (i + 1 < sizeof hints / sizeof *hints && canvas_text_width(hints[i]) > screen->canvas.columns)
        i++;
    put_centered(screen, hints[i], screen->theme.faint);
    screen->layout.footer_row = screen->canvas.rows - 1;
}

void review_describe(struct screen *screen, struct scene *scene)
{
    const struct review_view *view = screen->review;
    scene->hints = "";
    snprintf(scene->title, sizeof scene->title, "%dx%d %s  move %zu of %zu", scene->frame.w, scene->frame.h,
             eleven_session_rules(screen->session)->name, view->at + (view->at < view->review.in_all),
             view->review.in_all);
}

void review_draw(struct screen *screen, const struct scene *scene)
{
    struct canvas *canvas = &screen->canvas;
    bool is_wide = canvas->columns >= WIDE, has_panel = is_wide || canvas->rows >= HIGH, has_chart = canvas->rows >= 14;
    bool has_footer = canvas->rows >= scene->frame.h + 2, has_verdict = false;
    int rows = canvas->rows - (has_chart ? CHART_H + 1 : has_footer),
        columns = canvas->columns - (is_wide ? PANEL_W : 0);
    int board_rows = !is_wide && has_panel ? rows - PANEL_H : rows;
    canvas_clear(canvas, screen->theme.page);
    /* Its upper left part, with the same cells. */
    struct canvas board = *canvas;
    board.columns = columns;
    board.rows = board_rows;
    screen->layout = draw_scene(&board, &screen->terminal.pen, &screen->theme, scene);
    screen->layout.footer_row = -1;
    if (is_wide)
        has_verdict = put_panel(screen, (struct column){columns + 2, 2, PANEL_W - 4, rows});
    else if (has_panel)
        has_verdict = put_panel(screen, (struct column){1, board_rows, columns - 2, rows});
    if (has_chart)
        put_chart(screen);
    if (has_footer)
        put_footer(screen, has_verdict);
}
