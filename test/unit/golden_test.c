/* Game records of format 1 that must load for ever. They and the numbers below were made by a separate
 * program; run from the repository root. */
#include "expect.h"

typedef struct golden_game {
    const char *file, *rules;
    unsigned plies; /* moves and keeps */
    uint32_t moves;
    uint64_t score;
    eleven_status status;
    const char *board;
    uint32_t undos, helped;
} golden_game;

static const golden_game golden_games[] = {
    {"classic", "classic", 132, 132, 1264, ELEVEN_STATUS_LOST, "2 8 4 2 / 16 32 16 4 / 2 128 32 8 / 32 8 4 16", 3, 17},
    {"seed-only", "classic", 187, 187, 2188, ELEVEN_STATUS_LOST, "2 8 4 2 / 32 16 8 4 / 2 32 16 8 / 8 256 4 16", 0, 0},
    {"provider", "provider", 30, 30, 136, ELEVEN_STATUS_LOST, "16 8 2 / 4 16 8 / 2 4 2", 0, 0},
    {"engine", "engine", 72, 72, 892, ELEVEN_STATUS_LOST, "2 16 4 8 2 / 128 4 8 2 8 / 4 16 4 8 4", 0, 0},
    {"fibonacci", "fibonacci", 60, 60, 246, ELEVEN_STATUS_PLAYING, ". . . 1 / . . 1 5 / 1 . 2 8 / 3 8 34 3", 0, 0},
    {"keep", "classic", 132, 131, 1196, ELEVEN_STATUS_LOST, "16 8 4 2 / 128 16 2 4 / 2 32 8 2 / 32 8 16 8", 0, 0},
    {"board", "classic", 25, 25, 3196732, ELEVEN_STATUS_PLAYING, "16 2 . . / 131072 8 2 4 / 8 16 4 . / 65536 4 2 .", 0,
     25},
    {"custom-rules", "three-like", 28, 28, 186, ELEVEN_STATUS_WON,
     ". . . 1 3 / . 1 . 6 6 / 2 3 12 2 2 / . 2 12 2 24 / . 6 2 6 1", 0, 0},
    {"windows", "engine", 26, 26, 196, ELEVEN_STATUS_LOST, "2 / 4 / 8 / 2 / 4 / 16 / 32 / 4", 0, 0},
};

static size_t load_file(const char *name, char *text, size_t size)
{
    char path[128];
    snprintf(path, sizeof path, "test/golden/games/%s.2048", name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s: cannot be opened", path);
    size_t length = fread(text, 1, size, file);
    fclose(file);
    return length;
}

static void expect_golden(const golden_game *golden, const char *text, size_t length)
{
    eleven_reader reader;
    eleven_ply ply;
    eleven_problem problem = {0};
    unsigned plies = 0;
    eleven_error error = eleven_reader_open(&reader, text, length, &problem);
    while (!error && !(error = eleven_reader_next(&reader, &ply, NULL, &problem)))
        plies++;
    if (error != ELEVEN_END)
        fail_msg("%s:%u:%u: %s", golden->file, problem.line, problem.column, problem.sentence);
    const eleven_record *record = &reader.record;
    assert_string_equal(record->rules.name, golden->rules);
    assert_int_equal(plies, golden->plies);
    assert_int_equal(reader.game.ply, golden->moves);
    assert_int_equal(reader.game.score, golden->score);
    assert_int_equal(eleven_game_status(&record->rules, &reader.game), golden->status);
    assert_int_equal(record->undos, golden->undos);
    assert_int_equal(record->helped, golden->helped);
    expect_board(&record->rules, &reader.game.board, golden->board);
}

static void golden_games_load_to_their_end(void **state)
{
    (void)state;
    static char text[4096];
    for (size_t i = 0; i < sizeof golden_games / sizeof *golden_games; i++)
        expect_golden(&golden_games[i], text, load_file(golden_games[i].file, text, sizeof text));
}

/* What these files say in their heads is understood as well. */
static void golden_heads_are_understood(void **state)
{
    (void)state;
    static char text[4096];
    eleven_reader reader;
    size_t length = load_file("classic", text, sizeof text);
    assert_int_equal(eleven_reader_open(&reader, text, length, NULL), ELEVEN_OK);
    assert_true(reader.record.has_seed && reader.record.seed == 2048 && reader.record.has_end);
    assert_string_equal(reader.record.date, "2024-02-29T12:00:00Z");
    length = load_file("board", text, sizeof text);
    assert_int_equal(eleven_reader_open(&reader, text, length, NULL), ELEVEN_OK);
    assert_true(reader.record.from_board && !reader.record.has_seed);
    assert_int_equal(reader.record.start.score, 3000000);
    assert_int_equal(reader.record.rules.goal, 0);
    length = load_file("custom-rules", text, sizeof text);
    assert_int_equal(eleven_reader_open(&reader, text, length, NULL), ELEVEN_OK);
    assert_true(reader.record.rules.goal_ends && reader.record.rules.merge[1][2] == 3);
    length = load_file("provider", text, sizeof text);
    assert_int_equal(eleven_reader_open(&reader, text, length, NULL), ELEVEN_OK);
    assert_true(!reader.record.has_end && !reader.record.has_seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_games_load_to_their_end),
        cmocka_unit_test(golden_heads_are_understood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
