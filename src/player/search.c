/* Expectimax with a transposition table: see eleven/search.h for what it answers.
 *
 * Two functions call each other: best_of, where the player moves, and mean_of, where a tile appears. Four
 * things keep the tree small: boards that are images of each other count as one; a line too improbable is not
 * followed; nothing is asked twice (the table); and the last move of a line is evaluated for its
 * directions together. One makes it larger: a line that ends on a crowded board goes on, since there a single
 * tile decides and few can come. */
#include "eleven/search.h"
#include "base/clock.h"
#include "player/table.h"
#include "fast/words.h"

#include <math.h>
#include <stdlib.h>

struct eleven_search {
    const eleven_rowtable *rows;
    eleven_evaluator evaluator;
    eleven_search_settings settings;
    float likely, rare; /* probabilities of ranks 1 and 2 */
    search_table table;

    /* The search under way. */
    float thoroughness;         /* 1..THOROUGHNESS_MOST; lines are followed down to cutoff / thoroughness */
    uint64_t nodes, most_nodes; /* looked at; and where to stop */
    uint64_t next_look;         /* at the clock, in nodes; UINT64_MAX: never */
    double deadline;
    bool is_over; /* out of budget: every value from now on is void */
};

/* A deeper look must also follow rarer lines, or it would see no more than the one before. */
enum { THOROUGHNESS_MOST = 256, THOROUGH_FROM = 4, THOROUGHER = 4 };

/* ---- The tree ------------------------------------------------------------------------------------------ */

/* Moves still to come on a line, counted in table levels: two a move, one for a move that is there only
 * because the board is crowded. */
enum { LEVEL_EXTRA = 1, LEVEL_MOVE = 2 };

static float mean_of(eleven_search *search, eleven_bitboard after, unsigned level, float chance);

/* After every look at a new afterstate: is there budget for more? */
static void check_budget(eleven_search *search)
{
    search->nodes++;
    if (search->nodes >= search->most_nodes)
        search->is_over = true;
    if (search->nodes < search->next_look)
        return;
    search->next_look = search->nodes + 1024;
    search->is_over = search->is_over || clock_milliseconds() >= search->deadline;
}

/* Takes as many empty cells away as a crowded board may have: is one left? */
static inline bool is_crowded(const eleven_search *search, eleven_bitboard board)
{
    uint64_t empties = board.high ? eleven_bitboard_empties(board) : low_empties(board.low);
    for (unsigned i = 0; i < search->settings.crowded; i++)
        empties &= empties - 1;
    return empties == 0;
}

/* The value of the best last move; `extends`: where it leaves a crowded board, another one is looked
 * ahead. The others are evaluated together. */
static float best_last(eleven_search *search, eleven_bitboard board, bool extends, float chance)
{
    eleven_afterstates after;
    eleven_bitboard last[ELEVEN_DIRECTIONS];
    float gains[ELEVEN_DIRECTIONS], values[ELEVEN_DIRECTIONS], best = -INFINITY;
    unsigned legal = eleven_bitboard_afterstates(search->rows, board, &after), count = 0;
    if (!legal)
        return search->evaluator.lost;
    for (; legal; legal &= legal - 1) {
        unsigned d = (unsigned)__builtin_ctz(legal);
        float gain = search->evaluator.gain * (float)after.gain[d];
        if (extends && is_crowded(search, after.board[d])) {
            float value = mean_of(search, after.board[d], LEVEL_EXTRA, chance) + gain;
            best = value > best ? value : best;
        } else {
            last[count] = after.board[d];
            gains[count++] = gain;
        }
    }
    search->evaluator.values(search->evaluator.state, last, count, values);
    search->nodes += count;
    for (unsigned i = 0; i < count; i++)
        best = values[i] + gains[i] > best ? values[i] + gains[i] : best;
    return best;
}

/* The value of a position with `level` to go, LEVEL_EXTRA at least. */
static float best_of(eleven_search *search, eleven_bitboard board, unsigned level, float chance)
{
    if (level == LEVEL_EXTRA || chance * search->thoroughness < search->settings.cutoff)
        return best_last(search, board, false, chance);
    if (level <= LEVEL_MOVE)
        return best_last(search, board, true, chance);
    eleven_afterstates after;
    float best = -INFINITY;
    unsigned legal = eleven_bitboard_afterstates(search->rows, board, &after);
    if (!legal)
        return search->evaluator.lost;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        if (!(legal >> d & 1))
            continue;
        float value =
            mean_of(search, after.board[d], level - LEVEL_MOVE, chance) + search->evaluator.gain * (float)after.gain[d];
        best = value > best ? value : best;
    }
    return best;
}

