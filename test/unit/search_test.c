/* The search, held against an expectimax of a dozen lines on plain boards; and its promises: budgets, mirror
 * images, tables that change nothing, lines that can be played. */
#include "expect.h"
#include "eleven/search.h"
#include "../oracle/oracle.h"

#include <math.h>
#include <stdlib.h>

/* ---- A second expectimax ------------------------------------------------------------------------------- */

/* The value of a board in these tests: something with no meaning, equal for a board and its mirror
 * images. */
static double naive_value(const eleven_board *board)
{
    double sum = 0;
    for (unsigned y = 0; y < 4; y++)
        for (unsigned x = 0; x < 4; x++) {
            bool is_edge_x = x == 0 || x == 3, is_edge_y = y == 0 || y == 3;
            unsigned rank = board->cells[4 * y + x];
            sum += (double)(rank * rank) * (is_edge_x && is_edge_y ? 7 : is_edge_x || is_edge_y ? 3 : 1);
            sum += rank == 0 ? 40 : 0;
        }
    return sum;
}

enum { NAIVE_LOST = -500, NAIVE_POINT = 2 };

static double naive_best(const eleven_rules *rules, const eleven_board *board, int depth, double margin);

/* The value of a move `depth` moves deep; NAN: illegal. */
static double naive_move(const eleven_rules *rules, const eleven_board *board, unsigned direction, int depth,
                         double margin)
{
    eleven_board after = *board;
    eleven_slide slide = eleven_board_slide(rules, &after, (eleven_direction)direction, NULL);
    if (!slide.hops)
        return (double)NAN;
    if (depth == 1)
        return NAIVE_POINT * (double)slide.gain + naive_value(&after);
    double sum = 0, weights = 0;
    for (unsigned cell = 0; cell < 16; cell++)
        for (unsigned rank = 1; rank <= 2 && after.cells[cell] == 0; rank++) {
            eleven_board next = after;
            next.cells[cell] = (eleven_rank)rank;
            double weight = rules->spawn_weight[rank];
            sum += weight * naive_best(rules, &next, depth - 1, margin);
            weights += weight;
        }
    return NAIVE_POINT * (double)slide.gain + sum / weights;
}

/* Of the moves that are at most `margin` behind the best one, one move ahead. */
static double naive_best(const eleven_rules *rules, const eleven_board *board, int depth, double margin)
{
    double first = (double)NAN, best = (double)NAN;
    for (unsigned d = 0; d < 4; d++)
        first = fmax(first, naive_move(rules, board, d, 1, margin));
    for (unsigned d = 0; d < 4; d++)
        if (naive_move(rules, board, d, 1, margin) >= first - margin)
            best = fmax(best, naive_move(rules, board, d, depth, margin));
    return isnan(first) ? NAIVE_LOST : best;
}

/* The same value, as an evaluator. */
static void asked_values(const void *context, const eleven_bitboard *after, size_t count, float *values)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        eleven_board board;
        eleven_bitboard_unpack(after[i], &board);
        values[i] = (float)naive_value(&board);
    }
}

static const eleven_evaluator asked = {sizeof(eleven_evaluator), NULL, asked_values, NAIVE_POINT, NAIVE_LOST, NULL, 0};

/* ---- Around a search ----------------------------------------------------------------------------------- */

typedef struct fixture {
    eleven_rules rules;
    eleven_rowtable *rows;
    eleven_search *search;
} fixture;

static eleven_search_settings usual(void)
{
    eleven_search_settings settings = {.size = sizeof settings};
    eleven_search_settings_default(&settings);
    return settings;
}

static fixture opened_search(const char *rules, const eleven_evaluator *evaluator, eleven_search_settings settings)
{
    fixture it = {rules_named(rules), malloc(ELEVEN_ROWTABLE_BYTES), NULL};
    assert_non_null(it.rows);
    eleven_rowtable_init(it.rows, &it.rules);
    it.search = eleven_search_new(it.rows, evaluator, &settings);
    assert_non_null(it.search);
    return it;
}

static void close_search(fixture *it)
{
    eleven_search_free(it->search);
    free(it->rows);
}

/* A crowded board, so that the naive search has an end. */
static eleven_board random_board(uint64_t *state, unsigned empties, unsigned ranks)
{
    eleven_board board;
    eleven_board_empty(4, 4, &board);
    for (unsigned i = 0; i < 16; i++)
        board.cells[i] = (eleven_rank)(1 + oracle_below(state, ranks));
    for (unsigned i = 0; i < empties; i++)
        board.cells[oracle_below(state, 16)] = 0;
    return board;
}

static void expect_naive(fixture *it, const eleven_board *board, unsigned depth, const eleven_budget *budget,
                         double margin)
{
    eleven_search_result result;
    bool found = !eleven_search_run(it->search, eleven_bitboard_pack(board), budget, &result);
    double best = (double)NAN;
    for (unsigned d = 0; d < 4; d++) {
        double expected = naive_move(&it->rules, board, d, (int)depth, margin);
        best = fmax(best, expected);
        if (!found)
            assert_true(isnan(expected));
        else if (isnan(expected))
            assert_true(isnan(result.values[d]) && !(result.legal >> d & 1));
        else
            assert_true(fabs(result.values[d] - expected) <= 1e-4 * fmax(1, fabs(expected)));
    }
    if (!found)
        return;
    assert_int_equal(result.depth, depth);
    assert_true(result.expected == result.values[result.direction]);
    assert_true(fabs(result.expected - best) <= 1e-4 * fmax(1, fabs(best)));
}

