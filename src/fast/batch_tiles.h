/* The batch's kernel, second part: chance. Random bits, numbers below a number, dice, and the tiles that follow. */
#include "fast/batch_slide.h"

/* ---- Random bits --------------------------------------------------------------------------------------- */

/* Four-tap generalized feedback shift registers (Ziff, 1998), one for each lane: x[n] = x[n-216] ^ x[n-337] ^
 * x[n-579] ^ x[n-1279], in a ring of 1279 vectors. The polynomial is irreducible and 2^1279 - 1 is prime, so
 * that every lane's bits have that period. */
LANES_INLINE const lanes *chance_before(const lanes *x, unsigned i, unsigned lag)
{
    return x + (i < lag ? i + CHANCE_LAG - lag : i - lag);
}

/* In pieces within which no tap wraps around. */
LANES_INLINE void chance_fill(lanes *x, unsigned from, unsigned to)
{
    while (from < to) {
        unsigned wrap = from < 216 ? 216 : from < 337 ? 337 : from < 579 ? 579 : to;
        const lanes *a = chance_before(x, from, 216), *b = chance_before(x, from, 337);
        const lanes *c = chance_before(x, from, 579);
        for (unsigned end = to < wrap ? to : wrap; from < end; from++)
            x[from] = lanes_xor_3(x[from], *a++, *b++) ^ *c++;
    }
}

/* Computes the next `count` vectors of random bits, side by side; `*at` is the place in the ring. They are computed
 * where they are used, since other work then hides the time that their memory takes. */
LANES_INLINE const lanes *chance_draw(lanes *block, unsigned *at, unsigned count)
{
    lanes *x = block + CHANCE;
    if (*at + count > CHANCE_LAG) {
        chance_fill(x, *at, CHANCE_LAG);
        *at = 0;
    }
    chance_fill(x, *at, *at + count);
    *at += count;
    return x + *at - count;
}

/* ---- New tiles ----------------------------------------------------------------------------------------- */

/* One in ten, exactly: five random bits are 0..2 (three of 32: yes), 3..29 (27: no), or 30 and 31 (roll
 * again). `done` becomes set where a yes or no has come out. */
LANES_INLINE lanes four_roll(const lanes *chance, lanes *done)
{
    lanes high = lanes_or_3(chance[4], chance[3], chance[2]);
    lanes yes = lanes_and_not_2(~(lanes){0}, high, chance[1] & chance[0]);
    lanes again = lanes_and_3(chance[4], chance[3], chance[2]) & chance[1];
    *done = ~again;
    return yes;
}

LANES_INLINE lanes four_roll_twice(const lanes *chance, lanes *done)
{
    lanes first_done, second_done;
    lanes first = four_roll(chance, &first_done), second = four_roll(chance + 5, &second_done);
    *done = first_done | second_done;
    return lanes_choose(first_done, first, second);
}

LANES_INLINE lanes number_is_below(const lanes a[4], const lanes b[4])
{
    lanes below = ~a[0] & b[0];
    below = lanes_borrow(a[1], b[1], below);
    below = lanes_borrow(a[2], b[2], below);
    return lanes_borrow(a[3], b[3], below);
}

/* sum = a + b, a up to 12 and b up to 4. */
LANES_INLINE void count_add(const lanes a[4], empty_count b, lanes sum[4])
{
    sum[0] = a[0] ^ b.bit[0];
    lanes carry = a[0] & b.bit[0];
    sum[1] = lanes_xor_3(a[1], b.bit[1], carry);
    carry = lanes_majority(a[1], b.bit[1], carry);
    sum[2] = lanes_xor_3(a[2], b.bit[2], carry);
    sum[3] = a[3] ^ lanes_majority(a[2], b.bit[2], carry);
}

/* Draws n uniform below `count` (1..15) by rejection: as many random bits as the largest n needs, twice if
 * they come out too large. Returns where n is good. */
