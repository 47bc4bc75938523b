/* 512 games side by side: everything about a batch that is not in its inner loop. The kernels of batch_kernel.h play;
 * this file calls them in turn, and reads and writes single lanes.
 *
 * No score is kept while playing. A tile of rank r that grew out of twos has given (r-1) 2^r points, 4 less for each
 * four among them. The sum of all tiles is twice the number of tiles that have appeared, plus 2 for each four. So
 * score and number of moves follow from the last board and a count of fours. */
#include "fast/batch_state.h"
#include "fast/words.h"

#include <assert.h>
#include <string.h>

/* What to add to score and moves of a game that was loaded; 0 where it began in the batch. */
typedef struct origin {
    int64_t score;
    int32_t moves;
} origin;

struct eleven_batch {
    const batch_kernel *kernel;
    /* VECTORS * COLUMNS words, 64-byte aligned. */
    batch_word *vectors;
    /* The place in the ring of random bits, and the number of rounds played. */
    unsigned chance, round;
    /* The tally of two compact cells: points << 32 | sum of the tiles. */
    uint64_t tallies[256];
    /* Of each lane's game, or of the buried game before it; and of the buried game, where `is_apart`. */
    origin live[ELEVEN_BATCH_LANES], dead[ELEVEN_BATCH_LANES];
    bool is_apart[ELEVEN_BATCH_LANES];
};

_Static_assert(sizeof(eleven_batch) + sizeof(uint64_t) * VECTORS * COLUMNS + 128 <= ELEVEN_BATCH_BYTES,
               "a batch fits into its memory");

/* ---- Single lanes -------------------------------------------------------------------------------------- */
/* The word of a vector that contains a lane. */
static batch_word *word_of(const eleven_batch *batch, unsigned vector, unsigned lane)
{
    unsigned columns = batch->kernel->bits / 64, column = lane / 64;
    return batch->vectors + (column / columns * VECTORS + vector) * columns + column % columns;
}

static bool bit_get(const eleven_batch *batch, unsigned vector, unsigned lane)
{
    return *word_of(batch, vector, lane) >> lane % 64 & 1;
}

static void bit_set(eleven_batch *batch, unsigned vector, unsigned lane, bool bit)
{
    batch_word *word = word_of(batch, vector, lane);
    *word = (*word & ~(UINT64_C(1) << lane % 64)) | (uint64_t)bit << lane % 64;
}

/* Of the tiles of a board: the points if all grew out of twos, and their sum. */
typedef struct tally {
    uint64_t points, sum;
} tally;

static tally rank_tally(unsigned rank)
{
    return rank ? (tally){(uint64_t)(rank - 1) << rank, UINT64_C(1) << rank} : (tally){0, 0};
}

static tally board_tally(const eleven_batch *batch, eleven_bitboard board)
{
    const uint64_t *tallies = batch->tallies;
    uint64_t low = board.low;
    uint64_t both = tallies[low & 255] + tallies[low >> 8 & 255] + tallies[low >> 16 & 255] + tallies[low >> 24 & 255] +
                    tallies[low >> 32 & 255] + tallies[low >> 40 & 255] + tallies[low >> 48 & 255] + tallies[low >> 56];
    tally sum = {both >> 32, both & UINT32_MAX};
    for (uint64_t rest = board.high; rest; rest &= rest - 1) {
        unsigned rank = low >> 4 * __builtin_ctzll(rest) & 15;
        sum.points += rank_tally(rank + 16).points - rank_tally(rank).points;
        sum.sum += rank_tally(rank + 16).sum - rank_tally(rank).sum;
    }
    return sum;
}

static uint64_t game_score(tally tiles, uint64_t fours, origin from)
{
    return tiles.points - 4 * fours + (uint64_t)from.score;
}

/* Two tiles appear at the start, and one after each move. */
static uint32_t game_moves(tally tiles, uint64_t fours, bool owes_tile, origin from)
{
    return (uint32_t)(tiles.sum / 2 - fours - 2 + owes_tile) + (uint32_t)from.moves;
}

/* The kernel buries a loaded game without touching its origin. Until origin_part is called, the origin in `live` is
 * that of the buried game, and the new game began in the batch. */
static origin origin_now(const eleven_batch *batch, unsigned lane)
{
    bool is_of_buried = bit_get(batch, BURIED, lane) && !batch->is_apart[lane];
    return is_of_buried ? (origin){0, 0} : batch->live[lane];
}

static void origin_part(eleven_batch *batch, unsigned lane)
{
    if (!bit_get(batch, BURIED, lane) || batch->is_apart[lane])
        return;
    batch->dead[lane] = batch->live[lane];
    batch->live[lane] = (origin){0, 0};
    batch->is_apart[lane] = true;
}

/* All games as game_words, see batch_kernel. */
typedef struct game_words {
    uint64_t board[64][COLUMNS], extra[64][COLUMNS];
} game_words;

