/* Environments, eight at a time where the processor has the vectors, otherwise one by one. In these loops the only
 * branches that depend on a board are rare ones: the end of a game, and tiles above 32768. */
#include "fast/envs_step.h"

/* ---- Observations -------------------------------------------------------------------------------------- */
static bool cell_joins(eleven_rank front, eleven_rank behind)
{
    return behind && (!front || (front == behind && behind + 1 < ELEVEN_RANKS));
}

static unsigned legal_any(eleven_bitboard board)
{
    unsigned legal = 0;
    for (unsigned cell = 0; cell < 16; cell++) {
        eleven_rank here = eleven_bitboard_get(board, cell);
        eleven_rank right = cell % 4 < 3 ? eleven_bitboard_get(board, cell + 1) : 0;
        eleven_rank below = cell < 12 ? eleven_bitboard_get(board, cell + 4) : 0;
        legal |= cell % 4 < 3 ? (unsigned)cell_joins(here, right) << ELEVEN_LEFT : 0;
        legal |= cell % 4 < 3 ? (unsigned)cell_joins(right, here) << ELEVEN_RIGHT : 0;
        legal |= cell < 12 ? (unsigned)cell_joins(here, below) << ELEVEN_UP : 0;
        legal |= cell < 12 ? (unsigned)cell_joins(below, here) << ELEVEN_DOWN : 0;
    }
    return legal;
}

/* The legal directions, as bits. A cell goes left where the cell to its left is empty or equal; and so on. With one bit
 * per cell, 4i, the neighbours are 4 (in the row) and 16 (in the column) bits away.
 *
 *     f     there is a tile
 *     m     there is none
 *     same  the tile equals the next one in its row (column) */
static unsigned legal_of(eleven_bitboard board)
{
    const uint64_t not_last = UINT64_C(0x0111011101110111);
    const uint64_t not_bottom = UINT64_C(0x0000111111111111);
    if (__builtin_expect(board.high != 0, 0))
        return legal_any(board);
    uint64_t low = board.low, m = low_empties(low), f = ~m & CELL_ONES;
    uint64_t same_x = low_empties(low ^ low >> 4) & f & not_last,
             same_y = low_empties(low ^ low >> 16) & f & not_bottom;
    uint64_t left = m & f >> 4 & not_last, right = f & m >> 4 & not_last;
    uint64_t up = m & f >> 16 & not_bottom, down = f & m >> 16 & not_bottom;
    return (unsigned)((up | same_y) != 0) << ELEVEN_UP | (unsigned)((right | same_x) != 0) << ELEVEN_RIGHT |
           (unsigned)((down | same_y) != 0) << ELEVEN_DOWN | (unsigned)((left | same_x) != 0) << ELEVEN_LEFT;
}

/* Two words side by side, for the first and the last eight cells. */
typedef uint64_t two_words __attribute__((vector_size(16)));