static const eleven_search_settings everything = {
    .size = sizeof(eleven_search_settings), .cutoff = 0, .crowded = 0, .megabytes = 1};

/* ---- Tests --------------------------------------------------------------------------------------------- */

static void it_finds_what_a_naive_search_finds(void **state)
{
    (void)state;
    static const char *const names[] = {"classic", "provider"};
    uint64_t chance = 11;
    for (unsigned r = 0; r < 2; r++) {
        fixture it = opened_search(names[r], &asked, everything);
        for (unsigned i = 0; i < 120; i++) {
            eleven_board board = random_board(&chance, i % 5, 1 + i % 9);
            for (unsigned depth = 1; depth <= (i % 4 ? 2 : 3); depth++)
                expect_naive(&it, &board, depth, &(eleven_budget){.size = sizeof(eleven_budget), .depth = depth},
                             (double)INFINITY);
        }
        close_search(&it);
    }
}

static void it_finds_the_same_with_the_largest_tiles(void **state)
{
    (void)state;
    fixture it = opened_search("classic", &asked, everything);
    const char *boards[] = {"65536 65536 2 4 / 32768 32768 8 2 / 4 . 16 32 / 2 8 4 64",
                            "131072 65536 32768 16384 / 1024 2048 4096 8192 / 512 256 128 64 / 4 4 16 32",
                            "2 65536 2 65536 / 4 8 4 8 / 2 16 2 16 / 4 8 4 8"};
    for (unsigned i = 0; i < 3; i++) {
        eleven_board board = board_of(&it.rules, boards[i]);
        for (unsigned depth = 1; depth <= 3; depth++)
            expect_naive(&it, &board, depth, &(eleven_budget){.size = sizeof(eleven_budget), .depth = depth},
                         (double)INFINITY);
    }
    close_search(&it);
}

static void it_follows_moves_within_the_margin(void **state)
{
    (void)state;
    eleven_search_settings settings = everything;
    uint64_t chance = 12;
    for (unsigned i = 0; i < 60; i++) {
        settings.margin = 0.5F + (float)(i * i);
        fixture it = opened_search("classic", &asked, settings);
        eleven_board board = random_board(&chance, i % 4, 1 + i % 9);
        for (unsigned depth = 1; depth <= 3; depth++)
            expect_naive(&it, &board, depth, &(eleven_budget){.size = sizeof(eleven_budget), .depth = depth},
                         (double)settings.margin);
        close_search(&it);
    }
}

/* Of the values of a search, all those that count, where `less` are those of the search before: a move that these put
 * far behind keeps them, unless all others turn out to be worse. Counts the moves that kept them, and those that turned
 * out so. */
static void judge(const double less[4], const double deeper[4], double margin, double values[4], unsigned kept[2])
{
    double least = -(double)INFINITY, best = -(double)INFINITY;
    bool is_done[4] = {false, false, false, false};
    for (unsigned d = 0; d < 4; d++)
        least = fmax(least, less[d]);
    least -= margin;
    for (unsigned pass = 0; pass < 5; pass++) {
        for (unsigned d = 0; d < 4; d++)
            if (!is_done[d] && less[d] >= least) {
                is_done[d] = true;
                values[d] = deeper[d];
                best = fmax(best, values[d]);
                kept[1] += pass ? 1 : 0;
            }
        least = best;
    }
    for (unsigned d = 0; d < 4; d++)
        if (!is_done[d]) {
            values[d] = less[d];
            kept[0] += isnan(less[d]) ? 0 : 1;
        }
}

/* Those of a search of this depth, judged by `less`. */
static void naive_root(const fixture *it, const eleven_board *board, int depth, double margin, const double less[4],
                       double values[4], unsigned kept[2])
{
    double deeper[4];
    for (unsigned d = 0; d < 4; d++)
        deeper[d] = naive_move(&it->rules, board, d, depth, margin);
    judge(less, deeper, margin, values, kept);
}

/* Danger that nothing reaches makes a search of one move less first, but one of one move leaves nothing out, and no
 * search with a limit in nodes does. */
