/* A search for a long game without a 2048, by a beam: of all positions with the same sum of tiles only the best are
 * kept. It chooses the new tiles too.
 *
 *     sum 4 --> sum 6 --> sum 8 --> ... --> sum 7,680
 *          \_________/    a 4 leaves out a sum, and costs half a move
 *
 * The layers of the search are numbered by half the sum. Of a kept position only the step that led to it stays. */
#include "eleven/bitboard.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/sized.h"
#include "facts/facts_room.h"

#include <stdlib.h>

/* BEAM_LAYERS: sixteen tiles below 2048 have a smaller sum. CROWDED: a 4 appears where at most so many cells are
 * empty. AHEAD: a new tile leads at most two layers on. */
enum { BEAM_LAYERS = 16 * 1024 / 2, BEAM_LAYERS_USUAL = 7680 / 2, CROWDED = 3, AHEAD = 3 };

/* The tiles of rank r count as SNAKE_GROWTH to the power r. Along the snake the weights fall by the factor SNAKE_FALL.
 * The second price is that of two 1024s side by side. */
static const float SNAKE_GROWTH = 1.6245048F, SNAKE_FALL = 0.6F, PRICE_OF_FOUR = 60, PRICE_OF_PAIR = 300;

/* The move and the new tile that led from the position `parent` to this one. Rank 0: a start, with 2s in the cells
 * `direction` and `cell`. */
typedef struct step {
    uint32_t parent;
    uint8_t direction, cell, rank;
} step;

/* `image` is equal for all eight images of the board. */
typedef struct reached {
    eleven_bitboard board, image;
    uint32_t fours;
    float value;
    step step;
} reached;

typedef struct beam_layer {
    reached *at;
    size_t count, capacity;
} beam_layer;

/* `ahead`: the layers that are being filled, by their number modulo AHEAD. `end_*`: the longest game so far, and
 * the move that makes the 2048. */
typedef struct beam {
    eleven_long_search search;
    eleven_rowtable *rows;
    beam_layer ahead[AHEAD];
    step *steps[BEAM_LAYERS];
    uint8_t snake[8][16];
    float growth[ELEVEN_RANKS], weight[16];
    uint32_t end_layer, end_index, end_moves;
    eleven_ply end_ply;
    bool has_end, failed;
} beam;

static void tables_fill(beam *self)
{
    self->growth[1] = SNAKE_GROWTH;
    self->weight[0] = 1;
    for (unsigned rank = 2; rank < ELEVEN_RANKS; rank++)
        self->growth[rank] = self->growth[rank - 1] * SNAKE_GROWTH;
    for (unsigned i = 0; i < 16; i++) {
        unsigned y = i / 4, x = y % 2 ? 3 - i % 4 : i % 4;
        self->weight[i] = i ? self->weight[i - 1] * SNAKE_FALL : 1;
        for (unsigned s = 0; s < 8; s++) {
            unsigned u = s & 1 ? 3 - x : x, v = s & 2 ? 3 - y : y;
            self->snake[s][i] = (uint8_t)(s & 4 ? u * 4 + v : v * 4 + u);
        }
    }
}

static float value_of(const beam *self, eleven_bitboard board, uint32_t fours)
{
    eleven_rank cells[16];
    float best = 0, price = PRICE_OF_FOUR * (float)fours;
    for (unsigned i = 0; i < 16; i++)
        cells[i] = eleven_bitboard_get(board, i);
    for (unsigned s = 0; s < 8; s++) {
        float sum = 0;
        for (unsigned i = 0; i < 16; i++)
            sum += self->weight[i] * self->growth[cells[self->snake[s][i]]];
        best = sum > best ? sum : best;
    }
    for (unsigned i = 0; i < 16; i++) {
        price += i % 4 < 3 && cells[i] == BARRIER_CAP && cells[i + 1] == BARRIER_CAP ? PRICE_OF_PAIR : 0;
        price += i < 12 && cells[i] == BARRIER_CAP && cells[i + 4] == BARRIER_CAP ? PRICE_OF_PAIR : 0;
    }
    return best - price;
}

