/* Tables: every position of a game can be looked up, its move is a best one, its value is close to the exact one, and
 * damage is detected. */
#include "expect.h"
#include "eleven/match.h"
#include "eleven/solver.h"
#include "../oracle/brute.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Tables in files ------------------------------------------------------------------------------------ */

typedef struct table_file {
    char path[64];
    eleven_table *table;
    eleven_solution solution;
} table_file;

static table_file written(const eleven_rules *rules, unsigned w, unsigned h, eleven_objective objective)
{
    table_file file = {.path = "/tmp/eleven-table-XXXXXX.elx"};
    eleven_solve solve = {
        .size = sizeof(eleven_solve), .rules = *rules, .w = w, .h = h, .objectives = {objective}, .objective_count = 1};
    eleven_problem problem = {0};
    int descriptor = mkstemps(file.path, 4);
    assert_true(descriptor >= 0);
    close(descriptor);
    solve.table = file.path;
    if (eleven_solve_run(&solve, &file.solution, &problem))
        fail_msg("%s", problem.sentence);
    if (eleven_table_open(file.path, &file.table, &problem))
        fail_msg("%s", problem.sentence);
    return file;
}

static void close_file(table_file *file)
{
    eleven_table_close(file->table);
    unlink(file->path);
}

/* ---- Against recursion ---------------------------------------------------------------------------------- */

typedef struct checking {
    const oracle_rules *oracle;
    const eleven_rules *rules;
    const eleven_table *table;
    eleven_objective objective;
    brute_force *brute;
    double step; /* the largest rounding error */
    uint64_t boards;
} checking;

static double worth_of(const checking *check, const brute_worth *worth)
{
    switch (check->objective.kind) {
    case ELEVEN_OBJECTIVE_EXPECT_SCORE: return worth->score;
    case ELEVEN_OBJECTIVE_EXPECT_MOVES: return worth->moves;
    case ELEVEN_OBJECTIVE_REACH: return worth->reached;
    case ELEVEN_OBJECTIVE_FORCE_SCORE: return worth->forced_score;
    case ELEVEN_OBJECTIVE_FORCE_MOVES: return worth->forced_moves;
    default: return eleven_rules_rank(check->rules, (uint64_t)worth->forced_face);
    }
}

static void check_board(checking *check, const eleven_board *board)
{
    eleven_table_answer answer;
    oracle_grid grid = oracle_grid_of(check->oracle, board);
    brute_worth wanted = brute_board(check->brute, &grid);
    assert_true(eleven_table_probe(check->table, board, &answer));
    assert_true(fabs(answer.worth.value - worth_of(check, &wanted)) <= check->step);
    if (check->objective.kind == ELEVEN_OBJECTIVE_REACH) /* the smaller of value and loss keeps its digits */
        assert_true(fabs(answer.worth.loss - wanted.missed) <= 0.0015 * wanted.missed + 1e-9);
    check->boards++;
    if (!answer.legal)
        return;
    double best = -1, chosen = -2, reached = 0;
    uint64_t bonus_score = 0;
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        oracle_grid moved = grid;
        bonus_score = 0;
        if (!oracle_slide(check->oracle, &moved, (eleven_direction)d, &bonus_score)) {
            assert_false(answer.legal >> d & 1);
            continue;
        }
        brute_worth after = brute_after(check->brute, &moved);
        after.score += (double)bonus_score, after.forced_score += (double)bonus_score;
        after.moves += 1, after.forced_moves += 1;
        double value = worth_of(check, &after);
        assert_true(answer.legal >> d & 1);
        assert_true(fabs(answer.moves[d].value - value) <= check->step);
        best = fmax(best, value);
        chosen = d == answer.best ? value : chosen;
        reached = fmax(reached, value);
    }
    assert_true(chosen >= best - 1e-12 * fabs(best));
}

