/* Looking tuples up: the inner loops of the network and of the trainer. Included by each kernel, after
 * it has said which instructions there are. All eight images of a board are looked up side by side. */
#ifndef PLAYER_TUPLE_KERNEL_H
#define PLAYER_TUPLE_KERNEL_H

#include "fast/words.h"
#include "player/tuples.h"

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpsabi" /* everything here is inlined: no vector passes a call */
#endif
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* every kernel learns the same */
#endif

#define KERNEL static inline __attribute__((always_inline, unused))

/* One element for each image of the board. */
typedef uint64_t image_words __attribute__((vector_size(64)));
typedef uint32_t image_numbers __attribute__((vector_size(32)));

/* The numbers of a tuple in all eight images. */
KERNEL image_words numbers_of(const tuple_form *tuple, const image_words *image)
{
    image_words number = *image >> tuple->run[0].shift & tuple->run[0].mask;
    for (unsigned i = 1; i < tuple->runs; i++)
        number |= (*image >> tuple->run[i].shift & tuple->run[i].mask) << tuple->run[i].to;
    return number;
}

/* The low words of a board with every rank above 15 read as 15. */
KERNEL uint64_t board_capped(eleven_bitboard board)
{
    uint64_t low = board.low;
    for (uint64_t rest = board.high; rest; rest &= rest - 1)
        low |= UINT64_C(15) << 4 * __builtin_ctzll(rest);
    return low;
}

KERNEL image_words board_images(uint64_t low)
{
    const image_words x = {0, ~UINT64_C(0), 0, ~UINT64_C(0), 0, ~UINT64_C(0), 0, ~UINT64_C(0)};
    const image_words y = {0, 0, ~UINT64_C(0), ~UINT64_C(0), 0, 0, ~UINT64_C(0), ~UINT64_C(0)};
    uint64_t turned = low_transpose(low);
    image_words a = {low, low, low, low, turned, turned, turned, turned};
    image_words b = (a & UINT64_C(0x00ff00ff00ff00ff)) << 8 | (a >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    b = (b & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 | (b >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    a = (a & ~x) | (b & x);
    b = a << 32 | a >> 32;
    b = (b & UINT64_C(0x0000ffff0000ffff)) << 16 | (b >> 16 & UINT64_C(0x0000ffff0000ffff));
    return (a & ~y) | (b & y);
}

/* A bit at the bottom of each cell that holds `rank` or a higher one: in each byte one nibble, with room above it
 * for a carry. */
KERNEL uint64_t cells_from(uint64_t low, unsigned rank)
{
    const uint64_t nibbles = UINT64_C(0x0f0f0f0f0f0f0f0f), ones = UINT64_C(0x0101010101010101);
    uint64_t even = (low & nibbles) + (16 - rank) * ones, odd = (low >> 4 & nibbles) + (16 - rank) * ones;
    return (even >> 4 & ones) | (odd & ones << 4);
}

/* The board as the network looks at it, see tuple_set; *stage becomes how often it was lowered. */
KERNEL uint64_t board_view(const tuple_set *set, eleven_bitboard board, uint32_t *stage)
{
    uint64_t low = board_capped(board);
    uint32_t lowered = 0;
    while (set->cap < 15 && cells_from(low, set->cap + 1u)) {
        unsigned seen = 0;
        for (unsigned i = 0; i < 64; i += 4)
            seen |= 1u << (low >> i & 15);
        unsigned gap = 31u - (unsigned)__builtin_clz(seen);
        while (gap > TUPLE_KEEP && seen >> gap & 1)
            gap--;
        low -= cells_from(low, gap + 1);
        lowered++;
    }
    *stage = lowered < set->stages ? lowered : set->stages - 1;
    return low;
}

#endif