/* Images of the same board together, the one with the fewest 4s first. */
static int by_image(const void *a, const void *b)
{
    const reached *first = a, *second = b;
    int order = eleven_bitboard_compare(first->image, second->image);
    return order ? order : (first->fours > second->fours) - (first->fours < second->fours);
}

static int by_value(const void *a, const void *b)
{
    const reached *first = a, *second = b;
    int order = (first->value < second->value) - (first->value > second->value);
    return order ? order : eleven_bitboard_compare(first->image, second->image);
}

static void beam_add(beam *self, uint32_t layer, eleven_bitboard board, uint32_t fours, step last)
{
    beam_layer *to = &self->ahead[layer % AHEAD];
    reached *more = array_reserve(to->at, &to->capacity, to->count + 1, sizeof *more);
    self->failed |= !more;
    if (!more)
        return;
    to->at = more;
    to->at[to->count++] = (reached){board, eleven_bitboard_canonical(board), fours, 0, last};
}

/* Two 2s; a 4 at the start would be a move less. */
static void beam_start(beam *self)
{
    for (uint8_t a = 0; a < 16; a++)
        for (uint8_t b = (uint8_t)(a + 1); b < 16; b++) {
            eleven_bitboard one = eleven_bitboard_set((eleven_bitboard){0, 0}, a, 1);
            beam_add(self, 2, eleven_bitboard_set(one, b, 1), 0, (step){0, a, b, 0});
        }
}

/* Leaves the best positions of a layer: one image of each, at most `width`. */
static void thin_out(beam *self, beam_layer *layer)
{
    size_t count = 0;
    qsort(layer->at, layer->count, sizeof *layer->at, by_image);
    for (size_t i = 0; i < layer->count; i++)
        if (!count || eleven_bitboard_compare(layer->at[count - 1].image, layer->at[i].image))
            layer->at[count++] = layer->at[i];
    for (size_t i = 0; i < count; i++)
        layer->at[i].value = value_of(self, layer->at[i].board, layer->at[i].fours);
    qsort(layer->at, count, sizeof *layer->at, by_value);
    layer->count = count < self->search.width ? count : self->search.width;
}

static void note_end(beam *self, uint32_t layer, uint32_t index, uint32_t moves, eleven_ply last)
{
    if (self->has_end && moves <= self->end_moves)
        return;
    self->end_layer = layer;
    self->end_index = index;
    self->end_moves = moves;
    self->end_ply = last;
    self->has_end = true;
}

/* All new tiles after a slide. */
static void add_tiles(beam *self, uint32_t layer, eleven_bitboard after, uint32_t fours, uint32_t parent, unsigned d)
{
    unsigned empty = eleven_bitboard_empties(after), highest = __builtin_popcount(empty) <= CROWDED ? 2 : 1;
    for (unsigned cell = 0; cell < 16; cell++)
        for (unsigned rank = 1; rank <= highest && empty >> cell & 1; rank++)
            beam_add(self, layer + rank, eleven_bitboard_set(after, cell, (eleven_rank)rank), fours + (rank == 2),
                     (step){parent, (uint8_t)d, (uint8_t)cell, (uint8_t)rank});
}

/* Its new tile is on the first empty cell. */
static eleven_ply winning_ply(eleven_bitboard after, unsigned d)
{
    uint8_t cell = (uint8_t)__builtin_ctz(eleven_bitboard_empties(after));
    return (eleven_ply){.direction = (eleven_direction)d, .spawn_count = 1, .spawns = {{.cell = cell, .rank = 1}}};
}

