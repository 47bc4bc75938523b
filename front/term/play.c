/* The game in the terminal: keys become session calls, frames become pictures. Nothing waits for an
 * animation: a key acts at once, and what was still moving is simply over. */
#define _GNU_SOURCE /* clock_gettime */
#include "draw.h"
#include "review_view.h"
#include "term.h"
#include "terminal.h"

#include <ctype.h>
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#undef columns

enum { FRAME_MS = 16, NOTICE_MS = 4000, REPLAY_MS = 300 };

struct binding;

struct player_screen {
    const term_game *game; /* NULL in a replay */
    eleven_session *session;
    const term_options *options;
    const struct binding *bindings;
    struct terminal terminal;
    struct canvas canvas;
    struct theme theme;
    struct layout layout;
    char notice[240];
    double notice_until;
    bool shows_help, quits;
    bool runs;        /* a replay that goes on by itself */
    double next_step; /* when */
    double step_ms;
};

/* One row of the table of keys. */
struct binding {
    int keys[5]; /* characters in lower case, or KEY_ codes; 0 ends */
    const char *label, *help;
    void (*act)(struct player_screen *screen, int argument);
    int argument;
};

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1000 + (double)now.tv_nsec / 1e6;
}

/* The time to tell the session: without animation every action is long past. */
static double action_time(const struct player_screen *screen)
{
    return screen->options->animate ? now_ms() : -1e9;
}

static void say(struct player_screen *screen, const char *sentence)
{
    snprintf(screen->notice, sizeof screen->notice, "%s", sentence);
    screen->notice_until = now_ms() + NOTICE_MS;
}

static void save(struct player_screen *screen)
{
    eleven_problem problem = {0};
    if (screen->game->save && !screen->game->save(screen->game->context, screen->session, &problem))
        say(screen, problem.sentence);
}

/* ---- Playing --------------------------------------------------------------------------------------------
 */

static void act_move(struct player_screen *screen, int direction)
{
    if (eleven_session_move(screen->session, (eleven_direction)direction, action_time(screen)))
        save(screen);
}

static void act_undo(struct player_screen *screen, int argument)
{
    (void)argument;
    if (eleven_session_undo(screen->session, action_time(screen)))
        save(screen);
    else
        say(screen, "There is nothing to undo.");
}

static void act_redo(struct player_screen *screen, int argument)
{
    (void)argument;
    if (eleven_session_redo(screen->session, action_time(screen)))
        save(screen);
    else
        say(screen, "There is nothing to redo.");
}

static void act_new(struct player_screen *screen, int argument)
{
    (void)argument;
    char date[32];
    time_t seconds = time(NULL);
    struct tm utc;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
    if (!eleven_session_new_game(screen->session, screen->game->random_seed(), date, action_time(screen)))
        return;
    save(screen);
    if (screen->notice_until < now_ms())
        say(screen, "A new game; u brings the old one back.");
}

static void act_keep(struct player_screen *screen, int argument)
{
    (void)argument;
    if (eleven_session_keep_playing(screen->session, action_time(screen)))
        save(screen);
}

static void act_review(struct player_screen *screen, int argument)
{
    (void)argument;
    if (!review_current(&screen->terminal, &screen->canvas, &screen->theme, screen->session))
        say(screen, "There is not enough memory to review the game.");
}

/* ---- Replaying ------------------------------------------------------------------------------------------
 */

static void act_step(struct player_screen *screen, int step)
{
    size_t position = eleven_session_position(screen->session);
    screen->runs = false;
    if (step < 0 && position <= 1)
        return;
    eleven_session_seek(screen->session, step < 0 ? position - 1 : position + 1, action_time(screen));
}

static void act_jump(struct player_screen *screen, int to_end)
{
    screen->runs = false;
    eleven_session_seek(screen->session, to_end ? eleven_session_length(screen->session) : 1,
                        action_time(screen));
}

static void act_run(struct player_screen *screen, int argument)
{
    (void)argument;
    screen->runs = !screen->runs;
    screen->next_step = now_ms();
}

static void act_speed(struct player_screen *screen, int faster)
{
    screen->step_ms *= faster ? 0.5 : 2;
    screen->step_ms = screen->step_ms < 5 ? 5 : screen->step_ms > 5000 ? 5000 : screen->step_ms;
}

static void run_replay(struct player_screen *screen)
{
    double now = now_ms();
    while (screen->runs && now >= screen->next_step) {
        screen->next_step += screen->step_ms;
        screen->runs = eleven_session_redo(screen->session, action_time(screen));
    }
}

/* ---- Both -----------------------------------------------------------------------------------------------
 */

static void act_theme(struct player_screen *screen, int argument)
{
    (void)argument;
    screen->theme = theme_load(theme_after(screen->theme.name), screen->terminal.pen.depth);
    say(screen, screen->theme.name);
}

