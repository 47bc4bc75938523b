/* Table files: what they look like. doc/FORMATS.md tells it in full.
 *
 *     [ elx_head ][ rules as text ][ elx_layer ... ][ layer ] ... [ layer ][ checksum ]      all in words of 8 bytes
 *
 *     layer    [ upper: one 1 a position ][ marks ][ lower bits ][ codes ]
 *
 * A layer's positions are known by their numbers (ranking.h), ascending, below `boards`. P. Elias and R. Fano's
 * code keeps them: the lower bits of each as they are; of the upper bits u, a 1 at bit u + i for the i-th
 * position. So the zeros of `upper` end groups of equal upper bits, and `marks` tell where every 256th zero is.
 */
#ifndef SOLVER_ELX_H
#define SOLVER_ELX_H

#include "eleven/solver.h"
#include "solver/ranking.h"

enum { ELX_FORMAT = 1, ELX_STEP = 256, ELX_CODES = 1 << 14, ELX_CHANCES = 1 << 13 };

#define ELX_MAGIC "ELEVENX\n"

typedef struct elx_head {
    char magic[8];
    uint32_t format, rules_length;
    uint8_t w, h, kind, rank; /* of the board; of the objective */
    uint32_t largest;         /* tile that a key can hold */
    uint64_t rules_hash, positions, layers;
    double value, loss, error; /* of the start */
} elx_head;

typedef struct elx_layer {
    uint64_t sum, positions, boards, offset; /* of the layer in the file */
    double low, step;                        /* a code c stands for low + step * c, or a probability: elx_value */
    uint64_t low_bits, words;                /* of the whole layer */
} elx_layer;

/* Where the parts of a layer lie, in words from its beginning. */
typedef struct elx_parts {
    uint64_t upper_bits, marks, lower, codes, words;
} elx_parts;

/* False where the numbers make no sense. */
bool elx_parts_of(const elx_layer *layer, elx_parts *parts);

/* How many lower bits suit so many positions among so many boards. */
uint64_t elx_low_bits(uint64_t positions, uint64_t boards);

/* A position's code: its best direction in the lower two bits, its value in the others. */
uint16_t elx_code(eleven_objective_kind kind, const elx_layer *layer, double stored, eleven_direction best);
eleven_worth elx_value(eleven_objective_kind kind, const elx_layer *layer, uint16_t code);

/* A checksum that goes on from `sum`; begin with ELX_BEGIN. */
#define ELX_BEGIN UINT64_C(0x2545f4914f6cdd1d)
uint64_t elx_checksum(uint64_t sum, const void *words, size_t count);

#endif
