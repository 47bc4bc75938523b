/* The batch against core: ten million moves of its games, each replayed; and its choices against what they
 * should be, by their frequencies. */
#include "../unit/expect.h"
#include "eleven/batch.h"
#include "fast/words.h"

#include <math.h>

static char memory[ELEVEN_BATCH_BYTES];

/* ---- Every lane's game replays through core ------------------------------------------------------------- */

/* A game as core sees it, and what the choices of a lane have been so far. */
typedef struct follower {
    eleven_board board;
    uint64_t score;
    uint32_t moves;
    bool is_known; /* false: a new game is expected */
} follower;

typedef struct tallies {
    uint64_t moves, ends, fours, tiles;
    uint64_t direction[16][ELEVEN_DIRECTIONS]; /* by legal directions */
    uint64_t place[17][16];                    /* by how many cells are empty: which of them */
    follower lane[ELEVEN_BATCH_LANES];
} tallies;

static eleven_rules classic;
static tallies seen;

/* Compares the boards cell by cell; where a new tile has come, counts it. */
static void follow_tile(follower *known, const eleven_board *now, bool spawned)
{
    unsigned place = 0, empties = 0, at = 16;
    for (unsigned i = 0; i < 16; i++) {
        bool is_new = now->cells[i] != known->board.cells[i];
        assert_true(!is_new || (known->board.cells[i] == 0 && at == 16));
        if (is_new) {
            at = i;
            place = empties;
        }
        empties += known->board.cells[i] == 0;
    }
    assert_int_equal(spawned, at < 16);
    if (at == 16)
        return;
    assert_true(now->cells[at] == 1 || now->cells[at] == 2);
    seen.tiles++;
    seen.fours += now->cells[at] == 2;
    seen.place[empties][place]++;
}

/* A lane that is followed for the first time in this game: two start tiles, or none yet. */
static void follow_start(follower *known, const eleven_batch_lane *lane, const eleven_board *now)
{
    unsigned tiles = 0;
    if (lane->is_vacant) {
        assert_true(lane->board.low == 0 && lane->board.high == 0);
        return;
    }
    for (unsigned i = 0; i < 16; i++) {
        assert_true(now->cells[i] <= 2);
        tiles += now->cells[i] != 0;
    }
    assert_int_equal(tiles, 2);
    assert_true(lane->score == 0 && lane->moves == 0);
    *known = (follower){*now, 0, 0, true};
}

/* What the next round makes of a game: at most one slide, then at most one tile. */
static void follow(follower *known, const eleven_batch_lane *lane)
{
    eleven_board now;
    eleven_bitboard_unpack(lane->board, &now);
    if (!known->is_known) {
        follow_start(known, lane, &now);
        return;
    }
    if (lane->moved) {
        if (seen.moves % 8 == 0) /* asking core for all directions takes most of the time */
            seen.direction[eleven_board_legal(&classic, &known->board)][lane->direction]++;
        eleven_slide slide = eleven_board_slide(&classic, &known->board, lane->direction, NULL);
        assert_true(slide.hops > 0);
        known->score += slide.gain;
        known->moves++;
        seen.moves++;
    }
    follow_tile(known, &now, lane->spawned);
    known->board = now;
    assert_true(lane->score == known->score && lane->moves == known->moves);
}

/* A reported game ended with the followed position, and no direction is legal there. */
static void follow_end(void *context, const eleven_batch_game *games, unsigned count)
{
    follower *buried = context;
    for (unsigned i = 0; i < count; i++) {
        const eleven_batch_game *game = &games[i];
        follower *known = &buried[game->lane];
        eleven_board board;
        eleven_bitboard_unpack(game->board, &board);
        assert_true(known->is_known && eleven_board_equal(&board, &known->board));
        assert_true(game->score == known->score && game->moves == known->moves);
        assert_int_equal(game->largest, eleven_board_largest(&board));
        assert_int_equal(eleven_board_legal(&classic, &board), 0);
        known->is_known = false;
        seen.ends++;
    }
}

