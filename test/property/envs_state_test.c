/* States of environments: all bytes are checked, and what is accepted can be stepped. */
#include "../unit/expect.h"
#include "eleven/envs.h"
#include "fast/words.h"

static eleven_rowtable table;

enum { SAVED = 9, STATE = 8 * (4 + 5 * SAVED) };

/* The checksum, written again: a state that was changed on purpose has a correct one. */
static void state_seal(uint8_t *state, size_t length)
{
    uint64_t sum = 0;
    for (size_t at = 0; at + 8 < length; at += 8) {
        uint64_t word = 0;
        for (unsigned i = 8; i-- > 0;)
            word = word << 8 | state[at + i];
        sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    for (unsigned i = 0; i < 8; i++)
        state[length - 8 + i] = (uint8_t)(sum >> 8 * i);
}

static void state_begin(const char *rules_name, uint8_t *state)
{
    eleven_env envs[SAVED];
    uint64_t seeds[SAVED];
    eleven_rules rules = rules_named(rules_name);
    eleven_rowtable_init(&table, &rules);
    for (unsigned i = 0; i < SAVED; i++)
        seeds[i] = eleven_random(4, i);
    eleven_envs_start(&table, envs, seeds, SAVED);
    const eleven_envs_results results = {.size = sizeof(eleven_envs_results), .autoreset = ELEVEN_AUTORESET_NEXT_STEP};
    for (unsigned step = 0; step < 150; step++) {
        uint8_t actions[SAVED];
        for (unsigned i = 0; i < SAVED; i++)
            actions[i] = (uint8_t)(eleven_random(i, step) >> 62);
        eleven_envs_step(&table, envs, SAVED, actions, &results);
    }
    assert_int_equal(eleven_envs_state_size(SAVED), STATE);
    eleven_envs_save(&table, envs, SAVED, state);
    eleven_env back[SAVED];
    assert_int_equal(eleven_envs_restore(&table, back, SAVED, state, STATE, NULL), ELEVEN_OK);
    assert_memory_equal(envs, back, sizeof envs);
}

static void expect_refusal(const uint8_t *state, size_t length, eleven_error error, const char *sentence)
{
    eleven_env envs[SAVED], before[SAVED];
    eleven_problem problem = {0};
    memset(envs, 1, sizeof envs);
    memcpy(before, envs, sizeof envs);
    assert_int_equal(eleven_envs_restore(&table, envs, SAVED, state, length, &problem), error);
    assert_string_equal(problem.sentence, sentence);
    assert_memory_equal(envs, before, sizeof envs);
}

static void test_a_state_is_checked(void **unused)
{
    (void)unused;
    uint8_t state[STATE + 40], other[STATE];
    static const char damaged[] = "the state is damaged: its checksum is wrong";
    static const char impossible[] = "environment 2 of the state is not a possible game";
    state_begin("provider", other);
    state_begin("classic", state);
    expect_refusal(other, STATE, ELEVEN_BAD_RULES,
                   "the state belongs to games under the rules provider, not under the rules classic");
    expect_refusal(state, 0, ELEVEN_BAD_TEXT, "this is not a state of environments");
    expect_refusal(state, STATE - 8, ELEVEN_BAD_TEXT, damaged);
    expect_refusal(state, STATE - 3, ELEVEN_BAD_TEXT, damaged);
    for (unsigned at = 0; at < STATE; at++) {
        state[at] ^= 16;
        expect_refusal(state, STATE, ELEVEN_BAD_TEXT, at < 8 ? "this is not a state of environments" : damaged);
        state[at] ^= 16;
    }
    const struct {
        unsigned word, byte;
    } places[] = {{1, 2}, {3, 7}, {4, 7}}; /* a rank without a cell, a score and a number of moves above the limit */
    for (unsigned i = 0; i < 3; i++) {
        memcpy(other, state, STATE);
        other[8 * (3 + 5 * 2 + places[i].word) + places[i].byte] = 0x40;
        state_seal(other, STATE);
        expect_refusal(other, STATE, ELEVEN_BAD_TEXT, impossible);
    }
    memcpy(other, state, STATE);
    memset(other + 8 * (3 + 5 * 2), 0, 16); /* no tile */
    state_seal(other, STATE);
    expect_refusal(other, STATE, ELEVEN_BAD_TEXT, impossible);
    memcpy(other, state, STATE);
    other[16] = SAVED + 1;
    state_seal(other, STATE);
    expect_refusal(other, STATE, ELEVEN_BAD_TEXT, "the state contains 10 environments, not 9");
    memcpy(other, state, STATE);
    state_seal(other, STATE - 40); /* the number of nine environments, and eight of them */
    expect_refusal(other, STATE - 40, ELEVEN_BAD_TEXT, "the state is damaged: its length is wrong");
    memcpy(other, state, STATE);
    other[8]++; /* rules that nobody knows */
    state_seal(other, STATE);
    expect_refusal(other, STATE, ELEVEN_BAD_RULES,
                   "the state belongs to games under other rules, not under the rules classic");
}

static void state_mutate(uint8_t *state, uint64_t trial)
{
    unsigned changes = 1 + (unsigned)(eleven_random(trial, 0) % 8);
    for (unsigned i = 0; i < changes; i++) {
        uint64_t word = eleven_random(trial, 1 + i);
        size_t at = (size_t)(trial % 8 ? 24 + word % (STATE - 32) : word % STATE); /* mostly in an environment */
        state[at] = (uint8_t)(word >> 32);
    }
    if (trial % 16)
        state_seal(state, STATE);
}

/* Of damaged states, those that are accepted can be stepped, looked at and saved. */
static void test_no_state_crashes(void **unused)
{
    (void)unused;
    uint8_t state[STATE], changed[STATE], ranks[SAVED][16], final_ranks[SAVED][16], legal[SAVED][4];
    int64_t rewards[SAVED];
    state_begin("classic", state);
    unsigned accepted = 0;
    for (uint64_t trial = 0; trial < 100000; trial++) {
        eleven_env envs[SAVED];
        memcpy(changed, state, STATE);
        state_mutate(changed, trial);
        if (eleven_envs_restore(&table, envs, SAVED, changed, STATE, NULL))
            continue;
        accepted++;
        for (unsigned step = 0; step < 3; step++) {
            uint8_t actions[SAVED];
            for (unsigned i = 0; i < SAVED; i++)
                actions[i] = (uint8_t)eleven_random(trial, 100 * step + i);
            const eleven_envs_results results = {.size = sizeof(eleven_envs_results),
                                                 .rewards = rewards,
                                                 .ranks = ranks[0],
                                                 .legal = legal[0],
                                                 .final_ranks = final_ranks[0],
                                                 .autoreset = (eleven_autoreset)(trial % 3)};
            eleven_envs_step(&table, envs, SAVED, actions, &results);
            for (unsigned i = 0; i < SAVED; i++)
                assert_true(rewards[i] >= 0 && envs[i].score < INT64_MAX && envs[i].board.high <= 0xffff);
        }
        eleven_envs_save(&table, envs, SAVED, changed);
        assert_int_equal(eleven_envs_restore(&table, envs, SAVED, changed, STATE, NULL), ELEVEN_OK);
    }
    assert_true(accepted > 10000 && accepted < 90000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_state_is_checked),
        cmocka_unit_test(test_no_state_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
