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

#define tuple_numbers KERNEL_NAME(tuple_numbers)
#define board_images  KERNEL_NAME(board_images)
#define cells_from    KERNEL_NAME(cells_from)
#define board_lowered KERNEL_NAME(board_lowered)
#define board_locate  KERNEL_NAME(board_locate)

/* One element for each image of the board. */
typedef uint64_t image_words __attribute__((vector_size(64)));
typedef uint32_t image_numbers __attribute__((vector_size(32)));

/* The numbers of a tuple in all eight images. */
KERNEL image_words tuple_numbers(const tuple_form *tuple, const image_words *image)
{
    image_words number = *image >> tuple->run[0].shift & tuple->run[0].mask;
    for (unsigned i = 1; i < tuple->runs; i++)
        number |= (*image >> tuple->run[i].shift & tuple->run[i].mask) << tuple->run[i].to;
    return number;
}

/* The eight images: the board and its transpose, each as it is, mirrored left to right (mask x), top to bottom (y), and
 * both. */
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

/* The lowest bit of each cell that holds `rank` or a higher one. Adding 16 - rank to a nibble carries exactly then; so
 * the even and the odd nibbles are put into bytes, where a carry has a place. */
KERNEL uint64_t cells_from(uint64_t low, unsigned rank)
{
    const uint64_t nibbles = UINT64_C(0x0f0f0f0f0f0f0f0f), ones = UINT64_C(0x0101010101010101);
    uint64_t even = (low & nibbles) + (16 - rank) * ones, odd = (low >> 4 & nibbles) + (16 - rank) * ones;
    return (even >> 4 & ones) | (odd & ones << 4);
}

/* The low words of a board, with every rank above 15 read as 15, lowered as tuples.c describes; *stage is how often. */
KERNEL uint64_t board_lowered(const tuple_set *set, eleven_bitboard board, uint32_t *stage)
{
    uint64_t low = board.low;
    uint32_t lowered = 0;
    for (uint64_t rest = board.high; rest; rest &= rest - 1)
        low |= UINT64_C(15) << 4 * __builtin_ctzll(rest);
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

/* Finds the places of a board's weights, eight for each tuple, and lets the far ones be fetched. `weights` points to
 * the weight at place 0, which is `size` bytes long. */
KERNEL void board_locate(const tuple_set *set, eleven_bitboard board, const void *weights, size_t size,
                         uint32_t at[LOOKUPS_MAX])
{
    uint32_t stage;
    image_words image = board_images(board_lowered(set, board, &stage));
    uint32_t offset = stage * set->size;
    for (unsigned t = 0; t < set->count; t++) {
        image_words numbers = tuple_numbers(&set->at[t], &image) + (set->at[t].first + offset);
        image_numbers narrow = __builtin_convertvector(numbers, image_numbers);
        __builtin_memcpy(at + ELEVEN_SYMMETRIES * t, &narrow, sizeof narrow);
        for (unsigned s = 0; set->at[t].count > NEAR_CELLS && s < ELEVEN_SYMMETRIES; s++)
            __builtin_prefetch((const char *)weights + narrow[s] * size);
    }
}
