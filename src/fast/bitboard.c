/* One 4x4 board in two words. The first contains 16 four-bit ranks. While no rank is above 15 (no tile above 32768) it
 * is everything, and four table look-ups make a move:
 *
 *     low    row 3 | row 2 | row 1 | row 0       16 bits each
 *              |       |       |       |
 *            table   table   table   table       slid rows and gains
 *
 * Up and down transpose the board before and after. Core's line function slides a row that has, or gets, a higher
 * rank; its three neighbours still use the table. */
#include "fast/words.h"

#include <assert.h>

/* Slides the rows of any board: the path for boards with tiles above 32768. */
static __attribute__((noinline)) eleven_bitboard rows_slide(const eleven_rowtable *table, eleven_bitboard board,
                                                            unsigned end, uint64_t *gain)
{
    eleven_bitboard result = {0, 0};
    for (unsigned y = 0; y < 4; y++) {
        unsigned low = board.low >> 16 * y & 0xffff, high = board.high >> 4 * y & 15;
        uint64_t entry = table->row[low][end];
        row_slid slid = {entry & 0xffff, 0, entry >> 32};
        if (high || entry & ROW_IS_RARE)
            slid = fast_row_slide(&table->rules, low, high, end);
        result.low |= (uint64_t)slid.low << 16 * y;
        result.high |= (uint64_t)slid.high << 4 * y;
        *gain += slid.gain;
    }
    return result;
}

static eleven_bitboard slide_any(const eleven_rowtable *table, eleven_bitboard board, eleven_direction direction,
                                 uint64_t *gain)
{
    bool vertical = direction == ELEVEN_UP || direction == ELEVEN_DOWN;
    unsigned end = direction == ELEVEN_RIGHT || direction == ELEVEN_DOWN;
    eleven_bitboard rows = vertical ? board_transpose(board) : board;
    eleven_bitboard slid = rows_slide(table, rows, end, gain);
    return vertical ? board_transpose(slid) : slid;
}

eleven_bitboard eleven_bitboard_slide(const eleven_rowtable *table, eleven_bitboard board, eleven_direction direction,
                                      uint64_t *gain)
{
    assert((unsigned)direction < ELEVEN_DIRECTIONS);
    uint64_t gained = 0;
    bool vertical = direction == ELEVEN_UP || direction == ELEVEN_DOWN;
    unsigned end = direction == ELEVEN_RIGHT || direction == ELEVEN_DOWN;
    row_sum sum = rows_look_up(table, vertical ? low_transpose(board.low) : board.low, end);
    eleven_bitboard slid = {vertical ? low_transpose(sum.low) : sum.low, 0};
    if (board.high || sum.flags & ROW_IS_RARE)
        slid = slide_any(table, board, direction, &gained);
    else
        gained = sum.gain;
    if (gain)
        *gain += gained;
    return slid;
}

/* Both ends of a row lie side by side in the table, so that one 128-bit load fetches them, and the rows of
 * both results are put together in one register: element 0 toward cell 0, element 1 toward cell 3. */
typedef uint64_t pair __attribute__((vector_size(16)));

typedef struct pair_sum {
    pair low, sum, flags;
} pair_sum;

static pair pair_load(const eleven_rowtable *table, uint64_t row)
{
    pair entry;
    __builtin_memcpy(&entry, table->row[row], sizeof entry);
    return entry;
}

static pair_sum pairs_look_up(const eleven_rowtable *table, uint64_t rows)
{
    pair a = pair_load(table, rows & 0xffff), b = pair_load(table, rows >> 16 & 0xffff);
    pair c = pair_load(table, rows >> 32 & 0xffff), d = pair_load(table, rows >> 48);
    pair low = (a & 0xffff) | (b & 0xffff) << 16 | (c & 0xffff) << 32 | d << 48;
    return (pair_sum){low, a + b + c + d, a | b | c | d};
}

/* low_transpose for both. */
static pair pair_transpose(pair a)
{
    pair t = (a ^ (a >> 12)) & UINT64_C(0x0000f0f00000f0f0);
    a ^= t ^ (t << 12);
    t = (a ^ (a >> 24)) & UINT64_C(0x00000000ff00ff00);
    return a ^ t ^ (t << 24);
}

static __attribute__((noinline)) unsigned afterstates_any(const eleven_rowtable *table, eleven_bitboard board,
                                                          eleven_afterstates *after)
{
    unsigned legal = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        after->gain[d] = 0;
        after->board[d] = slide_any(table, board, (eleven_direction)d, &after->gain[d]);
        legal |= (unsigned)(eleven_bitboard_compare(after->board[d], board) != 0) << d;
    }
    return legal;
}