static void it_follows_moves_of_the_root_within_the_margin(void **state)
{
    (void)state;
    eleven_search_settings settings = everything;
    settings.danger = 1e30F;
    unsigned kept[2] = {0, 0};
    uint64_t chance = 14;
    for (unsigned i = 0; i < 240; i++) {
        settings.margin = 0.5F + (float)(i % 30 * (i % 30));
        fixture it = opened_search("classic", &asked, settings);
        eleven_board board = random_board(&chance, i % 4, 1 + i % 9);
        double less[4], expected[4], margin = (double)settings.margin;
        for (unsigned d = 0; d < 4; d++)
            less[d] = naive_move(&it.rules, &board, d, 2, margin);
        naive_root(&it, &board, 3, margin, less, expected, kept);
        eleven_search_result result;
        eleven_budget budget = {.size = sizeof budget, .depth = 3};
        bool found = !eleven_search_run(it.search, eleven_bitboard_pack(&board), &budget, &result);
        for (unsigned d = 0; d < 4; d++) {
            bool is_legal = found && (result.legal >> d & 1);
            assert_int_equal(is_legal, !isnan(expected[d]));
            assert_true(!found || isnan(result.values[d]) == isnan(expected[d]));
            assert_true(!is_legal || fabs(result.values[d] - expected[d]) <= 1e-4 * fmax(1, fabs(expected[d])));
        }
        assert_true(!found || (result.depth == 3 && result.expected == result.values[result.direction]));
        expect_naive(&it, &board, 2, &(eleven_budget){.size = sizeof budget, .depth = 2}, margin);
        expect_naive(&it, &board, 3, &(eleven_budget){.size = sizeof budget, .depth = 3, .nodes = 100000000}, margin);
        close_search(&it);
    }
    assert_true(kept[0] && kept[1]);
}

/* The expected value after a search of this depth, which does not look further; 0 for a lost board. */
static double value_at(fixture *plain, eleven_bitboard board, unsigned depth)
{
    eleven_search_result result;
    eleven_budget budget = {.size = sizeof(eleven_budget), .depth = depth};
    return eleven_search_run(plain->search, board, &budget, &result) ? 0 : result.expected;
}

/* One move ahead, danger is looked for on crowded boards alone. */
static void it_looks_further_ahead_in_danger(void **state)
{
    (void)state;
    unsigned met[5] = {0};
    uint64_t chance = 13;
    eleven_search_settings settings = everything;
    fixture plain = opened_search("classic", &asked, everything);
    for (unsigned i = 0; i < 120; i++) {
        settings.danger = (float)(4 << i % 5);
        fixture wary = opened_search("classic", &asked, settings);
        eleven_board board = random_board(&chance, i % 3, 2 + i % 8);
        eleven_bitboard packed = eleven_bitboard_pack(&board);
        unsigned depth = memchr(board.cells, 0, 16) ? 1 + i / 3 % 2 : 2, expected = depth;
        while (depth > 1 && expected < 4 &&
               fabs(value_at(&plain, packed, expected) - value_at(&plain, packed, expected - 1)) >=
                   (double)settings.danger)
            expected++;
        eleven_search_result result;
        if (!eleven_search_run(wary.search, packed, &(eleven_budget){.size = sizeof(eleven_budget), .depth = depth},
                               &result)) {
            met[result.depth]++;
            assert_int_equal(result.depth, expected);
            assert_true(fabs(result.expected - value_at(&plain, packed, expected)) <= 1e-4 * fabs(result.expected));
        }
        close_search(&wary);
    }
    assert_true(met[1] && met[2] && met[3] && met[4]);
    close_search(&plain);
}

static double best_of(const double values[4])
{
    return fmax(fmax(values[0], values[1]), fmax(values[2], values[3]));
}

/* What a search of one move finds on a crowded board, in whose first values all moves are compared: those near the best
 * one are followed one move further; in danger a search of two moves follows, which nothing judges, and then one of
 * three, which it judges. `plain` does not know danger. Returns how many moves ahead that is. */
static unsigned crowded_values(const fixture *plain, const eleven_board *board, const eleven_search_settings *settings,
                               double values[4], unsigned kept[2])
{
    double first[4], second[4], margin = (double)settings->margin, danger = (double)settings->danger;
    eleven_search_result two, three;
    eleven_budget budget = {.size = sizeof budget, .depth = 2};
    memcpy(first, values, sizeof first);
    naive_root(plain, board, 2, margin, first, second, kept);
    memcpy(values, second, sizeof second);
    if (!(fabs(best_of(second) - best_of(first)) >= danger))
        return 2;
    assert_false(eleven_search_run(plain->search, eleven_bitboard_pack(board), &budget, &two));
    memcpy(values, two.values, sizeof two.values);
    if (fabs(best_of(two.values) - best_of(second)) < danger)
        return 2;
    budget.depth = 3;
    assert_false(eleven_search_run(plain->search, eleven_bitboard_pack(board), &budget, &three));
    judge(two.values, three.values, margin, values, kept);
    return 3;
}