static void act_redraw(struct player_screen *screen, int argument)
{
    (void)argument;
    screen->canvas.is_stale = true;
}

static void act_help(struct player_screen *screen, int argument)
{
    (void)argument;
    screen->shows_help = true;
}

static void act_quit(struct player_screen *screen, int argument)
{
    (void)argument;
    screen->quits = true;
}

enum { CONTROL_L = 'l' & 31 };

static const struct binding play_bindings[] = {
    {{KEY_UP, 'w', 'k'}, "up w k", "slide up", act_move, ELEVEN_UP},
    {{KEY_LEFT, 'a', 'h'}, "left a h", "slide left", act_move, ELEVEN_LEFT},
    {{KEY_DOWN, 's', 'j'}, "down s j", "slide down", act_move, ELEVEN_DOWN},
    {{KEY_RIGHT, 'd', 'l'}, "right d l", "slide right", act_move, ELEVEN_RIGHT},
    {{'u', KEY_BACKSPACE, 127}, "u", "undo, as often as you like", act_undo, 0},
    {{'r'}, "r", "redo", act_redo, 0},
    {{'n'}, "n", "new game (undo brings the old one back)", act_new, 0},
    {{'c', '\r', '\n', KEY_ENTER}, "c", "keep playing after the win", act_keep, 0},
    {{'v'}, "v", "review the game", act_review, 0},
    {{'t'}, "t", "next theme", act_theme, 0},
    {{'?', KEY_F(1)}, "?", "this help", act_help, 0},
    {{'q'}, "q", "quit; the game is kept", act_quit, 0},
    {{CONTROL_L}, NULL, NULL, act_redraw, 0},
    {{0}, NULL, NULL, NULL, 0},
};

static const struct binding replay_bindings[] = {
    {{KEY_RIGHT, 'l', 'd', KEY_DOWN, 'j'}, "right l", "one move forward", act_step, 1},
    {{KEY_LEFT, 'h', 'a', KEY_UP, 'k'}, "left h", "one move back", act_step, -1},
    {{' ', 'p'}, "space", "run, or stop", act_run, 0},
    {{'+', '='}, "+", "run faster", act_speed, 1},
    {{'-'}, "-", "run slower", act_speed, 0},
    {{KEY_HOME, 'g', '0'}, "home g", "to the start", act_jump, 0},
    {{KEY_END, 'e', '$'}, "end e", "to the end", act_jump, 1},
    {{'t'}, "t", "next theme", act_theme, 0},
    {{'?', KEY_F(1)}, "?", "this help", act_help, 0},
    {{'q', 27}, "q", "quit", act_quit, 0},
    {{CONTROL_L}, NULL, NULL, act_redraw, 0},
    {{0}, NULL, NULL, NULL, 0},
};

static void press(struct player_screen *screen, int key)
{
    if (screen->shows_help) {
        screen->shows_help = false;
        if (key == '?' || key == 27)
            return;
    }
    screen->notice_until = 0;
    int lower = key < 128 ? tolower(key) : key;
    for (const struct binding *binding = screen->bindings; binding->act; binding++) {
        for (unsigned i = 0; i < 5 && binding->keys[i]; i++) {
            if (binding->keys[i] == lower) {
                binding->act(screen, binding->argument);
                return;
            }
        }
    }
}

/* A drag moves the tiles its way; a click moves them toward the side of the board that it is on. */
static void drag(struct player_screen *screen, const struct event *event)
{
    const struct layout *layout = &screen->layout;
    int dx = event->to_column - event->from_column, dy = 2 * (event->to_row - event->from_row);
    if (!screen->game || !layout->fits)
        return;
    if (abs(dx) < 2 && abs(dy) < 2) {
        dx = 2 * (event->to_column - layout->left) - layout->w;
        dy = 2 * (2 * event->to_row - layout->top) - layout->h;
        if (abs(dx) > layout->w || abs(dy) > layout->h)
            return;
        dx = dx * layout->h / layout->w;
    }
    eleven_direction sideways = dx > 0 ? ELEVEN_RIGHT : ELEVEN_LEFT, along = dy > 0 ? ELEVEN_DOWN : ELEVEN_UP;
    act_move(screen, (int)(abs(dx) > abs(dy) ? sideways : along));
}

/* ---- What is to be seen ---------------------------------------------------------------------------------
 */

static void write_title(const struct player_screen *screen, const eleven_frame *frame, char *title,
                        size_t size)
{
    eleven_record record = eleven_session_record(screen->session);
    const char *mark = record.helped ? ", helped" : record.undos ? ", undone" : "";
    if (screen->game)
        snprintf(title, size, "%dx%d %s  %u move%s%s", frame->w, frame->h, record.rules.name, frame->moves,
                 frame->moves == 1 ? "" : "s", mark);
    else
        snprintf(title, size, "%dx%d %s  move %u of %zu", frame->w, frame->h, record.rules.name, frame->moves,
                 eleven_session_length(screen->session) - 1);
}