unsigned eleven_bitboard_afterstates(const eleven_rowtable *table, eleven_bitboard board, eleven_afterstates *after)
{
    pair_sum rows = pairs_look_up(table, board.low);
    pair_sum columns = pairs_look_up(table, low_transpose(board.low));
    pair flags = rows.flags | columns.flags;
    if (board.high || (flags[0] | flags[1]) & ROW_IS_RARE)
        return afterstates_any(table, board, after);
    pair upright = pair_transpose(columns.low);
    pair across = rows.low;
    after->board[ELEVEN_UP] = (eleven_bitboard){upright[0], 0};
    after->board[ELEVEN_RIGHT] = (eleven_bitboard){across[1], 0};
    after->board[ELEVEN_DOWN] = (eleven_bitboard){upright[1], 0};
    after->board[ELEVEN_LEFT] = (eleven_bitboard){across[0], 0};
    after->gain[ELEVEN_UP] = columns.sum[0] >> 32;
    after->gain[ELEVEN_RIGHT] = rows.sum[1] >> 32;
    after->gain[ELEVEN_DOWN] = columns.sum[1] >> 32;
    after->gain[ELEVEN_LEFT] = rows.sum[0] >> 32;
    return (unsigned)(upright[0] != board.low) << ELEVEN_UP | (unsigned)(across[1] != board.low) << ELEVEN_RIGHT |
           (unsigned)(upright[1] != board.low) << ELEVEN_DOWN | (unsigned)(across[0] != board.low) << ELEVEN_LEFT;
}

eleven_bitboard eleven_bitboard_pack(const eleven_board *board)
{
    eleven_bitboard packed = {0, 0};
    for (unsigned i = 0; i < 16; i++)
        packed = eleven_bitboard_set(packed, i, board->cells[i]);
    return packed;
}

void eleven_bitboard_unpack(eleven_bitboard board, eleven_board *unpacked)
{
    *unpacked = (eleven_board){.w = 4, .h = 4};
    for (unsigned i = 0; i < 16; i++)
        unpacked->cells[i] = eleven_bitboard_get(board, i);
}

eleven_rank eleven_bitboard_get(eleven_bitboard board, unsigned cell)
{
    return (eleven_rank)((board.low >> 4 * cell & 15) | (board.high >> cell & 1) << 4);
}

eleven_bitboard eleven_bitboard_set(eleven_bitboard board, unsigned cell, eleven_rank rank)
{
    board.low = (board.low & ~(UINT64_C(15) << 4 * cell)) | (uint64_t)(rank & 15) << 4 * cell;
    board.high = (board.high & ~(UINT64_C(1) << cell)) | (uint64_t)(rank >> 4 & 1) << cell;
    return board;
}

int eleven_bitboard_compare(eleven_bitboard a, eleven_bitboard b)
{
    if (a.high != b.high)
        return a.high < b.high ? -1 : 1;
    return (a.low > b.low) - (a.low < b.low);
}

uint64_t eleven_bitboard_hash(eleven_bitboard board)
{
    return hash_mix(board.low + HASH_GOLDEN * (board.high + 1));
}

unsigned eleven_bitboard_empties(eleven_bitboard board)
{
    /* Gathers every fourth bit: 0001 nibbles, then pairs, fours and eights of bits side by side. */
    uint64_t m = low_empties(board.low);
    m = (m | m >> 3) & UINT64_C(0x0303030303030303);
    m = (m | m >> 6) & UINT64_C(0x000f000f000f000f);
    m = (m | m >> 12) & UINT64_C(0x000000ff000000ff);
    m = (m | m >> 24) & 0xffff;
    return (unsigned)(m & ~board.high);
}

/* Bit by bit from the top: of the cells still in the race, those with the bit set, if any, stay in it. */
eleven_rank eleven_bitboard_largest(eleven_bitboard board)
{
    if (board.high) {
        unsigned best = 0;
        for (uint64_t rest = board.high; rest; rest &= rest - 1) {
            unsigned rank = board.low >> 4 * __builtin_ctzll(rest) & 15;
            best = rank > best ? rank : best;
        }
        return (eleven_rank)(best + 16);
    }
    /* Without a branch, which could not be predicted. */
    uint64_t race = CELL_ONES;
    unsigned best = 0;
    for (unsigned bit = 4; bit-- > 0;) {
        uint64_t ahead = race & board.low >> bit, some = ahead != 0;
        race &= ahead | (some - 1);
        best |= (unsigned)some << bit;
    }
    return (eleven_rank)best;
}

eleven_bitboard eleven_bitboard_symmetry(eleven_bitboard board, unsigned symmetry)
{
    if (symmetry & 1)
        board = board_mirror_x(board);
    if (symmetry & 2)
        board = board_mirror_y(board);
    return symmetry & 4 ? board_transpose(board) : board;
}

eleven_bitboard eleven_bitboard_canonical(eleven_bitboard board)
{
    eleven_bitboard least = board;
    for (unsigned i = 1; i < ELEVEN_SYMMETRIES; i++) {
        /* In turns, these two generate all eight. */
        board = i % 2 ? board_mirror_x(board) : board_transpose(board);
        least = eleven_bitboard_compare(board, least) < 0 ? board : least;
    }
    return least;
}

unsigned eleven_bitboard_spawns(eleven_bitboard board, eleven_rank rank, eleven_bitboard spawns[16])
{
    unsigned count = 0;
    for (unsigned empties = eleven_bitboard_empties(board); empties; empties &= empties - 1) {
        unsigned cell = (unsigned)__builtin_ctz(empties);
        spawns[count++] = eleven_bitboard_set(board, cell, rank);
    }
    return count;
}
