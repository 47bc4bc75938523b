/* Knows nothing but the rules: after each move it plays many games at random to their end, and takes the move
 * whose games score most on average (as B. Bruegmann let a program play Go, 1993).
 *
 * On a classic 4x4 board one batch of 512 games is played at a time, shared evenly among the legal moves; any
 * other game is played tile by tile, and less often. */
#include "player/players.h"
#include "base/clock.h"
#include "eleven/batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct montecarlo {
    eleven_player player;
    uint64_t seed, used; /* random words, and how many are used up */
    eleven_rules classic;
    eleven_batch *batch;
    uint64_t lane_score[ELEVEN_BATCH_LANES];
    bool lane_is_over[ELEVEN_BATCH_LANES];
    unsigned lanes_over;
    unsigned char memory[ELEVEN_BATCH_BYTES];
} montecarlo;

/* One position under examination. */
typedef struct inquiry {
    const eleven_rules *rules;
    unsigned count; /* legal moves */
    eleven_direction direction[ELEVEN_DIRECTIONS];
    eleven_board after[ELEVEN_DIRECTIONS];
    double gain[ELEVEN_DIRECTIONS];
    double sum[ELEVEN_DIRECTIONS]; /* of the scores of all games after this move */
    uint64_t games[ELEVEN_DIRECTIONS];
} inquiry;

static uint64_t next_word(montecarlo *player)
{
    return eleven_random(player->seed, player->used++);
}

static inquiry inquire(const eleven_rules *rules, const eleven_board *board)
{
    inquiry found = {.rules = rules};
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        found.after[found.count] = *board;
        eleven_slide slide = eleven_board_slide(rules, &found.after[found.count], (eleven_direction)d, NULL);
        if (!slide.hops)
            continue;
        found.gain[found.count] = (double)slide.gain;
        found.direction[found.count++] = (eleven_direction)d;
    }
    return found;
}

/* ---- In batches ---------------------------------------------------------------------------------------- */

static void note_ends(void *state, const eleven_batch_game *games, unsigned count)
{
    montecarlo *player = state;
    for (unsigned i = 0; i < count; i++) {
        unsigned lane = games[i].lane;
        if (player->lane_is_over[lane])
            continue; /* a game that the batch began in a lane that was free */
        player->lane_is_over[lane] = true;
        player->lane_score[lane] = games[i].score;
        player->lanes_over++;
    }
}

static void ignore_ends(void *state, const eleven_batch_game *games, unsigned count)
{
    (void)state, (void)games, (void)count;
}

static void load_lanes(montecarlo *player, const inquiry *asked)
{
    eleven_batch_flush(player->batch, ignore_ends, NULL);
    for (unsigned lane = 0; lane < ELEVEN_BATCH_LANES; lane++) {
        eleven_board board = asked->after[lane % asked->count];
        eleven_board_place(&board, eleven_board_pick(asked->rules, &board, next_word(player)));
        eleven_batch_load(player->batch, lane, eleven_bitboard_pack(&board), 0, 0);
    }
    memset(player->lane_is_over, 0, sizeof player->lane_is_over);
    player->lanes_over = 0;
}

/* The last few games, which take longest, are not waited for: they count with what they have by then. */
static void play_batch(montecarlo *player, inquiry *asked)
{
    enum { ROUNDS = 64, LATE = ELEVEN_BATCH_LANES / 32 };
    load_lanes(player, asked);
    do
        eleven_batch_play(player->batch, ROUNDS, note_ends, player);
    while (player->lanes_over < ELEVEN_BATCH_LANES - LATE);
    for (unsigned lane = 0; lane < ELEVEN_BATCH_LANES; lane++) {
        uint64_t score =
            player->lane_is_over[lane] ? player->lane_score[lane] : eleven_batch_store(player->batch, lane).score;
        asked->sum[lane % asked->count] += (double)score;
        asked->games[lane % asked->count]++;
    }
}

