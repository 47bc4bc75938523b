/* What the files of fast share, and what other rooms need inline: packed rows, transposes, mirrors, look-ups. The words
 * are those of eleven_bitboard: `low` has four bits per cell, `high` one. */
#ifndef FAST_WORDS_H
#define FAST_WORDS_H

#include "base/hash.h"
#include "eleven/bitboard.h"

#ifdef __x86_64__
/* Whether this processor can run vectors_512.c. */
static inline bool fast_has_512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}
#endif

/* Flags of an entry of the row table: core has to slide the row; and, any of these bits, the row is not an everyday
 * one, since it gets a rank above 15 or core has to slide it. */
#define ROW_NEEDS_CORE (UINT64_C(1) << 20)
#define ROW_IS_RARE    (ROW_NEEDS_CORE | 15u << 16)

/* The result of the line function for each row of four ranks below 16, slid to either end. An entry:
 *
 *     bits 63..32   20                19..16              15..0
 *          gain     core slides it    fifth bits          low bits of the four cells
 *
 * The flag marks rows whose gain does not fit; no classic row has it. */
struct eleven_rowtable {
    /* [row][0] toward cell 0 (left, up), [row][1] toward cell 3 (right, down). */
    uint64_t row[65536][2];
    /* For the rows with a rank above 15. */
    eleven_rules rules;
    /* Rank 2 appears with probability second / 2^32, otherwise rank 1. */
    uint32_t second;
};

/* A row after a slide: the low four bits of each rank, the fifth bits, the gain. */
typedef struct row_slid {
    unsigned low, high;
    uint64_t gain;
} row_slid;

/* Slides a row with core's line function, toward cell 0 (end 0) or cell 3 (end 1). Its cells have the low bits `row`
 * and the fifth bits `high`. */
row_slid fast_row_slide(const eleven_rules *rules, unsigned row, unsigned high, unsigned end);

/* One bit per cell. */
#define CELL_ONES UINT64_C(0x1111111111111111)

/* Exchanges x and y: first inside each 2x2 block, then the two off-diagonal blocks.
 *
 *     a b c d      a e c g      a e i m
 *     e f g h  ->  b f d h  ->  b f j n
 *     i j k l      i m k o      c g k o
 *     m n o p      j n l p      d h l p
 */
static inline uint64_t low_transpose(uint64_t a)
{
    uint64_t t = (a ^ (a >> 12)) & UINT64_C(0x0000f0f00000f0f0);
    a ^= t ^ (t << 12);
    t = (a ^ (a >> 24)) & UINT64_C(0x00000000ff00ff00);
    return a ^ t ^ (t << 24);
}

/* Bit 4i is set where the low bits of cell i are all 0. */
static inline uint64_t low_empties(uint64_t a)
{
    a |= a >> 1;
    a |= a >> 2;
    return ~a & CELL_ONES;
}

/* The whole part of word * n / 2^64; the fraction stays in the word. By halves, as core does it. */
static inline uint64_t low_take(uint64_t *word, uint32_t n)
{
    uint64_t low = (*word & UINT32_MAX) * n, high = (*word >> 32) * n + (low >> 32);
    *word = high << 32 | (low & UINT32_MAX);
    return high >> 32;
}

static inline uint64_t low_mirror_x(uint64_t a)
{
    a = (a & UINT64_C(0x00ff00ff00ff00ff)) << 8 | (a >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    return (a & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 | (a >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
}

static inline uint64_t low_mirror_y(uint64_t a)
{
    a = a << 32 | a >> 32;
    return (a & UINT64_C(0x0000ffff0000ffff)) << 16 | (a >> 16 & UINT64_C(0x0000ffff0000ffff));
}

/* The same for the fifth bits, one per cell. */
static inline uint64_t high_transpose(uint64_t a)
{
    uint64_t t = (a ^ (a >> 3)) & 0x0a0a;
    a ^= t ^ (t << 3);
    t = (a ^ (a >> 6)) & 0x00cc;
    return a ^ t ^ (t << 6);
}

static inline uint64_t high_mirror_x(uint64_t a)
{
    a = (a & 0x3333) << 2 | (a >> 2 & 0x3333);
    return (a & 0x5555) << 1 | (a >> 1 & 0x5555);
}

static inline uint64_t high_mirror_y(uint64_t a)
{
    a = (a & 0x00ff) << 8 | a >> 8;
    return (a & 0x0f0f) << 4 | (a >> 4 & 0x0f0f);
}

static inline eleven_bitboard board_transpose(eleven_bitboard board)
{
    return (eleven_bitboard){low_transpose(board.low), board.high ? high_transpose(board.high) : 0};
}

static inline eleven_bitboard board_mirror_x(eleven_bitboard board)
{
    return (eleven_bitboard){low_mirror_x(board.low), board.high ? high_mirror_x(board.high) : 0};
}

static inline eleven_bitboard board_mirror_y(eleven_bitboard board)
{
    return (eleven_bitboard){low_mirror_y(board.low), board.high ? high_mirror_y(board.high) : 0};
}

/* Four rows slid toward `end`; wrong where the board has a tile above 32768 or the flags mark a rare row. */
typedef struct row_sum {
    uint64_t low, gain, flags;
} row_sum;

static inline row_sum rows_look_up(const eleven_rowtable *table, uint64_t rows, unsigned end)
{
    uint64_t a = table->row[rows & 0xffff][end], b = table->row[rows >> 16 & 0xffff][end];
    uint64_t c = table->row[rows >> 32 & 0xffff][end], d = table->row[rows >> 48][end];
    uint64_t low = (a & 0xffff) | (b & 0xffff) << 16 | (c & 0xffff) << 32 | d << 48;
    return (row_sum){low, (a + b + c + d) >> 32, a | b | c | d};
}

#endif
