/* The row tables say what core's line function says, about every row and both ends, under every rule set. */
#include "expect.h"
#include "eleven/bitboard.h"
#include "fast/words.h"

#include <stdlib.h>

static bool entry_agrees(const eleven_rules *rules, const eleven_rowtable *table, unsigned row, bool to_far)
{
    eleven_board line = {.w = 4, .h = 1};
    for (unsigned x = 0; x < 4; x++)
        line.cells[x] = row >> 4 * x & 15;
    uint64_t gain = eleven_board_slide(rules, &line, to_far ? ELEVEN_RIGHT : ELEVEN_LEFT, NULL).gain;
    uint64_t entry = table->row[row][to_far];
    bool agrees = entry >> 32 == gain && !(entry >> 20 & 0xfff);
    for (unsigned x = 0; x < 4; x++)
        agrees = agrees && line.cells[x] == ((entry >> 4 * x & 15) | (entry >> (16 + x) & 1) << 4);
    return agrees;
}

static void every_entry_is_a_slide_of_the_line(void **state)
{
    (void)state;
    eleven_rowtable *table = malloc(ELEVEN_ROWTABLE_BYTES);
    assert_non_null(table);
    for (unsigned i = 0; eleven_rules_name(i); i++) {
        eleven_rules rules = rules_named(eleven_rules_name(i));
        memset(table, 0xa5, ELEVEN_ROWTABLE_BYTES); /* the memory of a caller need not be empty */
        eleven_rowtable_init(table, &rules);
        for (unsigned row = 0; row < 65536; row++)
            if (!entry_agrees(&rules, table, row, false) || !entry_agrees(&rules, table, row, true))
                fail_msg("%s: the table slides row %04x otherwise", rules.name, row);
    }
    free(table);
}

/* Face values too large for the table's gains: the rows that make them are left to the line function. */
static void gains_of_any_size_are_exact(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.value[15] = 4000000000u;
    rules.value[3] = 3000000000u;
    assert_int_equal(eleven_rules_check(&rules, NULL), ELEVEN_OK);
    eleven_rowtable *table = malloc(ELEVEN_ROWTABLE_BYTES);
    assert_non_null(table);
    eleven_rowtable_init(table, &rules);
    eleven_board board = board_of(&rules, "4 4 4 4 / 4 4 4 4 / 2 2 2 2 / 16384 16384 16384 16384");
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        eleven_board slid = board;
        uint64_t gain = 0, expected = eleven_board_slide(&rules, &slid, (eleven_direction)d, NULL).gain;
        eleven_bitboard fast = eleven_bitboard_slide(table, eleven_bitboard_pack(&board), (eleven_direction)d, &gain);
        assert_int_equal(eleven_bitboard_compare(fast, eleven_bitboard_pack(&slid)), 0);
        assert_true(gain == expected);
    }
    free(table);
}

/* Rules under which no 2 appears: the table's probability of a 4 is then as close to 1 as it can be. */
static void a_table_without_twos_plays_without_twos(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.spawn_weight[1] = 0;
    assert_int_equal(eleven_rules_check(&rules, NULL), ELEVEN_OK);
    eleven_rowtable *table = malloc(ELEVEN_ROWTABLE_BYTES);
    eleven_playout games[50];
    assert_non_null(table);
    eleven_rowtable_init(table, &rules);
    eleven_bitboard_playouts(table, NULL, 5, 50, games);
    for (unsigned i = 0; i < 50; i++) {
        assert_true(games[i].moves > 10);
        for (unsigned cell = 0; cell < 16; cell++)
            assert_true(eleven_bitboard_get(games[i].board, cell) >= 2);
    }
    free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_is_a_slide_of_the_line),
        cmocka_unit_test(a_table_without_twos_plays_without_twos),
        cmocka_unit_test(gains_of_any_size_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
