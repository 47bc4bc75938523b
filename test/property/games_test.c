/* Whole random games, under all rules and on all sizes: written as notation and read back they are the same
 * at every ply; and no damaged text makes the reader crash, read past the end or accept an impossible game. */
#include "../unit/expect.h"
#include "../oracle/oracle.h"

#include <stdlib.h>

enum { PLIES_MAX = 400, TEXT_MAX = 40000 };

/* How the record states which tiles appear. */
typedef enum record_kind { BY_SEED_AND_TEXT, BY_SEED, BY_TEXT, FROM_BOARD, RECORD_KINDS } record_kind;

typedef struct played_game {
    eleven_record record;
    record_kind kind;
    unsigned count;
    eleven_ply plies[PLIES_MAX];
    eleven_game after[PLIES_MAX]; /* the game after each ply */
} played_game;

/* ---- Playing ------------------------------------------------------------------------------------------ */

/* A goal that a random game reaches now and then, so that wins and "keep" occur. */
static eleven_rules random_rules(uint64_t *chance)
{
    eleven_rules rules = rules_named(eleven_rules_name(oracle_below(chance, ORACLE_RULES)));
    if (oracle_below(chance, 2))
        rules.goal = (eleven_rank)(3 + oracle_below(chance, 6));
    if (oracle_below(chance, 8) == 0)
        rules.goal = 0;
    if (oracle_below(chance, 8) == 0)
        strcpy(rules.name, "custom"), rules.goal_ends = oracle_below(chance, 2);
    return rules;
}

static eleven_record random_record(uint64_t *chance, record_kind kind)
{
    eleven_record record = {.rules = random_rules(chance), .seed = oracle_random(chance)};
    unsigned w = 1 + oracle_below(chance, 8), h = 1 + oracle_below(chance, 8);
    eleven_game_start(&record.rules, w, h, record.seed, &record.start, NULL);
    record.has_seed = kind == FROM_BOARD ? oracle_below(chance, 2) : kind != BY_TEXT;
    record.undos = oracle_below(chance, 3);
    record.helped = oracle_below(chance, 3);
    if (oracle_below(chance, 2))
        strcpy(record.date, "2024-02-29T12:00:00Z");
    if (kind == FROM_BOARD) {
        record.from_board = true;
        record.start.score = oracle_below(chance, 3) * 4;
        for (unsigned i = 0; i < w * h; i++)
            record.start.board.cells[i] = (eleven_rank)oracle_below(chance, 6);
    }
    return record;
}

/* Makes a random ply, if there is one left to make. */
static bool random_ply(const played_game *played, eleven_game *game, eleven_ply *ply, uint64_t *chance)
{
    const eleven_rules *rules = &played->record.rules;
    eleven_events events;
    *ply = (eleven_ply){.keeps_playing = eleven_game_keep_playing(rules, game)};
    if (ply->keeps_playing)
        return true;
    unsigned first = oracle_below(chance, ELEVEN_DIRECTIONS);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        ply->direction = (eleven_direction)((first + d) % ELEVEN_DIRECTIONS);
        uint64_t word = eleven_random(played->record.seed, game->ply + 1);
        if (!eleven_game_step(rules, game, ply->direction, word, &events))
            continue;
        ply->spawn_count = events.spawn_count;
        memcpy(ply->spawns, events.spawns, sizeof ply->spawns);
        return true;
    }
    return false;
}

static void play(played_game *played, record_kind kind, unsigned most, uint64_t *chance)
{
    *played = (played_game){.record = random_record(chance, kind), .kind = kind};
    eleven_game game = played->record.start;
    while (played->count < most && random_ply(played, &game, &played->plies[played->count], chance))
        played->after[played->count++] = game;
    eleven_record *record = &played->record;
    record->has_end = oracle_below(chance, 2);
    if (record->has_end) {
        record->status = eleven_game_status(&record->rules, &game);
        record->score = game.score;
        record->moves = game.ply;
    }
}