static void one_move_ahead_it_looks_further_on_a_crowded_board(void **state)
{
    (void)state;
    eleven_search_settings settings = everything, calm = everything;
    settings.crowded = calm.crowded = 2;
    unsigned kept[2] = {0, 0}, met[4] = {0};
    uint64_t chance = 15;
    for (unsigned i = 0; i < 240; i++) {
        settings.margin = calm.margin = 0.5F + (float)(i % 30 * (i % 30));
        settings.danger = i % 2 ? 1e30F : (float)(1 << i % 7);
        fixture it = opened_search("classic", &asked, settings), plain = opened_search("classic", &asked, calm);
        eleven_board board = random_board(&chance, i % 5, 1 + i % 9);
        double expected[4];
        unsigned empties = 0, depth = 1;
        for (unsigned cell = 0; cell < 16; cell++)
            empties += board.cells[cell] == 0;
        for (unsigned d = 0; d < 4; d++)
            expected[d] = naive_move(&it.rules, &board, d, 1, (double)settings.margin);
        if (empties <= 2)
            depth = crowded_values(&plain, &board, &settings, expected, kept);
        eleven_search_result result;
        eleven_budget budget = {.size = sizeof budget, .depth = 1};
        bool found = !eleven_search_run(it.search, eleven_bitboard_pack(&board), &budget, &result);
        for (unsigned d = 0; found && d < 4; d++) {
            assert_int_equal(isnan(result.values[d]), isnan(expected[d]));
            assert_true(isnan(expected[d]) ||
                        fabs(result.values[d] - expected[d]) <= 1e-4 * fmax(1, fabs(expected[d])));
        }
        assert_true(!found || (result.depth == depth && result.expected == result.values[result.direction]));
        met[found ? depth : 0]++;
        expect_naive(&it, &board, 1, &(eleven_budget){.size = sizeof budget, .depth = 9, .nodes = 1}, 0);
        close_search(&it);
        close_search(&plain);
    }
    assert_true(kept[0] && kept[1] && met[1] && met[2] && met[3]);
}

static void it_looks_further_ahead_among_large_tiles(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        bool is_large;
    } cases[] = {
        {"128 256 . 2 / 512 1024 . 4 / 128 . . . / 2048 . . 64", true},
        {"128 256 . 2 / 512 1024 . 4 / 64 . . . / 2048 . . 64", false},
        {"128 128 . 2 / 128 128 . 4 / 128 . . . / 128 . . 128", true},
    };
    eleven_search_settings settings = everything;
    settings.large_tiles = 6;
    fixture plain = opened_search("classic", &asked, everything), longer = opened_search("classic", &asked, settings);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned depth = 1; depth < 4; depth++) {
            eleven_board board = board_of(&plain.rules, cases[i].board);
            eleven_bitboard packed = eleven_bitboard_pack(&board);
            unsigned expected = depth + (cases[i].is_large && depth > 1);
            eleven_search_result result;
            eleven_budget budget = {.size = sizeof budget, .depth = depth};
            assert_false(eleven_search_run(longer.search, packed, &budget, &result));
            assert_int_equal(result.depth, expected);
            assert_true(fabs(result.expected - value_at(&plain, packed, expected)) <= 1e-4 * fabs(result.expected));
        }
    close_search(&plain);
    close_search(&longer);
}

static void it_searches_boards_with_high_tiles_as_lower_boards(void **state)
{
    (void)state;
    static const struct {
        const char *board, *searched;
    } cases[] = {
        {"16384 8192 4 2 / 4 2 . . / . . 2 . / 64 . . .", "16384 8192 4 2 / 4 2 . . / . . 2 . / 64 . . ."},
        {"32768 8192 4 2 / 4 2 . . / . . 2 . / 64 . . .", "16384 8192 4 2 / 4 2 . . / . . 2 . / 64 . . ."},
        {"32768 16384 16384 2 / 8192 2 . . / 2048 . 2 . / . . . .",
         "16384 8192 8192 2 / 4096 2 . . / 2048 . 2 . / . . . ."},
        {"65536 16384 8192 2 / 4 2 . . / . . 2 . / 64 . . .", "16384 8192 4096 2 / 4 2 . . / . . 2 . / 64 . . ."},
        {"32768 16384 8192 4096 / 256 512 1024 2048 / 128 64 32 16 / 2 2 4 8",
         "32768 16384 8192 4096 / 256 512 1024 2048 / 128 64 32 16 / 2 2 4 8"},
        {"32768 16384 8192 4096 / 256 512 1024 2048 / 128 64 32 16 / 8 8 4 .",
         "16384 8192 4096 2048 / 128 256 512 1024 / 64 32 16 8 / 4 4 2 ."},
    };
    eleven_evaluator low = asked;
    low.highest = 14;
    fixture plain = opened_search("classic", &asked, everything), lower = opened_search("classic", &low, everything);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        eleven_board board = board_of(&plain.rules, cases[i].board),
                     searched = board_of(&plain.rules, cases[i].searched);
        eleven_search_result found, expected;
        eleven_search_step line[ELEVEN_SEARCH_DEPTH], expected_line[ELEVEN_SEARCH_DEPTH];
        eleven_budget budget = {.size = sizeof budget, .depth = 2};
        assert_false(eleven_search_run(lower.search, eleven_bitboard_pack(&board), &budget, &found));
        assert_false(eleven_search_run(plain.search, eleven_bitboard_pack(&searched), &budget, &expected));
        assert_int_equal(found.legal, expected.legal);
        assert_int_equal(found.direction, expected.direction);
        assert_true(fabs(found.expected - expected.expected) <= 1e-4 * fabs(expected.expected));
        unsigned length = eleven_search_line(lower.search, eleven_bitboard_pack(&board), 2, line);
        assert_int_equal(length, eleven_search_line(plain.search, eleven_bitboard_pack(&searched), 2, expected_line));
        for (unsigned step = 0; step < length; step++) {
            assert_int_equal(line[step].direction, expected_line[step].direction);
            assert_int_equal(line[step].tile.cell, expected_line[step].tile.cell);
            assert_int_equal(line[step].tile.rank, expected_line[step].tile.rank);
        }
    }
    close_search(&plain);
    close_search(&lower);
}

