/* The begin and the end of a conversation, and the documents that are open in between. */
#include "base/array.h"
#include "base/memory.h"
#include "lsp/lsp_room.h"

#include <string.h>

static bool lists(const json_t *array, const char *name)
{
    size_t i;
    json_t *value;
    json_array_foreach(array, i, value)
    {
        const char *string = json_string_value(value);
        if (string && strcmp(string, name) == 0)
            return true;
    }
    return false;
}

static bool lists_kind(const json_t *array, json_int_t kind)
{
    size_t i;
    json_t *value;
    json_array_foreach(array, i, value)
    {
        if (json_integer_value(value) == kind)
            return true;
    }
    return false;
}

/* The formats of texts are in the order in which the client prefers them. */
static bool prefers(const json_t *array, const char *name)
{
    const char *first = json_string_value(json_array_get(array, 0));
    return first && strcmp(first, name) == 0;
}

/* Events suit moves and games best, but the first version of the protocol has no such kinds. */
static lsp_client read_client(const json_t *params)
{
    enum { SYMBOL_FUNCTION = 12, SYMBOL_EVENT = 24, ITEM_VALUE = 12, ITEM_EVENT = 23 };
    const json_t *all = json_object_get(params, "capabilities"), *text = json_object_get(all, "textDocument");
    const char *command = json_string_value(lsp_look(params, "initializationOptions.acceptCommand"));
    /* Neovim states that it lists markdown, but its preview shows the source. */
    const char *name = json_string_value(lsp_look(params, "clientInfo.name"));
    bool lists_source = name && strcmp(name, "Neovim") == 0;
    return (lsp_client){
        .is_utf8 = lists(lsp_look(all, "general.positionEncodings"), "utf-8"),
        .reads_markdown = prefers(lsp_look(text, "hover.contentFormat"), "markdown"),
        .lists_markdown =
            !lists_source && prefers(lsp_look(text, "completion.completionItem.documentationFormat"), "markdown"),
        .resolves_items = lists(lsp_look(text, "completion.completionItem.resolveSupport.properties"), "documentation"),
        .resolves_edits = lists(lsp_look(text, "codeAction.resolveSupport.properties"), "edit"),
        .nests_symbols = json_is_true(lsp_look(text, "documentSymbol.hierarchicalDocumentSymbolSupport")),
        .takes_actions = json_is_object(lsp_look(text, "codeAction.codeActionLiteralSupport")),
        .symbol_kind = lists_kind(lsp_look(text, "documentSymbol.symbolKind.valueSet"), SYMBOL_EVENT) ? SYMBOL_EVENT
                                                                                                      : SYMBOL_FUNCTION,
        .item_kind =
            lists_kind(lsp_look(text, "completion.completionItemKind.valueSet"), ITEM_EVENT) ? ITEM_EVENT : ITEM_VALUE,
        .after_accept = command ? memory_text(command) : NULL,
    };
}

static json_t *capabilities(const lsp_client *client)
{
    static const char *const plain[] = {"hoverProvider",        "inlayHintProvider",  "documentSymbolProvider",
                                        "foldingRangeProvider", "definitionProvider", "documentFormattingProvider"};
    json_t *sync = json_pack("{s:b, s:i}", "openClose", true, "change", 2);
    json_t *completion =
        json_pack("{s:[s, s, s, s], s:b}", "triggerCharacters", ".", "(", ",", "=", "resolveProvider", true);
    json_t *actions = client->takes_actions ? json_pack("{s:[s, s], s:b}", "codeActionKinds", "quickfix",
                                                        "refactor.rewrite", "resolveProvider", true)
                                            : json_false();
    json_t *ranks = json_array();
    for (unsigned rank = 1; rank <= LSP_TOKEN_RANKS; rank++)
        json_array_append_new(ranks, json_sprintf("rank%u", rank));
    json_t *legend = json_pack("{s:[s, s, s, s, s], s:o}", "tokenTypes", "comment", "keyword", "number", "string",
                               "function", "tokenModifiers", ranks);
    json_t *all =
        json_pack("{s:s, s:o, s:o, s:o, s:{s:o, s:b}}", "positionEncoding", client->is_utf8 ? "utf-8" : "utf-16",
                  "textDocumentSync", sync, "completionProvider", completion, "codeActionProvider", actions,
                  "semanticTokensProvider", "legend", legend, "full", true);
    json_object_set_new(all, "codeLensProvider", json_object());
    json_object_set_new(all, "executeCommandProvider", json_pack("{s:[s]}", "commands", LSP_REVIEW_COMMAND));
    for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++)
        json_object_set_new(all, plain[i], json_true());
    return all;
}

