/* Single lanes of a batch: in and out, legal directions, chosen moves, ends and beginnings; at every
 * vector width that this processor has. */
#include "expect.h"
#include "../oracle/oracle.h"
#include "eleven/batch.h"

#include <stdlib.h>

static const unsigned widths[] = {128, 256, 512};
static char memory[ELEVEN_BATCH_BYTES + 64];

/* A board of ranks below `ranks`, with at least one tile. */
static eleven_board random_board(uint64_t *random, unsigned ranks)
{
    eleven_board board;
    eleven_board_empty(4, 4, &board);
    unsigned density = 1 + oracle_below(random, 8), least = oracle_below(random, ranks - 3);
    for (unsigned i = 0; i < 16; i++)
        board.cells[i] = (eleven_rank)(oracle_below(random, density) ? least + oracle_below(random, 4) : 0);
    board.cells[oracle_below(random, 16)] = 1;
    return board;
}

static bool lane_of(const eleven_lanes *lanes, unsigned lane)
{
    return lanes->word[lane / 64] >> lane % 64 & 1;
}

static void lanes_come_back_as_they_were_put_in(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (unsigned w = 0; w < 3; w++) {
        eleven_batch *batch = eleven_batch_init(memory + w, widths[w], 1);
        eleven_bitboard boards[ELEVEN_BATCH_LANES];
        if (!batch)
            continue;
        assert_int_equal(eleven_batch_bits(batch), widths[w]);
        eleven_batch_play(batch, 40, NULL, NULL);
        for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++) {
            eleven_board board = random_board(&random, 18);
            boards[i] = eleven_bitboard_pack(&board);
            eleven_batch_set(batch, i, boards[i], 1000000 * i, 3 * i);
        }
        for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++) {
            eleven_batch_lane lane = eleven_batch_get(batch, i);
            assert_int_equal(eleven_bitboard_compare(lane.board, boards[i]), 0);
            assert_true(lane.score == 1000000 * i && lane.moves == 3 * i);
            assert_false(lane.is_vacant || lane.owes_tile || lane.moved || lane.spawned);
        }
    }
}

/* Goes where the test says, in all lanes. */
static void go(void *context, const eleven_batch *batch, const eleven_lanes *legal, eleven_lanes *chosen)
{
    (void)batch, (void)legal;
    memset(&chosen[*(eleven_direction *)context], 0xff, sizeof *chosen);
}

/* The lane after a round in direction d, from a board without a frame of its own. */
static void expect_move(const eleven_rules *rules, const eleven_board *before, eleven_direction chosen,
                        const eleven_batch_lane *lane)
{
    unsigned legal = eleven_board_legal(rules, before);
    unsigned taken = chosen;
    while (legal && !(legal >> taken & 1))
        taken = (unsigned)__builtin_ctz(legal);
    eleven_board slid = *before;
    eleven_slide slide = {0};
    if (legal)
        slide = eleven_board_slide(rules, &slid, (eleven_direction)taken, NULL);
    assert_int_equal(lane->moved, legal != 0);
    assert_true(lane->score == 500 + slide.gain && lane->moves == 7u + (legal != 0));
    eleven_board after;
    eleven_bitboard_unpack(lane->board, &after);
    unsigned differ = 0;
    for (unsigned i = 0; i < 16; i++) {
        if (after.cells[i] == slid.cells[i])
            continue;
        differ++;
        assert_true(slid.cells[i] == 0 && (after.cells[i] == 1 || after.cells[i] == 2));
    }
    assert_int_equal(differ, lane->spawned);
    assert_int_equal(lane->owes_tile, lane->moved && !lane->spawned);
    if (legal)
        assert_int_equal(lane->direction, taken);
}

static void moves_are_those_of_the_core(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    uint64_t random = 2;
    for (unsigned n = 0; n < 300; n++) {
        eleven_batch *batch = eleven_batch_init(memory, widths[n % 3], n);
        eleven_board boards[ELEVEN_BATCH_LANES];
        eleven_lanes legal[ELEVEN_DIRECTIONS];
        eleven_direction chosen = (eleven_direction)(n / 3 % 4);
        if (!batch)
            continue;
        for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++) {
            boards[i] = random_board(&random, n % 2 ? 17 : 12);
            eleven_batch_set(batch, i, eleven_bitboard_pack(&boards[i]), 500, 7);
        }
        eleven_batch_legal(batch, legal);
        for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++)
            for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
                assert_int_equal(lane_of(&legal[d], i), eleven_board_legal(&rules, &boards[i]) >> d & 1);
        static eleven_batch_lane lanes[ELEVEN_BATCH_LANES];
        unsigned lost = 0;
        eleven_batch_play_by(batch, 1, go, &chosen, NULL, NULL);
        eleven_batch_get_all(batch, lanes);
        for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++) {
            if (eleven_board_legal(&rules, &boards[i]))
                expect_move(&rules, &boards[i], chosen, &lanes[i]);
            else
                lost++;
        }
        assert_true(lost < ELEVEN_BATCH_LANES / 2);
    }
}

