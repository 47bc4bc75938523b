/* Facts: the evidence agrees with the claims, and example games that were changed are detected. */
#include "expect.h"
#include "heap.h"
#include "eleven/facts.h"

#include <stdlib.h>

typedef struct heard {
    unsigned holding, failing, rows, columns;
    char failure[700]; /* the last sentence that does not hold */
    const char *text;  /* the example game to return; NULL: none */
    size_t length;
    double share; /* of the check, as far as it is */
} heard;

static void hear_evidence(void *context, const char *sentence, bool holds)
{
    heard *all = context;
    *(holds ? &all->holding : &all->failing) += 1;
    assert_true(strlen(sentence) > 10 && strchr(".!", sentence[strlen(sentence) - 1]));
    if (!holds)
        snprintf(all->failure, sizeof all->failure, "%s", sentence);
}

static void hear_table(void *context, const char *caption, const char *const *columns, unsigned count)
{
    heard *all = context;
    assert_true(caption[0] && columns[0][0]);
    all->columns = count;
}

static void hear_row(void *context, const char *const *cells, unsigned count)
{
    heard *all = context;
    assert_int_equal(count, all->columns);
    assert_true(cells[0][0]);
    all->rows++;
}

static void hear_progress(void *context, const eleven_progress *done)
{
    heard *all = context;
    assert_true(done->share >= all->share && done->share <= 1 && done->done > 0);
    all->share = done->share;
}

static const char *give_game(void *context, const char *name, size_t *length)
{
    heard *all = context;
    (void)name;
    *length = all->length;
    return all->text;
}

static const eleven_fact *fact_named(const char *name)
{
    for (unsigned i = 0; eleven_fact_at(i); i++)
        if (strcmp(eleven_fact_at(i)->name, name) == 0)
            return eleven_fact_at(i);
    fail_msg("there is no fact '%s'", name);
    return NULL;
}

/* Checks the fact with the example games of the library. */
static heard check_shipped(const char *name)
{
    heard all = {0};
    eleven_fact_listener listener = {
        sizeof(eleven_fact_listener), &all, hear_evidence, hear_table, hear_row, NULL, hear_progress};
    assert_true(eleven_fact_check(fact_named(name), &listener));
    assert_int_equal(all.failing, 0);
    assert_true(all.holding > 0);
    return all;
}

static heard check_with(const char *name, const char *text, size_t length)
{
    heard all = {.text = text, .length = length};
    eleven_fact_listener listener = {sizeof(eleven_fact_listener), &all, hear_evidence, NULL, NULL, give_game, NULL};
    assert_false(eleven_fact_check(fact_named(name), &listener));
    assert_int_equal(all.failing, 1);
    return all;
}

/* ---- Every fact ----------------------------------------------------------------------------------------- */

static void a_copy_is_checked_and_an_unknown_fact_does_not_hold(void **state)
{
    (void)state;
    heard all = {0};
    eleven_fact_listener listener = {sizeof(eleven_fact_listener), &all, hear_evidence, NULL, NULL, NULL, NULL};
    eleven_fact copy = *fact_named("min-loss-score"), unknown = {.name = "nothing"};
    assert_true(eleven_fact_check(&copy, &listener));
    assert_true(all.holding > 0);
    assert_false(eleven_fact_check(&unknown, &listener));
}

static void facts_have_different_names_and_complete_texts(void **state)
{
    (void)state;
    for (unsigned i = 0; eleven_fact_at(i); i++) {
        const eleven_fact *fact = eleven_fact_at(i);
        assert_ptr_equal(fact_named(fact->name), fact);
        assert_true(fact->question[strlen(fact->question) - 1] == '?');
        assert_true(strlen(fact->claim) > 10 && strlen(fact->argument) > 100);
        assert_true(eleven_fact_status_name(fact->status)[0]);
    }
}

static void the_smallest_number_of_moves_is_checked(void **state)
{
    (void)state;
    assert_int_equal(check_shipped("min-moves").rows, 6);
}

static void the_lowest_score_of_a_win_is_checked(void **state)
{
    (void)state;
    check_shipped("min-win-score");
}

static void the_lowest_score_of_a_loss_is_checked(void **state)
{
    (void)state;
    assert_int_equal(check_shipped("min-loss-score").rows, 15);
}

