/* The weights of a network as a short stream of bits.
 *
 * Most weights are 0, and the others resemble their neighbours: numbers with one rank less on one cell, and the
 * same number a stage before. So each decision (is there anything in this block? is this weight 0? its sign? its
 * size?) is coded at the odds that earlier decisions in a like neighbourhood came to: adaptive binary arithmetic
 * coding (Witten, Neal and Cleary, Arithmetic Coding for Data Compression, 1987; the carry as in G. N. N. Martin,
 * Range Encoding, 1979).
 *
 *     a tuple   | group of 4096 | group | ...      a bit each: anything there?
 *     a group   | block of 16 | block | ...        a bit each
 *     a block   | weight | weight | ...            zero? sign, size
 */
#include "player/network_inside.h"

#include <stdlib.h>

/* ---- Bits ----------------------------------------------------------------------------------------------- */

/* How probable a 1 is, as 0..65535, learned at two paces. */
typedef struct odds {
    uint16_t quick, steady;
} odds;

/* Either end of the stream; a decoder writes nothing, an encoder reads nothing. */
typedef struct bit_stream {
    uint8_t *out;
    const uint8_t *in;
    size_t at, size; /* decoding: at may pass size, then zeros come */
    uint64_t low;    /* encoding; bit 32 is a carry */
    uint32_t range, code;
    size_t pending; /* bytes of 0xff that a carry would turn over, behind `held` */
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

/* Codes `bit`, or finds out and returns it. */
static unsigned bit_code(bit_stream *stream, odds *chance, unsigned bit)
{
    uint32_t one = ((uint32_t)chance->quick + chance->steady) >> 5; /* of 4096 */
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
    while (stream->range < 1u << 24) {
        stream->range <<= 8;
        if (stream->in) {
            stream->code = stream->code << 8 | (stream->at < stream->size ? stream->in[stream->at] : 0);
            stream->at++;
        } else {
            byte_shift(stream);
        }
    }
    odds_learn(chance, bit);
    return bit;
}

/* ---- Neighbourhoods ------------------------------------------------------------------------------------- */

enum {
    BLOCK = 1 << NEAR_BITS,
    GROUP = 256, /* blocks */
    SIZE_BITS = 16,
    NEIGHBOURS = 9, /* 0..6, and one a stage before counts for two */
};

/* What has been learned of each kind of decision. */
typedef struct model {
    odds group[2][2];
    odds block[NEIGHBOURS][3];
    odds zero[NEIGHBOURS][4][3];
    odds sign[3];
    odds length[8][SIZE_BITS];
    odds digit[8][SIZE_BITS][2];
} model;

/* Everything about the tuple being coded. */
typedef struct weight_walk {
    bit_stream stream;
    model models[2]; /* small tuples and large ones */
    model *model;
    int16_t *weights;      /* of this tuple and stage */
    const int16_t *before; /* of the stage before; NULL in the first */
    uint8_t *filled;       /* for each block: whether anything is in it; of this stage */
    const uint8_t *filled_before;
    uint32_t cell[TUPLE_CELLS_MAX]; /* the bits of a number that belong to each cell */
    unsigned cells, coarse;
} weight_walk;

/* The number with one rank less on a cell, or `number` itself where the cell is empty. */
static uint32_t number_below(uint32_t number, uint32_t cell)
{
    uint32_t rank = number & cell;
    return rank ? (number & ~cell) | ((rank - (cell & -cell)) & cell) : number;
}

static unsigned block_context(const weight_walk *walk, uint32_t block)
{
    unsigned count = 0;
    for (unsigned i = 0; i < walk->cells; i++) {
        uint32_t below = number_below(block, walk->cell[i] >> NEAR_BITS);
        count += below != block && walk->filled[below];
    }
    return count + (walk->filled_before && walk->filled_before[block] ? 2 : 0);
}

/* What the neighbours of a weight come to. */
typedef struct surroundings {
    unsigned count; /* that are not 0 */
    int mean;       /* of those, in steps */
} surroundings;

static surroundings look_around(const weight_walk *walk, uint32_t number)
{
    surroundings around = {0, 0};
    int sum = 0, count = 0;
    for (unsigned i = 0; i < walk->cells; i++) {
        uint32_t below = number_below(number, walk->cell[i]);
        int weight = below != number ? walk->weights[below] : 0;
        count += weight != 0;
        sum += weight;
    }
    around.count = (unsigned)count;
    if (walk->before && walk->before[number]) {
        sum += 2 * walk->before[number];
        count += 2;
        around.count += 2;
    }
    around.mean = count ? sum / count / (1 << walk->coarse) : 0;
    return around;
}

static unsigned size_class(int mean)
{
    unsigned size = (unsigned)(mean < 0 ? -mean : mean);
    unsigned class = size ? 32u - (unsigned)__builtin_clz(size) : 0;
    return class < 7 ? class : 7;
}

/* ---- Weights -------------------------------------------------------------------------------------------- */

/* A size from 1: how many bits it has, then these from the top. */
static unsigned size_code(weight_walk *walk, unsigned class, unsigned size)
{
    unsigned bits = size ? 32u - (unsigned)__builtin_clz(size) : 0, length = 1;
    while (length < SIZE_BITS && bit_code(&walk->stream, &walk->model->length[class][length], bits > length))
        length++;
    unsigned made = 1;
    for (unsigned i = length - 1; i-- > 0;) {
        bool is_second = i + 2 == length;
        odds *chance = &walk->model->digit[class][is_second ? length - 1 : 0][i % 2];
        made = made << 1 | bit_code(&walk->stream, chance, size >> i & 1);
    }
    return made;
}

static void weight_code(weight_walk *walk, uint32_t number)
{
    surroundings around = look_around(walk, number);
    int value = walk->weights[number] / (1 << walk->coarse);
    unsigned class = size_class(around.mean), side = around.mean < 0 ? 0 : around.mean > 0 ? 2 : 1;
    unsigned left = number % BLOCK ? walk->weights[number - 1] != 0 : 2;
    odds *zero = &walk->model->zero[around.count][class < 3 ? class : 3][left];
    if (!bit_code(&walk->stream, zero, value != 0)) {
        walk->weights[number] = 0;
        return;
    }
    bool is_negative = bit_code(&walk->stream, &walk->model->sign[side], value < 0);
    int size = (int)size_code(walk, class, (unsigned)(value < 0 ? -value : value));
    walk->weights[number] = (int16_t)((is_negative ? -size : size) * (1 << walk->coarse));
}

static bool any(const int16_t *weights, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (weights[i])
            return true;
    return false;
}

static void block_code(weight_walk *walk, uint32_t block)
{
    int16_t *weights = walk->weights + block * BLOCK;
    unsigned left = block % GROUP ? walk->filled[block - 1] : 2;
    odds *chance = &walk->model->block[block_context(walk, block)][left];
    bool is_filled = !walk->stream.in && any(weights, BLOCK);
    walk->filled[block] = (uint8_t)bit_code(&walk->stream, chance, is_filled);
    for (uint32_t i = 0; walk->filled[block] && i < BLOCK; i++)
        weight_code(walk, block * BLOCK + i);
}

static void tuple_code(weight_walk *walk, uint32_t numbers)
{
    unsigned left = 0;
    for (uint32_t block = 0; block < numbers / BLOCK; block += GROUP) {
        uint32_t end = block + GROUP < numbers / BLOCK ? block + GROUP : numbers / BLOCK;
        bool is_filled = !walk->stream.in && any(walk->weights + block * BLOCK, (end - block) * BLOCK);
        left = bit_code(&walk->stream, &walk->model->group[walk->before != NULL][left], is_filled);
        for (uint32_t i = block; left && i < end; i++)
            block_code(walk, i);
    }
}

/* ---- Networks ------------------------------------------------------------------------------------------- */

static void odds_begin(model *models)
{
    odds *all = (odds *)models;
    for (size_t i = 0; i < 2 * sizeof *models / sizeof *all; i++)
        all[i] = (odds){32768, 32768};
}

static void cells_find(weight_walk *walk, const tuple_form *tuple)
{
    walk->cells = tuple->count;
    for (unsigned i = 0; i < tuple->count; i++) {
        eleven_rank ranks[TUPLE_CELLS_MAX] = {0};
        ranks[i] = 15;
        walk->cell[i] = tuple_number(tuple, ranks);
    }
}

/* Goes through all weights of a network, coding or decoding them. */
static bool network_code(const eleven_network *network, bit_stream *stream)
{
    const tuple_set *set = &network->tuples;
    weight_walk *walk = calloc(1, sizeof *walk);
    uint8_t *filled = calloc(2, set->size / BLOCK + 1);
    for (unsigned stage = 0; walk && filled && stage < set->stages; stage++)
        for (unsigned t = 0; t < set->count; t++) {
            const tuple_form *tuple = &set->at[t];
            uint32_t block = tuple->first / BLOCK, blocks = set->size / BLOCK;
            if (stage == 0 && t == 0) {
                walk->stream = *stream;
                odds_begin(walk->models);
            }
            cells_find(walk, tuple);
            walk->coarse = network->coarse[t];
            walk->model = &walk->models[tuple->count > 4];
            walk->weights = network->weights + (size_t)stage * set->size + tuple->first;
            walk->before = stage ? walk->weights - set->size : NULL;
            walk->filled = filled + stage % 2 * blocks + block;
            walk->filled_before = stage ? filled + (stage + 1) % 2 * blocks + block : NULL;
            for (uint32_t i = 0; i < 1u << 4 * tuple->count >> NEAR_BITS; i++)
                walk->filled[i] = 0;
            tuple_code(walk, 1u << 4 * tuple->count);
        }
    bool is_done = walk && filled;
    if (is_done)
        *stream = walk->stream;
    free(walk);
    free(filled);
    return is_done;
}

size_t network_encode(const eleven_network *network, uint8_t *bytes, size_t size)
{
    bit_stream stream = {.out = bytes, .size = size, .range = UINT32_MAX};
    if (!network_code(network, &stream))
        return 0;
    for (unsigned i = 0; i < 5; i++)
        byte_shift(&stream);
    return stream.at <= size ? stream.at : 0;
}

bool network_decode(eleven_network *network, const uint8_t *bytes, size_t length)
{
    bit_stream stream = {.in = bytes, .size = length, .range = UINT32_MAX};
    for (; stream.at < 4; stream.at++)
        stream.code = stream.code << 8 | (stream.at < length ? bytes[stream.at] : 0u);
    return network_code(network, &stream) && stream.at == length;
}
