/* One game a thread. Threads take the next game from a counter, and hand finished games in through a
 * window, so that they are reported in order however long each took:
 *
 *     reported  taken
 *        v        v
 *     ...[ 7: done ][ 8: under way ][ 9: done ][ 10: under way ] next ...      at most WINDOW games
 */
#include "eleven/match.h"
#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 256, THREADS_MAX = 64 };

/* A finished game waiting for those before it. */
typedef struct finished_game {
    bool is_done;
    eleven_match_game game;
    char *record; /* owned */
} finished_game;

typedef struct match_table {
    const eleven_match *match;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t moved_on;
    uint64_t taken, reported;
    bool is_over;
    eleven_error error;
    finished_game window[WINDOW];
} match_table;

/* ---- Records ------------------------------------------------------------------------------------------- */

/* A text that grows. */
typedef struct growing_text {
    char *text;
    size_t length, room;
    bool failed;
} growing_text;

static char *text_room(growing_text *text, size_t more)
{
    if (text->length + more > text->room) {
        size_t room = 2 * (text->length + more);
        char *grown = realloc(text->text, room);
        text->failed = text->failed || !grown;
        if (!grown)
            return NULL;
        text->text = grown;
        text->room = room;
    }
    return text->text + text->length;
}

static void text_add_ply(growing_text *text, const eleven_rules *rules, unsigned w, const eleven_ply *ply,
                         uint32_t made)
{
    enum { PLY_TEXT = 256 };
    char *at = text_room(text, PLY_TEXT);
    if (at)
        text->length += eleven_ply_print(rules, w, ply, made, at, PLY_TEXT);
}

/* Head and plies in one. Returns NULL when memory is short. */
static char *record_text(const eleven_record *head, const growing_text *plies, size_t *length)
{
    size_t head_length = eleven_record_print(head, NULL, 0);
    char *text = plies->failed ? NULL : malloc(head_length + plies->length + 2);
    if (!text)
        return NULL;
    eleven_record_print(head, text, head_length + 1);
    if (plies->length)
        memcpy(text + head_length, plies->text, plies->length);
    *length = head_length + plies->length;
    text[(*length)++] = '\n';
    text[*length] = '\0';
    return text;
}

/* ---- One game ------------------------------------------------------------------------------------------ */

/* A game under way. */
typedef struct match_sitting {
    const eleven_match *match;
    eleven_player *player;
    eleven_budget budget;
    eleven_game game;
    uint64_t seed;
    growing_text plies;
} match_sitting;

static void note_ply(match_sitting *sitting, const eleven_ply *ply, uint32_t made)
{
    if (sitting->match->keeps_records)
        text_add_ply(&sitting->plies, &sitting->match->rules, sitting->match->w, ply, made);
}

/* Goes on after a win where the rules allow it. */
static bool goes_on(match_sitting *sitting)
{
    const eleven_rules *rules = &sitting->match->rules;
    if (eleven_game_status(rules, &sitting->game) == ELEVEN_WON) {
        if (!eleven_game_keep_playing(rules, &sitting->game))
            return false;
        note_ply(sitting, &(eleven_ply){.keeps_playing = true}, sitting->game.ply);
    }
    return eleven_game_status(rules, &sitting->game) == ELEVEN_PLAYING;
}

static bool make_move(match_sitting *sitting)
{
    const eleven_rules *rules = &sitting->match->rules;
    eleven_advice advice;
    eleven_events events;
    eleven_game *game = &sitting->game;
    uint32_t made = game->ply;
    if (!sitting->player->choose(sitting->player, rules, &game->board, &sitting->budget, &advice) ||
        !eleven_game_step(rules, game, advice.direction, eleven_random(sitting->seed, made + UINT64_C(1)), &events))
        return false;
    eleven_ply ply = {.direction = advice.direction, .spawn_count = events.spawn_count};
    memcpy(ply.spawns, events.spawns, sizeof ply.spawns);
    note_ply(sitting, &ply, made);
    return true;
}

