/* The players `search` and `network`, and any other that searches with knowledge of its own. A player prepares a search
 * for the rules that it meets, and keeps it until they change. Boards that the search does not know it plays by
 * plain_search.c. */
#include "fast/words.h"
#include "base/memory.h"
#include "base/problem.h"
#include "base/sized.h"
#include "player/player_room.h"

#include <string.h>

typedef struct search_player {
    eleven_player player;
    eleven_knowledge knowledge;
    unsigned depth;
    eleven_search_settings settings;

    /* `search` is for these rules, which are 0 before the first request; NULL where they cannot be searched, or where
     * memory ran out. */
    eleven_search *search;
    bool has_failed;
    eleven_rules rules;
    eleven_rowtable rows;
} search_player;

static bool choose_by_search(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                             const eleven_budget *budget, eleven_advice *advice)
{
    search_player *self = player->context;
    eleven_search *search = eleven_player_search(player, rules, board->w, board->h);
    if (!search && self->has_failed) {
        /* The next request tries again. */
        self->has_failed = false;
        self->rules = (eleven_rules){0};
        return false;
    }
    if (!search)
        return player_plain_choose(rules, board, budget, advice);
    eleven_budget limits = *budget;
    if (!eleven_budget_is_limited(&limits))
        limits.depth = self->depth;
    eleven_search_result result;
    if (eleven_search_run(search, eleven_bitboard_pack(board), &limits, &result))
        return false;
    advice->direction = result.direction;
    memcpy(advice->values, result.values, sizeof advice->values);
    return true;
}

static void search_player_close(eleven_player *player)
{
    search_player *self = player->context;
    eleven_search_free(self->search);
    if (self->knowledge.close)
        self->knowledge.close(self->knowledge.context);
    memory_free(self);
}

eleven_player *eleven_search_player_new(const char *name, const eleven_knowledge *knowledge, unsigned depth,
                                        const eleven_search_settings *settings)
{
    search_player *self = memory_zeroed(1, sizeof *self);
    if (!self) {
        if (knowledge->close)
            knowledge->close(knowledge->context);
        return NULL;
    }
    self->player = (eleven_player){sizeof(eleven_player), name, self, choose_by_search, search_player_close};
    SIZED_COPY(self->knowledge, knowledge);
    self->depth = depth;
    SIZED_COPY(self->settings, settings);
    return &self->player;
}

eleven_search *eleven_player_search(eleven_player *player, const eleven_rules *rules, unsigned w, unsigned h)
{
    if (player->choose != choose_by_search || !eleven_search_suits(rules, w, h))
        return NULL;
    search_player *self = player->context;
    eleven_evaluator evaluator = {.size = sizeof evaluator};
    if (memcmp(rules, &self->rules, sizeof *rules) == 0)
        return self->search;
    eleven_search_free(self->search);
    self->search = NULL;
    self->rules = *rules;
    self->has_failed = false;
    if (self->knowledge.evaluate(self->knowledge.context, rules, &evaluator)) {
        eleven_rowtable_init(&self->rows, rules);
        self->search = evaluator.values ? eleven_search_new(&self->rows, &evaluator, &self->settings) : NULL;
        self->has_failed = !self->search;
    }
    return self->search;
}

typedef struct built_in_knowledge {
    /* NULL: none. */
    const eleven_network *network;

    /* Judges the boards of a search that begins with a tile from NETWORK_LATE on, as the last one did where `is_late`;
     * NULL: not needed so far. `late_open` is NULL where `network` judges all boards. */
    bool is_late;
    const eleven_network *late;
    const eleven_network *(*late_open)(void *context);
    void *late_context;

    /* Networks that are closed with the player, otherwise NULL. */
    eleven_network *owned[2];

    /* Owned; for the rules met last, where the network does not know them. */
    eleven_evaluation *evaluation;
} built_in_knowledge;

/* What matters is how tiles move, merge and appear, not which of them wins. Asked before each move, and so compared
 * field by field: the hashes of both rules take 5 us. */
bool eleven_network_suits(const eleven_rules *rules, unsigned w, unsigned h)
{
    eleven_rules classic;
    eleven_rules_find("classic", &classic);
    return w == 4 && h == 4 && memcmp(rules->merge, classic.merge, sizeof classic.merge) == 0 &&
           memcmp(rules->value, classic.value, sizeof classic.value) == 0 &&
           memcmp(rules->spawn_weight, classic.spawn_weight, sizeof classic.spawn_weight) == 0 &&
           memcmp(rules->count_weight, classic.count_weight, sizeof classic.count_weight) == 0 &&
           rules->cascade == classic.cascade;
}

/* One network judges all boards of a search: the two differ by half of a value, so a search that compared boards of
 * both would avoid the move that makes the first tile of rank NETWORK_LATE. Opens the late network where it is
 * needed. */
static bool pair_prepare(const void *context, eleven_bitboard root)
{
    built_in_knowledge *knowledge = (built_in_knowledge *)context;
    knowledge->is_late = eleven_bitboard_largest(root) >= NETWORK_LATE;
    if (knowledge->is_late && !knowledge->late)
        knowledge->late = knowledge->late_open(knowledge->late_context);
    return !knowledge->is_late || knowledge->late;
}

