/* The players: each chooses a legal move on any board under any rules, the same one for the same seed, and
 * none where none is left; and the better ones are better. */
#include "expect.h"
#include "eleven/search.h"
#include "eleven/solver.h"
#include "player/player_room.h"
#include "../oracle/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const struct {
    const char *name;
    player_opener *open;
} players[] = {
    {"random", player_random_open},         {"greedy", player_greedy_open}, {"corner", player_corner_open},
    {"montecarlo", player_montecarlo_open}, {"search", player_search_open},
};

enum { PLAYERS = sizeof players / sizeof *players };

static void players_are_opened_by_name(void **state)
{
    (void)state;
    for (unsigned i = 0; i < PLAYERS; i++) {
        eleven_player *player = player_of(players[i].name, 1);
        assert_non_null(player);
        assert_string_equal(player->name, players[i].name);
        eleven_player_close(player);
    }
    assert_null(player_of("nobody", 1));
    assert_null(player_of("", 1));
    eleven_player_close(NULL);
}

static void every_name_in_the_list_can_be_opened(void **state)
{
    (void)state;
    unsigned count = 0;
    for (; eleven_player_name(count); count++) {
        for (unsigned k = 0; k < count; k++)
            assert_string_not_equal(eleven_player_name(k), eleven_player_name(count));
    }
    assert_true(count >= PLAYERS);
    assert_null(eleven_player_name(count + 100));
}

/* ---- Any board ----------------------------------------------------------------------------------------- */

/* False where the game is over; otherwise `choice` (NULL: nowhere) gets the direction. */
static bool expect_sound_choice(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                                unsigned depth, eleven_direction *choice)
{
    eleven_advice advice;
    eleven_budget budget = {.size = sizeof(eleven_budget), .depth = depth};
    unsigned legal = eleven_board_legal(rules, board);
    assert_int_equal(!eleven_player_choose(player, rules, board, &budget, &advice), legal != 0);
    if (!legal)
        return false;
    assert_true(legal >> advice.direction & 1);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++) {
        assert_int_equal(!isnan(advice.values[d]), legal >> d & 1);
        assert_true(isnan(advice.values[d]) || advice.values[d] <= advice.values[advice.direction]);
    }
    if (choice)
        *choice = advice.direction;
    return true;
}

static void expect_sound_advice(eleven_player *player, const eleven_rules *rules, const eleven_board *board)
{
    expect_sound_choice(player, rules, board, 2, NULL);
}

static void expect_sound_games(player_opener *open, const char *name, unsigned w, unsigned h)
{
    eleven_rules rules = rules_named(name);
    eleven_player *player = open(3);
    assert_non_null(player);
    eleven_game game;
    eleven_game_start(&rules, w, h, w * 10 + h, &game, NULL);
    for (uint64_t ply = 1; ply < 12; ply++) {
        eleven_direction direction;
        if (!expect_sound_choice(player, &rules, &game.board, 1 + ply % 2, &direction) ||
            !eleven_game_step(&rules, &game, direction, eleven_random(8, ply), NULL))
            break;
    }
    eleven_player_close(player);
}

static void every_player_plays_any_size_under_any_rules(void **state)
{
    (void)state;
    static const unsigned sizes[][2] = {{4, 4}, {1, 1}, {1, 8}, {3, 2}, {6, 5}};
    for (unsigned p = 0; p < PLAYERS; p++)
        for (unsigned r = 0; eleven_rules_name(r); r++)
            for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
                expect_sound_games(players[p].open, eleven_rules_name(r), sizes[s][0], sizes[s][1]);
}

/* A player that has met one rule set must not carry it over to the next. */
static void a_player_takes_up_new_rules(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PLAYERS; p++) {
        eleven_player *player = players[p].open(3);
        for (unsigned i = 0; i < 8; i++) {
            eleven_rules rules = rules_named(eleven_rules_name(i % 4));
            eleven_game game;
            eleven_game_start(&rules, 4, i % 3 ? 4 : 3, i, &game, NULL);
            expect_sound_advice(player, &rules, &game.board);
        }
        eleven_player_close(player);
    }
}

static void the_largest_tiles_cause_no_trouble(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "65536 65536 2 4 / 32768 131072 8 2 / 4 . 16 32 / 2 8 4 64");
    for (unsigned p = 0; p < PLAYERS; p++) {
        eleven_player *player = players[p].open(3);
        expect_sound_advice(player, &rules, &board);
        eleven_player_close(player);
    }
}

