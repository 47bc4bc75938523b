/* How many positions and games there are: positions by the sum of their tiles, games by their moves.
 *
 * A move raises the sum by the new tile, 2 or 4. So the positions of a sum follow from those of the two sums below it,
 * and three layers are held at a time.
 */
#include "facts/facts.h"
#include "facts/positions.h"

#include <stdio.h>

enum { FIRST_SUM = 4, LAYERS = 3 };

/* A board with what its layers hold. */
typedef struct counting {
    const eleven_rules *rules;
    unsigned w, h;
    positions layers[LAYERS];          /* of sum s: [s / 2 % LAYERS] */
    uint64_t all, canonical, terminal; /* so far, over all sums; terminal ones up to symmetry */
    bool failed;
} counting;

static positions *layer_of(counting *count, uint32_t sum)
{
    return &count->layers[sum / 2 % LAYERS];
}

static void add(positions *layer, const eleven_board *board, uint64_t games)
{
    position *found = positions_add(layer, position_canonical(board), NULL);
    if (found)
        found->games += games;
}

/* The positions of a game's beginning whose sum this is; 0: all. */
static void add_starts(positions *layer, unsigned w, unsigned h, uint32_t sum)
{
    for (unsigned i = 0; i < w * h; i++)
        for (unsigned j = 0; j < i; j++)
            for (eleven_rank a = 1; a <= 2; a++)
                for (eleven_rank b = 1; b <= 2; b++) {
                    eleven_board board = eleven_board_empty(w, h);
                    board.cells[i] = a;
                    board.cells[j] = b;
                    if (sum == 0 || sum == (1u << a) + (1u << b))
                        add(layer, &board, 1);
                }
}

/* Adds all that one move and one new tile make of a position, a tile of rank r to layers[r - 1]; false where no move is
 * legal. */
static bool add_next(const eleven_rules *rules, const eleven_board *board, uint64_t games, positions *layers[2])
{
    bool moved = false;
    for (int direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        eleven_board after = *board;
        uint8_t empties[ELEVEN_CELLS_MAX];
        if (!eleven_board_slide(rules, &after, (eleven_direction)direction, NULL).hops)
            continue;
        moved = true;
        unsigned count = eleven_board_empties(&after, empties);
        for (unsigned i = 0; i < 2 * count; i++) {
            eleven_rank rank = (eleven_rank)(1 + i % 2);
            eleven_board next = after;
            eleven_board_place(&next, (eleven_tile){empties[i / 2], rank});
            add(layers[rank - 1], &next, games);
        }
    }
    return moved;
}

/* ---- Positions ------------------------------------------------------------------------------------------ */

/* Counts the layer of this sum and goes on from it. */
static void count_layer(counting *count, uint32_t sum, uint64_t *all, uint64_t *canonical)
{
    positions *layer = layer_of(count, sum), *next[2] = {layer_of(count, sum + 2), layer_of(count, sum + 4)};
    if (sum <= 2 * FIRST_SUM)
        add_starts(layer, count->w, count->h, sum);
    *canonical = layer->count;
    *all = 0;
    for (size_t i = 0; i < layer->count; i++) {
        eleven_board board = position_board(layer->entries[i].key, count->w, count->h);
        *all += position_images(&board);
        count->terminal += !add_next(count->rules, &board, 0, next);
    }
    count->all += *all;
    count->canonical += *canonical;
    count->failed |= layer->failed;
    positions_free(layer);
}

/* All positions of a board small enough. */
static void tell_board(fact_check *check, unsigned w, unsigned h, uint64_t expected)
{
    counting count = {.rules = &check->rules, .w = w, .h = h};
    uint64_t all, canonical = 1;
    uint32_t sum = FIRST_SUM;
    for (; canonical || sum <= 2 * FIRST_SUM || layer_of(&count, sum)->count; sum += 2)
        count_layer(&count, sum, &all, &canonical);
    tell_row(check, "%ux%u|%s|%s|%s|%u", w, h, GROUPED(count.all), GROUPED(count.canonical), GROUPED(count.terminal),
             sum - 4);
    fact_tell(check, count.canonical == expected && !count.failed, "On %ux%u there are %s positions up to symmetry.", w,
              h, GROUPED(count.canonical));
}

