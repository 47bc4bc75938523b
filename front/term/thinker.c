/* One thread, one question, one answer, one lock. */
#include "term/term_room.h"
#include "base/named_player.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef struct question {
    eleven_rules rules;
    eleven_game game;
    eleven_budget budget;
} question;

struct thinker {
    const char *name;
    uint64_t seed;
    pthread_t thread;
    /* Guards all fields below. */
    pthread_mutex_t lock;
    pthread_cond_t asked, answered;
    /* A question that the thread has not taken yet. */
    question question;
    bool has_question;
    /* The thread is opening its player. */
    bool is_opening;
    /* Nobody will ask again. */
    bool is_over;
    /* Ends the work on a question that has been taken: nobody needs its answer any more. */
    eleven_stop stop;
    thought thought;
    player_hint hint;
};

/* Waits for a question; returns false once there will be none. Holds the lock. */
static bool take_question(struct thinker *thinker, question *taken)
{
    while (!thinker->has_question && !thinker->is_over)
        pthread_cond_wait(&thinker->asked, &thinker->lock);
    *taken = thinker->question;
    thinker->has_question = false;
    thinker->stop = (eleven_stop){0};
    return !thinker->is_over;
}

static void discard(struct thinker *thinker)
{
    pthread_cond_destroy(&thinker->asked);
    pthread_cond_destroy(&thinker->answered);
    pthread_mutex_destroy(&thinker->lock);
    free(thinker);
}

static void *think(void *state)
{
    struct thinker *thinker = state;
    eleven_player *player = named_player_open(thinker->name, thinker->seed);
    question asked;
    pthread_mutex_lock(&thinker->lock);
    thinker->is_opening = false;
    while (take_question(thinker, &asked)) {
        player_hint hint = {0};
        pthread_mutex_unlock(&thinker->lock);
        bool found = player && hint_ask(player, &asked.rules, &asked.game, &asked.budget, &hint);
        pthread_mutex_lock(&thinker->lock);
        /* Another question has replaced this one. */
        if (thinker->has_question)
            continue;
        thinker->hint = hint;
        thinker->thought = found ? THOUGHT_READY : THOUGHT_FAILED;
        pthread_cond_signal(&thinker->answered);
    }
    pthread_mutex_unlock(&thinker->lock);
    eleven_player_close(player);
    discard(thinker);
    return NULL;
}

struct thinker *thinker_new(const char *name, uint64_t seed)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker)
        return NULL;
    thinker->name = name;
    thinker->seed = seed;
    thinker->is_opening = true;
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->asked, NULL);
    pthread_cond_init(&thinker->answered, &steady);
    pthread_condattr_destroy(&steady);
    if (pthread_create(&thinker->thread, NULL, think, thinker) == 0)
        return thinker;
    discard(thinker);
    return NULL;
}

void thinker_free(struct thinker *thinker)
{
    if (!thinker)
        return;
    pthread_mutex_lock(&thinker->lock);
    pthread_t thread = thinker->thread;
    bool is_opening = thinker->is_opening;
    thinker->is_over = true;
    eleven_stop_request(&thinker->stop);
    pthread_cond_signal(&thinker->asked);
    pthread_mutex_unlock(&thinker->lock);
    if (is_opening)
        pthread_detach(thread);
    else
        pthread_join(thread, NULL);
}

void thinker_ask(struct thinker *thinker, const eleven_rules *rules, const eleven_game *game,
                 const eleven_budget *budget)
{
    pthread_mutex_lock(&thinker->lock);
    eleven_stop_request(&thinker->stop);
    thinker->question = (question){*rules, *game, *budget};
    thinker->question.budget.stop = &thinker->stop;
    thinker->has_question = true;
    thinker->thought = THOUGHT_NONE;
    pthread_cond_signal(&thinker->asked);
    pthread_mutex_unlock(&thinker->lock);
}

static struct timespec time_after(double milliseconds)
{
    struct timespec limit;
    clock_gettime(CLOCK_MONOTONIC, &limit);
    double seconds = (double)limit.tv_nsec / 1e9 + milliseconds / 1e3;
    limit.tv_sec += (time_t)seconds;
    limit.tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9);
    return limit;
}

thought thinker_wait(struct thinker *thinker, double milliseconds, player_hint *hint)
{
    struct timespec limit = time_after(milliseconds > 0 ? milliseconds : 0);
    int late = milliseconds > 0 ? 0 : 1;
    pthread_mutex_lock(&thinker->lock);
    while (thinker->thought == THOUGHT_NONE && !late)
        late = pthread_cond_timedwait(&thinker->answered, &thinker->lock, &limit);
    thought now = thinker->thought;
    if (now == THOUGHT_READY)
        *hint = thinker->hint;
    pthread_mutex_unlock(&thinker->lock);
    return now;
}
