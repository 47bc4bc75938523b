/* A deliberately plain 2048, the unit in which the bench measures: a board of 16 nibbles, one table of 65,536 rows
 * for each direction, a transpose for columns, xoroshiro128+ for chance. It is what most programs do, and nothing
 * more. It shares no code with the project, so that its speed never changes. 32768 + 32768 overflows here, which
 * random play never reaches. */
#include "bench/calibrator.h"

#include <stdbool.h>

static uint16_t row_left[65536], row_right[65536];
static uint32_t row_score[65536];
static uint64_t chance[2];

static uint64_t next_random(void)
{
    uint64_t a = chance[0], b = chance[1], sum = a + b;
    b ^= a;
    chance[0] = (a << 24 | a >> 40) ^ b ^ b << 16;
    chance[1] = b << 37 | b >> 27;
    return sum;
}

static unsigned row_reverse(unsigned row)
{
    return (row >> 12 & 0xf) | (row >> 4 & 0xf0) | (row << 4 & 0xf00) | (row << 12 & 0xf000);
}

static void fill_tables(void)
{
    for (unsigned row = 0; row < 65536; row++) {
        unsigned line[4] = {row & 15, row >> 4 & 15, row >> 8 & 15, row >> 12};
        unsigned out[4] = {0}, at = 0, waiting = 0, score = 0;
        for (unsigned i = 0; i < 4; i++) {
            if (line[i] == 0)
                continue;
            if (waiting == line[i]) {
                out[at - 1] = (line[i] + 1) & 15;
                score += 2u << line[i];
                waiting = 0;
            } else {
                out[at++] = waiting = line[i];
            }
        }
        unsigned left = out[0] | out[1] << 4 | out[2] << 8 | out[3] << 12;
        row_left[row] = (uint16_t)left;
        row_right[row_reverse(row)] = (uint16_t)row_reverse(left);
        row_score[row] = score;
    }
}

static uint64_t transpose(uint64_t board)
{
    uint64_t swap = (board ^ board >> 12) & UINT64_C(0x0000f0f00000f0f0);
    board ^= swap ^ swap << 12;
    swap = (board ^ board >> 24) & UINT64_C(0x00000000ff00ff00);
    return board ^ swap ^ swap << 24;
}

static uint64_t slide_rows(const uint16_t *table, uint64_t board, uint64_t *score)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < 64; i += 16) {
        unsigned row = board >> i & 0xffff;
        result |= (uint64_t)table[row] << i;
        *score += row_score[row];
    }
    return result;
}

static uint64_t slide(uint64_t board, unsigned direction, uint64_t *score)
{
    const uint16_t *table = direction & 1 ? row_right : row_left;
    if (direction & 2)
        return transpose(slide_rows(table, transpose(board), score));
    return slide_rows(table, board, score);
}

static uint64_t spawn(uint64_t board)
{
    uint64_t empties = board | board >> 1, word = next_random();
    empties = ~(empties | empties >> 2) & UINT64_C(0x1111111111111111);
    unsigned count = 0;
    for (uint64_t rest = empties; rest; rest &= rest - 1)
        count++;
    for (unsigned n = (unsigned)((word >> 32) * count >> 32); n; n--)
        empties &= empties - 1;
    return board | (empties & -empties) << ((uint32_t)word < UINT32_C(429496730));
}

/* Draws directions until one moves; false when all four are in vain. */
static bool step(uint64_t *board, uint64_t *score)
{
    for (unsigned tried = 0; tried != 15;) {
        unsigned direction = (unsigned)(next_random() >> 62);
        uint64_t gain = 0, slid = slide(*board, direction, &gain);
        if (slid != *board) {
            *board = spawn(slid);
            *score += gain;
            return true;
        }
        tried |= 1u << direction;
    }
    return false;
}

calibrator_result calibrator_run(uint64_t games)
{
    calibrator_result result = {0, 0, 0};
    fill_tables();
    chance[0] = UINT64_C(0x2048);
    chance[1] = UINT64_C(0x131072);
    for (uint64_t game = 0; game < games; game++) {
        uint64_t board = spawn(spawn(0));
        while (step(&board, &result.score))
            result.moves++;
        result.hash = (result.hash ^ board) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return result;
}