/* The layers of a larger board up to a sum. */
static void tell_layers(fact_check *check, unsigned w, unsigned h, uint32_t last, uint64_t expected)
{
    counting count = {.rules = &check->rules, .w = w, .h = h};
    char caption[80];
    uint64_t all, canonical;
    snprintf(caption, sizeof caption, "Positions on %ux%u by the sum of their tiles", w, h);
    tell_table(check, caption, "sum|positions|up to symmetry");
    for (uint32_t sum = FIRST_SUM; sum <= last; sum += 2) {
        count_layer(&count, sum, &all, &canonical);
        tell_row(check, "%u|%s|%s", sum, GROUPED(all), GROUPED(canonical));
    }
    fact_tell(check, count.canonical == expected && !count.failed,
              "On %ux%u there are %s positions up to symmetry with a sum of at most %u.", w, h,
              GROUPED(count.canonical), last);
    for (unsigned i = 0; i < LAYERS; i++)
        positions_free(&count.layers[i]);
}

/* ---- Games ---------------------------------------------------------------------------------------------- */

/* All games of `depth` moves on 4x4 from any start; positions are held once, with how many games lead there. */
static void tell_games(fact_check *check, unsigned depth, uint64_t expected)
{
    positions layer = {0};
    uint64_t games = 0;
    bool failed = false;
    add_starts(&layer, 4, 4, 0);
    tell_table(check, "Games on 4x4 by their moves", "moves|games|positions, up to symmetry");
    for (unsigned moves = 0; moves <= depth; moves++) {
        positions next = {0}, *both[2] = {&next, &next};
        games = 0;
        for (size_t i = 0; i < layer.count; i++) {
            eleven_board board = position_board(layer.entries[i].key, 4, 4);
            games += layer.entries[i].games;
            if (moves < depth)
                add_next(&check->rules, &board, layer.entries[i].games, both);
        }
        tell_row(check, "%u|%s|%s", moves, GROUPED(games), GROUPED(layer.count));
        failed |= layer.failed;
        positions_free(&layer);
        layer = next;
    }
    fact_tell(check, games == expected && !failed, "There are %s games of %u moves on 4x4.", GROUPED(games), depth);
}

static void check_counts(fact_check *check)
{
    tell_table(check, "All positions of small boards",
               "board|positions|up to symmetry|lost ones among these|largest sum");
    tell_board(check, 2, 2, 110);
    tell_board(check, 2, 3, 21752);
    tell_layers(check, 3, 3, 60, 117215);
    tell_layers(check, 4, 4, 28, 183333);
    tell_games(check, 5, UINT64_C(3859970408288));
}

const checked_fact counts_fact = {
    .fact = {.name = "counts",
             .status = ELEVEN_FACT_PROVED,
             .question = "How many positions and games are there?",
             .claim = "2x2 has 110 positions up to symmetry, 2x3 has 21,752. 4x4 has 183,333 with a sum of "
                      "tiles of at most 28, and "
                      "3,859,970,408,288 games of five moves.",
             .argument = "Counted are positions in which the player is to move or has lost, from all starts, "
                         "and games that differ "
                         "in a start tile, a move or a new tile. A move raises the sum of the tiles by the "
                         "new one, 2 or 4, so all "
                         "positions of a sum follow from those of the two sums below it. Positions that are "
                         "images of each other "
                         "under the board's symmetries (8 on a square, 4 elsewhere) are enumerated once.\n"
                         "The 110 agree with what is published; 3x3 is known to have 48,713,519 in all, more "
                         "than are enumerated "
                         "here."},
    .check = check_counts};