/* Plays a round and follows every lane. */
static void follow_round(eleven_batch *batch, follower *buried)
{
    static eleven_batch_lane lanes[ELEVEN_BATCH_LANES];
    eleven_batch_play(batch, 1, follow_end, buried);
    eleven_batch_get_all(batch, lanes);
    for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++) {
        follower *known = &seen.lane[i];
        bool is_new = lanes[i].is_vacant || (lanes[i].moves == 0 && known->moves > 0);
        if (known->is_known && is_new) {
            assert_false(buried[i].is_known);
            buried[i] = *known;
            known->is_known = false;
        }
        follow(known, &lanes[i]);
    }
}

static void games_replay_through_core(void **state)
{
    (void)state;
    static follower buried[ELEVEN_BATCH_LANES];
    eleven_batch *batch = eleven_batch_init(memory, 0, 2048);
    for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++) {
        eleven_batch_lane lane = eleven_batch_get(batch, i);
        follow(&seen.lane[i], &lane);
    }
    while (seen.moves < 10 * 1000 * 1000)
        follow_round(batch, buried);
    assert_true(seen.ends > 80000);
}

/* Games that begin with the highest tiles, at every width; some of them make 65536 and 131072 long after. */
static void high_games_replay_through_core(void **state)
{
    (void)state;
    static follower buried[ELEVEN_BATCH_LANES];
    for (unsigned n = 0; n < 12; n++) {
        eleven_batch *batch = eleven_batch_init(memory, 128u << n % 3, n);
        tallies before = seen;
        unsigned large = 0;
        if (!batch)
            continue;
        memset(buried, 0, sizeof buried);
        for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++) {
            eleven_board board;
            eleven_board_empty(4, 4, &board);
            board.cells[i % 16] = (eleven_rank)(12 + i % 5);
            board.cells[(i + 1 + i / 16 % 15) % 16] = (eleven_rank)(12 + i % 5);
            seen.lane[i] = (follower){board, 1000, 10, true};
            eleven_batch_set(batch, i, eleven_bitboard_pack(&board), 1000, 10);
        }
        for (unsigned round = 0; round < 100; round++)
            follow_round(batch, buried);
        for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++)
            large += eleven_board_largest(&seen.lane[i].board) >= 16;
        assert_true(large > 100);
        seen = before;
    }
}

/* ---- Frequencies ---------------------------------------------------------------------------------------- */

/* Chi-squared of counts that should be equal, as standard deviations above its mean. */
static double excess(const uint64_t *counts, unsigned n)
{
    double sum = 0, chi = 0;
    for (unsigned i = 0; i < n; i++)
        sum += (double)counts[i];
    for (unsigned i = 0; i < n && sum > 0; i++)
        chi += ((double)counts[i] - sum / n) * ((double)counts[i] - sum / n) / (sum / n);
    return n < 2 || sum < 1000 ? 0 : (chi - (n - 1)) / sqrt(2.0 * (n - 1));
}

static void choices_are_uniform(void **state)
{
    (void)state;
    for (unsigned legal = 1; legal < 16; legal++) {
        uint64_t counts[ELEVEN_DIRECTIONS];
        unsigned n = 0;
        for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
            if (legal >> d & 1)
                counts[n++] = seen.direction[legal][d];
            else
                assert_true(seen.direction[legal][d] == 0);
        }
        assert_true(excess(counts, n) < 6);
    }
    for (unsigned empties = 1; empties <= 15; empties++)
        assert_true(excess(seen.place[empties], empties) < 6);
    double expected = (double)seen.tiles / 10, apart = (double)seen.fours - expected;
    assert_true(apart * apart < 25 * expected * 0.9);
}

/* ---- The same at every width ---------------------------------------------------------------------------- */

typedef struct sum_up {
    uint64_t games, score, square, moves, hash;
} sum_up;

static void add(void *context, const eleven_batch_game *games, unsigned count)
{
    sum_up *sums = context;
    for (unsigned i = 0; i < count; i++) {
        sums->games++;
        sums->score += games[i].score;
        sums->square += games[i].score * games[i].score;
        sums->moves += games[i].moves;
        sums->hash = (sums->hash ^ eleven_bitboard_hash(games[i].board) ^ games[i].lane) * 31;
    }
}