/* Plays random games and looks up every board. */
static void check_rules(unsigned of, eleven_rules rules, unsigned w, unsigned h, eleven_objective objective,
                        double step)
{
    table_file file = written(&rules, w, h, objective);
    checking check = {&oracle_all[of], &rules, file.table, objective, NULL, step, 0};
    const eleven_table_facts *facts = eleven_table_about(file.table);
    check.brute = brute_open(check.oracle, &rules, objective.rank ? oracle_all[of].face(objective.rank) : 99);
    assert_int_equal(facts->positions, file.solution.counts.positions);
    assert_true(facts->start.value == file.solution.values[0].value);
    for (uint64_t seed = 0; seed < 30; seed++) {
        eleven_game game;
        eleven_game_start(&rules, w, h, seed, &game, NULL);
        for (unsigned i = 0; eleven_game_status(&rules, &game) == ELEVEN_STATUS_PLAYING; i++) {
            eleven_board turned;
            eleven_board_symmetry(&game.board, 4, &turned);
            check_board(&check, &game.board);
            if (w == h)
                check_board(&check, &turned);
            eleven_direction d = (eleven_direction)(eleven_random(seed, i) >> 62);
            eleven_game_step(&rules, &game, d, eleven_random(seed + 100, i), NULL);
        }
        check_board(&check, &game.board);
    }
    assert_true(check.boards > 100);
    brute_close(check.brute);
    close_file(&file);
}

static void check_table(unsigned of, unsigned w, unsigned h, unsigned goal, eleven_objective objective, double step)
{
    eleven_rules rules = rules_named(oracle_all[of].name);
    rules.goal = (eleven_rank)goal;
    check_rules(of, rules, w, h, objective, step);
}

/* Where fewer tiles fit on the board than should appear, the board is full. */
static void several_new_tiles(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.goal = 0;
    rules.count_weight[3] = rules.count_weight[1];
    check_rules(0, rules, 2, 2, (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_SCORE, 0}, 0.03);
    check_rules(0, rules, 2, 2, (eleven_objective){ELEVEN_OBJECTIVE_REACH, 4}, 0.001);
    rules.count_weight[1] = rules.count_weight[3] = 0;
    rules.count_weight[2] = rules.count_weight[ELEVEN_SPAWNS_MAX] = 3;
    check_rules(0, rules, 2, 3, (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_MOVES, 0}, 0.01);
}

static void every_board_of_a_game_is_there(void **state)
{
    (void)state;
    check_table(0, 2, 2, 0, (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_SCORE, 0}, 0.03);
    check_table(0, 2, 2, 0, (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_MOVES, 0}, 0.01);
    check_table(0, 2, 2, 0, (eleven_objective){ELEVEN_OBJECTIVE_REACH, 5}, 0.001);
    check_table(0, 2, 2, 0, (eleven_objective){ELEVEN_OBJECTIVE_REACH, 4}, 0.001);
    check_table(0, 2, 2, 0, (eleven_objective){ELEVEN_OBJECTIVE_FORCE_RANK, 0}, 0);
    check_table(0, 2, 2, 0, (eleven_objective){ELEVEN_OBJECTIVE_FORCE_SCORE, 0}, 0);
    check_table(0, 2, 3, 5, (eleven_objective){ELEVEN_OBJECTIVE_REACH, 5}, 0.001);
    check_table(3, 2, 2, 0, (eleven_objective){ELEVEN_OBJECTIVE_FORCE_MOVES, 0}, 0);
    check_table(2, 1, 4, 0, (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_SCORE, 0}, 0.03);
    check_table(3, 3, 2, 6, (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_SCORE, 0}, 0.03);
}

static void a_board_that_is_not_reachable_is_not_found(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.goal = 0;
    table_file file = written(&rules, 2, 3, (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_SCORE, 0});
    static const char *const boards[] = {"2 . / . . / . .", "128 128 / 128 128 / 128 128", "1024 . / . . / . .",
                                         "2 2 2 / 2 2 2 / . . .", "128 64 / 32 16 / 128 2"};
    eleven_table_answer answer;
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++) {
        eleven_board board = board_of(&rules, boards[i]);
        assert_false(eleven_table_probe(file.table, &board, &answer));
    }
    eleven_board wide = board_of(&rules, "2 4 . / . . ."), high = board_of(&rules, "2 . / 4 . / . .");
    eleven_table_answer same;
    assert_true(eleven_table_probe(file.table, &wide, &answer) && eleven_table_probe(file.table, &high, &same));
    assert_true(answer.worth.value == same.worth.value);
    assert_true(answer.moves[ELEVEN_LEFT].value == same.moves[ELEVEN_UP].value || !(answer.legal >> ELEVEN_LEFT & 1));
    assert_true(answer.moves[ELEVEN_DOWN].value == same.moves[ELEVEN_RIGHT].value);
    close_file(&file);
}

