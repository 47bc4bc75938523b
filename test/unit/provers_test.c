/* The provers of the facts at small sizes, against plain recursion and known results. `make facts-check` runs them
 * fully. */
#include "expect.h"
#include "facts/facts_room.h"
#include "../oracle/brute.h"

#include <stdlib.h>

static unsigned holding, failing;

static void hear(void *state, const char *sentence, bool holds)
{
    (void)state, (void)sentence;
    *(holds ? &holding : &failing) += 1;
}

static const eleven_fact_listener listener = {.evidence = hear};

static fact_check check_new(void)
{
    holding = failing = 0;
    return (fact_check){.listener = &listener, .rules = rules_named("classic"), .holds = true};
}

/* ---- Counts --------------------------------------------------------------------------------------------- */

static uint64_t positions_by_recursion(unsigned w, unsigned h)
{
    eleven_rules rules = rules_named("classic");
    rules.goal = 0;
    brute_force *brute = brute_open(&oracle_all[0], &rules, 64);
    brute_start(brute, w, h);
    uint64_t count = brute_count(brute).positions;
    brute_close(brute);
    return count;
}

static void positions_are_counted_as_by_recursion(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{1, 2}, {1, 4}, {5, 1}, {2, 2}, {2, 3}};
    fact_check check = check_new();
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t count = positions_by_recursion(sizes[i][0], sizes[i][1]);
        fact_count_board(&check, sizes[i][0], sizes[i][1], count);
        assert_int_equal(holding, 2 * i + 1);
        fact_count_layers(&check, sizes[i][0], sizes[i][1], 300, count);
        assert_int_equal(holding, 2 * i + 2);
    }
    assert_int_equal(failing, 0);
    fact_count_board(&check, 2, 2, 111);
    assert_true(failing == 1 && !check.holds);
}

/* Games of this many moves, by the oracle. */
static uint64_t games_from(const oracle_grid *grid, unsigned depth)
{
    uint64_t games = 0;
    if (depth == 0)
        return 1;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        uint64_t gain = 0;
        oracle_grid after = *grid;
        if (!oracle_slide(&oracle_all[0], &after, (eleven_direction)d, &gain))
            continue;
        for (unsigned i = 0; i < 32; i++) {
            oracle_grid next = after;
            next.face[i / 2] = after.face[i / 2] ? after.face[i / 2] : UINT64_C(2) << i % 2;
            games += after.face[i / 2] ? 0 : games_from(&next, depth - 1);
        }
    }
    return games;
}

static void games_are_counted_as_by_recursion(void **state)
{
    (void)state;
    for (unsigned depth = 0; depth <= 2; depth++) {
        uint64_t games = 0;
        for (unsigned a = 0; a < 16; a++)
            for (unsigned b = 0; b < a; b++)
                for (unsigned tiles = 0; tiles < 4; tiles++) {
                    oracle_grid grid = {.w = 4, .h = 4};
                    grid.face[a] = UINT64_C(2) << tiles % 2;
                    grid.face[b] = UINT64_C(2) << tiles / 2;
                    games += games_from(&grid, depth);
                }
        fact_check check = check_new();
        fact_count_games(&check, depth, games);
        assert_true(holding == 1 && failing == 0);
        fact_count_games(&check, depth, games + 1);
        assert_int_equal(failing, 1);
    }
}

/* ---- What can be forced --------------------------------------------------------------------------------- */

static void what_is_forced_is_what_recursion_forces(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{1, 2}, {1, 3}, {1, 4}, {2, 2}, {2, 3}, {3, 2}};
    fact_check check = check_new();
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        eleven_rules rules = check.rules;
        rules.goal = 0;
        brute_force *brute = brute_open(&oracle_all[0], &rules, 64);
        double face = brute_start(brute, sizes[i][0], sizes[i][1]).forced_face;
        brute_close(brute);
        uint64_t searched;
        for (eleven_rank rank = 2; rank < 7; rank++) {
            bool can = rules.value[rank] <= face;
            assert_true(fact_is_forced(&check, sizes[i][0], sizes[i][1], rank, can, &searched) && searched > 0);
            assert_false(fact_is_forced(&check, sizes[i][0], sizes[i][1], rank, !can, &searched));
        }
    }
}

