/* Matches: one game for each thread. Threads take the next game from a counter, and put finished games into a window,
 * so that the games are reported in order however long each took:
 *
 *     reported  taken
 *        v        v
 *     ...[ 7: done ][ 8: playing ][ 9: done ][ 10: playing ] next ...      at most WINDOW games */
#include "eleven/match.h"
#include "base/sized.h"
#include "base/buffer.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/workers.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

enum { WINDOW = 256 };

/* A finished game that waits for those before it. */
typedef struct finished_game {
    bool is_done;
    eleven_match_game game;
    buffer record;
} finished_game;

typedef struct match_window {
    const eleven_match *match;

    /* Guards what follows. */
    pthread_mutex_t lock;

    /* Signalled when `reported` grows or the match is over. */
    pthread_cond_t changed;
    uint64_t taken, reported;
    bool is_over;
    eleven_error error;
    finished_game game[WINDOW];
} match_window;

/* A game that is being played; its plies as text if records are kept. */
typedef struct match_sitting {
    const eleven_match *match;
    eleven_player *player;
    eleven_budget budget;
    eleven_game game;
    uint64_t seed;
    buffer plies;

    /* The player chose nothing although there are moves, so it is out of memory; or what is not legal. */
    eleven_error error;
} match_sitting;

static void ply_note(match_sitting *sitting, const eleven_ply *ply, uint32_t number)
{
    enum { PLY_TEXT = 256 };
    const eleven_match *match = sitting->match;
    buffer *plies = &sitting->plies;
    if (match->keeps_records && buffer_reserve(plies, PLY_TEXT))
        plies->length += eleven_ply_print(&match->rules, match->w, ply, number, plies->at + plies->length, PLY_TEXT);
}

/* Whether the game continues; after a win it does where the rules allow it. */
static bool game_continues(match_sitting *sitting)
{
    const eleven_rules *rules = &sitting->match->rules;
    if (eleven_game_status(rules, &sitting->game) == ELEVEN_STATUS_WON) {
        if (!eleven_game_keep_playing(rules, &sitting->game))
            return false;
        ply_note(sitting, &(eleven_ply){.keeps_playing = true}, sitting->game.ply);
    }
    return eleven_game_status(rules, &sitting->game) == ELEVEN_STATUS_PLAYING;
}

static bool move_play(match_sitting *sitting)
{
    const eleven_rules *rules = &sitting->match->rules;
    eleven_advice advice;
    eleven_events events;
    eleven_game *game = &sitting->game;
    uint32_t number = game->ply;
    if (eleven_player_choose(sitting->player, rules, &game->board, &sitting->budget, &advice))
        sitting->error = ELEVEN_NO_MEMORY;
    else if ((unsigned)advice.direction >= ELEVEN_DIRECTIONS ||
             !eleven_game_step(rules, game, advice.direction, eleven_random(sitting->seed, number + UINT64_C(1)),
                               &events))
        sitting->error = ELEVEN_IMPOSSIBLE;
    if (sitting->error)
        return false;
    eleven_ply ply = {.direction = advice.direction, .spawn_count = events.spawn_count};
    memcpy(ply.spawns, events.spawns, sizeof ply.spawns);
    ply_note(sitting, &ply, number);
    return true;
}

static void game_play_to_end(match_sitting *sitting, finished_game *done)
{
    double began = 0;
    bool moved = true;
    while (moved && game_continues(sitting)) {
        moved = move_play(sitting);
        if (sitting->game.ply == 1)
            began = clock_thread_milliseconds();
    }
    if (sitting->game.ply > 1)
        done->game.milliseconds = clock_thread_milliseconds() - began;
    done->game.score = sitting->game.score;
    done->game.moves = sitting->game.ply;
    done->game.largest = eleven_board_largest(&sitting->game.board);
}

