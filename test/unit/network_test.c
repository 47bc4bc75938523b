/* Networks: values against a slow second way of adding them up, every kernel alike, files whole and damaged. */
#include "expect.h"
#include "player/player_room.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const uint8_t shapes[][6] = {{0, 1, 2, 4, 5, 0}, {0, 1, 2, 3, 0, 0}, {5, 9, 10, 6, 0, 0}};

/* A small network whose weights are random where `share` of 256 says so. */
static eleven_network *network_random(unsigned stages, unsigned cap, unsigned share)
{
    tuple_set set = player_tuples_empty();
    assert_true(player_tuples_add(&set, shapes[0], 5));
    assert_true(player_tuples_add(&set, shapes[1], 4));
    assert_true(player_tuples_add(&set, shapes[2], 4));
    set.stages = stages;
    set.cap = (eleven_rank)cap;
    eleven_network *network = player_network_new(&set);
    assert_non_null(network);
    for (uint32_t i = 0; i < set.size * stages; i++) {
        uint64_t word = eleven_random(1, i);
        if ((word & 255) < share) {
            network->weights[i] = (int16_t)((int16_t)(word >> 16) / ((word >> 8 & 7) == 0 ? 1 : 64));
            network->facts.weights += network->weights[i] != 0;
        }
    }
    network->unit = 0.5f;
    return network;
}

static eleven_bitboard board_random(uint64_t seed, unsigned ranks)
{
    eleven_bitboard board = {0, 0};
    for (unsigned i = 0; i < 16; i++)
        board = eleven_bitboard_set(board, i, (eleven_rank)(eleven_random(seed, i) % ranks));
    return board;
}

/* ---- Values --------------------------------------------------------------------------------------------- */

/* One lowering, cell by cell: the highest rank and those right below it, down to a gap, lose one. */
static bool lower_once(eleven_rank ranks[16], unsigned cap)
{
    unsigned top = 0, gap;
    for (unsigned i = 0; i < 16; i++)
        top = ranks[i] > top ? ranks[i] : top;
    if (top <= cap)
        return false;
    for (gap = top; gap > TUPLE_KEEP; gap--) {
        bool exists = false;
        for (unsigned i = 0; i < 16; i++)
            exists = exists || ranks[i] == gap;
        if (!exists)
            break;
    }
    for (unsigned i = 0; i < 16; i++)
        ranks[i] = (eleven_rank)(ranks[i] - (ranks[i] > gap));
    return true;
}

static float value_slow(const eleven_network *network, eleven_bitboard board)
{
    const tuple_set *set = &network->tuples;
    unsigned stage = 0;
    int64_t sum = 0;
    eleven_board all = {.w = 4, .h = 4};
    for (unsigned i = 0; i < 16; i++) {
        eleven_rank rank = eleven_bitboard_get(board, i);
        all.cells[i] = rank > 15 ? 15 : rank;
    }
    while (set->cap < 15 && lower_once(all.cells, set->cap))
        stage++;
    stage = stage < set->stages ? stage : set->stages - 1;
    for (unsigned s = 0; s < ELEVEN_SYMMETRIES; s++) {
        eleven_board image;
        eleven_board_symmetry(&all, s, &image);
        for (unsigned t = 0; t < set->count; t++) {
            eleven_rank ranks[TUPLE_CELLS_MAX] = {0};
            for (unsigned i = 0; i < set->at[t].count; i++)
                ranks[i] = image.cells[set->at[t].cell[i]];
            sum += network->weights[stage * set->size + set->at[t].first + player_tuple_number(&set->at[t], ranks)];
        }
    }
    return (float)sum * network->unit;
}

static void values_are_sums_over_images_and_tuples(void **state)
{
    (void)state;
    for (unsigned cap = 11; cap <= 15; cap += 2) {
        eleven_network *network = network_random(cap < 15 ? 3 : 1, cap, 256);
        for (uint64_t i = 0; i < 3000; i++) {
            eleven_bitboard board = board_random(i, 3 + i % 16);
            assert_true(eleven_network_value(network, board) == value_slow(network, board));
        }
        eleven_network_close(network);
    }
}

