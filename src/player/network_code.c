/* The weights of a network as a short stream of integers.
 *
 * Most weights are 0, and the others resemble their neighbours: the weights of numbers with one rank less on one cell,
 * and of the same number in the stage before.
 *
 *       number  5 3 1 0 0 0      neighbours  4 3 1 0 0 0    5 2 1 0 0 0    5 3 0 0 0 0    5 3 1 0 0 0 a stage before
 *
 * Where all weights are 0, one answer describes many of them. The numbers are those of tuples.c, so the weights of a
 * group differ only in the low bits of ranks:
 *
 *     a tuple   | group of 4096 | group | ...      each group: is anything in it?
 *     a group   | block of 16 | block | ...        each block: is anything in it?
 *     a block   | weight | weight | ...            each weight, in steps
 *
 * These integers are coded by integer_code.c. The context of a weight is how many of its neighbours are not 0, and the
 * class of their mean.
 *
 * Encoding and decoding are the same code. It asks for each integer, with the answer where it is known, and gets it. */
#include "player/player_room.h"
#include "player/integer_code.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- Neighbourhoods ------------------------------------------------------------------------------------- */
enum {
    /* Weights of a block, and blocks of a group. */
    BLOCK_BITS = 4,
    BLOCK = 1 << BLOCK_BITS,
    GROUP = 256,
    BLOCKS_MOST = 1 << (4 * TUPLE_CELLS_MAX - BLOCK_BITS),

    /* How many neighbours are filled: 0..6, and the one a stage before counts as two. A weight asks for at most
     * NEIGHBOURS_SEEN of them. */
    NEIGHBOURS = 8,
    NEIGHBOURS_SEEN = 5,

    /* Classes of a mean: one for 0, and MEANS on either side. Files leave the first MEAN_GAP of these unused. */
    MEANS = 24,
    MEAN_GAP = 2,
    MEAN_CLASSES = 2 * MEANS + 1,

    /* Where the contexts of weights, blocks and groups begin. An answer may have another one to its left: 0, 1, or 2
     * where there is none. */
    LEFT = 3,
    WEIGHT_CONTEXTS = 0,
    BLOCK_CONTEXTS = WEIGHT_CONTEXTS + (NEIGHBOURS_SEEN + 1) * MEAN_CLASSES,
    GROUP_CONTEXTS = BLOCK_CONTEXTS + (NEIGHBOURS + 1) * LEFT,
    CONTEXTS = GROUP_CONTEXTS + 2 * LEFT,
};

/* The tuple and the stage that are coded. */
typedef struct weight_walk {
    code_stream stream;

    /* The weights of this tuple in this stage and in the one before; NULL in the first. */
    int16_t *weights;
    const int16_t *before;

    /* For each block of them, whether anything is in it: in `stages`, for even and for odd stages. */
    uint8_t *filled;
    const uint8_t *filled_before;
    uint8_t stages[2][BLOCKS_MOST];

    /* The bits of a number that belong to each cell. */
    uint32_t cell[TUPLE_CELLS_MAX];
    unsigned cells, coarse;
} weight_walk;

/* ---- Contexts ------------------------------------------------------------------------------------------- */
/* The number with one rank less on a cell; `number` itself where the cell is empty. */
static uint32_t number_below(uint32_t number, uint32_t cell)
{
    uint32_t rank = number & cell;
    return rank ? (number & ~cell) | ((rank - (cell & -cell)) & cell) : number;
}

static unsigned block_context(const weight_walk *walk, uint32_t block)
{
    unsigned count = 0, left = block % GROUP ? walk->filled[block - 1] : 2;
    for (unsigned i = 0; i < walk->cells; i++) {
        uint32_t below = number_below(block, walk->cell[i] >> BLOCK_BITS);
        count += below != block && walk->filled[below];
    }
    count += walk->filled_before && walk->filled_before[block] ? 2 : 0;
    return BLOCK_CONTEXTS + count * LEFT + left;
}

