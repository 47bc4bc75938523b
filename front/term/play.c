/* The game: what its keys do to the session. */
#define _GNU_SOURCE /* gmtime_r */
#include "term/review_view.h"
#include "term/screen.h"

#include <curses.h>
#include <time.h>

void act_move(struct screen *screen, int direction)
{
    if (screen->watch)
        watch_take_over(screen);
    if (eleven_session_move(screen->session, (eleven_direction)direction, action_time(screen)))
        changed(screen);
}

static void act_undo(struct screen *screen, int argument)
{
    (void)argument;
    if (eleven_session_undo(screen->session, action_time(screen)))
        changed(screen);
    else
        say(screen, "There is nothing to undo.");
}

static void act_redo(struct screen *screen, int argument)
{
    (void)argument;
    if (eleven_session_redo(screen->session, action_time(screen)))
        changed(screen);
    else
        say(screen, "There is nothing to redo.");
}

static void act_new(struct screen *screen, int argument)
{
    (void)argument;
    char date[32];
    time_t seconds = time(NULL);
    struct tm utc;
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
    if (!eleven_session_new_game(screen->session, screen->game->random_seed(), date, action_time(screen)))
        return;
    changed(screen);
    if (screen->notice_until < now_ms())
        say(screen, "A new game; u brings the old one back.");
}

static void act_keep(struct screen *screen, int argument)
{
    (void)argument;
    if (eleven_session_keep_playing(screen->session, action_time(screen)))
        changed(screen);
}

static void act_review(struct screen *screen, int argument)
{
    (void)argument;
    if (!review_current(&screen->terminal, &screen->canvas, &screen->theme, screen->session))
        say(screen, "There is not enough memory to review the game.");
}

/* `a` is left, as in WASD; therefore the player plays on `p`, as in the browser. */
static const struct binding play_bindings[] = {
    {{KEY_UP, 'w', 'k'}, "up w k", "slide up", act_move, ELEVEN_UP, false},
    {{KEY_LEFT, 'a', 'h'}, "left a h", "slide left", act_move, ELEVEN_LEFT, false},
    {{KEY_DOWN, 's', 'j'}, "down s j", "slide down", act_move, ELEVEN_DOWN, false},
    {{KEY_RIGHT, 'd', 'l'}, "right d l", "slide right", act_move, ELEVEN_RIGHT, false},
    {{'u', KEY_BACKSPACE, 127}, "u", "undo, as often as you like", act_undo, 0, false},
    {{'r'}, "r", "redo", act_redo, 0, false},
    {{' ', 'i'}, "space", "hint: what moves are worth", act_hint, 0, false},
    {{'p'}, "p", "autoplay until the next key", act_autoplay, 0, true},
    {{'+', '='}, "+ -", "autoplay faster, slower", act_speed, 1, true},
    {{'-'}, NULL, NULL, act_speed, 0, true},
    {{'n'}, "n", "new game (undo brings the old one back)", act_new, 0, false},
    {{'c', '\r', '\n', KEY_ENTER}, "c", "keep playing after the win", act_keep, 0, false},
    {{'v'}, "v", "review the game", act_review, 0, false},
    {{'t'}, "t", "next theme", act_theme, 0, false},
    {{'?', KEY_F(1)}, "?", "this help", act_help, 0, false},
    {{'q'}, "q", "quit; the game is kept", act_quit, 0, false},
    REDRAW_BINDING,
    LAST_BINDING,
};

const struct screen_kind play_kind = {
    play_bindings, "? help  q quit  u undo  space hint  n new  p autoplay  r redo  arrows move", true, autoplay_run};

int term_play(const term_game *game, const term_options *options)
{
    struct screen screen = {.kind = &play_kind,
                            .game = game,
                            .session = game->session,
                            .options = options,
                            .step_ms = AUTOPLAY_MS,
                            .steps_left = -1};
    if (game->notice)
        say(&screen, game->notice);
    return screen_run(&screen);
}