static void every_kernel_gives_the_same_values(void **state)
{
    (void)state;
    enum { BOARDS = 1003 };
    eleven_network *network = network_random(2, 12, 256);
    eleven_bitboard boards[BOARDS];
    float plain[BOARDS], best[BOARDS];
    for (uint64_t i = 0; i < BOARDS; i++)
        boards[i] = board_random(i, 18);
    player_values_plain(network, boards, BOARDS, plain);
    eleven_network_values(network, boards, BOARDS, best);
    for (unsigned i = 0; i < BOARDS; i++)
        assert_true(plain[i] == best[i] && plain[i] == eleven_network_value(network, boards[i]));
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
        player_values_256(network, boards, BOARDS, best);
        assert_memory_equal(plain, best, sizeof plain);
    }
#endif
    eleven_network_close(network);
}

static void images_of_a_board_have_one_value(void **state)
{
    (void)state;
    eleven_network *network = network_random(1, 15, 256);
    for (uint64_t i = 0; i < 100; i++) {
        eleven_bitboard board = board_random(i, 16);
        for (unsigned s = 1; s < ELEVEN_SYMMETRIES; s++)
            assert_true(eleven_network_value(network, eleven_bitboard_symmetry(board, s)) ==
                        eleven_network_value(network, board));
    }
    eleven_network_close(network);
}

static void moves_are_judged_with_their_gains(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_rowtable *table = malloc(ELEVEN_ROWTABLE_BYTES);
    assert_non_null(table);
    eleven_rowtable_init(table, &rules);
    eleven_network *network = network_random(1, 15, 256);
    eleven_board board = board_of(&rules, "2 2 . . / . . . . / . . . . / . . . .");
    eleven_afterstates after;
    float values[ELEVEN_DIRECTIONS];
    unsigned legal = eleven_network_moves(network, table, eleven_bitboard_pack(&board), &after, values);
    assert_int_equal(legal, 1 << ELEVEN_LEFT | 1 << ELEVEN_RIGHT | 1 << ELEVEN_DOWN);
    assert_true(isinf(values[ELEVEN_UP]) && values[ELEVEN_UP] < 0);
    assert_true(values[ELEVEN_LEFT] == 4 + eleven_network_value(network, after.board[ELEVEN_LEFT]));
    assert_true(values[ELEVEN_DOWN] == eleven_network_value(network, after.board[ELEVEN_DOWN]));
    eleven_network_close(network);
    free(table);
}

/* Two tuples of six cells, an image of the second one, two that lie in them in some image, one that does not. */
static eleven_network *network_redundant(int most)
{
    static const uint8_t cells[][6] = {{0, 1, 2, 4, 5, 6}, {0, 1, 2, 3, 4, 5}, {3, 7, 10, 11, 14, 15},
                                       {15, 14, 11, 10},   {12, 8, 4, 0},      {0, 5, 10, 15}};
    tuple_set set = player_tuples_empty();
    for (unsigned t = 0; t < 6; t++)
        assert_true(player_tuples_add(&set, cells[t], t < 3 ? 6 : 4));
    set.stages = 2;
    set.cap = 9;
    eleven_network *network = player_network_new(&set);
    assert_non_null(network);
    for (uint32_t i = 0; i < set.size * set.stages; i++)
        network->weights[i] = (int16_t)((int)(eleven_random(2, i) % (2 * (uint64_t)most)) - most);
    return network;
}

static void folded_tuples_change_no_value(void **state)
{
    (void)state;
    eleven_network *network = network_redundant(10000), *folded = network_redundant(10000);
    player_network_fold(folded);
    assert_int_equal(folded->tuples.count, 3);
    for (uint64_t i = 0; i < 2000; i++) {
        eleven_bitboard board = board_random(i, 3 + (unsigned)i % 9);
        assert_true(eleven_network_value(folded, board) == value_slow(network, board));
    }
    eleven_network_close(network);
    eleven_network_close(folded);
}