static void play_to_the_end(match_sitting *sitting, finished_game *done)
{
    double began = 0;
    bool moved = true;
    while (moved && goes_on(sitting)) {
        moved = make_move(sitting);
        if (sitting->game.ply == 1)
            began = clock_thread_milliseconds();
    }
    if (sitting->game.ply > 1)
        done->game.milliseconds = clock_thread_milliseconds() - began;
    done->game.score = sitting->game.score;
    done->game.moves = sitting->game.ply;
    done->game.largest = eleven_board_largest(&sitting->game.board);
}

static bool write_record(match_sitting *sitting, const eleven_game *start, finished_game *done)
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
    done->record = record_text(&head, &sitting->plies, &done->game.length);
    done->game.record = done->record;
    return done->record != NULL;
}

/* False when memory is short. */
static bool play_game(const eleven_match *match, uint64_t index, finished_game *done)
{
    match_sitting sitting = {.match = match, .seed = eleven_random(match->seed, index)};
    sitting.player = match->open(match->context, index, sitting.seed, &sitting.budget);
    if (!sitting.player)
        return false;
    sitting.game = eleven_game_start(&match->rules, match->w, match->h, sitting.seed, NULL);
    eleven_game start = sitting.game;
    *done = (finished_game){.is_done = true, .game = {.index = index, .seed = sitting.seed}};
    play_to_the_end(&sitting, done);
    bool has_record = !match->keeps_records || write_record(&sitting, &start, done);
    free(sitting.plies.text);
    eleven_player_close(sitting.player);
    return has_record;
}

/* ---- Many ---------------------------------------------------------------------------------------------- */

/* With the lock held: the next game's index, once there is room for it; false where there is none to play. */
static bool take_game(match_table *table, uint64_t *index)
{
    while (!table->is_over && table->taken < table->match->games && table->taken - table->reported >= WINDOW)
        pthread_cond_wait(&table->moved_on, &table->lock);
    if (table->is_over || table->taken >= table->match->games)
        return false;
    *index = table->taken++;
    return true;
}

/* With the lock held: reports all games whose turn has come. */
static void report_games(match_table *table)
{
    finished_game *next = &table->window[table->reported % WINDOW];
    while (next->is_done && !table->is_over) {
        table->is_over = !table->match->report(table->match->context, &next->game);
        free(next->record);
        *next = (finished_game){0};
        next = &table->window[++table->reported % WINDOW];
    }
    pthread_cond_broadcast(&table->moved_on);
}

static void *play_games(void *shared)
{
    match_table *table = shared;
    uint64_t index;
    pthread_mutex_lock(&table->lock);
    while (take_game(table, &index)) {
        finished_game done = {0};
        pthread_mutex_unlock(&table->lock);
        bool played = play_game(table->match, index, &done);
        pthread_mutex_lock(&table->lock);
        if (!played) {
            table->is_over = true;
            table->error = ELEVEN_NO_MEMORY;
        }
        table->window[index % WINDOW] = done;
        report_games(table);
    }
    pthread_mutex_unlock(&table->lock);
    return NULL;
}

/* The calling thread plays along, so that a match goes on where no other can be had. */
eleven_error eleven_match_run(const eleven_match *match)
{
    match_table *table = calloc(1, sizeof *table);
    pthread_t threads[THREADS_MAX];
    unsigned others = 0, wanted = match->threads < THREADS_MAX ? match->threads : THREADS_MAX;
    if (!table)
        return ELEVEN_NO_MEMORY;
    table->match = match;
    pthread_mutex_init(&table->lock, NULL);
    pthread_cond_init(&table->moved_on, NULL);
    while (others + 1 < wanted && pthread_create(&threads[others], NULL, play_games, table) == 0)
        others++;
    play_games(table);
    while (others)
        pthread_join(threads[--others], NULL);
    for (unsigned i = 0; i < WINDOW; i++)
        free(table->window[i].record);
    eleven_error error = table->error;
    pthread_cond_destroy(&table->moved_on);
    pthread_mutex_destroy(&table->lock);
    free(table);
    return error;
}
