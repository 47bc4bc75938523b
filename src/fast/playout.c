/* Games of random moves on the bitboard. Mirroring a board across its diagonal exchanges up with left and down with
 * right, which are equally likely; so a vertical move transposes the board once and never back. Games are played side
 * by side, one in each word of a vector. A move is one long chain of dependent instructions, so the vectors take turns,
 * which lets the processor work on several chains at once:
 *
 *     seats 0..7     moves -------> moves -------> ...
 *     seats 8..15          moves -------> moves -------> ...
 *
 * Nothing in a turn (playout_kernel.h) branches on chance. */
#include "fast/playout_seats.h"

/* xoroshiro128++ (Blackman and Vigna, 2019). */
typedef struct playout_chance {
    uint64_t a, b;
} playout_chance;

static inline uint64_t rotate(uint64_t a, unsigned by)
{
    return a << by | a >> (64 - by);
}

static inline uint64_t chance_next(playout_chance *chance)
{
    uint64_t a = chance->a, b = chance->b, word = rotate(a + b, 17) + a;
    b ^= a;
    chance->a = rotate(a, 49) ^ b ^ b << 21;
    chance->b = rotate(b, 28);
    return word;
}

static playout_chance chance_from(uint64_t seed, uint64_t stream)
{
    return (playout_chance){eleven_random(seed, 2 * stream), eleven_random(seed, 2 * stream + 1)};
}

static eleven_bitboard board_spawn(eleven_bitboard board, uint32_t second, uint64_t word)
{
    unsigned empties = eleven_bitboard_empties(board), count = 0;
    for (unsigned rest = empties; rest; rest &= rest - 1)
        count++;
    for (uint64_t n = count * (word >> 32) >> 32; n; n--)
        empties &= empties - 1;
    return eleven_bitboard_set(board, (unsigned)__builtin_ctz(empties), 1 + ((uint32_t)word < second));
}

eleven_bitboard eleven_bitboard_start(const eleven_rowtable *table, uint64_t seed)
{
    playout_chance chance = chance_from(seed, 0);
    eleven_bitboard board = {0, 0};
    for (unsigned i = 0; i < 2; i++)
        board = board_spawn(board, table->second, chance_next(&chance));
    return board;
}

/* A direction is drawn as two bits: bit 0 says vertical, bit 1 says toward cell 3. */
static const uint8_t direction_drawn[4] = {ELEVEN_LEFT, ELEVEN_UP, ELEVEN_RIGHT, ELEVEN_DOWN};

/* One random move of any board, in the direction that is already `drawn` (or ALL_IN_VAIN) if that is legal;
 * false where none is. */
static bool playout_step(const eleven_rowtable *table, eleven_playout *game, unsigned drawn, playout_chance *chance)
{
    eleven_afterstates after;
    unsigned legal = eleven_bitboard_afterstates(table, game->board, &after);
    if (!legal)
        return false;
    while (drawn > 3 || !(legal >> direction_drawn[drawn] & 1))
        drawn = chance_next(chance) & 3;
    unsigned direction = direction_drawn[drawn];
    game->board = board_spawn(after.board[direction], table->second, chance_next(chance));
    game->score += after.gain[direction];
    game->moves++;
    return true;
}

static __attribute__((noinline)) void playout_play(const eleven_rowtable *table, eleven_playout *game, unsigned drawn,
                                                   playout_chance *chance)
{
    while (playout_step(table, game, drawn, chance))
        drawn = ALL_IN_VAIN;
}

/* Several games from one beginning. */
typedef struct playout_series {
    const eleven_rowtable *table;
    /* NULL: start tiles of its own for each game. */
    const eleven_bitboard *board;
    uint64_t seed;
    eleven_playout *games;
} playout_series;

static void seat_begin(const playout_series *all, playout_seats *seats, unsigned i, size_t game)
{
    uint64_t seed = all->seed + game;
    playout_chance chance = chance_from(seed, 1);
    seats->low[i] = all->board ? all->board->low : eleven_bitboard_start(all->table, seed).low;
    seats->score[i] = seats->moves[i] = seats->in_vain[i] = 0;
    seats->a[i] = chance.a;
    seats->b[i] = chance.b;
    seats->is_taken[i] = SEAT_IS_TAKEN;
}

/* Writes the result of a game that is over, or rare: the direction that it draws next is the one that was rare. */
static void seat_finish(const playout_series *all, const playout_seats *seats, unsigned i, size_t game)
{
    eleven_playout *result = &all->games[game];
    *result = (eleven_playout){{seats->low[i], 0}, seats->score[i], (uint32_t)seats->moves[i]};
    if (seats->in_vain[i] == SEAT_IS_RARE) {
        playout_chance chance = {seats->a[i], seats->b[i]}, next = chance;
        playout_play(all->table, result, chance_next(&next) & 3, &chance);
    }
}

static playout_turns *turns_best(void)
{
#ifdef __x86_64__
    if (fast_has_512())
        return playout_turns_512;
    if (__builtin_cpu_supports("avx2"))
        return playout_turns_256;
#endif
    return playout_turns_128;
}

/* A seat whose game is over takes the next one. */
static void seats_play(const playout_series *all, size_t count)
{
    playout_turns *turns = turns_best();
    playout_seats seats = {0};
    unsigned used = count < SEATS ? (unsigned)count : SEATS;
    size_t game[SEATS], next = 0, finished = 0;
    for (; next < used; next++) {
        seat_begin(all, &seats, (unsigned)next, next);
        game[next] = next;
    }
    while (finished < count) {
        turns(all->table, &seats, used);
        for (unsigned i = 0; i < used; i++) {
            if (!((seats.in_vain[i] + 1) & seats.is_taken[i]))
                continue;
            seat_finish(all, &seats, i, game[i]);
            finished++;
            seats.is_taken[i] = 0;
            if (next < count) {
                seat_begin(all, &seats, i, next);
                game[i] = next++;
            }
        }
    }
}

void eleven_bitboard_playouts(const eleven_rowtable *table, const eleven_bitboard *board, uint64_t seed, size_t count,
                              eleven_playout *games)
{
    playout_series all = {table, board, seed, games};
    if (!board || !board->high) {
        seats_play(&all, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        playout_chance chance = chance_from(seed + i, 1);
        games[i] = (eleven_playout){.board = *board};
        playout_play(table, &games[i], ALL_IN_VAIN, &chance);
    }
}
