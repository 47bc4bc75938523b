/* Rule sets as text. What is read is sound, and printed as a text that is read as the same rules. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[ELEVEN_RULES_TEXT];
    char line[400];
    eleven_rules rules, again;
    eleven_problem problem;
    eleven_error error = eleven_rules_parse((const char *)data, size, &rules, &problem);
    fuzz_check(error, &problem, data, size);
    if (error)
        return 0;
    expect(!eleven_rules_check(&rules, NULL));
    size_t length = eleven_rules_print(&rules, text, sizeof text);
    expect(length < sizeof text && !eleven_rules_parse(text, length, &again, NULL));
    expect(eleven_rules_hash(&rules) == eleven_rules_hash(&again) && !strcmp(rules.name, again.name));
    eleven_rules_describe(&rules, line, sizeof line);
    eleven_game game;
    eleven_game_start(&rules, 1 + size % 8, 1 + size / 8 % 8, size, &game, NULL);
    for (unsigned i = 0; i < 16; i++) {
        eleven_game_keep_playing(&rules, &game);
        eleven_game_step(&rules, &game, (eleven_direction)(data[i % size] % 4), eleven_random(1, i), NULL);
    }
    return 0;
}
