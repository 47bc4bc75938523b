/* Games of random moves on the bitboard. To mirror a board across its diagonal exchanges up with left and down
 * with right, all equally likely, so that a vertical move is made by transposing the board once and never
 * back. A move is one long chain of dependent instructions; so four games are played by turns, which lets the
 * processor work on all four chains at once, and nothing in a turn branches on chance. */
#include "fast/words.h"

/* ---- Chance ------------------------------------------------------------------------------------------- */

/* xoroshiro128++ (Blackman and Vigna, 2019). */
typedef struct generator {
    uint64_t a, b;
} generator;

static inline uint64_t rotate(uint64_t a, unsigned by)
{
    return a << by | a >> (64 - by);
}

static inline uint64_t chance_next(generator *chance)
{
    uint64_t a = chance->a, b = chance->b, word = rotate(a + b, 17) + a;
    b ^= a;
    chance->a = rotate(a, 49) ^ b ^ b << 21;
    chance->b = rotate(b, 28);
    return word;
}

static generator chance_from(uint64_t seed, uint64_t stream)
{
    return (generator){eleven_random(seed, 2 * stream), eleven_random(seed, 2 * stream + 1)};
}

/* ---- New tiles ---------------------------------------------------------------------------------------- */

/* How many of the 16 four-bit counts in `counts` are at most n, n <= 14. */
static inline unsigned counts_up_to(uint64_t counts, uint64_t n)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), nibble = 15 * ones;
    uint64_t limit = (n + 16) * ones; /* a byte of limit - count keeps its bit 4 where count <= n */
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
    generator chance = chance_from(seed, 0);
    eleven_bitboard board = {0, 0};
    for (unsigned i = 0; i < 2; i++)
        board = board_spawn(board, table->second, chance_next(&chance));
    return board;
}

/* ---- One turn ------------------------------------------------------------------------------------------ */

/* A game while all its rows are compact. */
typedef struct player {
    uint64_t low, score;
    generator chance;
    uint32_t moves;
    uint32_t in_vain; /* directions drawn since the last move, as bits */
} player;

enum { ALL_IN_VAIN = 15, RARE = 16 };

/* A direction is drawn as two bits: bit 0 says vertical, bit 1 says toward cell 3. */
static const uint8_t direction_drawn[4] = {ELEVEN_LEFT, ELEVEN_UP, ELEVEN_RIGHT, ELEVEN_DOWN};

/* Draws a direction and moves there. One that moves nothing is drawn in vain, so that legal ones are equally
 * likely. Returns what has been drawn in vain since the last move, or RARE | the drawn direction, and nothing
 * done, where a row needs another path. */
static inline unsigned player_turn(const eleven_rowtable *table, player *seat)
{
    generator chance = seat->chance;
    uint64_t word = chance_next(&chance), low = seat->low;
    unsigned drawn = (unsigned)word & 3;
    uint64_t rows = low ^ ((low ^ low_transpose(low)) & -(uint64_t)(drawn & 1));
    row_sum sum = rows_look_up(table, rows, drawn >> 1);
    if (__builtin_expect((sum.flags & ROW_IS_RARE) != 0, 0))
        return RARE | drawn;
    uint64_t moved = sum.low != rows;
    uint64_t spawned = low_spawn(sum.low, low_empties(sum.low), table->second, word);
    seat->chance = chance;
    seat->low = low ^ ((low ^ spawned) & -moved);
    seat->score += sum.gain;
    seat->moves += (uint32_t)moved;
    seat->in_vain = (seat->in_vain | 1u << drawn) & (uint32_t)(moved - 1);
    return seat->in_vain;
}

/* ---- Any board ----------------------------------------------------------------------------------------- */

/* One random move of any board, in the direction that is already `drawn` (or ALL_IN_VAIN) if that is legal;
 * false where none is. */
static bool step_any(const eleven_rowtable *table, eleven_playout *game, unsigned drawn, generator *chance)
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

static __attribute__((noinline)) void play_any(const eleven_rowtable *table, eleven_playout *game, unsigned drawn,
                                               generator *chance)
{
    while (step_any(table, game, drawn, chance))
        drawn = ALL_IN_VAIN;
}

/* ---- Four games by turns ------------------------------------------------------------------------------- */

enum { SEATS = 4 };

/* Several games from one beginning. */
typedef struct match {
    const eleven_rowtable *table;
    const eleven_bitboard *board; /* NULL: start tiles of its own for each game */
    uint64_t seed;
    eleven_playout *games;
} match;

static player player_new(const match *all, size_t game)
{
    uint64_t seed = all->seed + game;
    eleven_bitboard board = all->board ? *all->board : eleven_bitboard_start(all->table, seed);
    return (player){.low = board.low, .chance = chance_from(seed, 1)};
}

/* Writes the result of a game whose last turn told `end`. */
static void player_finish(const match *all, player *seat, unsigned end, size_t game)
{
    eleven_playout *result = &all->games[game];
    *result = (eleven_playout){{seat->low, 0}, seat->score, seat->moves};
    if (end & RARE)
        play_any(all->table, result, end & 3, &seat->chance);
}

/* Plays on alone. */
static void player_play(const match *all, player *seat, size_t game)
{
    unsigned end;
    do
        end = player_turn(all->table, seat);
    while (end < ALL_IN_VAIN);
    player_finish(all, seat, end, game);
}

/* Plays SEATS games or more. A seat whose game is over takes the next one; when there is none, the others play
 * on alone. (To one whose game has ended in the same turn, its next turn tells the same once more.) */
static void seats_play(const match *all, size_t count)
{
    player players[SEATS];
    size_t game[SEATS], next = 0;
    for (; next < SEATS; next++) {
        players[next] = player_new(all, next);
        game[next] = next;
    }
    for (;;) {
        unsigned end[SEATS];
        for (unsigned i = 0; i < SEATS; i++)
            end[i] = player_turn(all->table, &players[i]);
        for (unsigned i = 0; i < SEATS; i++) {
            if (__builtin_expect(end[i] < ALL_IN_VAIN, 1))
                continue;
            player_finish(all, &players[i], end[i], game[i]);
            if (next == count) {
                for (unsigned k = 0; k < SEATS; k++)
                    if (k != i)
                        player_play(all, &players[k], game[k]);
                return;
            }
            players[i] = player_new(all, next);
            game[i] = next++;
        }
    }
}

void eleven_bitboard_playouts(const eleven_rowtable *table, const eleven_bitboard *board, uint64_t seed, size_t count,
                              eleven_playout *games)
{
    match all = {table, board, seed, games};
    bool is_compact = !board || !board->high;
    if (is_compact && count >= SEATS) {
        seats_play(&all, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        player alone = player_new(&all, i);
        if (is_compact) {
            player_play(&all, &alone, i);
            continue;
        }
        games[i] = (eleven_playout){.board = *board};
        play_any(table, &games[i], ALL_IN_VAIN, &alone.chance);
    }
}