static size_t write_game(const played_game *played, char *text)
{
    const eleven_record *record = &played->record;
    size_t length = eleven_record_print(record, text, TEXT_MAX);
    uint32_t moves_before = 0;
    for (unsigned i = 0; i < played->count; i++) {
        eleven_ply ply = played->plies[i];
        if (played->kind == BY_SEED)
            ply.spawn_count = 0;
        length += eleven_ply_print(&record->rules, record->start.board.w, &ply, moves_before, text + length,
                                   TEXT_MAX - length);
        moves_before = played->after[i].ply;
    }
    assert_in_range(length, 1, TEXT_MAX - 1);
    return length;
}

/* ---- Reading back ------------------------------------------------------------------------------------- */

static bool same_game(const eleven_game *a, const eleven_game *b)
{
    return eleven_board_equal(&a->board, &b->board) && a->score == b->score && a->ply == b->ply &&
           a->keeps_playing == b->keeps_playing;
}

static bool same_ply(const eleven_ply *a, const eleven_ply *b)
{
    bool same = a->keeps_playing == b->keeps_playing && a->spawn_count == b->spawn_count &&
                (a->keeps_playing || a->direction == b->direction);
    for (unsigned i = 0; same && i < a->spawn_count; i++)
        same = a->spawns[i].cell == b->spawns[i].cell && a->spawns[i].rank == b->spawns[i].rank;
    return same;
}

static bool same_record(const eleven_record *a, const eleven_record *b)
{
    bool same = eleven_rules_hash(&a->rules) == eleven_rules_hash(&b->rules) &&
                strcmp(a->rules.name, b->rules.name) == 0 && same_game(&a->start, &b->start) &&
                a->has_seed == b->has_seed && a->from_board == b->from_board && a->undos == b->undos &&
                a->helped == b->helped && a->hints == b->hints && strcmp(a->date, b->date) == 0 &&
                a->has_end == b->has_end;
    if (same && a->has_seed)
        same = a->seed == b->seed;
    return same && (!a->has_end || (a->status == b->status && a->score == b->score && a->moves == b->moves));
}

static void expect_read_back(const played_game *played, const char *text, size_t length)
{
    eleven_reader reader;
    eleven_ply ply;
    eleven_events events;
    eleven_problem problem = {0};
    if (eleven_reader_open(&reader, text, length, &problem))
        fail_msg("%u:%u: %s\n%s", problem.line, problem.column, problem.sentence, text);
    if (!same_record(&reader.record, &played->record) || !same_game(&reader.game, &played->record.start))
        fail_msg("another head:\n%s", text);
    for (unsigned i = 0; i < played->count; i++) {
        if (eleven_reader_next(&reader, &ply, &events, &problem))
            fail_msg("%u:%u: %s\n%s", problem.line, problem.column, problem.sentence, text);
        if (!same_ply(&ply, &played->plies[i]) || !same_game(&reader.game, &played->after[i]))
            fail_msg("another ply %u:\n%s", i, text);
    }
    assert_int_equal(eleven_reader_next(&reader, &ply, &events, &problem), ELEVEN_END);
}

/* Move by move the same as the oracle's walk plus the spawns of the ply. */
static void expect_oracle_agrees(const played_game *played)
{
    const eleven_rules *rules = &played->record.rules;
    const oracle_rules *oracle = &oracle_all[rules->merge[1][2] ? 3 : rules->cascade ? 2 : 0];
    oracle_grid grid = oracle_grid_of(oracle, &played->record.start.board);
    uint64_t score = played->record.start.score;
    for (unsigned i = 0; i < played->count; i++) {
        const eleven_ply *ply = &played->plies[i];
        if (ply->keeps_playing)
            continue;
        assert_true(oracle_slide(oracle, &grid, ply->direction, &score));
        for (unsigned n = 0; n < ply->spawn_count; n++) {
            assert_true(grid.face[ply->spawns[n].cell] == 0);
            grid.face[ply->spawns[n].cell] = oracle->face(ply->spawns[n].rank);
        }
        assert_true(oracle_shows(oracle, &grid, &played->after[i].board));
        assert_true(score == played->after[i].score);
    }
}

