/* The player `strong`: the network while tiles are small, the tables where they know the board, and a search that leads
 * from the one to the other. */
#include "endgame/formation.h"
#include "endgame/endgame_tables.h"
#include "player/player_room.h"
#include "eleven/network.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    NETWORK_UNTIL = 13, /* the largest tile's rank from which on the network plays no more */
    USUAL_DEPTH = 4,
    LEAST_DEPTH = 3,  /* looking less far ahead, the network plays better */
    NETWORK_LESS = 2, /* how much less far the network looks, which takes as long */
};

/* For a move in 100 us four moves ahead: see doc/STRENGTH.md. */
static const float CUTOFF = 0.08F;

typedef struct strong {
    eleven_player player;
    const eleven_endgame *endgame; /* borrowed */
    eleven_player *network;
    formation *formation;
    eleven_search *search;
} strong;

/* ---- Choosing ------------------------------------------------------------------------------------------- */

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

static bool choose_strongly(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                            const eleven_budget *budget, eleven_advice *advice)
{
    strong *self = player->state;
    eleven_budget limits = *budget;
    if (!eleven_budget_is_limited(&limits))
        limits.depth = USUAL_DEPTH;
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

static void close_strong(eleven_player *player)
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
    self->player = (eleven_player){"strong", self, choose_strongly, close_strong};
    self->endgame = endgame;
    self->formation = formation_new();
    const eleven_network *network = eleven_network_shipped();
    self->network = network ? eleven_network_player_new(network) : NULL;
    if (self->formation) {
        eleven_search_settings settings = eleven_search_settings_default();
        settings.cutoff = CUTOFF;
        eleven_evaluator evaluator = formation_evaluator(self->formation);
        self->search = eleven_search_new(&endgame->rows, &evaluator, &settings);
    }
    if (self->search && self->network)
        return &self->player;
    close_strong(&self->player);
    return NULL;
}

/* ---- By name -------------------------------------------------------------------------------------------- */

/* The tables of the usual folder, opened by the first who asks once they are there, and kept until the program ends. */
static eleven_endgame *shared;
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;

static const eleven_endgame *shared_tables(void)
{
    char folder[ENDGAME_PATH];
    pthread_mutex_lock(&shared_lock);
    if (!shared && eleven_endgame_folder(folder, sizeof folder))
        eleven_endgame_open(folder, &shared, NULL);
    const eleven_endgame *found = shared;
    pthread_mutex_unlock(&shared_lock);
    return found;
}

eleven_player *strong_open(uint64_t seed)
{
    (void)seed;
    const eleven_endgame *endgame = shared_tables();
    return endgame ? eleven_strong_player_new(endgame) : NULL;
}