static void a_table_of_any_size_changes_nothing(void **state)
{
    (void)state;
    uint64_t chance = 5;
    fixture with = opened_search("classic", &asked, everything);
    fixture without =
        opened_search("classic", &asked, (eleven_search_settings){.size = sizeof(eleven_search_settings)});
    for (unsigned i = 0; i < 30; i++) {
        eleven_bitboard board = eleven_bitboard_pack(&(eleven_board){.w = 4, .h = 4});
        eleven_board crowded = random_board(&chance, 4, 6);
        board = eleven_bitboard_pack(&crowded);
        eleven_search_result a, b;
        eleven_budget budget = {.size = sizeof(eleven_budget), .depth = 3};
        bool found = !eleven_search_run(with.search, board, &budget, &a);
        assert_int_equal(found, !eleven_search_run(without.search, board, &budget, &b));
        for (unsigned d = 0; found && d < 4; d++)
            if (a.legal >> d & 1)
                assert_true(fabs(a.values[d] - b.values[d]) <= 1e-4 * fabs(b.values[d]));
        assert_true(!found || a.nodes < b.nodes);
    }
    close_search(&with);
    close_search(&without);
}

static bool same_result(const eleven_search_result *a, const eleven_search_result *b)
{
    bool same = a->legal == b->legal && a->direction == b->direction && a->depth == b->depth && a->nodes == b->nodes &&
                memcmp(&a->expected, &b->expected, sizeof a->expected) == 0;
    for (unsigned d = 0; d < 4; d++)
        if (a->legal >> d & 1)
            same = same && memcmp(&a->values[d], &b->values[d], sizeof a->values[d]) == 0;
    return same;
}

/* Whatever was searched before. */
static void expect_function_of_the_board(const eleven_budget *budget)
{
    eleven_rules rules = rules_named("classic");
    eleven_evaluation *evaluation = eleven_evaluation_new(&rules);
    eleven_evaluator evaluator = *eleven_evaluation_evaluator(evaluation);
    fixture used = opened_search("classic", &evaluator, usual());
    uint64_t chance = 21;
    for (unsigned i = 0; i < 20; i++) {
        eleven_board board = random_board(&chance, 6, 8);
        eleven_search_result a, b;
        fixture fresh = opened_search("classic", &evaluator, usual());
        bool found = !eleven_search_run(used.search, eleven_bitboard_pack(&board), budget, &a);
        assert_int_equal(found, !eleven_search_run(fresh.search, eleven_bitboard_pack(&board), budget, &b));
        assert_true(same_result(&a, &b));
        close_search(&fresh);
        eleven_search_run(used.search, eleven_bitboard_pack(&board),
                          &(eleven_budget){.size = sizeof(eleven_budget), .milliseconds = 0.1}, &a);
    }
    close_search(&used);
    eleven_evaluation_free(evaluation);
}

/* An evaluator whose values depend on the largest tile of the root, as the contract of `kept` allows, and how many
 * boards it was asked for. */
typedef struct rooted {
    eleven_rank largest;
    unsigned boards;
} rooted;

static bool rooted_prepare(const void *context, eleven_bitboard root)
{
    ((rooted *)context)->largest = eleven_bitboard_largest(root);
    return true;
}

static void rooted_values(const void *context, const eleven_bitboard *after, size_t count, float *values)
{
    rooted *it = (rooted *)context;
    asked_values(NULL, after, count, values);
    for (size_t i = 0; i < count; i++)
        values[i] += (float)(1000 * it->largest);
    __atomic_fetch_add(&it->boards, (unsigned)count, __ATOMIC_RELAXED);
}

static void kept_values_change_nothing(void **state)
{
    (void)state;
    static const unsigned sizes[] = {1, 3, 64, 4096};
    uint64_t chance = 77;
    for (unsigned i = 0; i < 4; i++) {
        rooted context = {0, 0}, plain_context = {0, 0};
        eleven_evaluator evaluator = asked, plain_evaluator;
        evaluator.values = rooted_values;
        evaluator.prepare = rooted_prepare;
        plain_evaluator = evaluator;
        evaluator.context = &context;
        plain_evaluator.context = &plain_context;
        eleven_search_settings settings = {.size = sizeof settings, .kept = sizes[i]};
        fixture with = opened_search("classic", &evaluator, settings);
        settings.kept = 0;
        fixture without = opened_search("classic", &plain_evaluator, settings);
        for (unsigned k = 0; k < 24; k++) {
            eleven_search_result a, b;
            eleven_board crowded = random_board(&chance, 1 + k % 4, 5 + k % 5);
            eleven_budget budget = {.size = sizeof(eleven_budget), .depth = 1 + k % 3, .threads = k % 4};
            bool found = !eleven_search_run(with.search, eleven_bitboard_pack(&crowded), &budget, &a);
            budget.threads = 0;
            assert_int_equal(found, !eleven_search_run(without.search, eleven_bitboard_pack(&crowded), &budget, &b));
            assert_true(same_result(&a, &b));
        }
        assert_true(context.boards < plain_context.boards);
        close_search(&with);
        close_search(&without);
    }
}

