/* Why a move is worse than another, in words that people use about 2048: corners, merges, the row along the edge. Each
 * reason is a check on the two boards that the moves make, and says only what it has found there. */
#include "eleven/review.h"

#include "core/core.h"

enum { REASONS_TOLD = 2, LARGE = 4 }; /* a tile is large when at most so many ranks below the largest */

/* A move and what it makes of the board, before the new tile. */
typedef struct outcome {
    const char *name; /* of the direction */
    eleven_board after;
    uint8_t cells[ELEVEN_CELLS_MAX]; /* the empty ones */
    unsigned empties;
    eleven_rank merged, met, moved; /* the highest rank that a merge made, and out of what; 0: none */
} outcome;

typedef struct comparison {
    const eleven_rules *rules;
    const eleven_board *before;
    eleven_rank largest; /* before the move */
    outcome played, best;
} comparison;

/* ---- Looking at boards --------------------------------------------------------------------------------- */

static outcome outcome_of(const eleven_rules *rules, const eleven_board *before, eleven_direction direction)
{
    outcome made = {.name = eleven_direction_name(direction), .after = *before};
    eleven_hop hops[ELEVEN_CELLS_MAX];
    eleven_board board = *before;
    unsigned count = eleven_board_slide(rules, &made.after, direction, hops).hops;
    for (unsigned i = 0; i < count; i++) {
        eleven_rank moved = board.cells[hops[i].from], met = board.cells[hops[i].to];
        eleven_rank rank = hops[i].merged ? rules->merge[met][moved] : moved;
        board.cells[hops[i].from] = 0;
        board.cells[hops[i].to] = rank;
        if (!hops[i].merged || rank <= made.merged)
            continue;
        made.merged = rank;
        made.met = met;
        made.moved = moved;
    }
    made.empties = eleven_board_empties(&made.after, made.cells);
    return made;
}

/* The outcome whose merge is highest among all moves on this board. */
static outcome highest_merge(const eleven_rules *rules, const eleven_board *board)
{
    outcome highest = {.merged = 0};
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        outcome made = outcome_of(rules, board, (eleven_direction)d);
        if (made.merged > highest.merged)
            highest = made;
    }
    return highest;
}

/* Whether a tile of this rank stands in a corner. */
static bool is_cornered(const eleven_board *board, eleven_rank rank)
{
    unsigned right = board->w - 1u, below = (board->h - 1u) * board->w;
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

static eleven_rank cell_of(const eleven_board *board, eleven_view view, unsigned i)
{
    return board->cells[view.first + (int)i * view.stride];
}

static bool holds(const eleven_board *board, eleven_view view, eleven_rank rank)
{
    for (unsigned i = 0; i < view.length; i++)
        if (cell_of(board, view, i) == rank)
            return true;
    return false;
}

/* From one end to the other the tiles only get smaller, or only larger. */
static bool is_ordered(const eleven_board *board, eleven_view view)
{
    bool falls = true, rises = true;
    eleven_rank last = 0;
    for (unsigned i = 0; i < view.length; i++) {
        eleven_rank rank = cell_of(board, view, i);
        if (!rank)
            continue;
        falls = falls && (rank <= last || !last);
        rises = rises && rank >= last;
        last = rank;
    }
    return falls || rises;
}

/* ---- What new tiles may do ----------------------------------------------------------------------------- */

typedef bool board_check(const comparison *made, const eleven_board *board);

static bool is_stuck(const comparison *made, const eleven_board *board)
{
    return eleven_board_legal(made->rules, board) == 0;
}

/* Moves are left, but each takes the largest tile out of its corner. */
static bool is_driven_out(const comparison *made, const eleven_board *board)
{
    unsigned legal = eleven_board_legal(made->rules, board);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        eleven_board after = *board;
        eleven_slide slide = eleven_board_slide(made->rules, &after, (eleven_direction)d, NULL);
        if (slide.hops && is_cornered(&after, eleven_board_largest(&after)))
            return false;
    }
    return legal != 0;
}