static void games_survive_their_notation(void **state)
{
    (void)state;
    static played_game played;
    static char text[TEXT_MAX];
    uint64_t chance = 1;
    unsigned won = 0, lost = 0;
    for (unsigned i = 0; i < 2000; i++) {
        play(&played, (record_kind)(i % RECORD_KINDS), 20 + oracle_below(&chance, PLIES_MAX - 19), &chance);
        size_t length = write_game(&played, text);
        expect_read_back(&played, text, length);
        expect_oracle_agrees(&played);
        const eleven_game *end = played.count ? &played.after[played.count - 1] : &played.record.start;
        won += end->keeps_playing;
        lost += eleven_game_status(&played.record.rules, end) == ELEVEN_STATUS_LOST;
    }
    assert_in_range(won, 200, 1800); /* else the games would show too little */
    assert_in_range(lost, 200, 1800);
}

/* ---- Damage ------------------------------------------------------------------------------------------- */

static char random_byte(uint64_t *chance)
{
    static const char likely[] = "0123456789 \n\r\t;./@+-UDRLkeepabcgh18x248\0";
    return oracle_below(chance, 4) ? likely[oracle_below(chance, sizeof likely - 1)] : (char)oracle_below(chance, 256);
}

/* A line of a head, which may contradict the others, after the first line. */
static size_t add_line(char *text, size_t length, size_t room, uint64_t *chance)
{
    static const char *const lines[] = {"board-score 1000000\n",
                                        "board-score 0\n",
                                        "plain-score 900000\n",
                                        "score 0\n",
                                        "moves 0\n",
                                        "result playing\n",
                                        "result lost\n",
                                        "undos 4294967295\n",
                                        "helped 7\n",
                                        "hints 2\n",
                                        "goal none\n",
                                        "goal 16\n",
                                        "size 2x2\n",
                                        "rules classic\n",
                                        "seed 42\n",
                                        "board 2\n",
                                        "start 2@a1\n",
                                        "date x\n"};
    const char *line = lines[oracle_below(chance, sizeof lines / sizeof *lines)];
    const char *end = memchr(text, '\n', length);
    size_t at = end ? (size_t)(end - text) + 1 : length, more = strlen(line);
    if (length + more > room)
        return length;
    memmove(text + at + more, text + at, length - at);
    memcpy(text + at, line, more);
    return length + more;
}

static size_t damage_once(char *text, size_t length, size_t room, uint64_t *chance)
{
    size_t at = oracle_below(chance, (unsigned)length + 1);
    switch (oracle_below(chance, 9)) {
    case 0: return at; /* cut off */
    case 8: return add_line(text, length, room, chance);
    case 1:
    case 2: /* a byte less */
        if (at == length)
            return length;
        memmove(text + at, text + at + 1, length - at - 1);
        return length - 1;
    case 3:
    case 4: /* a byte more */
        if (length == room)
            return length;
        memmove(text + at + 1, text + at, length - at);
        text[at] = random_byte(chance);
        return length + 1;
    default: /* another byte */
        if (at < length)
            text[at] = random_byte(chance);
        return length;
    }
}

/* An error names a place inside the text (or none), and says something. */
static void expect_sensible(const eleven_problem *problem, eleven_error error, const char *text, size_t length)
{
    uint32_t lines = 1;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    assert_in_range(error, ELEVEN_BAD_TEXT, ELEVEN_NEWER);
    assert_in_range(strnlen(problem->sentence, sizeof problem->sentence), 10, sizeof problem->sentence - 1);
    assert_in_range(problem->line, error == ELEVEN_BAD_RULES ? 0 : 1, lines);
    assert_in_range(problem->column, error == ELEVEN_BAD_RULES ? 0 : 1, length + 1);
}

/* A game that reads to its end leaves nothing behind it but blanks, comments and the number of a next move. */
static void expect_nothing_left(const char *text, size_t length)
{
    bool in_comment = false;
    for (size_t i = 0; i < length; i++) {
        in_comment = text[i] == ';' || (in_comment && text[i] != '\n');
        bool is_fine = in_comment || strchr(" \t\r\n.0123456789", text[i] ? text[i] : '?');
        if (!is_fine)
            fail_msg("a game ends although byte %d follows", text[i]);
    }
}

/* The game of a reader at its end, printed, is a text that is read as the same game. */
static void expect_prints_as_read(played_game *read, const eleven_game *end)
{
    static char text[TEXT_MAX];
    read->kind = BY_SEED_AND_TEXT;
    size_t length = write_game(read, text);
    expect_read_back(read, text, length);
    const eleven_record *record = &read->record;
    assert_true(record->has_seed || record->from_board || !record->start.score);
    assert_true(!record->has_end || record->score == end->score);
}

