/* Integers as a stream of bytes: read again as they were written, and as a slow decoder reads them. */
#include "expect.h"
#include "player/integer_code.h"

#include <stdlib.h>

enum { CONTEXTS = 3, INTEGERS = 20000, ROOM = 1 << 20 };

/* Mostly small in the first context, of all sizes in the second one, and only two in the third one. */
static unsigned context_of(unsigned i)
{
    return (unsigned)(eleven_random(2, i) % CONTEXTS);
}

static int integer_of(unsigned i)
{
    uint64_t word = eleven_random(1, i);
    int16_t any = (int16_t)(word >> 32);
    switch (context_of(i)) {
    case 0: return word % 8 ? 0 : any % 5;
    case 1: return any >> word % 16;
    default: return word % 100 ? 1 : -32768;
    }
}

static size_t stream_written(unsigned count, uint8_t *bytes, size_t size)
{
    code_stream stream = {0};
    for (unsigned i = 0; i < count; i++)
        code_add(&stream, context_of(i), integer_of(i));
    size_t length = code_write(&stream, CONTEXTS, bytes, size);
    code_free(&stream);
    return length;
}

/* Whether all integers are read, and the stream ends with them. */
static bool stream_is_read(unsigned count, const uint8_t *bytes, size_t length)
{
    code_stream stream;
    bool is_right = code_read(&stream, CONTEXTS, bytes, length) == ELEVEN_OK;
    for (unsigned i = 0; is_right && i < count; i++)
        is_right = code_next(&stream, context_of(i), 0) == integer_of(i);
    is_right = is_right && code_is_at_end(&stream);
    code_free(&stream);
    return is_right;
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    static const unsigned counts[] = {0, 1, 2, 100, INTEGERS};
    uint8_t *bytes = malloc(ROOM);
    for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++) {
        size_t length = stream_written(counts[k], bytes, ROOM);
        assert_true(length > 0 && length < ROOM);
        assert_true(stream_is_read(counts[k], bytes, length));
    }
    free(bytes);
}

static void every_integer_is_possible(void **state)
{
    (void)state;
    uint8_t *bytes = malloc(ROOM);
    code_stream out = {0}, in;
    for (int integer = -32768; integer <= 32767; integer++)
        code_add(&out, 0, integer);
    size_t length = code_write(&out, 1, bytes, ROOM);
    assert_int_equal(code_read(&in, 1, bytes, length), ELEVEN_OK);
    for (int integer = -32768; integer <= 32767; integer++)
        assert_int_equal(code_next(&in, 0, 0), integer);
    assert_true(code_is_at_end(&in));
    code_free(&out);
    code_free(&in);
    free(bytes);
}

/* The room is exact: one byte less is too little. */
static void a_stream_fits_or_is_refused(void **state)
{
    (void)state;
    uint8_t *bytes = malloc(ROOM);
    size_t length = stream_written(INTEGERS, bytes, ROOM);
    assert_int_equal(stream_written(INTEGERS, bytes, length), length);
    assert_true(stream_is_read(INTEGERS, bytes, length));
    for (size_t size = 0; size < length; size += size < 100 || size + 100 > length ? 1 : 501)
        assert_int_equal(stream_written(INTEGERS, bytes, size), size + 1);
    free(bytes);
}

/* 20,000 integers, two thirds of them in contexts where one of them has a share of 7/8 or 99/100. */
static void expected_integers_cost_little(void **state)
{
    (void)state;
    uint8_t *bytes = malloc(ROOM);
    size_t all = stream_written(INTEGERS, bytes, ROOM), hard = 0;
    for (unsigned i = 0; i < INTEGERS; i++)
        hard += context_of(i) == 1;
    assert_true(all < 2 * hard);
    free(bytes);
}

/* ---- A slow decoder ------------------------------------------------------------------------------------- */
typedef struct slow_stream {
    const uint8_t *at;
    unsigned share[CONTEXTS][64];
    uint64_t state;
} slow_stream;

static uint64_t slow_number(slow_stream *slow)
{
    uint64_t number = 0, factor = 1;
    for (;; factor *= 128) {
        unsigned byte = *slow->at++;
        number += byte % 128 * factor;
        if (byte < 128)
            return number;
    }
}

static uint64_t slow_bytes(slow_stream *slow, unsigned count)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < count; i++)
        number += (uint64_t)*slow->at++ << 8 * i;
    return number;
}