static void a_result_follows_from_board_and_depth(void **state)
{
    (void)state;
    expect_function_of_the_board(&(eleven_budget){.size = sizeof(eleven_budget), .depth = 3});
}

static void a_result_follows_from_board_and_nodes(void **state)
{
    (void)state;
    expect_function_of_the_board(&(eleven_budget){.size = sizeof(eleven_budget), .nodes = 3000});
}

static void a_budget_of_nodes_is_kept(void **state)
{
    (void)state;
    fixture it = opened_search("classic", &asked, everything);
    eleven_board board = board_of(&it.rules, "2 4 8 2 / . 16 4 32 / 2 . 8 64 / . 4 2 128");
    unsigned last = 0;
    for (uint64_t nodes = 1; nodes < 200000; nodes *= 7) {
        eleven_search_result result;
        assert_false(eleven_search_run(it.search, eleven_bitboard_pack(&board),
                                       &(eleven_budget){.size = sizeof(eleven_budget), .nodes = nodes}, &result));
        assert_true(result.depth >= 1 && result.depth >= last);
        assert_true(result.nodes <= nodes + 200); /* looks at the budget after each afterstate */
        last = result.depth;
    }
    assert_true(last >= 3);
    close_search(&it);
}

/* Without a table, and the same up to the table's rounding with one; also with a part of a budget for each thread. */
static void threads_find_what_one_finds(void **state)
{
    (void)state;
    uint64_t chance = 31;
    fixture with = opened_search("classic", &asked, everything);
    fixture without =
        opened_search("classic", &asked, (eleven_search_settings){.size = sizeof(eleven_search_settings)});
    for (unsigned i = 0; i < 24; i++) {
        eleven_board crowded = random_board(&chance, 1 + i % 4, 6);
        eleven_bitboard board = eleven_bitboard_pack(&crowded);
        eleven_search_result one, several, tabled;
        eleven_budget budget = {.size = sizeof(eleven_budget), .depth = 1 + i % 3};
        bool found = !eleven_search_run(without.search, board, &budget, &one);
        budget.threads = 2 + i % 3;
        assert_int_equal(found, !eleven_search_run(without.search, board, &budget, &several));
        assert_int_equal(found, !eleven_search_run(with.search, board, &budget, &tabled));
        assert_true(same_result(&one, &several));
        for (unsigned d = 0; found && d < 4; d++)
            if (one.legal >> d & 1)
                assert_true(fabs(tabled.values[d] - one.values[d]) <= 1e-4 * fabs(one.values[d]));
    }
    close_search(&with);
    close_search(&without);
}

/* The nodes of a search with this danger, and their limit. */
static uint64_t nodes_spent(float danger, eleven_bitboard board, uint64_t most)
{
    eleven_search_settings settings = usual();
    settings.danger = danger;
    fixture it = opened_search("classic", &asked, settings);
    eleven_search_result result;
    assert_false(
        eleven_search_run(it.search, board, &(eleven_budget){.size = sizeof(eleven_budget), .nodes = most}, &result));
    assert_true(result.nodes <= most + 200);
    close_search(&it);
    return result.nodes;
}

static void a_budget_of_nodes_is_for_danger(void **state)
{
    (void)state;
    const float ALWAYS = 0.0001F, NEVER = 1e30F;
    uint64_t chance = 41, in_danger = 0, usually = 0, safe = 0;
    for (unsigned i = 0; i < 40; i++) {
        eleven_board board = random_board(&chance, 4 + i % 4, 7);
        eleven_bitboard packed = eleven_bitboard_pack(&board);
        in_danger += nodes_spent(ALWAYS, packed, 3000);
        usually += nodes_spent(0, packed, 3000);
        safe += nodes_spent(NEVER, packed, 3000);
    }
    assert_true(in_danger > usually && usually > safe);
}

/* After a member's part is used up, each board on its way down still has its moves, and so has each position below the
 * root, see the size of move_list. */
static void threads_share_a_budget_of_nodes(void **state)
{
    (void)state;
    fixture it = opened_search("classic", &asked, everything);
    eleven_board board = board_of(&it.rules, "2 4 8 2 / . 16 4 32 / 2 . 8 64 / . 4 2 128");
    eleven_search_result result;
    for (unsigned threads = 2; threads <= 8; threads *= 2) {
        eleven_budget budget = {.size = sizeof budget, .nodes = 300000, .threads = threads};
        assert_false(eleven_search_run(it.search, eleven_bitboard_pack(&board), &budget, &result));
        assert_true(result.depth >= 3 && result.nodes <= budget.nodes + 600 * (threads + 1));
    }
    close_search(&it);
}

