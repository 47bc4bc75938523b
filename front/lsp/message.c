/* What all methods need: looking into parameters, sending answers, finding documents. */
#include "lsp/lsp_room.h"

#include <stdio.h>
#include <string.h>

/* ---- Looking ------------------------------------------------------------------------------------------- */

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

lsp_document *lsp_named_document(const lsp_server *server, const char *uri)
{
    for (size_t i = 0; uri && i < server->document_count; i++)
        if (strcmp(server->documents[i]->uri, uri) == 0)
            return server->documents[i];
    return NULL;
}

/* ---- Answering ----------------------------------------------------------------------------------------- */

json_t *lsp_fail(lsp_failure *failure, int code, const char *sentence)
{
    *failure = (lsp_failure){code, sentence};
    return NULL;
}

json_t *lsp_markup(bool is_markdown, const char *text)
{
    if (!is_markdown)
        return json_pack("{s:s, s:s}", "kind", "plaintext", "value", text);
    return json_pack("{s:s, s:o}", "kind", "markdown", "value",
                     json_sprintf("```text\n%s%s```", text, *text && text[strlen(text) - 1] == '\n' ? "" : "\n"));
}

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

void lsp_send_result(lsp_server *server, json_t *id, json_t *result)
{
    send_message(server, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

void lsp_send_error(lsp_server *server, json_t *id, int code, const char *sentence)
{
    json_t *error = json_pack("{s:i, s:s}", "code", code, "message", sentence);
    send_message(server, json_pack("{s:s, s:O?, s:o}", "jsonrpc", "2.0", "id", id ? id : json_null(), "error", error));
}