static void what_can_be_forced_is_checked(void **state)
{
    (void)state;
    heard all = check_shipped("guarantee");
    assert_int_equal(all.rows, 8);
    /* It ends about where its work does. */
    assert_true(all.share > 0.9 && all.share < 1);
}

static void random_play_gives_the_recorded_results(void **state)
{
    (void)state;
    assert_int_equal(check_shipped("random-play").rows, 8);
}

/* ---- Example games -------------------------------------------------------------------------------------- */

static char *copy_of(const char *name, size_t *length)
{
    const char *text = eleven_fact_game(name, length);
    assert_non_null(text);
    char *copy = malloc(*length + 1);
    assert_non_null(copy);
    memcpy(copy, text, *length);
    copy[*length] = '\0';
    return copy;
}

/* One letter of the moves is changed at a time, everywhere in the game: the check must always fail. */
static void a_changed_game_is_detected(void **state)
{
    (void)state;
    size_t length;
    char *copy = copy_of("min-moves", &length);
    unsigned tried = 0;
    for (char *at = strstr(copy, "\n\n"); (at = strpbrk(at + 1, "UDLR")); at += length / 40, tried++) {
        char letter = *at;
        *at = letter == 'U' ? 'R' : 'U';
        check_with("min-win-score", copy, length);
        *at = letter;
        if (at + length / 40 >= copy + length)
            break;
    }
    assert_true(tried > 30);
    free(copy);
}

static void a_shortened_or_missing_game_is_detected(void **state)
{
    (void)state;
    size_t length;
    char *copy = copy_of("min-moves", &length);
    check_with("min-win-score", copy, length / 2);
    check_with("min-win-score", copy, length - 8);
    check_with("min-win-score", copy, 0);
    assert_string_equal(check_with("min-win-score", NULL, 0).failure, "The game min-moves.2048 is missing.");
    free(copy);
}

/* Valid games that prove nothing: other rules, another size, a start from a board, too few moves. */
static void a_game_of_another_kind_is_refused(void **state)
{
    (void)state;
    static const char *const games[] = {
        "eleven game 1\nrules classic\ngoal 4\nsize 4x4\nstart 2@a1 2@b1\n\nL2@d4\n",
        "eleven game 1\nrules classic\nsize 4x5\nstart 2@a1 2@b1\n\nL2@d4\n",
        ("eleven game 1\nrules classic\nsize 4x4\n"
         "board 1024 1024 . . / . . . . / . . . . / . . . .\n\nL2@d4\n"),
        "eleven game 1\nrules classic\nsize 4x4\nstart 2@a1 2@b1\n\nL2@d4\n",
    };
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++)
        check_with("min-win-score", games[i], strlen(games[i]));
}

/* The shipped game without what its head says about its end; to be freed, with space for one more move. */
static char *open_ended(const char *name)
{
    size_t length;
    char *text = copy_of(name, &length), *ended = malloc(length + 64);
    assert_non_null(ended);
    sprintf(ended, "eleven game 1\nrules classic\nsize 4x4\n%s", strstr(text, "start "));
    free(text);
    return ended;
}

/* Adds the move after the goal. */
static char *continued(const char *name)
{
    char *text = open_ended(name);
    eleven_reader reader;
    eleven_ply ply;
    assert_int_equal(eleven_reader_open(&reader, text, strlen(text), NULL), ELEVEN_OK);
    while (eleven_reader_next(&reader, &ply, NULL, NULL) == ELEVEN_OK)
        continue;
    eleven_game game = reader.game;
    assert_true(eleven_game_keep_playing(&reader.record.rules, &game));
    unsigned d = 0;
    while (!(eleven_board_legal(&reader.record.rules, &game.board) >> d & 1))
        d++;
    eleven_board_slide(&reader.record.rules, &game.board, (eleven_direction)d, NULL);
    unsigned cell = 0;
    while (game.board.cells[cell])
        cell++;
    sprintf(strchr(text, '\0'), " keep %c2@%c%u\n", "URDL"[d], 'a' + cell % 4, cell / 4 + 1);
    return text;
}

static void expect_refusal(const char *fact, char *text, const char *sentence)
{
    assert_string_equal(check_with(fact, text, strlen(text)).failure, sentence);
    free(text);
}

