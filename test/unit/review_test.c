/* Reviews: what moves cost, their totals, the moments that decided, and why. The player here gives the values that the
 * tests choose, so that every figure can be computed by hand. */
#include "expect.h"
#include "eleven.h"

#include <math.h>

static void expect_near(double found, double expected, double error)
{
    if (!(fabs(found - expected) <= error))
        fail_msg("%.12g instead of %.12g", found, expected);
}

static eleven_review sum_of(const eleven_judgement *moves, size_t count, double *scratch)
{
    eleven_review review;
    eleven_review_sum(moves, count, scratch, &review);
    return review;
}

/* ---- A player that gives chosen values --------------------------------------------------------------- */

typedef struct opinion {
    eleven_direction direction;
    double values[ELEVEN_DIRECTIONS];
} opinion;

static bool choose_as_given(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                            const eleven_budget *budget, eleven_advice *advice)
{
    const opinion *self = player->context;
    (void)rules, (void)board, (void)budget;
    advice->direction = self->direction;
    memcpy(advice->values, self->values, sizeof advice->values);
    return true;
}

static opinion given(eleven_direction direction, double up, double right, double down, double left)
{
    return (opinion){.direction = direction, .values = {up, right, down, left}};
}

static bool judge_on(const char *board, opinion view, eleven_direction played, eleven_judgement *judgement)
{
    eleven_rules rules = rules_named("classic");
    eleven_game before = game_at(&rules, board);
    eleven_player player = {"opinion", &view, choose_as_given, NULL};
    return eleven_review_judge(&player, &(eleven_budget){0}, &rules, &before, played, judgement) == ELEVEN_OK;
}

static const char open_board[] = ". . . . / . 2 . . / . . 4 . / . . . .";    /* all four directions are legal */
static const char corner_board[] = "2 . . . / 4 . . . / . . . . / . . . .";  /* right and down */
static const char forced_board[] = "2 4 8 16 / . . . . / . . . . / . . . ."; /* down */

static eleven_judgement judged(const char *board, opinion view, eleven_direction played)
{
    eleven_judgement judgement;
    assert_true(judge_on(board, view, played, &judgement));
    return judgement;
}

/* A move that loses so much where the worst loses 100 and the others nothing more. */
static eleven_judgement losing(double loss)
{
    return judged(open_board, given(ELEVEN_UP, 500, 500 - loss, 500 - (100 - loss), 400),
                  loss > 0 ? ELEVEN_RIGHT : ELEVEN_UP);
}

/* ---- Moves --------------------------------------------------------------------------------------------- */

static void a_move_costs_what_lies_between_it_and_the_best(void **state)
{
    (void)state;
    eleven_judgement move = judged(open_board, given(ELEVEN_LEFT, 10, 4, 7, 16), ELEVEN_DOWN);
    assert_int_equal(move.best, ELEVEN_LEFT);
    assert_int_equal(move.played, ELEVEN_DOWN);
    assert_true(move.is_free);
    expect_near(move.loss, 9, 0);
    expect_near(move.stake, (6 + 12 + 9) / 3.0, 1e-12);
}

static void the_choice_costs_nothing(void **state)
{
    (void)state;
    eleven_judgement move = judged(open_board, given(ELEVEN_LEFT, -10, -4, -7, -1), ELEVEN_LEFT);
    expect_near(move.loss, 0, 0);
    move = judged(open_board, given(ELEVEN_LEFT, 5, 5, 5, 5), ELEVEN_UP); /* nor do equal values */
    expect_near(move.loss, 0, 0);
    expect_near(move.stake, 0, 0);
    move = judged(open_board, given(ELEVEN_LEFT, 9, 5, 5, 5), ELEVEN_UP); /* nor a higher value than the best */
    expect_near(move.loss, 0, 0);
}