static void a_table_needs_an_objective(void **state)
{
    (void)state;
    eleven_solve solve = {
        .size = sizeof solve, .rules = rules_named("classic"), .w = 2, .h = 2, .table = "/tmp/none.elx"};
    eleven_solution solution;
    eleven_problem problem;
    assert_int_equal(eleven_solve_run(&solve, &solution, &problem), ELEVEN_IMPOSSIBLE);
    assert_string_equal(problem.sentence, "a table needs an objective");
}

/* ---- The player ----------------------------------------------------------------------------------------- */

typedef struct score_sum {
    const eleven_table *table;
    double sum, squares;
} score_sum;

static eleven_player *open_player(void *context, uint64_t index, uint64_t seed, eleven_budget *budget)
{
    (void)index, (void)seed;
    *budget = (eleven_budget){.size = sizeof(eleven_budget)};
    return eleven_table_player_new(((const score_sum *)context)->table, false);
}

static void add_game(void *context, const eleven_match_game *game)
{
    score_sum *self = context;
    self->sum += (double)game->score;
    self->squares += (double)game->score * (double)game->score;
}

static void perfect_play_scores_what_was_computed(void **state)
{
    (void)state;
    enum { GAMES = 4000 };
    eleven_rules rules = rules_named("classic");
    eleven_match match = {.size = sizeof(eleven_match), .w = 2, .h = 3, .seed = 5, .games = GAMES, .threads = 1};
    eleven_rules no_goal = rules;
    no_goal.goal = 0;
    table_file file = written(&no_goal, 2, 3, (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_SCORE, 0});
    score_sum sum = {.table = file.table};
    match.rules = rules;
    match.open = open_player;
    match.report = add_game;
    match.context = &sum;
    assert_int_equal(eleven_match_run(&match), ELEVEN_OK);
    double mean = sum.sum / GAMES, error = sqrt((sum.squares / GAMES - mean * mean) / GAMES);
    assert_true(fabs(mean - file.solution.values[0].value) < 4 * error);
    close_file(&file);
}

static void a_player_knows_its_table(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic"), fibonacci = rules_named("fibonacci");
    table_file file = written(&rules, 2, 2, (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_SCORE, 0});
    eleven_player *player = NULL, *borrower = eleven_table_player_new(file.table, false);
    eleven_problem problem = {0};
    assert_int_equal(eleven_player_open(file.path, 1, NULL, &player, &problem), ELEVEN_OK);
    assert_ptr_equal(eleven_player_table(borrower), file.table);
    assert_non_null(eleven_player_table(player));
    assert_true(eleven_table_suits(file.table, &rules, 2, 2));
    assert_false(eleven_table_suits(file.table, &rules, 2, 3));
    assert_false(eleven_table_suits(file.table, &fibonacci, 2, 2));
    assert_true(eleven_player_counts_points(player, &rules, 2, 2));
    assert_false(eleven_player_counts_points(player, &rules, 3, 3));
    assert_false(eleven_player_counts_points(player, &fibonacci, 2, 2));
    eleven_board board = board_of(&rules, "2 4 / . 2"), other = board_of(&rules, "4 4 2 / 2 . . / . . .");
    eleven_board lost = board_of(&rules, "2 4 / 4 2");
    eleven_advice advice, plain;
    eleven_budget budget = {.size = sizeof(eleven_budget)};
    assert_false(eleven_player_choose(player, &rules, &board, &budget, &advice));
    assert_false(eleven_player_choose(borrower, &rules, &board, &budget, &plain));
    assert_int_equal(advice.direction, plain.direction);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        assert_int_equal(!isnan(advice.values[d]), eleven_board_legal(&rules, &board) >> d & 1);
        assert_true(isnan(advice.values[d]) || advice.values[d] <= advice.values[advice.direction]);
    }
    assert_false(
        eleven_player_choose(player, &rules, &other, &budget, &advice)); /* not in the table: the largest gain */
    assert_true(advice.direction == ELEVEN_LEFT || advice.direction == ELEVEN_RIGHT);
    assert_true(advice.values[ELEVEN_LEFT] == 0 && advice.values[ELEVEN_DOWN] == 0); /* a gain is not a value */
    assert_true(eleven_player_choose(player, &rules, &lost, &budget, &advice));
    eleven_player *random = player_of("random", 1);
    assert_null(eleven_player_table(random));
    eleven_player_close(random);
    eleven_player_close(player);
    eleven_player_close(borrower);
    close_file(&file);
}