/* Sixteen ranks, a byte each, in the order of a little-endian word. */
static void ranks_put(eleven_bitboard board, uint8_t *ranks)
{
    two_words spread = {board.low & UINT32_MAX, board.low >> 32};
    spread = (spread | spread << 16) & UINT64_C(0x0000ffff0000ffff);
    spread = (spread | spread << 8) & UINT64_C(0x00ff00ff00ff00ff);
    spread = (spread | spread << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    spread = (two_words){__builtin_bswap64(spread[0]), __builtin_bswap64(spread[1])};
#endif
    __builtin_memcpy(ranks, &spread, sizeof spread);
    for (uint64_t rest = board.high; __builtin_expect(rest != 0, 0); rest &= rest - 1)
        ranks[__builtin_ctzll(rest)] |= 16;
}

/* Four bits as four bytes of 0 or 1: each copy of the bits is shifted so that another one lies at the bottom of a
 * byte. */
static void legal_put(unsigned legal, uint8_t *bytes)
{
    uint32_t spread = (legal | legal << 7 | legal << 14 | legal << 21) & 0x01010101;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    spread = __builtin_bswap32(spread);
#endif
    __builtin_memcpy(bytes, &spread, sizeof spread);
}

/* ---- Beginnings and ends ------------------------------------------------------------------------------- */
bool eleven_envs_suits(const eleven_rules *rules)
{
    for (unsigned a = 0; a < ELEVEN_RANKS; a++)
        for (unsigned b = 0; b < ELEVEN_RANKS; b++)
            if (rules->merge[a][b] != (a == b && a > 0 && a + 1 < ELEVEN_RANKS ? a + 1 : 0))
                return false;
    for (unsigned rank = 3; rank < ELEVEN_RANKS; rank++)
        if (rules->spawn_weight[rank])
            return false;
    for (unsigned count = 0; count <= ELEVEN_SPAWNS_MAX; count++)
        if (count != 1 && rules->count_weight[count])
            return false;
    return !rules->cascade;
}

eleven_env eleven_env_from(eleven_bitboard board, uint64_t seed, uint64_t score, uint64_t moves)
{
    return (eleven_env){board, seed, hash_mix(seed + HASH_GOLDEN), score, moves};
}

uint64_t eleven_env_next_seed(uint64_t seed)
{
    return eleven_random(seed, UINT64_MAX);
}

static eleven_env env_new(const eleven_rules *rules, uint64_t seed)
{
    eleven_game game;
    eleven_game_start(rules, 4, 4, seed, &game, NULL);
    return eleven_env_from(eleven_bitboard_pack(&game.board), seed, 0, 0);
}

void eleven_envs_start(const eleven_rowtable *table, eleven_env *envs, const uint64_t *seeds, size_t count)
{
    eleven_envs_restart(table, envs, seeds, NULL, count);
}

void eleven_envs_restart(const eleven_rowtable *table, eleven_env *envs, const uint64_t *seeds, const bool *chosen,
                         size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!chosen || chosen[i])
            envs[i] = env_new(&table->rules, seeds ? seeds[i] : eleven_env_next_seed(envs[i].seed));
}

/* A step found no legal direction. If it changed the board, it ended the game, whose end is written; otherwise the game
 * was over before. Begins the next game where that is requested. Returns the legal directions. */
static unsigned env_finish(const eleven_rowtable *table, eleven_env *env, size_t i, bool moved,
                           const eleven_envs_results *to)
{
    bool is_late = to->autoreset == ELEVEN_AUTORESET_NEXT_STEP && !moved;
    if (to->final_ranks && !is_late)
        ranks_put(env->board, to->final_ranks + 16 * i);
    if (to->final_scores && !is_late)
        to->final_scores[i] = (int64_t)env->score;
    if (to->final_moves && !is_late)
        to->final_moves[i] = (int64_t)env->moves;
    if (to->over && is_late)
        to->over[i] = false;
    if (!is_late && to->autoreset != ELEVEN_AUTORESET_SAME_STEP)
        return 0;
    *env = env_new(&table->rules, eleven_env_next_seed(env->seed));
    return legal_of(env->board);
}

/* ---- Boards with tiles above 32768 --------------------------------------------------------------------- */
static bool env_step_any(const eleven_rowtable *table, eleven_env *env, unsigned action, uint64_t *gain)
{
    *gain = 0;
    eleven_bitboard slid = eleven_bitboard_slide(table, env->board, (eleven_direction)action, gain);
    if (eleven_bitboard_compare(slid, env->board) == 0)
        return false;
    eleven_board board;
    eleven_bitboard_unpack(slid, &board);
    env->moves++;
    eleven_board_place(&board, eleven_board_pick(&table->rules, &board, eleven_random(env->seed, env->moves)));
    env->board = eleven_bitboard_pack(&board);
    env->score += *gain;
    return true;
}

/* ---- A step -------------------------------------------------------------------------------------------- */
/* The new tile of the word, as game.h picks it: the word is a binary fraction; times the empty cells its whole part
 * is the cell, and what is left, times the weights, the rank. There are 1 to 15 empty cells. */
static inline uint64_t tile_of(tile_chance chance, uint64_t low, uint64_t word)
{
    uint64_t empties = low_empties(low);
    /* Nibble i: how many empty cells there are up to cell i. */
    uint64_t count = empties * CELL_ONES;
    uint64_t index = low_take(&word, (uint32_t)(count >> 60));
    uint64_t cell = low_empties(count ^ (index + 1) * CELL_ONES) & empties;
    return cell << (low_take(&word, chance.sum) >= chance.ones);
}

