/* The loop. Nothing waits for an animation or for a player that thinks: a key acts at once, and what was still moving
 * is simply over. */
#define _GNU_SOURCE /* clock_gettime */
#include "term/screen.h"

#include <ctype.h>
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#undef columns

enum { NOTICE_MS = 4000 };

double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1000 + (double)now.tv_nsec / 1e6;
}

/* What comes faster than tiles slide would never be seen to arrive. */
double action_time(const struct screen *screen)
{
    bool is_hurried = screen->runs && screen->step_ms < SLIDE_MS;
    return screen->options->animate && !is_hurried ? now_ms() : -1e9;
}

void say(struct screen *screen, const char *sentence)
{
    snprintf(screen->notice, sizeof screen->notice, "%s", sentence);
    screen->notice_until = now_ms() + NOTICE_MS;
}

void changed(struct screen *screen)
{
    eleven_problem problem = {0};
    const term_game *game = screen->game;
    autoplay_forget(screen);
    if (!screen->watch && game->save && !game->save(game->context, screen->session, &problem))
        say(screen, problem.sentence);
}

/* ---- Actions ------------------------------------------------------------------------------------------- */

void act_run(struct screen *screen, int argument)
{
    (void)argument;
    screen->runs = !screen->runs;
    screen->next_step = now_ms();
}

void act_speed(struct screen *screen, int faster)
{
    screen->step_ms *= faster ? 0.5 : 2;
    screen->step_ms = screen->step_ms < 2 ? 2 : screen->step_ms > 5000 ? 5000 : screen->step_ms;
    if (screen->next_step > now_ms() + screen->step_ms)
        screen->next_step = now_ms() + screen->step_ms;
}

void act_theme(struct screen *screen, int argument)
{
    (void)argument;
    screen->theme = theme_load(theme_after(screen->theme.name), screen->terminal.pen.depth);
    say(screen, screen->theme.name);
}

void act_redraw(struct screen *screen, int argument)
{
    (void)argument;
    screen->canvas.is_stale = true;
}

void act_help(struct screen *screen, int argument)
{
    (void)argument;
    screen->shows_help = true;
}

void act_quit(struct screen *screen, int argument)
{
    (void)argument;
    screen->quits = true;
}

/* ---- Keys and the mouse -------------------------------------------------------------------------------- */

static const struct binding *binding_of(const struct screen *screen, int key)
{
    int lower = key < 128 ? tolower(key) : key;
    const struct binding *binding = screen->kind->bindings;
    for (; binding->act; binding++)
        for (unsigned i = 0; i < 5 && binding->keys[i]; i++)
            if (binding->keys[i] == lower)
                return binding;
    return binding;
}

static void press(struct screen *screen, int key)
{
    if (screen->shows_help) {
        screen->shows_help = false;
        if (key == '?' || key == 27)
            return;
    }
    screen->notice_until = 0;
    screen->player.shows_hint = false;
    const struct binding *binding = binding_of(screen, key);
    if (screen->kind->any_key_stops && !binding->lets_play)
        screen->runs = false;
    if (binding->act)
        binding->act(screen, binding->argument);
}

/* A drag moves the tiles its way; a click moves them toward the side of the board that it is on. */
static void drag(struct screen *screen, const struct event *event)
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
    screen->player.shows_hint = screen->runs = false;
    act_move(screen, (int)(abs(dx) > abs(dy) ? sideways : along));
}

/* ---- What is to be seen -------------------------------------------------------------------------------- */

static void write_title(const struct screen *screen, const eleven_frame *frame, char *title, size_t size)
{
    eleven_record record = eleven_session_record(screen->session);
    const char *mark = screen->watch ? "" : record.helped ? ", helped" : record.undos ? ", undone" : "";
    if (screen->game)
        snprintf(title, size, "%dx%d %s  %u move%s%s", frame->w, frame->h, record.rules.name, frame->moves,
                 frame->moves == 1 ? "" : "s", mark);
    else
        snprintf(title, size, "%dx%d %s  move %u of %zu", frame->w, frame->h, record.rules.name, frame->moves,
                 eleven_session_length(screen->session) - 1);
}