/* Prefers down, then left; somewhere else where it must. */
static void down_left(void *context, const eleven_batch *batch, const eleven_lanes *legal, eleven_lanes *chosen)
{
    (void)context, (void)batch;
    for (unsigned w = 0; w < ELEVEN_BATCH_LANES / 64; w++) {
        chosen[ELEVEN_DOWN].word[w] = legal[ELEVEN_DOWN].word[w];
        chosen[ELEVEN_LEFT].word[w] = legal[ELEVEN_LEFT].word[w] & ~legal[ELEVEN_DOWN].word[w];
    }
}

/* Some lanes with tiles high enough for the fifth bit of a rank, so that both kernels play. */
static void put_high_tiles(eleven_batch *batch)
{
    eleven_bitboard board = {UINT64_C(0xff00eddcba987654), 0};
    for (unsigned lane = 7; lane < 140; lane += 13)
        eleven_batch_set(batch, lane, board, 0, 0);
}

static void every_width_plays_the_same_games(void **state)
{
    (void)state;
    sum_up expected = {0};
    for (unsigned bits = 128; bits <= 512; bits *= 2) {
        eleven_batch *batch = eleven_batch_init(memory, bits, 11);
        sum_up found = {0};
        if (!batch)
            continue;
        put_high_tiles(batch);
        eleven_batch_play(batch, 3000, add, &found);
        put_high_tiles(batch);
        eleven_batch_play_by(batch, 1000, down_left, NULL, add, &found);
        eleven_batch_flush(batch, add, &found);
        if (bits == 128)
            expected = found;
        assert_memory_equal(&found, &expected, sizeof found);
    }
}

/* Whole games are those of the bitboard: as many of every lane, so that no length is preferred. */
typedef struct quotas {
    sum_up sums;
    unsigned played[ELEVEN_BATCH_LANES], most;
} quotas;

static void add_quota(void *context, const eleven_batch_game *games, unsigned count)
{
    quotas *quota = context;
    for (unsigned i = 0; i < count; i++)
        if (quota->played[games[i].lane]++ < quota->most)
            add(&quota->sums, &games[i], 1);
}

static void games_are_like_those_of_the_bitboard(void **state)
{
    (void)state;
    enum { EACH = 400, GAMES = EACH * ELEVEN_BATCH_LANES };
    static quotas quota = {.most = EACH};
    static eleven_playout games[1000];
    static eleven_rowtable table;
    eleven_batch *batch = eleven_batch_init(memory, 0, 5);
    while (quota.sums.games < GAMES)
        eleven_batch_play(batch, 64, add_quota, &quota);
    eleven_rowtable_init(&table, &classic);
    double score = 0, moves = 0;
    for (unsigned n = 0; n < GAMES; n += 1000) {
        unsigned count = GAMES - n < 1000 ? GAMES - n : 1000;
        eleven_bitboard_playouts(&table, NULL, n, count, games);
        for (unsigned i = 0; i < count; i++) {
            score += (double)games[i].score;
            moves += (double)games[i].moves;
        }
    }
    double mean = (double)quota.sums.score / GAMES;
    double variance = (double)quota.sums.square / GAMES - mean * mean;
    assert_true(fabs(mean - score / GAMES) < 5 * sqrt(2 * variance / GAMES));
    assert_true(fabs((double)quota.sums.moves - moves) / GAMES < 5 * sqrt(2 * 42.0 * 42 / GAMES));
}

static int find_rules(void **state)
{
    (void)state;
    classic = rules_named("classic");
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_replay_through_core),
        cmocka_unit_test(high_games_replay_through_core),
        cmocka_unit_test(choices_are_uniform),
        cmocka_unit_test(every_width_plays_the_same_games),
        cmocka_unit_test(games_are_like_those_of_the_bitboard),
    };
    return cmocka_run_group_tests(tests, find_rules, NULL);
}