LANES_INLINE lanes number_draw(const lanes count[4], const lanes *chance, lanes n[4])
{
    lanes most[4], ok, again[4];
    most[3] = count[3] ^ lanes_and_not_2(~count[0], count[1], count[2]);
    most[2] = lanes_xor_and_not(count[2], ~count[0], count[1]);
    most[1] = ~(count[1] ^ count[0]);
    lanes use_2 = most[3] | most[2], use_1 = use_2 | most[1], use_0 = lanes_or_and_not(use_1, ~use_1, count[0]);
    n[3] = chance[0] & most[3];
    n[2] = chance[1] & use_2;
    n[1] = chance[2] & use_1;
    n[0] = chance[3] & use_0;
    ok = number_is_below(n, count);
    again[3] = chance[4] & most[3];
    again[2] = chance[5] & use_2;
    again[1] = chance[6] & use_1;
    again[0] = chance[7] & use_0;
    lanes again_ok = number_is_below(again, count);
    LANES_UNROLL for (unsigned i = 0; i < 4; i++) n[i] = lanes_choose(ok, n[i], again[i]);
    return ok | again_ok;
}

/* The n-th empty cell, n below the sum of the rooms, row by row: which row, and which cell of it from its
 * end. */
typedef struct tile_place {
    lanes row[4], n[2];
} tile_place;

LANES_INLINE tile_place place_of(lanes up_to[4][4], const lanes n[4])
{
    tile_place at;
    lanes in_0 = number_is_below(n, up_to[0]), in_1 = number_is_below(n, up_to[1]), in_2 = number_is_below(n, up_to[2]);
    at.row[0] = in_0;
    at.row[1] = in_1 & ~in_0;
    at.row[2] = in_2 & ~in_1;
    at.row[3] = ~in_2;
    lanes before[2];
    LANES_UNROLL for (unsigned i = 0; i < 2; i++)
    {
        before[i] = lanes_or_and(at.row[1] & up_to[0][i], at.row[2], up_to[1][i]);
        before[i] = lanes_or_and(before[i], at.row[3], up_to[2][i]);
    }
    at.n[0] = n[0] ^ before[0];
    at.n[1] = lanes_xor_3(n[1], before[1], before[0] & ~n[0]);
    return at;
}

/* Puts a tile where `two` or `four` say, on the place. */
LANES_INLINE void tile_put(lanes *block, const tile_place *at, lanes two, lanes four)
{
    lanes two_at[4] = {lanes_and_3(two, at->n[1], at->n[0]), lanes_and_and_not(two, at->n[1], at->n[0]),
                       lanes_and_and_not(two, at->n[0], at->n[1]), lanes_and_not_2(two, at->n[1], at->n[0])};
    lanes four_at[4] = {lanes_and_3(four, at->n[1], at->n[0]), lanes_and_and_not(four, at->n[1], at->n[0]),
                        lanes_and_and_not(four, at->n[0], at->n[1]), lanes_and_not_2(four, at->n[1], at->n[0])};
    LANES_UNROLL for (unsigned y = 0; y < 4; y++)
    {
        LANES_UNROLL for (unsigned x = 0; x < 4; x++)
        {
            lanes *cell = block + PLANE + 4 * y + x;
            cell[0] = lanes_or_and(cell[0], at->row[y], two_at[x]);
            cell[16] = lanes_or_and(cell[16], at->row[y], four_at[x]);
        }
    }
}

/* Counts fours. A carry out of the lowest bits comes once in 16 rounds at most, and is added later. */
LANES_INLINE void fours_count(lanes *block, lanes four)
{
    LANES_UNROLL for (unsigned i = 0; i < FOURS_LOW; i++)
    {
        lanes old = block[FOUR + i];
        block[FOUR + i] = old ^ four;
        four &= old;
    }
    block[CARRY] |= four;
}

LANES_INLINE void tile_spawn(lanes *block, const empty_count empty[4], lanes moved, const lanes *chance)
{
    const lanes none = {0};
    lanes up_to[4][4] = {{empty[0].bit[0], empty[0].bit[1], empty[0].bit[2], none}};
    count_add(up_to[0], empty[1], up_to[1]);
    count_add(up_to[1], empty[2], up_to[2]);
    count_add(up_to[2], empty[3], up_to[3]);

    lanes n[4], rolled;
    lanes drawn = number_draw(up_to[3], chance, n);
    lanes is_four = four_roll_twice(chance + 8, &rolled);
    tile_place at = place_of(up_to, n);

    lanes wanted = moved | block[OWED];
    lanes put = lanes_and_3(wanted, drawn, rolled);
    block[OWED] = wanted & ~put;
    block[SPAWNED] = put;
    tile_put(block, &at, put & ~is_four, put & is_four);
    fours_count(block, put & is_four);
}
