/* The player beside the board: it gives hints, and plays by itself at a pace. It thinks on its own thread; here it is
 * asked about the position, once for each, and what it said is shown and done. */
#include "term/screen.h"

#include <stdio.h>

enum { HINT_MS = 100, LATE_MS = 250, WIN_MS = 1500 };

static bool is_wanted(const struct screen *screen)
{
    return screen->player.shows_hint || screen->runs || screen->watch;
}

static bool stands_still(const struct screen *screen)
{
    return eleven_session_status(screen->session) != ELEVEN_PLAYING;
}

bool autoplay_is_thinking(const struct screen *screen)
{
    return screen->player.is_asked && !screen->player.is_answered;
}

/* What was said is shown on while a player at play thinks about the next position. */
void autoplay_forget(struct screen *screen)
{
    struct consultation *player = &screen->player;
    player->is_asked = player->is_answered = player->shows_hint = false;
    player->has_advice = player->has_advice && screen->runs;
}

/* ---- Asking -------------------------------------------------------------------------------------------- */

static bool is_free(const eleven_budget *budget)
{
    return !budget->depth && !budget->nodes && !(budget->milliseconds > 0);
}

/* At play it thinks for half of the time until the next move, so that one sees what it thinks before it moves. */
static eleven_budget budget_now(const struct screen *screen)
{
    const eleven_budget *told = &screen->game->player.budget;
    double half = screen->step_ms / 2;
    if (!is_free(told))
        return *told;
    if (!screen->player.shows_hint && half < HINT_MS)
        return (eleven_budget){.milliseconds = half > 0.5 ? half : 0.5};
    return (eleven_budget){.milliseconds = HINT_MS};
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
    thinker_ask(player->thinker, eleven_session_rules(screen->session), &eleven_session_game(screen->session)->board,
                &budget);
    player->is_asked = true;
}

/* Whether the player's advice on this position is there; where a move is due, waits for it until then. */
static bool consult(struct screen *screen, double until)
{
    struct consultation *player = &screen->player;
    if (player->is_answered)
        return player->has_advice;
    if (!player->is_asked)
        ask(screen);
    double now = now_ms(), patience = screen->runs && now >= screen->next_step ? until - now : 0;
    thought said = THOUGHT_FAILED;
    if (player->thinker)
        said = thinker_wait(player->thinker, patience, &player->advice);
    player->is_answered = said != THOUGHT_NONE;
    player->has_advice = said == THOUGHT_READY || (player->has_advice && said == THOUGHT_NONE);
    if (said == THOUGHT_FAILED) {
        say(screen, "The player cannot think: there is not enough memory.");
        screen->runs = player->shows_hint = false;
    }
    return said == THOUGHT_READY;
}

/* ---- Moving -------------------------------------------------------------------------------------------- */

/* A player that repeats what has been said already. */
static bool repeat(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                   const eleven_budget *budget, eleven_advice *advice)
{
    (void)rules;
    (void)board;
    (void)budget;
    *advice = *(const eleven_advice *)player->state;
    return true;
}

/* One that falls behind its pace does not hurry to catch up; a win may be looked at. */
static void set_next_step(struct screen *screen)
{
    double now = now_ms(), soonest = stands_still(screen) ? now + WIN_MS : now;
    screen->next_step += screen->step_ms;
    screen->next_step = screen->next_step < soonest ? soonest : screen->next_step;
}

static void make_move(struct screen *screen)
{
    eleven_budget budget = {0};
    eleven_player echo = {.state = &screen->player.advice, .choose = repeat};
    screen->runs = eleven_session_autoplay(screen->session, &echo, &budget, action_time(screen));
    if (!screen->runs)
        return;
    changed(screen);
    set_next_step(screen);
    if (screen->steps_left > 0 && --screen->steps_left == 0)
        screen->runs = false;
}

/* A watched game goes on after a win, once it has been seen; any other waits for a person to decide. */
static void meet_the_end(struct screen *screen)
{
    if (!screen->runs || (screen->watch && now_ms() < screen->next_step))
        return;
    screen->runs = screen->watch && eleven_session_keep_playing(screen->session, action_time(screen));
    if (screen->runs)
        changed(screen);
}

/* As many moves as are due, for no longer than a frame. */
void autoplay_run(struct screen *screen)
{
    double until = now_ms() + FRAME_MS;
    do {
        if (!is_wanted(screen))
            return;
        if (stands_still(screen)) {
            meet_the_end(screen);
            return;
        }
        if (!consult(screen, until) || !screen->runs || now_ms() < screen->next_step)
            return;
        make_move(screen);
    } while (now_ms() < until);
}

/* ---- Actions ------------------------------------------------------------------------------------------- */

void act_hint(struct screen *screen, int argument)
{
    (void)argument;
    autoplay_forget(screen);
    screen->player.shows_hint = !stands_still(screen);
    if (!screen->player.shows_hint)
        say(screen, "There is no move to make.");
}

/* Where the game stands still, to play means to go on after a win, or to the next game that is watched. */
void act_autoplay(struct screen *screen, int argument)
{
    (void)argument;
    screen->runs = !screen->runs;
    screen->next_step = now_ms();
    screen->steps_left = screen->steps_left ? screen->steps_left : -1;
    if (!screen->runs || !stands_still(screen))
        return;
    if (eleven_session_keep_playing(screen->session, action_time(screen)))
        changed(screen);
    else if (screen->watch)
        watch_next_game(screen);
    else
        screen->runs = false;
    if (!screen->runs)
        say(screen, "The game is over.");
}

/* ---- What is to be seen -------------------------------------------------------------------------------- */

static void write_budget(const struct screen *screen, char *text, size_t size)
{
    eleven_budget budget = budget_now(screen);
    if (budget.depth)
        snprintf(text, size, "%u move%s ahead", budget.depth, budget.depth == 1 ? "" : "s");
    else if (budget.nodes)
        snprintf(text, size, "%llu positions", (unsigned long long)budget.nodes);
    else if (budget.milliseconds < 1)
        snprintf(text, size, "%.0f us a move", budget.milliseconds * 1e3);
    else
        snprintf(text, size, "%.3g ms a move", budget.milliseconds);
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

bool autoplay_panel(const struct screen *screen, struct panel *panel)
{
    const struct consultation *player = &screen->player;
    if (!screen->game || !is_wanted(screen) || stands_still(screen))
        return false;
    const char *name = screen->game->player.name;
    bool is_late = autoplay_is_thinking(screen) && now_ms() > screen->next_step + LATE_MS;
    *panel = (struct panel){.has_advice = player->has_advice, .advice = player->advice};
    if (!player->has_advice || (is_late && screen->runs))
        snprintf(panel->heading, sizeof panel->heading, "%s thinks", name);
    else
        snprintf(panel->heading, sizeof panel->heading, "%s: %s", player->shows_hint ? "Hint" : name,
                 eleven_direction_name(player->advice.direction));
    if (player->shows_hint)
        snprintf(panel->note, sizeof panel->note, "by %s", name);
    else
        write_budget(screen, panel->note, sizeof panel->note);
    write_state(screen, panel->state, sizeof panel->state);
    return true;
}