json_t *lsp_initialize(lsp_server *server, const json_t *params, lsp_failure *failure)
{
    (void)failure;
    server->client = read_client(params);
    server->life = LSP_RUNNING;
    return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities(&server->client), "serverInfo", "name",
                     "eleven", "version", ELEVEN_VERSION);
}

json_t *lsp_shutdown(lsp_server *server, const json_t *params, lsp_failure *failure)
{
    (void)params, (void)failure;
    server->life = LSP_SHUT_DOWN;
    server->was_shut_down = true;
    return json_null();
}

json_t *lsp_exit(lsp_server *server, const json_t *params, lsp_failure *failure)
{
    (void)params, (void)failure;
    server->life = LSP_EXITED;
    return json_null();
}

static void forget(lsp_server *server, const lsp_document *document)
{
    size_t i = 0;
    while (server->documents[i] != document)
        i++;
    document_free(server->documents[i]);
    server->documents[i] = server->documents[--server->document_count];
}

static bool remember(lsp_server *server, lsp_document *document)
{
    lsp_document **documents = array_reserve(server->documents, &server->document_capacity, server->document_count + 1,
                                             sizeof(lsp_document *));
    if (!documents)
        return false;
    server->documents = documents;
    documents[server->document_count++] = document;
    return true;
}

json_t *lsp_open(lsp_server *server, const json_t *params, lsp_failure *failure)
{
    const char *uri = json_string_value(lsp_look(params, "textDocument.uri"));
    const json_t *text = lsp_look(params, "textDocument.text");
    if (!uri || !json_is_string(text))
        return lsp_fail(failure, LSP_INVALID_PARAMS, "a document needs a uri and a text");
    lsp_document *open = lsp_named_document(server, uri);
    if (open)
        forget(server, open);
    lsp_document *document = document_new(uri, json_string_value(text), json_string_length(text));
    if (!document || !remember(server, document)) {
        document_free(document);
        return NULL;
    }
    document->is_utf8 = server->client.is_utf8;
    document->version = json_integer_value(lsp_look(params, "textDocument.version"));
    document->proposal = eleven_random(server->seed, server->proposals++) % SEEDS;
    return json_null();
}

static bool change(lsp_document *document, const json_t *edit)
{
    const json_t *text = json_object_get(edit, "text"), *range = json_object_get(edit, "range");
    if (!json_is_string(text))
        return true;
    size_t begin = 0, end = document->text.length;
    if (json_is_object(range)) {
        begin = document_offset(document, json_object_get(range, "start"));
        end = document_offset(document, json_object_get(range, "end"));
    }
    return document_edit(document, begin < end ? begin : end, begin < end ? end : begin, json_string_value(text),
                         json_string_length(text));
}

json_t *lsp_change(lsp_server *server, lsp_document *document, const json_t *params)
{
    (void)server;
    size_t i;
    json_t *edit;
    json_array_foreach(json_object_get(params, "contentChanges"), i, edit)
    {
        if (!change(document, edit))
            return NULL;
    }
    document->version = json_integer_value(lsp_look(params, "textDocument.version"));
    return json_null();
}

json_t *lsp_close(lsp_server *server, lsp_document *document, const json_t *params)
{
    (void)params;
    lsp_notify(server, "textDocument/publishDiagnostics",
               json_pack("{s:s, s:[]}", "uri", document->uri, "diagnostics"));
    forget(server, document);
    return json_null();
}
