/* Games of random moves on the bitboard. Mirroring a board across its diagonal exchanges up with left and down with
 * right, which are equally likely; so a vertical move transposes the board once and never back. A move is one long
 * chain of dependent instructions. Four games are therefore played in turns, which lets the processor work on four
 * chains at once:
 *
 *     seat 0   move -------> move -------> ...
 *     seat 1      move -------> move -------> ...
 *     seat 2         move -------> move -------> ...
 *     seat 3            move -------> move -------> ...
 *
 * Nothing in a turn branches on chance. */
#include "fast/words.h"

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

/* How many of the 16 four-bit counts in `counts` are at most n, n <= 14. */
static inline unsigned counts_up_to(uint64_t counts, uint64_t n)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), nibble = 15 * ones;
    /* A byte of limit - count keeps its bit 4 where count <= n. */
    uint64_t limit = (n + 16) * ones;
    uint64_t even = (limit - (counts & nibble)) >> 4 & ones, odd = (limit - (counts >> 4 & nibble)) >> 4 & ones;
    return (unsigned)(((even + odd) * ones) >> 56);
}

/* Puts a tile on one of the empty cells of a board that has 1 to 15 of them. The upper half of the word
 * decides where, the lower half which. Multiplying by 0x1111... leaves in every nibble how many cells up to it
 * are empty; the first count above n belongs to the n-th empty cell. */
static inline uint64_t low_spawn(uint64_t low, uint64_t empties, uint32_t second, uint64_t word)
{
    uint64_t counts = empties * CELL_ONES;
    uint64_t n = (counts >> 60) * (word >> 32) >> 32;
    uint64_t tile = 1 + ((uint32_t)word < second);
    return low | tile << (4 * counts_up_to(counts, n) & 63); /* a full board, which has not moved: no matter */
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

/* A game while all its rows are compact. */
typedef struct playout_seat {
    uint64_t low, score;
    playout_chance chance;
    uint32_t moves;
    /* Directions drawn since the last move, as bits. */
    uint32_t in_vain;
} playout_seat;

enum { ALL_IN_VAIN = 15, SEAT_IS_RARE = 16 };

/* A direction is drawn as two bits: bit 0 says vertical, bit 1 says toward cell 3. */
static const uint8_t direction_drawn[4] = {ELEVEN_LEFT, ELEVEN_UP, ELEVEN_RIGHT, ELEVEN_DOWN};

/* Draws a direction and moves there. One that moves nothing is drawn in vain, so that legal ones are equally
 * likely. Returns what has been drawn in vain since the last move, or SEAT_IS_RARE | the drawn direction, and nothing
 * done, where a row needs another path. */
static inline unsigned seat_turn(const eleven_rowtable *table, playout_seat *seat)
{
    playout_chance chance = seat->chance;
    uint64_t word = chance_next(&chance), low = seat->low;
    unsigned drawn = (unsigned)word & 3;
    uint64_t rows = low ^ ((low ^ low_transpose(low)) & -(uint64_t)(drawn & 1));
    row_sum sum = rows_look_up(table, rows, drawn >> 1);
    if (__builtin_expect((sum.flags & ROW_IS_RARE) != 0, 0))
        return SEAT_IS_RARE | drawn;
    uint64_t moved = sum.low != rows;
    uint64_t spawned = low_spawn(sum.low, low_empties(sum.low), table->second, word);
    seat->chance = chance;
    seat->low = low ^ ((low ^ spawned) & -moved);
    seat->score += sum.gain;
    seat->moves += (uint32_t)moved;
    seat->in_vain = (seat->in_vain | 1u << drawn) & (uint32_t)(moved - 1);
    return seat->in_vain;
}

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

enum { SEATS = 4 };

/* Several games from one beginning. */
typedef struct playout_series {
    const eleven_rowtable *table;
    /* NULL: start tiles of its own for each game. */
    const eleven_bitboard *board;
    uint64_t seed;
    eleven_playout *games;
} playout_series;

static playout_seat seat_begin(const playout_series *all, size_t game)
{
    uint64_t seed = all->seed + game;
    eleven_bitboard board = all->board ? *all->board : eleven_bitboard_start(all->table, seed);
    return (playout_seat){.low = board.low, .chance = chance_from(seed, 1)};
}

/* Writes the result of a game whose last turn returned `end`. */
static void seat_finish(const playout_series *all, playout_seat *seat, unsigned end, size_t game)
{
    eleven_playout *result = &all->games[game];
    *result = (eleven_playout){{seat->low, 0}, seat->score, seat->moves};
    if (end & SEAT_IS_RARE)
        playout_play(all->table, result, end & 3, &seat->chance);
}

/* Plays one game to its end. */
static void seat_play_alone(const playout_series *all, playout_seat *seat, size_t game)
{
    unsigned end;
    do
        end = seat_turn(all->table, seat);
    while (end < ALL_IN_VAIN);
    seat_finish(all, seat, end, game);
}

/* Plays SEATS games or more. A seat whose game is over takes the next one; when there is none, the others finish theirs
 * alone. (Where one of these has ended in the same turn, its next turn returns the same again.) */
static void seats_play(const playout_series *all, size_t count)
{
    playout_seat seats[SEATS];
    size_t game[SEATS], next = 0;
    for (; next < SEATS; next++) {
        seats[next] = seat_begin(all, next);
        game[next] = next;
    }
    for (;;) {
        unsigned end[SEATS];
        for (unsigned i = 0; i < SEATS; i++)
            end[i] = seat_turn(all->table, &seats[i]);
        for (unsigned i = 0; i < SEATS; i++) {
            if (__builtin_expect(end[i] < ALL_IN_VAIN, 1))
                continue;
            seat_finish(all, &seats[i], end[i], game[i]);
            if (next == count) {
                for (unsigned k = 0; k < SEATS; k++)
                    if (k != i)
                        seat_play_alone(all, &seats[k], game[k]);
                return;
            }
            seats[i] = seat_begin(all, next);
            game[i] = next++;
        }
    }
}

void eleven_bitboard_playouts(const eleven_rowtable *table, const eleven_bitboard *board, uint64_t seed, size_t count,
                              eleven_playout *games)
{
    playout_series all = {table, board, seed, games};
    bool is_compact = !board || !board->high;
    if (is_compact && count >= SEATS) {
        seats_play(&all, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        playout_seat alone = seat_begin(&all, i);
        if (is_compact) {
            seat_play_alone(&all, &alone, i);
            continue;
        }
        games[i] = (eleven_playout){.board = *board};
        playout_play(table, &games[i], ALL_IN_VAIN, &alone.chance);
    }
}
