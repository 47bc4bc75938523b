/* The game: what its keys do to the session. */
#include "term/term_room.h"

#include "base/values.h"

#include <curses.h>
#include <stdio.h>

void play_move(struct screen *screen, int direction)
{
    if (eleven_session_move(screen->session, (eleven_direction)direction, screen_action_time(screen)))
        screen_changed(screen);
}

static void undo_or_redo(struct screen *screen, int forward)
{
    if (forward ? eleven_session_redo(screen->session, screen_action_time(screen))
                : eleven_session_undo(screen->session, screen_action_time(screen)))
        screen_changed(screen);
    else
        screen_say(screen, forward ? "There is nothing to redo." : "There is nothing to undo.");
}

static void new_game(struct screen *screen, int argument)
{
    (void)argument;
    char date[32];
    date_now(date);
    if (!eleven_session_new_game(screen->session, screen->game->random_seed(), date, screen_action_time(screen)))
        return;
    screen_changed(screen);
    if (screen->notice_until < clock_milliseconds())
        screen_say(screen, "A new game; u brings the old one back.");
}

static void keep_playing(struct screen *screen, int argument)
{
    (void)argument;
    if (eleven_session_keep_playing(screen->session, screen_action_time(screen)))
        screen_changed(screen);
}

static void review_game(struct screen *screen, int argument)
{
    (void)argument;
    if (!review_open(screen))
        screen_say(screen, "Out of memory: the game cannot be reviewed.");
}

void play_write_title(struct scene *scene, const eleven_rules *rules, const char *mark)
{
    const eleven_frame *frame = &scene->frame;
    snprintf(scene->title, sizeof scene->title, "%dx%d %s  %u move%s%s", frame->w, frame->h, rules->name, frame->moves,
             frame->moves == 1 ? "" : "s", mark);
}

static void describe_game(struct screen *screen, struct scene *scene)
{
    eleven_record record = eleven_session_record(screen->session);
    const term_game *game = screen->game;
    bool can_continue = scene->frame.status == ELEVEN_WON && scene->frame.can_keep_playing;
    static const char *const marks[] = {"", ", undone", ", hinted", ", helped"};
    play_write_title(scene, &record.rules, marks[eleven_record_class(&record)]);
    screen_set_banner(scene, can_continue ? "c keep playing  n new game  v review" : "n new game  u undo  v review");
    autoplay_describe(screen, scene);
    scene->has_best = game->best != NULL;
    if (game->best)
        scene->best = game->best(game->context, screen->session);
}

/* `a` is left, as in WASD; therefore the player plays on `p`, as in the browser. */
static const struct binding play_bindings[] = {
    {{KEY_UP, 'w', 'k'}, "up w k", "slide up", play_move, ELEVEN_UP, false},
    {{KEY_LEFT, 'a', 'h'}, "left a h", "slide left", play_move, ELEVEN_LEFT, false},
    {{KEY_DOWN, 's', 'j'}, "down s j", "slide down", play_move, ELEVEN_DOWN, false},
    {{KEY_RIGHT, 'd', 'l'}, "right d l", "slide right", play_move, ELEVEN_RIGHT, false},
    {{'u', KEY_BACKSPACE, 127}, "u", "undo, as often as you like", undo_or_redo, 0, false},
    {{'r'}, "r", "redo", undo_or_redo, 1, false},
    {{' ', 'i'}, "space", "hint: the value of each move", autoplay_hint, 0, false},
    {{'p'}, "p", "let the player play until the next key", autoplay_start_or_stop, 0, true},
    {{'+', '='}, "+ -", "the player plays faster, slower", screen_set_speed, 1, true},
    {{'-'}, NULL, NULL, screen_set_speed, 0, true},
    {{'n'}, "n", "new game (undo brings the old one back)", new_game, 0, false},
    {{'c', '\r', '\n', KEY_ENTER}, "c", "keep playing after a win", keep_playing, 0, false},
    {{'v'}, "v", "review the game", review_game, 0, false},
    {{'t'}, "t", "next theme", screen_next_theme, 0, false},
    {{'?', KEY_F(1)}, "?", "this help", screen_show_help, 0, false},
    {{'q'}, "q", "quit; the game is saved", screen_quit, 0, false},
    {.act = NULL},
};

const struct screen_kind play_kind = {
    .bindings = play_bindings,
    .hints = "? help  q quit  u undo  space hint  n new  p autoplay  r redo  arrows move",
    .any_key_stops = true,
    .run = autoplay_run,
    .describe = describe_game,
    .slide = play_move,
};

int term_play(const term_game *game, const term_options *options)
{
    struct screen screen = {.kind = &play_kind,
                            .game = game,
                            .session = game->session,
                            .options = options,
                            .step_ms = AUTOPLAY_MS,
                            .steps_left = -1};
    screen_save(&screen);
    if (game->notice)
        screen_say(&screen, game->notice);
    int status = screen_run(&screen);
    review_close(&screen);
    return status;
}
