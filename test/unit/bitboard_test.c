/* The bitboard's own notions: cells, order, symmetries, spawns, playouts. Its slides are proved in
 * property/bitboard_test.c. */
#include "expect.h"
#include "../oracle/oracle.h"
#include "eleven/bitboard.h"

#include <stdlib.h>

static eleven_rowtable *table;

static int build(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    table = malloc(ELEVEN_ROWTABLE_BYTES);
    eleven_rowtable_init(table, &rules);
    return 0;
}

static int release(void **state)
{
    (void)state;
    free(table);
    return 0;
}

static eleven_bitboard packed(const char *text)
{
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, text);
    return eleven_bitboard_pack(&board);
}

/* A board of any ranks, about half of the cells empty. */
static eleven_board random_board(uint64_t *random, unsigned ranks)
{
    eleven_board board;
    eleven_board_empty(4, 4, &board);
    for (unsigned i = 0; i < 16; i++)
        board.cells[i] = (eleven_rank)(oracle_below(random, 2) ? oracle_below(random, ranks) : 0);
    return board;
}

static void cells_come_back_from_their_bits(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (unsigned n = 0; n < 10000; n++) {
        eleven_board board = random_board(&random, ELEVEN_RANKS), back;
        eleven_bitboard bits = eleven_bitboard_pack(&board);
        eleven_bitboard_unpack(bits, &back);
        assert_true(eleven_board_equal(&board, &back));
        assert_int_equal(eleven_bitboard_largest(bits), eleven_board_largest(&board));
        unsigned empties = 0;
        for (unsigned i = 0; i < 16; i++) {
            empties |= (unsigned)(board.cells[i] == 0) << i;
            assert_int_equal(eleven_bitboard_get(bits, i), board.cells[i]);
        }
        unsigned place = oracle_below(&random, 16);
        board.cells[place] = (eleven_rank)oracle_below(&random, ELEVEN_RANKS);
        eleven_bitboard_unpack(eleven_bitboard_set(bits, place, board.cells[place]), &back);
        assert_true(eleven_board_equal(&board, &back));
        assert_int_equal(eleven_bitboard_empties(bits), empties);
    }
}

static void symmetries_are_those_of_the_core(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (unsigned n = 0; n < 10000; n++) {
        eleven_board board = random_board(&random, ELEVEN_RANKS);
        eleven_bitboard bits = eleven_bitboard_pack(&board), canonical = eleven_bitboard_canonical(bits);
        bool found = false;
        for (unsigned i = 0; i < ELEVEN_SYMMETRIES; i++) {
            eleven_board image;
            eleven_board_symmetry(&board, i, &image);
            eleven_bitboard expected = eleven_bitboard_pack(&image);
            assert_int_equal(eleven_bitboard_compare(eleven_bitboard_symmetry(bits, i), expected), 0);
            assert_int_equal(eleven_bitboard_compare(eleven_bitboard_canonical(expected), canonical), 0);
            assert_true(eleven_bitboard_compare(canonical, expected) <= 0);
            found = found || eleven_bitboard_compare(canonical, expected) == 0;
        }
        assert_true(found);
    }
}

