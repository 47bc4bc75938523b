/* A line is worth, from its high end on: its first tile, both tiles of every step down, and for every step up a multiple
 * of what it climbs, taken away; of a pair once more what one of it is worth. A tile of rank r is worth r * 2^r, about
 * what it took to make it. A board is worth its rows and its columns, each way round in which all of them together are
 * worth more. Such a sum, for one corner, is the whole knowledge of macroxue's 2048-ai (2019). */
#include "endgame/formation.h"
#include "fast/words.h"

#include <stdlib.h>

enum { LINES = 65536, CLIMB = 12, LOST = -400000 };

static float tile_worth(unsigned rank)
{
    return (float)rank * (float)(UINT32_C(1) << rank);
}

static float falling_worth(const unsigned rank[4])
{
    float sum = tile_worth(rank[0]);
    for (unsigned i = 0; i < 3; i++) {
        float a = tile_worth(rank[i]), b = tile_worth(rank[i + 1]);
        sum += rank[i] >= rank[i + 1] ? a + b : (a - b) * CLIMB;
        sum += rank[i] == rank[i + 1] ? a : 0;
    }
    return sum;
}

static formation_line line_worth(const unsigned rank[4])
{
    const unsigned turned[4] = {rank[3], rank[2], rank[1], rank[0]};
    return (formation_line){falling_worth(rank), falling_worth(turned)};
}

static float better_way(formation_line sum)
{
    return sum[0] > sum[1] ? sum[0] : sum[1];
}

static float rows_worth(const formation *made, uint64_t rows)
{
    return better_way((made->line[rows & 0xffff] + made->line[rows >> 16 & 0xffff]) +
                      (made->line[rows >> 32 & 0xffff] + made->line[rows >> 48]));
}

/* The lines of a board with tiles above 32768, on the spot. */
static float rows_worth_high(eleven_bitboard rows)
{
    formation_line sum = {0, 0};
    for (unsigned y = 0; y < 4; y++) {
        unsigned rank[4];
        for (unsigned x = 0; x < 4; x++)
            rank[x] = eleven_bitboard_get(rows, 4 * y + x);
        sum += line_worth(rank);
    }
    return better_way(sum);
}

static void values_of(const void *state, const eleven_bitboard *after, size_t count, float *values)
{
    enum { TRANSPOSED = 4 };
    for (size_t i = 0; i < count; i++)
        values[i] = after[i].high
                        ? rows_worth_high(after[i]) + rows_worth_high(eleven_bitboard_symmetry(after[i], TRANSPOSED))
                        : rows_worth(state, after[i].low) + rows_worth(state, low_transpose(after[i].low));
}

formation *formation_new(void)
{
    formation *made = malloc(sizeof *made);
    for (unsigned line = 0; made && line < LINES; line++) {
        const unsigned rank[4] = {line & 15, line >> 4 & 15, line >> 8 & 15, line >> 12};
        made->line[line] = line_worth(rank);
    }
    return made;
}

void formation_free(formation *made)
{
    free(made);
}

eleven_evaluator formation_evaluator(const formation *made)
{
    return (eleven_evaluator){made, values_of, 0, LOST};
}
