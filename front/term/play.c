/* The game: what its keys do to the session. */
#include "term/term_room.h"

#include "base/values.h"

#include <curses.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void play_move(struct screen *screen, int direction)
{
    if (eleven_session_move(screen->session, (eleven_direction)direction, screen_action_time(screen)))
        screen_changed(screen);
}

static void undo_or_redo(struct screen *screen, int forward)
{
    if ((forward ? eleven_session_redo : eleven_session_undo)(screen->session, screen_action_time(screen)))
        screen_changed(screen);
    else
        screen_say(screen, forward ? "There is nothing to redo." : "There is nothing to undo.");
}

static void new_game(struct screen *screen, int argument)
{
    (void)argument;
    char date[32];
    date_now(date);
    if (!eleven_session_new_game(screen->session, random_seed(), date, screen_action_time(screen)))
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

static void show_game(struct screen *screen, int in_review)
{
    (in_review ? review_open : replay_open)(screen, screen_copy_game(screen->session));
}

void play_write_title(struct scene *scene, const eleven_rules *rules, const char *mark)
{
    const eleven_frame *frame = &scene->frame;
    snprintf(scene->title, sizeof scene->title, "%dx%d %s  %u move%s%s", frame->w, frame->h, rules->name, frame->moves,
             plural(frame->moves), mark);
}

/* A game that is behind the best score, and then beats it, is announced once. */
static void describe_best(struct screen *screen, struct scene *scene, const eleven_record *record)
{
    size_t game = 1 + eleven_session_entry(screen->session, eleven_session_position(screen->session) - 1)->game;
    uint64_t own = eleven_record_plain_score(record, record->score);
    scene->has_best = true;
    scene->best = saver_best(screen->game->saver, screen->session);
    if (game != screen->best_game) {
        screen->best_game = game;
        screen->is_behind = own < scene->best;
        screen->is_new_best = false;
    } else if (screen->is_behind && own > screen->best) {
        screen->is_behind = false;
        screen->is_new_best = true;
        screen_say(screen, "A new best score in plain play!");
        screen->celebrated_until = screen->notice_until;
    }
    screen->best = scene->best;
    scene->is_new_best = screen->is_new_best;
    scene->celebrates = scene->is_new_best && screen->notice_until == screen->celebrated_until &&
                        clock_milliseconds() < screen->notice_until;
}

/* How to play, on one line; the first line that a new player reads. */
static void write_rules(struct screen *screen, struct scene *scene)
{
    const eleven_rules *rules = eleven_session_rules(screen->session);
    eleven_rules classic;
    bool has_pairs =
        eleven_rules_find("classic", &classic) && memcmp(rules->merge, classic.merge, sizeof rules->merge) == 0;
    int length = snprintf(screen->rules_line, sizeof screen->rules_line, "Arrow keys slide the tiles; %s merge.",
                          has_pairs ? "equal ones" : "some pairs");
    if (rules->goal)
        snprintf(screen->rules_line + length, sizeof screen->rules_line - (size_t)length, " Reach %" PRIu32 ".",
                 rules->value[rules->goal]);
    scene->notice = screen->rules_line;
}

static void find_rank(struct screen *screen)
{
    eleven_store *store = screen->game->lists_games ? screen->game->saver->store : NULL;
    store_game game;
    if (screen->is_rank_known)
        return;
    screen->of = 0;
    screen->is_rank_known = true;
    int64_t id = store && !screen->unsaved[0] ? store_current(store, screen->played) : 0;
    if (id && !store_find(store, id, &game, NULL) && !store_rank(store, id, &screen->rank, &screen->of, NULL))
        screen->played_ms = (uint64_t)game.played;
}

static void describe_game(struct screen *screen, struct scene *scene)
{
    eleven_record record;
    eleven_session_record(screen->session, &record);
    bool can_continue = scene->frame.status == ELEVEN_STATUS_WON && scene->frame.can_keep_playing;
    static const char *const marks[] = {"", ", undone", ", hinted", ", helped"};
    play_write_title(scene, &record.rules, marks[eleven_record_class(&record)]);
    screen_set_banner(scene, can_continue ? "c keep playing  n play again  v review  y replay  g games  u undo"
                                          : "n play again  v review  y replay  g games  u undo");
    screen->shows_rules = screen->shows_rules && scene->frame.moves == 0 && !record.from_board;
    if (screen->shows_rules)
        write_rules(screen, scene);
    autoplay_describe(screen, scene);
    describe_best(screen, scene, &record);
    if (scene->banner || scene->celebrates)
        find_rank(screen);
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
    {{'v'}, "v", "review the game", show_game, 1, false},
    {{'y'}, "y", "replay the game", show_game, 0, false},
    {{'g'}, "g", "all games: continue, replay, rename, delete ...", games_open, 0, false},
    {{'t'}, "t", "next theme", screen_next_theme, 0, false},
    {{'?', KEY_F(1)}, "?", "this help", screen_show_help, 1, false},
    {{'q'}, "q", "quit; the game is saved", screen_quit, 0, false},
    {.act = NULL},
};

const struct screen_kind play_kind = {
    .bindings = play_bindings,
    .hints = "? help  q quit  u undo  space hint  n new  g games  p autoplay  r redo  arrows move",
    .any_key_stops = true,
    .run = autoplay_run,
    .describe = describe_game,
    .draw = sheet_draw,
    .slide = play_move,
};

int term_play(term_game *game, const term_options *options)
{
    struct screen screen = {.kind = &play_kind,
                            .game = game,
                            .session = game->session,
                            .played = game->session,
                            .shows_rules = game->is_first,
                            .options = options,
                            .step_ms = AUTOPLAY_MS,
                            .steps_left = -1};
    screen_save(&screen);
    if (game->notice)
        screen_say(&screen, "%s", game->notice);
    return screen_run(&screen);
}