static void beam_follow(beam *self, uint32_t layer, uint32_t index, const reached *from)
{
    eleven_afterstates after;
    uint32_t moves = layer - 2 - from->fours;
    unsigned legal = eleven_bitboard_afterstates(self->rows, from->board, &after);
    if (!legal && !self->search.wins)
        note_end(self, layer, index, moves, (eleven_ply){0});
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        if (!(legal >> d & 1))
            continue;
        if (eleven_bitboard_largest(after.board[d]) <= BARRIER_CAP)
            add_tiles(self, layer, after.board[d], from->fours, index, d);
        else if (self->search.wins)
            note_end(self, layer, index, moves + 1, winning_ply(after.board[d], d));
    }
}

/* False after the last layer, and when out of memory. Where a 4 leads to a layer, a 2 led to the one before, so none is
 * left out. */
static bool beam_advance(beam *self, uint32_t layer)
{
    beam_layer *from = &self->ahead[layer % AHEAD];
    thin_out(self, from);
    self->steps[layer] = memory_new(from->count * sizeof(step));
    self->failed |= !self->steps[layer];
    for (size_t i = 0; i < from->count && !self->failed; i++) {
        self->steps[layer][i] = from->at[i].step;
        beam_follow(self, layer, (uint32_t)i, &from->at[i]);
    }
    from->count = 0;
    return !self->failed && self->ahead[(layer + 1) % AHEAD].count;
}

/* The game from its start: the steps are written from the last one back. */
static void beam_trace(const beam *self, eleven_game *start, eleven_ply *plies)
{
    uint32_t layer = self->end_layer, index = self->end_index, n = self->end_moves;
    *start = (eleven_game){0};
    eleven_board_empty(4, 4, &start->board);
    if (self->search.wins)
        plies[--n] = self->end_ply;
    for (const step *last = &self->steps[layer][index];; last = &self->steps[layer][index]) {
        if (!last->rank) {
            start->board.cells[last->direction] = start->board.cells[last->cell] = 1;
            return;
        }
        plies[--n] = (eleven_ply){.direction = (eleven_direction)last->direction,
                                  .spawn_count = 1,
                                  .spawns = {{.cell = last->cell, .rank = last->rank}}};
        layer -= last->rank;
        index = last->parent;
    }
}

static eleven_error beam_run(beam *self)
{
    beam_start(self);
    for (uint32_t layer = 2; beam_advance(self, layer); layer++) {
        if (eleven_stop_is_requested(self->search.stop))
            return ELEVEN_STOPPED;
        if (self->search.progress)
            self->search.progress(
                self->search.context,
                &(eleven_progress){.share = layer < BEAM_LAYERS_USUAL ? layer / (double)BEAM_LAYERS_USUAL : 1,
                                   .done = layer});
    }
    return self->failed ? ELEVEN_NO_MEMORY : self->has_end ? ELEVEN_OK : ELEVEN_IMPOSSIBLE;
}

eleven_error eleven_long_game(const eleven_long_search *search, eleven_game *start, eleven_ply plies[ELEVEN_LONG_PLIES],
                              uint32_t *moves)
{
    eleven_rules classic;
    beam *self = memory_zeroed(1, sizeof *self);
    void *memory = memory_new(ELEVEN_ROWTABLE_BYTES);
    eleven_error error = self && memory ? ELEVEN_OK : ELEVEN_NO_MEMORY;
    if (!error) {
        SIZED_COPY(self->search, search);
        assert(self->search.width > 0);
        eleven_rules_find("classic", &classic);
        self->rows = eleven_rowtable_init(memory, &classic);
        tables_fill(self);
        error = beam_run(self);
    }
    *moves = error ? 0 : self->end_moves;
    if (!error)
        beam_trace(self, start, plies);
    for (unsigned i = 0; self && i < AHEAD; i++)
        memory_free(self->ahead[i].at);
    for (unsigned i = 0; self && i < BEAM_LAYERS; i++)
        memory_free(self->steps[i]);
    memory_free(memory);
    memory_free(self);
    return error;
}