/* The head of the record, and the plies after it. */
static void record_write(const match_sitting *sitting, const eleven_game *start, buffer *record)
{
    eleven_record head = {.rules = sitting->match->rules,
                          .start = *start,
                          .has_seed = true,
                          .seed = sitting->seed,
                          .helped = sitting->game.ply,
                          .has_end = true,
                          .status = eleven_game_status(&sitting->match->rules, &sitting->game),
                          .score = sitting->game.score,
                          .moves = sitting->game.ply};
    size_t length = eleven_record_print(&head, NULL, 0);
    if (buffer_reserve(record, length))
        record->length = eleven_record_print(&head, record->at, length + 1);
    buffer_add(record, sitting->plies.at, sitting->plies.length);
    buffer_byte(record, '\n');
}

static eleven_error game_play(const eleven_match *match, uint64_t index, finished_game *done)
{
    match_sitting sitting = {
        .match = match, .budget.size = sizeof(eleven_budget), .seed = eleven_random(match->seed, index)};
    sitting.player = match->open(match->context, index, sitting.seed, &sitting.budget);
    if (!sitting.player)
        return ELEVEN_NO_MEMORY;
    sitting.budget.stop = match->stop;
    eleven_game_start(&match->rules, match->w, match->h, sitting.seed, &sitting.game, NULL);
    eleven_game start = sitting.game;
    *done = (finished_game){.is_done = true, .game = {.index = index, .seed = sitting.seed}};
    game_play_to_end(&sitting, done);
    if (match->keeps_records)
        record_write(&sitting, &start, &done->record);
    done->game.record = done->record.at;
    done->game.length = done->record.length;
    bool has_memory = !sitting.plies.failed && !done->record.failed;
    buffer_free(&sitting.plies);
    eleven_player_close(sitting.player);
    return has_memory ? sitting.error : ELEVEN_NO_MEMORY;
}

/* With the lock held: the index of the next game, once there is space for it; false where there is none to play. */
static bool game_take(match_window *window, uint64_t *index)
{
    while (!window->is_over && window->taken < window->match->games && window->taken - window->reported >= WINDOW)
        pthread_cond_wait(&window->changed, &window->lock);
    if (window->is_over || window->taken >= window->match->games)
        return false;
    *index = window->match->first + window->taken++;
    return true;
}

/* With the lock held: reports all games whose turn has come. */
static void games_report(match_window *window)
{
    finished_game *next = &window->game[window->reported % WINDOW];
    while (next->is_done && !window->is_over && !eleven_stop_is_requested(window->match->stop)) {
        window->match->report(window->match->context, &next->game);
        buffer_free(&next->record);
        *next = (finished_game){0};
        next = &window->game[++window->reported % WINDOW];
    }
    if (eleven_stop_is_requested(window->match->stop) && window->reported < window->match->games && !window->is_over) {
        window->is_over = true;
        window->error = ELEVEN_STOPPED;
    }
    pthread_cond_broadcast(&window->changed);
}

static void match_worker(void *context, unsigned worker)
{
    match_window *window = context;
    uint64_t index;
    (void)worker;
    pthread_mutex_lock(&window->lock);
    while (game_take(window, &index)) {
        finished_game done = {0};
        pthread_mutex_unlock(&window->lock);
        eleven_error error = game_play(window->match, index, &done);
        pthread_mutex_lock(&window->lock);
        if (error && !eleven_stop_is_requested(window->match->stop)) {
            window->is_over = true;
            window->error = error;
        }
        done.is_done = done.is_done && !error;
        window->game[(index - window->match->first) % WINDOW] = done;
        games_report(window);
    }
    pthread_mutex_unlock(&window->lock);
}

eleven_error eleven_match_run(const eleven_match *request)
{
    eleven_match match;
    SIZED_COPY(match, request);
    assert(match.open && match.report);
    match_window *window = memory_zeroed(1, sizeof *window);
    workers *team = window ? workers_open(match.threads) : NULL;
    if (!team) {
        memory_free(window);
        return ELEVEN_NO_MEMORY;
    }
    window->match = &match;
    pthread_mutex_init(&window->lock, NULL);
    pthread_cond_init(&window->changed, NULL);
    workers_run(team, match_worker, window);
    workers_close(team);
    for (unsigned i = 0; i < WINDOW; i++)
        buffer_free(&window->game[i].record);
    eleven_error error = window->error;
    pthread_cond_destroy(&window->changed);
    pthread_mutex_destroy(&window->lock);
    memory_free(window);
    return error;
}
