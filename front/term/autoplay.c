/* The player beside the board: it gives hints, and plays at a pace. It thinks on its own thread. Here it is asked once
 * about each position, and its advice is shown and followed. */
#include "term/term_room.h"
#include "base/named_player.h"

#include <math.h>
#include <stdio.h>

/* How long a hint takes; how late a move is before the panel says so; how long a win is shown. */
enum { HINT_MS = 100, LATE_MS = 250, WIN_MS = 1500 };

static bool is_wanted(const struct screen *screen)
{
    return screen->player.shows_hint || screen->runs || screen->watch;
}

static bool is_over(const struct screen *screen)
{
    return eleven_session_status(screen->session) != ELEVEN_STATUS_PLAYING;
}

static bool is_thinking(const struct screen *screen)
{
    return screen->player.is_asked && !screen->player.is_answered;
}

/* At play it thinks for half of the time until the next move, so that its advice is seen before it moves. */
static eleven_budget budget_now(const struct screen *screen)
{
    const eleven_budget *given = &screen->game->player.budget;
    double half = screen->step_ms / 2;
    if (eleven_budget_is_limited(given))
        return *given;
    if (!screen->player.shows_hint && half < HINT_MS)
        return (eleven_budget){.size = sizeof(eleven_budget), .milliseconds = half > 0.5 ? half : 0.5};
    return (eleven_budget){.size = sizeof(eleven_budget), .milliseconds = HINT_MS};
}

static void ask(struct screen *screen)
{
    struct consultation *player = &screen->player;
    const term_player *wanted = &screen->game->player;
    if (!player->thinker)
        player->thinker = thinker_new(wanted->name, wanted->seed);
    if (!player->thinker)
        return;
    eleven_budget budget = budget_now(screen);
    thinker_ask(player->thinker, eleven_session_rules(screen->session), eleven_session_game(screen->session), &budget);
    player->is_asked = true;
}

/* Whether the advice on this position is there; waits for it, until `until`, if a move is due. */
static bool consult(struct screen *screen, double until)
{
    struct consultation *player = &screen->player;
    if (player->is_answered)
        return player->has_hint;
    if (!player->is_asked)
        ask(screen);
    double now = clock_milliseconds(), patience = screen->runs && now >= screen->next_step ? until - now : 0;
    thought answer = THOUGHT_FAILED;
    if (player->thinker)
        answer = thinker_wait(player->thinker, patience, &player->hint);
    player->is_answered = answer != THOUGHT_NONE;
    player->has_hint = answer == THOUGHT_READY || (player->has_hint && answer == THOUGHT_NONE);
    if (answer == THOUGHT_FAILED) {
        screen_say(screen, "The player has no answer: its file is damaged or memory is out.");
        screen->runs = player->shows_hint = false;
    }
    if (answer == THOUGHT_READY && player->shows_hint) {
        eleven_session_hinted(screen->session);
        screen_save(screen);
    }
    return answer == THOUGHT_READY;
}

/* A player that falls behind its pace does not hurry to catch up; a win stays visible for a while. */
static void make_move(struct screen *screen)
{
    eleven_budget budget = {.size = sizeof(eleven_budget)};
    eleven_player repeater = advice_repeater(&screen->player.hint.advice);
    screen->runs = eleven_session_autoplay(screen->session, &repeater, &budget, screen_action_time(screen));
    if (!screen->runs)
        return;
    screen_changed(screen);
    double soonest = clock_milliseconds() + (is_over(screen) ? WIN_MS : 0);
    screen->next_step = fmax(screen->next_step + screen->step_ms, soonest);
    if (screen->steps_left > 0 && --screen->steps_left == 0)
        screen->runs = false;
}

/* A watched game continues after a win, once it has been seen; any other waits for a person to decide. */
static void handle_end(struct screen *screen)
{
    if (!screen->runs || (screen->watch && clock_milliseconds() < screen->next_step))
        return;
    screen->runs = screen->watch && eleven_session_keep_playing(screen->session, screen_action_time(screen));
    if (screen->runs)
        screen_changed(screen);
}