static void sums_too_large_are_cut(void **state)
{
    (void)state;
    eleven_network *network = network_redundant(1);
    for (uint32_t i = 0; i < network->tuples.size * network->tuples.stages; i++)
        network->weights[i] = 30000;
    player_network_fold(network);
    assert_true(eleven_network_value(network, board_random(1, 9)) == (2 * 32767 + 30000) * 8.0f);
    eleven_network_close(network);
}

/* ---- Files ---------------------------------------------------------------------------------------------- */

enum { FILE_ROOM = 1 << 23 };

static uint8_t *bytes_of(const eleven_network *network, size_t *length)
{
    uint8_t *bytes = malloc(FILE_ROOM);
    assert_non_null(bytes);
    *length = player_network_print(network, bytes, FILE_ROOM);
    assert_true(*length > 0);
    return bytes;
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    static const unsigned shares[] = {0, 1, 20, 256};
    for (unsigned i = 0; i < 4; i++) {
        eleven_network *network = network_random(2, 12, shares[i]), *again = NULL;
        network->facts.moves = 12345678901;
        network->facts.mean = 1.25;
        size_t length;
        uint8_t *bytes = bytes_of(network, &length);
        assert_int_equal(player_network_scan(bytes, length, 0, &again, NULL), ELEVEN_OK);
        assert_memory_equal(network->weights, again->weights, network->bytes);
        assert_true(again->unit == 0.5f && eleven_network_about(again)->moves == 12345678901);
        assert_true(again->tuples.cap == 12 && eleven_network_about(again)->stages == 2);
        eleven_network_close(network);
        eleven_network_close(again);
        free(bytes);
    }
}

static void expect_refusal(const uint8_t *bytes, size_t length, eleven_error expected)
{
    eleven_network *network = NULL;
    eleven_problem problem = {0};
    assert_int_equal(eleven_network_open_bytes(bytes, length, &network, &problem), expected);
    assert_true(problem.sentence[0] && !network);
}

/* One or two networks, not three. */
static void files_have_two_networks(void **state)
{
    (void)state;
    eleven_network *networks[] = {network_random(1, 12, 20), network_random(1, 15, 1)}, *again;
    uint8_t *bytes = malloc(3 * FILE_ROOM);
    size_t first = player_network_print(networks[0], bytes, FILE_ROOM), length;
    length = first + player_network_print(networks[1], bytes + first, FILE_ROOM);
    for (unsigned part = 0; part < 2; part++) {
        assert_int_equal(player_network_scan(bytes, length, part, &again, NULL), ELEVEN_OK);
        assert_memory_equal(networks[part]->weights, again->weights, again->bytes);
        eleven_network_close(again);
        assert_int_equal(player_network_scan(bytes, first, part, &again, NULL), ELEVEN_OK);
        assert_int_equal(part, again == NULL);
        eleven_network_close(again);
    }
    memcpy(bytes + length, bytes, first);
    expect_refusal(bytes, length + first, ELEVEN_BAD_TEXT);
    expect_refusal(bytes, length + 1, ELEVEN_BAD_TEXT);
    expect_refusal(bytes, length - 1, ELEVEN_BAD_TEXT);
    bytes[first + 8] = 3;
    expect_refusal(bytes, length, ELEVEN_NEWER);
    for (unsigned part = 0; part < 2; part++)
        eleven_network_close(networks[part]);
    free(bytes);
}

static void sparse_networks_make_small_files(void **state)
{
    (void)state;
    eleven_network *network = network_random(1, 15, 1);
    size_t length;
    uint8_t *bytes = bytes_of(network, &length);
    assert_true(length < 4 * (size_t)network->facts.weights);
    assert_int_equal(player_network_print(network, bytes, length - 1), length);
    free(bytes);
    eleven_network_close(network);
}

