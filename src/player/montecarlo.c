/* The player `montecarlo` knows nothing but the rules. After each legal move it plays many random games to their end,
 * and chooses the move whose games score most on average (as B. Bruegmann let a program play Go, 1993).
 *
 * On a classic 4x4 board one batch of 512 games is played at a time, shared evenly among the legal moves; any other
 * game is played tile by tile, and less often. */
#include "player/player_room.h"
#include "base/clock.h"
#include "base/memory.h"
#include "eleven/batch.h"

#include <math.h>
#include <string.h>

typedef struct montecarlo {
    eleven_player player;

    /* Of the seed's random words so many are used up. */
    uint64_t seed, used;
    eleven_batch *batch;

    /* The games of the batch, each in a lane of its own. */
    uint64_t lane_score[ELEVEN_BATCH_LANES];
    bool lane_is_over[ELEVEN_BATCH_LANES];
    unsigned lanes_over;
    unsigned char memory[ELEVEN_BATCH_BYTES];
} montecarlo;

/* One position under examination. */
typedef struct inquiry {
    const eleven_rules *rules;

    /* The legal moves. */
    unsigned count;
    eleven_direction direction[ELEVEN_DIRECTIONS];
    eleven_board after[ELEVEN_DIRECTIONS];
    double gain[ELEVEN_DIRECTIONS];

    /* The games after each move, and the sum of their scores. */
    double sum[ELEVEN_DIRECTIONS];
    uint64_t games[ELEVEN_DIRECTIONS];
} inquiry;

static uint64_t montecarlo_word(montecarlo *player)
{
    return eleven_random(player->seed, player->used++);
}

static inquiry inquiry_of(const eleven_rules *rules, const eleven_board *board)
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

static void ends_note(void *context, const eleven_batch_game *games, unsigned count)
{
    montecarlo *player = context;
    for (unsigned i = 0; i < count; i++) {
        unsigned lane = games[i].lane;
        /* Another game may have begun in a lane whose game is over. */
        if (player->lane_is_over[lane])
            continue;
        player->lane_is_over[lane] = true;
        player->lane_score[lane] = games[i].score;
        player->lanes_over++;
    }
}

static void ends_ignore(void *context, const eleven_batch_game *games, unsigned count)
{
    (void)context, (void)games, (void)count;
}

static void lanes_load(montecarlo *player, const inquiry *asked)
{
    eleven_batch_flush(player->batch, ends_ignore, NULL);
    for (unsigned lane = 0; lane < ELEVEN_BATCH_LANES; lane++) {
        eleven_board board = asked->after[lane % asked->count];
        eleven_board_place(&board, eleven_board_pick(asked->rules, &board, montecarlo_word(player)));
        eleven_batch_set(player->batch, lane, eleven_bitboard_pack(&board), 0, 0);
    }
    memset(player->lane_is_over, 0, sizeof player->lane_is_over);
    player->lanes_over = 0;
}

/* The last few games take longest. They are not played to their end, and count with the score they have by then. */
static void batch_play(montecarlo *player, inquiry *asked)
{
    enum { ROUNDS = 64, LATE = ELEVEN_BATCH_LANES / 32 };
    lanes_load(player, asked);
    do
        eleven_batch_play(player->batch, ROUNDS, ends_note, player);
    while (player->lanes_over < ELEVEN_BATCH_LANES - LATE);
    for (unsigned lane = 0; lane < ELEVEN_BATCH_LANES; lane++) {
        uint64_t score =
            player->lane_is_over[lane] ? player->lane_score[lane] : eleven_batch_get(player->batch, lane).score;
        asked->sum[lane % asked->count] += (double)score;
        asked->games[lane % asked->count]++;
    }
}

/* How many games at a time, and after how many moves one ends in any case. */
enum { PLAIN_GAMES = 64, PLAIN_MOVES = 200 };

/* Plays random moves to the end of the game, or to the goal where that ends it; returns the score. */
static double game_play_randomly(montecarlo *player, const eleven_rules *rules, eleven_game game)
{
    for (unsigned i = 0; i < PLAIN_MOVES; i++) {
        unsigned legal = eleven_board_legal(rules, &game.board);
        if (!legal)
            break;
        eleven_direction direction = player_draw(legal, montecarlo_word(player));
        if (!eleven_game_step(rules, &game, direction, montecarlo_word(player), NULL))
            break;
    }
    return (double)game.score;
}

static void games_play(montecarlo *player, inquiry *asked)
{
    uint8_t empties[ELEVEN_CELLS_MAX];
    for (unsigned i = 0; i < PLAIN_GAMES; i++) {
        unsigned move = i % asked->count;
        eleven_game game = {.board = asked->after[move], .keeps_playing = !asked->rules->goal_ends};
        if (eleven_board_empties(&game.board, empties))
            eleven_board_place(&game.board, eleven_board_pick(asked->rules, &game.board, montecarlo_word(player)));
        asked->sum[move] += game_play_randomly(player, asked->rules, game);
        asked->games[move]++;
    }
}

/* Whether a batch plays these games: classic in all but name and goal, on 4x4, without a tile above 131072. */
static bool batch_suits(const eleven_rules *rules, const inquiry *asked)
{
    const eleven_board *board = &asked->after[0];
    for (unsigned i = 0; i < asked->count; i++)
        if (eleven_board_largest(&asked->after[i]) > 17)
            return false;
    return rules->start_tiles == 2 && !rules->goal_ends && eleven_network_suits(rules, board->w, board->h);
}

/* A budget of nodes is one of games here. */
static bool choose_montecarlo(eleven_player *self, const eleven_rules *rules, const eleven_board *board,
                              const eleven_budget *budget, eleven_advice *advice)
{
    montecarlo *player = self->context;
    inquiry asked = inquiry_of(rules, board);
    if (asked.count == 0)
        return false;
    bool in_batches = batch_suits(rules, &asked), has_time = budget->milliseconds > 0;
    double deadline = has_time ? clock_milliseconds() + budget->milliseconds : 0;
    uint64_t played = 0, most = budget->nodes || !has_time ? budget->nodes : UINT64_MAX;
    do {
        (in_batches ? batch_play : games_play)(player, &asked);
        played += in_batches ? ELEVEN_BATCH_LANES : PLAIN_GAMES;
        if (eleven_stop_is_requested(budget->stop))
            return false;
    } while (played < most && (!has_time || clock_milliseconds() < deadline));
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

static void montecarlo_close(eleven_player *player)
{
    memory_free(player->context);
}

eleven_player *player_montecarlo_open(uint64_t seed)
{
    montecarlo *self = memory_new(sizeof *self);
    if (!self)
        return NULL;
    self->player = (eleven_player){sizeof(eleven_player), "montecarlo", self, choose_montecarlo, montecarlo_close};
    self->seed = seed;
    self->used = 0;
    self->batch = eleven_batch_init(self->memory, 0, seed);
    return &self->player;
}