/* Reads on to the end or to the first error, which must leave the reader where it was. */
static bool read_damaged(const char *text, size_t length)
{
    static played_game read;
    eleven_reader reader, before;
    eleven_ply ply;
    eleven_events events;
    eleven_problem problem = {0};
    eleven_error error = eleven_reader_open(&reader, text, length, &problem);
    read.count = 0;
    if (!error)
        assert_int_equal(eleven_rules_check(&reader.record.rules, NULL), ELEVEN_OK);
    while (!error) {
        before = reader;
        error = eleven_reader_next(&reader, &ply, &events, &problem);
        if (!error) {
            assert_true(reader.at > before.at && reader.game.ply == before.game.ply + !ply.keeps_playing);
            read.plies[read.count] = ply;
            read.after[read.count++] = reader.game;
        } else {
            assert_true(reader.at == before.at && same_game(&reader.game, &before.game));
        }
    }
    if (error != ELEVEN_END) {
        expect_sensible(&problem, error, text, length);
        return false;
    }
    expect_nothing_left(text + reader.at, length - reader.at);
    read.record = reader.record;
    expect_prints_as_read(&read, &reader.game);
    return true;
}

/* The damaged text is in memory of exactly its size, so that a sanitizer sees every byte read past it. */
static void damaged_games_are_refused_or_read(void **state)
{
    (void)state;
    enum { GAMES = 400, DAMAGES = 800 };
    static played_game played;
    static char text[TEXT_MAX], damaged[TEXT_MAX];
    uint64_t chance = 5;
    unsigned accepted = 0;
    for (unsigned i = 0; i < GAMES; i++) {
        play(&played, (record_kind)(i % RECORD_KINDS), oracle_below(&chance, 16), &chance);
        size_t length = write_game(&played, text);
        for (unsigned n = 0; n < DAMAGES; n++) {
            memcpy(damaged, text, length);
            size_t left = length;
            for (unsigned times = 1 + oracle_below(&chance, 3); times > 0; times--)
                left = damage_once(damaged, left, TEXT_MAX, &chance);
            char *exact = malloc(left + !left);
            assert_non_null(exact);
            memcpy(exact, damaged, left);
            accepted += read_damaged(exact, left);
            free(exact);
        }
    }
    assert_in_range(accepted, GAMES, GAMES * DAMAGES - GAMES);
}

/* The same for boards and rule sets on their own; what is read is sound and can be written again. */
static void damaged_boards_and_rules_are_refused_or_read(void **state)
{
    (void)state;
    static char text[ELEVEN_RULES_TEXT], again[ELEVEN_RULES_TEXT];
    uint64_t chance = 6;
    for (unsigned i = 0; i < 40000; i++) {
        eleven_rules rules = rules_named(eleven_rules_name(i % ORACLE_RULES)), read;
        eleven_board board = {0};
        bool is_board = i % 4 != 0;
        if (is_board)
            strcpy(text, i % 3 ? "2 8 . . / 2 . 1 3 / 4 . . ." : "0123000000000012");
        size_t length = is_board ? strlen(text) : eleven_rules_print(&rules, text, sizeof text);
        for (unsigned times = 1 + oracle_below(&chance, 3); times > 0; times--)
            length = damage_once(text, length, sizeof text, &chance);
        eleven_problem problem = {0};
        eleven_error error = is_board ? eleven_board_parse(&rules, text, length, &board, &problem)
                                      : eleven_rules_parse(text, length, &read, &problem);
        if (error)
            expect_sensible(&problem, error, text, length);
        else if (!is_board)
            assert_in_range(eleven_rules_print(&read, again, sizeof again), 100, sizeof again - 1);
        else
            assert_in_range(eleven_board_print(&rules, &board, ELEVEN_LAYOUT_GRID, again, sizeof again), 2, 1023);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_survive_their_notation),
        cmocka_unit_test(damaged_games_are_refused_or_read),
        cmocka_unit_test(damaged_boards_and_rules_are_refused_or_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
