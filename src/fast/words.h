/* Small pieces of the bitboard that more than one file wants inline: transposes, mirrors, look-ups. */
#ifndef ELEVEN_WORDS_H
#define ELEVEN_WORDS_H

#include "fast/row.h"

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

/* The same for the fifth bits, one a cell. */
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

/* Bit 4i is set where the low bits of cell i are all 0. */
static inline uint64_t low_empties(uint64_t a)
{
    a |= a >> 1;
    a |= a >> 2;
    return ~a & UINT64_C(0x1111111111111111);
}

/* Four rows slid toward `end`; right unless board.high or the flags say that a row is rare. */
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

/* Stafford's "variant 13" of the 64-bit finalizer, a bijection. */
static inline uint64_t word_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#endif
