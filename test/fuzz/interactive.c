/* The game as a tree against a session: the same seed and actions lead to the same games and records. */
#include "fuzz.h"

enum { TEXT = 1 << 17 };

/* Makes the action in both. Returns the new state, or the old one if the action is not possible. */
static eleven_state *act(eleven_state *state, eleven_session *session, unsigned byte)
{
    static const eleven_choice choices[8] = {ELEVEN_CHOICE_UP,   ELEVEN_CHOICE_RIGHT, ELEVEN_CHOICE_DOWN,
                                             ELEVEN_CHOICE_LEFT, ELEVEN_CHOICE_UNDO,  ELEVEN_CHOICE_KEEP,
                                             ELEVEN_CHOICE_GRID, ELEVEN_CHOICE_LEFT};
    eleven_choice choice = choices[byte % 8];
    const char *word = eleven_choice_word(choice);
    eleven_state *next = NULL;
    eleven_problem problem;
    bool acted = true;
    if (choice == ELEVEN_CHOICE_UNDO)
        acted = eleven_session_position(session) > 1 && eleven_session_undo(session, 0);
    else if (choice == ELEVEN_CHOICE_KEEP)
        acted = eleven_session_keep_playing(session, 0);
    else if (choice != ELEVEN_CHOICE_GRID)
        acted = eleven_session_move(session, (eleven_direction)(byte % 8 == 7 ? 3 : byte % 8), 0);
    eleven_error error = eleven_state_choose(state, word, strlen(word), &next, &problem);
    if (choice == ELEVEN_CHOICE_UNDO && !acted && !error) {
        /* Back to before the game began, which a session does not have. */
        eleven_state_free(next);
        return state;
    }
    expect(acted == !error);
    if (error)
        return state;
    eleven_state_free(state);
    return next;
}

static void expect_same(const eleven_state *state, const eleven_session *session)
{
    const eleven_game *a = eleven_state_game(state), *b = eleven_session_game(session);
    expect(eleven_board_equal(&a->board, &b->board) && a->score == b->score && a->ply == b->ply);
    expect(eleven_state_status(state) == eleven_session_status(session));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[TEXT], other[TEXT];
    fuzz_in in = {data, size};
    eleven_record head = {.has_seed = true, .seed = fuzz_byte(&in)};
    head.rules = fuzz_rules(&in);
    unsigned shape = fuzz_byte(&in);
    head.rules.goal = (eleven_rank)(shape & 64 ? 3 : head.rules.goal);
    eleven_game_start(&head.rules, 1 + shape % 8, 1 + shape / 8 % 8, head.seed, &head.start, NULL);
    eleven_state *state = eleven_state_new(&head), *begun;
    eleven_session *session = eleven_session_new();
    expect(state && session && eleven_session_begin(session, &head, 1, 1, 0));
    expect(!eleven_state_choose(state, "Begin", 5, &begun, NULL));
    eleven_state_free(state);
    for (state = begun; in.left;) {
        state = act(state, session, fuzz_byte(&in));
        expect_same(state, session);
    }
    size_t length = eleven_state_print(state, text, sizeof text);
    expect(eleven_session_print(session, other, sizeof other) == length);
    expect(length >= sizeof text || memcmp(text, other, length) == 0);
    eleven_state_free(state);
    eleven_session_free(session);
    return 0;
}
