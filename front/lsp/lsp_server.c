/* The loop of the server: messages are read as they come and answered in their order. Those that wait can still be
 * cancelled. The problems of a document are sent when no message waits. */
#include "base/complain.h"
#include "base/memory.h"
#include "lsp/lsp_room.h"

#include <string.h>

enum { QUEUE_MOST = 256 };

static const char no_memory[] = "out of memory";

/* A notification that is not here, such as initialized, has no effect. */
static const struct {
    const char *name;
    lsp_method *run;
    lsp_document_method *run_in;
} methods[] = {
    {"initialize", lsp_initialize, NULL},
    {"shutdown", lsp_shutdown, NULL},
    {"exit", lsp_exit, NULL},
    {"textDocument/didOpen", lsp_open, NULL},
    {"textDocument/didChange", NULL, lsp_change},
    {"textDocument/didClose", NULL, lsp_close},
    {"textDocument/completion", NULL, lsp_completion},
    {"completionItem/resolve", lsp_completion_resolve, NULL},
    {"textDocument/hover", NULL, lsp_hover},
    {"textDocument/inlayHint", NULL, lsp_inlay_hints},
    {"textDocument/codeAction", NULL, lsp_actions},
    {"codeAction/resolve", lsp_action_resolve, NULL},
    {"textDocument/documentSymbol", NULL, lsp_symbols},
    {"textDocument/foldingRange", NULL, lsp_folds},
    {"textDocument/definition", NULL, lsp_definition},
    {"textDocument/formatting", NULL, lsp_formatting},
    {"textDocument/semanticTokens/full", NULL, lsp_tokens},
    {"textDocument/codeLens", NULL, lsp_lenses},
    {"workspace/executeCommand", lsp_execute, NULL},
};
enum { METHODS = sizeof methods / sizeof *methods };

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

static json_t *run_in_document(lsp_server *server, lsp_document_method *run_in, const json_t *params,
                               lsp_failure *failure)
{
    const char *uri = json_string_value(lsp_look(params, "textDocument.uri"));
    lsp_document *document = lsp_named_document(server, uri);
    if (document)
        return run_in(server, document, params);
    return lsp_fail(failure, LSP_INVALID_PARAMS, uri ? "this document is not open" : "textDocument.uri is missing");
}

/* What was made while memory ran out may lack something: an answer is not sent, and games are read again. Without what
 * the client can do, or without one of its edits, all later answers would be wrong: then the conversation ends. */
static void give_up(lsp_server *server, bool can_continue, lsp_failure *failure)
{
    lsp_fail(failure, LSP_INTERNAL_ERROR, no_memory);
    for (size_t i = 0; i < server->document_count; i++)
        document_forget(server->documents[i]);
    if (!can_continue)
        server->wire.trouble = no_memory;
}

static json_t *run_method(lsp_server *server, const char *name, const json_t *params, lsp_failure *failure)
{
    unsigned i = 0;
    while (i < METHODS && strcmp(methods[i].name, name) != 0)
        i++;
    if (i == METHODS && server->life == LSP_RUNNING)
        return lsp_fail(failure, LSP_METHOD_NOT_FOUND, "there is no such method");
    if (!is_allowed(server, i < METHODS ? methods[i].run : NULL, failure))
        return NULL;
    json_t *result = methods[i].run ? methods[i].run(server, params, failure)
                                    : run_in_document(server, methods[i].run_in, params, failure);
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
            lsp_send_error(server, is_id(id) ? id : NULL, LSP_INVALID_REQUEST,
                           "this is neither a request nor an answer");
        return;
    }
    if (id && !is_id(id)) {
        lsp_send_error(server, NULL, LSP_INVALID_REQUEST, "an id must be a whole number or a string");
        return;
    }
    if (json_object_get(message, "cancelled"))
        lsp_fail(&failure, LSP_REQUEST_CANCELLED, "the request was cancelled");
    unsigned failures = memory_failures();
    json_t *result = failure.code ? NULL : run_method(server, name, json_object_get(message, "params"), &failure);
    if (memory_failures() != failures || (!result && !failure.code))
        give_up(server, id && strcmp(name, "initialize") != 0, &failure);
    if (id && failure.code)
        lsp_send_error(server, id, failure.code, failure.sentence);
    else if (id)
        lsp_send_result(server, id, result);
    if (!id || failure.code)
        json_decref(result);
}

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
static void take_message(lsp_server *server, char *body, size_t length)
{
    json_error_t where;
    unsigned failures = memory_failures();
    json_t *message = lsp_parse(body, length, &where);
    const char *name = json_string_value(json_object_get(message, "method"));
    /* This mark is our own. */
    json_object_del(message, "cancelled");
    if (memory_failures() != failures)
        server->wire.trouble = no_memory;
    else if (!message)
        lsp_send_error(server, NULL, LSP_PARSE_ERROR, where.text);
    else if (!json_is_object(message))
        lsp_send_error(server, NULL, LSP_INVALID_REQUEST, "a message must be an object");
    else if (name && strcmp(name, "$/cancelRequest") == 0)
        cancel(server, lsp_look(message, "params.id"));
    else if (json_array_append(server->queue, message))
        server->wire.trouble = no_memory;
    json_decref(message);
}