/* ---- Tile by tile -------------------------------------------------------------------------------------- */

enum { PLAIN_GAMES = 64, PLAIN_MOVES = 200 }; /* games each time; moves after which one is broken off */

/* Returns what a game of random moves scores from here. */
static double play_plainly(montecarlo *player, const eleven_rules *rules, eleven_game game)
{
    for (unsigned i = 0; i < PLAIN_MOVES; i++) {
        unsigned legal = eleven_board_legal(rules, &game.board), count = 0;
        eleven_direction choices[ELEVEN_DIRECTIONS];
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            if (legal >> d & 1)
                choices[count++] = (eleven_direction)d;
        if (count == 0)
            break;
        eleven_direction direction = choices[(next_word(player) >> 32) * count >> 32];
        if (!eleven_game_step(rules, &game, direction, next_word(player), NULL))
            break; /* the goal ends it */
    }
    return (double)game.score;
}

static void play_few(montecarlo *player, inquiry *asked)
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    for (unsigned i = 0; i < PLAIN_GAMES; i++) {
        unsigned move = i % asked->count;
        eleven_game game = {.board = asked->after[move], .keeps_playing = !asked->rules->goal_ends};
        if (eleven_board_empties(&game.board, empties))
            eleven_board_place(&game.board, eleven_board_pick(asked->rules, &game.board, next_word(player)));
        asked->sum[move] += play_plainly(player, asked->rules, game);
        asked->games[move]++;
    }
}

/* ---- The player ---------------------------------------------------------------------------------------- */

/* Whether a batch plays this game: classic in all but name and goal, on 4x4. */
static bool suits_batch(const montecarlo *player, const eleven_rules *rules, const eleven_board *board)
{
    eleven_rules alike = *rules;
    memcpy(alike.name, player->classic.name, sizeof alike.name);
    alike.goal = player->classic.goal;
    return board->w == 4 && board->h == 4 && eleven_rules_hash(&alike) == eleven_rules_hash(&player->classic);
}

static uint64_t games_played(const inquiry *asked)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < asked->count; i++)
        sum += asked->games[i];
    return sum;
}

/* A budget of nodes is one of games here. */
static bool has_budget(const eleven_budget *budget, const inquiry *asked, double deadline)
{
    if (budget->nodes && games_played(asked) >= budget->nodes)
        return false;
    if (budget->milliseconds > 0)
        return clock_milliseconds() < deadline;
    return budget->nodes > 0;
}

static bool choose_montecarlo(eleven_player *self, const eleven_rules *rules, const eleven_board *board,
                              const eleven_budget *budget, eleven_advice *advice)
{
    montecarlo *player = self->state;
    inquiry asked = inquire(rules, board);
    if (asked.count == 0)
        return false;
    bool in_batches = suits_batch(player, rules, board);
    double deadline = budget->milliseconds > 0 ? clock_milliseconds() + budget->milliseconds : 0;
    do
        (in_batches ? play_batch : play_few)(player, &asked);
    while (has_budget(budget, &asked, deadline));
    unsigned best = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        advice->values[d] = NAN;
    for (unsigned i = 0; i < asked.count; i++) {
        advice->values[asked.direction[i]] = asked.gain[i] + asked.sum[i] / (double)asked.games[i];
        if (advice->values[asked.direction[i]] > advice->values[asked.direction[best]])
            best = i;
    }
    advice->direction = asked.direction[best];
    return true;
}

static void close_montecarlo(eleven_player *player)
{
    free(player->state);
}

eleven_player *montecarlo_open(uint64_t seed)
{
    montecarlo *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    made->player = (eleven_player){"montecarlo", made, choose_montecarlo, close_montecarlo};
    made->seed = seed;
    made->used = 0;
    eleven_rules_find("classic", &made->classic);
    made->batch = eleven_batch_init(made->memory, 0, seed);
    return &made->player;
}
