/* The batch's kernel: hundreds of games in step, one bit position each, by boolean algebra alone. Included once for
 * each vector width by batch_128.c, vectors_256.c and vectors_512.c, which set LANES_BITS. batch_slide.h and
 * batch_tiles.h are parts of it. The results do not depend on the width, since lanes never mix and each has its own
 * random bits.
 *
 * A rank is five bits, so a board is 16 x 5 vectors; the fifth is skipped while no tile of a block is high. One row of
 * three games, a column for each game; the row of the first game is 2 2 . 4:
 *
 *                cell a     cell b     cell c     cell d
 *     bit 0      1 0 1      1 1 0      0 0 1      0 1 0
 *     bit 1      0 1 0      0 0 0      0 1 0      1 0 0
 *     bit 2      0 0 0      0 0 1      0 0 0      0 0 0
 *                |          |          |          |
 *                rank 1     rank 1     empty      rank 2      of the first game
 *
 * "a and b are equal tiles" is then a few operations on whole vectors, and the answer is one bit for each game:
 *
 *     merges = tile(a) & ~((a0 ^ b0) | (a1 ^ b1) | (a2 ^ b2) | (a3 ^ b3) | (a4 ^ b4))
 *
 * Nothing branches on a board: where a game merges, its bit in `merges` chooses the new value, elsewhere the old one. A
 * round of one block:
 *
 *     draw directions -> turn every board so that it slides left -> slide its four rows -> draw and place tiles
 *
 * Every choice is exactly uniform by rejection: a lane whose random bits name no legal direction, no empty cell or
 * no face of the die rolls again in the next round. */
#include "fast/batch_tiles.h"

#define BATCH_BLOCKS (COLUMNS / LANES_WORDS)

LANES_INLINE lanes *block_of(batch_word *vectors, unsigned b)
{
    return (lanes *)vectors + b * VECTORS;
}

/* ---- Rounds -------------------------------------------------------------------------------------------- */
/* One move of every game of a block in its direction, if that is legal and the game owes no tile. */
LANES_INLINE void block_move(lanes *block, lanes vertical, lanes far, const lanes *chance, unsigned planes)
{
    lanes *frame = block + FRAME, turned[PLANES][16];
    lanes owed = block[OWED];
    lanes across = (vertical ^ frame[2]) & ~owed;
    lanes back = (far ^ lanes_choose(vertical, frame[1], frame[0])) & ~owed;
    frame[2] ^= across;
    frame[0] = lanes_xor_and_not(frame[0], back, frame[2]);
    frame[1] = lanes_xor_and(frame[1], back, frame[2]);
    for (unsigned p = 0; p < planes; p++)
        plane_turn(block + PLANE + 16 * p, across, back, turned[p]);

    empty_count empty[4];
    lanes moved = {0};
    for (unsigned y = 0; y < 4; y++)
        empty[y] = row_slide((const lanes(*)[16])turned, block, y, owed, &moved, planes);
    block[MOVED] = moved;
    block[VERTICAL] = vertical;
    block[FAR] = far;
    tile_spawn(block, empty, moved, chance);
}

static __attribute__((noinline)) void round_low(lanes *block, lanes vertical, lanes far, const lanes *chance)
{
    block_move(block, vertical, far, chance, 4);
}

static __attribute__((noinline)) void round_high(lanes *block, lanes vertical, lanes far, const lanes *chance)
{
    block_move(block, vertical, far, chance, 5);
}

static unsigned batch_rounds(batch_word *vectors, unsigned chance, unsigned rounds)
{
    unsigned at = chance;
    for (unsigned b = 0; b < BATCH_BLOCKS; b++) {
        lanes *block = block_of(vectors, b);
        bool high = lanes_any(block[HIGH]);
        at = chance;
        for (unsigned i = 0; i < rounds; i++) {
            const lanes *dice = chance_draw(block, &at, CHANCE_FOR_ROUND);
            (high ? round_high : round_low)(block, dice[0], dice[1], dice + 2);
        }
    }
    return at;
}

static unsigned batch_step(batch_word *vectors, unsigned chance, const eleven_lanes *vertical, const eleven_lanes *far)
{
    unsigned at = chance;
    for (unsigned b = 0; b < BATCH_BLOCKS; b++) {
        lanes *block = block_of(vectors, b), v, f;
        __builtin_memcpy(&v, vertical->word + b * LANES_WORDS, sizeof v);
        __builtin_memcpy(&f, far->word + b * LANES_WORDS, sizeof f);
        at = chance;
        const lanes *dice = chance_draw(block, &at, CHANCE_FOR_ROUND);
        (lanes_any(block[HIGH]) ? round_high : round_low)(block, v, f, dice + 2);
    }
    return at;
}

