/* Lines typed into the plain-text game. */
#include "fuzz.h"
#include "base/saving.h"
#include "term/term.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_file input;
    static game_saver saver;
    fuzz_in in = {data, size};
    if (!input.descriptor) {
        input = fuzz_file_new();
        expect(dup2(input.descriptor, STDIN_FILENO) == STDIN_FILENO && freopen("/dev/null", "w", stdout));
    }
    eleven_record head = {.has_seed = true, .seed = fuzz_byte(&in)};
    head.rules = fuzz_rules(&in);
    unsigned kind = fuzz_byte(&in);
    eleven_session *session = eleven_session_new();
    expect(session && eleven_session_begin(session, &head, 1 + kind % 8, 1 + kind / 8 % 8, 0));
    fuzz_file_fill(&input, in.at, in.left);
    saver = (game_saver){0};
    term_game game = {.session = session,
                      .saver = &saver,
                      .player = {"greedy", 1, {.size = sizeof(eleven_budget), .depth = 1}},
                      .is_spoken = kind & 64};
    int status = plain_play(&game);
    expect(status == 0 || status == 1);
    eleven_session_free(game.session);
    return 0;
}
