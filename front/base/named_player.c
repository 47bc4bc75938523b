/* The library does not look for endgame tables and the large network. This file finds and opens them once, as it does
 * with tables and weights. Players that take a while to open are opened in a thread of their own. */
#include "base/named_player.h"
#include "base/hint.h"
#include "base/installed.h"
#include "base/problem.h"
#include "base/values.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

const eleven_endgame *strong_tables_open(void)
{
    char folder[CACHE_PATH];
    eleven_problem problem;
    if (strong_tables)
        return strong_tables;
    if (!cache_folder(folder, sizeof folder))
        fail_with("the player strong needs endgame tables, but no cache folder is known: set ELEVEN_CACHE");
    if (eleven_endgame_open(folder, &strong_tables, &problem))
        fail_with("%s; 'eleven endgame' builds the tables for the player strong", problem.sentence);
    return strong_tables;
}

void player_failure(eleven_problem *problem)
{
    eleven_problem damage;
    if (strong_tables && eleven_endgame_damage(strong_tables, &damage))
        problem_set(problem, ELEVEN_BAD_TEXT, "%s; 'eleven endgame' builds them again", damage.sentence);
    else
        problem_set(problem, ELEVEN_NO_MEMORY, "out of memory");
}

void fail_player(void)
{
    eleven_problem problem;
    player_failure(&problem);
    fail_problem(&problem);
}

/* ---- Files ---------------------------------------------------------------------------------------------- */
/* A player that follows a file. It stays open until the program ends; the players with its path share what it
 * opened. */
typedef struct file_player {
    struct file_player *next;
    eleven_player *player;
    char path[];
} file_player;

static file_player *file_players;

/* NULL if it is not open. */
static const file_player *file_player_find(const char *path)
{
    const file_player *found = file_players;
    while (found && strcmp(found->path, path) != 0)
        found = found->next;
    return found;
}

static void file_player_keep(const char *path)
{
    eleven_problem problem;
    file_player *kept = malloc(sizeof *kept + strlen(path) + 1);
    if (!kept)
        fail_no_memory();
    strcpy(kept->path, path);
    if (eleven_player_open(path, 0, NULL, &kept->player, &problem))
        fail_problem(&problem);
    kept->next = file_players;
    file_players = kept;
}

const eleven_table *player_table(const char *name)
{
    const file_player *kept = file_player_find(name);
    return kept ? eleven_player_table(kept->player) : NULL;
}

static eleven_player *file_player_share(const file_player *kept)
{
    const eleven_table *table = eleven_player_table(kept->player);
    eleven_player *player = table ? eleven_table_player_new(table, true) : eleven_network_player_share(kept->player);
    if (player)
        player->name = player_title(kept->path);
    return player;
}

/* ---- Large networks ------------------------------------------------------------------------------------- */
/* A file with a network, and perhaps a late one. They are opened when the first board needs them, in any thread, and
 * until the program ends: each takes a second or two. The file of `strong` may be beside its tables; otherwise both
 * are with the other data of the program. */
typedef struct weights_file {
    const char *name;
    bool is_beside_tables;
    eleven_network *first, *late;
    pthread_mutex_t lock;
} weights_file;

static weights_file large_weights = {"large.weights", false, NULL, NULL, PTHREAD_MUTEX_INITIALIZER};
static weights_file strong_weights = {"strong.weights", true, NULL, NULL, PTHREAD_MUTEX_INITIALIZER};

static const char large_name[] = "network-large";

char usual_player[sizeof large_name] = "network";

static bool is_large(const char *name)
{
    return strcmp(name, large_name) == 0;
}

static bool is_strong(const char *name)
{
    return strcmp(name, "strong") == 0;
}

static bool weights_find(const weights_file *file, char path[CACHE_PATH])
{
    char built[64], installed[64], folder[CACHE_PATH];
    if (file->is_beside_tables && cache_folder(folder, sizeof folder) &&
        (size_t)snprintf(path, CACHE_PATH, "%s/%s", folder, file->name) < CACHE_PATH && access(path, R_OK) == 0)
        return true;
    snprintf(built, sizeof built, "/../data/%s", file->name);
    snprintf(installed, sizeof installed, "/../share/eleven/%s", file->name);
    return installed_find(built, installed, path, CACHE_PATH);
}

/* NULL if it cannot be opened. */
static const eleven_network *weights_open(void *context)
{
    weights_file *file = context;
    char path[CACHE_PATH];
    pthread_mutex_lock(&file->lock);
    if (!file->first && weights_find(file, path))
        eleven_network_open(path, &file->first, NULL);
    const eleven_network *first = file->first;
    pthread_mutex_unlock(&file->lock);
    return first;
}