static void pairs_of_65536_make_131072(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    for (unsigned w = 0; w < 3; w++) {
        eleven_batch *batch = eleven_batch_init(memory, widths[w], 1);
        eleven_direction left = ELEVEN_LEFT;
        if (!batch)
            continue;
        eleven_board board = board_of(&rules, "32768 32768 65536 . / . . . . / . . . . / . . . .");
        eleven_batch_set(batch, 300, eleven_bitboard_pack(&board), 0, 0);
        eleven_batch_lane lane = eleven_batch_get(batch, 300);
        while (lane.moves < 2 || lane.owes_tile) {
            eleven_batch_play_by(batch, 1, go, &left, NULL, NULL);
            lane = eleven_batch_get(batch, 300);
        }
        assert_int_equal(eleven_bitboard_get(lane.board, 0), 17);
        assert_true(lane.score >= 65536 + 131072);
    }
}

typedef struct end_list {
    unsigned count;
    eleven_batch_game game[ELEVEN_BATCH_LANES];
} end_list;

static void remember(void *context, const eleven_batch_game *games, unsigned count)
{
    end_list *ends = context;
    ends->count = count;
    memcpy(ends->game, games, count * sizeof *games);
}

/* 0 takes the widest vectors that this processor has. */
static void widths_are_those_of_the_processor(void **state)
{
    (void)state;
    static const unsigned impossible[] = {1, 64, 127, 384, 1024};
    unsigned widest = 0;
    for (unsigned w = 0; w < 3; w++)
        if (eleven_batch_init(memory, widths[w], 1))
            widest = widths[w];
    assert_true(widest >= 128);
    assert_int_equal(eleven_batch_bits(eleven_batch_init(memory, 0, 1)), widest);
    for (unsigned i = 0; i < sizeof impossible / sizeof *impossible; i++)
        assert_null(eleven_batch_init(memory, impossible[i], 1));
}

/* A lost position is reported as it was, with its score and moves, and its lane begins a new game at 0. */
static void ends_are_reported_and_lanes_begin_again(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "2 4 2 4 / 4 2 4 2 / 2 4 2 65536 / 4 2 4 131072");
    for (unsigned w = 0; w < 3; w++) {
        eleven_batch *batch = eleven_batch_init(memory, widths[w], 9);
        end_list ends = {0};
        if (!batch)
            continue;
        for (unsigned i = 3; i < ELEVEN_BATCH_LANES; i += 100)
            eleven_batch_set(batch, i, eleven_bitboard_pack(&board), 123456 + i, 99);
        eleven_batch_play(batch, 16, remember, &ends);
        eleven_batch_lane young = eleven_batch_get(batch, 403);
        assert_true(young.moves < 16 && young.score < 1000);
        eleven_batch_reset(batch, 103);
        eleven_board other = board_of(&rules, "2 4 . . / . . . . / . . . . / . . . .");
        eleven_batch_set(batch, 203, eleven_bitboard_pack(&other), 8000, 9);
        eleven_batch_set(batch, 203, eleven_bitboard_pack(&other), 77, 5);
        assert_true(eleven_batch_get(batch, 203).score == 77);
        assert_int_equal(ends.count, 0);
        eleven_batch_flush(batch, remember, &ends);
        assert_int_equal(ends.count, 6);
        for (unsigned i = 0; i < 6; i++) {
            assert_int_equal(ends.game[i].lane, 3 + 100 * i);
            assert_int_equal(ends.game[i].largest, 17);
            assert_true(ends.game[i].score == 123456u + 3 + 100 * i && ends.game[i].moves == 99);
            assert_int_equal(eleven_bitboard_compare(ends.game[i].board, eleven_bitboard_pack(&board)), 0);
        }
        assert_true(eleven_batch_get(batch, 203).score == 77);
        ends.count = 0;
        eleven_batch_flush(batch, remember, &ends);
        assert_int_equal(ends.count, 0);
        eleven_batch_set(batch, 303, eleven_bitboard_pack(&board), 8, 9);
        eleven_batch_play(batch, 16, NULL, NULL);
        eleven_batch_flush(batch, NULL, NULL); /* the end is forgotten */
        eleven_batch_flush(batch, remember, &ends);
        assert_int_equal(ends.count, 0);
        eleven_batch_play(batch, 24, NULL, NULL);
        eleven_batch_lane continued = eleven_batch_get(batch, 203), began = eleven_batch_get(batch, 103);
        assert_true(continued.moves > 5 + 20 && continued.score >= 77);
        assert_true(began.moves > 5 && began.moves <= 24);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_come_back_as_they_were_put_in),
        cmocka_unit_test(moves_are_those_of_the_core),
        cmocka_unit_test(pairs_of_65536_make_131072),
        cmocka_unit_test(widths_are_those_of_the_processor),
        cmocka_unit_test(ends_are_reported_and_lanes_begin_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
