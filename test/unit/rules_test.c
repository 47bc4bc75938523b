/* Rule sets: the shipped ones are what the header promises, unsound ones are refused with a reason, and the
 * fingerprint is pinned. */
#include "expect.h"

enum { SHIPPED = 4 };

static const char *const shipped_names[SHIPPED] = {"classic", "provider", "engine", "fibonacci"};

/* ---- The shipped sets --------------------------------------------------------------------------------- */

static void shipped_sets_have_their_names(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SHIPPED; i++) {
        eleven_rules rules = rules_named(shipped_names[i]);
        assert_string_equal(eleven_rules_name(i), shipped_names[i]);
        assert_string_equal(rules.name, shipped_names[i]);
        assert_int_equal(eleven_rules_check(&rules, NULL), ELEVEN_OK);
    }
    assert_null(eleven_rules_name(SHIPPED));
    assert_null(eleven_rules_name(UINT32_MAX));
}

static void unknown_names_leave_the_rules_alone(void **state)
{
    (void)state;
    const char *const unknown[] = {"", "Classic", "classi", "classics", "threes"};
    eleven_rules rules = rules_named("engine"), before = rules;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_false(eleven_rules_find(unknown[i], &rules));
    assert_memory_equal(&rules, &before, sizeof rules);
}

/* Everything about a set that its text contains. */
static void expect_text(const char *name, const char *values_and_merges, const char *rest)
{
    static char found[ELEVEN_RULES_TEXT], expected[ELEVEN_RULES_TEXT];
    eleven_rules rules = rules_named(name);
    size_t length = eleven_rules_print(&rules, found, sizeof found);
    snprintf(expected, sizeof expected, "eleven rules 1\nname %s\n%s%s", name, values_and_merges, rest);
    assert_string_equal(found, expected);
    assert_int_equal(length, strlen(found));
}

static const char *doubling_text(void)
{
    static char text[4096];
    size_t at = (size_t)sprintf(text, "values");
    for (uint64_t face = 2; face <= UINT64_C(2147483648); face *= 2)
        at += (size_t)sprintf(text + at, " %llu", (unsigned long long)face);
    at += (size_t)sprintf(text + at, "\n");
    for (unsigned long long face = 2; face < 2147483648u; face *= 2)
        at += (size_t)sprintf(text + at, "merge %llu %llu %llu\n", face, face, 2 * face);
    return text;
}

static const char *fibonacci_text(void)
{
    static char text[4096];
    size_t at = (size_t)sprintf(text, "values");
    for (unsigned a = 1, b = 2; a <= 2178309; b += a, a = b - a)
        at += (size_t)sprintf(text + at, " %u", a);
    at += (size_t)sprintf(text + at, "\nmerge 1 1 2\n");
    for (unsigned a = 1, b = 2; a + b <= 2178309; b += a, a = b - a)
        at += (size_t)sprintf(text + at, "merge %u %u %u\n", a, b, a + b);
    return text;
}

static void shipped_sets_are_as_documented(void **state)
{
    (void)state;
    expect_text("classic", doubling_text(),
                "spawn 2 9\nspawn 4 1\ncount 1 1\nstart 2\ngoal 2048\ncascade no\ngoal-ends no\n");
    expect_text("provider", doubling_text(), "spawn 2 1\ncount 1 1\nstart 1\ngoal 2048\ncascade no\ngoal-ends no\n");
    expect_text("engine", doubling_text(),
                "spawn 2 9\nspawn 4 1\ncount 1 3\ncount 2 2\nstart 2\ngoal 2048\ncascade yes\n"
                "goal-ends no\n");
    expect_text("fibonacci", fibonacci_text(),
                "spawn 1 9\nspawn 2 1\ncount 1 1\nstart 2\ngoal 2584\ncascade no\ngoal-ends no\n");
}