static eleven_bitboard words_board(const game_words *all, unsigned lane)
{
    return (eleven_bitboard){all->board[lane % 64][lane / 64], all->extra[lane % 64][lane / 64] & 0xffff};
}

static void lane_read(const eleven_batch *batch, const game_words *all, unsigned i, eleven_batch_lane *lane)
{
    static const uint8_t direction[2][2] = {{ELEVEN_LEFT, ELEVEN_RIGHT}, {ELEVEN_UP, ELEVEN_DOWN}};
    uint64_t extra = all->extra[i % 64][i / 64];
    uint64_t fours =
        (extra >> EXTRA_FOURS & ((1u << FOURS) - 1)) + ((extra >> batch_extra_bit(CARRY) & 1) << FOURS_LOW);
    *lane = (eleven_batch_lane){
        .board = words_board(all, i),
        .is_vacant = extra >> batch_extra_bit(VACANT) & 1,
        .owes_tile = extra >> batch_extra_bit(OWED) & 1,
        .moved = extra >> batch_extra_bit(MOVED) & 1,
        .direction = direction[extra >> batch_extra_bit(VERTICAL) & 1][extra >> batch_extra_bit(FAR) & 1],
        .spawned = extra >> batch_extra_bit(SPAWNED) & 1,
    };
    if (lane->is_vacant)
        return;
    tally tiles = board_tally(batch, lane->board);
    lane->score = game_score(tiles, fours, origin_now(batch, i));
    lane->moves = game_moves(tiles, fours, lane->owes_tile, origin_now(batch, i));
}

eleven_batch_lane eleven_batch_get(const eleven_batch *batch, unsigned lane)
{
    assert(lane < ELEVEN_BATCH_LANES);
    game_words all;
    eleven_batch_lane stored;
    batch->kernel->read(batch->vectors, false, all.board, all.extra);
    lane_read(batch, &all, lane, &stored);
    return stored;
}

void eleven_batch_get_all(const eleven_batch *batch, eleven_batch_lane lanes[ELEVEN_BATCH_LANES])
{
    game_words all;
    batch->kernel->read(batch->vectors, false, all.board, all.extra);
    for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++)
        lane_read(batch, &all, i, &lanes[i]);
}

static void lane_clear(eleven_batch *batch, unsigned lane)
{
    origin_part(batch, lane);
    batch->live[lane] = (origin){0, 0};
    for (unsigned vector = 0; vector < GRAVE; vector++)
        bit_set(batch, vector, lane, false);
}

void eleven_batch_set(eleven_batch *batch, unsigned lane, eleven_bitboard board, uint64_t score, uint32_t moves)
{
    assert(lane < ELEVEN_BATCH_LANES && (board.low | board.high));
    lane_clear(batch, lane);
    for (unsigned i = 0; i < 16; i++) {
        eleven_rank rank = eleven_bitboard_get(board, i);
        assert(rank <= 17);
        for (unsigned p = 0; p < PLANES; p++)
            bit_set(batch, PLANE + 16 * p + i, lane, rank >> p & 1);
    }
    bit_set(batch, HIGH, lane, eleven_bitboard_largest(board) >= 12);
    tally tiles = board_tally(batch, board);
    origin here = {0, 0};
    batch->live[lane] =
        (origin){(int64_t)(score - game_score(tiles, 0, here)), (int32_t)(moves - game_moves(tiles, 0, false, here))};
}

void eleven_batch_reset(eleven_batch *batch, unsigned lane)
{
    assert(lane < ELEVEN_BATCH_LANES);
    lane_clear(batch, lane);
    bit_set(batch, VACANT, lane, true);
}

/* ---- Reports ------------------------------------------------------------------------------------------- */
/* Field by field: copying a whole game directly after writing it would wait for these writes. */
static void grave_read(const eleven_batch *batch, const game_words *graves, unsigned lane, eleven_batch_game *game)
{
    uint64_t extra = graves->extra[lane % 64][lane / 64], fours = extra >> EXTRA_FOURS;
    origin from = batch->is_apart[lane] ? batch->dead[lane] : batch->live[lane];
    game->board = words_board(graves, lane);
    tally tiles = board_tally(batch, game->board);
    game->score = game_score(tiles, fours, from);
    game->moves = game_moves(tiles, fours, false, from);
    game->lane = (uint16_t)lane;
    game->largest = extra >> EXTRA_LARGEST & 31;
}

/* Forgets the buried game of the lane. */
static void grave_close(eleven_batch *batch, unsigned lane)
{
    if (!batch->is_apart[lane])
        batch->live[lane] = (origin){0, 0};
    batch->is_apart[lane] = false;
}

