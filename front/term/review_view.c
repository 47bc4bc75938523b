/* A game afterwards, on the whole screen: keys go through it, and it is judged while it is looked at. */
#define _GNU_SOURCE /* clock_gettime */
#include "term/review_view.h"
#include "term/review_draw.h"
#include "term/term.h"

#include <ctype.h>
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#undef columns

enum { FRAME_MS = 16, JUDGE_MS = 30, HELP_WIDTH = 64 };

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1000 + (double)now.tv_nsec / 1e6;
}

/* ---- Keys ---------------------------------------------------------------------------------------------- */

static void go_to(struct review_screen *view, size_t move)
{
    view->at = move;
    size_t position = move < view->review.in_all ? view->review.entry[move] : view->review.end;
    eleven_session_seek(view->session, position, now_ms());
}

static void act_step(struct review_screen *view, int step)
{
    if (step > 0 && view->at < view->review.in_all)
        go_to(view, view->at + 1);
    if (step < 0 && view->at > 0)
        go_to(view, view->at - 1);
}

static void act_jump(struct review_screen *view, int to_end)
{
    go_to(view, to_end ? view->review.in_all : 0);
}

/* To the next moment that decided, or the one before, round and round. */
static void act_point(struct review_screen *view, int step)
{
    const eleven_review *sum = &view->review.sum;
    unsigned count = sum->turning_points, passed = 0, here = 0;
    for (unsigned i = 0; i < count; i++) {
        passed += sum->turning_point[i] < view->at;
        here += sum->turning_point[i] == view->at;
    }
    if (count)
        go_to(view, sum->turning_point[step > 0 ? (passed + here) % count : (passed + count - 1) % count]);
}

static void act_theme(struct review_screen *view, int argument)
{
    (void)argument;
    *view->theme = theme_load(theme_after(view->theme->name), view->terminal->pen.depth);
}

static void act_redraw(struct review_screen *view, int argument)
{
    (void)argument;
    view->canvas->is_stale = true;
}

static void act_help(struct review_screen *view, int argument)
{
    (void)argument;
    view->shows_help = true;
}

static void act_quit(struct review_screen *view, int argument)
{
    (void)argument;
    view->quits = true;
}

enum { CONTROL_L = 'l' & 31 };

static const struct {
    int keys[4];
    const char *label, *help;
    void (*act)(struct review_screen *view, int argument);
    int argument;
} bindings[] = {
    {{KEY_RIGHT, KEY_DOWN, 'l', 'j'}, "right l", "one move forward", act_step, 1},
    {{KEY_LEFT, KEY_UP, 'h', 'k'}, "left h", "one move back", act_step, -1},
    {{'n', ' ', '\t'}, "n", "next moment that decided", act_point, 1},
    {{'p', KEY_BTAB}, "p", "the one before it", act_point, -1},
    {{KEY_HOME, 'g', '0'}, "home g", "to the start", act_jump, 0},
    {{KEY_END, 'e', '$'}, "end e", "to the end", act_jump, 1},
    {{'t'}, "t", "next theme", act_theme, 0},
    {{'?', KEY_F(1)}, "?", "this help", act_help, 0},
    {{'q', 27}, "q", "quit", act_quit, 0},
    {{CONTROL_L}, NULL, NULL, act_redraw, 0},
};
enum { BINDINGS = sizeof bindings / sizeof *bindings };

static void press(struct review_screen *view, int key)
{
    if (view->shows_help) {
        view->shows_help = false;
        return;
    }
    int lower = key < 128 ? tolower(key) : key;
    for (unsigned i = 0; i < BINDINGS; i++)
        for (unsigned k = 0; k < 4 && bindings[i].keys[k]; k++)
            if (bindings[i].keys[k] == lower) {
                bindings[i].act(view, bindings[i].argument);
                return;
            }
}

