/* A million random boards of all sizes against the oracle: four slides, the legal directions, lost or not. */
#include "../unit/expect.h"
#include "../oracle/oracle.h"

enum { BOARDS = 1000000 };

/* From nearly empty to full, from a few low ranks (many merges) to all of them. */
static eleven_board random_board(uint64_t *chance)
{
    eleven_board board;
    eleven_board_empty(1 + oracle_below(chance, 8), 1 + oracle_below(chance, 8), &board);
    unsigned percent_full = oracle_below(chance, 8) ? 20 + oracle_below(chance, 81) : 100;
    unsigned ranks = oracle_below(chance, 8) ? 1 + oracle_below(chance, 5) : ELEVEN_RANKS - 1;
    for (unsigned i = 0; i < (unsigned)board.w * board.h; i++) {
        uint64_t word = oracle_random(chance) >> 16;
        if (word % 100 < percent_full)
            board.cells[i] = (eleven_rank)(1 + (word >> 16) % ranks);
    }
    return board;
}

/* The whole board, the cells past it included, is as the oracle says. */
static bool slide_agrees(const eleven_rules *rules, const oracle_rules *oracle, const eleven_board *board,
                         eleven_direction direction, unsigned *legal)
{
    eleven_board slid = *board;
    oracle_grid walked = oracle_grid_of(oracle, board);
    uint64_t gain = 0;
    eleven_slide slide = eleven_board_slide(rules, &slid, direction, NULL);
    bool moved = oracle_slide(oracle, &walked, direction, &gain);
    *legal |= (unsigned)moved << direction;
    unsigned cells = (unsigned)board->w * board->h;
    for (unsigned i = cells; i < ELEVEN_CELLS_MAX; i++)
        if (slid.cells[i])
            return false;
    return oracle_shows(oracle, &walked, &slid) && gain == slide.gain && moved == (slide.hops > 0);
}

static bool board_agrees(const eleven_rules *rules, const oracle_rules *oracle, const eleven_board *board)
{
    unsigned legal = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        if (!slide_agrees(rules, oracle, board, (eleven_direction)d, &legal))
            return false;
    return eleven_board_legal(rules, board) == legal;
}

static void check_boards(const oracle_rules *oracle, unsigned count, uint64_t chance)
{
    eleven_rules rules = rules_named(oracle->name);
    for (unsigned i = 0; i < count; i++) {
        eleven_board board = random_board(&chance);
        if (board_agrees(&rules, oracle, &board))
            continue;
        char text[ELEVEN_BOARD_TEXT];
        eleven_board_print(&rules, &board, ELEVEN_LAYOUT_LINE, text, sizeof text);
        fail_msg("%s: the oracle slides otherwise: %s", oracle->name, text);
    }
}

static void a_million_boards_agree(void **state)
{
    (void)state;
    for (unsigned n = 0; n < ORACLE_RULES; n++)
        check_boards(&oracle_all[n], BOARDS / ORACLE_RULES, 11 + n);
}

/* Small full boards, where losing is common. */
static void lost_boards_agree(void **state)
{
    (void)state;
    uint64_t chance = 2048;
    unsigned lost = 0;
    for (unsigned i = 0; i < 40000; i++) {
        const oracle_rules *oracle = &oracle_all[i % ORACLE_RULES];
        eleven_rules rules = rules_named(oracle->name);
        rules.goal = 0;
        eleven_game game = {0};
        eleven_board_empty(1 + oracle_below(&chance, 3), 1 + i % 3, &game.board);
        for (unsigned cell = 0; cell < (unsigned)game.board.w * game.board.h; cell++)
            game.board.cells[cell] = (eleven_rank)(oracle_below(&chance, 16) ? oracle_below(&chance, 8) + 1 : 0);
        oracle_grid grid = oracle_grid_of(oracle, &game.board);
        bool is_lost = oracle_lost(oracle, &grid);
        assert_int_equal(eleven_game_status(&rules, &game), is_lost ? ELEVEN_STATUS_LOST : ELEVEN_STATUS_PLAYING);
        lost += is_lost;
    }
    assert_in_range(lost, 4000, 36000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_boards_agree),
        cmocka_unit_test(lost_boards_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
