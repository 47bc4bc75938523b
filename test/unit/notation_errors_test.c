/* Game records of impossible games: each is refused at the very place, and the reader stays before
 * it. */
#include "expect.h"

enum { TEXT_MAX = 8192 };

#define CLASSIC "eleven game 1\nrules classic\nsize 4x4\n"
#define GAME    CLASSIC "start 2@a1 2@b1\n"
#define SEEDED  "eleven game 1\nrules classic\nsize 2x2\nseed 5\n"
#define TWIN_RULES                                                                                                     \
    "rule name twins\nrule values 1 3\nrule merge 1 1 3\nrule spawn 1 1\nrule count 2 1\nrule start 1\n"               \
    "rule goal 3\nrule cascade no\nrule goal-ends yes\n"
#define TWINS "eleven game 1\n" TWIN_RULES "size 3x1\n"

/* ---- Bad heads ---------------------------------------------------------------------------------------- */

typedef struct bad_text {
    const char *text;
    eleven_error error;
    unsigned line, column;
    const char *sentence;
} bad_text;

#define WON  "eleven game 1\nrules classic\nsize 2x2\nboard 2048 2 / . .\n\n"
#define LOST "eleven game 1\nrules classic\nsize 2x2\nboard 2 4 / 4 2\n\n"
#define FULL_OF_EIGHT                                                                                                  \
    "eleven game 1\nrule name many\nrule values 2\nrule spawn 2 1\nrule count 8 1\nsize 4x4\nstart 2@b1 "              \
    "2@b2\n\n"