static void illegal_directions_have_no_value(void **state)
{
    (void)state;
    eleven_judgement move = judged(corner_board, given(ELEVEN_RIGHT, 99, 5, 3, 99), ELEVEN_DOWN);
    assert_true(isnan(move.values[ELEVEN_UP]) && isnan(move.values[ELEVEN_LEFT]));
    expect_near(move.loss, 2, 0);
    expect_near(move.stake, 2, 0);
    assert_false(judge_on(corner_board, given(ELEVEN_RIGHT, 0, 5, 3, 0), ELEVEN_UP, &move));
}

static void moves_that_cannot_be_judged_do_not_count(void **state)
{
    (void)state;
    const double odd[] = {NAN, INFINITY, -INFINITY};
    assert_false(judged(forced_board, given(ELEVEN_DOWN, 0, 0, 5, 0), ELEVEN_DOWN).is_free);
    for (unsigned i = 0; i < 3; i++) {
        assert_false(judged(open_board, given(ELEVEN_UP, odd[i], 1, 1, 1), ELEVEN_LEFT).is_free);
        assert_false(judged(open_board, given(ELEVEN_UP, 1, 1, 1, odd[i]), ELEVEN_LEFT).is_free);
        eleven_judgement move = judged(open_board, given(ELEVEN_UP, 9, 1, 3, odd[i]), ELEVEN_RIGHT);
        assert_true(move.is_free);
        expect_near(move.stake, 7, 0);
    }
}

/* ---- Games --------------------------------------------------------------------------------------------- */

static double room[64];

static void the_accuracy_is_what_the_header_says(void **state)
{
    (void)state;
    /* Twice the same choice, of directions that lose 0, 50, 50 and 100: once the second is taken, once the first. */
    eleven_judgement moves[] = {
        judged(open_board, given(ELEVEN_UP, 500, 450, 450, 400), ELEVEN_RIGHT),
        judged(open_board, given(ELEVEN_UP, 500, 450, 450, 400), ELEVEN_UP),
    };
    double stake = (50 + 50 + 100) / 3.0, half = 1 - 1 / (1 + 50 / stake), all = 1 - 1 / (1 + 100 / stake);
    eleven_review review;
    eleven_review_sum(moves, 2, room, &review);
    expect_near(review.stake, stake, 1e-9);
    expect_near(review.loss, 50, 1e-9);
    expect_near(review.accuracy, 100 * (1 - half / (2 * (half + half + all) / 4)), 1e-9);
}

static void the_players_choices_are_a_hundred_per_cent(void **state)
{
    (void)state;
    eleven_judgement moves[9];
    for (unsigned i = 0; i < 9; i++)
        moves[i] = judged(open_board, given(ELEVEN_UP, 1.0 / (i + 3), 0.1 * i - 7, -1e9, -i), ELEVEN_UP);
    eleven_review review;
    eleven_review_sum(moves, 9, room, &review);
    assert_true(review.accuracy == 100);
    assert_int_equal(review.count[ELEVEN_GRADE_BEST], 9);
    assert_int_equal(review.turning_points, 0);
    assert_true(sum_of(NULL, 0, NULL).accuracy == 100);
}

static void the_worst_choices_are_nothing(void **state)
{
    (void)state;
    eleven_judgement moves[3];
    for (unsigned i = 0; i < 3; i++)
        moves[i] = judged(open_board, given(ELEVEN_UP, 9, 5, 4, 1 - (double)i), ELEVEN_LEFT);
    assert_true(sum_of(moves, 3, room).accuracy == 0);
}

/* Every direction once, on the same board, is what dice do on average. */
static void playing_like_dice_is_nothing(void **state)
{
    (void)state;
    eleven_judgement moves[ELEVEN_DIRECTIONS];
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        moves[d] = judged(open_board, given(ELEVEN_DOWN, 3, 1, 8, 7.5), (eleven_direction)d);
    expect_near(sum_of(moves, ELEVEN_DIRECTIONS, room).accuracy, 0, 1e-9);
}

