/* Promises of all chapters: errors have names and reasons, what is impossible and what needs more memory are different
 * results, and a broken precondition ends the program instead of reading elsewhere. */
#include "expect.h"

#include "eleven.h"
#include "fast/words.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const eleven_budget no_limit = {0};

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

static void a_session_states_why_it_refused(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    eleven_record head = head_of(&rules, "2 4 / . .");
    eleven_player silent = {.name = "silent", .choose = choose_nothing};
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
    eleven_player silent = {.name = "silent", .choose = choose_nothing};
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

/* The address sanitizer needs more memory than any limit leaves. */
#ifndef __SANITIZE_ADDRESS__
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

static bool stop_after_two(void *context, const eleven_match_game *game)
{
    return game->index < *(uint64_t *)context;
}

static bool stop_at_once(void *context, const eleven_solve_progress *progress)
{
    (void)context, (void)progress;
    return false;
}

static void work_that_the_caller_ends_is_stopped(void **state)
{
    (void)state;
    uint64_t last = 1;
    eleven_match match = {.rules = rules_named("classic"),
                          .w = 3,
                          .h = 3,
                          .games = 9,
                          .open = open_random,
                          .report = stop_after_two,
                          .context = &last};
    assert_int_equal(eleven_match_run(&match), ELEVEN_STOPPED);
    last = 9;
    assert_int_equal(eleven_match_run(&match), ELEVEN_OK);
    eleven_solve solve = {.rules = match.rules, .w = 2, .h = 2, .progress = stop_at_once};
    eleven_solution solution;
    assert_int_equal(eleven_solve_run(&solve, &solution, NULL), ELEVEN_STOPPED);
}

/* ---- Preconditions ------------------------------------------------------------------------------------- */

/* The numbers are those of a caller with an error; no constant of the headers has them. */
static int break_a_promise(unsigned which)
{
    eleven_rules rules = rules_named("classic");
    eleven_game game = {.board = board_of(&rules, "2 4 / . .")};
    eleven_record head = head_of(&rules, "2 4 / . .");
    eleven_match match = {.rules = rules, .w = 4, .h = 4, .games = 1};
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
        cmocka_unit_test(a_session_states_why_it_refused),
        cmocka_unit_test(players_and_reviews_state_why_they_give_none),
#ifndef __SANITIZE_ADDRESS__
        cmocka_unit_test(running_out_of_memory_is_stated),
#endif
        cmocka_unit_test(work_that_the_caller_ends_is_stopped),
        cmocka_unit_test(broken_preconditions_end_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