static const bad_text bad_heads[] = {
    {"", ELEVEN_BAD_TEXT, 1, 1, "the text should start with 'eleven game 1'"},
    {"\n eleven rules 1\n", ELEVEN_BAD_TEXT, 2, 2, "the text should start with 'eleven game 1'"},
    {"eleven game one\n", ELEVEN_BAD_TEXT, 1, 1, "the text should start with 'eleven game 1'"},
    {"eleven game 2\nanything", ELEVEN_NEWER, 1, 13, "this version of Eleven does not know the newer format '2'"},
    {"; x\n eleven  game 10", ELEVEN_NEWER, 2, 15, "this version of Eleven does not know the newer format '10'"},
    {"eleven game 1 1\n", ELEVEN_BAD_TEXT, 1, 15, "the line should end before '1'"},
    {"eleven game 1\n", ELEVEN_BAD_TEXT, 1, 1, "the head does not state the rules"},
    {"eleven game 1\nrules classic\n", ELEVEN_BAD_TEXT, 1, 1, "the head does not state the size"},
    {CLASSIC, ELEVEN_BAD_TEXT, 1, 1, "the head states neither start, board nor seed"},
    {"eleven game 1\nrules klassik\n", ELEVEN_BAD_TEXT, 2, 7, "there are no shipped rules called 'klassik'"},
    {"eleven game 1\nrules\n", ELEVEN_BAD_TEXT, 2, 6, "there are no shipped rules called ''"},
    {"eleven game 1\nrules classic x\n", ELEVEN_BAD_TEXT, 2, 15, "the line should end before 'x'"},
    {"eleven game 1\nrules classic\ngoal 3\n", ELEVEN_BAD_TEXT, 3, 6, "no tile of these rules has the number '3'"},
    {"eleven game 1\nrules classic\nsize 9x4\n", ELEVEN_BAD_TEXT, 3, 6, "a size is 1x1 to 8x8, not '9x4'"},
    {"eleven game 1\nrules classic\nsize 0x4\n", ELEVEN_BAD_TEXT, 3, 6, "a size is 1x1 to 8x8, not '0x4'"},
    {"eleven game 1\nrules classic\nsize 4*4\n", ELEVEN_BAD_TEXT, 3, 6, "a size is 1x1 to 8x8, not '4*4'"},
    {"eleven game 1\nrules classic\nsize 4\n", ELEVEN_BAD_TEXT, 3, 6, "a size is 1x1 to 8x8, not '4'"},
    {CLASSIC "seed -1\n", ELEVEN_BAD_TEXT, 4, 6,
     "the seed should be a whole number from 0 to 18446744073709551615, not '-1'"},
    {CLASSIC "seed 18446744073709551616\n", ELEVEN_BAD_TEXT, 4, 6,
     "the seed should be a whole number from 0 to 18446744073709551615, not '18446744073709551616'"},
    {CLASSIC "date 2024-02-29T12:00:00.000000000001Z\n", ELEVEN_BAD_TEXT, 4, 6,
     "a date has at most 31 characters, unlike '2024-02-29T12:00:00.000000000001Z'"},
    {CLASSIC "date 2024-02-29T12:00:00.00000000001Z\n", ELEVEN_BAD_TEXT, 4, 6,
     "a date has at most 31 characters, unlike '2024-02-29T12:00:00.00000000001Z'"},
    {CLASSIC "date 2024 02\n", ELEVEN_BAD_TEXT, 4, 11, "the line should end before '02'"},
    {CLASSIC "undos 4294967296\n", ELEVEN_BAD_TEXT, 4, 7,
     "the number of undos should be a whole number from 0 to 4294967295, not '4294967296'"},
    {CLASSIC "helped ; x\n", ELEVEN_BAD_TEXT, 4, 11,
     "the number of helped moves should be a whole number from 0 to 4294967295, not ''"},
    {CLASSIC "result drawn\n", ELEVEN_BAD_TEXT, 4, 8, "a result is playing, won or lost, not 'drawn'"},
    {CLASSIC "score 1e3\n", ELEVEN_BAD_TEXT, 4, 7,
     "the score should be a whole number from 0 to 18446744073709551615, not '1e3'"},
    {CLASSIC "moves 4294967296\n", ELEVEN_BAD_TEXT, 4, 7,
     "the number of moves should be a whole number from 0 to 4294967295, not '4294967296'"},
    {CLASSIC "board-score x\n", ELEVEN_BAD_TEXT, 4, 13,
     "the score should be a whole number from 0 to 4611686018427387904, not 'x'"},
    {CLASSIC "board-score 4611686018427387905\n", ELEVEN_BAD_TEXT, 4, 13,
     "the score should be a whole number from 0 to 4611686018427387904, not '4611686018427387905'"},
    {GAME "board 2\n", ELEVEN_BAD_TEXT, 5, 1, "the start is given twice"},
    {GAME "start 2@a1 2@b1\n", ELEVEN_BAD_TEXT, 5, 1, "the head already states 'start'"},
    {CLASSIC "size 4x4\n", ELEVEN_BAD_TEXT, 4, 1, "the head already states 'size'"},
    {CLASSIC "seed 1\nplain-score 1\nplain-score 1\n", ELEVEN_BAD_TEXT, 6, 1, "the head already states 'plain-score'"},
    {"eleven game 1\ngoal 64\nrules classic\n", ELEVEN_BAD_TEXT, 2, 5, "a goal should come after the rules"},
    {CLASSIC "start 2@a1\n", ELEVEN_BAD_TEXT, 4, 11, "the number of start tiles is not that of the rules"},
    {GAME "seed 1\n", ELEVEN_BAD_TEXT, 4, 6, "the seed gives other start tiles"},
    {CLASSIC "start 2@a1 2@a1\n", ELEVEN_BAD_TEXT, 4, 14, "a tile cannot appear on the occupied cell 'a1'"},
    {CLASSIC "start 2@a1 2@e1\n", ELEVEN_BAD_TEXT, 4, 14, "the board has no cell 'e1'"},
    {CLASSIC "start 2@a1 2@a5\n", ELEVEN_BAD_TEXT, 4, 14, "the board has no cell 'a5'"},
    {CLASSIC "start 2@a1 2\n", ELEVEN_BAD_TEXT, 4, 13, "the board has no cell ''"},
    {CLASSIC "start 8@a1 2@b1\n", ELEVEN_BAD_TEXT, 4, 9, "these rules do not let such a tile appear at 'a1'"},
    {CLASSIC "start 3@a1\n", ELEVEN_BAD_TEXT, 4, 7, "no tile of these rules has the number '3'"},
    {CLASSIC "board 2 4\n", ELEVEN_BAD_TEXT, 4, 6, "the board does not have the size that the head states"},
    {CLASSIC "board 2 4 . .\n", ELEVEN_BAD_TEXT, 4, 6, "the board does not have the size that the head states"},
    {CLASSIC "board 2/4/./.\n", ELEVEN_BAD_TEXT, 4, 6, "the board does not have the size that the head states"},
    {"eleven game 1\nrules classic\nsize 2x1\nboard 2 5\n", ELEVEN_BAD_TEXT, 4, 9,
     "no tile of these rules has the number '5'"},
    {"eleven game 1\nrule colour red\n", ELEVEN_BAD_TEXT, 2, 6, "a rule set has no line called 'colour'"},
    {"eleven game 1\nrule start 0\nrule name a\nsize 2x2\n", ELEVEN_BAD_RULES, 0, 0,
     "spawn: 0 is the sum of the weights, which must be 1 to 2147483648"},
};