static void moves_without_a_choice_change_nothing(void **state)
{
    (void)state;
    eleven_judgement moves[8] = {losing(30), losing(0), losing(70)};
    eleven_review without;
    eleven_review_sum(moves, 3, room, &without);
    for (unsigned i = 3; i < 8; i++)
        moves[i] = judged(forced_board, given(ELEVEN_DOWN, 0, 0, 5, 0), ELEVEN_DOWN);
    eleven_review with;
    eleven_review_sum(moves, 8, room, &with);
    assert_true(with.accuracy == without.accuracy && with.stake == without.stake);
    assert_int_equal(with.count[ELEVEN_GRADE_FORCED], 5);
    assert_int_equal(eleven_review_grade(&with, &moves[7]), ELEVEN_GRADE_FORCED);
}

/* The same opinions in another unit, from another zero, give the same review. */
static void units_and_zeros_do_not_matter(void **state)
{
    (void)state;
    const double factors[] = {1, 0.0078125, 4096}, zeros[] = {0, -1048576, 65536};
    eleven_review first = {0};
    for (unsigned k = 0; k < 3; k++) {
        eleven_judgement moves[20];
        for (unsigned i = 0; i < 20; i++) {
            opinion player = given(ELEVEN_DOWN, 0, 0, 0, 0);
            for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
                double value = d == ELEVEN_DOWN ? 256 : (double)(eleven_random(i, d) % 256);
                player.values[d] = value * factors[k] + zeros[k];
            }
            moves[i] = judged(open_board, player, (eleven_direction)(i % 4));
        }
        eleven_review review;
        eleven_review_sum(moves, 20, room, &review);
        first = k ? first : review;
        expect_near(review.accuracy, first.accuracy, 1e-9);
        expect_near(review.stake, first.stake * factors[k], 1e-9 * review.stake);
        assert_memory_equal(review.count, first.count, sizeof first.count);
        assert_memory_equal(review.turning_point, first.turning_point, sizeof first.turning_point);
    }
    assert_true(first.accuracy > 0 && first.accuracy < 100);
}

static void grades_follow_from_the_severity(void **state)
{
    (void)state;
    const struct {
        double loss;
        eleven_grade grade;
    } cases[] = {{0, ELEVEN_GRADE_BEST},     {0.9, ELEVEN_GRADE_BEST},      {1.1, ELEVEN_GRADE_GOOD},
                 {24, ELEVEN_GRADE_GOOD},    {26, ELEVEN_GRADE_INACCURACY}, {74, ELEVEN_GRADE_INACCURACY},
                 {76, ELEVEN_GRADE_MISTAKE}, {199, ELEVEN_GRADE_MISTAKE},   {201, ELEVEN_GRADE_BLUNDER},
                 {1e6, ELEVEN_GRADE_BLUNDER}};
    eleven_judgement moves[21];
    for (unsigned i = 0; i < 11; i++) /* the median */
        moves[i] = judged(open_board, given(ELEVEN_UP, 50, 0, 0, 0), ELEVEN_UP);
    for (unsigned i = 0; i < 10; i++)
        moves[11 + i] = judged(open_board, given(ELEVEN_UP, 0, -cases[i].loss, 0, 0), ELEVEN_RIGHT);
    eleven_review review;
    eleven_review_sum(moves, 21, room, &review);
    expect_near(review.stake, 50, 1e-9);
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(eleven_review_grade(&review, &moves[11 + i]), cases[i].grade);
    assert_string_equal(eleven_grade_name(ELEVEN_GRADE_INACCURACY), "inaccuracy");
}

/* One direction that would have ended the game does not make all other losses look small. */
static void one_abyss_does_not_hide_the_rest(void **state)
{
    (void)state;
    eleven_judgement moves[6] = {losing(60), losing(60), losing(0), losing(0), losing(0)};
    eleven_review calm;
    eleven_review_sum(moves, 5, room, &calm);
    moves[5] = judged(open_board, given(ELEVEN_UP, 500, -1e7, -1e7, -1e7), ELEVEN_UP);
    eleven_review steep;
    eleven_review_sum(moves, 6, room, &steep);
    assert_true(steep.stake < 2 * calm.stake);
    assert_true(steep.accuracy > calm.accuracy && steep.accuracy < 95);
}

