/* Whole game records: what is printed reads back, what is left out follows from the seed, and what people and
 * later versions write is understood. */
#include "expect.h"

enum { TEXT_MAX = 8192 };

/* ---- Helpers ------------------------------------------------------------------------------------------ */

static void expect_end(eleven_reader *reader)
{
    eleven_ply ply;
    eleven_problem problem = {.line = 77};
    assert_int_equal(eleven_reader_next(reader, &ply, NULL, &problem), ELEVEN_END);
    assert_int_equal(problem.line, 77); /* the end is not a problem */
    assert_int_equal(eleven_reader_next(reader, &ply, NULL, NULL), ELEVEN_END);
}

/* Reads the record to its end and prints it again. */
static void print_again(const char *text, char *again)
{
    eleven_reader reader = opened(text);
    eleven_ply ply;
    size_t length = eleven_record_print(&reader.record, again, TEXT_MAX);
    uint32_t moves_before = reader.game.ply;
    while (!eleven_reader_next(&reader, &ply, NULL, NULL)) {
        length += eleven_ply_print(&reader.record.rules, reader.game.board.w, &ply, moves_before, again + length,
                                   TEXT_MAX - length);
        moves_before = reader.game.ply;
    }
    expect_end(&reader);
}

static void expect_again(const char *text, const char *expected)
{
    static char again[TEXT_MAX];
    print_again(text, again);
    assert_string_equal(again, expected);
}

/* ---- Printing ----------------------------------------------------------------------------------------- */