static void order_is_total_and_hashes_distinguish_boards(void **state)
{
    (void)state;
    eleven_bitboard a = packed("2 4 8 16 / . . . . / . . . . / . . . ."), b = a, c = a;
    b = eleven_bitboard_set(b, 15, 17);
    c = eleven_bitboard_set(c, 0, 16);
    assert_true(eleven_bitboard_compare(a, b) < 0 && eleven_bitboard_compare(b, a) > 0);
    assert_true(eleven_bitboard_compare(c, b) < 0 && eleven_bitboard_compare(a, c) < 0);
    assert_int_equal(eleven_bitboard_compare(b, b), 0);
    assert_true(eleven_bitboard_hash(a) != eleven_bitboard_hash(b));
    assert_true(eleven_bitboard_hash(a) != eleven_bitboard_hash(c));
    assert_true(eleven_bitboard_hash(b) == eleven_bitboard_hash(eleven_bitboard_set(a, 15, 17)));
    /* Equal on every platform, and in every version: splitmix64 begins with the first of them, too. */
    assert_true(eleven_bitboard_hash((eleven_bitboard){0, 0}) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(eleven_bitboard_hash(b) == UINT64_C(0xb8003e989080987f));
}

static void spawns_fill_each_empty_cell_once(void **state)
{
    (void)state;
    eleven_bitboard spawns[16], full = packed("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 131072 2");
    assert_int_equal(eleven_bitboard_spawns(full, 1, spawns), 0);
    eleven_bitboard board = packed("2 . 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 65536 .");
    assert_int_equal(eleven_bitboard_spawns(board, 2, spawns), 2);
    assert_int_equal(eleven_bitboard_compare(spawns[0], packed("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 65536 .")), 0);
    assert_int_equal(eleven_bitboard_compare(spawns[1], packed("2 . 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 65536 4")), 0);
}

static bool same_result(eleven_playout a, eleven_playout b)
{
    return eleven_bitboard_compare(a.board, b.board) == 0 && a.score == b.score && a.moves == b.moves;
}

/* A game depends on its own seed, not on the games that are played at the same time. */
static void playouts_do_not_mix(void **state)
{
    (void)state;
    enum { GAMES = 50 };
    eleven_playout together[GAMES], alone;
    const eleven_bitboard boards[] = {packed("2 . . . / . . . . / . . . . / . . . 2"),
                                      packed("32768 32768 4 8 / 2 16 4 8 / 8 4 16 2 / 2 4 8 16"),
                                      packed("65536 65536 4 8 / 2 16 4 8 / 8 4 16 2 / 2 4 8 16")};
    for (unsigned b = 0; b < 4; b++) {
        const eleven_bitboard *from = b < 3 ? &boards[b] : NULL;
        eleven_bitboard_playouts(table, from, 77, GAMES, together);
        for (unsigned i = 0; i < GAMES; i++) {
            eleven_afterstates after;
            eleven_bitboard_playouts(table, from, 77 + i, 1, &alone);
            assert_true(same_result(together[i], alone));
            assert_int_equal(eleven_bitboard_afterstates(table, alone.board, &after), 0);
        }
    }
}

/* Points per merge: what the tiles of the last board are worth over those of the first, less 4 for each four
 * that appeared; and the sum of the tiles says how many twos and fours that were. */
static void playouts_count_what_they_did(void **state)
{
    (void)state;
    eleven_bitboard from = packed("32768 32768 . . / . . . . / . . . . / . . . .");
    eleven_playout games[200];
    eleven_bitboard_playouts(table, &from, 5, 200, games);
    unsigned merged = 0;
    for (unsigned i = 0; i < 200; i++) {
        uint64_t points = 0, sum = 0;
        for (unsigned cell = 0; cell < 16; cell++) {
            unsigned rank = eleven_bitboard_get(games[i].board, cell);
            points += rank ? (uint64_t)(rank - 1) << rank : 0;
            sum += rank ? UINT64_C(1) << rank : 0;
        }
        uint64_t fours = (sum - 65536) / 2 - games[i].moves;
        assert_true(games[i].score == points - 2 * (UINT64_C(14) << 15) - 4 * fours);
        merged += eleven_bitboard_largest(games[i].board) == 16;
    }
    assert_true(merged > 100);
}

static uint64_t sum_of(const eleven_bitboard *from, uint64_t seed, unsigned count)
{
    eleven_playout games[200];
    uint64_t sum = 0;
    eleven_bitboard_playouts(table, from, seed, count, games);
    for (unsigned i = 0; i < count; i++)
        sum = (sum + games[i].score) * 31 + games[i].moves;
    return sum;
}

/* Games of a seed are the same in every version and on every machine. */
static void playouts_of_a_seed_are_pinned(void **state)
{
    (void)state;
    eleven_bitboard high = packed("65536 65536 4 8 / 2 16 4 8 / 8 4 16 2 / 2 4 8 16");
    eleven_bitboard rising = packed("32768 32768 4 8 / 2 16 4 8 / 8 4 16 2 / 2 4 8 16");
    for (uint64_t seed = 0; seed < 100; seed++)
        assert_int_equal(__builtin_popcount(eleven_bitboard_empties(eleven_bitboard_start(table, seed))), 14);
    assert_int_equal(sum_of(NULL, 5, 200), UINT64_C(0xd8a4f8e3e9432a76));
    assert_int_equal(sum_of(&rising, 6, 200), UINT64_C(0x1cb974ddf88b598f));
    assert_int_equal(sum_of(&high, 7, 200), UINT64_C(0xf335baecdca69abd));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_come_back_from_their_bits),
        cmocka_unit_test(symmetries_are_those_of_the_core),
        cmocka_unit_test(order_is_total_and_hashes_distinguish_boards),
        cmocka_unit_test(spawns_fill_each_empty_cell_once),
        cmocka_unit_test(playouts_do_not_mix),
        cmocka_unit_test(playouts_count_what_they_did),
        cmocka_unit_test(playouts_of_a_seed_are_pinned),
    };
    return cmocka_run_group_tests(tests, build, release);
}
