/* A search from a board: how deep it looks, with which budget, and the line that it expects. eleven/search.h describes
 * what it answers. The tree below the board is in search_tree.c.
 *
 * A position whose value changes much with one more move is searched further, see danger_search. */
#include "player/player_room.h"
#include "base/sized.h"
#include "base/clock.h"
#include "base/memory.h"
#include "fast/words.h"

#include <math.h>

/* A deeper search must also follow rarer lines, or it would see no more than the one before: from a depth of
 * THOROUGH_FROM on, each further move divides the cutoff by THOROUGHER, down to a THOROUGHNESS_MOST-th. */
enum { THOROUGH_FROM = 4, THOROUGHER = 4 };

/* ---- A search ------------------------------------------------------------------------------------------ */
static float depth_thoroughness(unsigned depth)
{
    float thoroughness = 1;
    for (; depth >= THOROUGH_FROM && thoroughness < THOROUGHNESS_MOST; depth--)
        thoroughness *= THOROUGHER;
    return thoroughness;
}

/* The values of the legal afterstates as the evaluator judges them, together. */
static void afterstates_evaluate(const eleven_search *search, const eleven_afterstates *after, unsigned legal,
                                 float values[ELEVEN_DIRECTIONS])
{
    eleven_bitboard boards[ELEVEN_DIRECTIONS];
    unsigned count = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (legal >> d & 1)
            boards[count++] = after->board[d];
    if (count)
        player_values_ask(&search->kept, &search->evaluator, boards, count, values);
    for (unsigned d = ELEVEN_DIRECTIONS; d-- > 0;)
        if (legal >> d & 1)
            values[d] = values[--count];
}

/* The values of the boards after the root's legal moves, without their gains. */
static void root_values(eleven_search *search, const eleven_afterstates *after, unsigned legal, unsigned level,
                        float values[ELEVEN_DIRECTIONS])
{
    search->nodes += (unsigned)__builtin_popcount(legal);
    if (level == 0) {
        afterstates_evaluate(search, after, legal, values);
        return;
    }
#ifndef __wasm__
    if (search->team) {
        player_team_values(search, after, legal, level, values);
        return;
    }
#endif
    for (; legal; legal &= legal - 1) {
        unsigned d = (unsigned)__builtin_ctz(legal);
        values[d] = player_search_afterstate(search, after->board[d], level, 1);
    }
}

/* Of these moves, those that a search of a lower level, NULL: none, puts at `least` or higher. */
static unsigned moves_near(const eleven_search_result *less, unsigned moves, double least)
{
    for (unsigned d = 0; less && d < ELEVEN_DIRECTIONS; d++)
        if (moves >> d & 1 && less->values[d] < least)
            moves &= ~(1u << d);
    return moves;
}

/* Fills in the values of these moves, with `level` to come after each, and the best one. */
static void moves_search(eleven_search *search, const eleven_afterstates *after, unsigned moves, unsigned level,
                         eleven_search_result *result)
{
    float values[ELEVEN_DIRECTIONS];
    root_values(search, after, moves, level, values);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        if (!(moves >> d & 1))
            continue;
        result->values[d] = (double)values[d] + (double)search->evaluator.gain * (double)after->gain[d];
        if (result->values[d] > result->expected) {
            result->expected = result->values[d];
            result->direction = (eleven_direction)d;
        }
    }
}

/* The level of a search that looks so many moves ahead. */
static unsigned depth_level(unsigned depth)
{
    return (depth - 1) * LEVEL_MOVE;
}

/* Searches with `level` to come after each move of the board; 0: its afterstates are compared. Only this is sure to end
 * within the budget. Moves that a search of a lower level puts far behind its best one keep its values, unless those
 * are better than all that was found. `less` is not `result`; NULL: all moves are searched. */
static void level_search(eleven_search *search, eleven_bitboard board, unsigned level, const eleven_search_result *less,
                         eleven_search_result *result)
{
    eleven_afterstates after;
    unsigned legal = eleven_bitboard_afterstates(search->rows, board, &after), depth = 1 + (level + 1) / LEVEL_MOVE;
    *result = (eleven_search_result){.depth = depth, .legal = legal, .expected = -INFINITY};
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        result->values[d] = less && legal >> d & 1 ? less->values[d] : NAN;
    search->thoroughness = depth_thoroughness(depth);
    double least = less ? less->expected - (double)search->margin : 0;
    for (unsigned left = legal, moves; (moves = moves_near(less, left, least)) != 0; least = result->expected) {
        moves_search(search, &after, moves, level, result);
        left &= ~moves;
    }
}

