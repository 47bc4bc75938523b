/* Chains in any text: each word leads to a state or is refused with a sentence. What a state prints is read again. */
#include "fuzz.h"

/* The state must have texts, options and a record. Frees it. */
static void look(eleven_state *state)
{
    char text[1 << 14], detail[200];
    eleven_option options[ELEVEN_OPTIONS_MAX];
    eleven_record head;
    size_t end;
    expect(eleven_state_describe(state, NULL, text, sizeof text) < ELEVEN_STATE_TEXT);
    unsigned count = eleven_state_options(state, NULL, options);
    for (unsigned i = 0; i < count; i++)
        eleven_option_describe(state, &options[i], NULL, detail, sizeof detail);
    size_t length = eleven_chain_print(state, text, sizeof text);
    expect(!length || length >= sizeof text || !eleven_chain_head_parse(text, length, &head, &end, NULL));
    length = eleven_state_print(state, text, sizeof text);
    eleven_reader reader;
    eleven_ply ply;
    eleven_error error = ELEVEN_OK;
    if (length < sizeof text && eleven_state_has_begun(state)) {
        expect(!eleven_reader_open(&reader, text, length, NULL));
        while (!error)
            error = eleven_reader_next(&reader, &ply, NULL, NULL);
        expect(error == ELEVEN_END);
    }
    eleven_state_free(state);
}

static size_t follow(const char *text, size_t length, size_t at)
{
    eleven_record head;
    eleven_problem problem;
    eleven_chain_word word;
    size_t end;
    eleven_error error = eleven_chain_head_parse(text + at, length - at, &head, &end, &problem);
    fuzz_check(error, &problem, (const uint8_t *)text + at, length - at);
    expect(end <= length - at);
    eleven_state *state = error ? NULL : eleven_state_new(&head), *next;
    for (at += end; state && eleven_chain_next(text, length, at, &word); at = word.end) {
        expect(word.begin <= word.end && word.end <= length && word.begin > at);
        if (eleven_state_choose(state, text + word.begin, word.end - word.begin, &next, &problem))
            continue;
        eleven_state_free(state);
        state = next;
    }
    if (state)
        look(state);
    return at;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    for (size_t at = 0; (at = eleven_chain_find(text, size, at)) < size;) {
        size_t end = follow(text, size, at);
        at = end > at + 4 ? end : at + 4;
    }
    return 0;
}
