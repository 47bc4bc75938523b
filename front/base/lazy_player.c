/* The stand-in passes questions on and keeps the last answer: a list of options asks once for each option. */
#include "base/lazy_player.h"
#include "base/named_player.h"

#include <stdlib.h>
#include <string.h>

typedef struct lazy_player {
    eleven_player player;
    uint64_t seed;

    /* NULL before the first question. */
    eleven_player *real;

    /* The last question and its answer, if there was one. */
    bool has_answer, found;
    eleven_rules rules;
    eleven_board board;
    eleven_budget budget;
    eleven_advice advice;
} lazy_player;

static bool is_asked_again(const lazy_player *self, const eleven_rules *rules, const eleven_board *board,
                           const eleven_budget *budget)
{
    return self->has_answer && self->board.w == board->w && self->board.h == board->h &&
           memcmp(self->board.cells, board->cells, (size_t)(board->w * board->h)) == 0 &&
           self->budget.depth == budget->depth && self->budget.nodes == budget->nodes && !(budget->milliseconds > 0) &&
           eleven_rules_hash(&self->rules) == eleven_rules_hash(rules);
}

static bool choose_lazily(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                          const eleven_budget *budget, eleven_advice *advice)
{
    lazy_player *self = player->state;
    if (!self->real)
        self->real = named_player_open(self->player.name, self->seed);
    if (!self->real)
        return false;
    if (!is_asked_again(self, rules, board, budget)) {
        self->rules = *rules;
        self->board = *board;
        self->budget = *budget;
        self->found = self->real->choose(self->real, rules, board, budget, &self->advice);
        self->has_answer = true;
    }
    if (self->found)
        *advice = self->advice;
    return self->found;
}

static void close_lazy(eleven_player *player)
{
    lazy_player *self = player->state;
    eleven_player_close(self->real);
    free(self);
}

eleven_player *lazy_player_new(const char *name, uint64_t seed)
{
    lazy_player *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->player = (eleven_player){name, self, choose_lazily, close_lazy};
    self->seed = seed;
    return &self->player;
}
