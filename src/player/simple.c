/* The players that look at most one move ahead: random, greedy and corner. */
#include "player/player_room.h"
#include "base/memory.h"

#include <math.h>

eleven_direction player_draw(unsigned legal, uint64_t word)
{
    for (uint64_t skip = (word >> 32) * (unsigned)__builtin_popcount(legal) >> 32; skip; skip--)
        legal &= legal - 1;
    return (eleven_direction)__builtin_ctz(legal);
}

typedef struct simple_player {
    eleven_player player;

    /* Random words for `random`: how many of the seed's are used up. */
    uint64_t seed, used;

    /* What the others think of a board after a move with this gain, and the order in which they prefer equal moves. */
    double (*value)(const eleven_rules *rules, const eleven_board *after, uint64_t gain);
    eleven_direction order[ELEVEN_DIRECTIONS];
} simple_player;

static bool choose_random(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                          const eleven_budget *budget, eleven_advice *advice)
{
    (void)budget;
    simple_player *self = player->context;
    unsigned legal = eleven_board_legal(rules, board);
    if (!legal)
        return false;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        advice->values[d] = legal >> d & 1 ? 0 : NAN;
    advice->direction = player_draw(legal, eleven_random(self->seed, self->used++));
    return true;
}

/* Chooses the move with the highest value. */
static bool choose_by_value(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                            const eleven_budget *budget, eleven_advice *advice)
{
    (void)budget;
    const simple_player *self = player->context;
    eleven_advice found;
    bool is_found = false;
    for (unsigned i = 0; i < ELEVEN_DIRECTIONS; i++) {
        eleven_direction d = self->order[i];
        eleven_board after = *board;
        eleven_slide slide = eleven_board_slide(rules, &after, d, NULL);
        found.values[d] = slide.hops ? self->value(rules, &after, slide.gain) : NAN;
        if (!slide.hops || (is_found && found.values[d] <= found.values[found.direction]))
            continue;
        found.direction = d;
        is_found = true;
    }
    if (is_found)
        *advice = found;
    return is_found;
}

/* The gain, and less than a point for all empty cells together. */
static double greedy_value(const eleven_rules *rules, const eleven_board *after, uint64_t gain)
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    (void)rules;
    return (double)gain + eleven_board_empties(after, empties) / 128.0;
}

/* What many people play by: the largest tile in a corner, the next ones beside it, along a snake.
 *
 *     1    1/4   1/16  1/64         A tile counts its face value times the weight of its cell. Of the eight
 *     ...              1/256        ways to lay the snake, the one that suits the board best counts. */
static double corner_value(const eleven_rules *rules, const eleven_board *after, uint64_t gain)
{
    double best = 0;
    (void)gain;
    for (unsigned symmetry = 0; symmetry < ELEVEN_SYMMETRIES; symmetry++) {
        eleven_board image;
        eleven_board_symmetry(after, symmetry, &image);
        double sum = 0, weight = 1;
        for (unsigned i = 0; i < (unsigned)image.w * image.h; i++, weight /= 4) {
            unsigned y = i / image.w, x = y % 2 ? image.w - 1 - i % image.w : i % image.w;
            sum += weight * rules->value[image.cells[y * image.w + x]];
        }
        best = fmax(best, sum);
    }
    return best;
}

static void simple_close(eleven_player *player)
{
    memory_free(player);
}

static eleven_player *simple_open(simple_player player)
{
    simple_player *self = memory_new(sizeof *self);
    if (!self)
        return NULL;
    *self = player;
    self->player.context = self;
    self->player.close = simple_close;
    return &self->player;
}

eleven_player *player_random_open(uint64_t seed)
{
    return simple_open((simple_player){
        .player = {.size = sizeof(eleven_player), .name = "random", .choose = choose_random}, .seed = seed});
}

eleven_player *player_greedy_open(uint64_t seed)
{
    (void)seed;
    return simple_open(
        (simple_player){.player = {.size = sizeof(eleven_player), .name = "greedy", .choose = choose_by_value},
                        .value = greedy_value,
                        .order = {ELEVEN_DOWN, ELEVEN_LEFT, ELEVEN_RIGHT, ELEVEN_UP}});
}

eleven_player *player_corner_open(uint64_t seed)
{
    (void)seed;
    return simple_open(
        (simple_player){.player = {.size = sizeof(eleven_player), .name = "corner", .choose = choose_by_value},
                        .value = corner_value,
                        .order = {ELEVEN_UP, ELEVEN_RIGHT, ELEVEN_DOWN, ELEVEN_LEFT}});
}