/* A depth that only some of them could finish is dropped. */
static void threads_finish_a_depth_together(void **state)
{
    (void)state;
    fixture it = opened_search("classic", &asked, everything);
    eleven_board board = board_of(&it.rules, "2 4 8 2 / . 16 4 32 / 2 . 8 64 / . 4 2 128");
    eleven_bitboard packed = eleven_bitboard_pack(&board);
    for (uint64_t nodes = 200; nodes < 200000; nodes *= 2) {
        eleven_search_result one, several, whole;
        eleven_budget budget = {.size = sizeof budget, .nodes = nodes};
        assert_false(eleven_search_run(it.search, packed, &budget, &one));
        budget.threads = 3;
        assert_false(eleven_search_run(it.search, packed, &budget, &several));
        budget = (eleven_budget){.size = sizeof budget, .depth = several.depth};
        assert_false(eleven_search_run(it.search, packed, &budget, &whole));
        assert_true(several.depth <= one.depth + 1);
        for (unsigned d = 0; d < 4; d++)
            assert_true(fabs(several.values[d] - whole.values[d]) <= 1e-4 * fabs(whole.values[d]));
    }
    close_search(&it);
}

static void a_stop_reaches_all_threads(void **state)
{
    (void)state;
    fixture it = opened_search("classic", &asked, everything);
    eleven_board board = board_of(&it.rules, "2 4 . . / . . 4 . / . . 8 . / . . 2 .");
    eleven_search_result result;
    eleven_stop stop = {0};
    eleven_stop_request(&stop);
    eleven_budget budget = {.size = sizeof(eleven_budget), .depth = 15, .threads = 4, .stop = &stop};
    assert_int_equal(eleven_search_run(it.search, eleven_bitboard_pack(&board), &budget, &result), ELEVEN_STOPPED);
    close_search(&it);
}

static void a_budget_of_time_is_kept(void **state)
{
    (void)state;
    fixture it = opened_search("classic", &asked, usual());
    eleven_search_result result;
    eleven_board board = board_of(&it.rules, "2 4 . . / . . 4 . / . . 8 . / . . 2 .");
    assert_false(eleven_search_run(it.search, eleven_bitboard_pack(&board),
                                   &(eleven_budget){.size = sizeof(eleven_budget), .milliseconds = 3}, &result));
    assert_true(result.depth >= 1 && result.depth < ELEVEN_SEARCH_DEPTH);
    assert_false(eleven_search_run(it.search, eleven_bitboard_pack(&board),
                                   &(eleven_budget){.size = sizeof(eleven_budget), .milliseconds = 1000, .depth = 2},
                                   &result));
    assert_int_equal(result.depth, 2);
    close_search(&it);
}

static void a_lost_position_has_no_result(void **state)
{
    (void)state;
    fixture it = opened_search("classic", &asked, everything);
    eleven_board board = board_of(&it.rules, "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2");
    eleven_search_result result;
    eleven_search_step line[ELEVEN_SEARCH_DEPTH];
    assert_int_equal(eleven_search_run(it.search, eleven_bitboard_pack(&board), NULL, &result), ELEVEN_IMPOSSIBLE);
    assert_true(result.legal == 0 && result.depth == 0);
    assert_int_equal(eleven_search_line(it.search, eleven_bitboard_pack(&board), 3, line), 0);
    close_search(&it);
}

static void a_line_can_be_played(void **state)
{
    (void)state;
    fixture it = opened_search("classic", &asked, everything);
    uint64_t chance = 77;
    for (unsigned i = 0; i < 20; i++) {
        eleven_board board = random_board(&chance, 5, 7);
        eleven_search_step line[ELEVEN_SEARCH_DEPTH];
        eleven_search_result result;
        unsigned length = eleven_search_line(it.search, eleven_bitboard_pack(&board), 3, line);
        if (!eleven_search_run(it.search, eleven_bitboard_pack(&board),
                               &(eleven_budget){.size = sizeof(eleven_budget), .depth = 3}, &result))
            assert_int_equal(line[0].direction, result.direction);
        for (unsigned k = 0; k < length; k++) {
            assert_true(eleven_board_slide(&it.rules, &board, line[k].direction, NULL).hops > 0);
            if (line[k].tile.rank == 0)
                break;
            assert_int_equal(line[k].tile.rank, 1);
            assert_int_equal(board.cells[line[k].tile.cell], 0);
            eleven_board_place(&board, line[k].tile);
        }
        assert_true(length == 0 || length == 3 || eleven_board_legal(&it.rules, &board) == 0);
    }
    close_search(&it);
}

/* ---- The hand-written evaluation ----------------------------------------------------------------------- */

static float value_of(const eleven_evaluator *evaluator, eleven_bitboard after)
{
    float value;
    evaluator->values(evaluator->context, &after, 1, &value);
    return value;
}

static float board_value(const eleven_evaluator *evaluator, const eleven_rules *rules, const char *text)
{
    eleven_board board = board_of(rules, text);
    return value_of(evaluator, eleven_bitboard_pack(&board));
}