/* ---- Turning points ------------------------------------------------------------------------------------ */

static void turning_points_are_the_greatest_losses(void **state)
{
    (void)state;
    eleven_judgement moves[40];
    for (unsigned i = 0; i < 40; i++)
        moves[i] = losing(0);
    const struct {
        unsigned at;
        double loss;
    } falls[] = {{2, 45}, {9, 61}, {10, 62}, {12, 95}, {20, 50}, {27, 70}, {33, 80}, {39, 90}};
    for (unsigned i = 0; i < sizeof falls / sizeof *falls; i++)
        moves[falls[i].at] = losing(falls[i].loss);
    eleven_review review;
    eleven_review_sum(moves, 40, room, &review);
    assert_int_equal(review.turning_points, 5);
    const size_t expected[] = {12, 20, 27, 33, 39}; /* 9 and 10 belong to 12, and 2 is the least of six */
    assert_memory_equal(review.turning_point, expected, sizeof expected);
    eleven_review_sum(moves, 12, room, &review); /* of the first moves alone */
    assert_int_equal(review.turning_points, 2);
    assert_int_equal(review.turning_point[0], 2);
    assert_int_equal(review.turning_point[1], 10);
}

static void small_losses_decide_nothing(void **state)
{
    (void)state;
    eleven_judgement moves[] = {losing(20), losing(0), losing(20)};
    assert_int_equal(sum_of(moves, 3, room).turning_points, 0);
}

/* ---- A whole game -------------------------------------------------------------------------------------- */

enum { MOVES = 2000 };
static eleven_judgement judgements[MOVES];
static double game_room[MOVES];

/* A game of one player, reviewed by another, or the same, looking as far ahead. */
static eleven_review reviewed(const char *who, const char *judge, eleven_rules rules, unsigned w, unsigned h)
{
    eleven_player *player = player_of(who, 3), *second = player_of(judge, 3);
    eleven_game game;
    eleven_game_start(&rules, w, h, 11, &game, NULL);
    eleven_budget budget = {.depth = 1};
    eleven_advice advice;
    size_t count = 0;
    while (count < MOVES && eleven_game_status(&rules, &game) != ELEVEN_STATUS_LOST &&
           player->choose(player, &rules, &game.board, &budget, &advice)) {
        assert_int_equal(eleven_review_judge(second, &budget, &rules, &game, advice.direction, &judgements[count++]),
                         ELEVEN_OK);
        if (!eleven_game_step(&rules, &game, advice.direction, eleven_random(11, game.ply + 1), NULL) &&
            !eleven_game_keep_playing(&rules, &game))
            break;
    }
    eleven_player_close(player);
    eleven_player_close(second);
    eleven_review review;
    eleven_review_sum(judgements, count, game_room, &review);
    for (size_t i = 0; i < count; i++) {
        char text[1024];
        size_t length = eleven_judgement_describe(&rules, &judgements[i], text, sizeof text);
        assert_int_equal(length, strlen(text));
        assert_true(length < ELEVEN_REASON_TEXT);
    }
    return review;
}

static void any_game_can_be_reviewed(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{4, 4}, {2, 2}, {5, 3}, {1, 6}, {8, 8}};
    for (unsigned rule = 0; eleven_rules_name(rule); rule++)
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            eleven_rules rules = rules_named(eleven_rules_name(rule));
            eleven_review review = reviewed("random", "search", rules, sizes[i][0], sizes[i][1]);
            assert_true(review.accuracy >= 0 && review.accuracy <= 100);
            assert_true(review.loss >= 0);
            reviewed("greedy", "random", rules, sizes[i][0], sizes[i][1]);
        }
}

static void a_players_own_game_is_perfect(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    assert_true(reviewed("search", "search", rules, 4, 4).accuracy == 100);
    double greedy = reviewed("greedy", "search", rules, 4, 4).accuracy,
           random = reviewed("random", "search", rules, 4, 4).accuracy;
    assert_true(random < greedy && greedy < 100);
    assert_true(reviewed("greedy", "search", rules, 4, 4).accuracy == greedy);
}

