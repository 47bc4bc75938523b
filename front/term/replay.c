/* A game that was played, walked through forward and backward. */
#include "term/screen.h"

#include <curses.h>

enum { REPLAY_MS = 300 };

static void act_step(struct screen *screen, int step)
{
    size_t position = eleven_session_position(screen->session);
    screen->runs = false;
    if (step < 0 && position <= 1)
        return;
    eleven_session_seek(screen->session, step < 0 ? position - 1 : position + 1, action_time(screen));
}

static void act_jump(struct screen *screen, int to_end)
{
    screen->runs = false;
    eleven_session_seek(screen->session, to_end ? eleven_session_length(screen->session) : 1, action_time(screen));
}

static void run_replay(struct screen *screen)
{
    double now = now_ms();
    while (screen->runs && now >= screen->next_step) {
        screen->next_step += screen->step_ms;
        screen->runs = eleven_session_redo(screen->session, action_time(screen));
    }
}

static const struct binding replay_bindings[] = {
    {{KEY_RIGHT, 'l', 'd', KEY_DOWN, 'j'}, "right l", "one move forward", act_step, 1, false},
    {{KEY_LEFT, 'h', 'a', KEY_UP, 'k'}, "left h", "one move back", act_step, -1, false},
    {{' ', 'p'}, "space", "run, or stop", act_run, 0, false},
    {{'+', '='}, "+", "run faster", act_speed, 1, false},
    {{'-'}, "-", "run slower", act_speed, 0, false},
    {{KEY_HOME, 'g', '0'}, "home g", "to the start", act_jump, 0, false},
    {{KEY_END, 'e', '$'}, "end e", "to the end", act_jump, 1, false},
    {{'t'}, "t", "next theme", act_theme, 0, false},
    {{'?', KEY_F(1)}, "?", "this help", act_help, 0, false},
    {{'q', 27}, "q", "quit", act_quit, 0, false},
    REDRAW_BINDING,
    LAST_BINDING,
};

static const struct screen_kind replay_kind = {replay_bindings, "? help  q quit  space run  left back  right forward",
                                               false, run_replay};

int term_replay(eleven_session *session, const term_options *options)
{
    struct screen screen = {.kind = &replay_kind, .session = session, .options = options, .step_ms = REPLAY_MS};
    eleven_session_seek(session, 1, -1e9);
    return screen_run(&screen);
}
