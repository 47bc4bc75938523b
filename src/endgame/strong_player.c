/* The player `strong`. With a network that has learned with the endgame tables, and so leads to boards in them:
 *
 *     from 8192 on, the board is in the tables                    the tables
 *     otherwise, if it builds_8192 and the budget is_deep         a search that leads to the formation of the tables
 *     otherwise                                                   the network
 *
 * With another network, four parts choose its moves:
 *
 *     up to 4096                                                  the network
 *     up to 16384, no tile is half as large as the largest one    the network, below DEEP moves ahead
 *     otherwise, the board is in the endgame tables               the tables
 *     otherwise                                                   the search for the formation
 *
 * Then the network plays again after each new largest tile, while the board has much space. From 32768 on it does
 * not: it has seen few such boards. A search of DEEP moves is the better player from 8192 on. */
#include "endgame/endgame_room.h"
#include "base/memory.h"
#include "base/sized.h"
#include "player/player_room.h"
#include "eleven/network.h"

#include <unistd.h>

/* ---- The formation -------------------------------------------------------------------------------------- */
/* Where the network does not, a search leads to the formation in which the tables take over: the large tiles are in one
 * corner, in lines that fall away from it in both directions.
 *
 * The value of a line, from its high end: its first tile, plus both tiles of every step down, minus a multiple of the
 * climb for every step up; a pair counts one of its tiles once more. A tile of rank r has the value r * 2^r, about
 * what it took to make it. Each line has two values, one for each end as the high end.
 *
 *     64 32  8  .      64 + (64 + 32) + (32 + 8) + (8 + 0)        in values of tiles: falls to the right, good
 *      . 8  32 64      0 - 12 (8 - 0) - 12 (32 - 8) - ...         climbs, bad
 *
 * A board has the value of its four rows in the better direction, plus its four columns in theirs. This sum, for one
 * corner, is all the knowledge of macroxue's 2048-ai (2019). */
enum { FORMATION_LINES = 65536, CLIMB = 12, LOST = -400000 };

/* The two values of a line: with the first cell as the high end, with the last one. */
typedef float line_value __attribute__((vector_size(8)));

/* By the ranks of a line, which are below 16. */
typedef struct formation {
    line_value line[FORMATION_LINES];
} formation;

static float tile_value(unsigned rank)
{
    return (float)rank * (float)(UINT32_C(1) << rank);
}

static float value_falling(const unsigned rank[4])
{
    float sum = tile_value(rank[0]);
    for (unsigned i = 0; i < 3; i++) {
        float a = tile_value(rank[i]), b = tile_value(rank[i + 1]);
        sum += rank[i] >= rank[i + 1] ? a + b : (a - b) * CLIMB;
        sum += rank[i] == rank[i + 1] ? a : 0;
    }
    return sum;
}

static line_value value_line(const unsigned rank[4])
{
    const unsigned turned[4] = {rank[3], rank[2], rank[1], rank[0]};
    return (line_value){value_falling(rank), value_falling(turned)};
}

static float better_end(line_value sum)
{
    return sum[0] > sum[1] ? sum[0] : sum[1];
}

static float value_rows(const formation *tables, uint64_t rows)
{
    return better_end((tables->line[rows & 0xffff] + tables->line[rows >> 16 & 0xffff]) +
                      (tables->line[rows >> 32 & 0xffff] + tables->line[rows >> 48]));
}

/* The same for boards with tiles above 32768, which are not in the tables. */
static float value_high_rows(eleven_bitboard rows)
{
    line_value sum = {0, 0};
    for (unsigned y = 0; y < 4; y++) {
        unsigned rank[4];
        for (unsigned x = 0; x < 4; x++)
            rank[x] = eleven_bitboard_get(rows, 4 * y + x);
        sum += value_line(rank);
    }
    return better_end(sum);
}

static void value_boards(const void *context, const eleven_bitboard *after, size_t count, float *values)
{
    enum { TRANSPOSED = 4 };
    for (size_t i = 0; i < count; i++)
        values[i] = after[i].high
                        ? value_high_rows(after[i]) + value_high_rows(eleven_bitboard_symmetry(after[i], TRANSPOSED))
                        : value_rows(context, after[i].low) + value_rows(context, low_transpose(after[i].low));
}

static formation *formation_new(void)
{
    formation *tables = memory_new(sizeof *tables);
    for (unsigned line = 0; tables && line < FORMATION_LINES; line++) {
        const unsigned rank[4] = {line & 15, line >> 4 & 15, line >> 8 & 15, line >> 12};
        tables->line[line] = value_line(rank);
    }
    return tables;
}

/* ---- The player ----------------------------------------------------------------------------------------- */
/* Up to this rank the network plays. */
enum { NETWORK_RANK = 12 };

/* Where the network has learned with the tables: how far it looks ahead without a limit, and at most, because more
 * shows no gain; from which depth, number of positions or milliseconds on the search for the formation plays no worse
 * on the way to the next 8192. */
