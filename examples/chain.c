/* The game as a tree of options: reads a chain such as 2048(seed=7).Begin.Up and prints the options that can follow. */
#include <eleven.h>

#include <stdio.h>
#include <string.h>

/* The state at the end of the chain, which the caller frees; NULL after an error, with the problem filled in. */
static eleven_state *follow(const char *chain, eleven_problem *problem)
{
    eleven_record head;
    eleven_chain_word word;
    size_t length = strlen(chain), at = 0;
    if (eleven_chain_head_parse(chain, length, &head, &at, problem))
        return NULL;
    head.has_seed = true;
    eleven_state *state = eleven_state_new(&head);
    while (state && eleven_chain_next(chain, length, at, &word)) {
        eleven_state *next = NULL;
        eleven_state_choose(state, chain + word.begin, word.end - word.begin, &next, problem);
        eleven_state_free(state);
        state = next;
        at = word.end;
    }
    return state;
}

int main(int count, char **arguments)
{
    eleven_problem problem = {0};
    eleven_option options[ELEVEN_OPTIONS_MAX];
    char text[ELEVEN_STATE_TEXT];
    eleven_state *state = follow(count > 1 ? arguments[1] : "2048(seed=7).Begin.Up", &problem);
    if (!state) {
        fprintf(stderr, "%s\n", problem.sentence);
        return 1;
    }
    eleven_state_describe(state, NULL, text, sizeof text);
    puts(text);
    unsigned choices = eleven_state_options(state, NULL, options);
    for (unsigned i = 0; i < choices; i++) {
        eleven_option_describe(state, &options[i], NULL, text, sizeof text);
        printf(".%-6s %s\n", options[i].word, text);
    }
    eleven_state_free(state);
    return 0;
}
