/* A player at play, to be watched: it begins by itself, and whoever presses an arrow key sits down in its place. */
#include "term/screen.h"

#include <curses.h>
#include <stdio.h>

/* ---- Sitting down -------------------------------------------------------------------------------------- */

/* From here on it is a game like any other, and kept. */
void watch_take_over(struct screen *screen)
{
    const char *notice = NULL;
    eleven_session *session = screen->watch->take_over(screen->game->context, &notice);
    if (!session) {
        say(screen, "There is not enough memory to take over.");
        return;
    }
    screen->session = session;
    screen->watch = NULL;
    screen->kind = &play_kind;
    screen->runs = false;
    screen->steps_left = -1;
    autoplay_forget(screen);
    char sentence[80];
    snprintf(sentence, sizeof sentence, "You play now; p lets %s go on.", screen->game->player.name);
    say(screen, notice ? notice : sentence);
}

/* ---- Watching ------------------------------------------------------------------------------------------ */

void watch_next_game(struct screen *screen)
{
    eleven_session *session = screen->watch->next(screen->game->context);
    if (!session) {
        say(screen, "There is not enough memory for another game.");
        screen->runs = false;
        return;
    }
    screen->session = session;
    screen->steps_left = screen->watch->moves;
    autoplay_forget(screen);
}

static void act_next(struct screen *screen, int argument)
{
    (void)argument;
    watch_next_game(screen);
    screen->runs = true;
    screen->next_step = now_ms() + screen->step_ms;
}

/* One move, then a pause. */
static void act_single(struct screen *screen, int argument)
{
    (void)argument;
    screen->runs = true;
    screen->next_step = now_ms();
    screen->steps_left = 1;
}

static void act_back(struct screen *screen, int forward)
{
    screen->runs = false;
    if (forward ? eleven_session_redo(screen->session, action_time(screen))
                : eleven_session_undo(screen->session, action_time(screen)))
        changed(screen);
}

static const struct binding watch_bindings[] = {
    {{' ', 'p'}, "space p", "pause, or go on", act_autoplay, 0, true},
    {{'.', '\r', '\n', KEY_ENTER}, ".", "one move, then pause", act_single, 0, true},
    {{'+', '='}, "+ -", "faster, slower", act_speed, 1, true},
    {{'-'}, NULL, NULL, act_speed, 0, true},
    {{KEY_UP, 'w', 'k'}, "arrows", "take over: from that move on you play", act_move, ELEVEN_UP, false},
    {{KEY_LEFT, 'a', 'h'}, NULL, NULL, act_move, ELEVEN_LEFT, false},
    {{KEY_DOWN, 's', 'j'}, NULL, NULL, act_move, ELEVEN_DOWN, false},
    {{KEY_RIGHT, 'd', 'l'}, NULL, NULL, act_move, ELEVEN_RIGHT, false},
    {{'u', KEY_BACKSPACE, 127}, "u r", "one move back, forward", act_back, 0, false},
    {{'r'}, NULL, NULL, act_back, 1, false},
    {{'n'}, "n", "next game", act_next, 0, true},
    {{'t'}, "t", "next theme", act_theme, 0, true},
    {{'?', KEY_F(1)}, "?", "this help", act_help, 0, true},
    {{'q', 27}, "q", "quit", act_quit, 0, true},
    REDRAW_BINDING,
    LAST_BINDING,
};

static const struct screen_kind watch_kind = {
    watch_bindings, "? help  q quit  space pause  + faster  - slower  . one move  arrows take over", false,
    autoplay_run};

int term_watch_play(const term_game *game, const term_watch *watch, const term_options *options)
{
    struct screen screen = {.kind = &watch_kind,
                            .game = game,
                            .watch = watch,
                            .session = game->session,
                            .options = options,
                            .runs = true,
                            .step_ms = watch->pace >= 0 ? watch->pace : AUTOPLAY_MS,
                            .steps_left = watch->moves};
    screen.next_step = now_ms() + screen.step_ms;
    return screen_run(&screen);
}
