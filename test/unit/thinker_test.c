/* A player on a thread of its own: it answers what it was asked last, and can be left at any moment. */
#include "expect.h"

#include "term/term_room.h"

#include <math.h>

static const double patience = 60000; /* of somebody who only gives up on what will never come */

static eleven_rules classic(void)
{
    eleven_rules rules;
    assert_true(eleven_rules_find("classic", &rules));
    return rules;
}

static void ask(struct thinker *thinker, const char *text, eleven_budget budget)
{
    eleven_rules rules = classic();
    eleven_game game = {.score = 70};
    assert_int_equal(eleven_board_parse(&rules, text, strlen(text), &game.board, NULL), ELEVEN_OK);
    thinker_ask(thinker, &rules, &game, &budget);
    memset(&rules, 0, sizeof rules); /* it has copied them */
    memset(&game, 0, sizeof game);
}

static struct thinker *thinker_of(const char *name)
{
    struct thinker *thinker = thinker_new(name, 1);
    assert_non_null(thinker);
    return thinker;
}

static void it_answers(void **state)
{
    (void)state;
    struct thinker *thinker = thinker_of("greedy");
    player_hint hint;
    for (int i = 0; i < 1000; i++) {
        bool sideways = i % 2;
        ask(thinker, sideways ? "4 4 / 8 16" : "4 8 / 4 16", (eleven_budget){.size = sizeof(eleven_budget)});
        assert_int_equal(thinker_wait(thinker, patience, &hint), THOUGHT_READY);
        assert_true(isnan(hint.advice.values[ELEVEN_LEFT]) == !sideways);
        assert_true(isnan(hint.advice.values[ELEVEN_UP]) == sideways);
    }
    assert_int_equal(thinker_wait(thinker, 0, &hint), THOUGHT_READY); /* the answer stays */
    thinker_free(thinker);
}

static void a_new_question_takes_the_place_of_the_old_one(void **state)
{
    (void)state;
    struct thinker *thinker = thinker_of("montecarlo");
    player_hint hint;
    for (int i = 0; i < 50; i++) {
        ask(thinker, "2 4 8 16 / . . . . / . . . . / . . . .",
            (eleven_budget){.size = sizeof(eleven_budget), .nodes = i % 2 ? 2000 : UINT64_MAX / 8});
        if (i % 4 == 0)
            thinker_wait(thinker, 5, &hint); /* it has begun with the old one */
        ask(thinker, "4 8 16 32 / 4 16 32 64 / 2 4 8 16 / 4 8 16 32",
            (eleven_budget){.size = sizeof(eleven_budget), .nodes = 10});
        assert_int_equal(thinker_wait(thinker, patience, &hint), THOUGHT_READY);
        assert_true(isnan(hint.advice.values[ELEVEN_LEFT]));
        assert_true(!isnan(hint.advice.values[ELEVEN_UP]));
    }
    thinker_free(thinker);
}

static void who_cannot_answer_says_so(void **state)
{
    (void)state;
    player_hint hint;
    struct thinker *unknown = thinker_of("nobody"), *stuck = thinker_of("greedy");
    ask(unknown, "2 . / . .", (eleven_budget){.size = sizeof(eleven_budget)});
    assert_int_equal(thinker_wait(unknown, patience, &hint), THOUGHT_FAILED);
    ask(stuck, "2 4 / 4 2", (eleven_budget){.size = sizeof(eleven_budget)});
    assert_int_equal(thinker_wait(stuck, patience, &hint), THOUGHT_FAILED);
    ask(stuck, "2 2 / 4 2", (eleven_budget){.size = sizeof(eleven_budget)});
    assert_int_equal(thinker_wait(stuck, patience, &hint), THOUGHT_READY);
    thinker_free(unknown);
    thinker_free(stuck);
}

static void it_knows_the_unit_of_the_values(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool in_points;
    } players[] = {{"greedy", false}, {"search", false}, {"montecarlo", true}, {"network", true}};
    for (unsigned i = 0; i < sizeof players / sizeof *players; i++) {
        player_hint hint;
        struct thinker *thinker = thinker_of(players[i].name);
        ask(thinker, "2 4 8 16 / . . . . / . . . . / . . . .",
            (eleven_budget){.size = sizeof(eleven_budget), .nodes = 100});
        assert_int_equal(thinker_wait(thinker, patience, &hint), THOUGHT_READY);
        assert_true(hint.unit.in_points == players[i].in_points && hint.score == 70);
        thinker_free(thinker);
    }
}

static void nobody_waits_for_one_that_thinks_for_ever(void **state)
{
    (void)state;
    struct thinker *thinker = thinker_of("montecarlo");
    player_hint hint;
    ask(thinker, "2 4 8 16 / . . . . / . . . . / . . . .",
        (eleven_budget){.size = sizeof(eleven_budget), .nodes = UINT64_MAX / 8});
    assert_int_equal(thinker_wait(thinker, 0, &hint), THOUGHT_NONE);
    assert_int_equal(thinker_wait(thinker, 5, &hint), THOUGHT_NONE);
    thinker_free(thinker);
    thinker_free(thinker_of("greedy")); /* before it was asked anything */
    thinker_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_answers),
        cmocka_unit_test(a_new_question_takes_the_place_of_the_old_one),
        cmocka_unit_test(who_cannot_answer_says_so),
        cmocka_unit_test(it_knows_the_unit_of_the_values),
        cmocka_unit_test(nobody_waits_for_one_that_thinks_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
