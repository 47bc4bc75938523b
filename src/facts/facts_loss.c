/* The lowest score at a loss: every game without a single merge, counted.
 *
 * Without a merge no tile vanishes, so the positions form layers by their number of tiles, 2 to 16: each move leads
 * to the next layer. A layer holds each position once, with the number of games that lead to it and the chance that
 * one of random moves does.
 */
#include "facts/facts.h"
#include "facts/positions.h"

enum { CELLS = 16 };

/* What the claim says. */
static const uint64_t LOST_GAMES = UINT64_C(927518464579076240);
static const double RANDOM_CHANCE = 9.29791e-12, BEST_CHANCE = 2.97138e-7;

static double chance_of(eleven_rank rank)
{
    return rank == 1 ? 0.9 : 0.1;
}

static void add(positions *layer, const eleven_board *board, uint64_t games, double chance)
{
    position *found = positions_add(layer, position_canonical(board), NULL);
    if (!found)
        return;
    found->games += games;
    found->chance += chance;
}

static void first_layer(positions *layer)
{
    for (unsigned i = 0; i < CELLS; i++)
        for (unsigned j = 0; j < i; j++)
            for (eleven_rank a = 1; a <= 2; a++)
                for (eleven_rank b = 1; b <= 2; b++) {
                    eleven_board board = eleven_board_empty(4, 4);
                    board.cells[i] = a;
                    board.cells[j] = b;
                    add(layer, &board, 1, chance_of(a) * chance_of(b) / (CELLS * (CELLS - 1) / 2));
                }
}

static void add_spawns(positions *layer, const eleven_board *after, uint64_t games, double chance)
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned count = eleven_board_empties(after, empties);
    for (unsigned i = 0; i < count; i++)
        for (eleven_rank rank = 1; rank <= 2; rank++) {
            eleven_board next = *after;
            eleven_board_place(&next, (eleven_tile){empties[i], rank});
            add(layer, &next, games, chance * chance_of(rank) / count);
        }
}

/* The moves of one position that merge nothing. */
static void add_moves(fact_check *check, positions *layer, const position *from)
{
    eleven_board board = position_board(from->key, 4, 4);
    unsigned legal = eleven_board_legal(&check->rules, &board);
    unsigned directions = (unsigned)__builtin_popcount(legal);
    for (int direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        eleven_board after = board;
        eleven_slide slide = eleven_board_slide(&check->rules, &after, (eleven_direction)direction, NULL);
        if (slide.hops && slide.gain == 0)
            add_spawns(layer, &after, from->games, from->chance / directions);
    }
}

/* The best chance, for a player who wants it, to end full and without a merge: written into every position's
 * `chance`, from the last layer back. */
static double best_after(const positions *next, const eleven_board *after)
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    unsigned count = eleven_board_empties(after, empties);
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        for (eleven_rank rank = 1; rank <= 2; rank++) {
            eleven_board board = *after;
            eleven_board_place(&board, (eleven_tile){empties[i], rank});
            position *found = positions_find(next, position_canonical(&board));
            sum += found ? chance_of(rank) * found->chance : 0;
        }
    return sum / count;
}

static double best_of(fact_check *check, const positions *next, const position *from)
{
    eleven_board board = position_board(from->key, 4, 4);
    double best = eleven_board_legal(&check->rules, &board) ? 0 : 1;
    for (int direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        eleven_board after = board;
        eleven_slide slide = eleven_board_slide(&check->rules, &after, (eleven_direction)direction, NULL);
        if (!slide.hops || slide.gain)
            continue;
        double chance = best_after(next, &after);
        best = chance > best ? chance : best;
    }
    return best;
}

/* ---- The fact ------------------------------------------------------------------------------------------- */