/* The mean over all new tiles, not looked up. */
static float mean_over_tiles(eleven_search *search, eleven_bitboard after, unsigned level, float chance)
{
    eleven_bitboard spawns[16];
    float sums[2] = {0, 0}, weights[2] = {search->likely, search->rare};
    unsigned count = 0;
    for (unsigned k = 0; k < 2; k++) {
        if (weights[k] <= 0)
            continue;
        count = eleven_bitboard_spawns(after, (eleven_rank)(k + 1), spawns);
        for (unsigned i = 0; i < count; i++)
            sums[k] += best_of(search, spawns[i], level, chance * weights[k] / (float)count);
    }
    return (sums[0] * weights[0] + sums[1] * weights[1]) / (float)count;
}

/* The value of an afterstate with `level` to go; evaluated as it is where that is 0. */
static float mean_of(eleven_search *search, eleven_bitboard after, unsigned level, float chance)
{
    float value;
    if (level == 0) {
        search->evaluator.values(search->evaluator.state, &after, 1, &value);
        return value;
    }
    if (search->is_over)
        return 0;
    if (!search->table.buckets)
        return mean_over_tiles(search, after, level, chance);
    eleven_bitboard board = eleven_bitboard_canonical(after);
    table_question question = {eleven_bitboard_hash(board), level,
                               table_rarity(chance * search->thoroughness / THOROUGHNESS_MOST)};
    if (table_find(&search->table, question, &value))
        return value;
    value = mean_over_tiles(search, board, level, chance);
    check_budget(search);
    if (!search->is_over)
        table_store(&search->table, question, value);
    return value;
}

/* ---- A search ------------------------------------------------------------------------------------------ */

/* The further it looks, the rarer the lines that it follows. */
static float thoroughness_of(unsigned depth)
{
    float thoroughness = 1;
    for (; depth >= THOROUGH_FROM && thoroughness < THOROUGHNESS_MOST; depth--)
        thoroughness *= THOROUGHER;
    return thoroughness;
}

/* Looks `depth` moves ahead. Only a search for one move is sure to come to an end within the budget. */
static void look_ahead(eleven_search *search, eleven_bitboard board, unsigned depth, eleven_search_result *result)
{
    eleven_afterstates after;
    *result = (eleven_search_result){.depth = depth, .expected = -INFINITY};
    search->thoroughness = thoroughness_of(depth);
    result->legal = eleven_bitboard_afterstates(search->rows, board, &after);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        result->values[d] = NAN;
        if (!(result->legal >> d & 1))
            continue;
        search->nodes++;
        result->values[d] = (double)mean_of(search, after.board[d], (depth - 1) * LEVEL_MOVE, 1) +
                            (double)search->evaluator.gain * (double)after.gain[d];
        if (result->values[d] > result->expected) {
            result->expected = result->values[d];
            result->direction = (eleven_direction)d;
        }
    }
}

/* How many buckets are worth clearing for a search of that depth: about as many afterstates as it meets. */
static size_t buckets_for_depth(unsigned depth)
{
    return depth > 8 ? SIZE_MAX : (size_t)1 << (3 * depth + 2);
}

static void begin(eleven_search *search, const eleven_budget *budget)
{
    bool has_time = budget->milliseconds > 0;
    search->nodes = 0;
    search->is_over = false;
    search->most_nodes = budget->nodes ? budget->nodes : UINT64_MAX;
    search->next_look = has_time ? 0 : UINT64_MAX;
    search->deadline = has_time ? clock_milliseconds() + budget->milliseconds : INFINITY;
    if (has_time)
        table_age(&search->table);
    else if (budget->nodes)
        table_clear(&search->table, (size_t)(budget->nodes / 64));
    else
        table_clear(&search->table, buckets_for_depth(budget->depth));
}

/* The next move ahead costs several times as much as the last one did: is there hope that it fits in? */
static bool has_room(const eleven_search *search, uint64_t nodes_before, double began)
{
    enum { GROWTH = 4 };
    uint64_t last = search->nodes - nodes_before;
    if (search->most_nodes != UINT64_MAX && search->nodes + GROWTH * last > search->most_nodes)
        return false;
    if (search->deadline >= (double)INFINITY)
        return true;
    double now = clock_milliseconds();
    return now + GROWTH * (now - began) <= search->deadline;
}

