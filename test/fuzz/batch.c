/* A batch at each vector width: the same lanes and moves make the same games, and core makes each of the moves too. */
#include "fuzz.h"
#include "eleven/batch.h"

enum { WIDTHS = 3, ROUNDS = 20, LOADED = 8 };

static const uint8_t *moves;
static size_t move_count;

static void choose(void *state, const eleven_batch *batch, const eleven_lanes legal[ELEVEN_DIRECTIONS],
                   eleven_lanes chosen[ELEVEN_DIRECTIONS])
{
    unsigned *round = state;
    (void)batch, (void)legal;
    for (unsigned i = 0; i < ELEVEN_BATCH_LANES / 64; i++) {
        unsigned byte = move_count ? moves[(*round * 8 + i) % move_count] : 0;
        chosen[byte % 4].word[i] = ~UINT64_C(0);
        chosen[byte / 4 % 4].word[i] |= UINT64_C(0x5555555555555555);
    }
    ++*round;
}

static void count_games(void *state, const eleven_batch_game *games, unsigned count)
{
    uint64_t *sum = state;
    for (unsigned i = 0; i < count; i++)
        *sum = *sum * 31 + games[i].score + games[i].lane + games[i].board.low;
}

static void load(eleven_batch *batch, fuzz_in in)
{
    for (unsigned n = 0; n < LOADED; n++) {
        eleven_board board;
        eleven_board_empty(4, 4, &board);
        board.cells[0] = 1;
        for (unsigned i = 0; i < 16; i++)
            board.cells[i] |= (eleven_rank)(fuzz_byte(&in) % 17);
        unsigned lane = (fuzz_byte(&in) << 8 | fuzz_byte(&in)) % ELEVEN_BATCH_LANES;
        eleven_batch_set(batch, lane, eleven_bitboard_pack(&board), n, n);
    }
}

static void expect_core_agrees(const eleven_batch_lane *before, const eleven_batch_lane *after)
{
    eleven_rules classic;
    if (!after->moved || before->is_vacant || before->owes_tile || after->moves != before->moves + 1)
        return;
    eleven_rules_find("classic", &classic);
    eleven_board board, now;
    eleven_bitboard_unpack(before->board, &board);
    eleven_bitboard_unpack(after->board, &now);
    eleven_slide slide = eleven_board_slide(&classic, &board, after->direction, NULL);
    unsigned differ = 0;
    for (unsigned i = 0; i < 16; i++)
        differ += board.cells[i] != now.cells[i];
    expect(slide.hops && after->score == before->score + slide.gain && differ == after->spawned);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned char memory[WIDTHS][ELEVEN_BATCH_BYTES];
    static eleven_batch_lane lanes[2][ELEVEN_BATCH_LANES], before[ELEVEN_BATCH_LANES];
    fuzz_in in = {data, size};
    uint64_t seed = fuzz_word(&in), sums[2] = {0, 0};
    moves = in.at;
    move_count = in.left;
    for (unsigned i = 0, found = 0; i < WIDTHS; i++) {
        unsigned round = 0;
        eleven_batch *batch = eleven_batch_init(memory[i], 128u << i, seed);
        if (!batch)
            continue;
        load(batch, in);
        uint64_t *sum = &sums[found > 0];
        *sum = 0;
        eleven_batch_play_by(batch, ROUNDS, choose, &round, count_games, sum);
        eleven_batch_get_all(batch, before);
        eleven_batch_play_by(batch, 1, choose, &round, count_games, sum);
        eleven_batch_get_all(batch, lanes[found > 0]);
        for (unsigned n = 0; n < ELEVEN_BATCH_LANES && !found; n += 7)
            expect_core_agrees(&before[n], &lanes[0][n]);
        expect(!found || (memcmp(lanes[0], lanes[1], sizeof lanes[0]) == 0 && sums[0] == sums[1]));
        found++;
    }
    return 0;
}
