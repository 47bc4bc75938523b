/* Why a move is worse than another, in words that people use about 2048: corners, merges, the row along the edge.
 * Each reason is a check of the two boards that the moves lead to, and says only what it has found there. */
#include "core/core.h"
#include "eleven/review.h"

#include <stdarg.h>
#include <stdio.h>

/* How many reasons are given at most; a tile is large if it is less than so many ranks below the largest. */
enum { REASONS_MOST = 2, LARGE_RANKS = 4 };

/* A move, and the board after it, before the new tile. */
typedef struct outcome {
    /* Of the direction, as the first word of a sentence. */
    const char *name;
    eleven_board after;

    /* The empty cells. */
    uint8_t cells[ELEVEN_CELLS_MAX];
    unsigned empties;

    /* The highest rank that a merge gave, and the two that merged; 0 without a merge. */
    eleven_rank merged, met, moved;
} outcome;

typedef struct comparison {
    const eleven_rules *rules;
    const eleven_board *before;

    /* Before the move. */
    eleven_rank largest;
    outcome played, best;
} comparison;

/* ---- Looking at boards --------------------------------------------------------------------------------- */
static outcome outcome_of(const eleven_rules *rules, const eleven_board *before, eleven_direction direction)
{
    static const char *const names[ELEVEN_DIRECTIONS] = {
        [ELEVEN_LEFT] = "Left", [ELEVEN_RIGHT] = "Right", [ELEVEN_UP] = "Up", [ELEVEN_DOWN] = "Down"};
    outcome result = {.name = names[direction], .after = *before};
    eleven_hop hops[ELEVEN_CELLS_MAX];
    eleven_board board = *before;
    unsigned count = eleven_board_slide(rules, &result.after, direction, hops).hops;
    for (unsigned i = 0; i < count; i++) {
        eleven_rank moved = board.cells[hops[i].from], met = board.cells[hops[i].to];
        eleven_rank rank = hops[i].merged ? rules->merge[met][moved] : moved;
        board.cells[hops[i].from] = 0;
        board.cells[hops[i].to] = rank;
        if (!hops[i].merged || rank <= result.merged)
            continue;
        result.merged = rank;
        result.met = met;
        result.moved = moved;
    }
    result.empties = eleven_board_empties(&result.after, result.cells);
    return result;
}

/* The outcome whose merge is highest among all moves on this board. */
static outcome highest_merge(const eleven_rules *rules, const eleven_board *board)
{
    outcome highest = {.merged = 0};
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        outcome result = outcome_of(rules, board, (eleven_direction)d);
        if (result.merged > highest.merged)
            highest = result;
    }
    return highest;
}

/* Whether a largest tile is in a corner. */
static bool largest_is_cornered(const eleven_board *board)
{
    unsigned right = board->w - 1u, below = (board->h - 1u) * board->w;
    eleven_rank rank = eleven_board_largest(board);
    return board->cells[0] == rank || board->cells[right] == rank || board->cells[below] == rank ||
           board->cells[below + right] == rank;
}

typedef struct edge {
    const char *name;
    eleven_view view;
} edge;

enum { EDGES = 4 };

static edge edge_of(const eleven_board *board, unsigned index)
{
    uint8_t w = board->w, h = board->h, last = (uint8_t)((h - 1) * w);
    const edge edges[EDGES] = {{"bottom row", {last, 1, w}},
                               {"top row", {0, 1, w}},
                               {"left column", {0, (int8_t)w, h}},
                               {"right column", {(uint8_t)(w - 1), (int8_t)w, h}}};
    return edges[index];
}

static eleven_rank edge_cell(const eleven_board *board, eleven_view view, unsigned i)
{
    return board->cells[view.first + (int)i * view.stride];
}

static bool edge_holds(const eleven_board *board, eleven_view view, eleven_rank rank)
{
    for (unsigned i = 0; i < view.length; i++)
        if (edge_cell(board, view, i) == rank)
            return true;
    return false;
}

