/* Keys, their images and their lines: everything that follows from the rules and the size alone. */
#include "solver/space.h"
#include "base/memory.h"
#include "base/problem.h"

#include <string.h>

/* CHUNK_BITS: bits of a key that one image table looks up, at most. LINE_BITS: of the longest line that has a table. */
enum { CHUNK_BITS = 12, LINE_BITS = 20 };

/* ---- Possible tiles ------------------------------------------------------------------------------------- */
/* How many cells it takes to make a tile that merges from two tiles. One half is made first and waits on its cell while
 * the other half is made next to it, so the half that needs more cells is made first:
 *
 *     needs(merge of a and b) = max(needs(a), needs(b))        if they differ
 *                             = needs(a) + 1                   if they are equal
 *
 * This is how R. Sethi and J. Ullman count the registers of an expression (1970). */
static unsigned cells_of_merge(unsigned a, unsigned b)
{
    return a == b ? a + 1 : a > b ? a : b;
}

/* With a goal, only tiles below it merge, unless merges cascade. */
static bool can_merge(const eleven_rules *rules, unsigned a, unsigned b)
{
    return rules->merge[a][b] && (!rules->goal || rules->cascade || (a < rules->goal && b < rules->goal));
}

/* Finds the ranks that can be on the board, and how many cells it takes to make each. */
static void find_tiles(solve_space *space, const eleven_board *start)
{
    const eleven_rules *rules = &space->rules;
    unsigned *needed = space->cells_needed;
    for (unsigned cell = 0; start && cell < space->cells; cell++)
        needed[start->cells[cell]] = 1;
    needed[0] = 0;
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++) {
        if (rules->spawn_weight[rank])
            needed[rank] = 1;
        for (unsigned a = 1; a < rank; a++) {
            for (unsigned b = 1; b <= a; b++) {
                if (rules->merge[a][b] != rank || !can_merge(rules, a, b) || !needed[a] || !needed[b])
                    continue;
                unsigned both = cells_of_merge(needed[a], needed[b]);
                if (both <= space->cells && (!needed[rank] || both < needed[rank]))
                    needed[rank] = both;
            }
        }
        if (needed[rank])
            space->largest = (eleven_rank)rank;
    }
}

/* ---- Sums ----------------------------------------------------------------------------------------------- */
/* Whether no merge changes the sum of these weights; otherwise *a and *b are the ranks of one that does. */
static bool keeps_sum(const solve_space *space, unsigned *a, unsigned *b)
{
    const uint64_t *weight = space->weight;
    const unsigned *needed = space->cells_needed;
    for (*a = 1; *a < ELEVEN_RANKS; ++*a)
        for (*b = 1; *b <= *a; ++*b) {
            unsigned merged = space->rules.merge[*a][*b];
            if (merged && needed[*a] && needed[*b] && needed[merged] && weight[*a] + weight[*b] != weight[merged])
                return false;
        }
    return true;
}

/* Chooses weights whose sum a slide keeps: the face values, or powers of two if only equal tiles merge. */
static eleven_error choose_weights(solve_space *space, eleven_problem *problem)
{
    const eleven_rules *rules = &space->rules;
    unsigned a, b, c, d;
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
        space->weight[rank] = rules->value[rank];
    if (keeps_sum(space, &a, &b))
        return ELEVEN_OK;
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
        space->weight[rank] = UINT64_C(1) << (rank - 1);
    if (keeps_sum(space, &c, &d))
        return ELEVEN_OK;
    return problem_set(problem, ELEVEN_BAD_RULES,
                       "boards under the rules %s cannot be solved: merging %u and %u changes the sum of the tiles",
                       rules->name, (unsigned)rules->value[a], (unsigned)rules->value[b]);
}

