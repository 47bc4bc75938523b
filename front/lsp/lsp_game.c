/* A game in a text: its steps, the states that they lead to, and what edits leave of them. */
#include "base/array.h"
#include "lsp/lsp_room.h"

#include <stdlib.h>

/* ---- Steps --------------------------------------------------------------------------------------------- */

eleven_state *game_state(const lsp_game *game, size_t count)
{
    size_t good = count ? game->steps[count - 1].good : 0;
    return good ? game->steps[good - 1].state : game->start;
}

eleven_state *game_last_state(const lsp_game *game)
{
    return game_state(game, game->step_count);
}

size_t game_last_end(const lsp_game *game)
{
    return game->step_count ? game->steps[game->step_count - 1].end : game->head_end;
}

bool game_has_wrong_end(const lsp_game *game)
{
    return game->is_record && game->start && game->problem && game->problem_begin < game->begin + game->head_end;
}

bool game_is_right(const lsp_game *game)
{
    return game->start && game->wrong_count == 0 && (!game->problem || game_has_wrong_end(game));
}

size_t game_steps_before(const lsp_game *game, size_t at)
{
    size_t low = 0, high = game->step_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (game->begin + game->steps[middle].end <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const lsp_step *game_step_at(const lsp_game *game, size_t at)
{
    size_t before = game_steps_before(game, at);
    if (before > 0 && game->begin + game->steps[before - 1].end == at)
        return &game->steps[before - 1];
    if (before < game->step_count && game->begin + game->steps[before].begin <= at)
        return &game->steps[before];
    return NULL;
}

bool game_add_step(lsp_game *game, size_t begin, size_t end, eleven_state *state)
{
    lsp_step *steps = array_reserve(game->steps, &game->step_capacity, game->step_count + 1, sizeof *steps);
    if (!steps) {
        eleven_state_free(state);
        return false;
    }
    size_t good = state ? game->step_count + 1 : game->step_count ? steps[game->step_count - 1].good : 0;
    game->steps = steps;
    steps[game->step_count++] = (lsp_step){begin, end, good, state};
    game->wrong_count += !state;
    return true;
}

void game_cut_steps(lsp_game *game, size_t count)
{
    while (game->step_count > count) {
        eleven_state *state = game->steps[--game->step_count].state;
        game->wrong_count -= !state;
        eleven_state_free(state);
    }
}

void game_free(lsp_game *game)
{
    game_cut_steps(game, 0);
    eleven_state_free(game->start);
    free(game->steps);
    free(game->reader);
    free(game->problem);
    *game = (lsp_game){0};
}

void game_set_problem(lsp_game *game, const eleven_problem *problem, size_t begin, size_t end)
{
    free(game->problem);
    game->problem = problem ? malloc(sizeof *game->problem) : NULL;
    if (game->problem)
        *game->problem = *problem;
    game->problem_begin = begin;
    game->problem_end = end;
}

/* ---- Edits --------------------------------------------------------------------------------------------- */

void game_note_edit(lsp_game *game, size_t begin, size_t end, size_t length)
{
    if (end <= game->begin) {
        game->begin += length - (end - begin);
        return;
    }
    if (begin <= game->begin + game->head_end) {
        game->is_lost = true;
        /* This keeps the games in order. */
        game->begin = begin;
        return;
    }
    /* The byte after a word belongs to its end. */
    size_t kept = game_steps_before(game, begin - 1);
    game->kept = kept < game->kept ? kept : game->kept;
}