static void expect_ply(eleven_ply ply, uint32_t moves_before, const char *expected)
{
    eleven_rules rules = rules_named("classic");
    char text[64];
    assert_int_equal(eleven_ply_print(&rules, 4, &ply, moves_before, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
    assert_int_equal(eleven_ply_print(&rules, 4, &ply, moves_before, NULL, 0), strlen(expected));
}

static void plies_are_printed_ten_a_line(void **state)
{
    (void)state;
    eleven_ply left = {.direction = ELEVEN_LEFT, .spawn_count = 1, .spawns = {{15, 1}}};
    eleven_ply two = {.direction = ELEVEN_DOWN, .spawn_count = 2, .spawns = {{0, 1}, {6, 2}}};
    eleven_ply unwritten = {.direction = ELEVEN_UP}, keep = {.keeps_playing = true};
    expect_ply(left, 0, "\n1. L2@d4");
    expect_ply(left, 1, " L2@d4");
    expect_ply(left, 9, " L2@d4");
    expect_ply(left, 10, "\n11. L2@d4");
    expect_ply(two, 11, " D2@a1+4@c2");
    expect_ply(unwritten, 12, " U");
    expect_ply((eleven_ply){.direction = ELEVEN_RIGHT}, UINT32_MAX, " R");
    expect_ply(keep, 0, "\nkeep");
    expect_ply(keep, 5, " keep");
    expect_ply(keep, 10, " keep");
}

static void a_head_states_everything_in_order(void **state)
{
    (void)state;
    eleven_record record = {.rules = rules_named("engine"), .has_seed = true, .seed = UINT64_MAX};
    record.start.board = board_of(&record.rules, ". 2 . / . . 4");
    record.undos = 3;
    record.helped = 4;
    strcpy(record.date, "2024-02-29T12:00:00Z");
    record.has_end = true;
    record.status = ELEVEN_STATUS_LOST;
    record.score = 123;
    record.moves = 45;
    const char *expected = "eleven game 1\nrules engine\nsize 3x2\nseed 18446744073709551615\n"
                           "date 2024-02-29T12:00:00Z\nundos 3\nhelped 4\nresult lost\nscore 123\nmoves 45\n"
                           "start 2@b1 4@c2\n";
    char text[512];
    assert_int_equal(eleven_record_print(&record, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
    assert_int_equal(eleven_record_print(&record, text, 7), strlen(expected));
    assert_string_equal(text, "eleven");
}

static void a_date_that_is_not_one_word_is_left_out(void **state)
{
    (void)state;
    static const char *const dates[] = {"Nov 28", "2026-11-28\n", "x\nscore 5", "a;b", "a\tb"};
    for (unsigned i = 0; i < sizeof dates / sizeof *dates; i++) {
        eleven_record record = {.rules = rules_named("classic")};
        record.start.board = board_of(&record.rules, "2 2 / . .");
        strcpy(record.date, dates[i]);
        char text[512];
        eleven_record_print(&record, text, sizeof text);
        assert_string_equal(text, "eleven game 1\nrules classic\nsize 2x2\nstart 2@a1 2@b1\n");
    }
}

/* ---- Reading what was printed ------------------------------------------------------------------------- */

#define CLASSIC    "eleven game 1\nrules classic\nsize 4x4\n"
#define GAME       CLASSIC "start 2@a1 2@b1\n"
#define SEEDED     "eleven game 1\nrules classic\nsize 2x2\nseed 5\n"
#define SEED_START "start 2@a1 4@b2\n" /* what seed 5 gives */

static void a_record_without_seed_reads_back(void **state)
{
    (void)state;
    const char *text = GAME "\n1. L2@d4 U4@a2 R2@a1";
    expect_again(text, text);
    eleven_reader reader = opened(text);
    assert_false(reader.record.has_seed || reader.record.from_board || reader.record.has_end);
    eleven_ply ply = expect_next(&reader);
    assert_true(ply.direction == ELEVEN_LEFT && ply.spawn_count == 1);
    assert_true(ply.spawns[0].cell == 15 && ply.spawns[0].rank == 1);
    expect_board(&reader.record.rules, &reader.game.board, "4 . . . / . . . . / . . . . / . . . 2");
    assert_true(reader.game.score == 4 && reader.game.ply == 1);
}

static void a_seeded_record_reads_back(void **state)
{
    (void)state;
    const char *text = SEEDED SEED_START "\n1. L2@b1 L2@b2 D2@b1 L2@b1";
    expect_again(text, text);
    eleven_reader reader = opened(text);
    assert_true(reader.record.has_seed && reader.record.seed == 5);
}

static void the_seed_decides_what_the_text_omits(void **state)
{
    (void)state;
    const char *whole = SEEDED SEED_START "\n1. L2@b1 L2@b2 D2@b1 L2@b1";
    expect_again(SEEDED "\nL L D L", whole);
    expect_again(SEEDED SEED_START "\nL L2@b2\nD ; half written\n4. L", whole);
}

static void events_describe_what_a_ply_did(void **state)
{
    (void)state;
    eleven_reader reader = opened(SEEDED "\nL L2@b2 D");
    eleven_ply ply;
    eleven_events events;
    assert_int_equal(eleven_reader_next(&reader, &ply, &events, NULL), ELEVEN_OK);
    assert_true(events.gain == 0 && events.hop_count == 1);
    assert_true(events.hops[0].from == 3 && events.hops[0].to == 2 && !events.hops[0].merged);
    assert_true(events.spawn_count == 1 && events.spawns[0].cell == 1 && events.spawns[0].rank == 1);
    assert_true(ply.spawn_count == 1 && ply.spawns[0].cell == 1 && ply.spawns[0].rank == 1);
    assert_int_equal(eleven_reader_next(&reader, &ply, &events, NULL), ELEVEN_OK);
    assert_true(events.gain == 4 && events.hop_count == 1 && events.hops[0].merged);
    assert_true(events.spawn_count == 1 && events.spawns[0].cell == 3);
}

static void a_board_can_be_the_start(void **state)
{
    (void)state;
    const char *text = "eleven game 1\nrules classic\nsize 3x2\nboard 512 512 . / . . 2\nboard-score 5000\n\n1. L2@c1";
    expect_again(text, text);
    eleven_reader reader = opened(text);
    assert_true(reader.record.from_board);
    expect_next(&reader);
    expect_board(&reader.record.rules, &reader.game.board, "1024 . 2 / 2 . .");
    assert_int_equal(reader.game.score, 6024);
    expect_again(CLASSIC "board 1000000000000000\n", CLASSIC "board 2 . . . / . . . . / . . . . / . . . .\n");
}

static void a_seed_continues_after_a_board(void **state)
{
    (void)state;
    eleven_reader written = opened(SEEDED "board 2 . / . 4\n\nL2@b1 L2@b2");
    eleven_reader unwritten = opened(SEEDED "board 2 . / . 4\n\nL L");
    expect_next(&written), expect_next(&written), expect_next(&unwritten), expect_next(&unwritten);
    assert_true(eleven_board_equal(&written.game.board, &unwritten.game.board));
}

static void a_won_game_can_be_kept(void **state)
{
    (void)state;
    const char *text = "eleven game 1\nrules classic\ngoal 8\nsize 2x2\nboard 4 4 / . .\n\n"
                       "1. L2@b1 keep L4@b1";
    expect_again("eleven game 1\nrules classic\ngoal 8\nsize 2x2\nboard 8 . / . .\n\nkeep\n1. D2@b1",
                 "eleven game 1\nrules classic\ngoal 8\nsize 2x2\nboard 8 . / . .\n\nkeep\n1. D2@b1");
    eleven_reader reader = opened(text);
    expect_next(&reader);
    assert_int_equal(eleven_game_status(&reader.record.rules, &reader.game), ELEVEN_STATUS_WON);
    assert_true(expect_next(&reader).keeps_playing);
    assert_true(reader.game.keeps_playing && reader.game.ply == 1);
}

static void the_goal_can_be_another(void **state)
{
    (void)state;
    const char *higher = "eleven game 1\nrules classic\ngoal 65536\nsize 4x4\nstart 2@a1 2@b1\n";
    const char *none = "eleven game 1\nrules fibonacci\ngoal none\nsize 4x4\nstart 1@a1 2@b1\n";
    expect_again(higher, higher);
    expect_again(none, none);
    assert_int_equal(opened(higher).record.rules.goal, 16);
    assert_int_equal(opened(none).record.rules.goal, 0);
    assert_string_equal(opened(none).record.rules.name, "fibonacci");
}

#define TWIN_RULES                                                                                                     \
    "rule name twins\nrule values 1 3\nrule merge 1 1 3\nrule spawn 1 1\nrule count 2 1\nrule start 1\n"               \
    "rule goal 3\nrule cascade no\nrule goal-ends yes\n"
#define TWINS "eleven game 1\n" TWIN_RULES "size 3x1\n"

static void other_rules_are_in_the_record(void **state)
{
    (void)state;
    const char *text = TWINS "start 1@b1\n\n1. L1@b1+1@c1 R1@a1";
    expect_again(text, text);
    eleven_reader reader = opened(text);
    assert_string_equal(reader.record.rules.name, "twins");
    assert_int_equal(reader.record.rules.value[2], 3);
    assert_true(reader.record.rules.goal_ends);
}

static void rules_that_only_borrow_a_name_are_written_in_full(void **state)
{
    (void)state;
    char text[TEXT_MAX];
    eleven_record record = {.rules = rules_named("classic")};
    record.rules.spawn_weight[1] = 8;
    record.start.board = board_of(&record.rules, "2 2 / . .");
    eleven_record_print(&record, text, sizeof text);
    assert_non_null(strstr(text, "\nrule name classic\n"));
    assert_non_null(strstr(text, "\nrule spawn 2 8\n"));
    eleven_reader reader = opened(text);
    assert_true(eleven_rules_hash(&reader.record.rules) == eleven_rules_hash(&record.rules));
}

/* The strongest help decides, and what a game counts while it was plain. */
static void records_have_classes(void **state)
{
    (void)state;
    eleven_record record = {.rules = rules_named("classic"), .plain_score = 70};
    assert_string_equal(eleven_class_name(eleven_record_class(&record)), "plain");
    assert_int_equal(eleven_record_plain_score(&record, 90), 90);
    record.undos = 1;
    assert_string_equal(eleven_class_name(eleven_record_class(&record)), "with undo");
    assert_int_equal(eleven_record_plain_score(&record, 90), 70);
    record.hints = 1;
    assert_string_equal(eleven_class_name(eleven_record_class(&record)), "with hints");
    record.helped = 1;
    assert_string_equal(eleven_class_name(eleven_record_class(&record)), "with a player");
    record = (eleven_record){.from_board = true};
    assert_int_equal(eleven_record_plain_score(&record, 90), 0);
}

/* A game that was continued from an earlier position, or that damage has cut, had more points before. */
static void the_plain_score_may_be_above_the_score(void **state)
{
    (void)state;
    eleven_reader reader = opened(CLASSIC "hints 1\nplain-score 70\nseed 1\n");
    assert_int_equal(eleven_record_plain_score(&reader.record, 0), 70);
    expect_end(&reader);
}

static void a_goal_comes_after_the_values_of_its_rules(void **state)
{
    (void)state;
    eleven_reader reader =
        opened("eleven game 1\nrule values 2 4 8\ngoal 8\nrule name mine\nrule merge 2 2 4\nrule merge 4 4 8\n"
               "rule spawn 2 1\nrule count 1 1\nsize 2x2\nseed 1\n");
    assert_int_equal(reader.record.rules.goal, 3);
}

/* ---- Reading what people and later versions write ----------------------------------------------------- */

static void a_line_of_blanks_ends_the_head(void **state)
{
    (void)state;
    eleven_reader reader = opened(CLASSIC "start 2@a1 2@d1\n \t\r\nL2@c1\n");
    eleven_ply ply;
    assert_int_equal(eleven_reader_next(&reader, &ply, NULL, NULL), ELEVEN_OK);
    assert_int_equal(ply.direction, ELEVEN_LEFT);
}

static void unknown_keys_are_skipped(void **state)
{
    (void)state;
    expect_again("eleven game 1\nplayer A. N. Other\nrules classic\nx\nsize 4x4\nstart 2@a1 2@b1\n\nL2@d4",
                 GAME "\n1. L2@d4");
}

static void comments_blanks_and_windows_lines_are_fine(void **state)
{
    (void)state;
    expect_again("; first\r\n\r\neleven game 1\r\n; second\r\n\trules classic ; third\r\nsize 4x4\r\n"
                 "start 2@a1  2@b1 ; fourth\r\n \t \r\n\r\n1.\r\n L2@d4;fifth\r\nU4@a2\r\n",
                 GAME "\n1. L2@d4 U4@a2");
}

static void a_head_alone_is_a_game(void **state)
{
    (void)state;
    expect_again(GAME, GAME);
    expect_again(GAME "\n", GAME);
    expect_again(CLASSIC "start 2@a1 2@b1", GAME);
}

static void the_end_may_be_stated_in_part(void **state)
{
    (void)state;
    eleven_reader reader = opened(CLASSIC "score 4\nstart 2@a1 2@b1\n\nL2@d4");
    assert_false(reader.record.has_end);
    expect_next(&reader);
    expect_end(&reader);
    assert_false(opened(CLASSIC "moves 0\nstart 2@a1 2@b1\n").record.has_end);
    assert_false(opened(CLASSIC "result playing\nscore 0\nstart 2@a1 2@b1\n").record.has_end);
    reader = opened(CLASSIC "result playing\nscore 4\nmoves 1\nstart 2@a1 2@b1\n\nL2@d4");
    assert_true(reader.record.has_end);
    expect_next(&reader);
    expect_end(&reader);
}

static void a_copied_reader_is_a_remembered_place(void **state)
{
    (void)state;
    eleven_reader reader = opened(GAME "\n1. L2@d4 U4@a2 R2@a1");
    expect_next(&reader);
    eleven_reader copy = reader;
    expect_next(&reader), expect_next(&reader);
    expect_end(&reader);
    expect_next(&copy), expect_next(&copy);
    expect_end(&copy);
    assert_true(eleven_board_equal(&reader.game.board, &copy.game.board));
    assert_true(reader.at == copy.at && reader.line == copy.line && reader.column == copy.column);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plies_are_printed_ten_a_line),
        cmocka_unit_test(a_head_states_everything_in_order),
        cmocka_unit_test(a_date_that_is_not_one_word_is_left_out),
        cmocka_unit_test(a_record_without_seed_reads_back),
        cmocka_unit_test(a_seeded_record_reads_back),
        cmocka_unit_test(the_seed_decides_what_the_text_omits),
        cmocka_unit_test(events_describe_what_a_ply_did),
        cmocka_unit_test(a_board_can_be_the_start),
        cmocka_unit_test(a_seed_continues_after_a_board),
        cmocka_unit_test(a_won_game_can_be_kept),
        cmocka_unit_test(the_goal_can_be_another),
        cmocka_unit_test(other_rules_are_in_the_record),
        cmocka_unit_test(records_have_classes),
        cmocka_unit_test(the_plain_score_may_be_above_the_score),
        cmocka_unit_test(a_goal_comes_after_the_values_of_its_rules),
        cmocka_unit_test(rules_that_only_borrow_a_name_are_written_in_full),
        cmocka_unit_test(a_line_of_blanks_ends_the_head),
        cmocka_unit_test(unknown_keys_are_skipped),
        cmocka_unit_test(comments_blanks_and_windows_lines_are_fine),
        cmocka_unit_test(a_head_alone_is_a_game),
        cmocka_unit_test(the_end_may_be_stated_in_part),
        cmocka_unit_test(a_copied_reader_is_a_remembered_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
