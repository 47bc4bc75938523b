/* A code lens above each chain reviews it: the player judges every move, and those that cost much are marked until the
 * document changes. */
#include "base/memory.h"
#include "base/values.h"
#include "lsp/lsp_room.h"

#include <stdio.h>
#include <string.h>

/* The moves of a chain, those included that are taken back later, and the steps that make them. */
typedef struct chain_review {
    lsp_document *document;
    const lsp_game *game;
    size_t count;
    eleven_judgement *moves;
    size_t *steps;
    double *scratch;
    eleven_review sum;
} chain_review;

/* The direction of a step that moves. */
static bool step_direction(const lsp_document *document, const lsp_game *game, size_t index,
                           eleven_direction *direction)
{
    const lsp_step *step = &game->steps[index];
    return game_step_is_good(game, index) &&
           eleven_direction_parse(document->text.at + game->begin + step->begin, step->end - step->begin, direction);
}

json_t *lsp_lenses(lsp_server *server, lsp_document *document, const json_t *params)
{
    (void)params;
    size_t count = document_update(document);
    json_t *lenses = json_array();
    for (size_t i = 0; server->player && i < count; i++) {
        const lsp_game *game = &document->games[i];
        if (!game->is_sure || !game->has_move)
            continue;
        json_t *range = document_range(document, game->begin, game->begin + game->head_end);
        json_t *command = json_pack("{s:s, s:s, s:[s, I]}", "title", "Review this game", "command", LSP_REVIEW_COMMAND,
                                    "arguments", document->uri, (json_int_t)game->begin);
        json_array_append_new(lenses, json_pack("{s:o, s:o}", "range", range, "command", command));
    }
    return lenses;
}

static void judge_moves(chain_review *review, eleven_player *player)
{
    /* As far as the network looks by default. */
    static const eleven_budget budget = {.size = sizeof(eleven_budget), .depth = 2};
    eleven_direction direction;
    const lsp_game *game = review->game;
    for (size_t i = 0; i < game->step_count; i++) {
        const eleven_state *before = document_state(review->document, game, i);
        if (!before || !step_direction(review->document, game, i, &direction) ||
            eleven_review_judge(player, &budget, &eleven_state_head(before)->rules, eleven_state_game(before),
                                direction, &review->moves[review->count]))
            continue;
        review->steps[review->count++] = i;
    }
    eleven_review_sum(review->moves, review->count, review->scratch, &review->sum);
}

/* "mistake: Down is better. REASON", as information. */
static void mark_move(const chain_review *review, size_t index, json_t *marks)
{
    enum { INFORMATION = 3 };
    const lsp_game *game = review->game;
    const eleven_judgement *move = &review->moves[index];
    const lsp_step *step = &game->steps[review->steps[index]];
    eleven_grade grade = eleven_review_grade(&review->sum, move);
    char reason[ELEVEN_REASON_TEXT], sentence[ELEVEN_REASON_TEXT + 64];
    if (grade < ELEVEN_GRADE_INACCURACY)
        return;
    eleven_judgement_describe(&eleven_state_head(game->start)->rules, move, reason, sizeof reason);
    snprintf(sentence, sizeof sentence, "%s: %s is better%s%s", eleven_grade_name(grade),
             eleven_choice_word(eleven_direction_choice(move->best)), reason[0] ? ". " : "", reason);
    json_t *range = document_range(review->document, game->begin + step->begin, game->begin + step->end);
    json_array_append_new(marks, json_pack("{s:o, s:i, s:s, s:s, s:s}", "range", range, "severity", INFORMATION,
                                           "source", "eleven", "code", "review", "message", sentence));
}

static void show_summary(lsp_server *server, const chain_review *review)
{
    enum { INFO = 3 };
    char text[200];
    const size_t *count = review->sum.count;
    snprintf(text, sizeof text, "%zu move%s, accuracy %.1f %%: inaccuracies %zu, mistakes %zu, blunders %zu",
             review->count, plural(review->count), review->sum.accuracy, count[ELEVEN_GRADE_INACCURACY],
             count[ELEVEN_GRADE_MISTAKE], count[ELEVEN_GRADE_BLUNDER]);
    lsp_notify(server, "window/showMessage", json_pack("{s:i, s:s}", "type", INFO, "message", text));
}

static bool review_chain(lsp_server *server, chain_review *review)
{
    size_t most = review->game->step_count;
    eleven_judgement *moves = review->moves = memory_new(most * sizeof *moves);
    size_t *steps = review->steps = memory_new(most * sizeof *steps);
    double *scratch = review->scratch = memory_new(most * sizeof *scratch);
    bool is_fine = moves && steps && scratch;
    if (is_fine) {
        judge_moves(review, server->player);
        json_decref(review->document->marks);
        review->document->marks = json_array();
        for (size_t i = 0; i < review->count; i++)
            mark_move(review, i, review->document->marks);
        review->document->is_undiagnosed = true;
        show_summary(server, review);
    }
    memory_free(moves);
    memory_free(steps);
    memory_free(scratch);
    return is_fine;
}

json_t *lsp_execute(lsp_server *server, const json_t *params, lsp_failure *failure)
{
    const char *name = json_string_value(json_object_get(params, "command"));
    const json_t *arguments = json_object_get(params, "arguments");
    lsp_document *document = lsp_named_document(server, json_string_value(json_array_get(arguments, 0)));
    json_int_t begin = json_integer_value(json_array_get(arguments, 1));
    if (!name || strcmp(name, LSP_REVIEW_COMMAND) != 0 || !server->player)
        return lsp_fail(failure, LSP_INVALID_PARAMS, "there is no such command");
    const lsp_game *game = document && begin >= 0 ? document_game_at(document, (size_t)begin) : NULL;
    if (!game || !game->is_sure || !game->has_move)
        return lsp_fail(failure, LSP_INVALID_PARAMS, "there is no chain with a move here");
    chain_review review = {.document = document, .game = game};
    return review_chain(server, &review) ? json_null() : NULL;
}