static void set_banner(struct scene *scene)
{
    if (scene->frame.status == ELEVEN_PLAYING)
        return;
    bool won = scene->frame.status == ELEVEN_WON;
    scene->banner = won ? "You win!" : "Game over!";
    scene->banner_hint = !won                            ? "n new game  u undo  v review"
                         : scene->frame.can_keep_playing ? "c keep playing  n new game  v review"
                                                         : "n new game  u undo  v review";
}

enum { HELP_LINES = 16, HELP_WIDTH = 64 };

static void write_help(const struct player_screen *screen, char text[][HELP_WIDTH], const char **lines)
{
    unsigned count = 0;
    snprintf(text[count], HELP_WIDTH, "Keys");
    for (const struct binding *binding = screen->bindings; binding->act && count < HELP_LINES - 3; binding++)
        if (binding->label)
            snprintf(text[++count], HELP_WIDTH, "%-10s %s", binding->label, binding->help);
    if (screen->game && screen->terminal.has_mouse)
        snprintf(text[++count], HELP_WIDTH, "%-10s %s", "mouse", "click a side of the board, or drag");
    for (unsigned i = 0; i <= count; i++)
        lines[i] = text[i];
    lines[count + 1] = NULL;
}

/* Draws what is to be seen now; whether it will look different soon by itself. */
static bool show(struct player_screen *screen)
{
    static const char play_hints[] = "? help  q quit  u undo  n new  r redo  arrows move";
    static const char replay_hints[] = "? help  q quit  space run  left back  right forward";
    char title[96], text[HELP_LINES][HELP_WIDTH];
    const char *lines[HELP_LINES + 1];
    double now = now_ms();
    struct scene scene = {.title = title, .hints = screen->game ? play_hints : replay_hints};
    eleven_session_frame(screen->session, now, &scene.frame);
    write_title(screen, &scene.frame, title, sizeof title);
    if (!scene.frame.is_moving || scene.frame.gain_age > 0.5f)
        set_banner(&scene);
    if (screen->shows_help) {
        write_help(screen, text, lines);
        scene.help = lines;
    }
    if (now < screen->notice_until)
        scene.notice = screen->notice;
    if (screen->game && screen->game->best) {
        scene.best = screen->game->best(screen->game->context, screen->session);
        scene.has_best = true;
    }
    screen->layout = draw_scene(&screen->canvas, &screen->terminal.pen, &screen->theme, &scene);
    terminal_show(&screen->terminal, &screen->canvas);
    return scene.frame.is_moving || screen->runs;
}

/* ---- The loop -------------------------------------------------------------------------------------------
 */

static int wait_time(const struct player_screen *screen, bool is_moving)
{
    if (is_moving)
        return FRAME_MS;
    double left = screen->notice_until - now_ms();
    return left > 0 ? (int)left + 1 : -1;
}

/* All that has happened by now; the exit status once it is over, otherwise -1. */
static int react(struct player_screen *screen, struct event event)
{
    for (; event.kind != EVENT_NOTHING; event = terminal_wait(&screen->terminal, 0)) {
        switch (event.kind) {
        case EVENT_END: return event.signal ? 128 + event.signal : 0;
        case EVENT_KEY: press(screen, event.key); break;
        case EVENT_DRAG: drag(screen, &event); break;
        default:
            if (!canvas_resize(&screen->canvas, screen->terminal.columns, screen->terminal.rows))
                return 1;
        }
        if (screen->quits)
            return 0;
    }
    return -1;
}

static int run(struct player_screen *screen)
{
    int status = -1;
    if (!terminal_open(&screen->terminal))
        return -1;
    screen->theme = theme_load(screen->options->theme, screen->terminal.pen.depth);
    if (!canvas_resize(&screen->canvas, screen->terminal.columns, screen->terminal.rows))
        status = 1;
    while (status < 0) {
        run_replay(screen);
        bool is_moving = show(screen);
        status = react(screen, terminal_wait(&screen->terminal, wait_time(screen, is_moving)));
    }
    terminal_close(&screen->terminal);
    canvas_free(&screen->canvas);
    return status;
}

int term_play(const term_game *game, const term_options *options)
{
    struct player_screen screen = {
        .game = game, .session = game->session, .options = options, .bindings = play_bindings};
    if (game->notice)
        say(&screen, game->notice);
    return run(&screen);
}

int term_replay(eleven_session *session, const term_options *options)
{
    struct player_screen screen = {
        .session = session, .options = options, .bindings = replay_bindings, .step_ms = REPLAY_MS};
    eleven_session_seek(session, 1, -1e9);
    return run(&screen);
}