/* Small numbers, so that many are equal; each is looked up in a plain array. */
static void verdicts_are_remembered(void **state)
{
    (void)state;
    verdict expected[5000] = {0};
    verdicts set = {0};
    size_t count = 0;
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t word = eleven_random(9, i);
        unsigned key = 1 + (unsigned)(word % 4999);
        count += expected[key] == VERDICT_NONE;
        expected[key] = word >> 40 & 1 ? VERDICT_YES : VERDICT_NO;
        verdicts_put(&set, key * UINT64_C(0x10000000001), expected[key] == VERDICT_YES);
    }
    for (unsigned key = 1; key < 5000; key++)
        assert_int_equal(verdicts_find(&set, key * UINT64_C(0x10000000001)), expected[key]);
    assert_true(set.count == count && !set.failed);
    verdicts_free(&set);
    assert_int_equal(verdicts_find(&set, 1), VERDICT_NONE);
}

/* Two searches that share nothing find the same: the strategy on 4x4 needs fewer boards. */
static void a_strategy_forces_a_tile(void **state)
{
    (void)state;
    fact_check check = check_new();
    for (eleven_rank rank = 2; rank <= 4; rank++) {
        strategy_result found = strategy_search(&check, rank);
        uint64_t searched;
        assert_true(found.forces && !found.failed);
        assert_true(fact_is_forced(&check, 4, 4, rank, true, &searched) && found.positions < searched);
    }
}

/* What a siege prevents is above what recursion can force, on all small boards; and these are prevented. */
static void a_siege_prevents_only_what_cannot_be_forced(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{1, 4}, {2, 2}, {2, 3}, {3, 2}};
    static const uint8_t prevented[][4] = {{2, 2, 4, 3}, {2, 3, 6, 5}, {3, 2, 6, 5}, {2, 4, 7, 6}, {3, 3, 8, 5}};
    fact_check check = check_new();
    eleven_rules rules = rules_named("classic");
    rules.goal = 0;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        brute_force *brute = brute_open(&oracle_all[0], &rules, 64);
        double face = brute_start(brute, sizes[i][0], sizes[i][1]).forced_face;
        brute_close(brute);
        for (eleven_rank goal = 4; goal <= 9; goal++)
            for (eleven_rank large = 3; large < goal && large <= 7; large++)
                assert_false(siege_search(&check, sizes[i][0], sizes[i][1], goal, large).holds &&
                             rules.value[goal] <= face);
    }
    assert_false(siege_search(&check, 2, 4, 5, 4).holds);
    assert_false(siege_search(&check, 3, 3, 5, 4).holds);
    for (unsigned i = 0; i < sizeof prevented / sizeof *prevented; i++) {
        const uint8_t *one = prevented[i];
        siege_result found = siege_search(&check, one[0], one[1], one[2], one[3]);
        assert_true(found.holds && !found.failed && found.starts > 0);
    }
}

/* Whether the player makes a tile 16 on 2x2 against every new tile, by the oracle. */
static bool makes_16(const oracle_grid *grid)
{
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        uint64_t gain = 0;
        oracle_grid after = *grid;
        bool makes = oracle_slide(&oracle_all[0], &after, (eleven_direction)d, &gain);
        for (unsigned i = 0; i < 8 && makes; i++) {
            oracle_grid next = after;
            next.face[i / 2] = UINT64_C(2) << i % 2;
            makes = after.face[i / 2] || makes_16(&next);
        }
        for (unsigned i = 0; i < 4; i++)
            if (after.face[i] == 16)
                return true;
        if (makes)
            return true;
    }
    return false;
}

/* The siege of a 16 on 2x2 begins at the sum 16 - 8: after a slide, each board with this sum has a new tile that is
 * bad. */
static void a_siege_is_won_from_every_board(void **state)
{
    (void)state;
    unsigned boards = 0;
    for (unsigned number = 0; number < 256; number++) {
        oracle_grid after = {.w = 2, .h = 2};
        uint64_t sum = 0;
        bool is_prevented = false;
        for (unsigned i = 0; i < 4; i++) {
            after.face[i] = number >> 2 * i & 3 ? UINT64_C(1) << (number >> 2 * i & 3) : 0;
            sum += after.face[i];
        }
        for (unsigned i = 0; i < 8; i++) {
            oracle_grid next = after;
            next.face[i / 2] = UINT64_C(2) << i % 2;
            is_prevented |= !after.face[i / 2] && !makes_16(&next);
        }
        bool is_full = after.face[0] && after.face[1] && after.face[2] && after.face[3];
        boards += sum == 8 && !is_full;
        assert_true(sum != 8 || is_full || is_prevented);
    }
    assert_int_equal(boards, 4 + 6 + 12);
}

