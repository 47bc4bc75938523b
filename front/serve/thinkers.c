/* Players that think in threads of their own. Questions wait in a list; a free thread takes the oldest. Those that are
 * answered wait in another list, and the loop is woken. */
#include "base/clock.h"
#include "base/hint.h"
#include "base/named_player.h"
#include "serve/serve_room.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { PATIENCE_MS = 10000 };

typedef struct question_list {
    question *first, **end;
} question_list;

struct thinkers {
    eleven_budget budget;
    struct lws_context *context;
    pthread_mutex_t lock;
    pthread_cond_t has_news;
    question_list asked, answered;
    bool is_closing;
    /* How many players there are, taken by threads, and how many threads run. */
    unsigned count, taken, running;
    eleven_player *players[];
};

static void append(question_list *list, question *last)
{
    last->next = NULL;
    *list->end = last;
    list->end = &last->next;
}

static question *take_first(question_list *list)
{
    question *first = list->first;
    if (!first)
        return NULL;
    list->first = first->next;
    if (!list->first)
        list->end = &list->first;
    return first;
}

static void answer(thinkers *all, eleven_player *player, question *asked)
{
    asked->is_late = clock_milliseconds() - asked->asked > PATIENCE_MS;
    asked->unit = value_unit_of(player, &asked->rules, &asked->board, &all->budget);
    asked->has_failed =
        asked->is_late || eleven_player_choose(player, &asked->rules, &asked->board, &all->budget, &asked->advice);
}

static void *think(void *data)
{
    thinkers *all = data;
    pthread_mutex_lock(&all->lock);
    eleven_player *player = all->players[all->taken++];
    while (!all->is_closing) {
        question *asked = take_first(&all->asked);
        if (!asked) {
            pthread_cond_wait(&all->has_news, &all->lock);
            continue;
        }
        pthread_mutex_unlock(&all->lock);
        answer(all, player, asked);
        pthread_mutex_lock(&all->lock);
        append(&all->answered, asked);
        lws_cancel_service(all->context);
    }
    all->running--;
    pthread_cond_broadcast(&all->has_news);
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

static void start(thinkers *all)
{
    pthread_t thread;
    int trouble = 0;
    pthread_mutex_lock(&all->lock);
    while (all->running < all->count && (trouble = pthread_create(&thread, NULL, think, all)) == 0) {
        pthread_detach(thread);
        all->running++;
    }
    pthread_mutex_unlock(&all->lock);
    errno = trouble;
}

thinkers *thinkers_open(const serve_options *options, struct lws_context *context)
{
    thinkers *all = calloc(1, sizeof *all + options->players * sizeof all->players[0]);
    pthread_condattr_t attributes;
    if (!all)
        return NULL;
    all->budget = options->budget;
    all->context = context;
    all->asked.end = &all->asked.first;
    all->answered.end = &all->answered.first;
    pthread_mutex_init(&all->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&all->has_news, &attributes);
    while (all->count < options->players && (all->players[all->count] = named_player_open(options->player, all->count)))
        all->count++;
    if (all->count == options->players)
        start(all);
    if (all->running > 0)
        return all;
    int trouble = errno;
    thinkers_close(all, 0);
    errno = trouble;
    return NULL;
}

bool thinkers_close(thinkers *all, double milliseconds)
{
    struct timespec until;
    int late = 0;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(milliseconds * 1e6);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&all->lock);
    all->is_closing = true;
    pthread_cond_broadcast(&all->has_news);
    while (all->running > 0 && late == 0)
        late = pthread_cond_timedwait(&all->has_news, &all->lock, &until);
    bool have_ended = all->running == 0;
    pthread_mutex_unlock(&all->lock);
    for (unsigned i = 0; have_ended && i < all->count; i++)
        eleven_player_close(all->players[i]);
    if (have_ended)
        free(all);
    return have_ended;
}

void thinkers_ask(thinkers *all, question *asked)
{
    asked->asked = clock_milliseconds();
    pthread_mutex_lock(&all->lock);
    append(&all->asked, asked);
    pthread_cond_signal(&all->has_news);
    pthread_mutex_unlock(&all->lock);
}

question *thinkers_answered(thinkers *all)
{
    pthread_mutex_lock(&all->lock);
    question *first = take_first(&all->answered);
    pthread_mutex_unlock(&all->lock);
    return first;
}