enum { GUIDED_DEPTH = 2, GUIDED_MOST = 4, GUIDED_DEEP = 6, GUIDED_DEEP_NODES = 150000, GUIDED_DEEP_MILLISECONDS = 1 };

/* The same with another network. NETWORK_MOST: up to this rank, looking fewer than DEEP moves ahead, the network plays
 * where the next lower rank is missing. LEAST_DEPTH: with a smaller depth the network plays better. NETWORK_LESS: how
 * many moves less the network looks ahead, which takes the same time. */
enum { NETWORK_MOST = 14, DEEP = 5, STRONG_DEPTH = 4, LEAST_DEPTH = 3, NETWORK_LESS = 2 };

/* Lines of play less likely than this are not searched, see doc/STRENGTH.md. */
static const float STRONG_CUTOFF = 0.08F;

/* `endgame` is borrowed. */
typedef struct strong {
    eleven_player player;
    const eleven_endgame *endgame;
    /* The same tables, and a network that `network` plays with, if the player closes them; otherwise NULL. */
    eleven_endgame *owned;
    eleven_network *owned_network;
    eleven_player *network;

    /* Whether the network has learned with the tables. */
    bool is_guided;

    /* The search for the formation. */
    formation *formation;
    eleven_search *search;
} strong;

/* Returns what eleven_endgame_chances returns; advises where the tables contain the board. */
static unsigned follow_tables(const strong *self, eleven_bitboard board, eleven_advice *advice)
{
    eleven_afterstates after;
    double chances[ELEVEN_DIRECTIONS];
    unsigned locked = eleven_endgame_chances(self->endgame, board, chances);
    if (!locked || locked == ELEVEN_ENDGAME_DAMAGED)
        return locked;
    unsigned legal = eleven_bitboard_afterstates(&self->endgame->rows, board, &after), best = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        advice->values[d] = legal >> d & 1 ? chances[d] : (double)NAN;
        best = chances[d] > chances[best] ? d : best;
    }
    advice->direction = best;
    return locked;
}

/* The budget, or the usual one where it has no limit. */
static eleven_budget limits_of(const strong *self, const eleven_budget *budget)
{
    eleven_budget limits = *budget;
    if (!eleven_budget_is_limited(&limits))
        limits.depth = self->is_guided ? GUIDED_DEPTH : STRONG_DEPTH;
    return limits;
}

/* Whether the tables are not asked. */
static bool plays_as_network(const strong *self, const eleven_rules *rules, const eleven_board *board,
                             const eleven_budget *budget)
{
    if (!eleven_network_suits(rules, board->w, board->h))
        return true;
    eleven_bitboard packed = eleven_bitboard_pack(board);
    unsigned largest = eleven_bitboard_largest(packed);
    if (self->is_guided || largest <= NETWORK_RANK)
        return largest <= NETWORK_RANK;
    if (budget->depth && budget->depth < DEEP && largest <= NETWORK_MOST && !player_has_rank(packed, largest - 1))
        return true;
    return budget->depth && budget->depth < LEAST_DEPTH;
}

static bool is_deep(const eleven_budget *budget)
{
    return (!budget->depth || budget->depth >= GUIDED_DEEP) && (!budget->nodes || budget->nodes >= GUIDED_DEEP_NODES) &&
           (budget->milliseconds <= 0 || budget->milliseconds >= GUIDED_DEEP_MILLISECONDS);
}

/* On the way to the next 8192: beside the first one, or beside a 16384. */
static bool builds_8192(const eleven_board *board)
{
    enum { RANK = NETWORK_RANK + 1 };
    unsigned largest = eleven_board_largest(board);
    return largest == RANK || (largest == RANK + 1 && !player_has_rank(eleven_bitboard_pack(board), RANK));
}

/* Whether the search for the formation plays on a board above NETWORK_RANK that no table contains. */
static bool leads_to_formation(const strong *self, const eleven_board *board, const eleven_budget *budget)
{
    return !self->is_guided || (is_deep(budget) && builds_8192(board));
}

/* How many moves the network looks ahead if the player looks `depth` moves ahead. */
static unsigned network_depth(const strong *self, const eleven_rules *rules, const eleven_board *board, unsigned depth)
{
    if (!eleven_network_suits(rules, board->w, board->h))
        return depth;
    if (self->is_guided)
        return depth < GUIDED_MOST ? depth : GUIDED_MOST;
    if (depth < LEAST_DEPTH)
        return depth;
    return depth > NETWORK_LESS + 1 ? depth - NETWORK_LESS : 2;
}

static bool strong_choose(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                          const eleven_budget *budget, eleven_advice *advice)
{
    strong *self = player->context;
    eleven_budget limits = limits_of(self, budget);
    bool is_network = plays_as_network(self, rules, board, &limits);
    unsigned locked = is_network ? 0 : follow_tables(self, eleven_bitboard_pack(board), advice);
    if (locked)
        return locked != ELEVEN_ENDGAME_DAMAGED;
    if (is_network || !leads_to_formation(self, board, &limits)) {
        limits.depth = network_depth(self, rules, board, limits.depth);
        return self->network->choose(self->network, rules, board, &limits, advice);
    }
    eleven_search_result result;
    if (eleven_search_run(self->search, eleven_bitboard_pack(board), &limits, &result))
        return false;
    advice->direction = result.direction;
    memcpy(advice->values, result.values, sizeof advice->values);
    return true;
}

