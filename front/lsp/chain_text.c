/* Reading a chain: each word leads from a state to the next. A wrong word leads nowhere, and the chain goes on
 * from where it was. */
#include "base/nearest.h"
#include "lsp/document.h"

#include <string.h>

/* "Begin", or something that was probably meant to be it. */
static bool means_begin(const char *word, size_t length)
{
    enum { TYPING_ERRORS = 2, LONGEST = 8 };
    char typed[LONGEST + 1];
    if (length < 4 || length > LONGEST)
        return false;
    memcpy(typed, word, length);
    typed[length] = '\0';
    nearest best = nearest_to(typed);
    nearest_consider(&best, "Begin");
    return best.distance <= TYPING_ERRORS;
}

static void read_head(lsp_game *game, const char *text, size_t length)
{
    eleven_record head;
    eleven_problem problem;
    size_t end = 0;
    eleven_error error = eleven_chain_head(text, length, &head, &end, &problem);
    game->head_end = end;
    game->has_seed = !error && head.has_seed;
    head.has_seed = true; /* a chain that tells none is the game of seed 0 */
    game->start = error ? NULL : eleven_state_new(&head);
    if (error) {
        size_t begin = game->begin + problem.column - 1, wrong = problem.column - 1;
        while (wrong < end && text[wrong] != ',' && text[wrong] != ')')
            wrong++;
        game_fail(game, &problem, begin, game->begin + wrong);
    }
}

/* False: there is no memory for more. */
static bool read_word(lsp_game *game, const char *text, eleven_chain_word word)
{
    eleven_state *state = game_state(game, game->step_count), *next = NULL;
    eleven_error error = eleven_state_choose(state, text + word.begin, word.end - word.begin, &next, NULL);
    return error != ELEVEN_NO_MEMORY && game_add_step(game, word.begin, word.end, next);
}

void chain_read(const lsp_document *document, lsp_game *game)
{
    const char *text = document->text + game->begin;
    size_t length = document->length - game->begin;
    if (!game->start)
        read_head(game, text, length);
    eleven_chain_word word;
    size_t at = game->step_count ? game->steps[game->step_count - 1].end : game->head_end;
    bool is_head = at == game->head_end, has_head = text[game->head_end - 1] == ')';
    while (game->start && eleven_chain_next(text, length, at, &word)) {
        if (is_head)
            game->is_sure = means_begin(text + word.begin, word.end - word.begin);
        is_head = false;
        at = word.end;
        if (word.begin == word.end || !read_word(game, text, word))
            break;
    }
    game->is_sure |= has_head || !game->start;
    game->end = game->begin + at;
}