static void ranks_are_found_by_face_value(void **state)
{
    (void)state;
    eleven_rules classic = rules_named("classic"), fibonacci = rules_named("fibonacci");
    assert_int_equal(eleven_rules_rank(&classic, 2), 1);
    assert_int_equal(eleven_rules_rank(&classic, 131072), 17);
    assert_int_equal(eleven_rules_rank(&classic, UINT64_C(2147483648)), 31);
    assert_int_equal(eleven_rules_rank(&classic, 0), 0);
    assert_int_equal(eleven_rules_rank(&classic, 1), 0);
    assert_int_equal(eleven_rules_rank(&classic, 6), 0);
    assert_int_equal(eleven_rules_rank(&classic, (UINT64_C(1) << 32) + 2), 0);
    assert_int_equal(eleven_rules_rank(&fibonacci, 1), 1);
    assert_int_equal(eleven_rules_rank(&fibonacci, 2584), 17);
    assert_int_equal(eleven_rules_rank(&fibonacci, 4), 0);
}

/* ---- Soundness ---------------------------------------------------------------------------------------- */

static void expect_unsound(eleven_rules rules, const char *sentence)
{
    eleven_problem problem = {.line = 9, .column = 9};
    assert_int_equal(eleven_rules_check(&rules, &problem), ELEVEN_BAD_RULES);
    expect_problem(&problem, 0, 0, sentence);
    assert_int_equal(eleven_rules_check(&rules, NULL), ELEVEN_BAD_RULES);
}

static void unsound_merges_are_refused(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.merge[0][3] = rules.merge[3][0] = 4;
    expect_unsound(rules, "rank 3 merges with an empty cell");
    rules = rules_named("classic");
    rules.merge[3][0] = 4;
    expect_unsound(rules, "rank 3 merges with an empty cell");
    rules = rules_named("classic");
    rules.merge[0][0] = 1;
    expect_unsound(rules, "rank 0 merges with an empty cell");
    rules = rules_named("classic");
    rules.merge[3][5] = 6;
    expect_unsound(rules, "the merge of rank 3 depends on which tile moves");
    rules = rules_named("classic");
    rules.merge[4][4] = 4;
    expect_unsound(rules, "a merge of rank 4 does not give a higher rank");
    rules = rules_named("classic");
    rules.merge[1][3] = rules.merge[3][1] = 2;
    expect_unsound(rules, "a merge of rank 1 does not give a higher rank");
    rules = rules_named("classic");
    rules.merge[1][3] = rules.merge[3][1] = 3;
    expect_unsound(rules, "a merge of rank 1 does not give a higher rank");
    rules = rules_named("classic");
    rules.merge[31][31] = 32;
    expect_unsound(rules, "a merge of rank 31 does not give a higher rank");
    rules = rules_named("classic");
    rules.value[20] = 0;
    expect_unsound(rules, "a merge of rank 19 names a rank without a face value");
    rules = (eleven_rules){.value = {0, 0, 4, 8}};
    rules.merge[1][2] = rules.merge[2][1] = 3;
    expect_unsound(rules, "a merge of rank 1 names a rank without a face value");
    rules = (eleven_rules){.value = {0, 2, 0, 8}};
    rules.merge[1][2] = rules.merge[2][1] = 3;
    expect_unsound(rules, "a merge of rank 1 names a rank without a face value");
}