/* A document whose change was dropped is not the client's any more. Which one that is was in the message. */
static void skip_message(lsp_server *server)
{
    lsp_send_error(server, NULL, LSP_INVALID_REQUEST, "the message is larger than 64 MiB");
    while (server->wire.drops_change && server->document_count > 0)
        document_free(server->documents[--server->document_count]);
}

static void take_messages(lsp_server *server)
{
    char *body;
    size_t length;
    wire_news news = WIRE_MESSAGE;
    while (json_array_size(server->queue) < QUEUE_MOST && (news == WIRE_MESSAGE || news == WIRE_TOO_LARGE)) {
        news = wire_take(&server->wire, &body, &length);
        if (news == WIRE_MESSAGE)
            take_message(server, body, length);
        else if (news == WIRE_TOO_LARGE)
            skip_message(server);
    }
    if (news != WIRE_BROKEN)
        return;
    lsp_send_error(server, NULL, LSP_PARSE_ERROR, "the header has no usable Content-Length");
    server->is_broken = true;
}

/* Answers the waiting messages, and reads new ones in between, so that a request can be cancelled before its turn. */
static void answer_queue(lsp_server *server)
{
    while (json_array_size(server->queue) && server->life != LSP_EXITED && !server->wire.trouble) {
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

/* Why the conversation ended, if not as the editor wished; NULL if it did. */
static const char *end_reason(const lsp_server *server)
{
    if (server->is_broken)
        return "a header has no usable Content-Length";
    bool is_cut = server->life != LSP_EXITED && server->wire.input.length > server->wire.begin;
    if (is_cut && !server->wire.trouble)
        return "its last message is incomplete";
    return server->wire.trouble || server->was_shut_down ? server->wire.trouble : "it was not shut down";
}

int lsp_serve(const lsp_options *options)
{
    json_set_alloc_funcs(memory_new, memory_free);
    lsp_server server = {.wire = {.in = options->in, .out = options->out},
                         .player = options->player,
                         .is_ready = options->is_ready,
                         .seed = options->seed,
                         .queue = json_array()};
    while (server.life != LSP_EXITED && !server.is_broken && !server.wire.trouble && wire_fill(&server.wire, true)) {
        take_messages(&server);
        answer_queue(&server);
        for (size_t i = 0; i < server.document_count; i++)
            if (server.documents[i]->is_undiagnosed)
                lsp_diagnose(&server, server.documents[i]);
    }
    const char *trouble = end_reason(&server);
    for (size_t i = 0; i < server.document_count; i++)
        document_free(server.documents[i]);
    memory_free(server.documents);
    memory_free(server.client.after_accept);
    json_decref(server.queue);
    buffer_free(&server.wire.input);
    if (trouble)
        return complain(complain_name, STATUS_FAILURE, "the conversation with the editor ends: %s", trouble);
    return 0;
}