/* Whether the board has as many large tiles as the settings name. */
static bool has_large_tiles(const eleven_search *search, eleven_bitboard board)
{
    unsigned count = 0;
    for (unsigned cell = 0; cell < 16; cell++)
        count += eleven_bitboard_get(board, cell) >= ELEVEN_SEARCH_LARGE;
    return search->settings.large_tiles > 0 && count >= search->settings.large_tiles;
}

/* A position is dangerous where looking one move further ahead changes its value much. Looks `depth` moves ahead, one
 * more among large tiles, and further while that shows danger, by at most EXTRA moves. One move ahead, only a crowded
 * board is looked at further. The search before judges which moves are followed, but one move ahead, values are too
 * rough to judge a search of UNJUDGED moves. */
static void danger_search(eleven_search *search, eleven_bitboard board, unsigned depth, eleven_search_result *result)
{
    enum { EXTRA = 2, UNJUDGED = 2 };
    if (depth > 1 && depth < ELEVEN_SEARCH_DEPTH && has_large_tiles(search, board))
        depth++;
    unsigned most = depth + EXTRA < ELEVEN_SEARCH_DEPTH ? depth + EXTRA : ELEVEN_SEARCH_DEPTH;
    bool is_dangerous = search->settings.danger > 0 && (depth > 1 || board_is_crowded(search, board));
    unsigned level = depth == 1 && is_dangerous ? LEVEL_EXTRA : depth_level(depth);
    eleven_search_result less;
    if (is_dangerous)
        level_search(search, board, depth > 1 ? level - LEVEL_MOVE : 0, NULL, &less);
    level_search(search, board, level, is_dangerous && depth != UNJUDGED ? &less : NULL, result);
    while (is_dangerous && depth < most && fabs(result->expected - less.expected) >= (double)search->settings.danger) {
        less = *result;
        depth++;
        level_search(search, board, depth_level(depth), depth != UNJUDGED ? &less : NULL, result);
    }
}

/* As many buckets of the table are cleared as a search of that depth meets afterstates, roughly. */
static size_t depth_buckets(unsigned depth)
{
    return depth > 8 ? SIZE_MAX : (size_t)1 << 3 * depth;
}

/* With a new largest tile the evaluator may judge by other knowledge, so old results are not used again. Each member of
 * a team gets the same part of the positions. */
static void search_begin(eleven_search *search, eleven_bitboard root, const eleven_budget *budget)
{
    eleven_rank largest = eleven_bitboard_largest(root);
    bool has_time = budget->milliseconds > 0;
    search->nodes = 0;
    search->is_over = false;
    search->most_nodes = budget->nodes ? budget->nodes : UINT64_MAX;
    search->next_look = has_time || budget->stop ? 0 : UINT64_MAX;
    search->stop = budget->stop;
    search->deadline = has_time ? clock_milliseconds() + budget->milliseconds : INFINITY;
    if (has_time && largest == search->largest)
        player_table_age(&search->table);
    else if (has_time)
        player_table_clear(&search->table, SIZE_MAX);
    else if (budget->nodes)
        player_table_clear(&search->table, (size_t)(budget->nodes / 64));
    else
        player_table_clear(&search->table, depth_buckets(budget->depth));
    if (largest != search->largest)
        player_values_clear(&search->kept);
    search->largest = largest;
    unsigned members = search->team ? search->team->count : 0;
    eleven_budget part = *budget;
    part.nodes = members && budget->nodes ? 1 + (budget->nodes - 1) / members : budget->nodes;
    for (unsigned i = 0; i < members; i++)
        search_begin(search->team->member[i], root, &part);
}

/* How many times what the last search took must be left to search one move further, which takes about GROWTH times as
 * long. In danger that begins though it may not end, elsewhere only where it nearly always does. `change`: by how much
 * the value differs from that of one move less. */