static void unsound_values_are_refused(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.value[0] = 1;
    expect_unsound(rules, "the empty cell, rank 0, has a face value");
    rules = rules_named("classic");
    rules.value[7] = 8;
    expect_unsound(rules, "rank 7 has the face value of another rank");
    rules.value[7] = 2;
    expect_unsound(rules, "rank 7 has the face value of another rank");
    rules = rules_named("classic");
    rules.name[0] = 'C';
    expect_unsound(rules, "sign 1 of the name is not a lower-case letter, a digit or '-'");
    strcpy(rules.name, "a {");
    expect_unsound(rules, "sign 2 of the name is not a lower-case letter, a digit or '-'");
    rules.name[1] = '{';
    expect_unsound(rules, "sign 2 of the name is not a lower-case letter, a digit or '-'");
    strcpy(rules.name, "a-09z");
    assert_int_equal(eleven_rules_check(&rules, NULL), ELEVEN_OK);
    rules.name[0] = '\0';
    expect_unsound(rules, "the name has 0 signs instead of 1 to 31");
    memset(rules.name, 'a', sizeof rules.name);
    expect_unsound(rules, "the name has 32 signs instead of 1 to 31");
    rules = (eleven_rules){.value = {0, 2}, .spawn_weight = {0, 1, 1}, .count_weight = {0, 1}, .start_tiles = 1};
    expect_unsound(rules, "rank 2 appears but has no face value");
    rules.value[1] = 0;
    expect_unsound(rules, "rank 1 appears but has no face value");
}

static void unsound_weights_are_refused(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.spawn_weight[0] = 1;
    expect_unsound(rules, "spawn: 0 has a weight, so that nothing would appear");
    rules = rules_named("provider");
    rules.spawn_weight[1] = 0;
    expect_unsound(rules, "spawn: 0 is the sum of the weights, which must be 1 to 2147483648");
    rules.spawn_weight[1] = UINT32_MAX;
    rules.spawn_weight[2] = 2;
    expect_unsound(rules, "spawn: 4294967297 is the sum of the weights, which must be 1 to 2147483648");
    rules = rules_named("classic");
    rules.count_weight[0] = 1;
    expect_unsound(rules, "tiles per move: 0 has a weight, so that nothing would appear");
    rules = rules_named("classic");
    rules.count_weight[1] = 0;
    expect_unsound(rules, "tiles per move: 0 is the sum of the weights, which must be 1 to 2147483648");
}

static void unsound_starts_and_goals_are_refused(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.start_tiles = 0;
    expect_unsound(rules, "a game starts with 0 tiles instead of 1 to 8");
    rules.start_tiles = 9;
    expect_unsound(rules, "a game starts with 9 tiles instead of 1 to 8");
    rules = rules_named("classic");
    rules.goal = 32;
    expect_unsound(rules, "the goal, rank 32, cannot be reached");
    rules = rules_named("classic");
    rules.spawn_weight[1] = 0;
    rules.goal = 1;
    expect_unsound(rules, "the goal, rank 1, cannot be reached");
    rules = rules_named("provider");
    rules.merge[2][2] = 0;
    rules.merge[1][4] = rules.merge[4][1] = rules.goal = 5; /* but no rank 4 is ever beside the 1 */
    expect_unsound(rules, "the goal, rank 5, cannot be reached");
}

static void the_largest_weights_are_sound(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    rules.spawn_weight[1] = (UINT32_C(1) << 31) - 1;
    rules.spawn_weight[2] = 1;
    rules.goal = 0;
    rules.start_tiles = 8;
    assert_int_equal(eleven_rules_check(&rules, NULL), ELEVEN_OK);
}

/* ---- The fingerprint ---------------------------------------------------------------------------------- */

/* Computed by a separate program from the definition of FNV-1a. Files carry these: they stay for ever. */
static void hashes_are_pinned(void **state)
{
    (void)state;
    static const uint64_t hashes[SHIPPED] = {UINT64_C(0xad126ec3247b9e09), UINT64_C(0x5bb45876c529b863),
                                             UINT64_C(0x7000a1cd2981a308), UINT64_C(0xc8325b7e76193615)};
    for (unsigned i = 0; i < SHIPPED; i++) {
        eleven_rules rules = rules_named(shipped_names[i]);
        assert_true(eleven_rules_hash(&rules) == hashes[i]);
    }
}

static void the_name_does_not_count(void **state)
{
    (void)state;
    eleven_rules rules = rules_named("classic");
    uint64_t hash = eleven_rules_hash(&rules);
    strcpy(rules.name, "another");
    assert_true(eleven_rules_hash(&rules) == hash);
}