/* The lost positions of the last layer. */
static position lost_of(fact_check *check, const positions *layer)
{
    position lost = {0};
    for (size_t i = 0; i < layer->count; i++) {
        eleven_board board = position_board(layer->entries[i].key, 4, 4);
        if (eleven_board_legal(&check->rules, &board))
            continue;
        lost.key = layer->entries[i].key;
        lost.games += layer->entries[i].games;
        lost.chance += layer->entries[i].chance;
    }
    return lost;
}

static double best_from_start(fact_check *check, positions layers[CELLS + 1])
{
    double best = 0;
    positions start = {0};
    first_layer(&start); /* with the chances of the starts, which the way back overwrites */
    for (unsigned tiles = CELLS; tiles >= 2; tiles--)
        for (size_t i = 0; i < layers[tiles].count; i++)
            layers[tiles].entries[i].chance =
                best_of(check, &layers[(tiles + 1) % (CELLS + 1)], &layers[tiles].entries[i]);
    for (size_t i = 0; i < start.count; i++)
        best += start.entries[i].chance * positions_find(&layers[2], start.entries[i].key)->chance;
    positions_free(&start);
    return best;
}

static bool is_near(double found, double told)
{
    return found > told * (1 - 1e-5) && found < told * (1 + 1e-5);
}

static void tell_layers(fact_check *check, positions layers[CELLS + 1])
{
    tell_table(check, "Games without a merge", "tiles|positions, up to symmetry|games that lead there");
    first_layer(&layers[2]);
    for (unsigned tiles = 2; tiles <= CELLS; tiles++) {
        uint64_t games = 0;
        for (size_t i = 0; tiles > 2 && i < layers[tiles - 1].count; i++)
            add_moves(check, &layers[tiles], &layers[tiles - 1].entries[i]);
        for (size_t i = 0; i < layers[tiles].count; i++)
            games += layers[tiles].entries[i].games;
        tell_row(check, "%u|%s|%s", tiles, GROUPED(layers[tiles].count), GROUPED(games));
    }
}

static void check_loss(fact_check *check)
{
    positions layers[CELLS + 1] = {0};
    witness found;
    if (witness_replay(check, "min-loss-score", &found))
        fact_tell(check, found.status == ELEVEN_LOST && found.score == 0 && found.moves == CELLS - 2,
                  "The game min-loss-score.2048 is lost with %s points after %u moves.", GROUPED(found.score),
                  found.moves);
    tell_layers(check, layers);
    position lost = lost_of(check, &layers[CELLS]);
    double best = best_from_start(check, layers);
    fact_tell(check, lost.games == LOST_GAMES, "%s games without a merge end in a lost position.", GROUPED(lost.games));
    fact_tell(check, is_near(lost.chance, RANDOM_CHANCE), "Random moves make such a game with a chance of %.5e.",
              lost.chance);
    fact_tell(check, is_near(best, BEST_CHANCE), "The player who aims at it makes one with a chance of %.5e.", best);
    for (unsigned tiles = 0; tiles <= CELLS; tiles++) {
        if (layers[tiles].failed)
            fact_tell(check, false, "There was not enough memory.");
        positions_free(&layers[tiles]);
    }
}

const checked_fact min_loss_score_fact = {
    .fact = {.name = "min-loss-score",
             .status = ELEVEN_FACT_PROVED,
             .question = "What is the lowest score at a loss?",
             .claim = "0 points, after 14 moves. 927,518,464,579,076,240 games end so; random moves make one "
                      "of them in 1.1 x "
                      "10^11 games, and the player who does his best to lose so in 3.4 million.",
             .argument = "No score is below 0, and a game without a single merge can be lost: the board "
                         "fills up, and the last tile "
                         "completes a chequerboard of 2s and 4s.\n"
                         "All such games are counted. Without a merge no tile vanishes, so every move leads "
                         "from one layer of "
                         "positions (those with as many tiles) to the next, and there are 14 of them. Games "
                         "differ where a start "
                         "tile, a move or a new tile differs."},
    .check = check_loss};
