/* Promises of all chapters: errors have names and reasons, what is impossible and what needs more memory are different
 * results, and a broken precondition ends the program instead of reading elsewhere. */
#include "expect.h"

#include "eleven.h"
#include "fast/words.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const eleven_budget no_limit = {.size = sizeof(eleven_budget)};

static void every_error_has_a_name(void **state)
{
    (void)state;
    static const char *const names[] = {"ok",        "end",        "bad text",   "bad rules", "newer",
                                        "no memory", "no storage", "impossible", "stopped"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(eleven_error_name((eleven_error)i), names[i]);
    assert_int_equal(ELEVEN_STOPPED, sizeof names / sizeof *names - 1);
    assert_string_equal(eleven_error_name((eleven_error)(ELEVEN_STOPPED + 1)), "unknown");
    assert_string_equal(eleven_error_name((eleven_error)-1), "unknown");
}

static void the_version_is_that_of_the_headers(void **state)
{
    (void)state;
    unsigned major, minor, patch;
    assert_int_equal(sscanf(eleven_version(), "%u.%u.%u", &major, &minor, &patch), 3);
    assert_string_equal(eleven_version(), ELEVEN_VERSION);
    assert_int_equal(eleven_version_number(), 10000 * major + 100 * minor + patch);
    assert_int_equal(eleven_version_number(), ELEVEN_VERSION_NUMBER);
    assert_int_equal(eleven_abi(), ELEVEN_ABI);
}

/* ---- Impossible, or out of memory ---------------------------------------------------------------------- */

/* A player without memory. */
static bool choose_nothing(eleven_player *player, const eleven_rules *rules, const eleven_board *board,
                           const eleven_budget *budget, eleven_advice *advice)
{
    (void)player, (void)rules, (void)board, (void)budget, (void)advice;
    return false;
}

static eleven_record head_of(const eleven_rules *rules, const char *board)
{
    return (eleven_record){.rules = *rules, .from_board = true, .start.board = board_of(rules, board)};
}

/* What is not opened is NULL, so that it can be closed all the same. */
static void what_is_not_opened_is_null(void **state)
{
    (void)state;
    char other;
    eleven_table *table = (eleven_table *)(void *)&other;
    assert_int_equal(eleven_table_open("/nowhere/x.elx", &table, NULL), ELEVEN_NO_STORAGE);
    assert_null(table);
    table = (eleven_table *)(void *)&other;
    assert_int_equal(eleven_table_open_bytes("no table", 8, &table, NULL), ELEVEN_BAD_TEXT);
    assert_null(table);
    eleven_network *network = (eleven_network *)(void *)&other;
    assert_int_equal(eleven_network_open("/nowhere/x.weights", &network, NULL), ELEVEN_NO_STORAGE);
    assert_null(network);
    network = (eleven_network *)(void *)&other;
    assert_int_equal(eleven_network_open_late("/nowhere/x.weights", &network, NULL), ELEVEN_NO_STORAGE);
    assert_null(network);
    network = (eleven_network *)(void *)&other;
    assert_int_equal(eleven_network_open_bytes("no weights", 10, &network, NULL), ELEVEN_BAD_TEXT);
    assert_null(network);
    eleven_player *player = (eleven_player *)(void *)&other;
    assert_int_equal(eleven_player_open("nobody", 1, NULL, &player, NULL), ELEVEN_BAD_TEXT);
    assert_null(player);
    eleven_trainer *trainer = (eleven_trainer *)(void *)&other;
    assert_int_equal(eleven_trainer_open("no recipe", 9, 1, 1, &trainer, NULL), ELEVEN_BAD_TEXT);
    assert_null(trainer);
    eleven_endgame *endgame = (eleven_endgame *)(void *)&other;
    assert_int_equal(eleven_endgame_open("/nowhere", &endgame, NULL), ELEVEN_NO_STORAGE);
    assert_null(endgame);
}

static void a_session_states_why_it_refused(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_record head = head_of(&rules, "2 4 / . .");
    eleven_player silent = {.size = sizeof(eleven_player), .name = "silent", .choose = choose_nothing};
    eleven_session *session = eleven_session_new();
    assert_int_equal(eleven_session_error(session), ELEVEN_OK);
    assert_true(eleven_session_begin(session, &head, 0, 0, 0));
    assert_false(eleven_session_autoplay(session, &silent, &no_limit, 0));
    assert_int_equal(eleven_session_error(session), ELEVEN_NO_MEMORY);
    assert_false(eleven_session_move(session, ELEVEN_UP, 0));
    assert_int_equal(eleven_session_error(session), ELEVEN_IMPOSSIBLE);
    assert_false(eleven_session_undo(session, 0) || eleven_session_redo(session, 0) ||
                 eleven_session_seek(session, 0, 0) || eleven_session_keep_playing(session, 0));
    assert_int_equal(eleven_session_error(session), ELEVEN_IMPOSSIBLE);
    eleven_session_free(session);
}

static void players_and_reviews_state_why_they_give_none(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_game game = {.board = board_of(&rules, "2 4 / . .")}, lost = {.board = board_of(&rules, "2 4 / 4 2")};
    eleven_player silent = {.size = sizeof(eleven_player), .name = "silent", .choose = choose_nothing};
    eleven_player *greedy = player_of("greedy", 0);
    eleven_advice advice;
    eleven_judgement one;
    assert_int_equal(eleven_player_choose(greedy, &rules, &game.board, &no_limit, &advice), ELEVEN_OK);
    assert_int_equal(eleven_player_choose(greedy, &rules, &lost.board, &no_limit, &advice), ELEVEN_IMPOSSIBLE);
    assert_int_equal(eleven_player_choose(&silent, &rules, &game.board, &no_limit, &advice), ELEVEN_NO_MEMORY);
    assert_int_equal(eleven_review_judge(greedy, &no_limit, &rules, &game, ELEVEN_DOWN, &one), ELEVEN_OK);
    assert_int_equal(eleven_review_judge(greedy, &no_limit, &rules, &game, ELEVEN_UP, &one), ELEVEN_IMPOSSIBLE);
    assert_int_equal(eleven_review_judge(&silent, &no_limit, &rules, &game, ELEVEN_DOWN, &one), ELEVEN_NO_MEMORY);
    eleven_player_close(greedy);
}

/* The exit status of a function in a process of its own; 128 and the number of the signal that ended it. */
static int status_of(int (*run)(unsigned which), unsigned which)
{
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(99);
        _exit(run(which));
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The address sanitizer needs more memory than any limit leaves, and so does an emulator of another machine. */
#ifndef NO_MEMORY_LIMIT
/* 0 if games, or states, begin until ELEVEN_NO_MEMORY is stated. */
static int use_all_memory(unsigned with_states)
{
    eleven_rules rules = rules_named("classic");
    eleven_record head = head_of(&rules, "2 4 / . .");
    eleven_session *session = eleven_session_new();
    eleven_state *state = eleven_state_new(&head), *begun = NULL, *next;
    if (!eleven_session_begin(session, &head, 0, 0, 0) || eleven_state_choose(state, "Begin", 5, &begun, NULL) ||
        setrlimit(RLIMIT_AS, &(struct rlimit){0, 0}) != 0)
        return 1;
    for (unsigned i = 0; i < 1u << 24; i++) {
        if (with_states) {
            eleven_error error = eleven_state_move(begun, ELEVEN_DOWN, NULL, &next);
            if (error)
                return error == ELEVEN_NO_MEMORY && !next ? 0 : 2;
        } else if (!eleven_session_begin(session, &head, 0, 0, 0)) {
            return eleven_session_error(session) == ELEVEN_NO_MEMORY ? 0 : 2;
        }
    }
    return 3;
}

static void running_out_of_memory_is_stated(void **state)
{
    (void)state;
    assert_int_equal(status_of(use_all_memory, false), 0);
    assert_int_equal(status_of(use_all_memory, true), 0);
}
#endif

/* ---- Stopped ------------------------------------------------------------------------------------------- */

static eleven_player *open_random(void *context, uint64_t index, uint64_t seed, eleven_budget *budget)
{
    (void)context, (void)index, (void)budget;
    return player_of("random", seed);
}

/* A game or a report at which the work is stopped, from inside. */
typedef struct stopper {
    uint64_t at, seen;
    eleven_stop stop;
} stopper;

static void stop_at_game(void *context, const eleven_match_game *game)
{
    stopper *self = context;
    assert_int_equal(game->index, self->seen++);
    if (game->index == self->at)
        eleven_stop_request(&self->stop);
}

static void stop_at_report(void *context, const eleven_progress *progress)
{
    stopper *self = context;
    assert_true(progress->share >= 0 && progress->share <= 1 && progress->done > 0);
    if (self->seen++ == self->at)
        eleven_stop_request(&self->stop);
}

static void *request_soon(void *stop)
{
    eleven_stop_request(stop);
    return NULL;
}

static void matches_and_solves_can_be_stopped(void **state)
{
    (void)state;
    stopper self = {.at = 1};
    eleven_match match = {.size = sizeof match,
                          .rules = rules_named("classic"),
                          .w = 3,
                          .h = 3,
                          .games = 9,
                          .threads = 3,
                          .open = open_random,
                          .report = stop_at_game,
                          .context = &self,
                          .stop = &self.stop};
    assert_int_equal(eleven_match_run(&match), ELEVEN_STOPPED);
    assert_int_equal(self.seen, 2);
    self = (stopper){.at = 8};
    assert_int_equal(eleven_match_run(&match), ELEVEN_OK);
    assert_int_equal(self.seen, 9);
    self = (stopper){.at = 3};
    eleven_solve solve = {.size = sizeof solve,
                          .rules = match.rules,
                          .w = 2,
                          .h = 2,
                          .progress = stop_at_report,
                          .context = &self,
                          .stop = &self.stop};
    eleven_solution solution;
    assert_int_equal(eleven_solve_run(&solve, &solution, NULL), ELEVEN_STOPPED);
    assert_int_equal(self.seen, 4);
    self = (stopper){.at = UINT64_MAX};
    assert_int_equal(eleven_solve_run(&solve, &solution, NULL), ELEVEN_OK);
}

static void each_limit_limits_a_budget(void **state)
{
    (void)state;
    assert_false(eleven_budget_is_limited(&(eleven_budget){.size = sizeof(eleven_budget)}));
    assert_true(eleven_budget_is_limited(&(eleven_budget){.depth = 1}));
    assert_true(eleven_budget_is_limited(&(eleven_budget){.nodes = 1}));
    assert_true(eleven_budget_is_limited(&(eleven_budget){.milliseconds = 0.5}));
}

static void players_do_not_begin_after_a_stop(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_board board = board_of(&rules, "2 . . . / . 4 . . / . . 2 . / . . . 2");
    eleven_stop stop = {1};
    const eleven_budget budget = {.size = sizeof budget, .depth = 1, .stop = &stop};
    for (unsigned i = 0; eleven_player_name(i); i++) {
        eleven_advice advice;
        if (strcmp(eleven_player_name(i), "strong") == 0)
            continue;
        eleven_player *player = player_of(eleven_player_name(i), 1);
        assert_int_equal(eleven_player_choose(player, &rules, &board, &budget, &advice), ELEVEN_STOPPED);
        eleven_player_close(player);
    }
}

/* A budget that is hours of work on this board. */
static void players_can_be_stopped(void **state)
{
    (void)state;
    static const struct {
        const char *player, *board;
    } asked[] = {{"montecarlo", "2 . . . / . 4 . . / . . 2 . / . . . 2"},
                 {"search", "2 . . . / . 4 . . / . . 2 . / . . . 2"},
                 {"search", "2 . . . . / . 4 . . . / . . 2 . . / . . . 2 ."}};
    eleven_rules rules = rules_named("classic");
    for (unsigned i = 0; i < 3; i++) {
        eleven_stop stop = {0};
        const eleven_budget budget = {
            .size = sizeof budget, .depth = 15, .nodes = UINT64_MAX, .milliseconds = 1e9, .stop = &stop};
        eleven_board board = board_of(&rules, asked[i].board);
        eleven_player *player = player_of(asked[i].player, 1);
        eleven_advice advice;
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, request_soon, &stop), 0);
        assert_int_equal(eleven_player_choose(player, &rules, &board, &budget, &advice), ELEVEN_STOPPED);
        pthread_join(thread, NULL);
        assert_int_equal(eleven_player_choose(player, &rules, &board, &budget, &advice), ELEVEN_STOPPED);
        const eleven_budget short_one = {.size = sizeof short_one, .depth = 1, .nodes = 1};
        assert_int_equal(eleven_player_choose(player, &rules, &board, &short_one, &advice), ELEVEN_OK);
        eleven_player_close(player);
    }
}

