/* The value of a line, from its high end: its first tile, plus both tiles of every step down, minus a multiple of the
 * climb for every step up; a pair counts one of its tiles once more. A tile of rank r has the value r * 2^r, about
 * what it took to make it. Each line has two values, one for each end as the high end.
 *
 *     64 32  8  .      64 + (64 + 32) + (32 + 8) + (8 + 0)        in values of tiles: falls to the right, good
 *      . 8  32 64      0 - 12 (8 - 0) - 12 (32 - 8) - ...         climbs, bad
 *
 * A board has the value of its four rows in the better direction, plus its four columns in theirs. This sum, for one
 * corner, is all the knowledge of macroxue's 2048-ai (2019). */
#include "endgame/endgame_room.h"
#include "fast/words.h"

#include <stdlib.h>

enum { FORMATION_LINES = 65536, CLIMB = 12, LOST = -400000 };

/* The two values of a line: with the first cell as the high end, with the last one. */
typedef float line_value __attribute__((vector_size(8)));

/* By the ranks of a line, which are below 16. */
struct formation {
    line_value line[FORMATION_LINES];
};

static float tile_value(unsigned rank)
{
    return (float)rank * (float)(UINT32_C(1) << rank);
}

static float value_falling(const unsigned rank[4])
{
    float sum = tile_value(rank[0]);
    for (unsigned i = 0; i < 3; i++) {
        float a = tile_value(rank[i]), b = tile_value(rank[i + 1]);
        sum += rank[i] >= rank[i + 1] ? a + b : (a - b) * CLIMB;
        sum += rank[i] == rank[i + 1] ? a : 0;
    }
    return sum;
}

static line_value value_line(const unsigned rank[4])
{
    const unsigned turned[4] = {rank[3], rank[2], rank[1], rank[0]};
    return (line_value){value_falling(rank), value_falling(turned)};
}

static float better_end(line_value sum)
{
    return sum[0] > sum[1] ? sum[0] : sum[1];
}

static float value_rows(const formation *tables, uint64_t rows)
{
    return better_end((tables->line[rows & 0xffff] + tables->line[rows >> 16 & 0xffff]) +
                      (tables->line[rows >> 32 & 0xffff] + tables->line[rows >> 48]));
}

/* The same for boards with tiles above 32768, which are not in the tables. */
static float value_high_rows(eleven_bitboard rows)
{
    line_value sum = {0, 0};
    for (unsigned y = 0; y < 4; y++) {
        unsigned rank[4];
        for (unsigned x = 0; x < 4; x++)
            rank[x] = eleven_bitboard_get(rows, 4 * y + x);
        sum += value_line(rank);
    }
    return better_end(sum);
}

static void value_boards(const void *state, const eleven_bitboard *after, size_t count, float *values)
{
    enum { TRANSPOSED = 4 };
    for (size_t i = 0; i < count; i++)
        values[i] = after[i].high
                        ? value_high_rows(after[i]) + value_high_rows(eleven_bitboard_symmetry(after[i], TRANSPOSED))
                        : value_rows(state, after[i].low) + value_rows(state, low_transpose(after[i].low));
}

formation *formation_new(void)
{
    formation *tables = malloc(sizeof *tables);
    for (unsigned line = 0; tables && line < FORMATION_LINES; line++) {
        const unsigned rank[4] = {line & 15, line >> 4 & 15, line >> 8 & 15, line >> 12};
        tables->line[line] = value_line(rank);
    }
    return tables;
}

void formation_free(formation *tables)
{
    free(tables);
}

eleven_evaluator formation_evaluator(const formation *tables)
{
    return (eleven_evaluator){tables, value_boards, 0, LOST};
}
