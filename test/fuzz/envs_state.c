/* Saved environments, with a right head and checksum unless the first byte is odd. What is accepted can be stepped. */
#include "fuzz.h"
#include "base/hash.h"
#include "eleven/envs.h"

enum { ENVS = 4 };

static eleven_rowtable *table;

static void step(eleven_env *envs, const uint8_t *data, size_t size)
{
    uint8_t actions[ENVS], ranks[ENVS][16];
    int64_t rewards[ENVS];
    eleven_envs_results results = {
        .size = sizeof results, .rewards = rewards, .ranks = ranks[0], .autoreset = ELEVEN_AUTORESET_SAME_STEP};
    for (size_t i = 0; i < 8; i++) {
        for (unsigned e = 0; e < ENVS; e++)
            actions[e] = data[(i + e) % size] % 4;
        eleven_envs_step(table, envs, ENVS, actions, &results);
        for (unsigned e = 0; e < ENVS; e++)
            expect(rewards[e] >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t state[8 * (3 + 5 * ENVS + 1)], head[sizeof state];
    eleven_env envs[ENVS] = {0};
    eleven_problem problem;
    if (!table) {
        eleven_rules rules;
        eleven_rules_find("classic", &rules);
        table = eleven_rowtable_init(malloc(ELEVEN_ROWTABLE_BYTES), &rules);
    }
    memset(state, 0, sizeof state);
    memcpy(state, data, size < sizeof state ? size : sizeof state);
    if (size && data[0] % 2 == 0) {
        uint64_t sum = 0, word;
        eleven_envs_save(table, envs, ENVS, head);
        memcpy(state, head, 24);
        for (size_t i = 0; i + 8 < sizeof state; i += 8) {
            memcpy(&word, state + i, 8);
            sum = hash_word(sum, word);
        }
        memcpy(state + sizeof state - 8, &sum, 8);
    }
    eleven_error error = eleven_envs_restore(table, envs, ENVS, state, sizeof state, &problem);
    fuzz_check(error, &problem, data, size);
    if (!error && size)
        step(envs, data, size);
    return 0;
}
