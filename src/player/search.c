/* Expectimax with a transposition table; eleven/search.h describes what it answers.
 *
 * Two functions call each other: moves_best where the player moves, afterstate_value where a tile appears.
 *
 *     moves_best                              board                     best of the moves
 *                                      left /       \ up
 *     afterstate_value              after             after             mean over the tiles
 *                               2 on a /  \ 4 on b    ...
 *     moves_best                  board    board                       best of the moves; the last ones are evaluated
 *                                   ...      ...
 *
 * Five things keep the tree small:
 *   - boards that are images of each other count as one;
 *   - a line that is less probable than the cutoff ends with the next move;
 *   - a move that the evaluator puts far behind the best one is not followed;
 *   - the table answers a question that was asked before, with as much effort or more;
 *   - the moves of a position are evaluated together, since weights of several boards come from memory faster than
 *     those of one after another.
 * Two things make it larger:
 *   - a line that ends on a crowded board is followed one move further: there a single tile decides the game, and only
 *     few tiles can come;
 *   - a position whose value changes much with one more move is searched further, see danger_search. */
#include "player/player_room.h"
#include "base/sized.h"
#include "base/clock.h"
#include "base/memory.h"
#include "fast/words.h"

#include <math.h>

/* A deeper search must also follow rarer lines, or it would see no more than the one before: from a depth of
 * THOROUGH_FROM on, each further move divides the cutoff by THOROUGHER, down to a THOROUGHNESS_MOST-th. */
enum { THOROUGHNESS_MOST = 256, THOROUGH_FROM = 4, THOROUGHER = 4 };

/* Moves still to come on a line, counted in levels of the table: two per move, one per extra move, which is searched
 * only because the board is crowded. */
enum { LEVEL_EXTRA = 1, LEVEL_MOVE = 2 };

struct eleven_search {
    const eleven_rowtable *rows;
    eleven_evaluator evaluator;
    eleven_search_settings settings;
    search_table table;

    /* Probabilities of ranks 1 and 2. */
    float likely, rare;

    /* That of the settings; INFINITY: every move is followed. */
    float margin;

    /* 1..THOROUGHNESS_MOST: lines are followed down to cutoff / thoroughness. */
    float thoroughness;

    /* Positions looked at, how many of them end the search, and at how many it reads the clock next. */
    uint64_t nodes, most_nodes, next_look;
    double deadline;
    const eleven_stop *stop;

    /* Of the board that the last search began with. */
    eleven_rank largest;

    /* The budget is used up; every value from now on is void. */
    bool is_over;
};

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

/* ---- The tree ------------------------------------------------------------------------------------------ */
static float afterstate_value(eleven_search *search, eleven_bitboard after, unsigned level, float chance);

/* Removes as many empty cells as a crowded board may have; is none left? */
static inline bool board_is_crowded(const eleven_search *search, eleven_bitboard board)
{
    uint64_t empties = board.high ? eleven_bitboard_empties(board) : low_empties(board.low);
    for (unsigned i = 0; i < search->settings.crowded; i++)
        empties &= empties - 1;
    return empties == 0;
}

/* How much of a line of this probability is still to come after the next move, which has `level` to come; 0: the line
 * ends with that move. Where only LEVEL_EXTRA is left, that holds for crowded boards alone. */
static unsigned level_rest(const eleven_search *search, unsigned level, float chance)
{
    if (level < LEVEL_MOVE || chance * search->thoroughness < search->settings.cutoff)
        return 0;
    return level > LEVEL_MOVE ? level - LEVEL_MOVE : LEVEL_EXTRA;
}

/* The value of a position with `level` still to come, LEVEL_EXTRA at least, on a line of this probability: of the best
 * move. All moves are evaluated together, and those that are not far behind the best one are followed. */
static float moves_best(eleven_search *search, eleven_bitboard board, unsigned level, float chance)
{
    eleven_afterstates after;
    eleven_bitboard boards[ELEVEN_DIRECTIONS];
    float gains[ELEVEN_DIRECTIONS], values[ELEVEN_DIRECTIONS], best = -INFINITY;
    unsigned legal = eleven_bitboard_afterstates(search->rows, board, &after), count = 0;
    if (!legal)
        return search->evaluator.lost;
    for (; legal; legal &= legal - 1) {
        unsigned d = (unsigned)__builtin_ctz(legal);
        boards[count] = after.board[d];
        gains[count++] = search->evaluator.gain * (float)after.gain[d];
    }
    search->evaluator.values(search->evaluator.context, boards, count, values);
    search->nodes += count;
    for (unsigned i = 0; i < count; i++) {
        values[i] += gains[i];
        best = values[i] > best ? values[i] : best;
    }
    unsigned rest = level_rest(search, level, chance);
    if (!rest)
        return best;
    float least = best - search->margin;
    best = -INFINITY;
    for (unsigned i = 0; i < count; i++) {
        if (values[i] < least)
            continue;
        if (rest > LEVEL_EXTRA || board_is_crowded(search, boards[i]))
            values[i] = afterstate_value(search, boards[i], rest, chance) + gains[i];
        best = values[i] > best ? values[i] : best;
    }
    return best;
}

/* The mean over all new tiles: ranks 1 and 2 on every empty cell. */
static float tiles_mean(eleven_search *search, eleven_bitboard after, unsigned level, float chance)
{
    eleven_bitboard spawns[16];
    float sums[2] = {0, 0}, weights[2] = {search->likely, search->rare};
    unsigned count = 0;
    for (unsigned k = 0; k < 2; k++) {
        if (weights[k] <= 0)
            continue;
        count = eleven_bitboard_spawns(after, (eleven_rank)(k + 1), spawns);
        for (unsigned i = 0; i < count; i++)
            sums[k] += moves_best(search, spawns[i], level, chance * weights[k] / (float)count);
    }
    return (sums[0] * weights[0] + sums[1] * weights[1]) / (float)count;
}