/* Divides the weights by the greatest common divisor of the tiles that appear, so that there are no empty sums. */
static void divide_weights(solve_space *space)
{
    uint64_t divisor = 0;
    for (unsigned i = 0; i < space->spawn_ranks; i++) {
        uint64_t a = space->weight[space->spawn_rank[i]], b = divisor;
        while (b) {
            uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        divisor = a;
    }
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++)
        space->weight[rank] /= divisor;
    space->unit = divisor;
}

/* The largest sum. The cells are filled one after another, and each one with the heaviest tile that can be made on the
 * cells that are then still free. */
static void find_largest_sum(solve_space *space)
{
    for (unsigned free_cells = 1; free_cells <= space->cells; free_cells++) {
        uint64_t heaviest = 0;
        for (unsigned rank = 1; rank <= space->largest; rank++)
            if (space->cells_needed[rank] && space->cells_needed[rank] <= free_cells && space->weight[rank] > heaviest)
                heaviest = space->weight[rank];
        space->most += heaviest;
    }
}

static void list_spawns(solve_space *space)
{
    for (unsigned rank = 1; rank < ELEVEN_RANKS; rank++) {
        if (!space->rules.spawn_weight[rank])
            continue;
        space->spawn_rank[space->spawn_ranks] = (eleven_rank)rank;
        space->spawn_weight[space->spawn_ranks++] = space->rules.spawn_weight[rank];
        space->spawn_weights += space->rules.spawn_weight[rank];
    }
    for (unsigned count = 1; count <= ELEVEN_SPAWNS_MAX; count++)
        if (space->rules.count_weight[count])
            space->spawns_most = count;
    divide_weights(space);
    find_largest_sum(space);
    for (unsigned i = 0; i < space->spawn_ranks; i++)
        if (space->weight[space->spawn_rank[i]] > space->rise)
            space->rise = space->weight[space->spawn_rank[i]];
    space->rise *= space->spawns_most;
}

/* ---- Images --------------------------------------------------------------------------------------------- */
/* The place of a cell in an image: bits 0 and 1 mirror, bit 2 exchanges x and y, as in eleven_board_symmetry. */
static unsigned image_cell(const solve_space *space, unsigned cell, unsigned symmetry)
{
    unsigned x = cell % space->w, y = cell / space->w;
    x = symmetry & 1 ? space->w - 1 - x : x;
    y = symmetry & 2 ? space->h - 1 - y : y;
    return symmetry & 4 ? x * space->h + y : y * space->w + x;
}

static uint64_t image_unit(const solve_space *space, unsigned cell, unsigned symmetry)
{
    return UINT64_C(1) << space->bits * image_cell(space, cell, symmetry);
}

static void fill_spawned(solve_space *space)
{
    uint64_t *at = space->spawned;
    for (unsigned i = 0; i < space->spawn_ranks; i++)
        for (unsigned cell = 0; cell < space->cells; cell++)
            for (unsigned symmetry = 0; symmetry < space->lanes; symmetry++)
                *at++ = space->spawn_rank[i] * image_unit(space, cell, symmetry);
}

/* Fills in the images of all codes of a chunk. */
static void fill_chunk(solve_space *space, unsigned chunk)
{
    unsigned first = chunk * (space->chunk_bits / space->bits);
    uint64_t mask = (UINT64_C(1) << space->bits) - 1;
    for (uint64_t code = 0; code < UINT64_C(1) << space->chunk_bits; code++) {
        uint64_t *images = space->images + ((chunk << space->chunk_bits) + code) * space->lanes;
        uint64_t *transposed = space->transposed + ((chunk << space->chunk_bits) + code);
        for (unsigned k = 0; k < space->chunk_bits / space->bits && first + k < space->cells; k++) {
            uint64_t rank = code >> k * space->bits & mask;
            for (unsigned i = 0; i < space->lanes; i++)
                images[i] += rank * image_unit(space, first + k, i);
            *transposed |= rank * image_unit(space, first + k, 4);
        }
    }
}