static void a_training_can_be_stopped_and_continued(void **state)
{
    (void)state;
    static const char recipe[] = "eleven recipe 1\nname small\ntuple 0 1 2 3\n";
    eleven_trainer *trainer;
    eleven_stop stop = {0};
    pthread_t thread;
    assert_int_equal(eleven_trainer_open(recipe, sizeof recipe - 1, 1, 1, &trainer, NULL), ELEVEN_OK);
    assert_int_equal(pthread_create(&thread, NULL, request_soon, &stop), 0);
    assert_int_equal(eleven_trainer_run(trainer, UINT64_C(1) << 50, &stop), ELEVEN_STOPPED);
    pthread_join(thread, NULL);
    uint64_t moves = eleven_trainer_about(trainer)->moves;
    assert_int_equal(eleven_trainer_run(trainer, 1000, NULL), ELEVEN_OK);
    assert_int_equal(eleven_trainer_about(trainer)->moves, moves + 1000);
    eleven_trainer_close(trainer);
}

/* ---- Structs of older callers -------------------------------------------------------------------------- */

/* A copy of the first bytes of a struct; the memory after it cannot be read. Never freed. */
static void *older(const void *full, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), length = (size + page - 1) / page * page;
    char *memory = mmap(NULL, length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(memory, MAP_FAILED);
    assert_int_equal(mprotect(memory + length, page, PROT_NONE), 0);
    memcpy(memory + length - size, full, size);
    memcpy(memory + length - size, &size, sizeof size);
    return memory + length - size;
}