static void strong_close(eleven_player *player)
{
    strong *self = player->context;
    eleven_search_free(self->search);
    memory_free(self->formation);
    eleven_player_close(self->network);
    eleven_network_close(self->owned_network);
    eleven_endgame_close(self->owned);
    memory_free(self);
}

/* A player with its network, which is closed if there is no memory. */
static eleven_player *strong_new(const eleven_endgame *endgame, eleven_player *network, bool is_guided)
{
    strong *self = network ? memory_zeroed(1, sizeof *self) : NULL;
    if (!self) {
        eleven_player_close(network);
        return NULL;
    }
    self->player = (eleven_player){sizeof(eleven_player), "strong", self, strong_choose, strong_close};
    self->endgame = endgame;
    self->network = network;
    self->is_guided = is_guided;
    self->formation = formation_new();
    if (self->formation) {
        eleven_search_settings settings = {.size = sizeof settings};
        eleven_search_settings_default(&settings);
        settings.cutoff = STRONG_CUTOFF;
        eleven_evaluator evaluator = {sizeof(eleven_evaluator), self->formation, value_boards, 0, LOST, NULL, 0};
        self->search = eleven_search_new(&endgame->rows, &evaluator, &settings);
    }
    if (self->search)
        return &self->player;
    strong_close(&self->player);
    return NULL;
}

eleven_player *eleven_strong_guided_player_new(const eleven_endgame *endgame, eleven_player *network)
{
    return strong_new(endgame, network, true);
}

eleven_player *eleven_strong_network_player_new(const eleven_endgame *endgame, eleven_player *network)
{
    return strong_new(endgame, network, false);
}

bool eleven_strong_player_view(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                               const eleven_budget *budget, eleven_strong_view *view)
{
    if (player->choose != strong_choose)
        return false;
    const strong *self = player->context;
    double chances[ELEVEN_DIRECTIONS];
    eleven_budget limits;
    SIZED_COPY(limits, budget);
    limits = limits_of(self, &limits);
    *view = (eleven_strong_view){ELEVEN_STRONG_FORMATION, NULL, 0, 0, self->search, limits.depth};
    bool is_network = plays_as_network(self, rules, board, &limits);
    unsigned table;
    view->locked = is_network ? 0 : endgame_ask(self->endgame, eleven_bitboard_pack(board), chances, &table);
    if (view->locked) {
        view->kind = ELEVEN_STRONG_TABLES;
        view->endgame = self->endgame;
        view->next = (eleven_rank)(self->endgame->layout.space[table].goal + (view->locked == 5));
        view->search = NULL;
        view->depth = 0;
    } else if (is_network || !leads_to_formation(self, board, &limits)) {
        view->kind = ELEVEN_STRONG_NETWORK;
        view->search = eleven_player_search(self->network, rules, board->w, board->h);
        view->depth = network_depth(self, rules, board, limits.depth);
    }
    return true;
}

static const eleven_network *give_network(void *context)
{
    return context;
}

/* Opens what is beside the tables, a network that has learned with them. NULL: there is none. */
static eleven_error learned_open(const char *folder, eleven_network **learned, eleven_problem *problem)
{
    char path[ENDGAME_PATH];
    *learned = NULL;
    if (snprintf(path, sizeof path, "%s/strong.weights", folder) >= ENDGAME_PATH || access(path, F_OK) != 0)
        return ELEVEN_OK;
    return eleven_network_open(path, learned, problem);
}

/* With a network beside the tables, that one is the late network. */
static eleven_player *beside_tables_new(const eleven_endgame *endgame, eleven_network *learned)
{
    const eleven_network *early = learned ? eleven_network_shipped() : NULL;
    if (!learned)
        return eleven_strong_network_player_new(endgame, player_network_open(0));
    return eleven_strong_guided_player_new(endgame,
                                           early ? eleven_network_pair_player_new(early, give_network, learned) : NULL);
}

eleven_error strong_player_open(const char *folder, eleven_player **player, eleven_problem *problem)
{
    eleven_endgame *endgame;
    eleven_network *learned;
    eleven_error error = eleven_endgame_open(folder, &endgame, problem);
    if (error)
        return error;
    error = learned_open(folder, &learned, problem);
    *player = error ? NULL : beside_tables_new(endgame, learned);
    if (*player) {
        ((strong *)(*player)->context)->owned = endgame;
        ((strong *)(*player)->context)->owned_network = learned;
        return ELEVEN_OK;
    }
    eleven_network_close(learned);
    eleven_endgame_close(endgame);
    return error ? error : problem_no_memory(problem);
}