static bool fill_images(solve_space *space)
{
    space->chunk_bits = CHUNK_BITS / space->bits * space->bits;
    space->chunks = (space->cells * space->bits + space->chunk_bits - 1) / space->chunk_bits;
    size_t codes = (size_t)space->chunks << space->chunk_bits;
    space->images = memory_lines_new(codes * space->lanes * sizeof *space->images);
    space->transposed = memory_zeroed(codes, sizeof *space->transposed);
    space->spawned =
        memory_lines_new((size_t)space->spawn_ranks * space->cells * space->lanes * sizeof *space->spawned);
    if (!space->images || !space->transposed || !space->spawned)
        return false;
    fill_spawned(space);
    memset(space->images, 0, codes * space->lanes * sizeof *space->images);
    for (unsigned chunk = 0; chunk < space->chunks; chunk++)
        fill_chunk(space, chunk);
    return true;
}

/* ---- Lines ---------------------------------------------------------------------------------------------- */
/* Slides the first row or column. `code` contains its cells from the left or from the top. */
static space_line slide_first_line(const solve_space *space, eleven_direction direction, uint64_t code)
{
    bool is_row = direction == ELEVEN_LEFT || direction == ELEVEN_RIGHT;
    unsigned length = is_row ? space->w : space->h;
    bool is_backward = direction == ELEVEN_RIGHT || direction == ELEVEN_DOWN;
    eleven_rank cells[ELEVEN_SIDE_MAX];
    uint64_t mask = (UINT64_C(1) << space->bits) - 1;
    for (unsigned i = 0; i < length; i++)
        cells[i] = (eleven_rank)(code >> i * space->bits & mask);
    eleven_view view = {(uint8_t)(is_backward ? length - 1 : 0), (int8_t)(is_backward ? -1 : 1), (uint8_t)length};
    eleven_slide slide = eleven_line_slide(&space->rules, cells, view, NULL);
    space_line line = {.gain = (uint32_t)slide.gain};
    for (unsigned i = 0; i < length; i++)
        line.moved |= (uint64_t)cells[i] << space->bits * (is_row ? i : i * space->w);
    return line;
}

/* The next code of `bits` bits in which no cell is above the largest rank; 0 after the last one. */
static uint64_t next_code(const solve_space *space, uint64_t code, unsigned bits)
{
    uint64_t mask = (UINT64_C(1) << space->bits) - 1;
    for (unsigned at = 0; at < bits; at += space->bits) {
        if ((code >> at & mask) < space->largest)
            return code + (UINT64_C(1) << at);
        code &= ~(mask << at);
    }
    return 0;
}

static bool fill_lines(solve_space *space)
{
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        unsigned bits = space->bits * (d == ELEVEN_LEFT || d == ELEVEN_RIGHT ? space->w : space->h);
        if (bits > LINE_BITS)
            continue;
        space->lines[d] = memory_zeroed((size_t)1 << bits, sizeof *space->lines[d]);
        if (!space->lines[d])
            return false;
        for (uint64_t code = next_code(space, 0, bits); code; code = next_code(space, code, bits))
            space->lines[d][code] = slide_first_line(space, (eleven_direction)d, code);
    }
    return true;
}

/* ---- Opening -------------------------------------------------------------------------------------------- */
/* The largest number on a tile; not always that of the highest rank. */
static uint32_t largest_value(const solve_space *space)
{
    uint32_t largest = 0;
    for (unsigned rank = 1; rank <= space->largest; rank++)
        if (space->cells_needed[rank] && space->rules.value[rank] > largest)
            largest = space->rules.value[rank];
    return largest;
}

