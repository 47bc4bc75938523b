/* The search as a player: makes what it needs for the rules that it meets, and keeps it until they change. On
 * boards that the search does not know it plays by wide.c. */
#include "player/players.h"
#include "player/wide.h"
#include "eleven/search.h"

#include <stdlib.h>
#include <string.h>

typedef struct searcher {
    eleven_player player;
    eleven_knowledge knowledge;
    unsigned depth;
    eleven_search_settings settings;
    bool is_ready; /* `rules` were met, and `search` is made for them or NULL */
    eleven_search *search;
    eleven_rules rules;
    eleven_rowtable rows;
} searcher;

/* ---- Any knowledge ------------------------------------------------------------------------------------- */

static void prepare(searcher *self, const eleven_rules *rules)
{
    if (self->is_ready && memcmp(rules, &self->rules, sizeof *rules) == 0)
        return;
    eleven_search_free(self->search);
    self->search = NULL;
    self->rules = *rules;
    self->is_ready = true;
    eleven_evaluator evaluator;
    if (!self->knowledge.evaluate(self->knowledge.context, rules, &evaluator))
        return;
    eleven_rowtable_build(rules, &self->rows);
    self->search = eleven_search_new(&self->rows, &evaluator, &self->settings);
}

static bool choose_by_search(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                             const eleven_budget *budget, eleven_advice *advice)
{
    searcher *self = player->state;
    eleven_search *search = eleven_player_search(player, rules, board->w, board->h);
    if (!search)
        return wide_choose(rules, board, budget, advice);
    eleven_budget limits = *budget;
    if (!limits.depth && !limits.nodes && !(limits.milliseconds > 0))
        limits.depth = self->depth;
    eleven_search_result result;
    if (!eleven_search_run(search, eleven_bitboard_pack(board), &limits, &result))
        return false;
    advice->direction = result.direction;
    memcpy(advice->values, result.values, sizeof advice->values);
    return true;
}

static void close_searcher(eleven_player *player)
{
    searcher *self = player->state;
    eleven_search_free(self->search);
    if (self->knowledge.close)
        self->knowledge.close(self->knowledge.context);
    free(self);
}

eleven_player *eleven_search_player_new(const char *name, const eleven_knowledge *knowledge, unsigned depth,
                                        const eleven_search_settings *settings)
{
    searcher *self = calloc(1, sizeof *self);
    if (!self) {
        if (knowledge->close)
            knowledge->close(knowledge->context);
        return NULL;
    }
    self->player = (eleven_player){name, self, choose_by_search, close_searcher};
    self->knowledge = *knowledge;
    self->depth = depth;
    self->settings = *settings;
    return &self->player;
}

eleven_search *eleven_player_search(eleven_player *player, const eleven_rules *rules, unsigned w, unsigned h)
{
    if (player->choose != choose_by_search || !eleven_search_suits(rules, w, h))
        return NULL;
    searcher *self = player->state;
    prepare(self, rules);
    return self->search;
}

/* ---- The hand-written evaluation ----------------------------------------------------------------------- */

/* Where the player keeps the evaluation for the rules met last. */
typedef struct row_knowledge {
    eleven_evaluation *evaluation;
} row_knowledge;

static bool evaluate_rows(void *context, const eleven_rules *rules, eleven_evaluator *evaluator)
{
    row_knowledge *knowledge = context;
    eleven_evaluation_free(knowledge->evaluation);
    knowledge->evaluation = eleven_evaluation_new(rules);
    if (knowledge->evaluation)
        *evaluator = eleven_evaluation_evaluator(knowledge->evaluation);
    return knowledge->evaluation != NULL;
}

static void close_rows(void *context)
{
    row_knowledge *knowledge = context;
    eleven_evaluation_free(knowledge->evaluation);
    free(knowledge);
}

eleven_player *search_open(uint64_t seed)
{
    enum { DEPTH = 3 };
    (void)seed;
    row_knowledge *knowledge = calloc(1, sizeof *knowledge);
    if (!knowledge)
        return NULL;
    eleven_search_settings settings = eleven_search_settings_default();
    return eleven_search_player_new("search", &(eleven_knowledge){knowledge, evaluate_rows, close_rows}, DEPTH,
                                    &settings);
}