static unsigned weight_context(const weight_walk *walk, uint32_t number)
{
    int sum = 0, count = 0;
    for (unsigned i = 0; i < walk->cells; i++) {
        uint32_t below = number_below(number, walk->cell[i]);
        int weight = below != number ? walk->weights[below] : 0;
        sum += weight;
        count += weight != 0;
    }
    if (walk->before && walk->before[number]) {
        sum += 2 * walk->before[number];
        count += 2;
    }
    unsigned mean = count ? (unsigned)abs(sum) / (unsigned)(count << walk->coarse) : 0;
    int class = mean ? (int)code_half(mean) + MEAN_GAP : 0;
    class = class < MEANS ? class : MEANS;
    class = sum < 0 ? MEANS - class : MEANS + class;
    count = count < NEIGHBOURS_SEEN ? count : NEIGHBOURS_SEEN;
    return WEIGHT_CONTEXTS + (unsigned)(count * MEAN_CLASSES + class);
}

/* ---- Weights -------------------------------------------------------------------------------------------- */
static void weight_code(weight_walk *walk, uint32_t number)
{
    int step = 1 << walk->coarse, steps = walk->weights[number] / step;
    int coded = code_next(&walk->stream, weight_context(walk, number), steps);
    if (walk->stream.in)
        walk->weights[number] = (int16_t)(coded * step);
}

static bool weights_are_any(const int16_t *weights, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (weights[i])
            return true;
    return false;
}

static void block_code(weight_walk *walk, uint32_t block)
{
    bool is_filled = !walk->stream.in && weights_are_any(walk->weights + block * BLOCK, BLOCK);
    walk->filled[block] = code_next(&walk->stream, block_context(walk, block), is_filled) != 0;
    for (uint32_t i = 0; walk->filled[block] && i < BLOCK; i++)
        weight_code(walk, block * BLOCK + i);
}

static void tuple_code(weight_walk *walk, uint32_t numbers)
{
    unsigned left = 2;
    for (uint32_t block = 0; block < numbers / BLOCK; block += GROUP) {
        uint32_t end = block + GROUP < numbers / BLOCK ? block + GROUP : numbers / BLOCK;
        bool is_filled = !walk->stream.in && weights_are_any(walk->weights + block * BLOCK, (end - block) * BLOCK);
        unsigned context = GROUP_CONTEXTS + (walk->before ? LEFT : 0u) + left;
        left = code_next(&walk->stream, context, is_filled) != 0;
        for (uint32_t i = block; left && i < end; i++)
            block_code(walk, i);
    }
}

/* ---- Networks ------------------------------------------------------------------------------------------- */
static void walk_begin(weight_walk *walk, const eleven_network *network, unsigned t, unsigned stage)
{
    const tuple_set *set = &network->tuples;
    const tuple_form *tuple = &set->at[t];
    walk->cells = tuple->count;
    for (unsigned i = 0; i < walk->cells; i++)
        walk->cell[i] = 3u << 2 * i | 3u << 2 * (walk->cells + i);
    walk->coarse = network->coarse[t];
    walk->weights = network->weights + (size_t)stage * set->size + tuple->first;
    walk->before = stage ? walk->weights - set->size : NULL;
    walk->filled = walk->stages[stage % 2];
    walk->filled_before = stage ? walk->stages[(stage - 1) % 2] : NULL;
    memset(walk->filled, 0, 1u << 4 * tuple->count >> BLOCK_BITS);
}

/* Encodes or decodes all weights of a network: each tuple in all its stages. */
static void network_code(const eleven_network *network, weight_walk *walk)
{
    const tuple_set *set = &network->tuples;
    for (unsigned i = 0; i < set->count * set->stages; i++) {
        walk_begin(walk, network, i / set->stages, i % set->stages);
        tuple_code(walk, 1u << 4 * walk->cells);
    }
}

size_t player_network_encode(const eleven_network *network, uint8_t *bytes, size_t size)
{
    weight_walk *walk = memory_zeroed(1, sizeof *walk);
    if (!walk)
        return 0;
    network_code(network, walk);
    size_t length = code_write(&walk->stream, CONTEXTS, bytes, size);
    code_free(&walk->stream);
    memory_free(walk);
    return length;
}

eleven_error player_network_decode(eleven_network *network, const uint8_t *bytes, size_t length)
{
    weight_walk *walk = memory_zeroed(1, sizeof *walk);
    if (!walk)
        return ELEVEN_NO_MEMORY;
    eleven_error error = code_read(&walk->stream, CONTEXTS, bytes, length);
    if (!error) {
        network_code(network, walk);
        error = code_is_at_end(&walk->stream) ? ELEVEN_OK : ELEVEN_BAD_TEXT;
    }
    code_free(&walk->stream);
    memory_free(walk);
    return error;
}
