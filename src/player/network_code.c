/* The weights of a network as a short stream of bits.
 *
 * Most weights are 0, and the others resemble their neighbours: the weights of numbers with one rank less on one cell,
 * and of the same number in the stage before.
 *
 *       number  5 3 1 0 0 0      neighbours  4 3 1 0 0 0    5 2 1 0 0 0    5 3 0 0 0 0    5 3 1 0 0 0 a stage before
 *
 * Numbers here have the bits in the order of files (player_tuple_bit); the place of a weight is its number in tuples.c.
 *
 * A weight is described by yes-or-no questions, the coarse ones first:
 *
 *     a tuple   | group of 4096 | group | ...      each group: is anything in it?
 *     a group   | block of 16 | block | ...        each block: is anything in it?
 *     a block   | weight | weight | ...            each weight: is it not 0? is it negative? its size, bit by bit
 *
 * Each answer is coded at the odds that the question had so far in similar neighbourhoods: adaptive binary arithmetic
 * coding (Witten, Neal and Cleary, Arithmetic Coding for Data Compression, 1987). All bits so far choose an interval,
 * which each bit divides in the ratio of the odds; an expected answer hardly narrows it, and so costs hardly any bits:
 *
 *     low                         low + range
 *      |      1        |     0         |         the first bit, after equal odds
 *      |   1    |  0   |                         the second one, after a 1
 *
 * The leading byte of `low` is written as soon as `range` has fallen below 2^24. A later addition may still carry into
 * bytes that were written; so the last byte that is not 0xff, and how many of 0xff follow it, are held back (G. N. N.
 * Martin, Range Encoding, 1979).
 *
 * Encoding and decoding are the same code. It asks for each bit, with the answer where that is known, and gets it. */
#include "player/player_room.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- Bits ----------------------------------------------------------------------------------------------- */
/* How probable a 1 is, as 0..65535, learned at two paces. */
typedef struct odds {
    uint16_t quick, steady;
} odds;

/* Either end of the stream. */
typedef struct bit_stream {
    /* Where bytes go when encoding, or come from when decoding; the other one is NULL. */
    uint8_t *out;
    const uint8_t *in;

    /* `at` may pass `size`: further bytes are dropped, or are 0. */
    size_t at, size;

    /* The interval; bit 32 of `low` is a carry. Decoding knows the code's distance from `low` instead. */
    uint64_t low;
    uint32_t range, code;

    /* Encoding: the byte that is held back, and how many bytes of 0xff follow it. */
    size_t pending;
    uint8_t held;
    bool has_held;
} bit_stream;

static void byte_put(bit_stream *stream, uint8_t byte)
{
    if (stream->at < stream->size)
        stream->out[stream->at] = byte;
    stream->at++;
}

static void byte_shift(bit_stream *stream)
{
    uint8_t carry = (uint8_t)(stream->low >> 32), top = stream->low >> 24 & 0xff;
    if (carry || top != 0xff) {
        if (stream->has_held)
            byte_put(stream, (uint8_t)(stream->held + carry));
        for (; stream->pending; stream->pending--)
            byte_put(stream, (uint8_t)(0xff + carry));
        stream->held = top;
        stream->has_held = true;
    } else {
        stream->pending++;
    }
    stream->low = stream->low << 8 & UINT32_MAX;
}

static void odds_learn(odds *chance, unsigned bit)
{
    int aim = bit ? 65535 : 0;
    chance->quick = (uint16_t)(chance->quick + (aim - chance->quick) / 16);
    chance->steady = (uint16_t)(chance->steady + (aim - chance->steady) / 128);
}

/* Drops the leading byte of the interval. */
static void range_shift(bit_stream *stream)
{
    stream->range <<= 8;
    if (!stream->in) {
        byte_shift(stream);
        return;
    }
    stream->code = stream->code << 8 | (stream->at < stream->size ? stream->in[stream->at] : 0);
    stream->at++;
}

/* Encodes `bit`, or decodes and returns it. */
static unsigned bit_code(bit_stream *stream, odds *chance, unsigned bit)
{
    /* Of 4096; neither answer is impossible. */
    uint32_t one = ((uint32_t)chance->quick + chance->steady) >> 5;
    one = one < 8 ? 8 : one > 4088 ? 4088 : one;
    uint32_t share = (stream->range >> 12) * one;
    if (stream->in)
        bit = stream->code < share;
    if (bit) {
        stream->range = share;
    } else {
        stream->low += share;
        stream->code -= share;
        stream->range -= share;
    }
    while (stream->range < 1u << 24)
        range_shift(stream);
    odds_learn(chance, bit);
    return bit;
}

/* ---- Neighbourhoods ------------------------------------------------------------------------------------- */
enum {
    /* Weights of a block, and blocks of a group. */
    BLOCK_BITS = 4,
    BLOCK = 1 << BLOCK_BITS,
    GROUP = 256,
    SIZE_BITS = 16,

    /* Values of half a number. */
    HALF_NUMBER_BITS = 2 * TUPLE_CELLS_MAX,
    HALF_NUMBERS = 1 << HALF_NUMBER_BITS,

