/* The network as a player: it is what the search knows under the classic rules on 4x4. Under other rules on 4x4
 * the hand-written evaluation stands in, on other boards wide.c. */
#include "eleven/network.h"
#include "eleven/search.h"
#include "player/players.h"

#include <stdlib.h>

enum { USUAL_DEPTH = 2 };

/* Unlikely lines are left sooner than by default, for a move in 20 us: see doc/STRENGTH.md. */
static const float CUTOFF = 0.15F;

typedef struct network_knowledge {
    const eleven_network *network; /* borrowed */
    eleven_evaluation *substitute; /* owned; for the rules met last, where they are not the network's */
} network_knowledge;

/* ---- The evaluator -------------------------------------------------------------------------------------- */

static void values_of(const void *network, const eleven_bitboard *after, size_t count, float *values)
{
    eleven_network_values(network, after, count, values);
}

eleven_evaluator eleven_network_evaluator(const eleven_network *network)
{
    return (eleven_evaluator){network, values_of, 1, 0};
}

/* ---- The player ----------------------------------------------------------------------------------------- */

/* What counts is how tiles move, merge and appear, not which of them wins. */
bool network_knows_rules(const eleven_rules *rules)
{
    eleven_rules classic;
    eleven_rules_find("classic", &classic);
    classic.goal = rules->goal;
    classic.goal_ends = rules->goal_ends;
    classic.start_tiles = rules->start_tiles;
    return eleven_rules_hash(rules) == eleven_rules_hash(&classic);
}

static bool evaluate(void *context, const eleven_rules *rules, eleven_evaluator *evaluator)
{
    network_knowledge *knowledge = context;
    eleven_evaluation_free(knowledge->substitute);
    knowledge->substitute = NULL;
    if (network_knows_rules(rules)) {
        *evaluator = eleven_network_evaluator(knowledge->network);
        return true;
    }
    knowledge->substitute = eleven_evaluation_new(rules);
    if (knowledge->substitute)
        *evaluator = eleven_evaluation_evaluator(knowledge->substitute);
    return knowledge->substitute != NULL;
}

static void close_knowledge(void *context)
{
    network_knowledge *knowledge = context;
    eleven_evaluation_free(knowledge->substitute);
    free(knowledge);
}

eleven_player *eleven_network_player_new(const eleven_network *network)
{
    network_knowledge *knowledge = calloc(1, sizeof *knowledge);
    if (!knowledge)
        return NULL;
    knowledge->network = network;
    eleven_search_settings settings = eleven_search_settings_default();
    settings.cutoff = CUTOFF;
    return eleven_search_player_new("network", &(eleven_knowledge){knowledge, evaluate, close_knowledge}, USUAL_DEPTH,
                                    &settings);
}

eleven_player *network_open(uint64_t seed)
{
    (void)seed;
    const eleven_network *network = eleven_network_shipped();
    return network ? eleven_network_player_new(network) : NULL;
}