/* The value of an afterstate with `level` still to come: evaluated where that is 0, looked up, or computed. */
static float afterstate_value(eleven_search *search, eleven_bitboard after, unsigned level, float chance)
{
    float value;
    if (level == 0) {
        search->evaluator.values(search->evaluator.context, &after, 1, &value);
        return value;
    }
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

/* ---- A search ------------------------------------------------------------------------------------------ */
static float depth_thoroughness(unsigned depth)
{
    float thoroughness = 1;
    for (; depth >= THOROUGH_FROM && thoroughness < THOROUGHNESS_MOST; depth--)
        thoroughness *= THOROUGHER;
    return thoroughness;
}

/* Looks `depth` moves ahead. Only a search for one move is sure to end within the budget. */
static void depth_search(eleven_search *search, eleven_bitboard board, unsigned depth, eleven_search_result *result)
{
    eleven_afterstates after;
    *result = (eleven_search_result){.depth = depth, .expected = -INFINITY};
    search->thoroughness = depth_thoroughness(depth);
    result->legal = eleven_bitboard_afterstates(search->rows, board, &after);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        result->values[d] = NAN;
        if (!(result->legal >> d & 1))
            continue;
        search->nodes++;
        result->values[d] = (double)afterstate_value(search, after.board[d], (depth - 1) * LEVEL_MOVE, 1) +
                            (double)search->evaluator.gain * (double)after.gain[d];
        if (result->values[d] > result->expected) {
            result->expected = result->values[d];
            result->direction = (eleven_direction)d;
        }
    }
}

/* A position is dangerous where looking one move further ahead changes its value much. Looks `depth` moves ahead, and
 * further while that shows danger, by at most EXTRA moves. */
static void danger_search(eleven_search *search, eleven_bitboard board, unsigned depth, eleven_search_result *result)
{
    enum { EXTRA = 2 };
    unsigned most = depth + EXTRA < ELEVEN_SEARCH_DEPTH ? depth + EXTRA : ELEVEN_SEARCH_DEPTH;
    bool is_dangerous = search->settings.danger > 0 && depth > 1;
    double before = 0;
    if (is_dangerous) {
        depth_search(search, board, depth - 1, result);
        before = result->expected;
    }
    depth_search(search, board, depth, result);
    while (is_dangerous && depth < most && fabs(result->expected - before) >= (double)search->settings.danger) {
        before = result->expected;
        depth_search(search, board, ++depth, result);
    }
}

/* As many buckets of the table are cleared as a search of that depth meets afterstates, roughly. */
static size_t depth_buckets(unsigned depth)
{
    return depth > 8 ? SIZE_MAX : (size_t)1 << 3 * depth;
}

/* With a new largest tile the evaluator may judge by other knowledge, so old results are not used again. */
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
    search->largest = largest;
}

/* Whether there is hope to search one move further within the budget, which takes about GROWTH times as long as the
 * last one did; it began with these nodes at this moment. */
static bool deeper_fits(const eleven_search *search, uint64_t nodes_before, double began)
{
    enum { GROWTH = 4 };
    uint64_t last = search->nodes - nodes_before;
    if (search->nodes + GROWTH * last > search->most_nodes)
        return false;
    if (search->deadline >= (double)INFINITY)
        return true;
    double now = clock_milliseconds();
    return now + GROWTH * (now - began) <= search->deadline;
}

/* Searches deeper and deeper until the budget is used up; an unfinished depth is dropped. */
static void depths_search(eleven_search *search, eleven_bitboard board, unsigned most, eleven_search_result *result)
{
    bool has_time = search->deadline < (double)INFINITY;
    for (unsigned depth = 1; depth <= most; depth++) {
        eleven_search_result found;
        uint64_t before = search->nodes;
        double began = has_time ? clock_milliseconds() : 0;
        depth_search(search, board, depth, &found);
        if (depth > 1 && search->is_over)
            break;
        *result = found;
        if (!deeper_fits(search, before, began))
            break;
    }
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
    if (!evaluator_prepares(search, board))
        return ELEVEN_NO_MEMORY;
    eleven_budget limits;
    SIZED_COPY(limits, budget);
    if (!eleven_budget_is_limited(&limits))
        limits.depth = USUAL_DEPTH;
    if (!limits.depth || limits.depth > ELEVEN_SEARCH_DEPTH)
        limits.depth = ELEVEN_SEARCH_DEPTH;
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
        values[i] = moves_best(search, spawns[i], level, 1 / (float)count);
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
    depth = depth < ELEVEN_SEARCH_DEPTH ? depth : ELEVEN_SEARCH_DEPTH;
    search_begin(search, board, &(eleven_budget){.size = sizeof(eleven_budget), .depth = depth});
    for (unsigned rest = evaluator_prepares(search, board) ? depth : 0; rest > 0; rest--) {
        eleven_search_result found;
        depth_search(search, board, rest, &found);
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
    const eleven_search_settings usual = {settings->size,  .cutoff = 0.02F, .crowded = 3,
                                          .megabytes = 16, .margin = 0,     .danger = 0};
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
    if (!search || !player_table_open(&search->table, search->settings.megabytes)) {
        memory_free(search);
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
    if (search)
        player_table_close(&search->table);
    memory_free(search);
}

bool eleven_search_counts_points(const eleven_search *search)
{
    return search->evaluator.gain > 0;
}