static void bad_heads_are_refused_where_they_are_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_heads / sizeof *bad_heads; i++) {
        const bad_text *bad = &bad_heads[i];
        eleven_reader reader;
        eleven_problem problem = {0};
        assert_int_equal(eleven_reader_open(&reader, bad->text, strlen(bad->text), &problem), bad->error);
        expect_problem(&problem, bad->line, bad->column, bad->sentence);
        assert_int_equal(eleven_reader_open(&reader, bad->text, strlen(bad->text), NULL), bad->error);
    }
}

/* A NUL is a byte like any other and ends no name. */
static void a_name_is_compared_to_its_end(void **state)
{
    (void)state;
    const char text[] = "eleven game 1\nrules classic\0al\nsize 4x4\nstart 2@a1 2@b1\n";
    eleven_reader reader;
    assert_int_equal(eleven_reader_open(&reader, text, sizeof text - 1, NULL), ELEVEN_BAD_TEXT);
}

/* ---- Bad moves ---------------------------------------------------------------------------------------- */

/* Each after as many good plies as come before it. */
static const bad_text bad_moves[] = {
    {GAME "\nX2@d4", ELEVEN_BAD_TEXT, 6, 1, "a move is U, R, D, L or keep, not 'X2@d4'"},
    {GAME "\nl2@d4", ELEVEN_BAD_TEXT, 6, 1, "a move is U, R, D, L or keep, not 'l2@d4'"},
    {GAME "\n.", ELEVEN_BAD_TEXT, 6, 1, "a move is U, R, D, L or keep, not '.'"},
    {GAME "\n2. L2@d4", ELEVEN_BAD_TEXT, 6, 1, "expected move number 1"},
    {GAME "\n1. L2@d4\n1. U2@d3", ELEVEN_BAD_TEXT, 7, 1, "expected move number 2"},
    {GAME "\n01. L2@d4", ELEVEN_BAD_TEXT, 6, 1, "expected move number 1"},
    {GAME "\nL. ", ELEVEN_BAD_TEXT, 6, 1, "expected move number 1"},
    {GAME "\n1.", ELEVEN_BAD_TEXT, 6, 3, "a move is U, R, D, L or keep, not ''"},
    {GAME "\n1. L2@d4\n2. ; the end\n", ELEVEN_BAD_TEXT, 8, 1, "a move is U, R, D, L or keep, not ''"},
    {GAME "\n1. 1. L2@d4", ELEVEN_BAD_TEXT, 6, 4, "a move is U, R, D, L or keep, not '1.'"},
    {GAME "\n1. U2@d4", ELEVEN_BAD_TEXT, 6, 4, "nothing moves with 'U2@d4'"},
    {GAME "\n1. L2@d1 U2@d3", ELEVEN_BAD_TEXT, 6, 10, "nothing moves with 'U2@d3'"},
    {GAME "\n1. L", ELEVEN_BAD_TEXT, 6, 4, "the record has no seed, so the new tile must be written after 'L'"},
    {GAME "\nL3@d4", ELEVEN_BAD_TEXT, 6, 2, "no tile of these rules has the number '3'"},
    {GAME "\nL@d4", ELEVEN_BAD_TEXT, 6, 2, "a tile's number is missing"},
    {GAME "\nL2", ELEVEN_BAD_TEXT, 6, 3, "the board has no cell ''"},
    {GAME "\nL2@", ELEVEN_BAD_TEXT, 6, 4, "the board has no cell ''"},
    {GAME "\nL2@e1", ELEVEN_BAD_TEXT, 6, 4, "the board has no cell 'e1'"},
    {GAME "\nL2@a0", ELEVEN_BAD_TEXT, 6, 4, "the board has no cell 'a0'"},
    {GAME "\nL2@D4", ELEVEN_BAD_TEXT, 6, 4, "the board has no cell 'D4'"},
    {GAME "\nL2@d4x", ELEVEN_BAD_TEXT, 6, 4, "the board has no cell 'd4x'"},
    {GAME "\nL2@a1", ELEVEN_BAD_TEXT, 6, 4, "a tile cannot appear on the occupied cell 'a1'"},
    {GAME "\nL8@d4", ELEVEN_BAD_TEXT, 6, 4, "these rules do not let such a tile appear at 'd4'"},
    {GAME "\nL2@d4+", ELEVEN_BAD_TEXT, 6, 7, "a tile's number is missing"},
    {GAME "\nL2@d4+2@d4", ELEVEN_BAD_TEXT, 6, 9, "a tile cannot appear on the occupied cell 'd4'"},
    {GAME "\nL2@d4+2@c4", ELEVEN_BAD_TEXT, 6, 1, "these rules do not let that many tiles appear as in 'L2@d4+2@c4'"},
    {CLASSIC "board 2 2 4 8 / 8 4 2 4 / 4 8 4 8 / . 2 4 2\n\nL2@d1+2@d4", ELEVEN_BAD_TEXT, 6, 1,
     "these rules do not let that many tiles appear as in 'L2@d1+2@d4'"},
    {TWINS "start 1@b1\n\nL1@c1", ELEVEN_BAD_TEXT, 14, 1,
     "these rules do not let that many tiles appear as in 'L1@c1'"},
    {FULL_OF_EIGHT "L2@b1+2@b2+2@b3+2@b4+2@c1+2@c2+2@c3+2@c4+2@d1", ELEVEN_BAD_TEXT, 9, 41,
     "more than 8 tiles appear at '+2@d1'"},
    {GAME "\nkeep", ELEVEN_BAD_TEXT, 6, 1, "only a won game can be continued by 'keep'"},
    {WON "keep keep", ELEVEN_BAD_TEXT, 6, 6, "only a won game can be continued by 'keep'"},
    {WON "D2@a1", ELEVEN_BAD_TEXT, 6, 1, "the game is won; keep is missing before 'D2@a1'"},
    {LOST "L2@a1", ELEVEN_BAD_TEXT, 6, 1, "the game is lost before 'L2@a1'"},
    {SEEDED "\nL2@b2", ELEVEN_BAD_TEXT, 6, 1, "the seed lets 2@b1 appear after this move"},
    {SEEDED "\nL4@b1", ELEVEN_BAD_TEXT, 6, 1, "the seed lets 2@b1 appear after this move"},
    {SEEDED "\nL L2@a2", ELEVEN_BAD_TEXT, 6, 6, "a tile cannot appear on the occupied cell 'a2'"},
    {CLASSIC "score 5\nstart 2@a1 2@b1\n\nL2@d4", ELEVEN_BAD_TEXT, 4, 1, "the score is 4, but the head states 5"},
    {CLASSIC "moves 2\nstart 2@a1 2@b1\n\nL2@d4", ELEVEN_BAD_TEXT, 4, 1,
     "the number of moves is 1, but the head states 2"},
    {CLASSIC "result lost\nstart 2@a1 2@b1\n\nL2@d4", ELEVEN_BAD_TEXT, 4, 1,
     "the game does not end with the result that the head states"},
};