/* From one end to the other the tiles only get smaller, or only larger. */
static bool edge_is_ordered(const eleven_board *board, eleven_view view)
{
    bool falls = true, rises = true;
    eleven_rank last = 0;
    for (unsigned i = 0; i < view.length; i++) {
        eleven_rank rank = edge_cell(board, view, i);
        if (!rank)
            continue;
        falls = falls && (rank <= last || !last);
        rises = rises && rank >= last;
        last = rank;
    }
    return falls || rises;
}

/* ---- What new tiles may do ----------------------------------------------------------------------------- */
typedef bool board_check(const comparison *moves, const eleven_board *board);

static bool board_is_stuck(const comparison *moves, const eleven_board *board)
{
    return eleven_board_legal(moves->rules, board) == 0;
}

/* Moves are left, but each takes the largest tile out of its corner. */
static bool corner_is_lost(const comparison *moves, const eleven_board *board)
{
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        eleven_board after = *board;
        if (eleven_board_slide(moves->rules, &after, (eleven_direction)d, NULL).hops && largest_is_cornered(&after))
            return false;
    }
    return !board_is_stuck(moves, board);
}

/* On how many empty cells some new tile would lead to such a board. */
static unsigned cells_count(const comparison *moves, const outcome *move, board_check *check)
{
    unsigned count = 0;
    for (unsigned i = 0; i < move->empties; i++) {
        bool leads = false;
        for (unsigned rank = 1; rank < ELEVEN_RANKS && !leads; rank++) {
            eleven_board board = move->after;
            if (moves->rules->spawn_weight[rank] == 0)
                continue;
            eleven_board_place(&board, (eleven_tile){move->cells[i], (eleven_rank)rank});
            leads = check(moves, &board);
        }
        count += leads;
    }
    return count;
}

/* ---- Sentences ----------------------------------------------------------------------------------------- */
/* Adds a sentence, after a space where it is not the first. */
__attribute__((format(printf, 2, 3))) static void sentence_put(text_out *out, const char *format, ...)
{
    char sentence[ELEVEN_REASON_TEXT];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    core_put(out, out->length ? " " : "");
    core_put(out, sentence);
}

static unsigned rank_value(const comparison *moves, eleven_rank rank)
{
    return moves->rules->value[rank];
}

/* ---- Reasons ------------------------------------------------------------------------------------------- */
/* Each says something and returns true, or finds nothing. */
typedef bool reason(const comparison *moves, text_out *out);

static bool ends_the_game(const comparison *moves, text_out *out)
{
    unsigned played = cells_count(moves, &moves->played, board_is_stuck),
             best = cells_count(moves, &moves->best, board_is_stuck), empties = moves->played.empties;
    const char *name = moves->played.name;
    if (played <= best)
        return false;
    if (empties == 1)
        sentence_put(out, "After %s, a new tile on the only empty cell", name);
    else if (played == empties)
        sentence_put(out, "After %s, a new tile on any of the %u empty cells", name, empties);
    else
        sentence_put(out, "After %s, a new tile on %u of the %u empty cells", name, played, empties);
    core_put(out, " could leave no move at all; after ");
    core_put(out, moves->best.name);
    core_put(out, best ? ", on fewer." : ", none could.");
    return true;
}

static bool leaves_the_corner(const comparison *moves, text_out *out)
{
    if (!largest_is_cornered(moves->before) || !largest_is_cornered(&moves->best.after) ||
        eleven_board_largest(&moves->played.after) != moves->largest || largest_is_cornered(&moves->played.after))
        return false;
    sentence_put(out, "%s moved the largest tile, %u, out of its corner.", moves->played.name,
                 rank_value(moves, moves->largest));
    return true;
}

static bool misses_a_merge(const comparison *moves, text_out *out)
{
    const outcome *best = &moves->best;
    if (best->merged <= moves->played.merged || best->merged + LARGE_RANKS <= moves->largest)
        return false;
    sentence_put(out, "%s would have merged %u and %u.", best->name, rank_value(moves, best->met),
                 rank_value(moves, best->moved));
    return true;
}

