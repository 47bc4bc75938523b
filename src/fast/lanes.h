/* A vector of lanes, one bit per game: the boolean algebra in which batch_kernel.h is written. LANES_BITS (128, 256
 * or 512) is set by the file that includes this. Everything is plain C over the compiler's vector types; where the
 * processor has an instruction for any boolean function of three inputs (the ternary logic of AVX-512), the
 * functions of three inputs below use it, since no compiler finds all of them. The results are the same. */
#include <stdint.h>

#define LANES_WORDS (LANES_BITS / 64)

typedef uint64_t lanes __attribute__((vector_size(LANES_BITS / 8), may_alias));

/* For functions of one big straight-line kernel. */
#define LANES_INLINE static inline __attribute__((always_inline))

#ifdef __clang__
#define LANES_UNROLL _Pragma("unroll")
#else
#define LANES_UNROLL _Pragma("GCC unroll 16")
#endif

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
