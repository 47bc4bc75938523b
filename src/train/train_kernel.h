/* The trainer's inner loop: play a move, and learn from the one `horizon` moves ago.
 *
 *     board --best move--> afterstate --new tile--> board --best move--> afterstate ...
 *                          V(t)                                          V(t+1)
 *
 *     difference = gain of the second move + V(t+1) - V(t)          0 - V(t) at the end of a game
 *
 * TD(lambda), cut after `horizon` moves and done in one update when they have passed (Jaskowski, Mastering 2048 with
 * Delayed Temporal Coherence Learning, Multi-Stage Weight Promotion, Redundant Encoding and Carousel Shaping, 2016).
 * Each new difference is added, ever smaller, to the errors of the steps before it:
 *
 *     step        t          t-1             t-2             t-3             older ones have been learned from
 *     error    += d       += lambda d     += lambda^2 d   += lambda^3 d
 *
 * Waiting for memory is most of the work. So the places of a move's weights are found, and their cells asked for,
 * before the first one is used, and the weights of the oldest step are corrected while they arrive. */
#include "player/tuple_kernel.h"
#include "train/train_room.h"

#define cell_value      KERNEL_NAME(cell_value)
#define candidate_value KERNEL_NAME(candidate_value)
#define cells_correct   KERNEL_NAME(cells_correct)
#define oldest_learn    KERNEL_NAME(oldest_learn)
#define differences_add KERNEL_NAME(differences_add)
#define step_push       KERNEL_NAME(step_push)
#define tile_appear     KERNEL_NAME(tile_appear)
#define best_find       KERNEL_NAME(best_find)
#define game_finish     KERNEL_NAME(game_finish)

typedef float floats __attribute__((vector_size(32)));
typedef uint32_t bits32 __attribute__((vector_size(32)));
typedef uint64_t bits64 __attribute__((vector_size(64)));

