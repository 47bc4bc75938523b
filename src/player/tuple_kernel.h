/* Looking up tuples: the inner loops of network and trainer, compiled once for each kind of machine. A file that
 * includes this first defines KERNEL_NAME(name), which gives the functions names of its own, and KERNEL_TARGET, the
 * attribute that allows the machine's instructions.
 *
 * All eight images of a board are looked up side by side, one in each element of a vector. So a tuple's numbers in all
 * images take as many instructions as its number in one. */
#include "fast/words.h"
#include "player/player_room.h"

/* Everything here is inlined, so that no vector is passed in a call. */
#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpsabi"
#endif
/* Multiplying and adding in one step would make the kernels learn differently. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#define KERNEL static inline __attribute__((always_inline, unused)) KERNEL_TARGET

#define cells_from       KERNEL_NAME(cells_from)
#define board_lowered    KERNEL_NAME(board_lowered)
#define ranks_seen       KERNEL_NAME(ranks_seen)
#define board_parted     KERNEL_NAME(board_parted)
#define parted_transpose KERNEL_NAME(parted_transpose)
#define parted_images    KERNEL_NAME(parted_images)
#define tuple_numbers    KERNEL_NAME(tuple_numbers)
#define block_locate     KERNEL_NAME(block_locate)
#define boards_locate    KERNEL_NAME(boards_locate)

#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

/* As many boards as are located together. */
#define ABREAST 4

/* One element for each image of the board. */
typedef uint64_t image_words __attribute__((vector_size(64)));
typedef uint32_t image_numbers __attribute__((vector_size(32)));

/* The board with the low two bits of its cells in the lower half and the high two bits in the upper half:
 *
 *     ... ddDD ccCC bbBB aaAA    ->    ... dd cc bb aa | ... DD CC BB AA
 */
KERNEL uint64_t board_parted(uint64_t low)
{
    uint64_t t = (low ^ low >> 2) & UINT64_C(0x0c0c0c0c0c0c0c0c);
    low ^= t ^ t << 2;
    t = (low ^ low >> 4) & UINT64_C(0x00f000f000f000f0);
    low ^= t ^ t << 4;
    t = (low ^ low >> 8) & UINT64_C(0x0000ff000000ff00);
    low ^= t ^ t << 8;
    t = (low ^ low >> 16) & UINT64_C(0x00000000ffff0000);
    return low ^ t ^ t << 16;
}

/* low_transpose for both halves of a parted board. */
KERNEL uint64_t parted_transpose(uint64_t a)
{
    uint64_t t = (a ^ a >> 6) & UINT64_C(0x00cc00cc00cc00cc);
    a ^= t ^ t << 6;
    t = (a ^ a >> 12) & UINT64_C(0x0000f0f00000f0f0);
    return a ^ t ^ t << 12;
}

/* The eight images of a parted board: it and its transpose, each as it is, mirrored left to right (mask x), top to
 * bottom (y), and both. */