/* ---- Damage --------------------------------------------------------------------------------------------- */

static void expect_refusal(const void *bytes, size_t length, const char *sentence)
{
    eleven_table *table = NULL;
    eleven_problem problem = {0};
    assert_int_not_equal(eleven_table_open_bytes(bytes, length, &table, &problem), ELEVEN_OK);
    assert_string_equal(problem.sentence, sentence);
    assert_null(table);
}

static void damage_is_detected(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    table_file file = written(&rules, 2, 2, (eleven_objective){ELEVEN_OBJECTIVE_EXPECT_SCORE, 0});
    static uint64_t words[1 << 13];
    unsigned char *bytes = (unsigned char *)words;
    FILE *in = fopen(file.path, "rb");
    size_t length = fread(words, 1, sizeof words, in);
    fclose(in);
    assert_true(length > 1000 && length < sizeof words);
    eleven_table *table = NULL;
    assert_int_equal(eleven_table_open_bytes(words, length, &table, NULL), ELEVEN_OK);
    eleven_table_close(table);
    for (size_t at = 8; at < length; at += at < 200 ? 1 : 37) {
        if (at >= 8 && at < 12)
            continue; /* a newer format has another sentence */
        bytes[at] ^= 4;
        expect_refusal(words, length, "this table is damaged");
        bytes[at] ^= 4;
    }
    for (size_t shorter = 200; shorter < length; shorter += 123)
        expect_refusal(words, shorter, "this table is damaged");
    bytes[8]++;
    expect_refusal(words, length, "this table comes from a newer version of Eleven");
    bytes[8]--;
    bytes[0]++;
    expect_refusal(words, length, "this is not a table written by 'eleven solve'");
    expect_refusal("", 0, "this is not a table written by 'eleven solve'");
    eleven_problem problem = {0};
    assert_int_equal(eleven_table_open("/nowhere/at.elx", &table, &problem), ELEVEN_NO_STORAGE);
    assert_string_equal(problem.sentence, "/nowhere/at.elx cannot be read: No such file or directory");
    close_file(&file);
}

/* The checksum that doc/FORMATS.md describes. */
static void put_checksum(uint64_t *words, size_t length)
{
    uint64_t sum = UINT64_C(0x2545f4914f6cdd1d);
    for (size_t i = 0; i + 1 < length / 8; i++) {
        sum = (sum ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    words[length / 8 - 1] = sum;
}

static void impossible_numbers_are_refused(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    table_file file = written(&rules, 2, 2, (eleven_objective){ELEVEN_OBJECTIVE_FORCE_RANK, 0});
    static uint64_t words[1 << 13];
    FILE *in = fopen(file.path, "rb");
    size_t length = fread(words, 1, sizeof words, in);
    fclose(in);
    uint32_t rules_length = (uint32_t)(words[1] >> 32);
    /* Of the start; and the lowest value and the step of the first layer. */
    const size_t head = 6, layer = 9 + (rules_length + 7) / 8 + 4;
    const double wrong[] = {-1, NAN, INFINITY};
    eleven_table *table = NULL;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < 5; k++) {
            uint64_t *at = &words[k < 3 ? head + k : layer + k - 3], before = *at;
            memcpy(at, &wrong[i], sizeof *at);
            put_checksum(words, length);
            expect_refusal(words, length, "this table is damaged");
            *at = before;
        }
    const double high = 1e8;
    memcpy(&words[layer], &high, sizeof high);
    put_checksum(words, length);
    assert_int_equal(eleven_table_open_bytes(words, length, &table, NULL), ELEVEN_OK);
    eleven_board board = board_of(&rules, "2 2 / . .");
    eleven_table_answer answer;
    assert_true(!eleven_table_probe(table, &board, &answer) || answer.worth.value < ELEVEN_RANKS);
    eleven_table_close(table);
    close_file(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_board_of_a_game_is_there),
        cmocka_unit_test(several_new_tiles),
        cmocka_unit_test(a_board_that_is_not_reachable_is_not_found),
        cmocka_unit_test(a_table_needs_an_objective),
        cmocka_unit_test(perfect_play_scores_what_was_computed),
        cmocka_unit_test(a_player_knows_its_table),
        cmocka_unit_test(damage_is_detected),
        cmocka_unit_test(impossible_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