    /* How many neighbours are filled: 0..6, and the one a stage before counts as two. */
    NEIGHBOURS = 9,
};

/* What has been learned about each kind of question. */
typedef struct weight_model {
    odds group[2][2];
    odds block[NEIGHBOURS][3];
    odds zero[NEIGHBOURS][4][3];
    odds sign[3];
    odds length[8][SIZE_BITS];
    odds digit[8][SIZE_BITS][2];
} weight_model;

/* The tuple and the stage that are coded. */
typedef struct weight_walk {
    bit_stream stream;

    /* One for small tuples and one for large ones, and which of them is in use. */
    weight_model models[2], *model;

    /* The weights of this tuple in this stage and in the one before; NULL in the first. */
    int16_t *weights;
    const int16_t *before;

    /* For each block of them, whether anything is in it. */
    uint8_t *filled;
    const uint8_t *filled_before;

    /* The bits that belong to each cell: of a number, and of a place. */
    uint32_t cell[TUPLE_CELLS_MAX], cell_place[TUPLE_CELLS_MAX];
    unsigned cells, coarse;

    /* The bits of a place that belong to the lower and to the upper half of a number. */
    uint32_t place[2][HALF_NUMBERS];
} weight_walk;

/* ---- Places --------------------------------------------------------------------------------------------- */
static void places_fill(weight_walk *walk)
{
    memset(walk->place, 0, sizeof walk->place);
    memset(walk->cell, 0, sizeof walk->cell);
    memset(walk->cell_place, 0, sizeof walk->cell_place);
    for (unsigned bit = 0; bit < 4 * walk->cells; bit++) {
        unsigned place = player_tuple_bit(walk->cells, bit), cell = place / 2 % walk->cells,
                 half = bit / HALF_NUMBER_BITS;
        walk->cell[cell] |= 1u << bit;
        walk->cell_place[cell] |= 1u << place;
        for (uint32_t i = 0; i < HALF_NUMBERS; i++)
            walk->place[half][i] |= (i >> bit % HALF_NUMBER_BITS & 1) << place;
    }
}

static uint32_t weight_place(const weight_walk *walk, uint32_t number)
{
    return walk->place[0][number % HALF_NUMBERS] | walk->place[1][number / HALF_NUMBERS];
}

/* ---- Contexts ------------------------------------------------------------------------------------------- */
/* The number with one rank less on a cell; `number` itself where the cell is empty. */
static uint32_t number_below(uint32_t number, uint32_t cell)
{
    uint32_t rank = number & cell;
    return rank ? (number & ~cell) | ((rank - (cell & -cell)) & cell) : number;
}

static unsigned block_context(const weight_walk *walk, uint32_t block)
{
    unsigned count = 0;
    for (unsigned i = 0; i < walk->cells; i++) {
        uint32_t below = number_below(block, walk->cell[i] >> BLOCK_BITS);
        count += below != block && walk->filled[below];
    }
    return count + (walk->filled_before && walk->filled_before[block] ? 2 : 0);
}

/* How many neighbours of a weight are not 0, and their mean, in steps. */
typedef struct weight_context {
    unsigned count;
    int mean;
} weight_context;

static weight_context context_find(const weight_walk *walk, uint32_t place)
{
    int sum = 0, count = 0;
    for (unsigned i = 0; i < walk->cells; i++) {
        uint32_t below = number_below(place, walk->cell_place[i]);
        int weight = below != place ? walk->weights[below] : 0;
        count += weight != 0;
        sum += weight;
    }
    if (walk->before && walk->before[place]) {
        sum += 2 * walk->before[place];
        count += 2;
    }
    return (weight_context){(unsigned)count, count ? sum / count / (1 << walk->coarse) : 0};
}

/* How many bits a number has. */
static unsigned bit_length(unsigned number)
{
    return number ? 32u - (unsigned)__builtin_clz(number) : 0;
}

/* ---- Weights -------------------------------------------------------------------------------------------- */
/* A size from 1: how many bits it has, then these from the top without the first, which is 1. */
static unsigned size_code(weight_walk *walk, unsigned class, unsigned size)
{
    unsigned bits = bit_length(size), length = 1, result = 1;
    while (length < SIZE_BITS && bit_code(&walk->stream, &walk->model->length[class][length], bits > length))
        length++;
    for (unsigned i = length - 1; i-- > 0;) {
        bool is_second = i + 2 == length;
        odds *chance = &walk->model->digit[class][is_second ? length - 1 : 0][i % 2];
        result = result << 1 | bit_code(&walk->stream, chance, size >> i & 1);
    }
    return result;
}

