/* Random words are a fixed function of seed and ply: pinned here, so that no platform and no later version
 * deals other tiles. */
#include "expect.h"

/* Computed by a separate program from the published definition of SplitMix64. */
static const struct {
    uint64_t seed, ply, word;
} golden_words[] = {
    {0, 0, UINT64_C(0xa706dd2f4d197e6f)},          {0, 1, UINT64_C(0xb382a305f4414f5e)},
    {1, 0, UINT64_C(0x5e41ab087439611e)},          {1, 1, UINT64_C(0xf18d6ce93d6cf1ee)},
    {42, 7, UINT64_C(0xbc16a3d4cc48678e)},         {UINT64_MAX, 0, UINT64_C(0x5dc20aa7b2a27137)},
    {0, UINT64_MAX, UINT64_C(0x48218226ff3cd4bf)},
};

static void words_are_pinned(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof golden_words / sizeof *golden_words; i++)
        assert_true(eleven_random(golden_words[i].seed, golden_words[i].ply) == golden_words[i].word);
}

/* 64 x 64 words with neighbouring seeds and plies: all different, also where seed + ply agree. */
static void different_seeds_and_plies_differ(void **state)
{
    (void)state;
    enum { SIDE = 64 };
    static uint64_t words[SIDE * SIDE];
    for (unsigned i = 0; i < SIDE * SIDE; i++)
        words[i] = eleven_random(i / SIDE, i % SIDE);
    for (unsigned i = 0; i < SIDE * SIDE; i++)
        for (unsigned j = 0; j < i; j++)
            if (words[i] == words[j])
                fail_msg("seed %u ply %u repeats seed %u ply %u", i / SIDE, i % SIDE, j / SIDE, j % SIDE);
}

/* Streams of neighbouring seeds must not be each other's continuation. */
static void streams_do_not_overlap(void **state)
{
    (void)state;
    const uint64_t golden_ratio = UINT64_C(0x9e3779b97f4a7c15);
    for (uint64_t seed = 0; seed < 1000; seed++) {
        assert_true(eleven_random(seed, 1) != eleven_random(seed + 1, 0));
        assert_true(eleven_random(seed, 1) != eleven_random(seed + golden_ratio, 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_pinned),
        cmocka_unit_test(different_seeds_and_plies_differ),
        cmocka_unit_test(streams_do_not_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
