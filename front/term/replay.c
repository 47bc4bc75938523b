/* A replay: a game that was played, forward and backward. */
#include "term/term_room.h"

#include <curses.h>
#include <limits.h>
#include <stdio.h>

enum { REPLAY_MS = 300 };

static void start_or_stop(struct screen *screen, int argument)
{
    (void)argument;
    screen->runs = !screen->runs;
    screen->next_step = clock_milliseconds();
}

/* By so many moves, or to an end. */
static void go_by(struct screen *screen, int moves)
{
    int64_t now = (int64_t)eleven_session_position(screen->session), at = now + moves;
    int64_t last = (int64_t)eleven_session_length(screen->session);
    screen->runs = false;
    at = at < 1 ? 1 : at > last ? last : at;
    if (at != now)
        eleven_session_seek(screen->session, (size_t)at, screen_action_time(screen));
}

static double run_replay(struct screen *screen)
{
    double now = clock_milliseconds();
    while (screen->runs && now >= screen->next_step) {
        screen->next_step += screen->step_ms;
        screen->runs = eleven_session_redo(screen->session, screen_action_time(screen));
    }
    return screen->runs ? screen->next_step - now : -1;
}

/* The number of moves of the game that is shown. */
static uint32_t count_moves(const eleven_session *session)
{
    size_t game = eleven_session_entry(session, eleven_session_position(session) - 1)->game;
    size_t last = eleven_session_length(session) - 1;
    while (eleven_session_entry(session, last)->game != game)
        last--;
    return eleven_session_entry(session, last)->after.ply;
}

static void describe_replay(struct screen *screen, struct scene *scene)
{
    snprintf(scene->title, sizeof scene->title, "%dx%d %s  move %u of %u", scene->frame.w, scene->frame.h,
             eleven_session_rules(screen->session)->name, scene->frame.moves, count_moves(screen->session));
    screen_set_banner(scene, "");
}

static const struct binding replay_bindings[] = {
    {{KEY_RIGHT, 'l', 'd', KEY_DOWN, 'j'}, "right l", "one move forward", go_by, 1, false},
    {{KEY_LEFT, 'h', 'a', KEY_UP, 'k'}, "left h", "one move back", go_by, -1, false},
    {{' ', 'p'}, "space", "run, or stop", start_or_stop, 0, false},
    {{'+', '='}, "+", "run faster", screen_set_speed, 1, false},
    {{'-'}, "-", "run slower", screen_set_speed, 0, false},
    {{KEY_HOME, 'g', '0'}, "home g", "to the start", go_by, -INT_MAX, false},
    {{KEY_END, 'e', '$'}, "end e", "to the end", go_by, INT_MAX, false},
    {{'t'}, "t", "next theme", screen_next_theme, 0, false},
    {{'?', KEY_F(1)}, "?", "this help", screen_show_help, 1, false},
    {{'q', 27}, "q", "quit", screen_leave, 0, false},
    {.act = NULL},
};

static const struct screen_kind replay_kind = {
    .bindings = replay_bindings,
    .hints = "? help  q quit  space run  left back  right forward",
    .run = run_replay,
    .describe = describe_replay,
    .wheel = go_by,
};

void replay_open(struct screen *screen, eleven_session *copy)
{
    if (!screen_cover(screen, &replay_kind, copy))
        return;
    screen->step_ms = REPLAY_MS;
    eleven_session_seek(copy, 1, -1e9);
    start_or_stop(screen, 0);
}

int term_replay(eleven_session *session, const term_options *options)
{
    struct screen screen = {.kind = &replay_kind, .session = session, .options = options, .step_ms = REPLAY_MS};
    eleven_session_seek(session, 1, -1e9);
    return screen_run(&screen);
}
