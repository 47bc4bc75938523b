/* Expectimax for every board and every rule set, on the plain board: slow, so it looks two moves ahead by
 * default. Where many cells are empty it tries some of them only, evenly spread; where several tiles may
 * appear at once it reckons with one. */
#include "player/wide.h"
#include "base/clock.h"

#include <math.h>

enum { CELLS_TRIED = 6, USUAL_DEPTH = 2, MOST_DEPTH = 15, GROWTH = 20 };

typedef struct wide {
    const eleven_rules *rules;
    double weights;    /* sum of the spawn weights */
    double empty_cell; /* what one is worth, in points */
    uint64_t nodes;
} wide;

/* ---- What a board is worth ----------------------------------------------------------------------------- */

/* Two neighbours: a pair that merges is good, a step in rank is bad. */
static double neighbours_worth(const eleven_rules *rules, eleven_rank a, eleven_rank b)
{
    if (!a || !b)
        return 0;
    return rules->merge[a][b] ? 1 : -0.2 * fabs((double)a - (double)b);
}

/* In units of an empty cell. */
static double order_of(const eleven_rules *rules, const eleven_board *board)
{
    double sum = 0;
    for (unsigned y = 0; y < board->h; y++)
        for (unsigned x = 0; x < board->w; x++) {
            unsigned i = y * board->w + x;
            sum += board->cells[i] == 0;
            if (x + 1u < board->w)
                sum += neighbours_worth(rules, board->cells[i], board->cells[i + 1]);
            if (y + 1u < board->h)
                sum += neighbours_worth(rules, board->cells[i], board->cells[i + board->w]);
        }
    return sum;
}

/* ---- The tree ------------------------------------------------------------------------------------------ */

static double mean_of(wide *search, const eleven_board *after, unsigned depth);

/* Of one move, gains included; NAN where it is not legal. */
static double value_of(wide *search, const eleven_board *board, eleven_direction direction, unsigned depth)
{
    eleven_board after = *board;
    eleven_slide slide = eleven_board_slide(search->rules, &after, direction, NULL);
    if (!slide.hops)
        return (double)NAN;
    search->nodes++;
    double rest = depth > 1 ? mean_of(search, &after, depth - 1) : search->empty_cell * order_of(search->rules, &after);
    return (double)slide.gain + rest;
}

/* A lost position is worth what a board full of the worst neighbours would be. */
static double best_of(wide *search, const eleven_board *board, unsigned depth)
{
    double best = (double)NAN;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        best = fmax(best, value_of(search, board, (eleven_direction)d, depth)); /* fmax passes over NAN */
    return isnan(best) ? -20 * search->empty_cell : best;
}

static double mean_of(wide *search, const eleven_board *after, unsigned depth)
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned count = eleven_board_empties(after, empties), tried = count < CELLS_TRIED ? count : CELLS_TRIED;
    double sum = 0;
    if (count == 0)
        return best_of(search, after, depth);
    for (unsigned i = 0; i < tried; i++)
        for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++) {
            double weight = search->rules->spawn_weight[rank];
            if (weight <= 0)
                continue;
            eleven_board next = *after;
            eleven_board_place(&next, (eleven_tile){empties[i * count / tried], (eleven_rank)rank});
            sum += weight * best_of(search, &next, depth);
        }
    return sum / (search->weights * tried);
}

/* ---- Choosing ------------------------------------------------------------------------------------------ */

static bool look_ahead(wide *search, const eleven_board *board, unsigned depth, eleven_advice *advice)
{
    bool found = false;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        advice->values[d] = value_of(search, board, (eleven_direction)d, depth);
        if (isnan(advice->values[d]) || (found && advice->values[d] <= advice->values[advice->direction]))
            continue;
        advice->direction = (eleven_direction)d;
        found = true;
    }
    return found;
}

static wide wide_begin(const eleven_rules *rules, const eleven_board *board)
{
    wide search = {.rules = rules};
    for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++)
        search.weights += rules->spawn_weight[rank];
    search.empty_cell = 4 + rules->value[eleven_board_largest(board)] / 16.0;
    return search;
}

/* Deepens while the next look, which costs about GROWTH times as much as all before it, fits into the
 * budget. */
bool wide_choose(const eleven_rules *rules, const eleven_board *board, const eleven_budget *budget,
                 eleven_advice *advice)
{
    wide search = wide_begin(rules, board);
    bool has_time = budget->milliseconds > 0;
    unsigned most = budget->depth ? budget->depth : has_time || budget->nodes ? MOST_DEPTH : USUAL_DEPTH;
    most = most < MOST_DEPTH ? most : MOST_DEPTH;
    double began = has_time ? clock_milliseconds() : 0;
    if (!has_time && !budget->nodes)
        return look_ahead(&search, board, most, advice);
    bool found = look_ahead(&search, board, 1, advice);
    for (unsigned depth = 2; found && depth <= most; depth++) {
        if (budget->nodes && search.nodes * GROWTH > budget->nodes)
            break;
        if (has_time && (clock_milliseconds() - began) * GROWTH > budget->milliseconds)
            break;
        look_ahead(&search, board, depth, advice);
    }
    return found;
}