/* ---- Perfect play --------------------------------------------------------------------------------------- */

static void expect_near(double found, double expected)
{
    assert_true(found >= expected * (1 - 1e-11) && found <= expected * (1 + 1e-11));
}

/* The record of a board against play with each tile as the goal. */
static void compare_with_recursion(const odds_board *board)
{
    eleven_rules rules = rules_named("classic");
    rules.goal = 0;
    for (unsigned rank = 3; rank <= board->largest; rank++) {
        brute_force *brute = brute_open(&oracle_all[0], &rules, rules.value[rank]);
        brute_worth worth = brute_start(brute, board->w, board->h);
        assert_int_equal(brute_count(brute).positions, board->positions);
        assert_int_equal(brute_count(brute).largest, rules.value[board->largest]);
        brute_close(brute);
        expect_near(board->reach[rank].value, worth.reached);
        expect_near(board->reach[rank].loss, worth.missed);
        expect_near(board->score, worth.score);
        expect_near(board->moves, worth.moves);
        assert_true(board->forced[0] == worth.forced_score && board->forced[1] == worth.forced_moves &&
                    rules.value[board->forced[2]] == worth.forced_face);
    }
}

static void recorded_chances_are_those_of_recursion(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        fact_check check = check_new();
        compare_with_recursion(&odds_boards[i]);
        fact_odds_board(&check, &odds_boards[i]);
        assert_true(holding == 1 && failing == 0);
    }
}

static void expect_contradiction(odds_board board)
{
    fact_check check = check_new();
    fact_odds_board(&check, &board);
    assert_true(holding == 0 && failing == 1 && !check.holds);
}

/* Every number of a record is compared, and what cannot be solved is reported. */
static void other_chances_are_contradicted(void **state)
{
    (void)state;
    odds_board other = odds_boards[0];
    for (unsigned i = 0; i < 3; i++, other = odds_boards[0]) {
        other.forced[i]++;
        expect_contradiction(other);
    }
    for (unsigned rank = 3; rank <= other.largest; rank++, other = odds_boards[0]) {
        other.reach[rank].value *= 1 - 1e-9;
        expect_contradiction(other);
        other = odds_boards[0];
        other.reach[rank].loss += 1e-9;
        expect_contradiction(other);
    }
    other.positions++;
    expect_contradiction(other);
    other = odds_boards[0];
    other.score *= 1 + 1e-9;
    expect_contradiction(other);
    other = odds_boards[0];
    other.moves *= 1 + 1e-9;
    expect_contradiction(other);
    expect_contradiction((odds_board){.w = 9, .h = 9, .largest = 3});
}

/* ---- The longest game ----------------------------------------------------------------------------------- */

/* The most moves that can follow without a 2048, by the oracle. */
static unsigned longest_from(const oracle_grid *grid)
{
    unsigned most = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        uint64_t gain = 0;
        oracle_grid after = *grid;
        bool is_allowed = oracle_slide(&oracle_all[0], &after, (eleven_direction)d, &gain);
        for (unsigned i = 0; i < 16; i++)
            is_allowed &= after.face[i] != 2048;
        for (unsigned i = 0; i < 32 && is_allowed; i++) {
            oracle_grid next = after;
            next.face[i / 2] = UINT64_C(2) << i % 2;
            unsigned moves = after.face[i / 2] ? 0 : 1 + longest_from(&next);
            most = moves > most ? moves : most;
        }
    }
    return most;
}

/* The longest over all arrangements of the tiles from this cell on. */
static unsigned longest_of(uint8_t count[BARRIER_CAP + 1], oracle_grid *grid, unsigned cell)
{
    unsigned most = 0;
    if (cell == 16)
        return longest_from(grid);
    for (unsigned rank = 0; rank <= BARRIER_CAP; rank++) {
        if (!count[rank])
            continue;
        count[rank]--;
        grid->face[cell] = rank ? UINT64_C(1) << rank : 0;
        unsigned moves = longest_of(count, grid, cell + 1);
        most = moves > most ? moves : most;
        count[rank]++;
    }
    return most;
}

