/* A vector of lanes, one bit per game: the boolean algebra in which batch_kernel.h is written. LANES_BITS (128, 256
 * or 512) is set by the file that includes this. Everything is plain C over the compiler's vector types; where the
 * processor has an instruction for any boolean function of three inputs (the ternary logic of AVX-512), the
 * functions of three inputs below use it, since no compiler finds all of them. The results are the same. */
#include <stdint.h>

/* All widths can be compiled in one file: each has its own copy of these names. */
#define LANES_PASTE(name, bits)       name##_##bits
#define LANES_PASTE_VALUE(name, bits) LANES_PASTE(name, bits)
#define LANES_NAME(name)              LANES_PASTE_VALUE(name, LANES_BITS)
#define lanes                         LANES_NAME(lanes)
#define lanes_choose                  LANES_NAME(lanes_choose)
#define lanes_or_and                  LANES_NAME(lanes_or_and)
#define lanes_or_and_not              LANES_NAME(lanes_or_and_not)
#define lanes_or_xor                  LANES_NAME(lanes_or_xor)
#define lanes_xor_and                 LANES_NAME(lanes_xor_and)
#define lanes_xor_and_not             LANES_NAME(lanes_xor_and_not)
#define lanes_and_3                   LANES_NAME(lanes_and_3)
#define lanes_and_not_2               LANES_NAME(lanes_and_not_2)
#define lanes_and_and_not             LANES_NAME(lanes_and_and_not)
#define lanes_or_3                    LANES_NAME(lanes_or_3)
#define lanes_xor_3                   LANES_NAME(lanes_xor_3)
#define lanes_majority                LANES_NAME(lanes_majority)
#define lanes_borrow                  LANES_NAME(lanes_borrow)
#define lanes_any                     LANES_NAME(lanes_any)
#define cell_is_tile                  LANES_NAME(cell_is_tile)
#define cells_differ                  LANES_NAME(cells_differ)
#define cell_raise                    LANES_NAME(cell_raise)
#define lanes_row                     LANES_NAME(lanes_row)
#define row_pack                      LANES_NAME(row_pack)
#define row_merge                     LANES_NAME(row_merge)
#define cells_swap                    LANES_NAME(cells_swap)
#define plane_turn                    LANES_NAME(plane_turn)
#define empty_count                   LANES_NAME(empty_count)
#define row_slide                     LANES_NAME(row_slide)
#define chance_before                 LANES_NAME(chance_before)
#define chance_fill                   LANES_NAME(chance_fill)
#define chance_draw                   LANES_NAME(chance_draw)
#define four_roll                     LANES_NAME(four_roll)
#define four_roll_twice               LANES_NAME(four_roll_twice)
#define number_is_below               LANES_NAME(number_is_below)
#define count_add                     LANES_NAME(count_add)
#define number_draw                   LANES_NAME(number_draw)
#define tile_place                    LANES_NAME(tile_place)
#define place_of                      LANES_NAME(place_of)
#define tile_put                      LANES_NAME(tile_put)
#define fours_count                   LANES_NAME(fours_count)
#define tile_spawn                    LANES_NAME(tile_spawn)
#define block_of                      LANES_NAME(block_of)
#define block_move                    LANES_NAME(block_move)
#define round_low                     LANES_NAME(round_low)
#define round_high                    LANES_NAME(round_high)
#define batch_rounds                  LANES_NAME(batch_rounds)
#define batch_step                    LANES_NAME(batch_step)
#define block_is_lost                 LANES_NAME(block_is_lost)
#define carry_add                     LANES_NAME(carry_add)
#define high_mark                     LANES_NAME(high_mark)
#define games_bury                    LANES_NAME(games_bury)
#define place_from                    LANES_NAME(place_from)
#define games_start                   LANES_NAME(games_start)
#define batch_tend                    LANES_NAME(batch_tend)
#define bits_transpose                LANES_NAME(bits_transpose)
#define words_out                     LANES_NAME(words_out)
#define plane_turn_back               LANES_NAME(plane_turn_back)
#define largest_find                  LANES_NAME(largest_find)
#define batch_read                    LANES_NAME(batch_read)
#define line_ways                     LANES_NAME(line_ways)
#define pair_look                     LANES_NAME(pair_look)
#define batch_legal                   LANES_NAME(batch_legal)

#define LANES_WORDS (LANES_BITS / 64)

typedef uint64_t lanes __attribute__((vector_size(LANES_BITS / 8), may_alias));

/* For functions of one big straight-line kernel. */
#define LANES_INLINE static inline __attribute__((always_inline))

#ifdef __clang__
#define LANES_UNROLL _Pragma("unroll")
#else
#define LANES_UNROLL _Pragma("GCC unroll 16")
#endif

#undef LANES_OF_3
#if LANES_BITS == 512
/* The constant is the function's table of truth: bit 4a + 2b + c. */
#define LANES_OF_3(a, b, c, table, plain)                                                                              \
    ((lanes)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), table))
#else
#define LANES_OF_3(a, b, c, table, plain) (plain)
#endif

/* where ? a : b */
LANES_INLINE lanes lanes_choose(lanes where, lanes a, lanes b)
{
    return LANES_OF_3(where, a, b, 0xca, b ^ ((a ^ b) & where));
}

/* a | (b & c) */
LANES_INLINE lanes lanes_or_and(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0xf8, a | (b & c));
}

/* a | (b & ~c) */
LANES_INLINE lanes lanes_or_and_not(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0xf4, a | (b & ~c));
}

/* a | (b ^ c) */
LANES_INLINE lanes lanes_or_xor(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0xf6, a | (b ^ c));
}

/* a ^ (b & c) */
LANES_INLINE lanes lanes_xor_and(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0x78, a ^ (b & c));
}

/* a ^ (b & ~c) */
LANES_INLINE lanes lanes_xor_and_not(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0xb4, a ^ (b & ~c));
}

/* a & b & c */
LANES_INLINE lanes lanes_and_3(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0x80, a & b & c);
}

/* a & ~(b | c) */
LANES_INLINE lanes lanes_and_not_2(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0x10, a & ~(b | c));
}

/* a & b & ~c */
LANES_INLINE lanes lanes_and_and_not(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0x40, a & b & ~c);
}

LANES_INLINE lanes lanes_or_3(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0xfe, a | b | c);
}

LANES_INLINE lanes lanes_xor_3(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0x96, a ^ b ^ c);
}

/* Carry of a full adder. */
LANES_INLINE lanes lanes_majority(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0xe8, (a & b) | ((a ^ b) & c));
}

/* Borrow of a full subtractor, a - b - c: one step of the comparison a < b, from the lowest bit up. */
LANES_INLINE lanes lanes_borrow(lanes a, lanes b, lanes c)
{
    return LANES_OF_3(a, b, c, 0x8e, (~a & b) | (~(a ^ b) & c));
}

LANES_INLINE int lanes_any(lanes a)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < LANES_WORDS; i++)
        sum |= a[i];
    return sum != 0;
}
