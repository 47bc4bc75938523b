/* The bitboard against core: every row of ranks 0..17 there is, in all four directions and every rule set; and
 * random boards of all ranks. */
#include "../unit/expect.h"
#include "../oracle/oracle.h"
#include "eleven/bitboard.h"

#include <stdlib.h>

enum { ROWS = 18 * 18 * 18 * 18 };

static void put_row(eleven_board *board, unsigned y, unsigned row)
{
    for (unsigned x = 0; x < 4; x++, row /= 18)
        board->cells[4 * y + x] = (eleven_rank)(row % 18);
}

/* Both ways of sliding agree with core, and with each other about what is legal. */
static bool agrees(const eleven_rules *rules, const eleven_rowtable *table, const eleven_board *board)
{
    eleven_bitboard bits = eleven_bitboard_pack(board);
    eleven_afterstates after;
    unsigned legal = eleven_bitboard_afterstates(table, bits, &after), expected = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        eleven_board slid = *board;
        eleven_slide slide = eleven_board_slide(rules, &slid, (eleven_direction)d, NULL);
        eleven_bitboard wanted = eleven_bitboard_pack(&slid);
        uint64_t gain = 1000;
        eleven_bitboard fast = eleven_bitboard_slide(table, bits, (eleven_direction)d, &gain);
        if (eleven_bitboard_compare(fast, wanted) || gain != slide.gain + 1000 ||
            eleven_bitboard_compare(after.board[d], wanted) || after.gain[d] != slide.gain)
            return false;
        expected |= (unsigned)(slide.hops > 0) << d;
    }
    return legal == expected;
}

static void check(const eleven_rules *rules, const eleven_rowtable *table, const eleven_board *board)
{
    if (agrees(rules, table, board))
        return;
    char text[ELEVEN_BOARD_TEXT];
    eleven_board_print(rules, board, ELEVEN_LAYOUT_LINE, text, sizeof text);
    fail_msg("%s: the bitboard slides '%s' otherwise", rules->name, text);
}

/* The row under test is row y and, transposed, column y; above and below it are other rows. */
static void every_row_slides_as_in_core(void **state)
{
    (void)state;
    eleven_rowtable *table = malloc(ELEVEN_ROWTABLE_BYTES);
    for (unsigned n = 0; eleven_rules_name(n); n++) {
        eleven_rules rules = rules_named(eleven_rules_name(n));
        eleven_rowtable_init(table, &rules);
        for (unsigned row = 0; row < ROWS; row++) {
            eleven_board board;
            eleven_board_empty(4, 4, &board);
            for (unsigned y = 0; y < 4; y++)
                put_row(&board, y, y == row % 4 ? row : (row + y * 7919) % (y % 2 ? ROWS : 4096));
            check(&rules, table, &board);
            eleven_board_symmetry(&board, 4, &board);
            check(&rules, table, &board);
        }
    }
    free(table);
}

static void boards_of_all_ranks_slide_as_in_core(void **state)
{
    (void)state;
    eleven_rowtable *table = malloc(ELEVEN_ROWTABLE_BYTES);
    uint64_t random = 3;
    for (unsigned n = 0; eleven_rules_name(n); n++) {
        eleven_rules rules = rules_named(eleven_rules_name(n));
        eleven_rowtable_init(table, &rules);
        for (unsigned i = 0; i < 30000; i++) {
            eleven_board board;
            eleven_board_empty(4, 4, &board);
            unsigned least = oracle_below(&random, 29), span = 1 + oracle_below(&random, 4);
            for (unsigned cell = 0; cell < 16; cell++)
                board.cells[cell] = (eleven_rank)(oracle_below(&random, 3) ? least + oracle_below(&random, span) : 0);
            check(&rules, table, &board);
        }
    }
    free(table);
}

/* The mean of core's own random games and that of playouts, within five standard errors. */
static void playouts_are_like_random_games_of_core(void **state)
{
    (void)state;
    enum { GAMES = 2000 };
    eleven_rules rules = rules_named("classic");
    rules.goal = 0;
    double sum[2] = {0}, square = 0;
    uint64_t random = 4;
    for (unsigned i = 0; i < GAMES; i++) {
        eleven_game game;
        eleven_game_start(&rules, 4, 4, i, &game, NULL);
        while (eleven_game_status(&rules, &game) == ELEVEN_STATUS_PLAYING)
            eleven_game_step(&rules, &game, (eleven_direction)oracle_below(&random, 4), eleven_random(i, game.ply + 1),
                             NULL);
        sum[0] += (double)game.score;
        square += (double)game.score * (double)game.score;
    }
    eleven_rowtable *table = malloc(ELEVEN_ROWTABLE_BYTES);
    static eleven_playout games[GAMES];
    eleven_rowtable_init(table, &rules);
    eleven_bitboard_playouts(table, NULL, 1, GAMES, games);
    for (unsigned i = 0; i < GAMES; i++)
        sum[1] += (double)games[i].score;
    free(table);
    double mean = sum[0] / GAMES, variance = square / GAMES - mean * mean;
    double apart = sum[1] / GAMES - mean;
    assert_true(apart * apart < 25 * 2 * variance / GAMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_slides_as_in_core),
        cmocka_unit_test(boards_of_all_ranks_slide_as_in_core),
        cmocka_unit_test(playouts_are_like_random_games_of_core),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