/* `count[0]`: the empty cells. Strangers are
 * the ranks with one tile, which a merge can meet. */
static void crowded_games_last_as_long_as_by_recursion(void **state)
{
    (void)state;
    static const uint8_t tiles[][BARRIER_CAP + 1] = {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 14}, {0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 13}, {0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 13},
        {0, 2, 1, 1, 0, 0, 0, 0, 0, 0, 12}, {1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 13},
    };
    fact_check check = check_new();
    for (unsigned i = 0; i < sizeof tiles / sizeof *tiles; i++) {
        barrier_tiles given = {{0}};
        uint8_t count[BARRIER_CAP + 1];
        oracle_grid grid = {.w = 4, .h = 4};
        memcpy(count, tiles[i], sizeof count);
        memcpy(given.count, tiles[i], sizeof given.count);
        given.count[0] = 0;
        barrier_result found = barrier_search(&check, &given, UINT32_MAX, NULL);
        assert_false(found.failed);
        assert_int_equal(found.longest, longest_of(count, &grid, 0));
    }
}

static oracle_grid grid_of(uint64_t key)
{
    oracle_grid grid = {.w = 4, .h = 4};
    for (unsigned i = 0; i < 16; i++)
        grid.face[i] = key >> 4 * i & 15 ? UINT64_C(1) << (key >> 4 * i & 15) : 0;
    return grid;
}

/* How many arrangements of the tiles from this cell on, on this board, allow more moves than the limit. */
static unsigned count_beyond(uint8_t count[BARRIER_CAP + 1], oracle_grid *grid, unsigned cell, unsigned limit)
{
    unsigned found = 0;
    if (cell == 16)
        return longest_from(grid) > limit;
    for (unsigned rank = 0; rank <= BARRIER_CAP; rank++) {
        if (!count[rank])
            continue;
        count[rank]--;
        grid->face[cell] = rank ? UINT64_C(1) << rank : 0;
        found += count_beyond(count, grid, cell + 1, limit);
        count[rank]++;
    }
    return found;
}

/* Every board that is kept has the moves of recursion, and with its images they are as many as recursion finds. */
static void the_longest_crowded_games_are_those_of_recursion(void **state)
{
    (void)state;
    static const uint8_t tiles[][BARRIER_CAP + 1] = {{0, 0, 1, 0, 0, 0, 0, 0, 7, 0, 8}};
    fact_check check = check_new();
    for (unsigned i = 0; i < sizeof tiles / sizeof *tiles; i++)
        for (unsigned limit = 0; limit < 2; limit++) {
            barrier_tiles given = {{0}};
            uint8_t count[BARRIER_CAP + 1];
            oracle_grid grid = {.w = 4, .h = 4};
            positions beyond = {0};
            unsigned boards = 0;
            memcpy(count, tiles[i], sizeof count);
            memcpy(given.count, tiles[i], sizeof given.count);
            given.count[0] = 0;
            assert_false(barrier_search(&check, &given, limit, &beyond).failed);
            for (size_t n = 0; n < beyond.count; n++) {
                eleven_board board = position_board(beyond.entries[n].key, 4, 4);
                oracle_grid kept = grid_of(beyond.entries[n].key);
                assert_int_equal(beyond.entries[n].games, longest_from(&kept));
                boards += position_images(&board);
            }
            assert_true(boards > 0);
            assert_int_equal(boards, count_beyond(count, &grid, 0, limit));
            positions_free(&beyond);
        }
}

/* ---- Where a game can have come from -------------------------------------------------------------------- */

/* Boards as keys with four bits per cell, and the most moves that lead to each from a start. */
enum { TREE = 1 << 16, TREE_SUM = 10 };

typedef struct tree {
    uint64_t keys[TREE];
    unsigned moves[TREE], count;
} tree;

static uint64_t key_of(const oracle_grid *grid)
{
    uint64_t key = 0;
    for (unsigned i = 0; i < 16; i++)
        key |= (uint64_t)(grid->face[i] ? __builtin_ctzll(grid->face[i]) : 0) << 4 * i;
    return key;
}

static unsigned tree_find(const tree *all, uint64_t key)
{
    unsigned slot = (unsigned)(key * UINT64_C(0x9e3779b97f4a7c15) >> 48);
    while (all->keys[slot] && all->keys[slot] != key)
        slot = (slot + 1) % TREE;
    return slot;
}

