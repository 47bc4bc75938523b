/* The loop of the server: messages are read as they come and answered in their order. Those that wait can
 * still be cancelled. What is wrong in a document is told once nothing waits. */
#include "lsp/lsp_server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE_MOST = 256 };

/* ---- Helpers ------------------------------------------------------------------------------------------- */

json_t *lsp_look(const json_t *from, const char *path)
{
    json_t *found = NULL;
    for (size_t length; *path; path += length + (path[length] == '.')) {
        char name[64];
        length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        found = json_object_get(from, name);
        from = found;
    }
    return found;
}

json_t *lsp_fail(lsp_failure *failure, int code, const char *sentence)
{
    *failure = (lsp_failure){code, sentence};
    return NULL;
}

lsp_document *lsp_named_document(const lsp_server *server, const char *uri)
{
    for (size_t i = 0; uri && i < server->document_count; i++)
        if (strcmp(server->documents[i]->uri, uri) == 0)
            return server->documents[i];
    return NULL;
}

lsp_document *lsp_find_document(lsp_server *server, const json_t *params, lsp_failure *failure)
{
    const char *uri = json_string_value(lsp_look(params, "textDocument.uri"));
    lsp_document *document = lsp_named_document(server, uri);
    if (!document)
        lsp_fail(failure, LSP_INVALID_PARAMS, uri ? "this document is not open" : "textDocument.uri is missing");
    return document;
}

