/* What a server is: a client at the other end, documents, and a table of methods. */
#ifndef LSP_SERVER_H
#define LSP_SERVER_H

#include "lsp/document.h"
#include "lsp/lsp.h"
#include "lsp/wire.h"

/* What the client told of itself in initialize. */
typedef struct lsp_client {
    bool is_utf8;        /* it counts bytes */
    bool reads_markdown; /* in hovers */
    bool lists_markdown; /* in the documentation of completion items */
    bool resolves_items; /* it asks for their documentation and detail when it shows one */
    bool resolves_edits; /* it asks for the edit of a code action when it is chosen */
    bool nests_symbols;
    char *after_accept; /* a command of its own that it runs after a completion, so that Enter goes on; NULL */
} lsp_client;

typedef enum lsp_life { LSP_STARTING, LSP_RUNNING, LSP_SHUT_DOWN, LSP_EXITED } lsp_life;

typedef struct lsp_server {
    lsp_wire wire;
    lsp_life life;
    lsp_client client;
    eleven_player *player; /* borrowed */
    uint64_t seed, proposals;
    lsp_document **documents;
    size_t document_count;
    json_t *queue; /* messages that have come, an array */
    bool was_shut_down;
    bool is_broken; /* the client has gone, or its messages cannot be told apart any more */
} lsp_server;

/* The error codes of JSON-RPC and of the protocol. */
enum {
    LSP_PARSE_ERROR = -32700,
    LSP_INVALID_REQUEST = -32600,
    LSP_METHOD_NOT_FOUND = -32601,
    LSP_INVALID_PARAMS = -32602,
    LSP_INTERNAL_ERROR = -32603,
    LSP_NOT_INITIALIZED = -32002,
    LSP_REQUEST_CANCELLED = -32800,
};

typedef struct lsp_failure {
    int code; /* 0: none */
    const char *sentence;
} lsp_failure;

/* Gives the result; NULL after filling in the failure, or without it when memory is short. What a
 * notification gives is not sent. */
typedef json_t *lsp_method(lsp_server *server, const json_t *params, lsp_failure *failure);

/* One for each method of the protocol, in the file that its name suggests. */
lsp_method lsp_initialize, lsp_initialized, lsp_shutdown, lsp_exit;
lsp_method lsp_open, lsp_change, lsp_close;
lsp_method lsp_completion, lsp_completion_resolve;
lsp_method lsp_hover;
lsp_method lsp_inlay_hints;
lsp_method lsp_actions, lsp_action_resolve;
lsp_method lsp_symbols, lsp_folds, lsp_definition;
lsp_method lsp_formatting;
lsp_method lsp_tokens;

/* Tells the client what is wrong in the document. */
void lsp_diagnose(lsp_server *server, lsp_document *document);

/* The word of an option of this state that a mistyped one most likely meant. */
const char *lsp_nearest_word(const eleven_state *state, const char *word, size_t length);

/* Sends a notification; takes `params` over. */
void lsp_notify(lsp_server *server, const char *method, json_t *params);

/* What a path of names leads to: "textDocument.uri"; NULL where there is nothing. */
json_t *lsp_look(const json_t *from, const char *path);

json_t *lsp_fail(lsp_failure *failure, int code, const char *sentence);

/* The open document that the parameters name; NULL after failing. */
lsp_document *lsp_find_document(lsp_server *server, const json_t *params, lsp_failure *failure);
lsp_document *lsp_named_document(const lsp_server *server, const char *uri);

/* A text as the client can show it: in markdown the board keeps its columns. */
json_t *lsp_markup(bool is_markdown, const char *text);

#endif