static void pair_values(const void *context, const eleven_bitboard *after, size_t count, float *values)
{
    const built_in_knowledge *knowledge = context;
    eleven_network_values(knowledge->is_late ? knowledge->late : knowledge->network, after, count, values);
}

static bool evaluate_built_in(void *context, const eleven_rules *rules, eleven_evaluator *evaluator)
{
    built_in_knowledge *knowledge = context;
    eleven_evaluation_free(knowledge->evaluation);
    knowledge->evaluation = NULL;
    if (knowledge->network && eleven_network_suits(rules, 4, 4)) {
        *evaluator = *eleven_network_evaluator(knowledge->network);
        if (knowledge->late_open) {
            evaluator->context = knowledge;
            evaluator->values = pair_values;
            evaluator->prepare = pair_prepare;
        }
        return true;
    }
    knowledge->evaluation = eleven_evaluation_new(rules);
    if (knowledge->evaluation)
        *evaluator = *eleven_evaluation_evaluator(knowledge->evaluation);
    return true;
}

static void close_built_in(void *context)
{
    built_in_knowledge *knowledge = context;
    eleven_evaluation_free(knowledge->evaluation);
    for (unsigned part = 0; part < 2; part++)
        eleven_network_close(knowledge->owned[part]);
    memory_free(knowledge);
}

/* What a player knows that was opened here; NULL for others. */
static built_in_knowledge *knowledge_of(const eleven_player *player)
{
    const search_player *self = player->context;
    bool is_built_in = player->choose == choose_by_search && self->knowledge.evaluate == evaluate_built_in;
    return is_built_in ? self->knowledge.context : NULL;
}

static eleven_player *built_in_open(const char *name, const eleven_network *network, unsigned depth,
                                    const eleven_search_settings *settings)
{
    built_in_knowledge *knowledge = memory_zeroed(1, sizeof *knowledge);
    if (!knowledge)
        return NULL;
    knowledge->network = network;
    return eleven_search_player_new(
        name, &(eleven_knowledge){sizeof(eleven_knowledge), knowledge, evaluate_built_in, close_built_in}, depth,
        settings);
}

eleven_player *player_search_open(uint64_t seed)
{
    (void)seed;
    eleven_search_settings settings = {.size = sizeof settings};
    eleven_search_settings_default(&settings);
    return built_in_open("search", NULL, 3, &settings);
}

/* For a move in some 25 us: unlikely lines end sooner than by default, and time is spent in danger. Margin and danger
 * are in points, and small beside what a game is worth. See doc/STRENGTH.md. */
eleven_player *eleven_network_player_new(const eleven_network *network)
{
    eleven_search_settings settings = {.size = sizeof settings};
    eleven_search_settings_default(&settings);
    settings.cutoff = 0.05F;
    settings.crowded = 2;
    settings.margin = 10000;
    settings.danger = 300;
    settings.kept = 4096;
    settings.large_tiles = 6;
    return built_in_open("network", network, 2, &settings);
}

eleven_player *eleven_network_pair_player_new(const eleven_network *early, const eleven_network *(*late)(void *context),
                                              void *context)
{
    eleven_player *player = eleven_network_player_new(early);
    if (player) {
        knowledge_of(player)->late_open = late;
        knowledge_of(player)->late_context = context;
    }
    return player;
}

static const eleven_network *shipped_late(void *context)
{
    (void)context;
    return eleven_network_shipped_late();
}

eleven_player *player_network_open(uint64_t seed)
{
    (void)seed;
    const eleven_network *network = eleven_network_shipped();
    return network ? eleven_network_pair_player_new(network, shipped_late, NULL) : NULL;
}

const eleven_network *eleven_player_network(const eleven_player *player)
{
    const built_in_knowledge *knowledge = knowledge_of(player);
    return knowledge ? knowledge->network : NULL;
}

static const eleven_network *owned_late(void *context)
{
    return ((const built_in_knowledge *)context)->owned[1];
}

eleven_player *eleven_network_player_share(const eleven_player *player)
{
    const built_in_knowledge *knowledge = knowledge_of(player);
    if (!knowledge || !knowledge->network)
        return NULL;
    return knowledge->late_open
               ? eleven_network_pair_player_new(knowledge->network, knowledge->late_open, knowledge->late_context)
               : eleven_network_player_new(knowledge->network);
}

eleven_error player_weights_open(const void *bytes, size_t length, eleven_player **player, eleven_problem *problem)
{
    eleven_network *part[2] = {NULL, NULL};
    eleven_error error = eleven_network_open_bytes(bytes, length, &part[0], problem);
    error = error ? error : player_network_open_part(bytes, length, 1, &part[1], problem);
    *player = error ? NULL : eleven_network_player_new(part[0]);
    if (*player) {
        built_in_knowledge *knowledge = knowledge_of(*player);
        memcpy(knowledge->owned, part, sizeof part);
        knowledge->late_open = part[1] ? owned_late : NULL;
        knowledge->late_context = knowledge;
        return ELEVEN_OK;
    }
    for (unsigned i = 0; i < 2; i++)
        eleven_network_close(part[i]);
    return error ? error : problem_no_memory(problem);
}