/* Changes the i-th field of a set; false past the last. */
static bool change_field(eleven_rules *rules, unsigned i)
{
    const unsigned merges = ELEVEN_RANKS * ELEVEN_RANKS;
    if (i < merges)
        return rules->merge[i / ELEVEN_RANKS][i % ELEVEN_RANKS] ^= 64, true;
    i -= merges;
    if (i < ELEVEN_RANKS)
        return rules->value[i] ^= UINT32_C(0x80000000), true;
    i -= ELEVEN_RANKS;
    if (i < ELEVEN_RANKS)
        return rules->spawn_weight[i] ^= UINT32_C(0x80000000), true;
    i -= ELEVEN_RANKS;
    if (i <= ELEVEN_SPAWNS_MAX)
        return rules->count_weight[i] ^= UINT32_C(0x80000000), true;
    switch (i - ELEVEN_SPAWNS_MAX - 1) {
    case 0: return rules->start_tiles ^= 1, true;
    case 1: return rules->goal ^= 1, true;
    case 2: return rules->cascade = !rules->cascade, true;
    case 3: return rules->goal_ends = !rules->goal_ends, true;
    default: return false;
    }
}

static void every_field_counts(void **state)
{
    (void)state;
    enum { FIELDS = ELEVEN_RANKS * ELEVEN_RANKS + 2 * ELEVEN_RANKS + ELEVEN_SPAWNS_MAX + 1 + 4 };
    static uint64_t hashes[FIELDS + 1];
    eleven_rules classic = rules_named("classic");
    for (unsigned i = 0; i <= FIELDS; i++) {
        eleven_rules changed = classic;
        assert_int_equal(change_field(&changed, i), i < FIELDS); /* the last one stays as it was */
        hashes[i] = eleven_rules_hash(&changed);
        for (unsigned j = 0; j < i; j++)
            assert_true(hashes[i] != hashes[j]);
    }
}

/* ---- The goal on small boards ------------------------------------------------------------------------- */

static void the_goal_is_a_tile_that_the_board_can_hold(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        unsigned w, h;
        uint32_t goal;
    } cases[] = {
        {"classic", 4, 4, 2048},  {"classic", 5, 2, 2048}, {"classic", 3, 3, 1024}, {"classic", 4, 2, 512},
        {"classic", 3, 2, 128},   {"classic", 2, 2, 32},   {"classic", 2, 1, 8},    {"classic", 1, 1, 0},
        {"provider", 4, 4, 2048}, {"provider", 3, 3, 512}, {"provider", 1, 1, 0},   {"fibonacci", 4, 4, 2584},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        eleven_rules rules = rules_named(cases[i].rules);
        eleven_rank goal = eleven_rules_goal(&rules, cases[i].w, cases[i].h);
        assert_int_equal(rules.value[goal], cases[i].goal);
        rules.goal = 2; /* a smaller board does not get a tile that appears, but it can be the goal itself */
        assert_int_equal(eleven_rules_goal(&rules, cases[i].w, cases[i].h),
                         rules.spawn_weight[2] || cases[i].w * cases[i].h > 1 ? 2 : 0);
        rules.goal = 0;
        assert_int_equal(eleven_rules_goal(&rules, cases[i].w, cases[i].h), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_sets_have_their_names),
        cmocka_unit_test(unknown_names_leave_the_rules_alone),
        cmocka_unit_test(shipped_sets_are_as_documented),
        cmocka_unit_test(ranks_are_found_by_face_value),
        cmocka_unit_test(unsound_merges_are_refused),
        cmocka_unit_test(unsound_values_are_refused),
        cmocka_unit_test(unsound_weights_are_refused),
        cmocka_unit_test(unsound_starts_and_goals_are_refused),
        cmocka_unit_test(the_largest_weights_are_sound),
        cmocka_unit_test(hashes_are_pinned),
        cmocka_unit_test(the_name_does_not_count),
        cmocka_unit_test(every_field_counts),
        cmocka_unit_test(the_goal_is_a_tile_that_the_board_can_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