static void weight_code(weight_walk *walk, uint32_t number)
{
    uint32_t place = weight_place(walk, number);
    weight_context context = context_find(walk, place);
    int value = walk->weights[place] / (1 << walk->coarse);
    unsigned class = bit_length((unsigned)abs(context.mean)), side = context.mean < 0 ? 0 : context.mean > 0 ? 2 : 1;
    unsigned left = number % BLOCK ? walk->weights[weight_place(walk, number - 1)] != 0 : 2;
    class = class < 7 ? class : 7;
    odds *zero = &walk->model->zero[context.count][class < 3 ? class : 3][left];
    if (!bit_code(&walk->stream, zero, value != 0)) {
        walk->weights[place] = 0;
        return;
    }
    bool is_negative = bit_code(&walk->stream, &walk->model->sign[side], value < 0);
    int size = (int)size_code(walk, class, (unsigned)abs(value));
    walk->weights[place] = (int16_t)((is_negative ? -size : size) * (1 << walk->coarse));
}

static bool weights_are_any(const weight_walk *walk, uint32_t number, uint32_t count)
{
    for (uint32_t i = number; i < number + count; i++)
        if (walk->weights[weight_place(walk, i)])
            return true;
    return false;
}

static void block_code(weight_walk *walk, uint32_t block)
{
    unsigned left = block % GROUP ? walk->filled[block - 1] : 2;
    odds *chance = &walk->model->block[block_context(walk, block)][left];
    bool is_filled = !walk->stream.in && weights_are_any(walk, block * BLOCK, BLOCK);
    walk->filled[block] = (uint8_t)bit_code(&walk->stream, chance, is_filled);
    for (uint32_t i = 0; walk->filled[block] && i < BLOCK; i++)
        weight_code(walk, block * BLOCK + i);
}

static void tuple_code(weight_walk *walk, uint32_t numbers)
{
    unsigned left = 0;
    for (uint32_t block = 0; block < numbers / BLOCK; block += GROUP) {
        uint32_t end = block + GROUP < numbers / BLOCK ? block + GROUP : numbers / BLOCK;
        bool is_filled = !walk->stream.in && weights_are_any(walk, block * BLOCK, (end - block) * BLOCK);
        left = bit_code(&walk->stream, &walk->model->group[walk->before != NULL][left], is_filled);
        for (uint32_t i = block; left && i < end; i++)
            block_code(walk, i);
    }
}

/* ---- Networks ------------------------------------------------------------------------------------------- */
static void models_begin(weight_model models[2])
{
    odds *all = (odds *)models;
    for (size_t i = 0; i < 2 * sizeof *models / sizeof *all; i++)
        all[i] = (odds){32768, 32768};
}

/* `filled` has a byte for each block of a stage, twice: for this stage and for the one before, in turn. */
static void walk_begin(weight_walk *walk, const eleven_network *network, uint8_t *filled, unsigned stage, unsigned t)
{
    const tuple_set *set = &network->tuples;
    const tuple_form *tuple = &set->at[t];
    uint32_t block = tuple->first / BLOCK, blocks = set->size / BLOCK;
    walk->cells = tuple->count;
    places_fill(walk);
    walk->coarse = network->coarse[t];
    walk->model = &walk->models[tuple->count > NEAR_CELLS];
    walk->weights = network->weights + (size_t)stage * set->size + tuple->first;
    walk->before = stage ? walk->weights - set->size : NULL;
    walk->filled = filled + stage % 2 * blocks + block;
    walk->filled_before = stage ? filled + (stage + 1) % 2 * blocks + block : NULL;
    memset(walk->filled, 0, 1u << 4 * tuple->count >> BLOCK_BITS);
}

/* Encodes or decodes all weights of a network; false when out of memory. */
static bool network_code(const eleven_network *network, bit_stream *stream)
{
    const tuple_set *set = &network->tuples;
    weight_walk *walk = memory_zeroed(1, sizeof *walk);
    uint8_t *filled = memory_zeroed(2, set->size / BLOCK + 1);
    bool has_memory = walk && filled;
    if (has_memory) {
        walk->stream = *stream;
        models_begin(walk->models);
        for (unsigned i = 0; i < set->stages * set->count; i++) {
            walk_begin(walk, network, filled, i / set->count, i % set->count);
            tuple_code(walk, 1u << 4 * set->at[i % set->count].count);
        }
        *stream = walk->stream;
    }
    memory_free(walk);
    memory_free(filled);
    return has_memory;
}

size_t player_network_encode(const eleven_network *network, uint8_t *bytes, size_t size)
{
    bit_stream stream = {.out = bytes, .size = size, .range = UINT32_MAX};
    if (!network_code(network, &stream))
        return 0;
    for (unsigned i = 0; i < 5; i++)
        byte_shift(&stream);
    return stream.at <= size ? stream.at : size + 1;
}

eleven_error player_network_decode(eleven_network *network, const uint8_t *bytes, size_t length)
{
    bit_stream stream = {.in = bytes, .size = length, .range = UINT32_MAX};
    for (; stream.at < 4; stream.at++)
        stream.code = stream.code << 8 | (stream.at < length ? bytes[stream.at] : 0u);
    if (!network_code(network, &stream))
        return ELEVEN_NO_MEMORY;
    return stream.at == length ? ELEVEN_OK : ELEVEN_BAD_TEXT;
}