static void equal_seeds_make_equal_choices(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    for (unsigned p = 0; p < PLAYERS; p++) {
        eleven_player *a = players[p].open(9), *b = players[p].open(9);
        eleven_game game;
        eleven_game_start(&rules, 4, 4, 2, &game, NULL);
        for (uint64_t ply = 1; ply < 20; ply++) {
            eleven_advice first, second;
            eleven_budget budget = {.size = sizeof(eleven_budget), .depth = 2};
            bool found = !eleven_player_choose(a, &rules, &game.board, &budget, &first);
            assert_int_equal(found, !eleven_player_choose(b, &rules, &game.board, &budget, &second));
            assert_int_equal(first.direction, second.direction);
            for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
                assert_true(first.values[d] == second.values[d] || isnan(first.values[d]));
            eleven_game_step(&rules, &game, first.direction, eleven_random(4, ply), NULL);
        }
        eleven_player_close(a);
        eleven_player_close(b);
    }
}

/* ---- Strength ------------------------------------------------------------------------------------------ */

/* The mean score of some games. Broken off as soon as it is above `enough`: it only grows. */
static double mean_score(player_opener *open, unsigned depth, unsigned games, double enough)
{
    eleven_rules rules = rules_named("classic");
    eleven_budget budget = {.size = sizeof(eleven_budget), .depth = depth};
    double sum = 0;
    for (uint64_t seed = 0; seed < games && sum <= enough * games; seed++) {
        eleven_player *player = open(seed);
        eleven_game game;
        eleven_game_start(&rules, 4, 4, seed, &game, NULL);
        eleven_advice advice;
        game.keeps_playing = true;
        while (sum + (double)game.score <= enough * games &&
               !eleven_player_choose(player, &rules, &game.board, &budget, &advice))
            eleven_game_step(&rules, &game, advice.direction, eleven_random(seed, game.ply + UINT64_C(1)), NULL);
        sum += (double)game.score;
        eleven_player_close(player);
    }
    return sum / games;
}

/* Bounds are many standard errors away from what long matches found. */
static void the_better_players_are_better(void **state)
{
    (void)state;
    assert_true(mean_score(player_random_open, 0, 20, 1600) < 1600);
    assert_true(mean_score(player_greedy_open, 0, 20, 1600) > 1600);
    assert_true(mean_score(player_corner_open, 0, 20, 2000) > 2000);
    assert_true(mean_score(player_montecarlo_open, 0, 1, 5000) > 5000);
    assert_true(mean_score(player_search_open, 2, 4, 15000) > 15000);
}

static void a_player_that_searches_shows_its_search(void **state)
{
    (void)state;
    eleven_rules classic = rules_named("classic"), engine = rules_named("engine");
    eleven_player *search = player_search_open(1), *greedy = player_greedy_open(1);
    assert_non_null(eleven_player_search(search, &classic, 4, 4));
    assert_null(eleven_player_search(search, &classic, 5, 5));
    assert_null(eleven_player_search(search, &engine, 4, 4));
    assert_null(eleven_player_search(greedy, &classic, 4, 4));
    eleven_player_close(search);
    eleven_player_close(greedy);
}

/* Batches of random games have no tile above 131072; other boards must not reach them. */
static void every_player_plays_with_every_tile(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    for (unsigned i = 0; eleven_player_name(i); i++) {
        eleven_player *player = player_of(eleven_player_name(i), 1);
        for (unsigned trial = 0; player && trial < 20; trial++) {
            eleven_board board;
            eleven_board_empty(4, 4, &board);
            for (unsigned cell = 0; cell < 16; cell++)
                board.cells[cell] =
                    (eleven_rank)(eleven_random(trial, cell) % 2 ? 16 + eleven_random(cell, trial) % 16 : 0);
            if (eleven_board_legal(&rules, &board))
                expect_sound_advice(player, &rules, &board);
        }
        eleven_player_close(player);
    }
}

/* ---- Knowledge from elsewhere -------------------------------------------------------------------------- */

static unsigned closings;

static bool know_nothing(void *context, const eleven_rules *rules, eleven_evaluator *evaluator)
{
    (void)context, (void)rules, (void)evaluator;
    return false;
}

static void count_closing(void *context)
{
    (void)context;
    closings++;
}

static void without_knowledge_it_plays_by_plain_means(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_player *player = eleven_search_player_new(
        "nil", &(eleven_knowledge){sizeof(eleven_knowledge), NULL, know_nothing, count_closing}, 2,
        &(eleven_search_settings){.size = sizeof(eleven_search_settings)});
    eleven_board board = board_of(&rules, "2 4 . . / . 2 2 . / . . 8 . / . . . 4");
    closings = 0;
    assert_string_equal(player->name, "nil");
    expect_sound_advice(player, &rules, &board);
    assert_null(eleven_player_search(player, &rules, 4, 4));
    eleven_player_close(player);
    assert_int_equal(closings, 1);
}

