/* Functions on packed boards, four bits per cell, for one word or a vector of words: the operators of C mean the
 * same for both. Included once for each type, without a guard. NIBBLES is the type, NIBBLES_NAME(name) the name of a
 * function. */

#define NIBBLES_INLINE static inline

/* Exchanges x and y: first inside each 2x2 block, then the two off-diagonal blocks.
 *
 *     a b c d      a e c g      a e i m
 *     e f g h  ->  b f d h  ->  b f j n
 *     i j k l      i m k o      c g k o
 *     m n o p      j n l p      d h l p
 */
NIBBLES_INLINE NIBBLES NIBBLES_NAME(transpose)(NIBBLES a)
{
    NIBBLES t = (a ^ (a >> 12)) & UINT64_C(0x0000f0f00000f0f0);
    a ^= t ^ (t << 12);
    t = (a ^ (a >> 24)) & UINT64_C(0x00000000ff00ff00);
    return a ^ t ^ (t << 24);
}

/* Bit 4i is set where the bits of cell i are all 0. */
NIBBLES_INLINE NIBBLES NIBBLES_NAME(empties)(NIBBLES a)
{
    a |= a >> 1;
    a |= a >> 2;
    return ~a & CELL_ONES;
}

/* The lower eight cells as eight bytes. */
NIBBLES_INLINE NIBBLES NIBBLES_NAME(spread)(NIBBLES a)
{
    a &= UINT32_MAX;
    a = (a | a << 16) & UINT64_C(0x0000ffff0000ffff);
    a = (a | a << 8) & UINT64_C(0x00ff00ff00ff00ff);
    return (a | a << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

/* The whole part of word * n / 2^64, n below 2^32; the fraction stays in the word. By halves, as core does it. */
NIBBLES_INLINE NIBBLES NIBBLES_NAME(take)(NIBBLES *word, NIBBLES n)
{
    NIBBLES low = (*word & UINT32_MAX) * n, high = (*word >> 32) * n + (low >> 32);
    *word = high << 32 | (low & UINT32_MAX);
    return high >> 32;
}

#undef NIBBLES
#undef NIBBLES_NAME
