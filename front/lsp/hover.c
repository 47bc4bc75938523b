/* Hover: the board at any move. Inlay hints: the score at the end of each game. */
#include "lsp/lsp_room.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

json_t *lsp_hover(lsp_server *server, lsp_document *document, const json_t *params)
{
    size_t at = document_offset(document, json_object_get(params, "position"));
    const lsp_game *game = document_game_at(document, at);
    if (!game || !game->is_sure || !game->start)
        return json_null();
    const lsp_step *step = game_step_at(game, at);
    size_t begin = game->begin + (step ? step->begin : 0), end = game->begin + (step ? step->end : game->head_end);
    /* The head shows the end of the game. */
    size_t index = step ? (size_t)(step - game->steps) : 0;
    const eleven_state *state = step ? document_state(document, game, index + 1) : game_last_state(game);
    char text[ELEVEN_STATE_TEXT];
    if (!state || (step ? !game_step_is_good(game, index) : at > end))
        return json_null();
    eleven_state_describe(state, lsp_ready_player(server, state), text, sizeof text);
    return json_pack("{s:o, s:o}", "contents", lsp_markup(server->client.reads_markdown, text), "range",
                     document_range(document, begin, end));
}

static json_t *make_hint(const lsp_server *server, const lsp_document *document, const lsp_game *game)
{
    static const char *const endings[] = {
        [ELEVEN_STATUS_PLAYING] = "", [ELEVEN_STATUS_WON] = ", won", [ELEVEN_STATUS_LOST] = ", game over"};
    char label[64], text[ELEVEN_STATE_TEXT];
    const eleven_state *state = game_last_state(game);
    size_t end = game->begin + game_last_end(game);
    snprintf(label, sizeof label, "score %" PRIu64 "%s", eleven_state_game(state)->score,
             endings[eleven_state_status(state)]);
    eleven_state_describe(state, lsp_ready_player(server, state), text, sizeof text);
    return json_pack("{s:o, s:s, s:b, s:o}", "position", document_position(document, game->is_record ? end : game->end),
                     "label", label, "paddingLeft", true, "tooltip", lsp_markup(server->client.reads_markdown, text));
}

json_t *lsp_inlay_hints(lsp_server *server, lsp_document *document, const json_t *params)
{
    const json_t *range = json_object_get(params, "range");
    size_t begin = document_offset(document, json_object_get(range, "start"));
    size_t end = range ? document_offset(document, json_object_get(range, "end")) : document->text.length;
    size_t count = document_update(document);
    json_t *hints = json_array();
    for (size_t i = 0; i < count; i++) {
        if (!document->games[i].is_sure || document->games[i].end < begin || document->games[i].begin > end)
            continue;
        const lsp_game *game = document_game(document, i);
        if (game->start && eleven_state_has_begun(game_last_state(game)))
            json_array_append_new(hints, make_hint(server, document, game));
    }
    return hints;
}
