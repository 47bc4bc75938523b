/* Chance is fair: over twelve million picks every cell and every rank comes up as often as it should, within
 * five standard deviations. Seeds are fixed, so a run that passes passes always. */
#include "../unit/expect.h"

enum { PICKS = 1500000, DEVIATIONS = 5 };

/* `count` of `total` independent trials with chance `probability` each; no square root needed. */
static void expect_frequency(const char *what, uint64_t count, uint64_t total, double probability)
{
    double n = (double)total, off = (double)count - n * probability;
    double variance = n * probability * (1 - probability);
    if (off * off > DEVIATIONS * DEVIATIONS * variance)
        fail_msg("%s: %llu of %llu, expected %.0f", what, (unsigned long long)count, (unsigned long long)total,
                 n * probability);
}

/* ---- Picks -------------------------------------------------------------------------------------------- */

typedef uint64_t tally[ELEVEN_CELLS_MAX][ELEVEN_RANKS];

static void expect_fair_tally(const eleven_rules *rules, const eleven_board *board, tally counts)
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned room = eleven_board_empties(board, empties);
    double weights = 0;
    uint64_t seen = 0;
    for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++)
        weights += rules->spawn_weight[rank];
    for (unsigned i = 0; i < room; i++) {
        uint64_t at_cell = 0;
        for (unsigned rank = 0; rank < ELEVEN_RANKS; rank++) {
            uint64_t count = counts[empties[i]][rank];
            expect_frequency("tile", count, PICKS, rules->spawn_weight[rank] / weights / room);
            at_cell += count;
        }
        expect_frequency("cell", at_cell, PICKS, 1.0 / room);
        seen += at_cell;
    }
    assert_int_equal(seen, PICKS); /* so that none fell on an occupied cell */
}

static void check_picks(const eleven_rules *rules, const char *text, uint64_t seed)
{
    tally counts = {0};
    eleven_board board = board_of(rules, text);
    for (unsigned ply = 0; ply < PICKS; ply++) {
        eleven_tile tile = eleven_board_pick(rules, &board, eleven_random(seed, ply));
        counts[tile.cell][tile.rank]++;
    }
    expect_fair_tally(rules, &board, counts);
}

static void picks_are_fair(void **state)
{
    (void)state;
    const char *nearly_full = "8 16 8 / . 8 16 / 8 . .";
    eleven_rules classic = rules_named("classic"), provider = rules_named("provider");
    eleven_rules engine = rules_named("engine"), fibonacci = rules_named("fibonacci");
    check_picks(&classic, ". . . . / . . . . / . . . . / . . . .", 0);
    check_picks(&classic, nearly_full, 1);
    check_picks(&classic, ". . . . . . . 8 / . . . . . . . . / . . . . . . . .", 2);
    check_picks(&provider, nearly_full, 3);
    check_picks(&engine, "8 . / . .", 4);
    check_picks(&fibonacci, "8 . 8 . / . 8 . 8", 5);
}

static void odd_weights_are_fair(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.spawn_weight[1] = 1;
    rules.spawn_weight[2] = 70;
    rules.spawn_weight[4] = 29;
    check_picks(&rules, ". 2 . / 2 . 2", 6);
    rules.spawn_weight[2] = UINT32_C(1) << 31;
    rules.spawn_weight[1] = rules.spawn_weight[4] = 0;
    check_picks(&rules, ". 2 . / 2 . 2", 7);
}

/* ---- Steps -------------------------------------------------------------------------------------------- */

/* One or two new tiles, three to two; the first and the second tile are fair, and their cells differ. */
static void numbers_of_new_tiles_are_fair(void **state)
{
    (void)state;
    enum { STEPS = 500000 };
    eleven_rules rules = rules_named("engine");
    eleven_game start = game_at(&rules, ". 8 / . .");
    uint64_t ones = 0, twos = 0, first_at[4] = {0}, second_at[4] = {0}, fours = 0;
    for (unsigned i = 0; i < STEPS; i++) {
        eleven_game game = start;
        eleven_events events;
        assert_true(eleven_game_step(&rules, &game, ELEVEN_LEFT, eleven_random(99, i), &events));
        ones += events.spawn_count == 1;
        twos += events.spawn_count == 2;
        first_at[events.spawns[0].cell]++;
        if (events.spawn_count == 2) {
            second_at[events.spawns[1].cell]++;
            fours += events.spawns[1].rank == 2;
        }
    }
    assert_int_equal(ones + twos, STEPS);
    expect_frequency("one new tile", ones, STEPS, 0.6);
    expect_frequency("second tile is a 4", fours, twos, 0.1);
    for (unsigned cell = 1; cell < 4; cell++) {
        expect_frequency("first tile", first_at[cell], STEPS, 1.0 / 3);
        expect_frequency("second tile", second_at[cell], twos, 1.0 / 3);
    }
}

/* ---- Words -------------------------------------------------------------------------------------------- */

/* Every bit is set half the time, and differs half the time from the same bit one ply and one seed on. */
static void bits_are_balanced(void **state)
{
    (void)state;
    enum { WORDS = 200000, BITS = 64 };
    uint64_t set[BITS] = {0}, other_ply[BITS] = {0}, other_seed[BITS] = {0};
    for (unsigned i = 0; i < WORDS; i++) {
        uint64_t word = eleven_random(7, i);
        uint64_t ply = word ^ eleven_random(7, i + 1), seed = eleven_random(i, 3) ^ eleven_random(i + 1, 3);
        for (unsigned bit = 0; bit < BITS; bit++) {
            set[bit] += word >> bit & 1;
            other_ply[bit] += ply >> bit & 1;
            other_seed[bit] += seed >> bit & 1;
        }
    }
    for (unsigned bit = 0; bit < BITS; bit++) {
        expect_frequency("bit", set[bit], WORDS, 0.5);
        expect_frequency("bit of the next ply", other_ply[bit], WORDS, 0.5);
        expect_frequency("bit of the next seed", other_seed[bit], WORDS, 0.5);
    }
}

/* A flip of any bit of seed or ply flips half of the word's bits on average. */
static void every_input_bit_matters(void **state)
{
    (void)state;
    enum { WORDS = 2000, BITS = 64 };
    for (unsigned bit = 0; bit < BITS; bit++) {
        uint64_t by_seed = 0, by_ply = 0;
        for (unsigned i = 0; i < WORDS; i++) {
            uint64_t seed = i, ply = UINT64_C(1000) + i, word = eleven_random(seed, ply);
            uint64_t flip = UINT64_C(1) << bit;
            by_seed += (unsigned)__builtin_popcountll(word ^ eleven_random(seed ^ flip, ply));
            by_ply += (unsigned)__builtin_popcountll(word ^ eleven_random(seed, ply ^ flip));
        }
        expect_frequency("flips by a bit of the seed", by_seed, WORDS * BITS, 0.5);
        expect_frequency("flips by a bit of the ply", by_ply, WORDS * BITS, 0.5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picks_are_fair),
        cmocka_unit_test(odd_weights_are_fair),
        cmocka_unit_test(numbers_of_new_tiles_are_fair),
        cmocka_unit_test(bits_are_balanced),
        cmocka_unit_test(every_input_bit_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
