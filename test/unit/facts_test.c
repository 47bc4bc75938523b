/* Facts: the evidence agrees with the claims, and example games that were changed are detected. */
#include "expect.h"
#include "eleven/facts.h"

#include <stdlib.h>

typedef struct heard {
    unsigned holding, failing, rows, columns;
    char failure[700]; /* the last sentence that does not hold */
    const char *text;  /* the example game to return; NULL: none */
    size_t length;
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
    eleven_fact_listener listener = {&all, hear_evidence, hear_table, hear_row, NULL};
    assert_true(eleven_fact_check(fact_named(name), &listener));
    assert_int_equal(all.failing, 0);
    assert_true(all.holding > 0);
    return all;
}

static heard check_with(const char *name, const char *text, size_t length)
{
    heard all = {.text = text, .length = length};
    eleven_fact_listener listener = {&all, hear_evidence, NULL, NULL, give_game};
    assert_false(eleven_fact_check(fact_named(name), &listener));
    assert_int_equal(all.failing, 1);
    return all;
}

/* ---- Every fact ----------------------------------------------------------------------------------------- */

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_have_different_names_and_complete_texts),
        cmocka_unit_test(the_smallest_number_of_moves_is_checked),
        cmocka_unit_test(the_lowest_score_of_a_win_is_checked),
        cmocka_unit_test(the_lowest_score_of_a_loss_is_checked),
        cmocka_unit_test(random_play_gives_the_recorded_results),
        cmocka_unit_test(a_changed_game_is_detected),
        cmocka_unit_test(a_shortened_or_missing_game_is_detected),
        cmocka_unit_test(a_game_of_another_kind_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
