/* The lowest score of a loss: every game without a single merge is counted.
 *
 * Without a merge no tile disappears, so the positions form layers by their number of tiles, from 2 to 16, and each
 * move leads to the next layer. A layer contains each position once, with the number of games that lead to it, and
 * the chance that a game of random moves does. */
#include "facts/facts_room.h"

enum { FULL = 16 };

/* The figures of the claim. */
static const uint64_t LOST_GAMES = UINT64_C(927518464579076240);
static const double RANDOM_CHANCE = 9.29791e-12, BEST_CHANCE = 2.97138e-7;

static void add_loss_starts(positions *layer)
{
    eleven_board board;
    for (unsigned i = 0; position_start(4, 4, i, &board); i++)
        positions_count(layer, &board, 1, position_chance(i / 2) * position_chance(i) / (FULL * (FULL - 1) / 2));
}

static void add_spawned(positions *layer, const eleven_board *after, uint64_t games, double chance)
{
    eleven_board next[POSITION_SPAWNS_MAX];
    unsigned count = position_spawns(after, next);
    for (unsigned i = 0; i < count; i++)
        positions_count(layer, &next[i], games, chance * position_chance(i) / (count / 2));
}

/* The moves of one position that merge nothing. */
static void add_unmerged(fact_check *check, positions *layer, const position *from)
{
    eleven_board board = position_board(from->key, 4, 4);
    unsigned legal = eleven_board_legal(&check->rules, &board);
    unsigned directions = (unsigned)__builtin_popcount(legal);
    for (int direction = 0; direction < ELEVEN_DIRECTIONS; direction++) {
        eleven_board after = board;
        eleven_slide slide = eleven_board_slide(&check->rules, &after, (eleven_direction)direction, NULL);
        if (slide.hops && slide.gain == 0)
            add_spawned(layer, &after, from->games, from->chance / directions);
    }
}

/* The best chance to fill the board without a merge, for a player who wants that. It is written into the `chance` of
 * every position, from the last layer back. */
static double best_after(const positions *next, const eleven_board *after)
{
    eleven_board spawned[POSITION_SPAWNS_MAX];
    unsigned count = position_spawns(after, spawned);
    double sum = 0;
    for (unsigned i = 0; i < count; i++) {
        const position *found = positions_find(next, position_canonical(&spawned[i]));
        sum += found ? position_chance(i) * found->chance : 0;
    }
    return sum / (count / 2);
}

static double best_from(fact_check *check, const positions *next, const position *from)
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

/* The sums over the lost positions of a layer. */
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

static double best_from_start(fact_check *check, positions layers[FULL + 1])
{
    double best = 0;
    positions start = {0};
    /* The chances of the starts, which the way back overwrites in layers[2]. */
    add_loss_starts(&start);
    for (unsigned tiles = FULL; tiles >= 2; tiles--)
        for (size_t i = 0; i < layers[tiles].count; i++)
            layers[tiles].entries[i].chance =
                best_from(check, &layers[(tiles + 1) % (FULL + 1)], &layers[tiles].entries[i]);
    for (size_t i = 0; i < start.count; i++) {
        /* NULL: there was no memory for it. */
        const position *first = positions_find(&layers[2], start.entries[i].key);
        best += first ? start.entries[i].chance * first->chance : 0;
    }
    positions_free(&start);
    return best;
}

static bool is_near(double found, double expected)
{
    return found > expected * (1 - 1e-5) && found < expected * (1 + 1e-5);
}

static void report_loss_layers(fact_check *check, positions layers[FULL + 1])
{
    fact_table(check, "Games without a merge", "tiles|positions, up to symmetry|games that lead there");
    add_loss_starts(&layers[2]);
    for (unsigned tiles = 2; tiles <= FULL; tiles++) {
        uint64_t games = 0;
        for (size_t i = 0; tiles > 2 && i < layers[tiles - 1].count; i++)
            add_unmerged(check, &layers[tiles], &layers[tiles - 1].entries[i]);
        for (size_t i = 0; i < layers[tiles].count; i++)
            games += layers[tiles].entries[i].games;
        fact_row(check, "%u|%s|%s", tiles, GROUPED(layers[tiles].count), GROUPED(games));
    }
}

static void check_loss(fact_check *check)
{
    positions layers[FULL + 1] = {0};
    example_game found;
    if (fact_replay(check, "min-loss-score", &found))
        fact_report(check, found.status == ELEVEN_STATUS_LOST && found.score == 0,
                    "The game min-loss-score.2048 is lost with %s points after %u moves.", GROUPED(found.score),
                    found.moves);
    report_loss_layers(check, layers);
    position lost = lost_of(check, &layers[FULL]);
    double best = best_from_start(check, layers);
    fact_report(check, lost.games == LOST_GAMES, "%s games without a merge end in a lost position.",
                GROUPED(lost.games));
    fact_report(check, is_near(lost.chance, RANDOM_CHANCE), "Random moves produce such a game with a chance of %.5e.",
                lost.chance);
    fact_report(check, is_near(best, BEST_CHANCE), "A player who tries to do so produces one with a chance of %.5e.",
                best);
    for (unsigned tiles = 0; tiles <= FULL; tiles++)
        positions_free(&layers[tiles]);
}

const checked_fact fact_min_loss_score = {
    .fact = {.name = "min-loss-score",
             .status = ELEVEN_FACT_PROVED,
             .question = "What is the lowest score with which you can lose?",
             .claim = "0 points, after 14 moves. 927,518,464,579,076,240 different games end like this. Random "
                      "moves produce one in 1.1 x 10^11 games; a player who does everything to lose like this "
                      "succeeds in one of 3.4 million games.",
             .argument = "How can a game end without a point? Without a single merge: the board fills up, and the "
                         "last tile completes a chequerboard of 2s and 4s. No score is below 0.\n"
                         "How are all such games counted? Without a merge no tile disappears, so each move leads from "
                         "the positions with some number of tiles to those with one tile more. From two tiles to "
                         "sixteen, that takes 14 moves. Each position inherits the games of all positions that lead "
                         "to it. Two games are different if a start tile, a move or a new tile is different.\n"
                         "How likely is it? The same walk adds up the chances: once for random moves, and once for a "
                         "player who chooses the best move for this strange goal."},
    .check = check_loss};
