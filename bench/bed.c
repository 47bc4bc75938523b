/* What the bench works on: positions, rows and records of random games, the same on every machine. */
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>

enum { POSITIONS = sizeof((bench_bed *)0)->positions / sizeof(eleven_bitboard), RECORDS = 64, RECORD_ROOM = 16384 };

/* One move of random play on the bitboard; false at the end of the game. */
static bool position_step(const bench_bed *bed, eleven_bitboard *board, uint64_t word)
{
    eleven_afterstates after;
    eleven_bitboard spawns[16];
    unsigned legal = eleven_bitboard_afterstates(&bed->table, *board, &after), d = word & 3;
    if (!legal)
        return false;
    while (!(legal >> d & 1))
        d = (d + 1) & 3;
    unsigned count = eleven_bitboard_spawns(after.board[d], word >> 2 & 7 ? 1 : 2, spawns);
    *board = spawns[(word >> 32) % count];
    return true;
}

/* Every position of some games; every other game begins with large tiles. */
static void fill_positions(bench_bed *bed)
{
    unsigned n = 0;
    for (uint64_t game = 0; n < POSITIONS; game++) {
        eleven_bitboard board = eleven_bitboard_start(&bed->table, game);
        if (game % 2)
            board = eleven_bitboard_set(eleven_bitboard_set(board, 0, 11), 1, (eleven_rank)(3 + game % 8));
        for (uint64_t ply = 0; n < POSITIONS && position_step(bed, &board, eleven_random(game, ply)); ply++)
            bed->positions[n++] = board;
    }
}

static void fill_lines(bench_bed *bed)
{
    for (unsigned i = 0; i < POSITIONS; i++)
        for (unsigned x = 0; x < 4; x++)
            bed->lines[i][x] = eleven_bitboard_get(bed->positions[i], 4 * (i % 4) + x);
}

/* A record of a random game; returns its length. */
static size_t write_record(const bench_bed *bed, uint64_t seed, char *text)
{
    eleven_game game = eleven_game_start(&bed->rules, 4, 4, seed, NULL);
    eleven_record record = {.rules = bed->rules, .start = game, .has_seed = true, .seed = seed};
    size_t length = eleven_record_print(&record, text, RECORD_ROOM);
    for (uint64_t i = 0; eleven_game_status(&bed->rules, &game) == ELEVEN_PLAYING; i++) {
        eleven_events events;
        eleven_direction direction = (eleven_direction)(eleven_random(~seed, i) & 3);
        uint64_t word = eleven_random(seed, game.ply + 1);
        uint32_t made = game.ply;
        if (!eleven_game_step(&bed->rules, &game, direction, word, &events))
            continue;
        eleven_ply ply = {.direction = direction, .spawn_count = events.spawn_count};
        memcpy(ply.spawns, events.spawns, sizeof ply.spawns);
        length += eleven_ply_print(&bed->rules, 4, &ply, made, text + length, RECORD_ROOM - length);
    }
    return length;
}

static bool fill_records(bench_bed *bed)
{
    bed->records = malloc((size_t)RECORDS * RECORD_ROOM);
    if (!bed->records)
        return false;
    for (uint64_t seed = 1; seed <= RECORDS; seed++)
        bed->records_size += write_record(bed, seed, bed->records + bed->records_size) + 1;
    return true;
}

bench_bed *bench_bed_make(void)
{
    bench_bed *bed = calloc(1, sizeof *bed);
    if (!bed)
        return NULL;
    eleven_rules_find("classic", &bed->rules);
    eleven_rowtable_build(&bed->rules, &bed->table);
    fill_positions(bed);
    fill_lines(bed);
    if (fill_records(bed))
        return bed;
    bench_bed_free(bed);
    return NULL;
}

void bench_bed_free(bench_bed *bed)
{
    if (bed)
        free(bed->records);
    free(bed);
}
