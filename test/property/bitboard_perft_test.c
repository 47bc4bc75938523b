/* Perft: small depths counted by the oracle, deeper ones pinned. */
#include "../unit/expect.h"
#include "../oracle/oracle.h"
#include "eleven/bitboard.h"
#include "fast/words.h"

static eleven_rowtable table;
static eleven_rules classic;

static int build(void **state)
{
    (void)state;
    classic = rules_named("classic");
    eleven_rowtable_init(&table, &classic);
    return 0;
}

/* The oracle walks the tiles one by one, and puts 2 and 4 on every empty cell itself. */
static uint64_t oracle_perft(const oracle_grid *grid, unsigned depth)
{
    uint64_t games = 0, gain = 0;
    if (depth == 0)
        return 1;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        oracle_grid slid = *grid;
        if (!oracle_slide(&oracle_all[0], &slid, (eleven_direction)d, &gain))
            continue;
        for (unsigned i = 0; i < 16; i++) {
            if (slid.face[i])
                continue;
            for (uint64_t face = 2; face <= 4; face += 2) {
                oracle_grid next = slid;
                next.face[i] = face;
                games += oracle_perft(&next, depth - 1);
            }
        }
    }
    return games;
}

static const struct {
    const char *board;
    uint64_t games[5]; /* of 1, 2, ... moves; the first SMALL are counted by the oracle, 0 ends */
} golden[] = {
    {"2 . . . / . . . . / . . . . / . . . 2", {112, 11536, 1124032, 104575264}},
    {"2 4 8 16 / 32 64 128 256 / 512 1024 2048 4096 / 32768 32768 . .", {16, 176, 1332, 7432, 48610}},
    {"32768 32768 . . / . 65536 65536 . / . . 2 . / . 4 . .", {88, 6300, 465484, 32769704}},
    {"2 2 4 4 / 8 8 16 16 / 2 2 4 4 / 8 8 16 16", {32, 1388, 61484, 2593186, 106093710}},
    {"2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 8 8", {4, 28, 632, 20394, 826478}},
};

enum { SMALL = 2 };

static void perft_is_what_the_oracle_counts(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof golden / sizeof *golden; i++) {
        eleven_board board = board_of(&classic, golden[i].board);
        oracle_grid grid = oracle_grid_of(&oracle_all[0], &board);
        for (unsigned depth = 0; depth <= SMALL; depth++)
            assert_true(eleven_bitboard_perft(&table, eleven_bitboard_pack(&board), depth) ==
                        oracle_perft(&grid, depth));
    }
}

static void perft_is_what_it_was(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof golden / sizeof *golden; i++) {
        eleven_board board = board_of(&classic, golden[i].board);
        for (unsigned depth = 1; depth <= 5; depth++) {
            uint64_t games = golden[i].games[depth - 1];
            if (depth > 1 && !games && golden[i].games[depth - 2])
                break;
            uint64_t found = eleven_bitboard_perft(&table, eleven_bitboard_pack(&board), depth);
            if (found != games)
                fail_msg("'%s' has %llu games of %u moves", golden[i].board, (unsigned long long)found, depth);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_is_what_the_oracle_counts),
        cmocka_unit_test(perft_is_what_it_was),
    };
    return cmocka_run_group_tests(tests, build, NULL);
}
