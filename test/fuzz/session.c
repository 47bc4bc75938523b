/* A session that loads a record and is then used at random: what it prints can always be loaded again. */
#include "fuzz.h"

enum { TEXT = 1 << 18 };

/* One action that the byte chooses. */
static void act(eleven_session *session, unsigned byte, double now)
{
    eleven_frame frame;
    size_t length = eleven_session_length(session), position = eleven_session_position(session);
    switch (byte % 16) {
    case 4: eleven_session_undo(session, now); break;
    case 5: eleven_session_redo(session, now); break;
    case 6: eleven_session_new_game(session, byte, "", now); break;
    case 7: eleven_session_keep_playing(session, now); break;
    case 8: eleven_session_seek(session, 1 + byte % length, now); break;
    case 9: eleven_session_hinted(session); break;
    case 10: eleven_session_mark_helped(session); break;
    case 11: eleven_session_saved(session); break;
    default: eleven_session_move(session, (eleven_direction)(byte % 4), now);
    }
    eleven_session_frame(session, now, &frame);
    expect(frame.sprite_count <= ELEVEN_CELLS_MAX);
    expect(eleven_session_position(session) <= eleven_session_length(session));
    expect(eleven_session_unsaved(session) <= eleven_session_length(session) || position > length);
}

static void expect_loads_again(const eleven_session *session)
{
    static char text[TEXT], again[TEXT];
    eleven_session *other = eleven_session_new();
    eleven_problem problem = {0};
    size_t length = eleven_session_print(session, text, sizeof text);
    expect(other);
    if (length < sizeof text) {
        eleven_error error = eleven_session_load(other, text, length, 0, &problem);
        if (error)
            fprintf(stderr, "%s\nline %u: %s\n", text, problem.line, problem.sentence);
        expect(!error);
        expect(eleven_session_print(other, again, sizeof again) == length && !memcmp(text, again, length));
    }
    eleven_session_free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *nul = size ? memchr(data, 0, size) : NULL;
    size_t length = nul ? (size_t)(nul - data) : size;
    eleven_session *session = eleven_session_new();
    eleven_problem problem;
    expect(session);
    eleven_error error = eleven_session_load(session, (const char *)data, length, 0, &problem);
    fuzz_check(error, &problem, data, length);
    if (error) {
        eleven_record head = {.has_seed = true, .seed = size};
        eleven_rules_find("classic", &head.rules);
        head.rules.goal = 4;
        expect(eleven_session_begin(session, &head, 1 + (unsigned)(size % 3), 2, 0));
    }
    for (size_t i = length + 1; i < size; i++)
        act(session, data[i], (double)i * 20);
    expect_loads_again(session);
    eleven_session_free(session);
    return 0;
}
