/* From what was learned to a network that fits into a file, and games that measure how strong it is.
 *
 * A weight is valuable if leaving it out would change values often and by much. How often and by how much it was
 * corrected is known: the sum of magnitudes in its cell. So the weights with the least product of that and their
 * square are left out, as many of them as it takes to make the file small enough. */
#include "train/train_room.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

static float bits_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The nearest multiple of the tuple's step, at most 32767 units; 0 where the cell's value is below `least`. */
static int16_t cell_weight(train_cell cell, float unit, unsigned coarse, float least)
{
    float weight = bits_float((uint32_t)cell), corrected = bits_float((uint32_t)(cell >> 48) << 16);
    if (!(cell >> 48) || !(corrected * weight * weight >= least))
        return 0;
    float step = unit * (float)(1 << coarse);
    float most = (float)(32767 >> coarse);
    int steps = (int)lrintf(fmaxf(-most, fminf(weight / step, most)));
    return (int16_t)(steps * (1 << coarse));
}

/* Packs the weights of a tuple in one stage, which begin at `first`. */
static void tuple_pack(const training *trainer, float least, eleven_network *network, unsigned t, size_t first)
{
    unsigned cells = trainer->recipe.tuples.at[t].count;
    least = cells > NEAR_CELLS ? least : least / 64;
    for (size_t i = first; i < first + (1u << 4 * cells); i++) {
        int16_t weight = cell_weight(trainer->cells[i], network->unit, network->coarse[t], least);
        if (!weight)
            continue;
        network->weights[i] = weight;
        network->facts.weights++;
    }
}

/* Zeros are not written, so that they take up no memory. The weights of large tuples are rounded to two units. */
static eleven_network *trainer_pack(const training *trainer, float least)
{
    const tuple_set *set = &trainer->recipe.tuples;
    eleven_network *network = player_network_new(set);
    if (!network)
        return NULL;
    network->unit = trainer->recipe.unit;
    memcpy(network->facts.recipe, trainer->recipe.name, sizeof network->facts.recipe);
    network->facts.seed = trainer->past.seed;
    network->facts.moves = trainer->past.moves;
    for (unsigned t = 0; t < set->count; t++) {
        network->coarse[t] = set->at[t].count > NEAR_CELLS;
        for (unsigned stage = 0; stage < set->stages; stage++)
            tuple_pack(trainer, least, network, t, (size_t)stage * set->size + set->at[t].first);
    }
    return network;
}

/* Halves the gap between a least value that makes the file too large and one that does not, on a logarithmic scale.
 * False when out of memory. */
static bool gap_halve(const training *trainer, uint8_t *bytes, size_t size, float *low, float *high)
{
    bool has_memory = true;
    for (unsigned i = 0; has_memory && i < 11; i++) {
        float middle = (*low + *high) / 2;
        eleven_network *network = trainer_pack(trainer, exp2f(middle));
        size_t length = network ? player_network_print(network, bytes, size) : 0;
        has_memory = length > 0;
        *(length <= size ? high : low) = middle;
        eleven_network_close(network);
    }
    return has_memory;
}

/* Few weights that learned much may need a higher least value than any usual one. */
eleven_network *train_pack_within(const training *trainer, size_t size)
{
    const float usual = 48, most = 126;
    float low = 0, high = usual;
    uint8_t *bytes = memory_new(size);
    bool has_memory = bytes && gap_halve(trainer, bytes, size, &low, &high);
    if (has_memory && high >= usual) {
        high = most;
        has_memory = gap_halve(trainer, bytes, size, &low, &high);
    }
    memory_free(bytes);
    return has_memory ? trainer_pack(trainer, exp2f(high)) : NULL;
}

/* A cell whose weight moves slowly at first: as if it had been corrected by errors of so many points, which cancelled
 * out. */
static train_cell cell_of(float weight)
{
    const float corrected = 65536;
    uint32_t low, high;
    memcpy(&low, &weight, sizeof low);
    memcpy(&high, &corrected, sizeof high);
    return (train_cell)(high >> 16) << 48 | low;
}

static bool network_fits(const tuple_set *set, const tuple_set *known)
{
    bool fits = known->cap == set->cap && known->stages == set->stages;
    for (unsigned t = 0; fits && t < known->count; t++)
        fits = train_tuple_find(set, &known->at[t]) != NULL;
    return fits;
}

eleven_error train_adopt(training *trainer, const char *path, eleven_problem *problem)
{
    eleven_network *network;
    const tuple_set *set = &trainer->recipe.tuples;
    eleven_error error = player_network_read(path, &network, problem);
    if (error)
        return error;
    const tuple_set *known = &network->tuples;
    if (!network_fits(set, known))
        error =
            problem_set(problem, ELEVEN_BAD_TEXT, "the recipe lacks a tuple of %s, or has another cap or other stages",
                        problem_path_of(path).text);
    for (unsigned t = 0; !error && t < known->count * known->stages; t++) {
        const tuple_form *from = &known->at[t % known->count], *to = train_tuple_find(set, from);
        size_t stage = t / known->count, source = stage * known->size + from->first,
               place = stage * set->size + to->first;
        for (size_t i = 0; i < (size_t)1 << 4 * from->count; i++)
            if (network->weights[source + i])
                trainer->cells[place + i] = cell_of(network->unit * network->weights[source + i]);
    }
    eleven_network_close(network);
    return error;
}

bool train_network_move(const eleven_network *network, const eleven_rowtable *table, uint64_t seed, uint64_t ply,
                        eleven_bitboard *board, uint64_t *score)
{
    eleven_afterstates after;
    eleven_bitboard spawns[16];
    float values[ELEVEN_DIRECTIONS];
    if (!eleven_network_moves(network, table, *board, &after, values))
        return false;
    unsigned best = 0;
    for (unsigned d = 1; d < ELEVEN_DIRECTIONS; d++)
        best = values[d] > values[best] ? d : best;
    *score += after.gain[best];
    uint64_t word = eleven_random(seed, ply);
    unsigned count = eleven_bitboard_spawns(after.board[best], (uint32_t)word < table->second ? 2 : 1, spawns);
    *board = spawns[(word >> 32) * count >> 32];
    return true;
}

/* The score of a game. */
static uint64_t game_measure(const eleven_network *network, const eleven_rowtable *table, uint64_t seed)
{
    eleven_bitboard board = eleven_bitboard_start(table, seed);
    uint64_t ply = 1, score = 0;
    while (train_network_move(network, table, seed, ply, &board, &score))
        ply++;
    return score;
}

bool train_measure(eleven_network *network, uint64_t seed, uint64_t games, const eleven_stop *stop)
{
    double sum = 0, squares = 0, n = 0;
    eleven_rules rules;
    eleven_rowtable *table = memory_new(ELEVEN_ROWTABLE_BYTES);
    if (!table)
        return false;
    eleven_rules_find("classic", &rules);
    eleven_rowtable_init(table, &rules);
    for (; n < (double)games && !eleven_stop_is_requested(stop); n++) {
        double score = (double)game_measure(network, table, seed + (uint64_t)n);
        sum += score;
        squares += score * score;
    }
    memory_free(table);
    network->facts.games = (uint64_t)n;
    if (n > 0)
        network->facts.mean = sum / n;
    if (n > 1)
        network->facts.error = sqrt((squares / n - sum / n * (sum / n)) / (n - 1));
    return true;
}