static void fill_help(const char **lines, char text[][HELP_WIDTH])
{
    unsigned count = 0;
    snprintf(text[count], HELP_WIDTH, "Keys");
    for (unsigned i = 0; i < BINDINGS; i++)
        if (bindings[i].label)
            snprintf(text[++count], HELP_WIDTH, "%-10s %s", bindings[i].label, bindings[i].help);
    for (unsigned i = 0; i <= count; i++)
        lines[i] = text[i];
    lines[count + 1] = NULL;
}

static bool show(struct review_screen *view)
{
    char text[BINDINGS + 1][HELP_WIDTH];
    const char *lines[BINDINGS + 2];
    fill_help(lines, text);
    return review_draw(view, now_ms(), view->shows_help ? lines : NULL);
}

/* ---- The loop ------------------------------------------------------------------------------------------ */

/* Judges for a moment; whether there is more to do. */
static bool judge(struct review_screen *view)
{
    double until = now_ms() + JUDGE_MS;
    bool goes_on = view->review.count < view->review.in_all;
    if (!goes_on)
        return false;
    while (goes_on && now_ms() < until)
        goes_on = game_review_step(&view->review);
    game_review_sum(&view->review);
    return goes_on;
}

/* All that has happened by now; the exit status once it is over, otherwise -1. */
static int react(struct review_screen *view, struct event event)
{
    for (; event.kind != EVENT_NOTHING && !view->quits; event = terminal_wait(view->terminal, 0)) {
        if (event.kind == EVENT_END)
            return event.signal ? 128 + event.signal : 0;
        if (event.kind == EVENT_KEY)
            press(view, event.key);
        if (event.kind == EVENT_REDRAW && !canvas_resize(view->canvas, view->terminal->columns, view->terminal->rows))
            return 1;
    }
    return -1;
}

int review_view(struct terminal *terminal, struct canvas *canvas, struct theme *theme, eleven_session *session,
                eleven_player *player, const eleven_budget *budget)
{
    struct review_screen view = {.terminal = terminal, .canvas = canvas, .theme = theme, .session = session};
    int status = -1;
    if (!game_review_open(&view.review, session, player, budget))
        return 1;
    go_to(&view, 0);
    while (status < 0 && !view.quits) {
        bool has_more = judge(&view), is_moving = show(&view);
        status = react(&view, terminal_wait(terminal, has_more ? 0 : is_moving ? FRAME_MS : -1));
    }
    canvas_free(&view.board);
    game_review_close(&view.review);
    return status;
}

/* A session of its own with the current game of another; NULL when memory is short. */
static eleven_session *copy_game(const eleven_session *session)
{
    size_t length = eleven_session_print(session, NULL, 0);
    char *text = malloc(length + 1);
    eleven_session *copy = eleven_session_new();
    if (text)
        eleven_session_print(session, text, length + 1);
    if (!text || !copy || eleven_session_load(copy, text, length, -1e9, NULL)) {
        eleven_session_free(copy);
        copy = NULL;
    }
    free(text);
    return copy;
}

bool review_current(struct terminal *terminal, struct canvas *canvas, struct theme *theme,
                    const eleven_session *session)
{
    eleven_session *copy = copy_game(session);
    eleven_player *player = eleven_player_open("network", 1);
    bool is_ready = copy && player;
    if (is_ready)
        is_ready = review_view(terminal, canvas, theme, copy, player, &(eleven_budget){0}) != 1;
    eleven_session_free(copy);
    eleven_player_close(player);
    return is_ready;
}

int term_review(eleven_session *session, eleven_player *player, const eleven_budget *budget,
                const term_options *options)
{
    struct terminal terminal;
    struct canvas canvas = {0};
    if (!terminal_open(&terminal))
        return -1;
    struct theme theme = theme_load(options->theme, terminal.pen.depth);
    int status = 1;
    if (canvas_resize(&canvas, terminal.columns, terminal.rows))
        status = review_view(&terminal, &canvas, &theme, session, player, budget);
    terminal_close(&terminal);
    canvas_free(&canvas);
    return status < 0 ? 0 : status;
}
