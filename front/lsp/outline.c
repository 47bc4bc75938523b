/* The games of a document as a list, as folds, and as places to go to. */
#include "lsp/lsp_room.h"

#include <string.h>

static json_t *make_symbol(const lsp_server *server, const lsp_document *document, const lsp_game *game)
{
    char label[GAME_LABEL];
    if (!game->is_asleep)
        game_describe(game, label);
    const char *name = game->is_asleep ? game->label : label, *detail = name + strlen(name) + 1;
    json_t *range = document_range(document, game->begin, game->end);
    size_t head = game->begin + game->head_end < game->end ? game->begin + game->head_end : game->end;
    if (server->client.nests_symbols)
        return json_pack("{s:s, s:s, s:i, s:o, s:o}", "name", name, "detail", detail, "kind",
                         server->client.symbol_kind, "range", range, "selectionRange",
                         document_range(document, game->begin, head));
    return json_pack("{s:s, s:i, s:{s:s, s:o}}", "name", name, "kind", server->client.symbol_kind, "location", "uri",
                     document->uri, "range", range);
}

json_t *lsp_symbols(lsp_server *server, lsp_document *document, const json_t *params)
{
    (void)params;
    size_t count = document_update(document);
    json_t *symbols = json_array();
    for (size_t i = 0; i < count; i++)
        if (document->games[i].is_sure)
            json_array_append_new(symbols, make_symbol(server, document, &document->games[i]));
    return symbols;
}

static void add_fold(const lsp_document *document, size_t begin, size_t end, json_t *folds)
{
    size_t first = document_line(document, begin), last = document_line(document, end);
    if (last > first)
        json_array_append_new(folds, json_pack("{s:I, s:I, s:s}", "startLine", (json_int_t)first, "endLine",
                                               (json_int_t)last, "kind", "region"));
}

json_t *lsp_folds(lsp_server *server, lsp_document *document, const json_t *params)
{
    (void)server, (void)params;
    size_t count = document_update(document);
    json_t *folds = json_array();
    for (size_t i = 0; i < count; i++) {
        const lsp_game *game = &document->games[i];
        if (!game->is_sure || document_line(document, game->begin) == document_line(document, game->end))
            continue;
        game = document_game(document, i);
        if (game->step_count == 0)
            continue;
        size_t last = game->begin + game_last_end(game);
        if (game->is_record) {
            add_fold(document, game->begin, game->begin + game->head_end - 1, folds);
            add_fold(document, game->begin + game->steps[0].begin, last, folds);
        } else {
            add_fold(document, game->begin, last, folds);
        }
    }
    return folds;
}

json_t *lsp_definition(lsp_server *server, lsp_document *document, const json_t *params)
{
    (void)server;
    size_t at = document_offset(document, json_object_get(params, "position"));
    const lsp_game *game = document_game_at(document, at);
    if (!game || !game->is_sure)
        return json_null();
    size_t first_line = strcspn(document->text.at + game->begin, "\r\n");
    size_t end = game->begin + (game->is_record ? first_line : game->head_end);
    return json_pack("{s:s, s:o}", "uri", document->uri, "range", document_range(document, game->begin, end));
}
