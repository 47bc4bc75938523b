/* The inner loop of everything: images of a key side by side, and the least of them. */
#ifndef SOLVER_IMAGES_H
#define SOLVER_IMAGES_H

#include "solver/space.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Two images. Bit 62 is set while they are compared: then they are positive normal doubles, which are ordered
 * as their bits are, and every processor has a minimum of those. */
typedef uint64_t image_pair __attribute__((vector_size(16), may_alias));
#define IMAGE_ONE (UINT64_C(1) << 62)

static inline image_pair pair_least(image_pair a, image_pair b)
{
#ifdef __SSE2__
    return (image_pair)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    return (image_pair){a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]};
#endif
}

/* The images of a key; the last two pairs are in use only where the board is a square. */
typedef struct image_set {
    image_pair a, b, c, d;
} image_set;

static inline void image_add(const solve_space *space, image_set *set, const uint64_t *lanes)
{
    const image_pair *pairs = (const image_pair *)lanes;
    set->a += pairs[0];
    set->b += pairs[1];
    if (space->lanes == 4)
        return;
    set->c += pairs[2];
    set->d += pairs[3];
}

static inline image_set images_of(const solve_space *space, uint64_t key)
{
    const image_pair one = {IMAGE_ONE, IMAGE_ONE};
    image_set set = {one, one, one, one};
    uint64_t mask = (UINT64_C(1) << space->chunk_bits) - 1;
    for (unsigned chunk = 0; chunk < space->chunks; chunk++, key >>= space->chunk_bits)
        image_add(space, &set, space->images + (((size_t)chunk << space->chunk_bits) + (key & mask)) * space->lanes);
    return set;
}

static inline uint64_t image_least(const solve_space *space, const image_set *set)
{
    image_pair least = pair_least(set->a, set->b);
    if (space->lanes == 8)
        least = pair_least(least, pair_least(set->c, set->d));
    uint64_t a = least[0], b = least[1];
    return (a < b ? a : b) - IMAGE_ONE;
}

/* The images once the space's `spawn`-th new tile stands on an empty cell. */
static inline image_set images_with(const solve_space *space, const image_set *set, unsigned spawn, unsigned cell)
{
    image_set with = *set;
    image_add(space, &with, space->spawned + ((size_t)spawn * space->cells + cell) * space->lanes);
    return with;
}

static inline uint64_t canonical(const solve_space *space, uint64_t key)
{
    image_set set = images_of(space, key);
    return image_least(space, &set);
}

/* How many different images a canonical key has. */
static inline unsigned image_count(const solve_space *space, uint64_t key)
{
    const image_pair same = {key + IMAGE_ONE, key + IMAGE_ONE};
    image_set set = images_of(space, key);
    image_pair equal = (image_pair)(set.a == same) + (image_pair)(set.b == same);
    if (space->lanes == 8)
        equal += (image_pair)(set.c == same) + (image_pair)(set.d == same);
    return space->lanes / (unsigned)-(equal[0] + equal[1]);
}

/* The boards after a slide in each direction. */
static inline void space_slide(const solve_space *space, uint64_t key, space_moves *moves)
{
    if (!space->lines[ELEVEN_LEFT] || !space->lines[ELEVEN_UP]) {
        space_slide_slowly(space, key, moves);
        return;
    }
    uint64_t turned = 0, mask = (UINT64_C(1) << space->chunk_bits) - 1;
    for (unsigned chunk = 0; chunk < space->chunks; chunk++)
        turned |= space->turned[((size_t)chunk << space->chunk_bits) + (key >> chunk * space->chunk_bits & mask)];
    *moves = (space_moves){0};
    unsigned row_bits = space->bits * space->w, column_bits = space->bits * space->h;
    for (unsigned y = 0, at = 0; y < space->h; y++, at += row_bits) {
        uint64_t code = key >> at & ((UINT64_C(1) << row_bits) - 1);
        const space_line *left = &space->lines[ELEVEN_LEFT][code], *right = &space->lines[ELEVEN_RIGHT][code];
        moves->after[ELEVEN_LEFT] |= left->moved << at;
        moves->gain[ELEVEN_LEFT] += left->gain;
        moves->after[ELEVEN_RIGHT] |= right->moved << at;
        moves->gain[ELEVEN_RIGHT] += right->gain;
    }
    for (unsigned x = 0, at = 0; x < space->w; x++, at += space->bits, turned >>= column_bits) {
        uint64_t code = turned & ((UINT64_C(1) << column_bits) - 1);
        const space_line *up = &space->lines[ELEVEN_UP][code], *down = &space->lines[ELEVEN_DOWN][code];
        moves->after[ELEVEN_UP] |= up->moved << at;
        moves->gain[ELEVEN_UP] += up->gain;
        moves->after[ELEVEN_DOWN] |= down->moved << at;
        moves->gain[ELEVEN_DOWN] += down->gain;
    }
}

#endif