/* The same for the late network, after weights_open: the first one where the file contains no other. */
static const eleven_network *weights_open_late(void *context)
{
    weights_file *file = context;
    char path[CACHE_PATH];
    pthread_mutex_lock(&file->lock);
    if (!file->late && weights_find(file, path) && eleven_network_open_late(path, &file->late, NULL) == ELEVEN_OK &&
        !file->late)
        file->late = file->first;
    const eleven_network *late = file->late;
    pthread_mutex_unlock(&file->lock);
    return late;
}

static void large_check(void)
{
    char path[CACHE_PATH];
    eleven_problem problem;
    if (!weights_find(&large_weights, path))
        fail_with("the player network-large needs the file large.weights, which is neither in the folder data of the "
                  "source nor in the folder share/eleven of the installation");
    if (eleven_network_check(path, &problem))
        fail_problem(&problem);
}

static void strong_check(void)
{
    char path[CACHE_PATH];
    eleven_problem problem;
    strong_tables_open();
    if (weights_find(&strong_weights, path) && eleven_network_check(path, &problem))
        fail_problem(&problem);
}

void players_begin(void)
{
    char path[CACHE_PATH];
    if (weights_find(&large_weights, path))
        memcpy(usual_player, large_name, sizeof large_name);
}

/* NULL without memory. */
static eleven_player *large_player_new(void)
{
    const eleven_network *early = weights_open(&large_weights);
    eleven_player *player = early ? eleven_network_pair_player_new(early, weights_open_late, &large_weights) : NULL;
    if (player)
        player->name = large_name;
    return player;
}

/* It plays with the networks of the usual player, but from 16384 on with the one of its file, if that is there. */
static eleven_player *strong_player_new(void)
{
    char path[CACHE_PATH];
    if (!weights_find(&strong_weights, path))
        return eleven_strong_network_player_new(strong_tables, named_player_open(usual_player, 0));
    const eleven_network *early = is_large(usual_player) ? weights_open(&large_weights) : eleven_network_shipped();
    eleven_player *pair = early ? eleven_network_pair_player_new(early, weights_open, &strong_weights) : NULL;
    return eleven_strong_guided_player_new(strong_tables, pair);
}