static eleven_error check_solvable(solve_space *space, const eleven_board *start, eleven_problem *problem)
{
    const eleven_rules *rules = &space->rules;
    if (space->w < 1 || space->w > ELEVEN_SIDE_MAX || space->h < 1 || space->h > ELEVEN_SIDE_MAX)
        return problem_set(problem, ELEVEN_BAD_RULES, "a board of %ux%u is impossible: each side has 1 to %d cells",
                           space->w, space->h, ELEVEN_SIDE_MAX);
    if (rules->count_weight[0])
        return problem_set(problem, ELEVEN_BAD_RULES,
                           "boards under the rules %s cannot be solved: a move without a new tile is possible, so a "
                           "game may never end",
                           rules->name);
    if (start && (start->w != space->w || start->h != space->h))
        return problem_set(problem, ELEVEN_BAD_RULES, "the position is for %ux%u, but the board is %ux%u", start->w,
                           start->h, space->w, space->h);
    if (start && eleven_board_largest(start) == 0)
        return problem_set(problem, ELEVEN_BAD_RULES, "a position without a tile cannot be solved: no game has one");
    find_tiles(space, start);
    eleven_error error = choose_weights(space, problem);
    if (error)
        return error;
    for (space->bits = 1; space->largest >> space->bits;)
        space->bits++;
    uint32_t largest = largest_value(space);
    if (space->cells * space->bits > 61)
        return problem_set(problem, ELEVEN_BAD_RULES, "a board of %ux%u with tiles up to %u is too large to be solved",
                           space->w, space->h, largest);
    if ((uint64_t)largest * ELEVEN_CELLS_MAX > UINT32_MAX)
        return problem_set(problem, ELEVEN_BAD_RULES,
                           "boards with tiles up to %u cannot be solved: such scores are too large", largest);
    list_spawns(space);
    if (space->rise > SPACE_RISE_MAX)
        return problem_set(problem, ELEVEN_BAD_RULES,
                           "boards under the rules %s cannot be solved: the new tiles differ too much in size",
                           rules->name);
    return ELEVEN_OK;
}

eleven_error space_open(solve_space *space, const eleven_rules *rules, unsigned w, unsigned h,
                        const eleven_board *start, eleven_problem *problem)
{
    memset(space, 0, sizeof *space);
    space->rules = *rules;
    space->w = w;
    space->h = h;
    space->cells = w * h;
    space->lanes = w == h ? 8 : 4;
    eleven_error error = check_solvable(space, start, problem);
    if (error)
        return error;
    if (fill_images(space) && fill_lines(space))
        return ELEVEN_OK;
    space_close(space);
    return problem_no_memory(problem);
}

void space_close(solve_space *space)
{
    memory_lines_free(space->images);
    memory_free(space->transposed);
    memory_lines_free(space->spawned);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        memory_free(space->lines[d]);
    memset(space, 0, sizeof *space);
}

/* ---- Boards --------------------------------------------------------------------------------------------- */
uint64_t space_pack(const solve_space *space, const eleven_board *board)
{
    uint64_t key = 0;
    for (unsigned cell = 0; cell < space->cells; cell++)
        key |= (uint64_t)board->cells[cell] << cell * space->bits;
    return key;
}

uint64_t space_sum(const solve_space *space, uint64_t key)
{
    uint64_t sum = 0;
    for (; key; key >>= space->bits)
        sum += space->weight[key & ((UINT64_C(1) << space->bits) - 1)];
    return sum;
}

eleven_rank space_largest(const solve_space *space, uint64_t key)
{
    uint64_t largest = 0, mask = (UINT64_C(1) << space->bits) - 1;
    for (; key; key >>= space->bits)
        largest = (key & mask) > largest ? key & mask : largest;
    return (eleven_rank)largest;
}

void space_slide_slowly(const solve_space *space, uint64_t key, space_moves *moves)
{
    eleven_board before;
    eleven_board_empty(space->w, space->h, &before);
    for (unsigned cell = 0; cell < space->cells; cell++)
        before.cells[cell] = (eleven_rank)space_rank(space, key, cell);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        eleven_board board = before;
        moves->gain[d] = (uint32_t)eleven_board_slide(&space->rules, &board, (eleven_direction)d, NULL).gain;
        moves->after[d] = space_pack(space, &board);
    }
}