static unsigned growth_expected(const eleven_search *search, double change)
{
    enum { GROWTH = 4, GROWTH_IN_DANGER = 1, GROWTH_SAFE = 8 };
    if (search->settings.danger <= 0)
        return GROWTH;
    return change >= (double)search->settings.danger ? GROWTH_IN_DANGER : GROWTH_SAFE;
}

/* Whether there is hope to search one move further within the budget; the last search began with these nodes at this
 * moment. */
static bool deeper_fits(const eleven_search *search, unsigned growth, uint64_t nodes_before, double began)
{
    uint64_t last = search->nodes - nodes_before;
    if (search->nodes + growth * last > search->most_nodes)
        return false;
    if (search->deadline >= (double)INFINITY)
        return true;
    double now = clock_milliseconds();
    return now + growth * (now - began) <= search->deadline;
}

/* Searches deeper and deeper until the budget is used up; an unfinished depth is dropped. */
static void depths_search(eleven_search *search, eleven_bitboard board, unsigned most, eleven_search_result *result)
{
    bool has_time = search->deadline < (double)INFINITY;
    for (unsigned depth = 1; depth <= most; depth++) {
        eleven_search_result found;
        uint64_t before = search->nodes;
        double began = has_time ? clock_milliseconds() : 0;
        level_search(search, board, depth_level(depth), NULL, &found);
        if (depth > 1 && search->is_over)
            break;
        unsigned growth = growth_expected(search, depth > 1 ? fabs(found.expected - result->expected) : INFINITY);
        *result = found;
        if (!deeper_fits(search, growth, before, began))
            break;
    }
}

/* The board that is searched in place of this one, see `highest` of the evaluator. A network with a cap lowers boards
 * in much the same way, see tuples.c, but keeps low ranks, which could make a pair where there is none. */
static eleven_bitboard board_searched(const eleven_search *search, eleven_bitboard board)
{
    unsigned largest = eleven_bitboard_largest(board), least = largest;
    if (!search->evaluator.highest || largest <= search->evaluator.highest)
        return board;
    while (least > 1 && player_has_rank(board, least - 1))
        least--;
    if (least == 1)
        return board;
    eleven_bitboard lower = board;
    for (unsigned cell = 0; cell < 16; cell++) {
        eleven_rank rank = eleven_bitboard_get(board, cell);
        if (rank >= least)
            lower = eleven_bitboard_set(lower, cell, (eleven_rank)(rank - 1));
    }
    return board_searched(search, lower);
}

static bool evaluator_prepares(const eleven_search *search, eleven_bitboard root)
{
    return !search->evaluator.prepare || search->evaluator.prepare(search->evaluator.context, root);
}

eleven_error eleven_search_run(eleven_search *search, eleven_bitboard board, const eleven_budget *budget,
                               eleven_search_result *result)
{
    enum { USUAL_DEPTH = 3 };
    *result = (eleven_search_result){0};
    board = board_searched(search, board);
    if (!evaluator_prepares(search, board))
        return ELEVEN_NO_MEMORY;
    eleven_budget limits;
    SIZED_COPY(limits, budget);
    if (!eleven_budget_is_limited(&limits))
        limits.depth = USUAL_DEPTH;
    if (!limits.depth || limits.depth > ELEVEN_SEARCH_DEPTH)
        limits.depth = ELEVEN_SEARCH_DEPTH;
#ifndef __wasm__
    if (!player_team_ready(search, limits.threads))
        return ELEVEN_NO_MEMORY;
#endif
    search_begin(search, board, &limits);
    if (limits.nodes || limits.milliseconds > 0)
        depths_search(search, board, limits.depth, result);
    else
        danger_search(search, board, limits.depth, result);
    result->nodes = search->nodes;
    if (result->legal && !eleven_stop_is_requested(search->stop))
        return ELEVEN_OK;
    eleven_error error = result->legal ? ELEVEN_STOPPED : ELEVEN_IMPOSSIBLE;
    *result = (eleven_search_result){0};
    return error;
}