static bool same_place(const eleven_reader *a, const eleven_reader *b)
{
    return a->at == b->at && a->line == b->line && a->column == b->column && a->game.ply == b->game.ply &&
           a->game.score == b->game.score && a->game.keeps_playing == b->game.keeps_playing &&
           eleven_board_equal(&a->game.board, &b->game.board);
}

/* Reads until the error, which leaves reader, ply and events as they were and comes again when asked again.
 */
static void bad_moves_are_refused_where_they_are_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_moves / sizeof *bad_moves; i++) {
        const bad_text *bad = &bad_moves[i];
        eleven_reader reader = opened(bad->text), before = reader;
        eleven_ply ply = {.spawn_count = 7};
        eleven_events events = {.gain = 7};
        eleven_problem problem = {0}, again = {0};
        while (!eleven_reader_next(&reader, &ply, &events, &problem)) {
            before = reader;
            ply.spawn_count = 7;
            events.gain = 7;
        }
        expect_problem(&problem, bad->line, bad->column, bad->sentence);
        assert_true(same_place(&reader, &before));
        assert_true(ply.spawn_count == 7 && events.gain == 7);
        assert_int_equal(eleven_reader_next(&reader, &ply, NULL, &again), bad->error);
        expect_problem(&again, bad->line, bad->column, bad->sentence);
        assert_int_equal(eleven_reader_next(&reader, &ply, NULL, NULL), bad->error);
    }
}