/* ---- Reasons ------------------------------------------------------------------------------------------- */

static void expect_reason(const char *board, eleven_direction played, eleven_direction best, const char *expected)
{
    eleven_rules rules = rules_named("classic");
    eleven_judgement judgement = {.before = game_at(&rules, board), .played = played, .best = best};
    char text[ELEVEN_REASON_TEXT], little[8];
    size_t length = eleven_judgement_describe(&rules, &judgement, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    assert_int_equal(eleven_judgement_describe(&rules, &judgement, little, sizeof little), strlen(expected));
    assert_int_equal(strlen(little), strlen(expected) < 7 ? strlen(expected) : 7);
    assert_int_equal(eleven_judgement_describe(&rules, &judgement, NULL, 0), strlen(expected));
}

static void reasons_say_what_is_on_the_board(void **state)
{
    (void)state;
    expect_reason("512 64 . . / . . . . / . . . . / . . . 2", ELEVEN_RIGHT, ELEVEN_LEFT,
                  "Right moved the largest tile, 512, out of its corner.");
    expect_reason("128 128 . . / . . . . / . . . . / 2 . . .", ELEVEN_UP, ELEVEN_LEFT,
                  "Left would have merged 128 and 128.");
    expect_reason("512 64 4 4 / . . . . / . . . . / . 2 . .", ELEVEN_LEFT, ELEVEN_UP,
                  "Left opened the top row, where the largest tile is, to new tiles; Up would have kept it full.");
    expect_reason("512 64 8 4 / 2 . 16 4 / . . . . / . . . .", ELEVEN_LEFT, ELEVEN_RIGHT,
                  "After Left, a new tile could force the largest tile, 512, out of its corner; after Right, none "
                  "could.");
    expect_reason("64 . . . / . . 64 . / 4 2 . . / . . . .", ELEVEN_UP, ELEVEN_LEFT,
                  "Up broke the order of the top row, where the largest tile is. After Left, 64 and 64 could "
                  "have merged next; after Up, they cannot.");
    expect_reason("64 8 4 / . 2 2 / 8 4 16", ELEVEN_UP, ELEVEN_LEFT, "Up left 1 cell empty, Left would have left 2.");
    expect_reason("4 8 2 256 / . 32 8 4 / 2 8 64 16 / 8 2 8 2", ELEVEN_DOWN, ELEVEN_UP,
                  "After Down, a new tile on the only empty cell could leave no move at all; after Up, none could. "
                  "Down opened the top row, where the largest tile is, to new tiles; Up would have kept it "
                  "full.");
}

static void nothing_is_said_where_nothing_is_found(void **state)
{
    (void)state;
    expect_reason(open_board, ELEVEN_UP, ELEVEN_UP, "");
    expect_reason(open_board, ELEVEN_UP, ELEVEN_DOWN, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_costs_what_lies_between_it_and_the_best),
        cmocka_unit_test(the_choice_costs_nothing),
        cmocka_unit_test(illegal_directions_have_no_value),
        cmocka_unit_test(moves_that_cannot_be_judged_do_not_count),
        cmocka_unit_test(the_accuracy_is_what_the_header_says),
        cmocka_unit_test(the_players_choices_are_a_hundred_per_cent),
        cmocka_unit_test(the_worst_choices_are_nothing),
        cmocka_unit_test(playing_like_dice_is_nothing),
        cmocka_unit_test(moves_without_a_choice_change_nothing),
        cmocka_unit_test(units_and_zeros_do_not_matter),
        cmocka_unit_test(grades_follow_from_the_severity),
        cmocka_unit_test(one_abyss_does_not_hide_the_rest),
        cmocka_unit_test(turning_points_are_the_greatest_losses),
        cmocka_unit_test(small_losses_decide_nothing),
        cmocka_unit_test(any_game_can_be_reviewed),
        cmocka_unit_test(a_players_own_game_is_perfect),
        cmocka_unit_test(reasons_say_what_is_on_the_board),
        cmocka_unit_test(nothing_is_said_where_nothing_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
