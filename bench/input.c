/* The input of the bench: positions, rows and records of random games, the same on every machine. */
#include "bench/bench.h"

#include <stdlib.h>

enum { POSITIONS = sizeof((bench_input *)0)->positions / sizeof(eleven_bitboard), RECORDS = 64, RECORD_SIZE = 16384 };

/* One move of random play on the bitboard; false at the end of the game. */
static bool position_step(const bench_input *input, eleven_bitboard *board, uint64_t word)
{
    eleven_afterstates after;
    eleven_bitboard spawns[16];
    unsigned legal = eleven_bitboard_afterstates(input->table, *board, &after), d = word & 3;
    if (!legal)
        return false;
    while (!(legal >> d & 1))
        d = (d + 1) & 3;
    unsigned count = eleven_bitboard_spawns(after.board[d], word >> 2 & 7 ? 1 : 2, spawns);
    *board = spawns[(word >> 32) % count];
    return true;
}

/* Every position of some games; every other game begins with large tiles. */
static void fill_positions(bench_input *input)
{
    unsigned n = 0;
    for (uint64_t game = 0; n < POSITIONS; game++) {
        eleven_bitboard board = eleven_bitboard_start(input->table, game);
        if (game % 2)
            board = eleven_bitboard_set(eleven_bitboard_set(board, 0, 11), 1, (eleven_rank)(3 + game % 8));
        for (uint64_t ply = 0; n < POSITIONS && position_step(input, &board, eleven_random(game, ply)); ply++)
            input->positions[n++] = board;
    }
}

static void fill_lines(bench_input *input)
{
    for (unsigned i = 0; i < POSITIONS; i++)
        for (unsigned x = 0; x < 4; x++)
            input->lines[i][x] = eleven_bitboard_get(input->positions[i], 4 * (i % 4) + x);
}

/* A record of a random game; returns its length. */
static size_t write_record(const bench_input *input, uint64_t seed, char *text)
{
    eleven_game game;
    eleven_game_start(&input->rules, 4, 4, seed, &game, NULL);
    eleven_record record = {.rules = input->rules, .start = game, .has_seed = true, .seed = seed};
    size_t length = eleven_record_print(&record, text, RECORD_SIZE);
    for (uint64_t i = 0; eleven_game_status(&input->rules, &game) == ELEVEN_STATUS_PLAYING; i++) {
        eleven_events events;
        eleven_direction direction = (eleven_direction)(eleven_random(~seed, i) & 3);
        uint64_t word = eleven_random(seed, game.ply + 1);
        uint32_t moves_before = game.ply;
        if (!eleven_game_step(&input->rules, &game, direction, word, &events))
            continue;
        eleven_ply ply = eleven_ply_from(direction, &events);
        length += eleven_ply_print(&input->rules, 4, &ply, moves_before, text + length, RECORD_SIZE - length);
    }
    return length;
}

static bool fill_records(bench_input *input)
{
    input->records = malloc((size_t)RECORDS * RECORD_SIZE);
    if (!input->records)
        return false;
    for (uint64_t seed = 1; seed <= RECORDS; seed++)
        input->records_size += write_record(input, seed, input->records + input->records_size) + 1;
    return true;
}

bench_input *bench_input_open(void)
{
    bench_input *input = calloc(1, sizeof *input);
    if (!input)
        return NULL;
    eleven_rules_find("classic", &input->rules);
    input->table = eleven_rowtable_init(input->table_memory, &input->rules);
    fill_positions(input);
    fill_lines(input);
    if (fill_records(input))
        return input;
    bench_input_close(input);
    return NULL;
}

void bench_input_close(bench_input *input)
{
    if (input)
        free(input->records);
    free(input);
}