/* Valid games that prove something else. */
static void a_game_of_another_fact_is_refused(void **state)
{
    (void)state;
    expect_refusal("min-moves", open_ended("min-loss-score"),
                   "The game min-moves.2048 makes its first 2048 with move 0.");
    expect_refusal("min-moves", continued("min-moves"), "The game min-moves.2048 makes its first 2048 with move 519.");
    expect_refusal("min-win-score", continued("min-moves"),
                   "The game min-moves.2048 is won by its last move with 18,440 points.");
    expect_refusal("min-win-score", open_ended("max-moves-won"),
                   "The game min-moves.2048 is won by its last move with 68,532 points.");
    expect_refusal("min-loss-score", open_ended("min-moves"),
                   "The game min-loss-score.2048 is lost with 18,432 points after 519 moves.");
    expect_refusal("min-loss-score", open_ended("max-moves"),
                   "The game min-loss-score.2048 is lost with 65,504 points after 3827 moves.");
    assert_string_equal(check_with("min-loss-score", NULL, 0).failure, "The game min-loss-score.2048 is missing.");
}

/* ---- The search for a long game ------------------------------------------------------------------------- */

typedef struct watcher {
    eleven_stop stop;
    unsigned reports;
    double share;
} watcher;

static void count_report(void *context, const eleven_progress *progress)
{
    watcher *seen = context;
    assert_true(progress->share >= seen->share && progress->share <= 1);
    seen->share = progress->share;
    if (++seen->reports == 100)
        eleven_stop_request(&seen->stop);
}

static void a_search_reports_and_can_be_stopped(void **state)
{
    (void)state;
    static eleven_ply plies[ELEVEN_LONG_PLIES], again[ELEVEN_LONG_PLIES];
    eleven_game start, start_again;
    watcher seen = {.reports = 0};
    uint32_t moves, moves_again;
    eleven_long_search search = {.size = sizeof search, .width = 3};
    assert_int_equal(eleven_long_game(&search, &start, plies, &moves), ELEVEN_OK);
    search.progress = count_report;
    search.context = &seen;
    assert_int_equal(eleven_long_game(&search, &start_again, again, &moves_again), ELEVEN_OK);
    assert_true(moves > 500 && moves == moves_again && seen.reports >= moves);
    assert_memory_equal(plies, again, moves * sizeof *plies);
    seen = (watcher){.reports = 0};
    search.stop = &seen.stop;
    assert_int_equal(eleven_long_game(&search, &start, plies, &moves), ELEVEN_STOPPED);
    assert_true(moves == 0 && seen.reports == 100);
}

static void without_memory_nothing_else_is_reported(void **state)
{
    (void)state;
    static const char *const names[] = {"min-moves", "min-loss-score"};
    static const size_t places[][2] = {{1, 1}, {3, 3}, {12, 12}, {25, 25}, {1, 499}, {2, 1002}};
    heap_begin(NULL);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        for (unsigned at = 0; at < sizeof places / sizeof *places; at++) {
            heard all = {0};
            eleven_fact_listener listener = {
                sizeof(eleven_fact_listener), &all, hear_evidence, hear_table, hear_row, NULL, hear_progress};
            heap.calls = 0;
            heap.fail_at = places[at][0];
            heap.fail_until = places[at][1];
            assert_false(eleven_fact_check(fact_named(names[i]), &listener));
            assert_true(heap.calls >= places[at][0] && all.failing == 1);
            assert_string_equal(all.failure, "The check ran out of memory.");
        }
    assert_int_equal(heap.live, 0);
    eleven_allocator_set(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_is_checked_and_an_unknown_fact_does_not_hold),
        cmocka_unit_test(facts_have_different_names_and_complete_texts),
        cmocka_unit_test(the_smallest_number_of_moves_is_checked),
        cmocka_unit_test(the_lowest_score_of_a_win_is_checked),
        cmocka_unit_test(the_lowest_score_of_a_loss_is_checked),
        cmocka_unit_test(what_can_be_forced_is_checked),
        cmocka_unit_test(random_play_gives_the_recorded_results),
        cmocka_unit_test(a_changed_game_is_detected),
        cmocka_unit_test(a_shortened_or_missing_game_is_detected),
        cmocka_unit_test(a_game_of_another_kind_is_refused),
        cmocka_unit_test(a_game_of_another_fact_is_refused),
        cmocka_unit_test(a_search_reports_and_can_be_stopped),
        cmocka_unit_test(without_memory_nothing_else_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