/* first ? a : b without a branch, which could not be predicted. The empty assembly keeps the compiler from making
 * one. */
static inline uint64_t either(bool first, uint64_t a, uint64_t b)
{
    uint64_t mask = 0 - (uint64_t)first;
    __asm__("" : "+r"(mask));
    return (a & mask) | (b & ~mask);
}

/* One step of a board without a tile above 32768; false where it gets one, and nothing is done. */
static inline bool env_step_low(const eleven_rowtable *table, tile_chance chance, eleven_env *env, unsigned action,
                                uint64_t *gain, bool *moved)
{
    uint64_t low = env->board.low, upright = low_transpose(low);
    bool is_vertical = !(action & 1);
    /* Right and down are actions 1 and 2. */
    unsigned end = (action ^ action >> 1) & 1;
    row_sum sum = rows_look_up(table, either(is_vertical, upright, low), end);
    uint64_t slid = either(is_vertical, low_transpose(sum.low), sum.low);
    uint64_t tile = tile_of(chance, slid, hash_mix(env->stream + (env->moves + 2) * HASH_GOLDEN));
    if (__builtin_expect(sum.flags & ROW_IS_RARE, 0))
        return false;
    *moved = slid != low;
    *gain = sum.gain;
    env->board.low = either(*moved, slid | tile, low);
    env->moves += *moved;
    env->score += sum.gain;
    return true;
}

static inline void results_write(const eleven_envs_results *to, size_t i, uint64_t gain, bool moved, bool over)
{
    if (to->rewards)
        to->rewards[i] = (int64_t)gain;
    if (to->moved)
        to->moved[i] = moved;
    if (to->over)
        to->over[i] = over;
}

static void env_step(const eleven_rowtable *table, tile_chance chance, eleven_env *env, unsigned action, size_t i,
                     const eleven_envs_results *to)
{
    uint64_t gain;
    bool moved;
    if (env->board.high || !env_step_low(table, chance, env, action, &gain, &moved))
        moved = env_step_any(table, env, action, &gain);
    unsigned legal = legal_of(env->board);
    results_write(to, i, gain, moved, legal == 0);
    if (__builtin_expect(legal == 0, 0))
        legal = env_finish(table, env, i, moved, to);
    if (to->ranks)
        ranks_put(env->board, to->ranks + 16 * i);
    if (to->legal)
        legal_put(legal, to->legal + 4 * i);
}

/* Finishes the games that are over, of eight. */
static __attribute__((noinline)) void eight_finish(const eleven_rowtable *table, eleven_env *envs, size_t i,
                                                   const eight_steps *steps, const eleven_envs_results *to)
{
    for (unsigned k = 0; k < 8; k++)
        if (steps->over[k]) {
            env_finish(table, &envs[k], i + k, steps->moved[k], to);
            eleven_envs_look(&envs[k], 1, to->ranks ? to->ranks + 16 * (i + k) : NULL,
                             to->legal ? to->legal + 4 * (i + k) : NULL);
        }
}

/* Writes the results of a kernel for eight environments, the first of which has the results i. */
static inline void eight_write(const eleven_rowtable *table, eleven_env *envs, size_t i, const eight_steps *steps,
                               const eleven_envs_results *to)
{
    uint64_t over;
    for (unsigned k = 0; k < 8; k++) {
        envs[k].board.low = steps->low[k];
        envs[k].score += steps->gain[k];
        envs[k].moves += steps->moved[k];
    }
    if (to->rewards)
        __builtin_memcpy(to->rewards + i, steps->gain, sizeof steps->gain);
    if (to->moved)
        __builtin_memcpy(to->moved + i, steps->has_moved, sizeof steps->has_moved);
    if (to->over)
        __builtin_memcpy(to->over + i, steps->over, sizeof steps->over);
    if (to->legal)
        __builtin_memcpy(to->legal + 4 * i, steps->legal, sizeof steps->legal);
    for (unsigned k = 0; to->ranks && k < 8; k++)
        __builtin_memcpy(to->ranks + 16 * (i + k), (uint64_t[]){steps->ranks[0][k], steps->ranks[1][k]}, 16);
    __builtin_memcpy(&over, steps->over, sizeof over);
    if (__builtin_expect(over != 0, 0))
        eight_finish(table, envs, i, steps, to);
}

