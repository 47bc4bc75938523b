/* Reading a chain: each word leads from a state to the next. A wrong word leads nowhere, and the chain continues from
 * the state before it. */
#include "base/nearest.h"
#include "lsp/lsp_room.h"

#include <string.h>

/* Whether the word is "Begin", or probably meant to be. */
static bool means_begin(const char *word, size_t length)
{
    enum { TYPING_ERRORS = 2, LONGEST = 8 };
    char typed[LONGEST + 1];
    if (length < 4 || length > LONGEST)
        return false;
    memcpy(typed, word, length);
    typed[length] = '\0';
    nearest best = {.typed = typed};
    nearest_consider(&best, "Begin");
    return best.distance <= TYPING_ERRORS;
}

static void read_head(lsp_game *game, const char *text, size_t length)
{
    eleven_record head;
    eleven_problem problem;
    size_t end = 0;
    eleven_error error = eleven_chain_head_parse(text, length, &head, &end, &problem);
    game->head_end = end;
    game->has_seed = !error && head.has_seed;
    game->seed = head.seed;
    /* A chain without a seed is the game of seed 0. */
    head.has_seed = true;
    game->start = error ? NULL : eleven_state_new(&head);
    if (error) {
        size_t begin = game->begin + problem.column - 1, wrong = problem.column - 1;
        while (wrong < end && text[wrong] != ',' && text[wrong] != ')')
            wrong++;
        game_set_problem(game, &problem, begin, game->begin + wrong);
    }
}

eleven_state *chain_step(const lsp_document *document, const lsp_game *game, size_t index, eleven_state *state)
{
    const lsp_step *step = &game->steps[index];
    eleven_state *next = NULL;
    eleven_state_choose(state, document->text.at + game->begin + step->begin, step->end - step->begin, &next, NULL);
    return next;
}

/* Returns false when out of memory. */
static bool read_word(lsp_game *game, const char *text, eleven_chain_word word)
{
    eleven_state *state = game_last_state(game), *next = NULL;
    eleven_error error = eleven_state_choose(state, text + word.begin, word.end - word.begin, &next, NULL);
    return error != ELEVEN_NO_MEMORY && game_add_step(game, word.begin, word.end, next);
}

void chain_read(const lsp_document *document, lsp_game *game)
{
    const char *text = document->text.at + game->begin;
    size_t length = document->text.length - game->begin;
    if (!game->start)
        read_head(game, text, length);
    eleven_chain_word word;
    size_t at = game_last_end(game);
    bool is_head = at == game->head_end, has_head = text[game->head_end - 1] == ')';
    while (game->start && eleven_chain_next(text, length, at, &word)) {
        if (is_head)
            game->is_sure = means_begin(text + word.begin, word.end - word.begin);
        is_head = false;
        at = word.end;
        if (word.begin == word.end || !read_word(game, text, word))
            break;
    }
    game->has_move = game->start && eleven_state_game(game_last_state(game))->ply > 0;
    game->is_sure |= has_head || !game->start;
    game->end = game->begin + at;
}