/* As if the members from this one on had been added later. */
#define OLDER(full, member) older(&(full), offsetof(__typeof__(full), member))

static void shorter_structs_work(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_game game;
    eleven_game_start(&rules, 4, 4, 1, &game, NULL);
    eleven_player *player = player_of("network", 1);
    eleven_advice first, second;
    eleven_budget budget = {.size = sizeof budget, .depth = 2};
    assert_int_equal(eleven_player_choose(player, &rules, &game.board, &budget, &first), ELEVEN_OK);
    assert_int_equal(eleven_player_choose(player, &rules, &game.board, OLDER(budget, nodes), &second), ELEVEN_OK);
    assert_memory_equal(first.values, second.values, sizeof first.values);
    eleven_search_settings settings = {.size = sizeof settings, .crowded = 99, .megabytes = 7};
    eleven_search_settings *few = OLDER(settings, megabytes);
    eleven_search_settings_default(few);
    assert_true(few->crowded < 99 && few->size == offsetof(eleven_search_settings, megabytes));
    eleven_rowtable *rows = eleven_rowtable_init(malloc(ELEVEN_ROWTABLE_BYTES), &rules);
    eleven_evaluation *evaluation = eleven_evaluation_new(&rules);
    eleven_search *search =
        eleven_search_new(rows, OLDER(*(eleven_evaluator *)eleven_evaluation_evaluator(evaluation), lost), few);
    eleven_search_result result;
    assert_int_equal(eleven_search_run(search, eleven_bitboard_pack(&game.board), OLDER(budget, milliseconds), &result),
                     ELEVEN_OK);
    stopper self = {.at = 8};
    eleven_match match = {.size = sizeof match,
                          .rules = rules,
                          .w = 3,
                          .h = 3,
                          .games = 9,
                          .open = open_random,
                          .report = stop_at_game,
                          .context = &self};
    assert_int_equal(eleven_match_run(OLDER(match, stop)), ELEVEN_OK);
    eleven_solve solve = {.size = sizeof solve, .rules = rules, .w = 2, .h = 2};
    eleven_solution solution;
    assert_int_equal(eleven_solve_run(OLDER(solve, store), &solution, NULL), ELEVEN_OK);
    eleven_env env;
    eleven_envs_start(rows, &env, &(uint64_t){1}, 1);
    bool moved;
    eleven_envs_results results = {.size = sizeof results, .moved = &moved};
    eleven_envs_step(rows, &env, 1, &(uint8_t){ELEVEN_LEFT}, OLDER(results, ranks));
    assert_int_equal(env.moves, moved);
    eleven_search_free(search);
    eleven_evaluation_free(evaluation);
    eleven_player_close(player);
    free(rows);
}