static void mirror_images_have_the_same_value(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_evaluation *evaluation = eleven_evaluation_new(&rules);
    eleven_evaluator it = *eleven_evaluation_evaluator(evaluation);
    uint64_t chance = 3;
    for (unsigned i = 0; i < 500; i++) {
        eleven_board board = random_board(&chance, i % 12, i % 2 ? 17 : 11);
        eleven_bitboard packed = eleven_bitboard_pack(&board), four[4];
        float value = value_of(&it, packed), values[4];
        for (unsigned symmetry = 0; symmetry < ELEVEN_SYMMETRIES; symmetry++) {
            four[symmetry % 4] = eleven_bitboard_symmetry(packed, symmetry);
            float image = value_of(&it, four[symmetry % 4]);
            assert_true(fabsf(image - value) <= 1e-5F * fabsf(value) + 0.01F);
        }
        it.values(it.context, four, 4, values);
        for (unsigned d = 0; d < 4; d++)
            assert_true(values[d] == value_of(&it, four[d]));
    }
    eleven_evaluation_free(evaluation);
}

static void order_is_better_than_disorder(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_evaluation *evaluation = eleven_evaluation_new(&rules);
    eleven_evaluator it = *eleven_evaluation_evaluator(evaluation);
    float ordered = board_value(&it, &rules, "1024 512 256 128 / 8 16 32 64 / 4 2 . . / . . . .");
    assert_true(ordered > board_value(&it, &rules, "128 1024 256 512 / 8 16 32 64 / 4 2 . . / . . . ."));
    assert_true(ordered > board_value(&it, &rules, "1024 512 256 128 / 8 16 32 64 / 4 2 4 2 / 2 4 2 4"));
    assert_true(ordered > board_value(&it, &rules, "8 16 32 64 / 1024 512 256 128 / 4 2 . . / . . . ."));
    assert_true(it.lost < board_value(&it, &rules, "2 1024 4 512 / 256 2 128 4 / 2 64 4 32 / 16 2 8 4"));
    eleven_evaluation_free(evaluation);
}

/* A tile above 32768 must weigh more than the one below it, not wrap round to a small one. */
static void the_largest_tiles_do_not_wrap_round(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_evaluation *evaluation = eleven_evaluation_new(&rules);
    eleven_evaluator it = *eleven_evaluation_evaluator(evaluation);
    float last = board_value(&it, &rules, "8192 4 2 . / . . . . / . . . . / . . . .");
    for (unsigned rank = 14; rank <= 17; rank++) {
        char text[64];
        snprintf(text, sizeof text, "%u 4 2 . / . . . . / . . . . / . . . .", 1u << rank);
        float next = board_value(&it, &rules, text);
        assert_true(next < last && next > 2 * last - 1e5F);
        last = next;
    }
    eleven_evaluation_free(evaluation);
}

static void only_some_games_can_be_searched(void **state)
{
    (void)state;
    eleven_rules classic = rules_named("classic"), engine = rules_named("engine");
    eleven_rules provider = rules_named("provider"), fibonacci = rules_named("fibonacci");
    assert_true(eleven_search_suits(&classic, 4, 4));
    assert_true(eleven_search_suits(&provider, 4, 4));
    assert_true(eleven_search_suits(&fibonacci, 4, 4));
    assert_false(eleven_search_suits(&classic, 4, 5));
    assert_false(eleven_search_suits(&classic, 3, 3));
    assert_false(eleven_search_suits(&engine, 4, 4)); /* two tiles at once */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_finds_what_a_naive_search_finds),
        cmocka_unit_test(it_finds_the_same_with_the_largest_tiles),
        cmocka_unit_test(it_follows_moves_within_the_margin),
        cmocka_unit_test(it_follows_moves_of_the_root_within_the_margin),
        cmocka_unit_test(it_looks_further_ahead_in_danger),
        cmocka_unit_test(one_move_ahead_it_looks_further_on_a_crowded_board),
        cmocka_unit_test(it_looks_further_ahead_among_large_tiles),
        cmocka_unit_test(it_searches_boards_with_high_tiles_as_lower_boards),
        cmocka_unit_test(a_table_of_any_size_changes_nothing),
        cmocka_unit_test(kept_values_change_nothing),
        cmocka_unit_test(a_result_follows_from_board_and_depth),
        cmocka_unit_test(a_result_follows_from_board_and_nodes),
        cmocka_unit_test(a_budget_of_nodes_is_kept),
        cmocka_unit_test(threads_find_what_one_finds),
        cmocka_unit_test(a_budget_of_nodes_is_for_danger),
        cmocka_unit_test(threads_share_a_budget_of_nodes),
        cmocka_unit_test(threads_finish_a_depth_together),
        cmocka_unit_test(a_stop_reaches_all_threads),
        cmocka_unit_test(a_budget_of_time_is_kept),
        cmocka_unit_test(a_lost_position_has_no_result),
        cmocka_unit_test(a_line_can_be_played),
        cmocka_unit_test(mirror_images_have_the_same_value),
        cmocka_unit_test(order_is_better_than_disorder),
        cmocka_unit_test(the_largest_tiles_do_not_wrap_round),
        cmocka_unit_test(only_some_games_can_be_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
