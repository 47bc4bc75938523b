/* Environments as bytes. A state comes from outside, so nothing in it is trusted: what eleven_envs_restore accepts is
 * something that steps can have made, or at least a board and numbers that no step takes out of their ranges.
 *
 *     name | hash of the rules | count | low high seed score moves | ... | checksum          eight bytes each
 *
 * All numbers begin with their lowest byte. `stream` follows from the seed and is left out. */
#include "fast/words.h"
#include "base/hash.h"
#include "core/core.h"
#include "eleven/envs.h"

enum { HEAD_WORDS = 3, ENV_WORDS = 5 };

/* "elenvs", version 1. */
#define STATE_NAME UINT64_C(0x000173766e656c65)

/* Of a score and of a number of moves: no sum of gains from here on leaves an int64_t. */
#define NUMBER_MOST (INT64_MAX / 2)

static void word_put(uint8_t *bytes, size_t at, uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        bytes[8 * at + i] = (uint8_t)(word >> 8 * i);
}

static uint64_t word_get(const uint8_t *bytes, size_t at)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 8; i++)
        word |= (uint64_t)bytes[8 * at + i] << 8 * i;
    return word;
}

static uint64_t checksum(const uint8_t *state, size_t words)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < words; i++)
        sum = hash_word(sum, word_get(state, i));
    return sum;
}

size_t eleven_envs_state_size(size_t count)
{
    return 8 * (HEAD_WORDS + ENV_WORDS * count + 1);
}

void eleven_envs_save(const eleven_rowtable *table, const eleven_env *envs, size_t count, uint8_t *state)
{
    word_put(state, 0, STATE_NAME);
    word_put(state, 1, eleven_rules_hash(&table->rules));
    word_put(state, 2, count);
    for (size_t i = 0, at = HEAD_WORDS; i < count; i++, at += ENV_WORDS) {
        word_put(state, at, envs[i].board.low);
        word_put(state, at + 1, envs[i].board.high);
        word_put(state, at + 2, envs[i].seed);
        word_put(state, at + 3, envs[i].score);
        word_put(state, at + 4, envs[i].moves);
    }
    size_t words = HEAD_WORDS + ENV_WORDS * count;
    word_put(state, words, checksum(state, words));
}

static eleven_error state_fail(const char *sentence, eleven_problem *problem)
{
    text_out out = core_problem_at(problem, 0, 0);
    core_put(&out, sentence);
    return ELEVEN_BAD_TEXT;
}

/* Names the rules of the state, if they are shipped ones. */
static eleven_error fail_of_rules(uint64_t hash, const eleven_rules *expected, eleven_problem *problem)
{
    text_out out = core_problem_at(problem, 0, 0);
    const char *name;
    eleven_rules rules;
    unsigned i = 0;
    while ((name = eleven_rules_name(i++))) {
        eleven_rules_find(name, &rules);
        if (eleven_rules_hash(&rules) == hash)
            break;
    }
    core_put(&out, "the state belongs to games under ");
    core_put(&out, name ? "the rules " : "other rules");
    core_put(&out, name ? name : "");
    core_put(&out, ", not under the rules ");
    core_put(&out, expected->name);
    return ELEVEN_BAD_RULES;
}

static eleven_error state_check(const eleven_rules *rules, size_t count, const uint8_t *state, size_t length,
                                eleven_problem *problem)
{
    if (length < eleven_envs_state_size(0) || word_get(state, 0) != STATE_NAME)
        return state_fail("this is not a state of environments", problem);
    if (length % 8 || checksum(state, length / 8 - 1) != word_get(state, length / 8 - 1))
        return state_fail("the state is damaged: its checksum is wrong", problem);
    if (word_get(state, 1) != eleven_rules_hash(rules))
        return fail_of_rules(word_get(state, 1), rules, problem);
    if (word_get(state, 2) == count)
        return length == eleven_envs_state_size(count)
                   ? ELEVEN_OK
                   : state_fail("the state is damaged: its length is wrong", problem);
    text_out out = core_problem_at(problem, 0, 0);
    core_put(&out, "the state contains ");
    core_put_number(&out, word_get(state, 2));
    core_put(&out, " environments, not ");
    core_put_number(&out, count);
    return ELEVEN_BAD_TEXT;
}

static bool env_read(const uint8_t *state, size_t i, eleven_env *env)
{
    size_t at = HEAD_WORDS + ENV_WORDS * i;
    eleven_bitboard board = {word_get(state, at), word_get(state, at + 1)};
    uint64_t score = word_get(state, at + 3), moves = word_get(state, at + 4);
    *env = eleven_env_from(board, word_get(state, at + 2), score, moves);
    return (board.low | board.high) && board.high <= 0xffff && score <= NUMBER_MOST && moves <= NUMBER_MOST;
}

eleven_error eleven_envs_restore(const eleven_rowtable *table, eleven_env *envs, size_t count, const uint8_t *state,
                                 size_t length, eleven_problem *problem)
{
    eleven_env env;
    eleven_error error = state_check(&table->rules, count, state, length, problem);
    for (size_t i = 0; i < count && !error; i++)
        if (!env_read(state, i, &env)) {
            text_out out = core_problem_at(problem, 0, 0);
            core_put(&out, "environment ");
            core_put_number(&out, i);
            core_put(&out, " of the state is not a possible game");
            error = ELEVEN_BAD_TEXT;
        }
    for (size_t i = 0; i < count && !error; i++)
        env_read(state, i, &envs[i]);
    return error;
}