KERNEL image_words parted_images(uint64_t parted)
{
    const image_words x = {0, ~UINT64_C(0), 0, ~UINT64_C(0), 0, ~UINT64_C(0), 0, ~UINT64_C(0)};
    const image_words y = {0, 0, ~UINT64_C(0), ~UINT64_C(0), 0, 0, ~UINT64_C(0), ~UINT64_C(0)};
    uint64_t turned = parted_transpose(parted);
    image_words a = {parted, parted, parted, parted, turned, turned, turned, turned};
    image_words b = (a & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4 | (a >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    b = (b & UINT64_C(0x3333333333333333)) << 2 | (b >> 2 & UINT64_C(0x3333333333333333));
    a = (a & ~x) | (b & x);
    b = (a & UINT64_C(0x0000ffff0000ffff)) << 16 | (a >> 16 & UINT64_C(0x0000ffff0000ffff));
    b = (b & UINT64_C(0x00ff00ff00ff00ff)) << 8 | (b >> 8 & UINT64_C(0x00ff00ff00ff00ff));
    return (a & ~y) | (b & y);
}

/* The lowest bit of each cell that holds `rank` or a higher one. Adding 16 - rank to a nibble carries exactly then; so
 * the even and the odd nibbles are put into bytes, where a carry has a place. */
KERNEL uint64_t cells_from(uint64_t low, unsigned rank)
{
    const uint64_t nibbles = UINT64_C(0x0f0f0f0f0f0f0f0f), ones = UINT64_C(0x0101010101010101);
    uint64_t even = (low & nibbles) + (16 - rank) * ones, odd = (low >> 4 & nibbles) + (16 - rank) * ones;
    return (even >> 4 & ones) | (odd & ones << 4);
}

/* The ranks of a board that could be lowered, as bits. In each element one rank is looked for. */
KERNEL uint32_t ranks_seen(uint64_t low)
{
    const image_words rank = {7, 8, 9, 10, 11, 12, 13, 14};
    const image_words bit = {1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14};
    image_words other = rank * CELL_ONES ^ low;
    other |= other >> 1;
    other |= other >> 2;
    image_words seen = (image_words)((~other & CELL_ONES) != 0) & bit;
    bool has_15 = low & low >> 1 & low >> 2 & low >> 3 & CELL_ONES;
    uint64_t some = seen[0] | seen[1] | seen[2] | seen[3] | seen[4] | seen[5] | seen[6] | seen[7];
    return (uint32_t)some | (uint32_t)has_15 << 15;
}
_Static_assert(TUPLE_KEEP == 6, "ranks from 7 on could be lowered");

/* The low words of a board, with every rank above 15 read as 15, lowered as tuples.c describes; *stage is how often. */
KERNEL uint64_t board_lowered(const tuple_set *set, eleven_bitboard board, uint32_t *stage)
{
    const uint32_t kept = (2u << TUPLE_KEEP) - 1;
    uint64_t low = board.low;
    uint32_t lowered = 0;
    for (uint64_t rest = board.high; rest; rest &= rest - 1)
        low |= UINT64_C(15) << 4 * __builtin_ctzll(rest);
    uint32_t seen = set->cap < 15 ? ranks_seen(low) : 0;
    while (seen >> (set->cap + 1u)) {
        uint32_t below = (UINT32_C(0x80000000) >> __builtin_clz(seen)) - 1;
        unsigned gap = 31u - (unsigned)__builtin_clz((~seen & below) | kept);
        low -= cells_from(low, gap + 1);
        seen = (seen & ((2u << gap) - 1)) | seen >> (gap + 1) << gap;
        lowered++;
    }
    *stage = lowered < set->stages ? lowered : set->stages - 1;
    return low;
}

/* The numbers of a tuple in the images of `block` boards, from the low and the high bits of all cells. */
KERNEL void tuple_numbers(const tuple_form *tuple, const image_numbers *low, const image_numbers *high, unsigned block,
                          image_numbers *numbers)
{
    image_numbers far[ABREAST];
    UNROLL for (unsigned i = 0; i < block; i++)
    {
        numbers[i] = low[i] >> tuple->run[0].shift & tuple->run[0].mask;
        far[i] = high[i] >> tuple->run[0].shift & tuple->run[0].mask;
    }
    for (unsigned r = 1; r < tuple->runs; r++) {
        const tuple_run run = tuple->run[r];
        UNROLL for (unsigned i = 0; i < block; i++)
        {
            numbers[i] |= (low[i] >> run.shift & run.mask) << run.to;
            far[i] |= (high[i] >> run.shift & run.mask) << run.to;
        }
    }
    UNROLL for (unsigned i = 0; i < block; i++) numbers[i] |= far[i] << 2 * tuple->count;
}

/* Finds the places of the weights of `count` boards, at most `block` of them, eight places for each tuple, and lets
 * the far ones be fetched. `weights` points to the weight at place 0, which is `size` bytes long. The places of the
 * next board are `stride` further. `block` is a constant. */
KERNEL void block_locate(const tuple_set *set, const eleven_bitboard *boards, size_t count, unsigned block,
                         const void *weights, size_t size, uint32_t *at, size_t stride)
{
    image_numbers low[ABREAST], high[ABREAST], numbers[ABREAST];
    uint32_t stage[ABREAST];
    for (unsigned i = 0; i < block; i++) {
        image_words parted = parted_images(board_parted(board_lowered(set, boards[i < count ? i : 0], &stage[i])));
        low[i] = __builtin_convertvector(parted, image_numbers);
        high[i] = __builtin_convertvector(parted >> 32, image_numbers);
    }
    for (unsigned t = 0; t < set->count; t++) {
        tuple_numbers(&set->at[t], low, high, block, numbers);
        UNROLL for (unsigned i = 0; i < block; i++)
        {
            if (i == count)
                break;
            numbers[i] += set->at[t].first + stage[i] * set->size;
            uint32_t *to = at + stride * i + ELEVEN_SYMMETRIES * t;
            __builtin_memcpy(to, &numbers[i], sizeof numbers[i]);
            if (set->at[t].count > NEAR_CELLS) {
                UNROLL for (unsigned s = 0; s < ELEVEN_SYMMETRIES; s++)
                    __builtin_prefetch((const char *)weights + to[s] * size);
            }
        }
    }
}

/* The same for any number of boards. Those that are located together take fewer instructions. */
KERNEL void boards_locate(const tuple_set *set, const eleven_bitboard *boards, size_t count, const void *weights,
                          size_t size, uint32_t *at, size_t stride)
{
    size_t i = 0;
    for (; i + 1 < count; i += ABREAST)
        block_locate(set, boards + i, count - i, ABREAST, weights, size, at + stride * i, stride);
    if (i < count)
        block_locate(set, boards + i, 1, 1, weights, size, at + stride * i, stride);
}
