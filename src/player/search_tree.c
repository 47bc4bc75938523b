/* The tree of a search: expectimax with a transposition table. Two functions call each other:
 *
 *     player_search_position        board                       best of the moves
 *                              left /       \ up
 *     player_search_afterstate   after       after              mean over the tiles
 *                          2 on a /  \ 4 on b    ...
 *     player_search_position    board    board                  best of the moves; the last ones are evaluated
 *                                 ...      ...
 *
 * These keep the tree small and fast:
 *   - boards that are images of each other count as one;
 *   - a line that is less probable than the cutoff ends with the next move;
 *   - a move that the evaluator puts far behind the best one is not followed;
 *   - the table answers a question that was asked before, with as much effort or more;
 *   - the moves of all boards that follow from a slide are evaluated together, since weights of several boards come
 *     from memory faster than those of one after another;
 *   - the evaluator is not asked again about a board if its values are kept.
 * One thing makes it larger: a line that ends on a crowded board is followed one move further. There a single tile
 * decides the game, and only few tiles can come. */
#include "base/clock.h"
#include "fast/words.h"
#include "player/player_room.h"

#include <math.h>

/* ---- Budgets ------------------------------------------------------------------------------------------- */
/* Called after every new afterstate. */
static void budget_check(eleven_search *search)
{
    search->nodes++;
    if (search->nodes >= search->most_nodes)
        search->is_over = true;
    if (search->nodes < search->next_look)
        return;
    search->next_look = search->nodes + 1024;
    search->is_over = search->is_over || eleven_stop_is_requested(search->stop) ||
                      (search->deadline < (double)INFINITY && clock_milliseconds() >= search->deadline);
}

/* ---- Moves --------------------------------------------------------------------------------------------- */
/* The moves of one board after another, whose values are asked for together. `value`: with the gain. */
typedef struct move_list {
    unsigned count;
    eleven_bitboard after[SEARCH_MOVES_MOST];
    float gain[SEARCH_MOVES_MOST], value[SEARCH_MOVES_MOST];
} move_list;

/* Adds the legal moves of a board. */
static void list_moves(const eleven_search *search, eleven_bitboard board, move_list *moves)
{
    eleven_afterstates after;
    unsigned legal = eleven_bitboard_afterstates(search->rows, board, &after);
    for (; legal; legal &= legal - 1) {
        unsigned d = (unsigned)__builtin_ctz(legal);
        moves->after[moves->count] = after.board[d];
        moves->gain[moves->count++] = search->evaluator.gain * (float)after.gain[d];
    }
}

static void evaluate_moves(eleven_search *search, move_list *moves)
{
    if (moves->count)
        player_values_ask(&search->kept, &search->evaluator, moves->after, moves->count, moves->value);
    for (unsigned i = 0; i < moves->count; i++)
        moves->value[i] += moves->gain[i];
    search->nodes += moves->count;
}

/* ---- The tree ------------------------------------------------------------------------------------------ */
/* How much of a line of this probability is still to come after the next move, which has `level` to come; 0: the line
 * ends with that move. Where only LEVEL_EXTRA is left, that holds for crowded boards alone. */
static unsigned level_rest(const eleven_search *search, unsigned level, float chance)
{
    if (level < LEVEL_MOVE || chance * search->thoroughness < search->settings.cutoff)
        return 0;
    return level > LEVEL_MOVE ? level - LEVEL_MOVE : LEVEL_EXTRA;
}

/* The best of the moves begin..end-1, which are those of a position with `level` still to come, LEVEL_EXTRA at least,
 * on a line of this probability. Moves that are not far behind the best one are followed. */
static float best_move(eleven_search *search, const move_list *moves, unsigned begin, unsigned end, unsigned level,
                       float chance)
{
    float best = -INFINITY;
    if (begin == end)
        return search->evaluator.lost;
    for (unsigned i = begin; i < end; i++)
        best = moves->value[i] > best ? moves->value[i] : best;
    unsigned rest = level_rest(search, level, chance);
    if (!rest)
        return best;
    float least = best - search->margin;
    best = -INFINITY;
    for (unsigned i = begin; i < end; i++) {
        float value = moves->value[i];
        if (value < least)
            continue;
        if (rest > LEVEL_EXTRA || board_is_crowded(search, moves->after[i]))
            value = player_search_afterstate(search, moves->after[i], rest, chance) + moves->gain[i];
        best = value > best ? value : best;
    }
    return best;
}

float player_search_position(eleven_search *search, eleven_bitboard board, unsigned level, float chance)
{
    move_list moves;
    moves.count = 0;
    list_moves(search, board, &moves);
    evaluate_moves(search, &moves);
    return best_move(search, &moves, 0, moves.count, level, chance);
}

/* The mean over all new tiles: ranks 1 and 2 on every empty cell. */
static float tiles_mean(eleven_search *search, eleven_bitboard after, unsigned level, float chance)
{
    eleven_bitboard spawns[16];
    float sums[2] = {0, 0}, weights[2] = {search->likely, search->rare};
    unsigned count = 0, begin = 0, end[2][16];
    move_list moves;
    moves.count = 0;
    for (unsigned k = 0; k < 2; k++) {
        if (weights[k] <= 0)
            continue;
        count = eleven_bitboard_spawns(after, (eleven_rank)(k + 1), spawns);
        for (unsigned i = 0; i < count; i++) {
            list_moves(search, spawns[i], &moves);
            end[k][i] = moves.count;
        }
    }
    evaluate_moves(search, &moves);
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; weights[k] > 0 && i < count; begin = end[k][i++])
            sums[k] += best_move(search, &moves, begin, end[k][i], level, chance * weights[k] / (float)count);
    return (sums[0] * weights[0] + sums[1] * weights[1]) / (float)count;
}

/* The value of an afterstate with `level` still to come, LEVEL_EXTRA at least: looked up or computed. */
float player_search_afterstate(eleven_search *search, eleven_bitboard after, unsigned level, float chance)
{
    float value;
    if (search->is_over)
        return 0;
    if (!search->table.buckets)
        return tiles_mean(search, after, level, chance);
    eleven_bitboard board = eleven_bitboard_canonical(after);
    table_question question = {eleven_bitboard_hash(board), level,
                               player_table_rarity(chance * search->thoroughness / THOROUGHNESS_MOST)};
    if (player_table_find(&search->table, question, &value))
        return value;
    value = tiles_mean(search, board, level, chance);
    budget_check(search);
    if (!search->is_over)
        player_table_store(&search->table, question, value);
    return value;
}
