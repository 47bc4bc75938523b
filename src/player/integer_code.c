/* Integers as a short stream of bytes: encoding, and the tables of decoding. integer_code.h states what an integer
 * costs.
 *
 *     for each context        the symbols that occur, as bits of a number, and the share of each; these numbers have
 *                             seven bits in a byte, the low ones first, and its highest bit where more follow
 *     8 bytes                 the first state
 *     4, 4, 4, ... bytes      what the state takes in, in the order of decoding
 *
 * Encoding does the opposite of decoding, the last integer first, and gives out four bytes where the state would become
 * too large. It begins with the state where decoding has to end. The shares are those of the integers themselves, so
 * they are all known before the first one is encoded.
 *
 *     decoding    state = share * (state / 4096) + state % 4096 - first slot of the symbol
 *     encoding    state = 4096 * (state / share) + state % share + first slot of the symbol */
#include "player/integer_code.h"
#include "base/array.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- Shares --------------------------------------------------------------------------------------------- */
static unsigned integer_symbol(int integer)
{
    unsigned half = code_half((unsigned)abs(integer));
    return integer > 0 ? 2 * half - 1 : 2 * half;
}

/* Divides the slots in the ratio of the counts. What occurs at all has a slot, and the largest share bears the error
 * of rounding. A context that does not occur keeps nothing. */
static void context_divide(code_context *context, const uint64_t counts[CODE_SYMBOLS])
{
    uint64_t total = 0;
    unsigned sum = 0, largest = 0;
    for (unsigned s = 0; s < CODE_SYMBOLS; s++)
        total += counts[s];
    for (unsigned s = 0; s < CODE_SYMBOLS && total; s++) {
        uint64_t share = (counts[s] * CODE_SLOTS + total / 2) / total;
        context->share[s] = (uint16_t)(counts[s] && !share ? 1 : share);
        sum += context->share[s];
        largest = counts[s] > counts[largest] ? s : largest;
    }
    if (total)
        context->share[largest] = (uint16_t)(context->share[largest] + CODE_SLOTS - sum);
}

/* Puts the symbols into slots, one after another. False where they do not fill all of them; a context without symbols
 * has only zeros. */
static bool context_fill(code_context *context)
{
    unsigned slot = 0;
    for (unsigned s = 0; s < CODE_SYMBOLS; s++) {
        if (context->share[s] > CODE_SLOTS - slot)
            return false;
        context->first[s] = (uint16_t)slot;
        memset(context->symbol + slot, (int)s, context->share[s]);
        slot += context->share[s];
    }
    if (slot == 0)
        context->share[0] = CODE_SLOTS;
    return slot == 0 || slot == CODE_SLOTS;
}

/* ---- Decoding ------------------------------------------------------------------------------------------- */
/* The next `count` bytes as a number; zeros after the end. */
static uint64_t bytes_take(code_stream *stream, unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < count && stream->at < stream->size; i++)
        number |= (uint64_t)stream->in[stream->at++] << 8 * i;
    return number;
}

static uint64_t number_take(code_stream *stream)
{
    uint64_t number = 0, byte = 0x80;
    for (unsigned shift = 0; byte & 0x80 && shift < 64; shift += 7) {
        byte = bytes_take(stream, 1);
        number |= (byte & 0x7f) << shift;
    }
    return number;
}

static bool context_read(code_stream *stream, code_context *context)
{
    bool fits = true;
    for (uint64_t occurs = number_take(stream); occurs; occurs &= occurs - 1) {
        uint64_t share = number_take(stream);
        fits = fits && share <= CODE_SLOTS;
        context->share[__builtin_ctzll(occurs)] = (uint16_t)share;
    }
    return fits && context_fill(context);
}

eleven_error code_read(code_stream *stream, unsigned count, const uint8_t *bytes, size_t length)
{
    *stream = (code_stream){.count = count, .in = bytes, .size = length};
    stream->contexts = memory_zeroed(count, sizeof *stream->contexts);
    if (!stream->contexts)
        return ELEVEN_NO_MEMORY;
    for (unsigned i = 0; i < count; i++)
        if (!context_read(stream, &stream->contexts[i]))
            return ELEVEN_BAD_TEXT;
    size_t left = stream->size - stream->at;
    bool is_whole = left >= 8 && left % CODE_WORD == 0;
    stream->state = bytes_take(stream, 8);
    return is_whole ? ELEVEN_OK : ELEVEN_BAD_TEXT;
}

bool code_is_at_end(const code_stream *stream)
{
    return stream->at == stream->size && stream->state == CODE_STATE_LEAST;
}