static void slow_begin(slow_stream *slow, const uint8_t *bytes)
{
    *slow = (slow_stream){.at = bytes};
    for (unsigned c = 0; c < CONTEXTS; c++) {
        uint64_t occurs = slow_number(slow);
        for (unsigned s = 0; s < 64; s++)
            if (occurs >> s & 1)
                slow->share[c][s] = (unsigned)slow_number(slow);
    }
    slow->state = slow_bytes(slow, 8);
}

/* The symbols in their order: 0, 1, -1, 2, -2, 3, -3, and from then on two for all integers with as many bits. */
static int slow_next(slow_stream *slow, unsigned context)
{
    uint64_t slot = slow->state % 4096, first = 0;
    unsigned symbol = 0, least = 0, many = 1;
    for (; slot >= first + slow->share[context][symbol]; symbol++)
        first += slow->share[context][symbol];
    for (unsigned pair = 0; pair < (symbol + 1) / 2; pair++) {
        least += many;
        for (many = 1; 4 * many <= least;)
            many *= 2;
    }
    slow->state = slow->state / 4096 * slow->share[context][symbol] + slot - first;
    unsigned rest = (unsigned)(slow->state % many);
    slow->state /= many;
    if (slow->state < UINT64_C(4294967296))
        slow->state = slow->state * UINT64_C(4294967296) + slow_bytes(slow, 4);
    return symbol % 2 ? (int)(least + rest) : -(int)(least + rest);
}

static void a_slow_decoder_reads_the_same(void **state)
{
    (void)state;
    uint8_t *bytes = malloc(ROOM);
    size_t length = stream_written(INTEGERS, bytes, ROOM);
    slow_stream slow;
    slow_begin(&slow, bytes);
    for (unsigned i = 0; i < INTEGERS; i++)
        assert_int_equal(slow_next(&slow, context_of(i)), integer_of(i));
    assert_ptr_equal(slow.at, bytes + length);
    free(bytes);
}

/* ---- Damage --------------------------------------------------------------------------------------------- */
/* A changed byte is not always seen, but nearly always, and reading always ends. */
static void damage_is_seen(void **state)
{
    (void)state;
    uint8_t *bytes = malloc(ROOM);
    size_t length = stream_written(INTEGERS, bytes, ROOM);
    unsigned tried = 0, seen = 0;
    for (size_t i = 0; i < length; i += 7, tried++) {
        bytes[i] ^= (uint8_t)(1 + i % 255);
        seen += !stream_is_read(INTEGERS, bytes, length);
        bytes[i] ^= (uint8_t)(1 + i % 255);
    }
    assert_int_equal(seen, tried);
    for (size_t cut = 0; cut < length; cut += 101)
        assert_false(stream_is_read(INTEGERS, bytes, cut));
    free(bytes);
}

static void shares_have_to_fill_the_slots(void **state)
{
    (void)state;
    const uint8_t nothing[] = {0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, half[] = {1, 0x80, 0x10, 0, 0, 0, 0, 1, 0, 0, 0},
                  whole[] = {1, 0x80, 0x20, 0, 0, 0, 0, 1, 0, 0, 0},
                  more[] = {3, 0x80, 0x20, 1, 0, 0, 0, 0, 1, 0, 0, 0};
    code_stream stream;
    assert_int_equal(code_read(&stream, 1, half, sizeof half), ELEVEN_BAD_TEXT);
    code_free(&stream);
    assert_int_equal(code_read(&stream, 1, more, sizeof more), ELEVEN_BAD_TEXT);
    code_free(&stream);
    assert_int_equal(code_read(&stream, 1, nothing, sizeof nothing), ELEVEN_BAD_TEXT);
    code_free(&stream);
    assert_int_equal(code_read(&stream, 1, whole, sizeof whole), ELEVEN_OK);
    assert_int_equal(code_next(&stream, 0, 7), 0);
    assert_true(code_is_at_end(&stream));
    code_free(&stream);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_again), cmocka_unit_test(every_integer_is_possible),
        cmocka_unit_test(a_stream_fits_or_is_refused),   cmocka_unit_test(expected_integers_cost_little),
        cmocka_unit_test(a_slow_decoder_reads_the_same), cmocka_unit_test(damage_is_seen),
        cmocka_unit_test(shares_have_to_fill_the_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