KERNEL float cell_value(const training *trainer, uint32_t at)
{
    float value;
    uint32_t bits = (uint32_t)__atomic_load_n(&trainer->cells[at], __ATOMIC_RELAXED);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

/* Four sums need not wait for each other. */
KERNEL float candidate_value(const training *trainer, const train_candidate *candidate)
{
    float a = 0, b = 0, c = 0, d = 0;
    for (unsigned i = 0; i < trainer->recipe.tuples.lookups; i += 4) {
        a += cell_value(trainer, candidate->at[i]);
        b += cell_value(trainer, candidate->at[i + 1]);
        c += cell_value(trainer, candidate->at[i + 2]);
        d += cell_value(trainer, candidate->at[i + 3]);
    }
    return (a + b) + (c + d);
}

/* Corrects eight weights. Temporal coherence (Beal and Smith, Temporal Coherence and Prediction Decay in TD
 * Learning, 1999): a weight learns at the rate |sum of its errors| / sum of their magnitudes, fast while they agree,
 * slowly once they cancel out, and at 1 the first time. Sums are rounded by the next numbers of `noise` (Marsaglia,
 * Xorshift RNGs, 2003). `fresh_learns` is 0 if weights without corrections stay as they are, otherwise all ones. The
 * threads do not wait for each other: a correction may be lost, which does no harm. */
KERNEL void cells_correct(train_cell *cells, const uint32_t at[8], float rate, float error, uint32_t fresh_learns,
                          bits32 *noise)
{
#define CELL(i) __atomic_load_n(&cells[at[i]], __ATOMIC_RELAXED)
    const bits64 old = {CELL(0), CELL(1), CELL(2), CELL(3), CELL(4), CELL(5), CELL(6), CELL(7)};
    bits32 bits = __builtin_convertvector(old, bits32), both = __builtin_convertvector(old >> 32, bits32);
    bits32 chance = *noise ^ *noise << 13;
    chance ^= chance >> 17;
    chance ^= chance << 5;
    *noise = chance;
    bits32 fresh = (bits32)(both < 0x10000), learns = ~fresh | fresh_learns;
    floats value = (floats)bits, sum = (floats)(both << 16), total = (floats)(both & 0xffff0000);
    floats size = (floats)((bits32)sum & 0x7fffffff);
    floats one = (floats){1, 1, 1, 1, 1, 1, 1, 1};
    floats share = size / (floats)(((bits32)total & ~fresh) | ((bits32)one & fresh));
    bits32 small = (bits32)(share < one) & ~fresh;
    share = (floats)(((bits32)share & small) | ((bits32)one & ~small));
    value += share * (rate * error);
    sum += error;
    total += error < 0 ? -error : error;
    bits32 sums = (((bits32)sum + (chance & 0xffff)) >> 16) | (((bits32)total + (chance >> 16)) & 0xffff0000);
    bits = (bits & ~learns) | ((bits32)value & learns);
    both = (both & ~learns) | (sums & learns);
    bits64 corrected = __builtin_convertvector(both, bits64) << 32 | __builtin_convertvector(bits, bits64);
    for (unsigned i = 0; i < 8; i++)
        __atomic_store_n(&cells[at[i]], corrected[i], __ATOMIC_RELAXED);
}

/* Corrects the weights of the oldest waiting step by the error gathered for it. */
KERNEL void oldest_learn(training *trainer, train_worker *worker)
{
    const train_recipe *recipe = &trainer->recipe;
    train_step *step = &worker->step[(worker->newest + 1 - worker->steps) & HORIZON_MAX];
    bits32 noise;
    worker->steps--;
    if (!trainer->is_learning)
        return;
    __builtin_memcpy(&noise, worker->noise, sizeof noise);
    uint32_t fresh_learns = recipe->sparse ? 0 : UINT32_MAX;
    float share = recipe->rate / (float)recipe->tuples.lookups;
    for (unsigned t = 0; t < recipe->tuples.lookups; t += 8)
        cells_correct(trainer->cells, step->at + t, share, step->error, fresh_learns, &noise);
    __builtin_memcpy(worker->noise, &noise, sizeof noise);
}

KERNEL void differences_add(const training *trainer, train_worker *worker, float difference)
{
    float share = difference;
    for (unsigned i = 0; i < worker->steps; i++) {
        worker->step[(worker->newest - i) & HORIZON_MAX].error += share;
        share *= trainer->recipe.lambda;
    }
}

KERNEL void step_push(const training *trainer, train_worker *worker, const train_candidate *chosen)
{
    worker->newest = (worker->newest + 1) & HORIZON_MAX;
    worker->steps++;
    train_step *step = &worker->step[worker->newest];
    step->value = chosen->value;
    step->error = 0;
    __builtin_memcpy(step->at, chosen->at, trainer->recipe.tuples.lookups * sizeof *step->at);
}

/* A new tile: as probable as in the rules, the cell uniform up to 2^-28. */
KERNEL eleven_bitboard tile_appear(const training *trainer, eleven_bitboard board, uint64_t word)
{
    unsigned empties = eleven_bitboard_empties(board), count = (unsigned)__builtin_popcount(empties);
    uint64_t rank = 1 + ((uint32_t)word < trainer->table.second);
    for (unsigned skip = (unsigned)((word >> 32) * count >> 32); skip; skip--)
        empties &= empties - 1;
    board.low |= rank << 4 * __builtin_ctz(empties);
    return board;
}

/* The best of the legal moves, NULL where there is none. The oldest step learns while the weights arrive. */
KERNEL train_candidate *best_find(training *trainer, train_worker *worker, train_candidate at[ELEVEN_DIRECTIONS])
{
    eleven_afterstates after;
    eleven_bitboard boards[ELEVEN_DIRECTIONS];
    unsigned count = 0;
    unsigned legal = eleven_bitboard_afterstates(&trainer->table, worker->board, &after);
    if (trainer->tables)
        legal = train_table_moves(trainer->tables, worker->board, legal);
    for (; legal; legal &= legal - 1, count++) {
        unsigned d = (unsigned)__builtin_ctz(legal);
        at[count].board = boards[count] = after.board[d];
        at[count].gain = (float)after.gain[d];
    }
    boards_locate(&trainer->recipe.tuples, boards, count, trainer->cells, sizeof *trainer->cells, at[0].at,
                  sizeof *at / sizeof *at[0].at);
    if (worker->steps > trainer->recipe.horizon)
        oldest_learn(trainer, worker);
    train_candidate *best = NULL;
    for (unsigned i = 0; i < count; i++) {
        at[i].value = candidate_value(trainer, &at[i]);
        if (!best || at[i].gain + at[i].value > best->gain + best->value)
            best = &at[i];
    }
    return best;
}

KERNEL_TARGET static void game_finish(training *trainer, train_worker *worker)
{
    if (worker->steps)
        differences_add(trainer, worker, -worker->step[worker->newest].value);
    while (worker->steps)
        oldest_learn(trainer, worker);
    train_next_game(trainer, worker);
}

KERNEL_TARGET void KERNEL_NAME(moves)(training *trainer, train_worker *worker, uint64_t moves)
{
    train_candidate at[ELEVEN_DIRECTIONS];
    for (uint64_t i = 0; i < moves; i++) {
        train_candidate *best = best_find(trainer, worker, at);
        if (!best) {
            game_finish(trainer, worker);
            continue;
        }
        if (worker->steps)
            differences_add(trainer, worker, best->gain + best->value - worker->step[worker->newest].value);
        if (worker->path_moves < PATH_MAX_MOVES)
            worker->path[worker->path_moves] = worker->board;
        worker->path_moves++;
        step_push(trainer, worker, best);
        worker->score += (uint64_t)best->gain;
        worker->tally.moves++;
        worker->board = tile_appear(trainer, best->board, eleven_random(worker->seed, worker->used++));
    }
}
