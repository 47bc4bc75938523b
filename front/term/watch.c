/* A player at play, to be watched: it starts automatically, and whoever presses an arrow key takes its place. */
#include "term/term_room.h"
#include "base/named_player.h"

#include <curses.h>
#include <stdio.h>

/* From now on it is a game like any other, and saved. */
static void take_over(struct screen *screen)
{
    const char *notice = NULL;
    eleven_session *session = screen->watch->take_over(screen->watch->context, &notice);
    if (!session) {
        screen_say(screen, "Out of memory: you cannot take over.");
        return;
    }
    screen->session = screen->played = session;
    screen->watch = NULL;
    screen->kind = &play_kind;
    screen->runs = false;
    screen->steps_left = -1;
    screen_changed(screen);
    if (notice)
        screen_say(screen, "%s", notice);
    else
        screen_say(screen, "You play now; press p to let %s continue.", player_title(screen->game->player.name));
}

static void take_over_and_move(struct screen *screen, int direction)
{
    take_over(screen);
    play_move(screen, direction);
}

static void next_game(struct screen *screen)
{
    eleven_session *session = screen->watch->next(screen->watch->context);
    if (!session) {
        screen_say(screen, "Out of memory: there is no other game.");
        screen->runs = false;
        return;
    }
    screen->session = session;
    screen->steps_left = screen->watch->moves;
    screen_forget_advice(screen);
}

static void start_next_game(struct screen *screen, int argument)
{
    (void)argument;
    next_game(screen);
    screen->runs = true;
    screen->next_step = clock_milliseconds() + screen->step_ms;
}

static void make_moves(struct screen *screen, int count)
{
    screen->runs = true;
    screen->next_step = clock_milliseconds();
    screen->steps_left = count;
}

static void step_back(struct screen *screen, int forward)
{
    screen->runs = false;
    if ((forward ? eleven_session_redo : eleven_session_undo)(screen->session, screen_action_time(screen)))
        screen_changed(screen);
}

static void describe_watch(struct screen *screen, struct scene *scene)
{
    bool can_continue = scene->frame.status == ELEVEN_STATUS_WON && scene->frame.can_keep_playing;
    play_write_title(scene, eleven_session_rules(screen->session), "");
    screen_set_banner(scene, can_continue ? "space continue  n next game  u undo" : "n next game  u undo  q quit");
    autoplay_describe(screen, scene);
}

static const struct binding watch_bindings[] = {
    {{' ', 'p'}, "space p", "pause, or continue", autoplay_start_or_stop, 0, true},
    {{'.', '\r', '\n', KEY_ENTER}, ".", "one move, then pause", make_moves, 1, true},
    {{'+', '='}, "+ -", "faster, slower", screen_set_speed, 1, true},
    {{'-'}, NULL, NULL, screen_set_speed, 0, true},
    {{KEY_UP, 'w', 'k'}, "arrows", "take over: from now on you play", take_over_and_move, ELEVEN_UP, false},
    {{KEY_LEFT, 'a', 'h'}, NULL, NULL, take_over_and_move, ELEVEN_LEFT, false},
    {{KEY_DOWN, 's', 'j'}, NULL, NULL, take_over_and_move, ELEVEN_DOWN, false},
    {{KEY_RIGHT, 'd', 'l'}, NULL, NULL, take_over_and_move, ELEVEN_RIGHT, false},
    {{'u', KEY_BACKSPACE, 127}, "u r", "one move back, forward", step_back, 0, false},
    {{'r'}, NULL, NULL, step_back, 1, false},
    {{'n'}, "n", "next game", start_next_game, 0, true},
    {{'t'}, "t", "next theme", screen_next_theme, 0, true},
    {{'?', KEY_F(1)}, "?", "this help", screen_show_help, 1, true},
    {{'q', 27}, "q", "quit", screen_quit, 0, true},
    {.act = NULL},
};

static const struct screen_kind watch_kind = {
    .bindings = watch_bindings,
    .hints = "? help  q quit  space pause  + faster  - slower  . one move  arrows take over",
    .run = autoplay_run,
    .describe = describe_watch,
    .slide = take_over_and_move,
    .next_game = next_game,
};

int term_watch_play(term_game *game, const term_watch *watch, const term_options *options)
{
    struct screen screen = {.kind = &watch_kind,
                            .game = game,
                            .watch = watch,
                            .session = game->session,
                            .options = options,
                            .runs = true,
                            .step_ms = watch->pace >= 0 ? watch->pace : AUTOPLAY_MS,
                            .steps_left = watch->moves};
    screen.next_step = clock_milliseconds() + screen.step_ms;
    return screen_run(&screen);
}
