/* The players `search` and `network`, and any other that searches with knowledge of its own. A player prepares a search
 * for the rules that it meets, and keeps it until they change. Boards that the search does not know it plays by
 * plain_search.c. */
#include "fast/words.h"
#include "player/player_room.h"

#include <stdlib.h>
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
    if (!eleven_search_run(search, eleven_bitboard_pack(board), &limits, &result))
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
    free(self);
}

eleven_player *eleven_search_player_new(const char *name, const eleven_knowledge *knowledge, unsigned depth,
                                        const eleven_search_settings *settings)
{
    search_player *self = calloc(1, sizeof *self);
    if (!self) {
        if (knowledge->close)
            knowledge->close(knowledge->context);
        return NULL;
    }
    self->player = (eleven_player){name, self, choose_by_search, search_player_close};
    self->knowledge = *knowledge;
    self->depth = depth;
    self->settings = *settings;
    return &self->player;
}

eleven_search *eleven_player_search(eleven_player *player, const eleven_rules *rules, unsigned w, unsigned h)
{
    if (player->choose != choose_by_search || !eleven_search_suits(rules, w, h))
        return NULL;
    search_player *self = player->context;
    eleven_evaluator evaluator;
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
    /* Borrowed; NULL: none. */
    const eleven_network *network;

    /* Owned; for the rules met last, where the network does not know them. */
    eleven_evaluation *evaluation;
} built_in_knowledge;

/* What matters is how tiles move, merge and appear, not which of them wins. */
bool player_network_knows(const eleven_rules *rules)
{
    eleven_rules classic;
    eleven_rules_find("classic", &classic);
    classic.goal = rules->goal;
    classic.goal_ends = rules->goal_ends;
    classic.start_tiles = rules->start_tiles;
    return eleven_rules_hash(rules) == eleven_rules_hash(&classic);
}

static bool evaluate_built_in(void *context, const eleven_rules *rules, eleven_evaluator *evaluator)
{
    built_in_knowledge *knowledge = context;
    eleven_evaluation_free(knowledge->evaluation);
    knowledge->evaluation = NULL;
    if (knowledge->network && player_network_knows(rules)) {
        *evaluator = eleven_network_evaluator(knowledge->network);
        return true;
    }
    knowledge->evaluation = eleven_evaluation_new(rules);
    *evaluator = knowledge->evaluation ? eleven_evaluation_evaluator(knowledge->evaluation) : (eleven_evaluator){0};
    return true;
}

static void close_built_in(void *context)
{
    built_in_knowledge *knowledge = context;
    eleven_evaluation_free(knowledge->evaluation);
    free(knowledge);
}

static eleven_player *built_in_open(const char *name, const eleven_network *network, unsigned depth, float cutoff)
{
    built_in_knowledge *knowledge = calloc(1, sizeof *knowledge);
    if (!knowledge)
        return NULL;
    knowledge->network = network;
    eleven_search_settings settings = eleven_search_settings_default();
    settings.cutoff = cutoff;
    return eleven_search_player_new(name, &(eleven_knowledge){knowledge, evaluate_built_in, close_built_in}, depth,
                                    &settings);
}

eleven_player *player_search_open(uint64_t seed)
{
    (void)seed;
    return built_in_open("search", NULL, 3, eleven_search_settings_default().cutoff);
}

/* Unlikely lines end sooner than by default, for a move in 20 us: see doc/STRENGTH.md. */
eleven_player *eleven_network_player_new(const eleven_network *network)
{
    return built_in_open("network", network, 2, 0.15F);
}

eleven_player *player_network_open(uint64_t seed)
{
    (void)seed;
    const eleven_network *network = eleven_network_shipped();
    return network ? eleven_network_player_new(network) : NULL;
}