static void damage_is_reported(void **state)
{
    (void)state;
    eleven_network *network = network_random(1, 15, 1);
    size_t length;
    uint8_t *bytes = bytes_of(network, &length);
    eleven_network_close(network);
    for (size_t cut = 0; cut < length; cut += cut < 200 ? 1 : 997)
        expect_refusal(bytes, cut, ELEVEN_BAD_TEXT);
    for (size_t i = 20; i < length; i += i < 200 ? 1 : 997) {
        bytes[i] ^= 0x10;
        expect_refusal(bytes, length, ELEVEN_BAD_TEXT);
        bytes[i] ^= 0x10;
    }
    bytes[8] = 3;
    expect_refusal(bytes, length, ELEVEN_NEWER);
    bytes[8] = 1;
    expect_refusal(bytes, length, ELEVEN_BAD_TEXT);
    bytes[8] = 2;
    bytes[12] ^= 1;
    expect_refusal(bytes, length, ELEVEN_BAD_RULES);
    bytes[0] ^= 1;
    expect_refusal(bytes, length, ELEVEN_BAD_TEXT);
    free(bytes);
}

static void files_are_saved_and_opened(void **state)
{
    (void)state;
    char path[] = "/tmp/eleven-network-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    eleven_network *network = network_random(1, 15, 20), *again = NULL;
    eleven_problem problem = {0};
    assert_int_equal(eleven_network_save(network, path, &problem), ELEVEN_OK);
    assert_int_equal(eleven_network_open(path, &again, &problem), ELEVEN_OK);
    assert_memory_equal(network->weights, again->weights, network->bytes);
    assert_string_equal(problem.sentence, "");
    eleven_network_close(again);
    remove(path);
    assert_int_equal(eleven_network_open(path, &again, &problem), ELEVEN_NO_STORAGE);
    assert_int_equal(eleven_network_save(network, "/nowhere/at/all", &problem), ELEVEN_NO_STORAGE);
    eleven_network_close(network);
    eleven_network_close(NULL);
}

static void save_again(const eleven_network *network)
{
    char path[] = "/tmp/eleven-network-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    eleven_network *again = NULL;
    eleven_problem problem = {0};
    assert_int_equal(eleven_network_save(network, path, &problem), ELEVEN_OK);
    assert_int_equal(eleven_network_open(path, &again, &problem), ELEVEN_OK);
    remove(path);
    assert_memory_equal(network->weights, again->weights, again->bytes);
    uint32_t weights = 0;
    for (size_t i = 0; i < again->bytes / sizeof *again->weights; i++)
        weights += again->weights[i] != 0;
    assert_int_equal(eleven_network_about(again)->weights, weights);
    assert_int_equal(eleven_network_about(again)->moves, eleven_network_about(network)->moves);
    eleven_network_close(again);
}

/* Opening folds their tuples of four cells into those of six. */
static void the_shipped_networks_are_saved(void **state)
{
    (void)state;
    const eleven_network *early = eleven_network_shipped(), *late = eleven_network_shipped_late();
    assert_true(early && late && early->tuples.count < eleven_network_about(early)->tuples);
    save_again(early);
    save_again(late);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_sums_over_images_and_tuples),
        cmocka_unit_test(every_kernel_gives_the_same_values),
        cmocka_unit_test(images_of_a_board_have_one_value),
        cmocka_unit_test(moves_are_judged_with_their_gains),
        cmocka_unit_test(folded_tuples_change_no_value),
        cmocka_unit_test(sums_too_large_are_cut),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(files_have_two_networks),
        cmocka_unit_test(sparse_networks_make_small_files),
        cmocka_unit_test(damage_is_reported),
        cmocka_unit_test(files_are_saved_and_opened),
        cmocka_unit_test(the_shipped_networks_are_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