/* In how many empty cells some new tile would lead to such a board. */
static unsigned count_cells(const comparison *made, const outcome *move, board_check *check)
{
    unsigned count = 0;
    for (unsigned i = 0; i < move->empties; i++) {
        bool leads = false;
        for (unsigned rank = 1; rank < ELEVEN_RANKS && !leads; rank++) {
            eleven_board board = move->after;
            if (made->rules->spawn_weight[rank] == 0)
                continue;
            eleven_board_place(&board, (eleven_tile){move->cells[i], (eleven_rank)rank});
            leads = check(made, &board);
        }
        count += leads;
    }
    return count;
}

/* ---- Sentences ----------------------------------------------------------------------------------------- */

/* What a pattern's letters stand for: %p and %b are the two directions, %t and %u tiles, %n and %m counts, %s a
 * string. */
typedef struct wording {
    eleven_rank tile[2];
    unsigned count[2];
    const char *string;
} wording;

static void put_direction(text_out *out, const char *name)
{
    core_put_char(out, (char)(name[0] - 'a' + 'A'));
    core_put(out, name + 1);
}

static void put_detail(text_out *out, const comparison *made, char letter, const wording *words)
{
    switch (letter) {
    case 'p': put_direction(out, made->played.name); break;
    case 'b': put_direction(out, made->best.name); break;
    case 't': core_put_number(out, made->rules->value[words->tile[0]]); break;
    case 'u': core_put_number(out, made->rules->value[words->tile[1]]); break;
    case 'n': core_put_number(out, words->count[0]); break;
    case 'm': core_put_number(out, words->count[1]); break;
    default: core_put(out, words->string);
    }
}

/* A sentence, apart from the one before. */
static void say(text_out *out, const comparison *made, const char *pattern, wording words)
{
    if (out->length)
        core_put_char(out, ' ');
    for (const char *at = pattern; *at; at++)
        if (*at == '%')
            put_detail(out, made, *++at, &words);
        else
            core_put_char(out, *at);
}

/* ---- Reasons ------------------------------------------------------------------------------------------- */

/* Each says something and returns true, or finds nothing. */
typedef bool reason(const comparison *made, text_out *out);

/* "on any of the 3 empty cells", "on 1 of the 3 empty cells", "on the only empty cell". */
static const char *cells_pattern(unsigned count, unsigned empties)
{
    return empties == 1       ? "After %p, a new tile on the only empty cell could leave no move at all"
           : count == empties ? "After %p, a new tile on any of the %m empty cells could leave no move at all"
                              : "After %p, a new tile on %n of the %m empty cells could leave no move at all";
}

static bool ends_the_game(const comparison *made, text_out *out)
{
    unsigned played = count_cells(made, &made->played, is_stuck), best = count_cells(made, &made->best, is_stuck),
             empties = made->played.empties;
    if (played <= best)
        return false;
    say(out, made, cells_pattern(played, empties), (wording){.count = {played, empties}});
    core_put(out, "; after ");
    put_direction(out, made->best.name);
    core_put(out, best ? ", on fewer." : ", none could.");
    return true;
}

static bool leaves_the_corner(const comparison *made, text_out *out)
{
    eleven_rank rank = made->largest;
    if (!is_cornered(made->before, rank) || !is_cornered(&made->best.after, eleven_board_largest(&made->best.after)) ||
        eleven_board_largest(&made->played.after) != rank || is_cornered(&made->played.after, rank))
        return false;
    say(out, made, "%p moved the largest tile, %t, out of its corner.", (wording){.tile = {rank}});
    return true;
}

static bool misses_a_merge(const comparison *made, text_out *out)
{
    const outcome *best = &made->best;
    if (best->merged <= made->played.merged || best->merged + LARGE <= made->largest)
        return false;
    say(out, made, "%b would have merged %t and %u.", (wording){.tile = {best->met, best->moved}});
    return true;
}

