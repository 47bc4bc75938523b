/* Several boards side by side, one in each word of a vector: what the kernels of environments and random games share.
 * Included before them by the files vectors_*.c, which set LANES_BITS, the bits of a vector. */
#include "fast/words.h"

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpsabi" /* everything here is inlined: no vector passes a call */
#endif

enum { SIDE_BY_SIDE = LANES_BITS / 64 };

typedef uint64_t words __attribute__((vector_size(LANES_BITS / 8)));

/* A word for each board. As one expression, it stays in registers: a vector that is stored word by word must wait until
 * all of them have arrived before it can be loaded. */
#if LANES_BITS == 512
#define EACH(of) of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)
#elif LANES_BITS == 256
#define EACH(of) of(0), of(1), of(2), of(3)
#else
#define EACH(of) of(0), of(1)
#endif

#define WORDS static inline __attribute__((always_inline))

/* The functions of words.h and hash_mix, for each word. */

WORDS words words_transpose(words a)
{
    words t = (a ^ (a >> 12)) & UINT64_C(0x0000f0f00000f0f0);
    a ^= t ^ (t << 12);
    t = (a ^ (a >> 24)) & UINT64_C(0x00000000ff00ff00);
    return a ^ t ^ (t << 24);
}

WORDS words words_empties(words a)
{
    a |= a >> 1;
    a |= a >> 2;
    return ~a & CELL_ONES;
}

/* The entries of one row of each board. */
WORDS words words_look_up(const eleven_rowtable *table, words row, words end)
{
    words at = (row & 0xffff) * 2 + end;
#define ENTRY(i) (&table->row[0][0])[at[i]]
    return (words){EACH(ENTRY)};
}
