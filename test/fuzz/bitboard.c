/* The bitboard against the board of game.h and against the oracle, for each shipped rule set: any board, all slides. */
#include "fuzz.h"
#include "../oracle/oracle.h"

static eleven_rowtable tables[ORACLE_RULES];

static eleven_rowtable *table_of(unsigned number)
{
    eleven_rules rules;
    if (!tables[number].rules.name[0]) {
        eleven_rules_find(oracle_all[number].name, &rules);
        eleven_rowtable_build(&rules, &tables[number]);
    }
    return &tables[number];
}

static void expect_slides(const oracle_rules *oracle, const eleven_rowtable *table, const eleven_board *board)
{
    eleven_bitboard packed = eleven_bitboard_pack(board);
    eleven_afterstates after;
    oracle_grid grid = oracle_grid_of(oracle, board);
    expect(eleven_bitboard_afterstates(table, packed, &after) == eleven_board_legal(&table->rules, board));
    expect(oracle_legal(oracle, &grid) == eleven_board_legal(&table->rules, board));
    for (eleven_direction d = ELEVEN_UP; d < ELEVEN_DIRECTIONS; d++) {
        uint64_t gain = 0, oracle_gain = 0;
        eleven_board slid = *board;
        oracle_grid walked = grid;
        eleven_slide slide = eleven_board_slide(&table->rules, &slid, d, NULL);
        eleven_bitboard fast = eleven_bitboard_slide(table, packed, d, &gain);
        eleven_bitboard slow = eleven_bitboard_pack(&slid);
        oracle_slide(oracle, &walked, d, &oracle_gain);
        expect(eleven_bitboard_compare(fast, slow) == 0 && eleven_bitboard_compare(after.board[d], slow) == 0);
        expect(gain == slide.gain && after.gain[d] == slide.gain && oracle_gain == slide.gain);
        expect(oracle_shows(oracle, &walked, &slid));
    }
}

static void expect_images(const eleven_board *board, unsigned symmetry)
{
    eleven_bitboard packed = eleven_bitboard_pack(board), image = eleven_bitboard_symmetry(packed, symmetry);
    eleven_board unpacked = eleven_bitboard_unpack(packed), mirrored = eleven_board_symmetry(board, symmetry);
    expect(eleven_board_equal(&unpacked, board));
    expect(eleven_bitboard_compare(image, eleven_bitboard_pack(&mirrored)) == 0);
    expect(eleven_bitboard_compare(eleven_bitboard_canonical(image), eleven_bitboard_canonical(packed)) == 0);
    expect(eleven_bitboard_largest(packed) == eleven_board_largest(board));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in in = {data, size};
    unsigned number = fuzz_byte(&in), ranks = number & 4 ? 32 : 18;
    const oracle_rules *oracle = &oracle_all[number % ORACLE_RULES];
    const eleven_rowtable *table = table_of(number % ORACLE_RULES);
    eleven_board board = eleven_board_empty(4, 4);
    for (unsigned i = 0; i < 16; i++) {
        eleven_rank rank = (eleven_rank)(fuzz_byte(&in) % ranks);
        board.cells[i] = table->rules.value[rank] ? rank : 0;
    }
    expect_slides(oracle, table, &board);
    expect_images(&board, number >> 3 & 7);
    return 0;
}
