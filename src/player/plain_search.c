/* Expectimax for every board and every rule set, on the plain board. It is slow, so it looks two moves ahead by
 * default. Where many cells are empty it tries only some of them, evenly spread; where several tiles may appear at once
 * it assumes one. */
#include "player/player_room.h"
#include "base/clock.h"

#include <math.h>

enum { CELLS_TRIED = 6, PLAIN_DEPTH = 2 };

typedef struct plain_search {
    const eleven_stop *stop;
    const eleven_rules *rules;

    /* The sum of the spawn weights. */
    double weights;

    /* The value of an empty cell, in points. */
    double empty_cell;
    uint64_t nodes;
} plain_search;

/* Two neighbours: a pair that merges is good, a step in rank is bad. */
static double neighbours_value(const eleven_rules *rules, eleven_rank a, eleven_rank b)
{
    if (!a || !b)
        return 0;
    return rules->merge[a][b] ? 1 : -0.2 * fabs((double)a - (double)b);
}

/* In units of an empty cell. */
static double board_order(const eleven_rules *rules, const eleven_board *board)
{
    double sum = 0;
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++) {
        sum += board->cells[i] == 0;
        if ((i + 1) % board->w != 0)
            sum += neighbours_value(rules, board->cells[i], board->cells[i + 1]);
        if (i + board->w < (unsigned)board->w * board->h)
            sum += neighbours_value(rules, board->cells[i], board->cells[i + board->w]);
    }
    return sum;
}

static double plain_tiles_mean(plain_search *search, const eleven_board *after, unsigned depth);

/* Of one move, gains included; NAN where it is not legal. */
static double plain_move_value(plain_search *search, const eleven_board *board, eleven_direction d, unsigned depth)
{
    eleven_board after = *board;
    eleven_slide slide = eleven_board_slide(search->rules, &after, d, NULL);
    if (!slide.hops)
        return (double)NAN;
    search->nodes++;
    if (eleven_stop_is_requested(search->stop))
        return 0;
    double rest = depth > 1 ? plain_tiles_mean(search, &after, depth - 1)
                            : search->empty_cell * board_order(search->rules, &after);
    return (double)slide.gain + rest;
}

/* A lost position has the value of a board full of the worst neighbours. fmax ignores NAN. */
static double plain_moves_best(plain_search *search, const eleven_board *board, unsigned depth)
{
    double best = (double)NAN;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        best = fmax(best, plain_move_value(search, board, (eleven_direction)d, depth));
    return isnan(best) ? -20 * search->empty_cell : best;
}

static double plain_tiles_mean(plain_search *search, const eleven_board *after, unsigned depth)
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned count = eleven_board_empties(after, empties), tried = count < CELLS_TRIED ? count : CELLS_TRIED;
    double sum = 0;
    if (count == 0)
        return plain_moves_best(search, after, depth);
    for (unsigned i = 0; i < tried; i++)
        for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++) {
            double weight = search->rules->spawn_weight[rank];
            if (weight <= 0)
                continue;
            eleven_board next = *after;
            eleven_board_place(&next, (eleven_tile){empties[i * count / tried], (eleven_rank)rank});
            sum += weight * plain_moves_best(search, &next, depth);
        }
    return sum / (search->weights * tried);
}

static bool plain_depth_search(plain_search *search, const eleven_board *board, unsigned depth, eleven_advice *advice)
{
    bool found = false;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        advice->values[d] = plain_move_value(search, board, (eleven_direction)d, depth);
        if (isnan(advice->values[d]) || (found && advice->values[d] <= advice->values[advice->direction]))
            continue;
        advice->direction = (eleven_direction)d;
        found = true;
    }
    return found;
}

/* Searches deeper while the next depth, about GROWTH times as long as all before it, fits into the budget. */
bool player_plain_choose(const eleven_rules *rules, const eleven_board *board, const eleven_budget *budget,
                         eleven_advice *advice)
{
    enum { GROWTH = 20 };
    plain_search search = {
        .rules = rules, .stop = budget->stop, .empty_cell = 4 + rules->value[eleven_board_largest(board)] / 16.0};
    bool has_time = budget->milliseconds > 0;
    unsigned most = !eleven_budget_is_limited(budget) ? PLAIN_DEPTH
                    : budget->depth                   ? budget->depth
                                                      : ELEVEN_SEARCH_DEPTH;
    most = most < ELEVEN_SEARCH_DEPTH ? most : ELEVEN_SEARCH_DEPTH;
    for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++)
        search.weights += rules->spawn_weight[rank];
    double began = has_time ? clock_milliseconds() : 0;
    if (!has_time && !budget->nodes)
        return plain_depth_search(&search, board, most, advice) && !eleven_stop_is_requested(search.stop);
    bool found = plain_depth_search(&search, board, 1, advice);
    for (unsigned depth = 2; found && depth <= most; depth++) {
        if (budget->nodes && search.nodes * GROWTH > budget->nodes)
            break;
        if (has_time && (clock_milliseconds() - began) * GROWTH > budget->milliseconds)
            break;
        plain_depth_search(&search, board, depth, advice);
    }
    return found && !eleven_stop_is_requested(search.stop);
}
