/* How many positions and games there are: positions by the sum of their tiles, games by their number of moves.
 *
 * A move raises the sum by the new tile, 2 or 4. So the positions of a sum follow from those of the two sums below,
 * and only three layers are in memory at a time. */
#include "facts/facts_room.h"

#include <stdio.h>

enum { FIRST_SUM = 4, LAYERS = 3 };

/* The layer of sum s is layers[s / 2 % LAYERS]. Counts over all sums so far; `terminal` up to symmetry. */
typedef struct position_count {
    fact_check *check;
    unsigned w, h;
    positions layers[LAYERS];
    uint64_t all, canonical, terminal;
} position_count;

static positions *layer_of_sum(position_count *count, uint32_t sum)
{
    return &count->layers[sum / 2 % LAYERS];
}

/* Adds the starts whose tiles have this sum; 0: all starts. */
static void add_start_boards(positions *layer, unsigned w, unsigned h, uint32_t sum)
{
    eleven_board board;
    for (unsigned i = 0; position_start(w, h, i, &board); i++)
        if (sum == 0 || sum == (2u << i / 2 % 2) + (2u << i % 2))
            positions_count(layer, &board, 1, 0);
}

/* Adds all boards that one move and one new tile make of a position, to layers[0] with a 2 and to layers[1] with a 4.
 * False if no move is legal. */
static bool add_next_boards(const eleven_rules *rules, const eleven_board *board, uint64_t games, positions *layers[2])
{
    bool moved = false;
    for (int direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        eleven_board after = *board, next[POSITION_SPAWNS_MAX];
        if (!eleven_board_slide(rules, &after, (eleven_direction)direction, NULL).hops)
            continue;
        moved = true;
        unsigned count = position_spawns(&after, next);
        for (unsigned i = 0; i < count; i++)
            positions_count(layers[i % 2], &next[i], games, 0);
    }
    return moved;
}

/* Counts the layer of this sum, and adds what follows to the next layers. */
static void count_positions(position_count *count, uint32_t sum, uint64_t *all, uint64_t *canonical)
{
    positions *layer = layer_of_sum(count, sum),
              *next[2] = {layer_of_sum(count, sum + 2), layer_of_sum(count, sum + 4)};
    if (sum <= 2 * FIRST_SUM)
        add_start_boards(layer, count->w, count->h, sum);
    *canonical = layer->count;
    *all = 0;
    for (size_t i = 0; i < layer->count; i++) {
        eleven_board board = position_board(layer->entries[i].key, count->w, count->h);
        *all += position_images(&board);
        count->terminal += !add_next_boards(&count->check->rules, &board, 0, next);
        fact_worked(count->check, 1);
    }
    count->all += *all;
    count->canonical += *canonical;
    positions_free(layer);
}

void fact_count_board(fact_check *check, unsigned w, unsigned h, uint64_t expected)
{
    position_count count = {.check = check, .w = w, .h = h};
    uint64_t all, canonical = 1;
    uint32_t sum = FIRST_SUM;
    for (; canonical || sum <= 2 * FIRST_SUM || layer_of_sum(&count, sum)->count; sum += 2)
        count_positions(&count, sum, &all, &canonical);
    fact_row(check, "%ux%u|%s|%s|%s|%u", w, h, GROUPED(count.all), GROUPED(count.canonical), GROUPED(count.terminal),
             sum - 4);
    fact_report(check, count.canonical == expected, "On %ux%u, there are %s positions up to symmetry.", w, h,
                GROUPED(count.canonical));
}

void fact_count_layers(fact_check *check, unsigned w, unsigned h, uint32_t last, uint64_t expected)
{
    position_count count = {.check = check, .w = w, .h = h};
    char caption[80];
    uint64_t all, canonical;
    snprintf(caption, sizeof caption, "Positions on %ux%u by the sum of their tiles", w, h);
    fact_table(check, caption, "sum|positions|up to symmetry");
    for (uint32_t sum = FIRST_SUM; sum <= last; sum += 2) {
        count_positions(&count, sum, &all, &canonical);
        fact_row(check, "%u|%s|%s", sum, GROUPED(all), GROUPED(canonical));
    }
    fact_report(check, count.canonical == expected,
                "On %ux%u, there are %s positions up to symmetry with a sum of at most %u.", w, h,
                GROUPED(count.canonical), last);
    for (unsigned i = 0; i < LAYERS; i++)
        positions_free(&count.layers[i]);
}

/* Each position is in memory once, with the number of games that lead there. */
void fact_count_games(fact_check *check, unsigned depth, uint64_t expected)
{
    positions layer = {0};
    uint64_t games = 0;
    add_start_boards(&layer, 4, 4, 0);
    fact_table(check, "Games on 4x4 by their number of moves", "moves|games|positions, up to symmetry");
    for (unsigned moves = 0; moves <= depth; moves++) {
        positions next = {0}, *both[2] = {&next, &next};
        games = 0;
        for (size_t i = 0; i < layer.count; i++) {
            eleven_board board = position_board(layer.entries[i].key, 4, 4);
            games += layer.entries[i].games;
            if (moves < depth)
                add_next_boards(&check->rules, &board, layer.entries[i].games, both);
            fact_worked(check, 1);
        }
        fact_row(check, "%u|%s|%s", moves, GROUPED(games), GROUPED(layer.count));
        positions_free(&layer);
        layer = next;
    }
    fact_report(check, games == expected, "There are %s games of %u moves on 4x4.", GROUPED(games), depth);
}

static void check_counts(fact_check *check)
{
    fact_table(check, "All positions of small boards",
               "board|positions|up to symmetry|lost ones among these|largest sum");
    fact_count_board(check, 2, 2, 110);
    fact_count_board(check, 2, 3, 21752);
    fact_count_layers(check, 3, 3, 60, 117215);
    fact_count_layers(check, 4, 4, 28, 183333);
    fact_count_games(check, 5, UINT64_C(3859970408288));
}

const checked_fact fact_counts = {
    .fact = {.name = "counts",
             .status = ELEVEN_FACT_PROVED,
             .question = "How many positions and games are there?",
             .claim = "Up to symmetry, 2x2 has 110 positions and 2x3 has 21,752. 4x4 has 183,333 positions whose "
                      "tiles add up to at most 28, and 3,859,970,408,288 games of five moves.",
             .argument = "What is counted? Positions in which the player has to move or has lost, from all starts, and "
                         "games that differ in a start tile, a move or a new tile. Positions that are mirror images "
                         "of each other (8 on a square, 4 on other boards) count as one.\n"
                         "How can so many be counted? In layers. A move raises the sum of the tiles by the new tile, "
                         "2 or 4. So all positions with one sum follow from those with the two sums below it, and "
                         "only three layers are in memory at a time. Games are not listed at all: each position "
                         "carries the number of games that lead to it.\n"
                         "Do others find the same? The number 110 agrees with published results. 3x3 is known to have "
                         "48,713,519 positions, more than are enumerated here; 'eleven solve 3x3' counts them."},
    .check = check_counts,
    .work = 392769};
