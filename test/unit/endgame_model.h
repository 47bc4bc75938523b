/* Endgame tables a second time: the same chances by plain recursion over tiles, from pictures of the formations.
 *
 *      #    locked             a digit: how far below the goal the highest rank on this cell is
 *
 * Written for the tiny tables. */
#ifndef ENDGAME_MODEL_H
#define ENDGAME_MODEL_H

#include "expect.h"
#include "eleven/endgame.h"
#include "../oracle/oracle.h"

#include <math.h>
#include <stdlib.h>

enum { MODEL_CELLS = 16, MODEL_FORMS = 6 };

typedef struct model_shape {
    unsigned locked;
    int goal;
    bool is_exact; /* the anchor, see below, is the goal, and every pair of tiles one rank lower reaches it */
    const char *limits;
    const char *reached[MODEL_FORMS]; /* each one way; a digit: exactly so far below the goal */
    unsigned fullest;                 /* half the sum of the other tiles, at most; no chance beyond */
    double *known;                    /* the chance before a new tile, by filling; below 0: not yet */
} model_shape;

/* clang-format off */
static model_shape model_six = {
    6, 6, false, "###1" "###2" "1233" "3333",
    {"...." "...." "1233" "....", "...." "...." "123." "..3.", "...." "...." "12.." "33..",
     "...." "...." "12.." ".33.", "...1" "...2" "..33" "....", "...1" "...2" "...3" "...3"}, 64, NULL};
static model_shape model_five = {
    5, 4, false, "###1" "##01" "1111" "2222",
    {"...1" "..01" "...." "....", "...." "..01" "...1" "....", "...." "..0." ".11." "....",
     "...." "..0." "..11" "....", "...." "..0." "..1." "..1.", "...1" "..02" "...2" "...."}, 32, NULL};
static model_shape model_last = {
    6, 4, true, "###1" "###1" "1111" "1111", {NULL}, 40, NULL};
static model_shape model_last_but_one = {
    6, 3, true, "###1" "###1" "1111" "1111", {NULL}, 36, NULL};
/* clang-format on */

/* ---- Boards --------------------------------------------------------------------------------------------- */

/* Slides 16 ranks; whether anything changed. */
static bool model_slide(uint8_t cells[MODEL_CELLS], unsigned direction)
{
    static const int first[] = {0, 3, 12, 0}, next[] = {1, 4, 1, 4}, step[] = {4, -1, -4, 1};
    bool changed = false;
    for (int line = 0; line < 4; line++) {
        uint8_t *at = cells + first[direction] + line * next[direction], kept[5] = {0};
        int count = 0;
        bool may_merge = false;
        for (int i = 0; i < 4; i++) {
            uint8_t rank = at[i * step[direction]];
            if (!rank)
                continue;
            bool merges = may_merge && kept[count - 1] == rank;
            if (merges)
                kept[count - 1]++;
            else
                kept[count++] = rank;
            may_merge = !merges;
        }
        for (int i = 0; i < 4; i++) {
            changed = changed || at[i * step[direction]] != kept[i];
            at[i * step[direction]] = kept[i];
        }
    }
    return changed;
}

/* One of the eight ways to look at a board. */
static void model_turn(const uint8_t from[MODEL_CELLS], unsigned way, uint8_t to[MODEL_CELLS])
{
    for (unsigned y = 0; y < 4; y++)
        for (unsigned x = 0; x < 4; x++) {
            unsigned a = way & 1 ? 3 - x : x, b = way & 2 ? 3 - y : y;
            to[4 * y + x] = from[way & 4 ? 4 * a + b : 4 * b + a];
        }
}

/* ---- Chances -------------------------------------------------------------------------------------------- */

static bool model_is_reached(const model_shape *shape, int goal, const uint8_t cells[MODEL_CELLS])
{
    for (unsigned i = 0; shape->is_exact && i < MODEL_CELLS; i++) {
        bool has_right = i % 4 < 3 && cells[i] == cells[i + 1], has_below = i < 12 && cells[i] == cells[i + 4];
        if (cells[i] == goal - 1 && (has_right || has_below))
            return true;
    }
    for (unsigned form = 0; form < MODEL_FORMS && !shape->is_exact; form++) {
        bool is = true;
        for (unsigned i = 0; i < MODEL_CELLS; i++)
            is = is && (shape->reached[form][i] == '.' || cells[i] == goal - (shape->reached[form][i] - '0'));
        if (is)
            return true;
    }
    return false;
}

/* Where the chance of a filling is kept; NULL where a tile is, or all are, too large. With `size`: how many places
 * there are. */
static double *model_place(const model_shape *shape, const uint8_t cells[MODEL_CELLS], size_t *size)
{
    size_t number = 0, all = 1;
    unsigned full = 0;
    for (unsigned i = 0; i < MODEL_CELLS; i++) {
        int most = shape->goal - (shape->limits[i] - '0');
        if (shape->limits[i] == '#')
            continue;
        if (!size && cells[i] > most)
            return NULL;
        number = number * (unsigned)(most + 1) + (size ? 0 : cells[i]);
        full += cells[i] ? 1u << (cells[i] - 1) : 0;
        all *= (unsigned)(most + 1);
    }
    if (size) {
        *size = all;
        return NULL;
    }
    return full > shape->fullest ? NULL : shape->known + number;
}

