/* What many people play by: the largest tile in a corner, the next ones beside it, along a snake.
 *
 *     1    1/4   1/16  1/64         A tile counts its face value times the weight of its cell. Of the eight
 *     ...              1/256        ways to lay the snake, the one that suits the board best counts.
 *
 * One move is looked ahead, no tile is guessed. It knows any board and any rules. */
#include "player/players.h"

#include <math.h>
#include <stdlib.h>

/* The tiles along one snake from the cell at the upper left. */
static double along_snake(const eleven_rules *rules, const eleven_board *board)
{
    double sum = 0, weight = 1;
    for (unsigned i = 0; i < (unsigned)board->w * board->h; i++, weight /= 4) {
        unsigned y = i / board->w, x = y % 2 ? board->w - 1 - i % board->w : i % board->w;
        sum += weight * rules->value[board->cells[y * board->w + x]];
    }
    return sum;
}

static double worth(const eleven_rules *rules, const eleven_board *board)
{
    double best = 0;
    for (unsigned symmetry = 0; symmetry < ELEVEN_SYMMETRIES; symmetry++) {
        eleven_board image = eleven_board_symmetry(board, symmetry);
        best = fmax(best, along_snake(rules, &image));
    }
    return best;
}

static bool choose_corner(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                          const eleven_budget *budget, eleven_advice *advice)
{
    (void)player;
    (void)budget;
    bool found = false;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        eleven_board after = *board;
        bool moves = eleven_board_slide(rules, &after, (eleven_direction)d, NULL).hops > 0;
        advice->values[d] = moves ? worth(rules, &after) : NAN;
        if (moves && (!found || advice->values[d] > advice->values[advice->direction])) {
            advice->direction = (eleven_direction)d;
            found = true;
        }
    }
    return found;
}

static void close_corner(eleven_player *player)
{
    free(player);
}

eleven_player *corner_open(uint64_t seed)
{
    (void)seed;
    eleven_player *player = malloc(sizeof *player);
    if (player)
        *player = (eleven_player){"corner", NULL, choose_corner, close_corner};
    return player;
}
