/* The player `strong`. Three parts choose its moves, depending on the board:
 *
 *     largest tile up to 4096                            the network
 *     from 8192, the board is in the endgame tables      the tables
 *     from 8192, other boards                            a search that leads towards the formation of the tables */
#include "endgame/endgame_room.h"
#include "player/player_room.h"
#include "eleven/network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* NETWORK_UNTIL: the rank of the largest tile from which the network does not play. LEAST_DEPTH: with a smaller depth
 * the network plays better. NETWORK_LESS: how many moves less the network looks ahead, which takes the same time. */
enum { NETWORK_UNTIL = 13, STRONG_DEPTH = 4, LEAST_DEPTH = 3, NETWORK_LESS = 2 };

/* Lines of play less likely than this are not searched: 100 us per move with depth 4, see doc/STRENGTH.md. */
static const float STRONG_CUTOFF = 0.08F;

/* `endgame` is borrowed. */
typedef struct strong {
    eleven_player player;
    const eleven_endgame *endgame;
    eleven_player *network;
    formation *formation;
    eleven_search *search;
} strong;

/* ---- Choosing ------------------------------------------------------------------------------------------- */

/* False if the tables do not contain the board. */
static bool follow_tables(const strong *self, eleven_bitboard board, eleven_advice *advice)
{
    eleven_afterstates after;
    double chances[ELEVEN_DIRECTIONS];
    if (!eleven_endgame_chances(self->endgame, board, chances))
        return false;
    unsigned legal = eleven_bitboard_afterstates(&self->endgame->rows, board, &after), best = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        advice->values[d] = legal >> d & 1 ? chances[d] : (double)NAN;
        best = chances[d] > chances[best] ? d : best;
    }
    advice->direction = best;
    return true;
}

static bool plays_as_network(const eleven_rules *rules, const eleven_board *board, const eleven_budget *budget)
{
    return board->w != 4 || board->h != 4 || !player_network_knows(rules) ||
           (budget->depth && budget->depth < LEAST_DEPTH) ||
           eleven_bitboard_largest(eleven_bitboard_pack(board)) < NETWORK_UNTIL;
}

static bool strong_choose(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                          const eleven_budget *budget, eleven_advice *advice)
{
    strong *self = player->state;
    eleven_budget limits = *budget;
    if (!eleven_budget_is_limited(&limits))
        limits.depth = STRONG_DEPTH;
    if (plays_as_network(rules, board, &limits)) {
        if (limits.depth >= LEAST_DEPTH)
            limits.depth = limits.depth > NETWORK_LESS + 1 ? limits.depth - NETWORK_LESS : 2;
        return self->network->choose(self->network, rules, board, &limits, advice);
    }
    eleven_bitboard packed = eleven_bitboard_pack(board);
    if (follow_tables(self, packed, advice))
        return true;
    eleven_search_result result;
    if (!eleven_search_run(self->search, packed, &limits, &result))
        return false;
    advice->direction = result.direction;
    memcpy(advice->values, result.values, sizeof advice->values);
    return true;
}

/* ---- The object ----------------------------------------------------------------------------------------- */

static void strong_close(eleven_player *player)
{
    strong *self = player->state;
    eleven_search_free(self->search);
    formation_free(self->formation);
    eleven_player_close(self->network);
    free(self);
}

eleven_player *eleven_strong_player_new(const eleven_endgame *endgame)
{
    strong *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->player = (eleven_player){"strong", self, strong_choose, strong_close};
    self->endgame = endgame;
    self->formation = formation_new();
    const eleven_network *network = eleven_network_shipped();
    self->network = network ? eleven_network_player_new(network) : NULL;
    if (self->formation) {
        eleven_search_settings settings = eleven_search_settings_default();
        settings.cutoff = STRONG_CUTOFF;
        eleven_evaluator evaluator = formation_evaluator(self->formation);
        self->search = eleven_search_new(&endgame->rows, &evaluator, &settings);
    }
    if (self->search && self->network)
        return &self->player;
    strong_close(&self->player);
    return NULL;
}