static uint64_t sum_of(const oracle_grid *grid)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < 16; i++)
        sum += grid->face[i];
    return sum;
}

/* Adds the board and all that follow, if more moves lead to it than were known. */
static void tree_grow(tree *all, const oracle_grid *grid, unsigned moves)
{
    unsigned slot = tree_find(all, key_of(grid));
    if (sum_of(grid) > TREE_SUM || (all->keys[slot] && all->moves[slot] >= moves))
        return;
    all->count += !all->keys[slot];
    assert_true(all->count < TREE / 2);
    all->keys[slot] = key_of(grid);
    all->moves[slot] = moves;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        uint64_t gain = 0;
        oracle_grid after = *grid;
        if (!oracle_slide(&oracle_all[0], &after, (eleven_direction)d, &gain))
            continue;
        for (unsigned i = 0; i < 32; i++) {
            oracle_grid next = after;
            next.face[i / 2] = UINT64_C(2) << i % 2;
            if (!after.face[i / 2])
                tree_grow(all, &next, moves + 1);
        }
    }
}

static tree *tree_new(void)
{
    tree *all = calloc(1, sizeof *all);
    assert_non_null(all);
    for (unsigned a = 0; a < 16; a++)
        for (unsigned b = 0; b < a; b++)
            for (unsigned tiles = 0; tiles < 4; tiles++) {
                oracle_grid grid = {.w = 4, .h = 4};
                grid.face[a] = UINT64_C(2) << tiles % 2;
                grid.face[b] = UINT64_C(2) << tiles / 2;
                tree_grow(all, &grid, 0);
            }
    return all;
}

/* The search backwards from one board, from which 7 moves can follow. */
static uint32_t longest_through(uint64_t key, uint32_t limit)
{
    fact_check check = check_new();
    position entry = {.key = key, .games = 7};
    positions boards = {.entries = &entry, .count = 1};
    origins_result found = origins_search(&check, &boards, limit);
    assert_true(!found.failed && found.positions > 0);
    return found.longest;
}

/* A limit may leave out games that are not longer, and no others. */
static void games_are_followed_back_to_their_start(void **state)
{
    (void)state;
    tree *all = tree_new();
    unsigned tried = 0;
    for (unsigned slot = 0, n = 0; slot < TREE; slot++) {
        if (!all->keys[slot] || n++ % 16)
            continue;
        unsigned longest = all->moves[slot] + 7;
        assert_int_equal(longest_through(all->keys[slot], 0), longest);
        assert_int_equal(longest_through(all->keys[slot], longest - 1), longest);
        assert_true(longest_through(all->keys[slot], longest) <= longest);
        tried++;
    }
    assert_true(tried > 200);
    free(all);
}

/* A crowded board of tiles from 16 to 512. No position is before it, since none of the tiles can be new. */
static oracle_grid crowded_grid(uint64_t seed)
{
    oracle_grid grid = {.w = 4, .h = 4};
    for (unsigned i = 0; i < 16; i++) {
        uint64_t word = eleven_random(seed, i);
        grid.face[i] = word % 8 ? UINT64_C(16) << word / 8 % 6 : 0;
    }
    return grid;
}

/* One move in each direction, and back. */
static void moves_on_crowded_boards_are_undone(void **state)
{
    (void)state;
    fact_check check = check_new();
    for (uint64_t seed = 0; seed < 20; seed++)
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            uint64_t gain = 0;
            oracle_grid first = crowded_grid(seed), after = first;
            if (!oracle_slide(&oracle_all[0], &after, (eleven_direction)d, &gain))
                continue;
            for (unsigned i = 0; i < 16; i++)
                if (!after.face[i]) {
                    after.face[i] = 2;
                    break;
                }
            position entry = {.key = key_of(&after), .games = 1};
            positions boards = {.entries = &entry, .count = 1};
            origins_result found = origins_search(&check, &boards, 0);
            assert_true(!found.failed && found.longest == 0 && found.lowest == sum_of(&first));
        }
}

/* Adds the boards with this sum, from this cell on, to which no game leads. */
static void add_unreached(const tree *all, oracle_grid *grid, unsigned cell, uint64_t sum, positions *boards)
{
    if (cell == 16) {
        uint64_t key = key_of(grid);
        bool is_reached = all->keys[tree_find(all, key)];
        if (sum == 0 && !is_reached)
            positions_add(boards, key)->games = 7;
        return;
    }
    for (uint64_t face = 1; face <= sum || face == 1; face *= 2) {
        grid->face[cell] = face > 1 ? face : 0;
        add_unreached(all, grid, cell + 1, sum - grid->face[cell], boards);
    }
    grid->face[cell] = 0;
}