/* A new tile in the row of the largest one, along the edge, is hard to get out again. */
static bool opens_the_edge(const comparison *made, text_out *out)
{
    for (unsigned i = 0; i < EDGES; i++) {
        edge line = edge_of(made->before, i);
        if (holds(made->before, line.view, 0) || holds(&made->best.after, line.view, 0) ||
            !holds(&made->played.after, line.view, 0) || !holds(made->before, line.view, made->largest) ||
            !holds(&made->best.after, line.view, eleven_board_largest(&made->best.after)))
            continue;
        say(out, made, "%p opened the %s, where the largest tile stands, to new tiles; %b would have kept it full.",
            (wording){.string = line.name});
        return true;
    }
    return false;
}

/* The largest tile, still the same, stands in a corner after the move. */
static bool keeps_the_corner(const comparison *made, const outcome *move)
{
    return eleven_board_largest(&move->after) == made->largest && is_cornered(&move->after, made->largest);
}

static bool risks_the_corner(const comparison *made, text_out *out)
{
    if (!keeps_the_corner(made, &made->played) || !keeps_the_corner(made, &made->best) ||
        count_cells(made, &made->best, is_driven_out) || !count_cells(made, &made->played, is_driven_out))
        return false;
    say(out, made, "After %p, a new tile could force the largest tile, %t, out of its corner; after %b, none could.",
        (wording){.tile = {made->largest}});
    return true;
}

static bool breaks_the_order(const comparison *made, text_out *out)
{
    for (unsigned i = 0; i < EDGES; i++) {
        edge line = edge_of(made->before, i);
        if (!keeps_the_corner(made, &made->played) ||
            !holds(&made->best.after, line.view, eleven_board_largest(&made->best.after)) ||
            !is_ordered(made->before, line.view) || !is_ordered(&made->best.after, line.view) ||
            is_ordered(&made->played.after, line.view) || !holds(made->before, line.view, made->largest))
            continue;
        say(out, made, "%p broke the order of the %s, where the largest tile stands.", (wording){.string = line.name});
        return true;
    }
    return false;
}

static bool parts_a_pair(const comparison *made, text_out *out)
{
    outcome best = highest_merge(made->rules, &made->best.after),
            played = highest_merge(made->rules, &made->played.after);
    if (best.merged <= played.merged || best.merged <= made->played.merged || best.merged + LARGE <= made->largest)
        return false;
    say(out, made, "After %b, %t and %u could have merged next; after %p, they cannot.",
        (wording){.tile = {best.met, best.moved}});
    return true;
}

/* Worth telling where cells are short. */
static bool fills_the_board(const comparison *made, text_out *out)
{
    unsigned cells = (unsigned)made->before->w * made->before->h;
    if (made->played.empties >= made->best.empties || made->played.empties > cells / 2)
        return false;
    const char *pattern = made->played.empties == 1 ? "%p left 1 cell empty, %b would have left %m."
                                                    : "%p left %n cells empty, %b would have left %m.";
    say(out, made, pattern, (wording){.count = {made->played.empties, made->best.empties}});
    return true;
}

size_t eleven_review_reason(const eleven_rules *rules, const eleven_judgement *judgement, char *text, size_t size)
{
    static reason *const reasons[] = {ends_the_game,    leaves_the_corner, misses_a_merge, opens_the_edge,
                                      risks_the_corner, breaks_the_order,  parts_a_pair,   fills_the_board};
    const eleven_board *before = &judgement->before.board;
    comparison made = {rules, before, eleven_board_largest(before), outcome_of(rules, before, judgement->played),
                       outcome_of(rules, before, judgement->best)};
    text_out out = core_text_into(text, size);
    if (judgement->played == judgement->best)
        return 0;
    for (unsigned i = 0, told = 0; i < sizeof reasons / sizeof *reasons && told < REASONS_TOLD; i++)
        told += reasons[i](&made, &out);
    return out.length;
}
