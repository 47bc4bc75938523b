/* The review of a game on the whole screen: keys walk through it, and a player judges it meanwhile. */
#include "term/term_room.h"
#include "base/named_player.h"

#include <curses.h>
#include <limits.h>
#include <stdlib.h>

/* How long a frame waits for the judge. A key waits no longer. */
enum { JUDGE_MS = 10 };

static void go_to(struct screen *screen, size_t move)
{
    struct review_view *view = screen->review;
    view->at = move;
    size_t position = move < view->review.in_all ? view->review.entry[move] : view->review.end;
    eleven_session_seek(screen->session, position, screen_action_time(screen));
}

/* By so many moves, or to an end. */
static void go_by(struct screen *screen, int moves)
{
    int64_t now = (int64_t)screen->review->at, at = now + moves, last = (int64_t)screen->review->review.in_all;
    at = at < 0 ? 0 : at > last ? last : at;
    if (at != now)
        go_to(screen, (size_t)at);
}

/* To the next or the previous turning point; after the last one the first follows. */
static void go_to_point(struct screen *screen, int step)
{
    const struct review_view *view = screen->review;
    const eleven_review *sum = &view->review.sum;
    unsigned count = sum->turning_points, passed = 0, here = 0;
    for (unsigned i = 0; i < count; i++) {
        passed += sum->turning_point[i] < view->at;
        here += sum->turning_point[i] == view->at;
    }
    if (count)
        go_to(screen, sum->turning_point[step > 0 ? (passed + here) % count : (passed + count - 1) % count]);
}

static void close_view(struct screen *screen)
{
    struct review_view *view = screen->review;
    if (!view)
        return;
    screen->review = NULL;
    game_review_close(&view->review);
    thinker_free(view->judge);
    free(view);
}

static void ask_judge(struct review_view *view)
{
    eleven_game game = game_review_next(&view->review);
    if (!view->judge)
        view->judge = thinker_new(view->player, 1);
    if (view->judge)
        thinker_ask(view->judge, eleven_session_rules(view->review.session), &game, &view->review.budget);
    view->is_asked = true;
}

/* The judge thinks on a thread of its own; its answers are taken one by one. */
static double judge_for_a_moment(struct screen *screen)
{
    struct review_view *view = screen->review;
    struct game_review *review = &view->review;
    double until = clock_milliseconds() + JUDGE_MS;
    while (review->count < review->in_all) {
        player_hint hint;
        thought answer = THOUGHT_FAILED;
        if (!view->is_asked)
            ask_judge(view);
        if (view->judge)
            answer = thinker_wait(view->judge, until - clock_milliseconds(), &hint);
        if (answer == THOUGHT_NONE)
            break;
        if (answer == THOUGHT_READY)
            review->in_points = hint.unit.in_points && (review->in_points || review->count == 0);
        game_review_add(review, answer == THOUGHT_READY ? &hint.advice : NULL);
        view->is_asked = false;
    }
    game_review_sum(review);
    return review->count < review->in_all ? 0 : -1;
}

static const struct binding review_bindings[] = {
    {{KEY_RIGHT, KEY_DOWN, 'l', 'j'}, "right l", "one move forward", go_by, 1, false},
    {{KEY_LEFT, KEY_UP, 'h', 'k'}, "left h", "one move back", go_by, -1, false},
    {{'n', ' ', '\t'}, "n", "next turning point", go_to_point, 1, false},
    {{'p', KEY_BTAB}, "p", "previous turning point", go_to_point, -1, false},
    {{KEY_HOME, 'g', '0'}, "home g", "to the start", go_by, -INT_MAX, false},
    {{KEY_END, 'e', '$'}, "end e", "to the end", go_by, INT_MAX, false},
    {{'t'}, "t", "next theme", screen_next_theme, 0, false},
    {{'?', KEY_F(1)}, "?", "this help", screen_show_help, 1, false},
    {{'q', 27}, "q", "quit", screen_leave, 0, false},
    {.act = NULL},
};

static const struct screen_kind review_kind = {
    .bindings = review_bindings,
    .run = judge_for_a_moment,
    .describe = review_describe,
    .wheel = go_by,
    .draw = review_draw,
    .close = close_view,
};

/* Begins the review of the session on the screen, to be closed in any case. Returns false when out of memory. */
static bool open_view(struct screen *screen, const char *player, const eleven_budget *budget)
{
    struct review_view *view = screen->review = calloc(1, sizeof *view);
    if (!view || !game_review_open(&view->review, screen->session, NULL, budget))
        return false;
    view->player = player;
    screen->kind = &review_kind;
    go_to(screen, 0);
    return true;
}

void review_open(struct screen *screen, eleven_session *copy)
{
    if (!screen_cover(screen, &review_kind, copy) ||
        open_view(screen, "network", &(eleven_budget){.size = sizeof(eleven_budget)}))
        return;
    screen_uncover(screen);
    screen_say(screen, "Out of memory: the game cannot be reviewed.");
}

int term_review(eleven_session *session, const char *player, const eleven_budget *budget, const term_options *options)
{
    struct screen screen = {.session = session, .options = options};
    int status = open_view(&screen, player, budget) ? screen_run(&screen) : 1;
    close_view(&screen);
    return status;
}