/* ---- Losing and starting ------------------------------------------------------------------------------- */
/* Where the board is full and no two neighbours are equal. */
LANES_INLINE lanes block_is_lost(const lanes *block)
{
    lanes cell[16][PLANES], full = ~(lanes){0}, stuck = full;
    for (unsigned i = 0; i < 16; i++) {
        LANES_UNROLL for (unsigned p = 0; p < PLANES; p++) cell[i][p] = block[PLANE + 16 * p + i];
        full &= cell_is_tile(cell[i], PLANES);
    }
    for (unsigned i = 0; i < 16; i++) {
        if (i % 4 != 3)
            stuck &= cells_differ((lanes){0}, cell[i], cell[i + 1], PLANES);
        if (i < 12)
            stuck &= cells_differ((lanes){0}, cell[i], cell[i + 4], PLANES);
    }
    return full & stuck;
}

LANES_INLINE void carry_add(lanes *block)
{
    lanes carry = block[CARRY];
    for (unsigned i = FOURS_LOW; i < FOURS; i++) {
        lanes old = block[FOUR + i];
        block[FOUR + i] = old ^ carry;
        carry &= old;
    }
    block[CARRY] = (lanes){0};
}

/* Marks lanes where a tile could reach rank 16 before the next check. A tile of rank m cannot exceed m + 4 until then,
 * since 16 tiles of rank m and CHECK_ROUNDS fours are together less than one tile of rank m + 5. */
LANES_INLINE void high_mark(lanes *block)
{
    lanes high = {0};
    for (unsigned i = 0; i < 16; i++)
        high |= lanes_or_and(block[PLANE + 64 + i], block[PLANE + 48 + i], block[PLANE + 32 + i]);
    block[HIGH] = high;
}

/* Moves lost games into the grave where that is free, and empties their lanes; but only after the last position has
 * been visible for a round. */
LANES_INLINE void games_bury(lanes *block)
{
    lanes lost = lanes_and_not_2(block_is_lost(block), block[BURIED], block[SPAWNED]);
    if (!lanes_any(lost))
        return;
    for (unsigned i = 0; i < CARRY; i++) {
        block[GRAVE + i] = lanes_choose(lost, block[i], block[GRAVE + i]);
        block[i] &= ~lost;
    }
    block[BURIED] |= lost;
    block[VACANT] |= lost;
}

/* The cells 4y + x with n = 15 - cell, as a place. */
LANES_INLINE tile_place place_from(const lanes *n)
{
    return (tile_place){{lanes_and_not_2(~(lanes){0}, n[2], n[3]), n[2] & ~n[3], n[3] & ~n[2], n[3] & n[2]},
                        {n[0], n[1]}};
}

/* Two tiles on two different cells of every vacant lane; where both cells are the same, everything is drawn again the
 * next time. */
LANES_INLINE void games_start(lanes *block, const lanes *chance)
{
    lanes rolled[2], four[2];
    four[0] = four_roll_twice(chance + 8, &rolled[0]);
    four[1] = four_roll_twice(chance + 18, &rolled[1]);
    lanes differ = cells_differ((lanes){0}, chance, chance + 4, 4);
    lanes good = lanes_and_3(block[VACANT], differ, rolled[0] & rolled[1]);
    block[VACANT] &= ~good;
    for (unsigned i = 0; i < 2; i++) {
        tile_place at = place_from(chance + 4 * i);
        tile_put(block, &at, good & ~four[i], good & four[i]);
        fours_count(block, good & four[i]);
    }
}

static unsigned batch_tend(batch_word *vectors, unsigned chance)
{
    unsigned at = chance;
    for (unsigned b = 0; b < BATCH_BLOCKS; b++) {
        lanes *block = block_of(vectors, b);
        at = chance;
        carry_add(block);
        games_bury(block);
        high_mark(block);
        games_start(block, chance_draw(block, &at, CHANCE_FOR_START));
    }
    return at;
}

/* ---- Reports ------------------------------------------------------------------------------------------- */
/* Transposes 64x64 bits of every column: exchanges quarters, then quarters of quarters, down to single bits. */
LANES_INLINE void bits_transpose(lanes x[64])
{
    uint64_t keep = UINT64_C(0x00000000ffffffff);
    for (unsigned step = 32; step; step /= 2, keep ^= keep << step) {
        for (unsigned i = 0; i < 64; i = ((i | step) + 1) & ~step) {
            lanes exchanged = ((x[i] >> step) ^ x[i + step]) & keep;
            x[i + step] ^= exchanged;
            x[i] ^= exchanged << step;
        }
    }
}

/* Copies the words of a block's vectors to their columns. */
LANES_INLINE void words_out(const lanes x[64], unsigned b, uint64_t to[64][COLUMNS])
{
    for (unsigned i = 0; i < 64; i++)
        __builtin_memcpy(to[i] + b * LANES_WORDS, &x[i], sizeof x[i]);
}

/* Turns one plane back into what the boards were. */
LANES_INLINE void plane_turn_back(const lanes *from, const lanes *frame, lanes *to)
{
    plane_turn(from, frame[2], frame[0], to);
    LANES_UNROLL for (unsigned x = 0; x < 4; x++)
    {
        cells_swap(frame[1], &to[x], &to[12 + x]);
        cells_swap(frame[1], &to[4 + x], &to[8 + x]);
    }
}

