/* Integers as a short stream of bytes: the fast half, decoding. integer_code.c encodes, and describes the stream.
 *
 * An integer is a symbol and a rest. The symbol states the sign, how many bits the integer has, and the second of them;
 * the rest is all further bits, which are about as often 0 as 1:
 *
 *     symbol     0    1   2    3   4    5   6    7     8       9    10      11     12         59          60
 *     integer    0    1  -1    2  -2    3  -3    4..5 -5..-4   6..7 -7..-6  8..11 -11..-8 ... 24576..32767  ...
 *
 * So answers to yes-or-no questions are integers too: 1 and 0.
 *
 * Each integer has a context, which states what is known about it before. In a context each symbol has a share of 4096
 * slots, larger if it occurs more often there. The state of the stream is one number: its remainder by 4096 is a slot,
 * which belongs to the next symbol. (J. Duda, Asymmetric numeral systems, 2013; the variant with shares that are
 * ranges of slots.) */
#ifndef PLAYER_INTEGER_CODE_H
#define PLAYER_INTEGER_CODE_H

#include "base/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CODE_SYMBOLS = 64, CODE_SLOT_BITS = 12, CODE_SLOTS = 1 << CODE_SLOT_BITS, CODE_WORD = 4 };

/* The state is at least this; below it four more bytes are taken in. */
#define CODE_STATE_LEAST (UINT64_C(1) << 32)

/* The slots of a context: how many each symbol has, from which one on, and the symbol of each. */
typedef struct code_context {
    uint16_t share[CODE_SYMBOLS], first[CODE_SYMBOLS];
    uint8_t symbol[CODE_SLOTS];
} code_context;

/* An integer that will be encoded. */
typedef struct code_entry {
    uint16_t context;
    int16_t integer;
} code_entry;

/* Either end of a stream; begins as {0}. */
typedef struct code_stream {
    code_context *contexts;
    unsigned count;

    /* Decoding: the state, and the place of the next byte, which may be after the end. `in` is NULL when encoding. */
    uint64_t state;
    const uint8_t *in;
    size_t at, size;

    /* Encoding: the integers so far. */
    code_entry *entries;
    size_t length, capacity;
    bool failed;
} code_stream;

/* Begins to decode a stream of integers in `count` contexts. Fails where it is damaged, or out of memory. */
eleven_error code_read(code_stream *stream, unsigned count, const uint8_t *bytes, size_t length);

/* Whether exactly the whole stream was decoded. */
bool code_is_at_end(const code_stream *stream);

/* Encoding: adds an integer. */
void code_add(code_stream *stream, unsigned context, int integer);

/* Encoding: writes all integers. Returns the length; size + 1 where it is more than `size`; 0 when out of memory. */
size_t code_write(code_stream *stream, unsigned count, uint8_t *bytes, size_t size);

void code_free(code_stream *stream);

/* 0, 1, 2, 3, and from then on two numbers for each number of bits: 4 for 4 and 5, 5 for 6 and 7, 6 for 8 to 11, ... */
static inline unsigned code_half(unsigned size)
{
    if (size < 2)
        return size;
    unsigned bits = 32u - (unsigned)__builtin_clz(size);
    return 2 * bits - 2 + (size >> (bits - 2) & 1);
}

/* How many bits the rest of a symbol has, and the integer without sign whose rest is 0. No branches here either. */
static inline unsigned code_rest_bits(unsigned symbol)
{
    return (symbol + 1) / 4 - (symbol > 2);
}

static inline unsigned code_least(unsigned symbol)
{
    unsigned half = (symbol + 1) / 2;
    return ((2 | (half & 1)) << code_rest_bits(symbol)) - (half < 2) * 2u;
}

/* Takes four more bytes in where the state is too small for another integer. No branch depends on that, because it
 * could not be predicted. After the end of the stream the last bytes are taken again. */
static inline void code_refill(code_stream *stream)
{
    const uint8_t *in = stream->in + (stream->at < stream->size ? stream->at : stream->size - CODE_WORD);
    uint64_t word = in[0] | (uint32_t)in[1] << 8 | (uint32_t)in[2] << 16 | (uint32_t)in[3] << 24;
    bool is_small = stream->state < CODE_STATE_LEAST;
    stream->state = is_small ? stream->state << 32 | word : stream->state;
    stream->at += is_small ? CODE_WORD : 0;
}

static inline int code_decode(code_stream *stream, unsigned context)
{
    const code_context *known = &stream->contexts[context];
    unsigned slot = stream->state % CODE_SLOTS, symbol = known->symbol[slot], bits = code_rest_bits(symbol);
    uint64_t state = known->share[symbol] * (stream->state >> CODE_SLOT_BITS) + slot - known->first[symbol];
    int size = (int)(code_least(symbol) + (state & ((1u << bits) - 1)));
    stream->state = state >> bits;
    code_refill(stream);
    return symbol % 2 ? size : -size;
}

/* Decodes and returns an integer, or adds `integer` to those that will be encoded. */
static inline int code_next(code_stream *stream, unsigned context, int integer)
{
    if (stream->in)
        return code_decode(stream, context);
    code_add(stream, context, integer);
    return integer;
}

#endif