static void several_tiles_must_be_those_of_the_seed(void **state)
{
    (void)state;
    eleven_rules rules = {.name = "pairs", .value = {0, 1, 3}, .start_tiles = 1, .goal_ends = true};
    rules.merge[1][1] = 2;
    rules.spawn_weight[1] = rules.count_weight[2] = 1;
    eleven_game game, moved;
    eleven_game_start(&rules, 3, 1, 4, &game, NULL);
    moved = game;
    eleven_direction direction = game.board.cells[0] ? ELEVEN_RIGHT : ELEVEN_LEFT;
    eleven_ply ply = {.direction = direction};
    eleven_events events;
    assert_true(eleven_game_step(&rules, &moved, direction, eleven_random(4, 1), &events));
    ply.spawn_count = 2; /* the right tiles in the wrong order */
    ply.spawns[0] = events.spawns[1];
    ply.spawns[1] = events.spawns[0];
    eleven_record record = {.rules = rules, .start = game, .has_seed = true, .seed = 4};
    char text[TEXT_MAX], sentence[100];
    size_t length = eleven_record_print(&record, text, sizeof text);
    eleven_ply_print(&rules, 3, &ply, 0, text + length, sizeof text - length);
    eleven_reader reader = opened(text);
    eleven_problem problem = {0};
    assert_int_equal(eleven_reader_next(&reader, &ply, NULL, &problem), ELEVEN_BAD_TEXT);
    snprintf(sentence, sizeof sentence, "the seed lets 1@%c1+1@%c1 appear after this move", 'a' + events.spawns[0].cell,
             'a' + events.spawns[1].cell);
    assert_string_equal(problem.sentence, sentence);
}

/* What follows a NUL is text like any other: a damaged file does not pass for a shorter game. */
static void a_nul_does_not_end_a_game(void **state)
{
    (void)state;
    const char text[] = GAME "\nL2@d4 \0 nonsense";
    eleven_reader reader;
    eleven_ply ply;
    eleven_problem problem = {0};
    assert_int_equal(eleven_reader_open(&reader, text, sizeof text - 1, NULL), ELEVEN_OK);
    expect_next(&reader);
    assert_int_equal(eleven_reader_next(&reader, &ply, NULL, &problem), ELEVEN_BAD_TEXT);
    assert_int_equal(problem.line, 6);
    assert_int_equal(problem.column, 7);
}

/* ---- Cut texts ---------------------------------------------------------------------------------------- */

/* Cut anywhere, a record that states its end is refused, or nothing was lost but blanks. */
static void a_cut_record_is_noticed(void **state)
{
    (void)state;
    const char *text =
        CLASSIC "result playing\nscore 12\nmoves 3\nstart 2@a1 2@b1\n\n1. L2@d4 U4@a2 D2@c1 ; the end \n";
    size_t whole = (size_t)(strstr(text, " ; the end") - text);
    for (size_t length = 0; length <= strlen(text); length++) {
        eleven_reader reader;
        eleven_ply ply;
        eleven_error error = eleven_reader_open(&reader, text, length, NULL);
        while (!error)
            error = eleven_reader_next(&reader, &ply, NULL, NULL);
        assert_int_equal(error, length < whole ? ELEVEN_BAD_TEXT : ELEVEN_END);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_heads_are_refused_where_they_are_bad),
        cmocka_unit_test(a_name_is_compared_to_its_end),
        cmocka_unit_test(bad_moves_are_refused_where_they_are_bad),
        cmocka_unit_test(several_tiles_must_be_those_of_the_seed),
        cmocka_unit_test(a_nul_does_not_end_a_game),
        cmocka_unit_test(a_cut_record_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
