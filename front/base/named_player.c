/* The library does not look for endgame tables. This file finds their folder and opens them once. Players that take a
 * while to open are opened in a thread of their own. */
#include "base/named_player.h"
#include "base/hint.h"
#include "base/values.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_PATH = 4096 };

/* Stays open until the program ends. */
static eleven_endgame *strong_tables;

bool cache_folder(char *path, size_t size)
{
    const struct {
        const char *base, *below;
    } places[] = {
        {getenv("ELEVEN_CACHE"), ""}, {getenv("XDG_CACHE_HOME"), "/eleven"}, {getenv("HOME"), "/.cache/eleven"}};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i].base && places[i].base[0])
            return (size_t)snprintf(path, size, "%s%s", places[i].base, places[i].below) < size;
    return false;
}

static void open_strong_tables(void)
{
    char folder[CACHE_PATH];
    eleven_problem problem;
    if (!cache_folder(folder, sizeof folder))
        fail_with("the player strong needs endgame tables, but no cache folder is known: set ELEVEN_CACHE");
    if (eleven_endgame_open(folder, &strong_tables, &problem))
        fail_with("%s; 'eleven endgame' builds the tables for the player strong", problem.sentence);
}

eleven_player *named_player_open(const char *name, uint64_t seed)
{
    if (strcmp(name, "strong") == 0)
        return strong_tables ? eleven_strong_player_new(strong_tables) : NULL;
    eleven_player *player;
    eleven_player_open(name, seed, NULL, &player, NULL);
    return player;
}

bool player_is_built_in(const char *name)
{
    char folder[CACHE_PATH];
    unsigned i = 0;
    while (eleven_player_name(i) && strcmp(eleven_player_name(i), name) != 0)
        i++;
    return eleven_player_name(i) &&
           (strcmp(name, "strong") != 0 || strong_tables ||
            (cache_folder(folder, sizeof folder) && eleven_endgame_open(folder, &strong_tables, NULL) == ELEVEN_OK));
}

const value_kind kind_player = {read_text, eleven_player_name, PATH_FILE, NULL};

void player_check(const char *name)
{
    if (eleven_table_is_named(name)) {
        eleven_table_close(table_read(name));
        return;
    }
    name_find(eleven_player_name, "player", name, NULL);
    if (strcmp(name, "strong") == 0 && !strong_tables)
        open_strong_tables();
}

eleven_player *player_read(const char *name, uint64_t seed)
{
    eleven_player *player = NULL;
    eleven_problem problem;
    if (!eleven_table_is_named(name)) {
        player_check(name);
        player = named_player_open(name, seed);
    } else if (eleven_player_open(name, seed, NULL, &player, &problem)) {
        fail_problem(&problem);
    }
    if (!player)
        fail_no_memory();
    return player;
}

eleven_table *table_read(const char *path)
{
    eleven_table *table;
    eleven_problem problem;
    if (eleven_table_open(path, &table, &problem))
        fail_problem(&problem);
    return table;
}

void table_check(const char *name, const eleven_table *table, const eleven_rules *rules, unsigned w, unsigned h)
{
    if (!table || eleven_table_suits(table, rules, w, h))
        return;
    const eleven_table_facts *facts = eleven_table_about(table);
    fail_usage("%s is a table of %ux%u boards under the rules %s, not of %ux%u under %s", name, facts->w, facts->h,
               facts->rules.name, w, h, rules->name);
}

bool contender_parse(const char *text, match_player *result)
{
    size_t length = strcspn(text, "@");
    uint64_t depth = 0;
    if (length == 0 || length >= sizeof result->name)
        return false;
    if (text[length] == '@') {
        const char *digits = text + length + 1;
        if (!eleven_number_parse(digits, strlen(digits), ELEVEN_SEARCH_DEPTH, &depth) || depth == 0)
            return false;
    }
    *result = (match_player){.depth = (unsigned)depth};
    memcpy(result->name, text, length);
    return true;
}

typedef struct lazy_player {
    eleven_player player;
    uint64_t seed;
    /* NULL before the first question. A thread may be opening it. */
    eleven_player *real;
    pthread_t thread;
    bool has_thread;
    atomic_bool is_open;
    /* The last question and its answer, if there was one. */
    bool has_answer, found, has_failed;
    eleven_rules rules;
    eleven_board board;
    eleven_budget budget;
    eleven_advice advice;
} lazy_player;

static bool is_asked_again(const lazy_player *self, const eleven_rules *rules, const eleven_board *board,
                           const eleven_budget *budget)
{
    return self->has_answer && eleven_board_equal(&self->board, board) && self->budget.depth == budget->depth &&
           self->budget.nodes == budget->nodes && !(budget->milliseconds > 0) &&
           eleven_rules_hash(&self->rules) == eleven_rules_hash(rules);
}

static void *open_real(void *data)
{
    lazy_player *self = data;
    self->real = named_player_open(self->player.name, self->seed);
    atomic_store(&self->is_open, true);
    return NULL;
}

/* Waits until it is open. */
static void finish_opening(lazy_player *self)
{
    if (self->has_thread)
        pthread_join(self->thread, NULL);
    self->has_thread = false;
    if (!atomic_load(&self->is_open))
        open_real(self);
}

bool lazy_player_is_ready(eleven_player *player)
{
    lazy_player *self = player->context;
    bool is_slow = strcmp(player->name, USUAL_PLAYER) == 0;
    if (!is_slow || atomic_load(&self->is_open))
        finish_opening(self);
    else if (!self->has_thread)
        self->has_thread = pthread_create(&self->thread, NULL, open_real, self) == 0;
    return atomic_load(&self->is_open);
}

static bool choose_lazily(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                          const eleven_budget *budget, eleven_advice *advice)
{
    lazy_player *self = player->context;
    finish_opening(self);
    self->has_failed |= !self->real;
    if (!self->real)
        return false;
    if (!is_asked_again(self, rules, board, budget)) {
        self->rules = *rules;
        self->board = *board;
        self->budget = *budget;
        self->found = !eleven_player_choose(self->real, rules, board, budget, &self->advice);
        self->has_answer = self->found;
        self->has_failed |= !self->found && eleven_board_legal(rules, board);
    }
    if (self->found)
        *advice = self->advice;
    return self->found;
}

static void close_lazy(eleven_player *player)
{
    lazy_player *self = player->context;
    if (self->has_thread)
        pthread_join(self->thread, NULL);
    eleven_player_close(self->real);
    free(self);
}

void lazy_player_detail(eleven_player *player, eleven_state *state, const eleven_option *option, char *text,
                        size_t size)
{
    size_t length = eleven_option_describe(state, option, player, text, size);
    const lazy_player *self = player ? player->context : NULL;
    if (!self || !self->has_answer || length >= size || !strstr(text, ", value "))
        return;
    bool in_points = player_counts_points(self->real, &self->rules, self->board.w, self->board.h);
    snprintf(text + length, size - length, in_points ? " points" : " in the unit of %s", player->name);
}

bool lazy_player_has_failed(const eleven_player *player)
{
    return player && ((const lazy_player *)player->context)->has_failed;
}

eleven_player *lazy_player_new(const char *name, uint64_t seed)
{
    lazy_player *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->player = (eleven_player){sizeof(eleven_player), name, self, choose_lazily, close_lazy};
    self->seed = seed;
    return &self->player;
}