/* ---- All players ---------------------------------------------------------------------------------------- */
const char *player_title(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

eleven_player *named_player_open(const char *name, uint64_t seed)
{
    const file_player *kept = file_player_find(name);
    if (kept)
        return file_player_share(kept);
    if (is_strong(name))
        return strong_tables ? strong_player_new() : NULL;
    if (is_large(name))
        return large_player_new();
    eleven_player *player;
    eleven_player_open(name, seed, NULL, &player, NULL);
    return player;
}

bool player_is_built_in(const char *name)
{
    char folder[CACHE_PATH];
    unsigned i = 0;
    if (is_large(name))
        return weights_find(&large_weights, folder);
    while (eleven_player_name(i) && strcmp(eleven_player_name(i), name) != 0)
        i++;
    return eleven_player_name(i) &&
           (!is_strong(name) || strong_tables ||
            (cache_folder(folder, sizeof folder) && eleven_endgame_open(folder, &strong_tables, NULL) == ELEVEN_OK));
}

/* After the players of the library. */
const char *player_name(unsigned index)
{
    const char *name = eleven_player_name(index);
    return name || index == 0 || !eleven_player_name(index - 1) ? name : large_name;
}

const value_kind kind_player = {read_text, player_name, PATH_FILE, NULL};

void player_check(const char *name)
{
    if (eleven_player_is_file(name)) {
        if (!file_player_find(name))
            file_player_keep(name);
        return;
    }
    match_player contender;
    if (contender_parse(name, &contender) && contender.depth)
        fail_usage("only 'eleven match' takes '%s'; here it is '%s' with --depth %u", name, contender.name,
                   (unsigned)contender.depth);
    name_find(player_name, "player", name, NULL);
    if (is_large(name))
        large_check();
    if (is_strong(name))
        strong_check();
}

eleven_player *player_read(const char *name, uint64_t seed)
{
    player_check(name);
    eleven_player *player = named_player_open(name, seed);
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

static eleven_error table_error(const eleven_table *table, const eleven_rules *rules, unsigned w, unsigned h,
                                eleven_problem *problem)
{
    if (eleven_table_suits(table, rules, w, h))
        return ELEVEN_OK;
    const eleven_table_facts *facts = eleven_table_about(table);
    return problem_set(problem, ELEVEN_BAD_TEXT, "is a table of %ux%u boards under the rules %s, not of %ux%u under %s",
                       facts->w, facts->h, facts->rules.name, w, h, rules->name);
}

eleven_error player_board_error(const char *name, const eleven_rules *rules, unsigned w, unsigned h,
                                eleven_problem *problem)
{
    const eleven_table *table = player_table(name);
    if (table)
        return table_error(table, rules, w, h, problem);
    if (!file_player_find(name) || eleven_network_suits(rules, w, h))
        return ELEVEN_OK;
    return problem_set(problem, ELEVEN_BAD_TEXT,
                       "contains weights for 4x4 boards under the rules classic, not for %ux%u under %s", w, h,
                       rules->name);
}

eleven_error player_position_error(const char *name, const char *title, const eleven_board *board,
                                   eleven_problem *problem)
{
    const eleven_table *table = player_table(name);
    eleven_table_answer known;
    if (table && !eleven_table_probe(table, board, &known))
        return problem_set(problem, ELEVEN_IMPOSSIBLE, "no game reaches this position, so it is not in %.100s", title);
    if (table && !known.legal)
        return problem_set(problem, ELEVEN_IMPOSSIBLE,
                           "the games of %.100s are over in this position, so it has no move for it", title);
    return ELEVEN_OK;
}

void player_check_board(const char *name, const eleven_rules *rules, unsigned w, unsigned h)
{
    eleven_problem problem;
    if (player_board_error(name, rules, w, h, &problem))
        fail_usage("%s %s", name, problem.sentence);
}

void table_check(const char *name, const eleven_table *table, const eleven_rules *rules, unsigned w, unsigned h)
{
    eleven_problem problem;
    if (table_error(table, rules, w, h, &problem))
        fail_usage("%s %s", name, problem.sentence);
}

/* How much of NAME@DEPTH is the name. */
static size_t contender_name_length(const char *text)
{
    const char *at = strrchr(text, '@');
    return at && !strpbrk(at, "./") ? (size_t)(at - text) : strlen(text);
}

bool contender_parse(const char *text, match_player *result)
{
    size_t length = contender_name_length(text);
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
    const char *name;
    uint64_t seed;
    /* NULL before the first question. A thread may be opening it. */
    eleven_player *real;
    pthread_t thread;
    bool has_thread;
    atomic_bool has_ended;
    /* Whether the thread opens the late network as well, and whether that has been tried. */
    bool needs_late, has_late;
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
    if (!self->real)
        self->real = named_player_open(self->name, self->seed);
    self->has_late = self->needs_late;
    if (self->needs_late)
        is_strong(self->name) ? weights_open(&strong_weights) : weights_open_late(&large_weights);
    atomic_store(&self->has_ended, true);
    return NULL;
}

static void thread_join(lazy_player *self)
{
    if (self->has_thread)
        pthread_join(self->thread, NULL);
    self->has_thread = false;
}

/* Waits until it is open. Without memory the next question tries again. */
static void finish_opening(lazy_player *self)
{
    thread_join(self);
    if (!self->real)
        open_real(self);
}

static bool has_weights(const char *name)
{
    return is_strong(name) || is_large(name);
}

/* The late network is opened a little before it is needed, when there is a tile of 8192. */
bool lazy_player_is_ready(eleven_player *player, const eleven_board *board)
{
    lazy_player *self = player->context;
    if (self->has_thread && !atomic_load(&self->has_ended))
        return false;
    thread_join(self);
    bool needs_late = has_weights(self->name) && eleven_board_largest(board) >= 13;
    if (self->real && (self->has_late || !needs_late))
        return true;
    self->needs_late = needs_late;
    self->has_ended = false;
    if (has_weights(self->name) || strcmp(self->name, "network") == 0)
        self->has_thread = pthread_create(&self->thread, NULL, open_real, self) == 0;
    else
        open_real(self);
    return !self->has_thread && self->real;
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
    thread_join(self);
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
    value_unit unit = value_unit_of(self->real, &self->rules, &self->board, &self->budget);
    if (unit.chance_of)
        snprintf(text + length, size - length, " as the chance to build the next %" PRIu32, unit.chance_of);
    else
        snprintf(text + length, size - length, unit.in_points ? " points" : " in the unit of %s", self->real->name);
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
    self->player = (eleven_player){sizeof(eleven_player), player_title(name), self, choose_lazily, close_lazy};
    self->name = name;
    self->seed = seed;
    return &self->player;
}