/* Deeper and deeper until the budget is used up; what an unfinished look found is dropped. */
static void deepen(eleven_search *search, eleven_bitboard board, unsigned most, eleven_search_result *result)
{
    bool has_time = search->deadline < (double)INFINITY;
    for (unsigned depth = 1; depth <= most; depth++) {
        eleven_search_result found;
        uint64_t before = search->nodes;
        double began = has_time ? clock_milliseconds() : 0;
        if (depth == 1)
            search->is_over = false;
        look_ahead(search, board, depth, &found);
        if (depth > 1 && search->is_over)
            break;
        *result = found;
        if (!has_room(search, before, began))
            break;
    }
    result->nodes = search->nodes;
}

bool eleven_search_run(eleven_search *search, eleven_bitboard board, const eleven_budget *budget,
                       eleven_search_result *result)
{
    enum { USUAL_DEPTH = 3 };
    eleven_budget limits = *budget;
    if (!limits.depth && !limits.nodes && !(limits.milliseconds > 0))
        limits.depth = USUAL_DEPTH;
    if (!limits.depth || limits.depth > ELEVEN_SEARCH_DEPTH)
        limits.depth = ELEVEN_SEARCH_DEPTH;
    begin(search, &limits);
    if (limits.nodes || limits.milliseconds > 0) {
        deepen(search, board, limits.depth, result);
    } else {
        look_ahead(search, board, limits.depth, result);
        result->nodes = search->nodes;
    }
    if (!result->legal)
        *result = (eleven_search_result){0};
    return result->legal != 0;
}

/* ---- The principal line -------------------------------------------------------------------------------- */

/* The tile after which the rest, `level` to go, is worth nearest to the mean over all cells. */
static eleven_tile typical_tile(eleven_search *search, eleven_bitboard after, unsigned level)
{
    eleven_rank rank = search->likely >= search->rare ? 1 : 2;
    eleven_bitboard spawns[16];
    float values[16], mean = 0;
    unsigned count = eleven_bitboard_spawns(after, rank, spawns), best = 0;
    for (unsigned i = 0; i < count; i++) {
        values[i] = best_of(search, spawns[i], level, 1 / (float)count);
        mean += values[i] / (float)count;
    }
    for (unsigned i = 1; i < count; i++)
        if (fabsf(values[i] - mean) < fabsf(values[best] - mean))
            best = i;
    unsigned cell = 0, empties = eleven_bitboard_empties(after);
    for (unsigned i = 0; i < best; i++)
        empties &= empties - 1;
    cell = (unsigned)__builtin_ctz(empties);
    return (eleven_tile){(uint8_t)cell, rank};
}

unsigned eleven_search_line(eleven_search *search, eleven_bitboard board, unsigned depth,
                            eleven_search_step line[ELEVEN_SEARCH_DEPTH])
{
    unsigned length = 0;
    depth = depth < ELEVEN_SEARCH_DEPTH ? depth : ELEVEN_SEARCH_DEPTH;
    begin(search, &(eleven_budget){.depth = depth});
    while (length < depth) {
        eleven_search_result found;
        unsigned rest = depth - length - 1; /* moves after this one */
        look_ahead(search, board, rest + 1, &found);
        if (!found.legal)
            break;
        board = eleven_bitboard_slide(search->rows, board, found.direction, NULL);
        eleven_tile tile = {0, 0};
        if (rest > 0)
            tile = typical_tile(search, board, rest * LEVEL_MOVE);
        board = rest > 0 ? eleven_bitboard_set(board, tile.cell, tile.rank) : board;
        line[length++] = (eleven_search_step){found.direction, tile};
    }
    return length;
}

/* ---- The object ---------------------------------------------------------------------------------------- */

eleven_search_settings eleven_search_settings_default(void)
{
    return (eleven_search_settings){.cutoff = 0.02F, .crowded = 3, .megabytes = 16};
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
    eleven_search *search = calloc(1, sizeof *search);
    if (!search || !table_open(&search->table, settings->megabytes)) {
        free(search);
        return NULL;
    }
    double first = rows->rules.spawn_weight[1], second = rows->rules.spawn_weight[2];
    search->rows = rows;
    search->evaluator = *evaluator;
    search->settings = *settings;
    search->rare = (float)(second / (first + second));
    search->likely = (float)(first / (first + second));
    return search;
}

void eleven_search_free(eleven_search *search)
{
    if (search)
        table_close(&search->table);
    free(search);
}

bool eleven_search_counts_points(const eleven_search *search)
{
    return search->evaluator.gain > 0;
}