/* ---- Encoding ------------------------------------------------------------------------------------------- */
void code_add(code_stream *stream, unsigned context, int integer)
{
    if (stream->length == stream->capacity) {
        size_t more = stream->capacity ? 2 * stream->capacity : 1024;
        code_entry *entries = array_reserve(stream->entries, &stream->capacity, more, sizeof *entries);
        stream->failed = stream->failed || !entries;
        if (!entries)
            return;
        stream->entries = entries;
    }
    stream->entries[stream->length++] = (code_entry){(uint16_t)context, (int16_t)integer};
}

/* The contexts of all integers; false when out of memory. */
static bool contexts_make(code_stream *stream)
{
    uint64_t(*counts)[CODE_SYMBOLS] = memory_zeroed(stream->count, sizeof *counts);
    stream->contexts = memory_zeroed(stream->count, sizeof *stream->contexts);
    if (counts && stream->contexts) {
        for (size_t i = 0; i < stream->length; i++)
            counts[stream->entries[i].context][integer_symbol(stream->entries[i].integer)]++;
        for (unsigned i = 0; i < stream->count; i++)
            context_divide(&stream->contexts[i], counts[i]);
    }
    memory_free(counts);
    return counts && stream->contexts;
}

/* A place in the bytes where `size` of them are free; more are counted only. */
typedef struct code_writer {
    uint8_t *bytes;
    size_t at, size;
} code_writer;

static void byte_write(code_writer *writer, uint64_t byte)
{
    if (writer->at < writer->size)
        writer->bytes[writer->at] = (uint8_t)byte;
    writer->at++;
}

static void number_print(code_writer *writer, uint64_t number)
{
    for (; number > 0x7f; number >>= 7)
        byte_write(writer, (number & 0x7f) | 0x80);
    byte_write(writer, number);
}

static void context_write(const code_context *context, code_writer *writer)
{
    uint64_t occurs = 0;
    for (unsigned s = 0; s < CODE_SYMBOLS; s++)
        occurs |= (uint64_t)(context->share[s] > 0) << s;
    number_print(writer, occurs);
    for (; occurs; occurs &= occurs - 1)
        number_print(writer, context->share[__builtin_ctzll(occurs)]);
}

/* The state before decoding an integer, from the state after. `*word` is given out where `*has_word`. */
static uint64_t state_before(uint64_t state, const code_context *context, int integer, bool *has_word, uint32_t *word)
{
    unsigned symbol = integer_symbol(integer), bits = code_rest_bits(symbol), share = context->share[symbol];
    *has_word = state >> (64 - CODE_SLOT_BITS - bits) >= share;
    *word = (uint32_t)state;
    state = *has_word ? state >> 32 : state;
    state = state << bits | ((unsigned)abs(integer) - code_least(symbol));
    return state / share << CODE_SLOT_BITS | (state % share + context->first[symbol]);
}

static void number_put(uint8_t *bytes, uint64_t number, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

/* Writes the state and all that it takes in, from the end of the free bytes backward; returns the length, or `room` + 1
 * where that is more than `room`. */
static size_t entries_write(const code_stream *stream, uint8_t *end, size_t room)
{
    uint64_t state = CODE_STATE_LEAST;
    size_t length = 0;
    for (size_t i = stream->length; i-- > 0 && length + 8 <= room;) {
        bool has_word;
        uint32_t word;
        state = state_before(state, &stream->contexts[stream->entries[i].context], stream->entries[i].integer,
                             &has_word, &word);
        if (has_word)
            number_put(end - (length += CODE_WORD), word, CODE_WORD);
    }
    if (length + 8 > room)
        return room + 1;
    number_put(end - (length += 8), state, 8);
    return length;
}

size_t code_write(code_stream *stream, unsigned count, uint8_t *bytes, size_t size)
{
    stream->count = count;
    if (stream->failed || !contexts_make(stream))
        return 0;
    code_writer writer = {bytes, 0, size};
    for (unsigned i = 0; i < count; i++)
        context_write(&stream->contexts[i], &writer);
    if (writer.at > size)
        return size + 1;
    for (unsigned i = 0; i < count; i++)
        context_fill(&stream->contexts[i]);
    size_t room = size - writer.at, length = entries_write(stream, bytes + size, room);
    if (length > room)
        return size + 1;
    memmove(bytes + writer.at, bytes + size - length, length);
    return writer.at + length;
}

void code_free(code_stream *stream)
{
    memory_free(stream->contexts);
    memory_free(stream->entries);
    *stream = (code_stream){0};
}