/* ---- The principal line -------------------------------------------------------------------------------- */
/* The tile after which the rest, `level` to come, has the value nearest to the mean over all cells. */
static eleven_tile tile_typical(eleven_search *search, eleven_bitboard after, unsigned level)
{
    eleven_rank rank = search->likely >= search->rare ? 1 : 2;
    eleven_bitboard spawns[16];
    float values[16], mean = 0;
    unsigned count = eleven_bitboard_spawns(after, rank, spawns), best = 0;
    for (unsigned i = 0; i < count; i++) {
        values[i] = player_search_position(search, spawns[i], level, 1 / (float)count);
        mean += values[i] / (float)count;
    }
    for (unsigned i = 1; i < count; i++)
        if (fabsf(values[i] - mean) < fabsf(values[best] - mean))
            best = i;
    unsigned empties = eleven_bitboard_empties(after);
    for (unsigned i = 0; i < best; i++)
        empties &= empties - 1;
    return (eleven_tile){(uint8_t)__builtin_ctz(empties), rank};
}

unsigned eleven_search_line(eleven_search *search, eleven_bitboard board, unsigned depth,
                            eleven_search_step line[ELEVEN_SEARCH_DEPTH])
{
    unsigned length = 0;
    board = board_searched(search, board);
    depth = depth < ELEVEN_SEARCH_DEPTH ? depth : ELEVEN_SEARCH_DEPTH;
    search_begin(search, board, &(eleven_budget){.size = sizeof(eleven_budget), .depth = depth});
    for (unsigned rest = evaluator_prepares(search, board) ? depth : 0; rest > 0; rest--) {
        eleven_search_result found;
        level_search(search, board, depth_level(rest), NULL, &found);
        if (!found.legal)
            break;
        board = eleven_bitboard_slide(search->rows, board, found.direction, NULL);
        eleven_tile tile = {0, 0};
        if (rest > 1) {
            tile = tile_typical(search, board, (rest - 1) * LEVEL_MOVE);
            board = eleven_bitboard_set(board, tile.cell, tile.rank);
        }
        line[length++] = (eleven_search_step){found.direction, tile};
    }
    return length;
}

/* ---- The object ---------------------------------------------------------------------------------------- */
void eleven_search_settings_default(eleven_search_settings *settings)
{
    const eleven_search_settings usual = {settings->size, .cutoff = 0.02F, .crowded = 3, .megabytes = 16,
                                          .margin = 0,    .danger = 0,     .kept = 0,    .large_tiles = 0};
    assert(settings->size && settings->size <= sizeof usual);
    memcpy(settings, &usual, settings->size);
}

/* One tile of rank 1 or 2 after every move. */
bool eleven_search_suits(const eleven_rules *rules, unsigned w, unsigned h)
{
    bool suits = w == 4 && h == 4 && rules->count_weight[1] > 0;
    for (unsigned n = 0; n <= ELEVEN_SPAWNS_MAX; n++)
        suits = suits && (n == 1 || rules->count_weight[n] == 0);
    for (unsigned rank = 3; rank < ELEVEN_RANKS; rank++)
        suits = suits && rules->spawn_weight[rank] == 0;
    return suits;
}

eleven_search *eleven_search_new(const eleven_rowtable *rows, const eleven_evaluator *evaluator,
                                 const eleven_search_settings *settings)
{
    eleven_search_settings usual = {.size = sizeof usual};
    eleven_search_settings_default(&usual);
    eleven_search *search = memory_zeroed(1, sizeof *search);
    if (search)
        SIZED_COPY(search->settings, settings ? settings : &usual);
    if (!search || !player_table_open(&search->table, search->settings.megabytes) ||
        !player_values_open(&search->kept, search->settings.kept)) {
        eleven_search_free(search);
        return NULL;
    }
    double first = rows->rules.spawn_weight[1], second = rows->rules.spawn_weight[2];
    search->rows = rows;
    search->margin = search->settings.margin > 0 ? search->settings.margin : INFINITY;
    SIZED_COPY(search->evaluator, evaluator);
    search->rare = (float)(second / (first + second));
    search->likely = (float)(first / (first + second));
    return search;
}

void eleven_search_free(eleven_search *search)
{
    if (!search)
        return;
#ifndef __wasm__
    player_team_ready(search, 1);
#endif
    player_table_close(&search->table);
    player_values_close(&search->kept);
    memory_free(search);
}

bool eleven_search_counts_points(const eleven_search *search)
{
    return search->evaluator.gain > 0;
}
