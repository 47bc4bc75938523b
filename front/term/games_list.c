/* The rows of the list of games. Those around the window are read from the store when they are needed, so that a long
 * list is as quick as a short one. */
#include "term/term_room.h"

static eleven_store *store_of(const struct screen *screen)
{
    return screen->game->saver->store;
}

static store_query query_of(const struct games_view *view)
{
    static const eleven_class plain = ELEVEN_CLASS_PLAIN;
    static const store_which which[GAMES_SHOWN] = {STORE_ALL, STORE_RUNNING, STORE_ENDED, STORE_ALL, STORE_DELETED};
    return (store_query){.which = which[view->shown],
                         .class = view->shown == GAMES_PLAIN ? &plain : NULL,
                         .text = view->words,
                         .order = view->order,
                         .is_reversed = view->is_reversed};
}

static bool take_row(void *context, const store_game *game)
{
    struct games_view *view = context;
    view->page[view->page_count++] = *game;
    return true;
}

/* Reads the page around the window. */
static void read_page(struct screen *screen)
{
    struct games_view *view = screen->games;
    store_query query = query_of(view);
    view->page_first = view->top > GAMES_PAGE / 4 ? view->top - GAMES_PAGE / 4 : 0;
    view->page_count = 0;
    query.first = view->page_first;
    query.most = GAMES_PAGE;
    eleven_problem problem;
    if (store_games(store_of(screen), &query, take_row, view, &problem))
        screen_say(screen, "%s", problem.sentence);
    for (unsigned i = 0; i < view->page_count; i++)
        view->is_used[i] = view->page[i].is_running && store_is_used(store_of(screen), &view->page[i]);
}

double games_follow_choice(struct screen *screen)
{
    struct games_view *view = screen->games;
    uint32_t rows = games_rows(screen);
    /* A store that was damaged meanwhile is closed. */
    if (!store_of(screen)) {
        view->count = view->at = view->page_count = 0;
        return -1;
    }
    view->at = view->count == 0 ? 0 : view->at < view->count ? view->at : view->count - 1;
    if (view->top + rows > view->count)
        view->top = view->count > rows ? view->count - rows : 0;
    if (view->at < view->top)
        view->top = view->at;
    if (view->at >= view->top + rows)
        view->top = view->at - rows + 1;
    uint32_t end = view->top + rows < view->count ? view->top + rows : view->count;
    if (view->is_stale || view->top < view->page_first || end > view->page_first + view->page_count)
        read_page(screen);
    view->is_stale = false;
    return -1;
}

void games_refresh(struct screen *screen)
{
    struct games_view *view = screen->games;
    store_query query = query_of(view), all = {0};
    uint64_t count = 0, in_all = 0;
    eleven_problem problem;
    if (!store_of(screen))
        return;
    if (store_count(store_of(screen), &query, &count, &problem) ||
        store_count(store_of(screen), &all, &in_all, &problem))
        screen_say(screen, "%s", problem.sentence);
    view->count = (uint32_t)count;
    view->in_all = (uint32_t)in_all;
    view->current = store_current(store_of(screen), screen->played);
    view->is_stale = true;
}

const store_game *games_chosen(struct screen *screen)
{
    struct games_view *view = screen->games;
    games_follow_choice(screen);
    if (view->at - view->page_first < view->page_count)
        return &view->page[view->at - view->page_first];
    screen_say(screen, "There is no game here.");
    return NULL;
}