/* ---- Opening ------------------------------------------------------------------------------------------- */

static void expect_not_opened(const char *name, const char *tables, eleven_error error, const char *part)
{
    eleven_problem problem = {0};
    eleven_player *player = (eleven_player *)(void *)&problem;
    assert_int_equal(eleven_player_open(name, 1, tables, &player, &problem), error);
    assert_null(player);
    if (!strstr(problem.sentence, part))
        fail_msg("'%s': %s", name, problem.sentence);
}

static void a_player_that_is_not_opened_has_a_reason(void **state)
{
    (void)state;
    char folder[] = "/tmp/eleven-players-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/damaged.elx", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("no table", file);
    fclose(file);
    expect_not_opened("nobody", NULL, ELEVEN_BAD_TEXT, "strong, or the path of a table or of weights, not 'nobody'");
    expect_not_opened("", NULL, ELEVEN_BAD_TEXT, "not ''");
    expect_not_opened("strong", NULL, ELEVEN_NO_STORAGE, "needs the folder of its endgame tables");
    expect_not_opened("strong", folder, ELEVEN_NO_STORAGE, "there are no endgame tables in this folder");
    expect_not_opened("/nowhere/x.elx", NULL, ELEVEN_NO_STORAGE, "cannot be read: No such file or directory");
    expect_not_opened(path, NULL, ELEVEN_BAD_TEXT, "damaged.elx: ");
    remove(path);
    rmdir(folder);
}

/* The file inside the library, by its path. */
static void weights_are_a_player(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "2 4 8 16 / . 2 4 8 / . . 2 4 / . . . 2");
    eleven_budget budget = {.size = sizeof(eleven_budget), .depth = 2};
    eleven_advice advice[2];
    const char *const names[] = {"network", "data/default.weights"};
    for (unsigned i = 0; i < 2; i++) {
        eleven_player *player;
        assert_int_equal(eleven_player_open(names[i], 1, NULL, &player, NULL), ELEVEN_OK);
        assert_non_null(eleven_player_network(player));
        eleven_player *same = eleven_network_player_share(player);
        assert_ptr_equal(eleven_player_network(same), eleven_player_network(player));
        eleven_player_close(same);
        assert_null(eleven_player_table(player));
        assert_true(eleven_player_counts_points(player, &rules, 4, 4));
        assert_int_equal(eleven_player_choose(player, &rules, &board, &budget, &advice[i]), ELEVEN_OK);
        eleven_player_close(player);
    }
    assert_int_equal(advice[0].direction, advice[1].direction);
    for (unsigned d = 0; d < ELEVEN_DIRECTIONS; d++)
        assert_true(advice[0].values[d] == advice[1].values[d] || isnan(advice[0].values[d]));
}

static void damaged_weights_cannot_be_opened(void **state)
{
    (void)state;
    static const struct {
        eleven_error error;
        const char *bytes, *part;
        size_t length;
    } files[] = {
        {ELEVEN_BAD_TEXT, "", "neither a table written by 'eleven solve' nor a file of network weights", 0},
        {ELEVEN_BAD_TEXT, "hello", "neither a table", 5},
        {ELEVEN_BAD_TEXT, "ELEVENN\n", "x.weights: the file of network weights is damaged or incomplete", 8},
        {ELEVEN_NEWER, "ELEVENN\n\t\0\0\0", "x.weights: the network weights were written by a newer version", 12},
    };
    char folder[] = "/tmp/eleven-players-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.weights", folder);
    expect_not_opened(path, NULL, ELEVEN_NO_STORAGE, "cannot be read: No such file or directory");
    expect_not_opened("./", NULL, ELEVEN_NO_STORAGE, "cannot be read: Is a directory");
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fwrite(files[i].bytes, 1, files[i].length, file);
        fclose(file);
        expect_not_opened(path, NULL, files[i].error, files[i].part);
    }
    remove(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_that_is_not_opened_has_a_reason),
        cmocka_unit_test(weights_are_a_player),
        cmocka_unit_test(damaged_weights_cannot_be_opened),
        cmocka_unit_test(players_are_opened_by_name),
        cmocka_unit_test(every_name_in_the_list_can_be_opened),
        cmocka_unit_test(every_player_plays_any_size_under_any_rules),
        cmocka_unit_test(every_player_plays_with_every_tile),
        cmocka_unit_test(a_player_takes_up_new_rules),
        cmocka_unit_test(the_largest_tiles_cause_no_trouble),
        cmocka_unit_test(equal_seeds_make_equal_choices),
        cmocka_unit_test(the_better_players_are_better),
        cmocka_unit_test(a_player_that_searches_shows_its_search),
        cmocka_unit_test(without_knowledge_it_plays_by_plain_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