/* A new tile in the row of the largest one, along the edge, is hard to get out again. */
static bool opens_the_edge(const comparison *moves, text_out *out)
{
    for (unsigned i = 0; i < EDGES; i++) {
        edge line = edge_of(moves->before, i);
        if (edge_holds(moves->before, line.view, 0) || edge_holds(&moves->best.after, line.view, 0) ||
            !edge_holds(&moves->played.after, line.view, 0) || !edge_holds(moves->before, line.view, moves->largest) ||
            !edge_holds(&moves->best.after, line.view, eleven_board_largest(&moves->best.after)))
            continue;
        sentence_put(out, "%s opened the %s, where the largest tile is, to new tiles; %s would have kept it full.",
                     moves->played.name, line.name, moves->best.name);
        return true;
    }
    return false;
}

/* The largest tile is still the same, and in a corner after the move. */
static bool keeps_the_corner(const comparison *moves, const outcome *move)
{
    return eleven_board_largest(&move->after) == moves->largest && largest_is_cornered(&move->after);
}

static bool risks_the_corner(const comparison *moves, text_out *out)
{
    if (!keeps_the_corner(moves, &moves->played) || !keeps_the_corner(moves, &moves->best) ||
        cells_count(moves, &moves->best, corner_is_lost) || !cells_count(moves, &moves->played, corner_is_lost))
        return false;
    sentence_put(out, "After %s, a new tile could force the largest tile, %u, out of its corner; after %s, none could.",
                 moves->played.name, rank_value(moves, moves->largest), moves->best.name);
    return true;
}

static bool breaks_the_order(const comparison *moves, text_out *out)
{
    for (unsigned i = 0; i < EDGES; i++) {
        edge line = edge_of(moves->before, i);
        if (!keeps_the_corner(moves, &moves->played) ||
            !edge_holds(&moves->best.after, line.view, eleven_board_largest(&moves->best.after)) ||
            !edge_is_ordered(moves->before, line.view) || !edge_is_ordered(&moves->best.after, line.view) ||
            edge_is_ordered(&moves->played.after, line.view) || !edge_holds(moves->before, line.view, moves->largest))
            continue;
        sentence_put(out, "%s broke the order of the %s, where the largest tile is.", moves->played.name, line.name);
        return true;
    }
    return false;
}

static bool parts_a_pair(const comparison *moves, text_out *out)
{
    outcome best = highest_merge(moves->rules, &moves->best.after),
            played = highest_merge(moves->rules, &moves->played.after);
    if (best.merged <= played.merged || best.merged <= moves->played.merged ||
        best.merged + LARGE_RANKS <= moves->largest)
        return false;
    sentence_put(out, "After %s, %u and %u could have merged next; after %s, they cannot.", moves->best.name,
                 rank_value(moves, best.met), rank_value(moves, best.moved), moves->played.name);
    return true;
}

/* Of interest where few cells are empty. */
static bool fills_the_board(const comparison *moves, text_out *out)
{
    unsigned cells = (unsigned)moves->before->w * moves->before->h;
    if (moves->played.empties >= moves->best.empties || moves->played.empties > cells / 2)
        return false;
    sentence_put(out, "%s left %u %s empty, %s would have left %u.", moves->played.name, moves->played.empties,
                 moves->played.empties == 1 ? "cell" : "cells", moves->best.name, moves->best.empties);
    return true;
}

size_t eleven_judgement_describe(const eleven_rules *rules, const eleven_judgement *judgement, char *text, size_t size)
{
    static reason *const reasons[] = {ends_the_game,    leaves_the_corner, misses_a_merge, opens_the_edge,
                                      risks_the_corner, breaks_the_order,  parts_a_pair,   fills_the_board};
    const eleven_board *before = &judgement->before.board;
    comparison moves = {rules, before, eleven_board_largest(before), outcome_of(rules, before, judgement->played),
                        outcome_of(rules, before, judgement->best)};
    text_out out = core_text_into(text, size);
    if (judgement->played == judgement->best)
        return 0;
    for (unsigned i = 0, given = 0; i < sizeof reasons / sizeof *reasons && given < REASONS_MOST; i++)
        given += reasons[i](&moves, &out);
    return out.length;
}