void eleven_batch_flush(eleven_batch *batch, eleven_batch_report *report, void *context)
{
    game_words graves;
    eleven_batch_game games[ELEVEN_BATCH_LANES];
    unsigned count = 0;
    batch->kernel->read(batch->vectors, true, graves.board, graves.extra);
    for (unsigned column = 0; column < COLUMNS; column++) {
        batch_word *buried = word_of(batch, BURIED, 64 * column);
        for (uint64_t rest = *buried; rest; rest &= rest - 1) {
            unsigned lane = 64 * column + (unsigned)__builtin_ctzll(rest);
            grave_read(batch, &graves, lane, &games[count++]);
            grave_close(batch, lane);
        }
        *buried = 0;
    }
    if (count && report)
        report(context, games, count);
}

/* ---- Rounds -------------------------------------------------------------------------------------------- */
/* Counts rounds that have been played, at most up to the next check, and does what is due after them. */
static void rounds_pass(eleven_batch *batch, unsigned rounds, eleven_batch_report *report, void *context)
{
    batch->round += rounds;
    if (batch->round % REPORT_ROUNDS == 0)
        eleven_batch_flush(batch, report, context);
    if (batch->round % CHECK_ROUNDS == 0)
        batch->chance = batch->kernel->tend(batch->vectors, batch->chance);
}

void eleven_batch_play(eleven_batch *batch, unsigned rounds, eleven_batch_report *report, void *context)
{
    while (rounds) {
        unsigned free = CHECK_ROUNDS - batch->round % CHECK_ROUNDS, now = rounds < free ? rounds : free;
        batch->chance = batch->kernel->play(batch->vectors, batch->chance, now);
        rounds_pass(batch, now, report, context);
        rounds -= now;
    }
}

void eleven_batch_legal(const eleven_batch *batch, eleven_lanes legal[ELEVEN_DIRECTIONS])
{
    batch->kernel->legal(batch->vectors, legal);
}

/* The first direction chosen in each lane, or the first legal one, as two bits. */
static void choice_settle(const eleven_lanes *legal, const eleven_lanes *chosen, eleven_lanes *vertical,
                          eleven_lanes *far)
{
    for (unsigned w = 0; w < COLUMNS; w++) {
        uint64_t some = 0, taken = 0, take[ELEVEN_DIRECTIONS];
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
            some |= chosen[d].word[w] & legal[d].word[w];
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            take[d] = legal[d].word[w] & (chosen[d].word[w] | ~some) & ~taken;
            taken |= take[d];
        }
        vertical->word[w] = take[ELEVEN_UP] | take[ELEVEN_DOWN];
        far->word[w] = take[ELEVEN_RIGHT] | take[ELEVEN_DOWN];
    }
}

void eleven_batch_play_by(eleven_batch *batch, unsigned rounds, eleven_batch_policy *policy, void *policy_context,
                          eleven_batch_report *report, void *report_context)
{
    for (; rounds; rounds--) {
        eleven_lanes legal[ELEVEN_DIRECTIONS], chosen[ELEVEN_DIRECTIONS] = {{{0}}}, vertical, far;
        eleven_batch_legal(batch, legal);
        policy(policy_context, batch, legal, chosen);
        choice_settle(legal, chosen, &vertical, &far);
        batch->chance = batch->kernel->step(batch->vectors, batch->chance, &vertical, &far);
        rounds_pass(batch, 1, report, report_context);
    }
}

/* ---- Making a batch ------------------------------------------------------------------------------------ */
static const batch_kernel *kernel_find(unsigned bits)
{
#ifdef __x86_64__
    __builtin_cpu_init();
    if ((bits == 0 || bits == 512) && fast_has_512())
        return &batch_kernel_512;
    if ((bits == 0 || bits == 256) && __builtin_cpu_supports("avx2"))
        return &batch_kernel_256;
#endif
    return bits == 0 || bits == 128 ? &batch_kernel_128 : NULL;
}

eleven_batch *eleven_batch_init(void *memory, unsigned bits, uint64_t seed)
{
    const batch_kernel *kernel = kernel_find(bits);
    if (!kernel)
        return NULL;
    memset(memory, 0, ELEVEN_BATCH_BYTES);
    uintptr_t at = ((uintptr_t)memory + 63) & ~(uintptr_t)63;
    eleven_batch *batch = (eleven_batch *)at;
    batch->kernel = kernel;
    batch->vectors = (batch_word *)((at + sizeof *batch + 63) & ~(uintptr_t)63);
    for (unsigned i = 0; i < 256; i++) {
        tally a = rank_tally(i & 15), b = rank_tally(i >> 4);
        batch->tallies[i] = (a.points + b.points) << 32 | (a.sum + b.sum);
    }
    for (unsigned column = 0; column < COLUMNS; column++) {
        *word_of(batch, VACANT, 64 * column) = UINT64_MAX;
        for (unsigned i = 0; i < CHANCE_LAG; i++)
            *word_of(batch, CHANCE + i, 64 * column) = eleven_random(seed, COLUMNS * i + column);
    }
    batch->chance = kernel->tend(batch->vectors, 0);
    return batch;
}

unsigned eleven_batch_bits(const eleven_batch *batch)
{
    return batch->kernel->bits;
}