static void no_game_is_found_where_none_leads(void **state)
{
    (void)state;
    fact_check check = check_new();
    tree *all = tree_new();
    positions boards = {0};
    oracle_grid grid = {.w = 4, .h = 4};
    for (uint64_t sum = 2; sum <= TREE_SUM; sum += 2)
        add_unreached(all, &grid, 0, sum, &boards);
    assert_true(boards.count > 1000 && !boards.failed);
    origins_result found = origins_search(&check, &boards, 0);
    assert_true(!found.failed && found.longest == 0 && found.positions > boards.count / 8);
    positions_free(&boards);
    free(all);
}

/* The argument of max-moves states this bound, which is weaker and quicker to find. The search backwards lowers it. */
static void the_weaker_bound_is_found(void **state)
{
    (void)state;
    fact_check check = check_new();
    fact_bound(&check, 8192, 4105, 4106);
    assert_true(holding == 2 && failing == 0);
    fact_bound(&check, 8192, 4098, 4099);
    assert_true(holding == 5 && failing == 0);
    fact_bound(&check, 8192, 4105, 4107);
    assert_int_equal(failing, 1);
}

/* `examples[0]` for the game max-moves, `[1]` for max-moves-won. */
static char *examples[2];

static const char *give_example(void *context, const char *name, size_t *length)
{
    (void)context;
    const char *text = examples[strcmp(name, "max-moves-won") == 0];
    *length = text ? strlen(text) : 0;
    return text;
}

/* The shipped game without what its head says about its end, and without the last `less` bytes; to be freed. */
static char *open_ended(const char *name, size_t less)
{
    size_t length;
    const char *text = eleven_fact_game(name, &length), *start = strstr(text, "start ");
    char *copy = malloc(length + 100);
    assert_non_null(copy);
    sprintf(copy, "eleven game 1\nrules classic\nsize 4x4\n%.*s", (int)(text + length - start - (long)less), start);
    return copy;
}

/* How many of the two sentences do not hold; frees the games. */
static unsigned refused(char *lost, char *won)
{
    static const eleven_fact_listener giving = {.evidence = hear, .game = give_example};
    fact_check check = check_new();
    check.listener = &giving;
    examples[0] = lost;
    examples[1] = won;
    fact_long_games(&check);
    assert_int_equal(holding + failing, 2);
    free(lost);
    free(won);
    return failing;
}

static void long_games_are_replayed(void **state)
{
    (void)state;
    assert_int_equal(refused(open_ended("max-moves", 0), open_ended("max-moves-won", 0)), 0);
    assert_int_equal(refused(open_ended("max-moves-won", 0), open_ended("max-moves-won", 0)), 1);
    assert_int_equal(refused(open_ended("max-moves", 7), open_ended("max-moves-won", 0)), 1);
    assert_int_equal(refused(open_ended("max-moves", 0), open_ended("max-moves", 0)), 1);
    assert_int_equal(refused(NULL, NULL), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_counted_as_by_recursion),
        cmocka_unit_test(games_are_counted_as_by_recursion),
        cmocka_unit_test(what_is_forced_is_what_recursion_forces),
        cmocka_unit_test(verdicts_are_remembered),
        cmocka_unit_test(a_strategy_forces_a_tile),
        cmocka_unit_test(a_siege_prevents_only_what_cannot_be_forced),
        cmocka_unit_test(a_siege_is_won_from_every_board),
        cmocka_unit_test(recorded_chances_are_those_of_recursion),
        cmocka_unit_test(other_chances_are_contradicted),
        cmocka_unit_test(crowded_games_last_as_long_as_by_recursion),
        cmocka_unit_test(the_longest_crowded_games_are_those_of_recursion),
        cmocka_unit_test(games_are_followed_back_to_their_start),
        cmocka_unit_test(moves_on_crowded_boards_are_undone),
        cmocka_unit_test(no_game_is_found_where_none_leads),
        cmocka_unit_test(the_weaker_bound_is_found),
        cmocka_unit_test(long_games_are_replayed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