static double model_before_tile(const model_shape *shape, const uint8_t cells[MODEL_CELLS]);

/* After a move that has led from `before` to `after`: nothing if a locked tile is another one now. */
static double model_after_move(const model_shape *shape, const uint8_t before[MODEL_CELLS],
                               const uint8_t after[MODEL_CELLS])
{
    for (unsigned i = 0; i < MODEL_CELLS; i++)
        if (shape->limits[i] == '#' && before[i] != after[i])
            return 0;
    return model_before_tile(shape, after);
}

static double model_best(const model_shape *shape, const uint8_t cells[MODEL_CELLS])
{
    double best = 0;
    for (unsigned direction = 0; direction < 4; direction++) {
        uint8_t after[MODEL_CELLS];
        memcpy(after, cells, sizeof after);
        if (model_slide(after, direction))
            best = fmax(best, model_after_move(shape, cells, after));
    }
    return best;
}

/* The mean over the new tile. What is locked is larger than all else here, and all different. */
static double model_before_tile(const model_shape *shape, const uint8_t cells[MODEL_CELLS])
{
    double *known = model_place(shape, cells, NULL), sum = 0;
    unsigned empty = 0;
    if (!known || *known >= 0)
        return known ? *known : 0;
    uint8_t with[MODEL_CELLS];
    for (unsigned i = 0; i < MODEL_CELLS; i++)
        with[i] = shape->limits[i] == '#' ? (uint8_t)(100 + i) : cells[i];
    for (unsigned i = 0; i < MODEL_CELLS; i++) {
        if (with[i] || model_is_reached(shape, shape->goal, cells))
            continue;
        empty++;
        with[i] = 1;
        sum += 0.9 * model_best(shape, with);
        with[i] = 2;
        sum += 0.1 * model_best(shape, with);
        with[i] = 0;
    }
    return *known = empty ? sum / empty : 1;
}

/* ---- Formations ----------------------------------------------------------------------------------------- */

static int model_least(int a, int b)
{
    return a < b ? a : b;
}

/* Locked neighbours are different, the tile at the inner end is below a larger one, and all other tiles are too small
 * to merge with the smallest locked tile, the anchor. */
static bool model_fits(const model_shape *shape, const uint8_t c[MODEL_CELLS])
{
    bool is_six = shape->locked == 6;
    int anchor = is_six ? model_least(model_least(c[4], c[5]), c[6]) : model_least(c[2], c[5]);
    int near = model_least(shape->goal, anchor);
    bool fits = c[0] && c[1] && c[0] != c[1] && c[1] != c[2] && c[0] != c[4] && c[1] != c[5] && c[4] != c[5] &&
                c[5] != c[6] && c[2] > c[6];
    if (!is_six)
        fits = fits && c[4] > c[5] && c[5] > c[6] && c[2] != c[5];
    for (unsigned i = 0; i < MODEL_CELLS; i++) {
        bool is_sixth = !is_six && i == 6;
        if (shape->limits[i] != '#' && c[i])
            fits = fits && c[i] <= (is_sixth ? shape->goal : near - (shape->limits[i] - '0'));
    }
    return fits && (!shape->is_exact || anchor == shape->goal) &&
           !model_is_reached(shape, is_six ? near : shape->goal, c);
}

/* What a table may say about a board: the images in which it is one of its boards. */
typedef struct model_answer {
    unsigned images;
    double chances[8][ELEVEN_DIRECTIONS], best[8], most;
} model_answer;

static model_answer model_ask(const model_shape *shape, const uint8_t cells[MODEL_CELLS])
{
    model_answer answer = {0};
    for (unsigned way = 0; way < 8; way++) {
        uint8_t before[MODEL_CELLS], slid[MODEL_CELLS], after[MODEL_CELLS];
        unsigned k = answer.images;
        model_turn(cells, way, before);
        if (!model_fits(shape, before))
            continue;
        answer.images++;
        for (unsigned direction = 0; direction < 4; direction++) {
            memcpy(slid, cells, sizeof slid);
            if (!model_slide(slid, direction))
                continue;
            model_turn(slid, way, after);
            answer.chances[k][direction] = model_after_move(shape, before, after);
            answer.best[k] = fmax(answer.best[k], answer.chances[k][direction]);
        }
        answer.most = fmax(answer.most, answer.best[k]);
    }
    return answer;
}

static inline void model_open(model_shape *shape)
{
    size_t size;
    const uint8_t none[MODEL_CELLS] = {0};
    model_place(shape, none, &size);
    shape->known = malloc(size * sizeof *shape->known);
    assert_non_null(shape->known);
    for (size_t i = 0; i < size; i++)
        shape->known[i] = -1;
}

static inline void model_close(model_shape *shape)
{
    free(shape->known);
    shape->known = NULL;
}

#endif
