/* The tasks of the bench: fixed work. Every result is hashed, so that the compiler can leave nothing out and the hash
 * shows whether anything plays differently. */
#include "bench/bench.h"

#include <string.h>

static uint64_t mix_board(uint64_t hash, const eleven_board *board)
{
    for (unsigned i = 0; i < 16; i++)
        hash = bench_mix(hash, board->cells[i]);
    return hash;
}

static bench_work run_line(bench_input *input)
{
    bench_work work = {0, 0};
    for (unsigned pass = 0; pass < 800; pass++) {
        for (unsigned i = 0; i < 4096; i++) {
            eleven_rank cells[4];
            memcpy(cells, input->lines[i], sizeof cells);
            eleven_view view = pass % 2 ? (eleven_view){3, -1, 4} : (eleven_view){0, 1, 4};
            eleven_slide slide = eleven_line_slide(&input->rules, cells, view, NULL);
            work.hash = bench_mix(work.hash, slide.gain << 32 | (uint32_t)cells[0] << 16 | cells[3]);
            work.done++;
        }
    }
    return work;
}

static bench_work run_board_random(bench_input *input)
{
    bench_work work = {0, 0};
    eleven_rules rules = input->rules;
    rules.goal = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        eleven_game game;
        eleven_game_start(&rules, 4, 4, seed, &game, NULL);
        for (uint64_t i = 0; eleven_game_status(&rules, &game) == ELEVEN_STATUS_PLAYING; i++)
            eleven_game_step(&rules, &game, (eleven_direction)(eleven_random(~seed, i) & 3),
                             eleven_random(seed, game.ply + 1), NULL);
        work.done += game.ply;
        work.hash = mix_board(bench_mix(work.hash, game.score), &game.board);
    }
    return work;
}

static bench_work run_notation(bench_input *input)
{
    bench_work work = {0, 0};
    for (unsigned pass = 0; pass < 40; pass++) {
        for (const char *text = input->records; text < input->records + input->records_size;) {
            eleven_reader reader;
            eleven_ply ply;
            size_t length = strlen(text);
            eleven_error error = eleven_reader_open(&reader, text, length, NULL);
            while (!error)
                error = eleven_reader_next(&reader, &ply, NULL, NULL);
            work.hash = bench_mix(mix_board(work.hash, &reader.game.board), reader.game.score + error);
            work.done += length;
            text += length + 1;
        }
    }
    return work;
}

static bench_work run_bitboard_random(bench_input *input)
{
    enum { GAMES = 1000 };
    eleven_playout games[GAMES];
    bench_work work = {0, 0};
    for (uint64_t seed = 0; seed < 60 * GAMES; seed += GAMES) {
        eleven_bitboard_playouts(input->table, NULL, seed, GAMES, games);
        for (unsigned i = 0; i < GAMES; i++) {
            work.done += games[i].moves;
            work.hash = bench_mix(bench_mix(work.hash, games[i].score), games[i].board.low ^ games[i].board.high);
        }
    }
    return work;
}

static bench_work run_bitboard_afterstates(bench_input *input)
{
    bench_work work = {0, 0};
    for (unsigned pass = 0; pass < 2000; pass++) {
        for (unsigned i = 0; i < 4096; i++) {
            eleven_afterstates after;
            uint64_t sum = eleven_bitboard_afterstates(input->table, input->positions[i], &after);
            for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
                sum = 3 * sum + (after.board[d].low ^ after.board[d].high ^ after.gain[d]);
            work.hash += sum;
            work.done += ELEVEN_DIRECTIONS;
        }
    }
    return work;
}

static void add_games(void *context, const eleven_batch_game *games, unsigned count)
{
    bench_work *work = context;
    for (unsigned i = 0; i < count; i++) {
        work->done += games[i].moves;
        work->hash = bench_mix(work->hash, games[i].score << 20 ^ games[i].board.low ^ games[i].lane);
    }
}

static bench_work run_batch_random(bench_input *input)
{
    static eleven_batch_lane lanes[ELEVEN_BATCH_LANES];
    bench_work work = {0, 0};
    eleven_batch *batch = eleven_batch_init(input->batch, input->batch_bits, 2048);
    eleven_batch_play(batch, 600000, add_games, &work);
    eleven_batch_flush(batch, add_games, &work);
    eleven_batch_get_all(batch, lanes);
    for (unsigned i = 0; i < ELEVEN_BATCH_LANES; i++) {
        work.done += lanes[i].moves;
        work.hash = bench_mix(work.hash, lanes[i].board.low);
    }
    return work;
}

static const bench_task engine_tasks[] = {
    {"line", "lines/s", 1, run_line, NULL, NULL},
    {"board-random", "moves/s", 1, run_board_random, NULL, NULL},
    {"bitboard-random", "moves/s", 1, run_bitboard_random, NULL, NULL},
    {"bitboard-afterstates", "boards/s", 1, run_bitboard_afterstates, NULL, NULL},
    {"batch-random", "moves/s", 1, run_batch_random, NULL, NULL},
    {"notation", "MB/s", 1e6, run_notation, NULL, NULL},
};

const bench_task *bench_engine_task(unsigned index)
{
    return index < sizeof engine_tasks / sizeof *engine_tasks ? &engine_tasks[index] : NULL;
}

uint64_t bench_sign(uint64_t signature, const bench_task *task, uint64_t hash)
{
    for (const char *name = task->name; *name; name++)
        signature = hash_byte(signature, (uint8_t)*name);
    return (signature ^ hash ^ hash >> 32) * HASH_GOLDEN;
}