/* The kernel for this processor; NULL where there is none. */
static eight_stepper *eight_stepper_find(void)
{
#ifdef __x86_64__
    if (fast_has_512())
        return envs_step_512;
    if (__builtin_cpu_supports("avx2"))
        return envs_step_256;
#endif
    return NULL;
}

void eleven_envs_step(const eleven_rowtable *table, eleven_env *envs, size_t count, const uint8_t *actions,
                      const eleven_envs_results *results)
{
    const uint32_t *weight = table->rules.spawn_weight;
    const tile_chance chance = {weight[1], weight[1] + weight[2]};
    /* A copy, so that the compiler knows that no write below changes it. */
    const eleven_envs_results to = *results;
    eight_stepper *kernel = eight_stepper_find();
    eight_steps steps;
    size_t i = 0;
    for (; kernel && i + 8 <= count; i += 8)
        if (kernel(table, chance, envs + i, actions + i, &steps))
            eight_write(table, envs + i, i, &steps, &to);
        else
            for (size_t k = i; k < i + 8; k++)
                env_step(table, chance, &envs[k], actions[k] & 3u, k, &to);
    for (; i < count; i++)
        env_step(table, chance, &envs[i], actions[i] & 3u, i, &to);
}

/* ---- Many at once -------------------------------------------------------------------------------------- */
void eleven_envs_look(const eleven_env *envs, size_t count, uint8_t *ranks, uint8_t *legal)
{
    for (size_t i = 0; i < count; i++) {
        if (ranks)
            ranks_put(envs[i].board, ranks + 16 * i);
        if (legal)
            legal_put(legal_of(envs[i].board), legal + 4 * i);
    }
}

static unsigned afterstates_put(const eleven_rowtable *table, eleven_bitboard board, uint8_t *ranks, int64_t *gains)
{
    eleven_afterstates after;
    unsigned legal = eleven_bitboard_afterstates(table, board, &after);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        ranks_put(after.board[d], ranks + 16 * d);
        gains[d] = (int64_t)after.gain[d];
    }
    return legal;
}

void eleven_envs_afterstates(const eleven_rowtable *table, const eleven_env *envs, size_t count, uint8_t *ranks,
                             int64_t *gains)
{
    for (size_t i = 0; i < count; i++)
        afterstates_put(table, envs[i].board, ranks + 64 * i, gains + 4 * i);
}

/* The inverse of ranks_put. */
static eleven_bitboard ranks_get(const uint8_t *ranks)
{
    two_words spread;
    __builtin_memcpy(&spread, ranks, sizeof spread);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    spread = (two_words){__builtin_bswap64(spread[0]), __builtin_bswap64(spread[1])};
#endif
    const uint64_t fifth = UINT64_C(0x1010101010101010);
    uint64_t high = 0;
    /* The product moves the bits 0, 8, 16 ... to the bits 56, 57, 58 ... */
    if (__builtin_expect(((spread[0] | spread[1]) & fifth) != 0, 0))
        for (unsigned half = 0; half < 2; half++)
            high |= ((spread[half] & fifth) >> 4) * UINT64_C(0x0102040810204080) >> 56 << 8 * half;
    spread &= UINT64_C(0x0f0f0f0f0f0f0f0f);
    spread = (spread | spread >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    spread = (spread | spread >> 8) & UINT64_C(0x0000ffff0000ffff);
    spread = (spread | spread >> 16) & UINT32_MAX;
    return (eleven_bitboard){spread[0] | spread[1] << 32, high};
}

void eleven_ranks_afterstates(const eleven_rowtable *table, const uint8_t *ranks, size_t count, uint8_t *after,
                              int64_t *gains, uint8_t *legal)
{
    for (size_t i = 0; i < count; i++)
        legal_put(afterstates_put(table, ranks_get(ranks + 16 * i), after + 64 * i, gains + 4 * i), legal + 4 * i);
}