/* Makes as many moves as are due, for no longer than a frame. */
static void make_due_moves(struct screen *screen)
{
    double until = clock_milliseconds() + FRAME_MS;
    do {
        if (!is_wanted(screen))
            return;
        if (is_over(screen)) {
            handle_end(screen);
            return;
        }
        if (!consult(screen, until) || !screen->runs || clock_milliseconds() < screen->next_step)
            return;
        make_move(screen);
    } while (clock_milliseconds() < until);
}

double autoplay_run(struct screen *screen)
{
    make_due_moves(screen);
    double until_step = fmax(screen->next_step - clock_milliseconds(), 0);
    if (is_thinking(screen))
        return screen->runs ? fmin(until_step, FRAME_MS) : FRAME_MS;
    return screen->runs ? until_step : -1;
}

void autoplay_hint(struct screen *screen, int argument)
{
    (void)argument;
    screen_forget_advice(screen);
    screen->player.shows_hint = !is_over(screen);
    if (!screen->player.shows_hint)
        screen_say(screen, "There is no move to make.");
}

/* If the game is over, this continues it after a win, or starts the next game that is watched. */
void autoplay_start_or_stop(struct screen *screen, int argument)
{
    (void)argument;
    screen->runs = !screen->runs;
    screen->next_step = clock_milliseconds();
    screen->steps_left = screen->steps_left ? screen->steps_left : -1;
    if (!screen->runs || !is_over(screen))
        return;
    if (eleven_session_keep_playing(screen->session, screen_action_time(screen)))
        screen_changed(screen);
    else if (screen->kind->next_game)
        screen->kind->next_game(screen);
    else
        screen->runs = false;
    if (!screen->runs)
        screen_say(screen, "The game is over.");
}

static void write_budget(const struct screen *screen, char *text, size_t size)
{
    eleven_budget budget = budget_now(screen);
    if (budget.depth)
        snprintf(text, size, "%u move%s ahead", budget.depth, plural(budget.depth));
    else if (budget.nodes)
        snprintf(text, size, "%llu position%s", (unsigned long long)budget.nodes, plural(budget.nodes));
    else if (budget.milliseconds < 1)
        snprintf(text, size, "%.0f us per move", budget.milliseconds * 1e3);
    else
        snprintf(text, size, "%.3g ms per move", budget.milliseconds);
}

static void write_state(const struct screen *screen, char *text, size_t size)
{
    if (!screen->runs)
        snprintf(text, size, "%s", screen->watch ? "paused" : "");
    else if (screen->step_ms >= 2)
        snprintf(text, size, "%.3g moves/s", 1000 / screen->step_ms);
    else
        snprintf(text, size, "full speed");
}

/* Arrows on the tiles that move if the hint is followed. */
static void describe_arrows(const struct screen *screen, struct scene *scene)
{
    eleven_hop hops[ELEVEN_CELLS_MAX];
    eleven_board board = eleven_session_game(screen->session)->board;
    eleven_direction direction = screen->player.hint.advice.direction;
    eleven_slide slide = eleven_board_slide(eleven_session_rules(screen->session), &board, direction, hops);
    scene->arrow = direction;
    for (unsigned i = 0; i < slide.hops; i++)
        scene->arrows |= UINT64_C(1) << hops[i].from;
}

void autoplay_describe(const struct screen *screen, struct scene *scene)
{
    const struct consultation *player = &screen->player;
    struct panel *panel = &scene->panel;
    if (!is_wanted(screen) || is_over(screen))
        return;
    const char *name = player_title(screen->game->player.name);
    bool is_late = is_thinking(screen) && clock_milliseconds() > screen->next_step + LATE_MS;
    scene->has_panel = true;
    *panel = (struct panel){.has_hint = player->has_hint, .hint = player->hint};
    if (!player->has_hint || (is_late && screen->runs))
        snprintf(panel->heading, sizeof panel->heading, "%.30s thinks", name);
    else
        snprintf(panel->heading, sizeof panel->heading, "%.30s: %s", player->shows_hint ? "Hint" : name,
                 eleven_direction_name(player->hint.advice.direction));
    if (player->shows_hint && player->has_hint && player->is_answered)
        describe_arrows(screen, scene);
    if (player->shows_hint)
        snprintf(panel->note, sizeof panel->note, "by %s", name);
    else
        write_budget(screen, panel->note, sizeof panel->note);
    write_state(screen, panel->state, sizeof panel->state);
}
