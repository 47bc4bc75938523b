/* A 64-bit random word read as a binary fraction 0.b1b2b3..., from which choices are taken one after another:
 * each choice multiplies the fraction and takes the whole part, and what is left is the fraction for the
 * next. */
#ifndef ELEVEN_FRACTION_H
#define ELEVEN_FRACTION_H

#include <stdint.h>

/* A number below n, 1 <= n <= 2^31. Off from uniform by less than n / 2^64. */
unsigned fraction_below(uint64_t *word, uint32_t n);

/* An index, chosen with probability weights[index] / their sum, 1 <= sum <= 2^31. */
unsigned fraction_weighted(uint64_t *word, const uint32_t *weights, unsigned count);

#endif
