/* A game in a text: its steps, the states that they lead to, and what edits leave of them. */
#include "base/array.h"
#include "base/memory.h"
#include "base/values.h"
#include "lsp/lsp_room.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

eleven_state *game_last_state(const lsp_game *game)
{
    size_t good = game->step_count ? game->steps[game->step_count - 1].good : 0;
    return good ? game->steps[good - 1].state : game->start;
}

bool game_step_is_good(const lsp_game *game, size_t index)
{
    return game->steps[index].good == index + 1;
}

void game_set_state(const lsp_game *game, size_t index, size_t before, eleven_state *state)
{
    if (before > 0 && (before - 1) / GAME_BLOCK == index / GAME_BLOCK) {
        eleven_state_free(game->steps[before - 1].state);
        game->steps[before - 1].state = NULL;
    }
    game->steps[index].state = state;
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
    size_t index = game->step_count++, before = index ? steps[index - 1].good : 0;
    game->steps = steps;
    steps[index] = (lsp_step){(uint32_t)begin, (uint32_t)end, (uint32_t)(state ? index + 1 : before), NULL};
    game->wrong_count += !state;
    if (state)
        game_set_state(game, index, before, state);
    return true;
}

void game_cut_steps(lsp_game *game, size_t count)
{
    while (game->step_count > count) {
        size_t last = --game->step_count;
        game->wrong_count -= !game_step_is_good(game, last);
        eleven_state_free(game->steps[last].state);
    }
}

/* The states go from the last to the first: each keeps those before it. */
static void free_contents(lsp_game *game)
{
    game_cut_steps(game, 0);
    eleven_state_free(game->start);
    memory_free(game->steps);
    memory_free(game->reader);
    memory_free(game->problem);
    memory_free(game->label);
}

void game_free(lsp_game *game)
{
    free_contents(game);
    *game = (lsp_game){0};
}

void game_describe(const lsp_game *game, char label[GAME_LABEL])
{
    memcpy(label, "2048\0", sizeof "2048\0");
    if (!game->start)
        return;
    const eleven_record *head = eleven_state_head(game->start);
    const eleven_game *last = eleven_state_game(game_last_state(game));
    int length = snprintf(label, GAME_LABEL, "2048 %s %ux%u: score %" PRIu64, head->rules.name, head->start.board.w,
                          head->start.board.h, last->score);
    snprintf(label + length + 1, (size_t)(GAME_LABEL - 1 - length), "%" PRIu32 " move%s", last->ply, plural(last->ply));
}

void game_sleep(lsp_game *game)
{
    char label[GAME_LABEL];
    game_describe(game, label);
    size_t length = strlen(label) + 1, size = length + strlen(label + length) + 1;
    char *copy = memory_new(size);
    if (!copy)
        return;
    memcpy(copy, label, size);
    free_contents(game);
    *game = (lsp_game){.begin = game->begin,
                       .end = game->end,
                       .head_end = game->head_end,
                       .is_record = game->is_record,
                       .is_sure = game->is_sure,
                       .has_seed = game->has_seed,
                       .seed = game->seed,
                       .has_move = game->has_move,
                       .is_asleep = true,
                       .label = copy};
}

void game_set_problem(lsp_game *game, const eleven_problem *problem, size_t begin, size_t end)
{
    memory_free(game->problem);
    game->problem = problem ? memory_new(sizeof *game->problem) : NULL;
    if (game->problem)
        *game->problem = *problem;
    game->problem_begin = begin;
    game->problem_end = end;
}

void game_note_edit(lsp_game *game, size_t begin, size_t end, size_t length)
{
    if (end <= game->begin) {
        game->begin += length - (end - begin);
        game->end += length - (end - begin);
        return;
    }
    if (game->is_asleep) {
        game->is_lost |= begin <= game->end;
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
