/* The bitboard against the board of game.h and against the oracle, for each shipped rule set: any board, all slides. */
#include "fuzz.h"
#include "../oracle/oracle.h"

static eleven_rules rules[ORACLE_RULES];
static eleven_rowtable *tables[ORACLE_RULES];

static void prepare(unsigned number)
{
    if (tables[number])
        return;
    void *memory = malloc(ELEVEN_ROWTABLE_BYTES);
    expect(memory);
    eleven_rules_find(oracle_all[number].name, &rules[number]);
    tables[number] = eleven_rowtable_init(memory, &rules[number]);
}

static void expect_slides(unsigned number, const eleven_board *board)
{
    const oracle_rules *oracle = &oracle_all[number];
    const eleven_rowtable *table = tables[number];
    eleven_bitboard packed = eleven_bitboard_pack(board);
    eleven_afterstates after;
    oracle_grid grid = oracle_grid_of(oracle, board);
    expect(eleven_bitboard_afterstates(table, packed, &after) == eleven_board_legal(&rules[number], board));
    expect(oracle_legal(oracle, &grid) == eleven_board_legal(&rules[number], board));
    for (unsigned n = 0; n < ELEVEN_DIRECTIONS; n++) {
        eleven_direction d = (eleven_direction)n;
        uint64_t gain = 0, oracle_gain = 0;
        eleven_board slid = *board;
        oracle_grid walked = grid;
        eleven_slide slide = eleven_board_slide(&rules[number], &slid, d, NULL);
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
    eleven_board unpacked, mirrored;
    eleven_bitboard_unpack(packed, &unpacked);
    eleven_board_symmetry(board, symmetry, &mirrored);
    expect(eleven_board_equal(&unpacked, board));
    expect(eleven_bitboard_compare(image, eleven_bitboard_pack(&mirrored)) == 0);
    expect(eleven_bitboard_compare(eleven_bitboard_canonical(image), eleven_bitboard_canonical(packed)) == 0);
    expect(eleven_bitboard_largest(packed) == eleven_board_largest(board));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_in in = {data, size};
    unsigned head = fuzz_byte(&in), number = head % ORACLE_RULES, ranks = head & 4 ? 32 : 18;
    eleven_board board;
    prepare(number);
    eleven_board_empty(4, 4, &board);
    for (unsigned i = 0; i < 16; i++) {
        eleven_rank rank = (eleven_rank)(fuzz_byte(&in) % ranks);
        board.cells[i] = rules[number].value[rank] ? rank : 0;
    }
    expect_slides(number, &board);
    expect_images(&board, head >> 3 & 7);
    return 0;
}
