/* The players that need no thought: random and greedy. */
#include "player/players.h"

#include <math.h>
#include <stdlib.h>

/* ---- Random -------------------------------------------------------------------------------------------- */

/* The state of the random player: a stream of random words and how many of them are used up. */
typedef struct stream {
    uint64_t seed, used;
} stream;

static bool choose_random(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                          const eleven_budget *budget, eleven_advice *advice)
{
    (void)budget;
    stream *words = player->state;
    unsigned legal = eleven_board_legal(rules, board), count = 0;
    eleven_direction choices[ELEVEN_DIRECTIONS];
    if (!legal)
        return false;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        advice->values[d] = legal >> d & 1 ? 0 : NAN;
        if (legal >> d & 1)
            choices[count++] = (eleven_direction)d;
    }
    advice->direction = choices[(eleven_random(words->seed, words->used++) >> 32) * count >> 32];
    return true;
}

/* ---- Greedy -------------------------------------------------------------------------------------------- */

static bool choose_greedy(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                          const eleven_budget *budget, eleven_advice *advice)
{
    static const eleven_direction order[] = {ELEVEN_DOWN, ELEVEN_LEFT, ELEVEN_RIGHT, ELEVEN_UP};
    (void)player;
    (void)budget;
    eleven_advice found;
    bool is_found = false;
    for (unsigned i = 0; i < ELEVEN_DIRECTIONS; i++) {
        eleven_board after = *board;
        uint8_t empties[ELEVEN_CELLS_MAX];
        eleven_slide slide = eleven_board_slide(rules, &after, order[i], NULL);
        double value = (double)slide.gain + eleven_board_empties(&after, empties) / 128.0;
        found.values[order[i]] = slide.hops ? value : NAN;
        if (slide.hops && (!is_found || value > found.values[found.direction])) {
            found.direction = order[i];
            is_found = true;
        }
    }
    if (is_found)
        *advice = found;
    return is_found;
}

/* ---- Opening -------------------------------------------------------------------------------------------- */

/* A player and its state in one piece. */
typedef struct simple_player {
    eleven_player player;
    stream words;
} simple_player;

static void close_simple(eleven_player *player)
{
    free(player);
}

static eleven_player *simple_open(const eleven_player *kind, uint64_t seed)
{
    simple_player *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    made->words = (stream){seed, 0};
    made->player = *kind;
    made->player.state = &made->words;
    return &made->player;
}

eleven_player *random_open(uint64_t seed)
{
    return simple_open(&(eleven_player){.name = "random", .choose = choose_random, .close = close_simple}, seed);
}

eleven_player *greedy_open(uint64_t seed)
{
    return simple_open(&(eleven_player){.name = "greedy", .choose = choose_greedy, .close = close_simple}, seed);
}