static void set_banner(const struct screen *screen, struct scene *scene)
{
    bool won = scene->frame.status == ELEVEN_WON;
    if (scene->frame.status == ELEVEN_PLAYING)
        return;
    scene->banner = won ? "You win!" : "Game over!";
    if (screen->watch)
        scene->banner_hint =
            won && scene->frame.can_keep_playing ? "space go on  n next game  u undo" : "n next game  u undo  q quit";
    else if (won && scene->frame.can_keep_playing)
        scene->banner_hint = "c keep playing  n new game  v review";
    else
        scene->banner_hint = "n new game  u undo  v review";
}

enum { HELP_LINES = 18, HELP_WIDTH = 64 };

static void write_help(const struct screen *screen, char text[][HELP_WIDTH], const char **lines)
{
    unsigned count = 0;
    snprintf(text[count], HELP_WIDTH, "Keys");
    for (const struct binding *binding = screen->kind->bindings; binding->act && count < HELP_LINES - 3; binding++)
        if (binding->label)
            snprintf(text[++count], HELP_WIDTH, "%-10s %s", binding->label, binding->help);
    if (screen->game && screen->terminal.has_mouse)
        snprintf(text[++count], HELP_WIDTH, "%-10s %s", "mouse", "click a side of the board, or drag");
    for (unsigned i = 0; i <= count; i++)
        lines[i] = text[i];
    lines[count + 1] = NULL;
}

static void draw(struct screen *screen, struct scene *scene)
{
    char title[96], text[HELP_LINES][HELP_WIDTH];
    const char *lines[HELP_LINES + 1];
    struct panel panel;
    scene->title = title;
    scene->hints = screen->kind->hints;
    write_title(screen, &scene->frame, title, sizeof title);
    if (!scene->frame.is_moving || scene->frame.gain_age > 0.5f)
        set_banner(screen, scene);
    if (screen->shows_help) {
        write_help(screen, text, lines);
        scene->help = lines;
    }
    if (now_ms() < screen->notice_until)
        scene->notice = screen->notice;
    if (autoplay_panel(screen, &panel))
        scene->panel = &panel;
    if (!screen->watch && screen->game && screen->game->best) {
        scene->best = screen->game->best(screen->game->context, screen->session);
        scene->has_best = true;
    }
    screen->layout = draw_scene(&screen->canvas, &screen->terminal.pen, &screen->theme, scene);
    terminal_show(&screen->terminal, &screen->canvas);
}

/* Draws what is to be seen now; whether tiles still move. */
static bool show(struct screen *screen)
{
    struct scene scene = {0};
    eleven_session_frame(screen->session, now_ms(), &scene.frame);
    draw(screen, &scene);
    return scene.frame.is_moving;
}

/* ---- The loop ------------------------------------------------------------------------------------------ */

static void sooner(double *wait, double milliseconds)
{
    milliseconds = milliseconds > 0 ? milliseconds : 0;
    if (*wait < 0 || milliseconds < *wait)
        *wait = milliseconds;
}

/* Until something will look different by itself; -1: never. */
static int wait_time(const struct screen *screen, bool is_moving)
{
    double wait = -1, now = now_ms();
    if (is_moving || autoplay_is_thinking(screen))
        sooner(&wait, FRAME_MS);
    if (screen->runs)
        sooner(&wait, screen->next_step - now);
    if (screen->notice_until > now)
        sooner(&wait, screen->notice_until - now + 1);
    return (int)wait;
}

/* All that has happened by now; the exit status once it is over, otherwise -1. */
static int react(struct screen *screen, struct event event)
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

int screen_run(struct screen *screen)
{
    int status = -1;
    if (!terminal_open(&screen->terminal))
        return -1;
    screen->theme = theme_load(screen->options->theme, screen->terminal.pen.depth);
    if (!canvas_resize(&screen->canvas, screen->terminal.columns, screen->terminal.rows))
        status = 1;
    while (status < 0) {
        screen->kind->run(screen);
        bool is_moving = show(screen);
        status = react(screen, terminal_wait(&screen->terminal, wait_time(screen, is_moving)));
    }
    thinker_free(screen->player.thinker);
    terminal_close(&screen->terminal);
    canvas_free(&screen->canvas);
    return status;
}