/* The largest rank, bit by bit from the top: of the cells still in the race, those with the bit set, if any, stay in
 * it.
 *
 *     ranks 3 5 4    bit 2: 5 and 4 stay    bit 1: none has it, both stay    bit 0: 5 stays    largest 101 = 5 */
LANES_INLINE void largest_find(const lanes cell[PLANES][16], lanes largest[PLANES])
{
    lanes race[16];
    for (unsigned i = 0; i < 16; i++)
        race[i] = ~(lanes){0};
    for (unsigned p = PLANES; p-- > 0;) {
        lanes some = {0};
        for (unsigned i = 0; i < 16; i++)
            some = lanes_or_and(some, race[i], cell[p][i]);
        for (unsigned i = 0; i < 16; i++)
            race[i] = lanes_and_not_2(race[i], some, cell[p][i]) | lanes_and_3(race[i], some, cell[p][i]);
        largest[p] = some;
    }
}

static void batch_read(batch_word *vectors, bool of_graves, uint64_t board[64][COLUMNS], uint64_t extra[64][COLUMNS])
{
    for (unsigned b = 0; b < BATCH_BLOCKS; b++) {
        const lanes *game = block_of(vectors, b) + (of_graves ? GRAVE : 0);
        lanes cell[PLANES][16], x[64];
        for (unsigned p = 0; p < PLANES; p++)
            plane_turn_back(game + PLANE + 16 * p, game + FRAME, cell[p]);
        for (unsigned i = 0; i < 64; i++)
            x[i] = cell[i % 4][i / 4];
        bits_transpose(x);
        words_out(x, b, board);
        for (unsigned i = 0; i < 64; i++)
            x[i] = i < 16 ? cell[4][i] : (lanes){0};
        largest_find((const lanes(*)[16])cell, x + EXTRA_LARGEST);
        for (unsigned i = 0; i < (of_graves ? FOURS : GRAVE - FOUR); i++)
            x[EXTRA_FOURS + i] = game[FOUR + i];
        bits_transpose(x);
        words_out(x, b, extra);
    }
}

/* ---- Legal directions ---------------------------------------------------------------------------------- */
/* Where a line of neighbours can slide toward its first cell (near) or its last (far). */
typedef struct line_ways {
    lanes near, far;
} line_ways;

LANES_INLINE void pair_look(lanes cell[16][PLANES], const lanes has_tile[16], unsigned a, unsigned b, line_ways *line)
{
    lanes equal = has_tile[a] & ~cells_differ((lanes){0}, cell[a], cell[b], PLANES);
    line->near |= lanes_or_and_not(equal, has_tile[b], has_tile[a]);
    line->far |= lanes_or_and_not(equal, has_tile[a], has_tile[b]);
}

static void batch_legal(batch_word *vectors, eleven_lanes out[ELEVEN_DIRECTIONS])
{
    for (unsigned b = 0; b < BATCH_BLOCKS; b++) {
        const lanes *block = block_of(vectors, b), *frame = block + FRAME;
        lanes cell[16][PLANES], has_tile[16], free = ~block[OWED];
        line_ways rows = {{0}, {0}}, columns = {{0}, {0}};
        for (unsigned i = 0; i < 16; i++) {
            LANES_UNROLL for (unsigned p = 0; p < PLANES; p++) cell[i][p] = block[PLANE + 16 * p + i];
            has_tile[i] = cell_is_tile(cell[i], PLANES);
        }
        for (unsigned i = 0; i < 16; i++) {
            if (i % 4 != 3)
                pair_look(cell, has_tile, i, i + 1, &rows);
            if (i < 12)
                pair_look(cell, has_tile, i, i + 4, &columns);
        }
        /* From the image's directions to the board's: exchange the axes, then the ends of each. */
        line_ways x = {lanes_choose(frame[2], columns.near, rows.near), lanes_choose(frame[2], columns.far, rows.far)};
        line_ways y = {lanes_choose(frame[2], rows.near, columns.near), lanes_choose(frame[2], rows.far, columns.far)};
        lanes to[ELEVEN_DIRECTIONS];
        to[ELEVEN_LEFT] = lanes_choose(frame[0], x.far, x.near) & free;
        to[ELEVEN_RIGHT] = lanes_choose(frame[0], x.near, x.far) & free;
        to[ELEVEN_UP] = lanes_choose(frame[1], y.far, y.near) & free;
        to[ELEVEN_DOWN] = lanes_choose(frame[1], y.near, y.far) & free;
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            __builtin_memcpy(out[d].word + b * LANES_WORDS, &to[d], sizeof to[d]);
    }
}

const batch_kernel BATCH_KERNEL = {LANES_BITS, batch_tend, batch_rounds, batch_step, batch_legal, batch_read};