/* ---- Preconditions ------------------------------------------------------------------------------------- */

/* The numbers are those of a caller with an error; no constant of the headers has them. */
static int break_a_promise(unsigned which)
{
    eleven_rules rules = rules_named("classic");
    eleven_game game = {.board = board_of(&rules, "2 4 / . .")};
    eleven_record head = head_of(&rules, "2 4 / . .");
    eleven_match match = {.size = sizeof(eleven_match), .rules = rules, .w = 4, .h = 4, .games = 1};
    eleven_judgement one;
    static eleven_rowtable table;
    switch (which) {
    case 0: return !eleven_direction_name((eleven_direction)9);
    case 1: return !eleven_status_name((eleven_status)3);
    case 2: return !eleven_class_name((eleven_class)4);
    case 3: return !eleven_format_name((eleven_format)99);
    case 4: return !eleven_format_origin((eleven_format)99);
    case 5: return !eleven_lost_name(99);
    case 6: return !eleven_grade_name((eleven_grade)99);
    case 7: return !eleven_fact_status_name((eleven_fact_status)99);
    case 8: return !eleven_choice_word((eleven_choice)99);
    case 9: return (int)eleven_direction_choice((eleven_direction)7);
    case 10: return eleven_board_slide(&rules, &game.board, (eleven_direction)7, NULL).hops;
    case 11: return eleven_game_step(&rules, &game, (eleven_direction)7, 0, NULL);
    case 12: return eleven_game_slide(&rules, &game, (eleven_direction)7, NULL);
    case 13:
        return eleven_session_begin(eleven_session_new(), &head, 0, 0, 0) &&
               (eleven_board_empty(9, 1, &game.board), true);
    case 14: return (int)eleven_review_judge(NULL, &no_limit, &rules, &game, (eleven_direction)7, &one);
    case 15: return (int)eleven_bitboard_slide(&table, (eleven_bitboard){0}, (eleven_direction)7, NULL).low;
    case 16: return (int)eleven_match_run(&match);
    default: return 77;
    }
}

static void broken_preconditions_end_the_program(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 17; which++)
        if (status_of(break_a_promise, which) != 128 + SIGABRT)
            fail_msg("number %u does not abort", which);
    assert_int_equal(status_of(break_a_promise, 17), 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_error_has_a_name),
        cmocka_unit_test(the_version_is_that_of_the_headers),
        cmocka_unit_test(what_is_not_opened_is_null),
        cmocka_unit_test(a_session_states_why_it_refused),
        cmocka_unit_test(players_and_reviews_state_why_they_give_none),
#ifndef NO_MEMORY_LIMIT
        cmocka_unit_test(running_out_of_memory_is_stated),
#endif
        cmocka_unit_test(matches_and_solves_can_be_stopped),
        cmocka_unit_test(each_limit_limits_a_budget),
        cmocka_unit_test(players_do_not_begin_after_a_stop),
        cmocka_unit_test(players_can_be_stopped),
        cmocka_unit_test(a_training_can_be_stopped_and_continued),
        cmocka_unit_test(shorter_structs_work),
        cmocka_unit_test(broken_preconditions_end_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