json_t *lsp_markup(bool is_markdown, const char *text)
{
    if (!is_markdown)
        return json_pack("{s:s, s:s}", "kind", "plaintext", "value", text);
    return json_pack("{s:s, s:o}", "kind", "markdown", "value",
                     json_sprintf("```text\n%s%s```", text, *text && text[strlen(text) - 1] == '\n' ? "" : "\n"));
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static void send_message(lsp_server *server, json_t *message)
{
    if (message && !wire_send(&server->wire, message))
        server->is_broken = true;
    json_decref(message);
}

void lsp_notify(lsp_server *server, const char *method, json_t *params)
{
    send_message(server, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

static void send_result(lsp_server *server, json_t *id, json_t *result)
{
    send_message(server, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

/* `id` NULL: the message had none that could be read. */
static void send_error(lsp_server *server, json_t *id, lsp_failure failure)
{
    json_t *error = json_pack("{s:i, s:s}", "code", failure.code, "message", failure.sentence);
    send_message(server, json_pack("{s:s, s:O?, s:o}", "jsonrpc", "2.0", "id", id ? id : json_null(), "error", error));
}

/* ---- Methods ------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    lsp_method *run;
} methods[] = {
    {"initialize", lsp_initialize},
    {"initialized", lsp_initialized},
    {"shutdown", lsp_shutdown},
    {"exit", lsp_exit},
    {"textDocument/didOpen", lsp_open},
    {"textDocument/didChange", lsp_change},
    {"textDocument/didClose", lsp_close},
    {"textDocument/completion", lsp_completion},
    {"completionItem/resolve", lsp_completion_resolve},
    {"textDocument/hover", lsp_hover},
    {"textDocument/inlayHint", lsp_inlay_hints},
    {"textDocument/codeAction", lsp_actions},
    {"codeAction/resolve", lsp_action_resolve},
    {"textDocument/documentSymbol", lsp_symbols},
    {"textDocument/foldingRange", lsp_folds},
    {"textDocument/definition", lsp_definition},
    {"textDocument/formatting", lsp_formatting},
    {"textDocument/semanticTokens/full", lsp_tokens},
};
enum { METHODS = sizeof methods / sizeof *methods };

static lsp_method *find_method(const char *name)
{
    for (unsigned i = 0; i < METHODS; i++)
        if (strcmp(methods[i].name, name) == 0)
            return methods[i].run;
    return NULL;
}

/* Whether the server may do this now; before initialize and after shutdown it does next to nothing. */
static bool is_allowed(const lsp_server *server, lsp_method *method, lsp_failure *failure)
{
    if (method == lsp_exit || (server->life == LSP_RUNNING && method != lsp_initialize) ||
        (server->life == LSP_STARTING && method == lsp_initialize))
        return true;
    if (server->life == LSP_STARTING)
        lsp_fail(failure, LSP_NOT_INITIALIZED, "the first request must be initialize");
    else if (server->life == LSP_RUNNING)
        lsp_fail(failure, LSP_INVALID_REQUEST, "the server is already initialized");
    else
        lsp_fail(failure, LSP_INVALID_REQUEST, "the server has been shut down");
    return false;
}

static json_t *run_method(lsp_server *server, const char *name, const json_t *params, lsp_failure *failure)
{
    lsp_method *method = find_method(name);
    if (!method && server->life != LSP_STARTING)
        return lsp_fail(failure, LSP_METHOD_NOT_FOUND, "there is no such method");
    if (!is_allowed(server, method, failure))
        return NULL;
    json_t *result = method(server, params, failure);
    if (!result && !failure->code)
        lsp_fail(failure, LSP_INTERNAL_ERROR, "there is not enough memory");
    return result;
}

static bool is_id(const json_t *id)
{
    return json_is_integer(id) || json_is_string(id);
}

static void handle(lsp_server *server, const json_t *message)
{
    json_t *id = json_object_get(message, "id");
    const char *name = json_string_value(json_object_get(message, "method"));
    lsp_failure failure = {0, NULL};
    if (!name) {
        bool is_answer = json_object_get(message, "result") || json_object_get(message, "error");
        if (!is_answer)
            send_error(server, is_id(id) ? id : NULL,
                       (lsp_failure){LSP_INVALID_REQUEST, "this is neither a request nor an answer"});
        return;
    }
    if (id && !is_id(id)) {
        send_error(server, NULL, (lsp_failure){LSP_INVALID_REQUEST, "an id is a whole number or a string"});
        return;
    }
    if (json_object_get(message, "cancelled"))
        lsp_fail(&failure, LSP_REQUEST_CANCELLED, "the request was cancelled");
    json_t *result = failure.code ? NULL : run_method(server, name, json_object_get(message, "params"), &failure);
    if (id && failure.code)
        send_error(server, id, failure);
    else if (id)
        send_result(server, id, result);
    if (!id || failure.code)
        json_decref(result);
}

/* ---- The queue ----------------------------------------------------------------------------------------- */

static void cancel(lsp_server *server, const json_t *id)
{
    size_t i;
    json_t *waiting;
    json_array_foreach(server->queue, i, waiting)
    {
        if (id && json_equal(json_object_get(waiting, "id"), id))
            json_object_set_new(waiting, "cancelled", json_true());
    }
}

/* A message joins the queue, unless it cancels one there. */
static void take_message(lsp_server *server, const char *body, size_t length)
{
    json_error_t where;
    json_t *message = json_loadb(body, length, JSON_ALLOW_NUL, &where);
    if (!message || !json_is_object(message)) {
        send_error(server, NULL,
                   message ? (lsp_failure){LSP_INVALID_REQUEST, "a message is an object"}
                           : (lsp_failure){LSP_PARSE_ERROR, where.text});
        json_decref(message);
        return;
    }
    const char *name = json_string_value(json_object_get(message, "method"));
    json_object_del(message, "cancelled"); /* ours */
    if (name && strcmp(name, "$/cancelRequest") == 0) {
        cancel(server, lsp_look(message, "params.id"));
        json_decref(message);
    } else {
        json_array_append_new(server->queue, message);
    }
}

static void take_messages(lsp_server *server)
{
    const char *body;
    size_t length;
    wire_news news = WIRE_MESSAGE;
    while (json_array_size(server->queue) < QUEUE_MOST &&
           (news = wire_take(&server->wire, &body, &length)) == WIRE_MESSAGE)
        take_message(server, body, length);
    if (news != WIRE_BROKEN)
        return;
    send_error(server, NULL, (lsp_failure){LSP_PARSE_ERROR, "the header tells no usable Content-Length"});
    server->is_broken = true;
}

/* ---- The loop ------------------------------------------------------------------------------------------ */

static void diagnose_all(lsp_server *server)
{
    for (size_t i = 0; i < server->document_count; i++)
        if (server->documents[i]->is_undiagnosed)
            lsp_diagnose(server, server->documents[i]);
}

/* Answers what waits, reading on in between, so that a request can be cancelled before its turn. */
static void answer_queue(lsp_server *server)
{
    while (json_array_size(server->queue) && server->life != LSP_EXITED) {
        json_t *message = json_incref(json_array_get(server->queue, 0));
        json_array_remove(server->queue, 0);
        handle(server, message);
        json_decref(message);
        if (!server->is_broken && json_array_size(server->queue) < QUEUE_MOST) {
            wire_fill(&server->wire, false);
            take_messages(server);
        }
    }
}

static void free_server(lsp_server *server)
{
    for (size_t i = 0; i < server->document_count; i++)
        document_free(server->documents[i]);
    free(server->documents);
    free(server->client.after_accept);
    json_decref(server->queue);
    wire_free(&server->wire);
}

int lsp_serve(const lsp_options *options)
{
    lsp_server server = {.wire = {.in = options->in, .out = options->out},
                         .player = options->player,
                         .seed = options->seed,
                         .queue = json_array()};
    while (server.life != LSP_EXITED && !server.is_broken && wire_fill(&server.wire, true)) {
        take_messages(&server);
        answer_queue(&server);
        diagnose_all(&server);
    }
    free_server(&server);
    return server.was_shut_down ? 0 : 1;
}
