/* Messages of the protocol's base layer: a header, an empty line, a JSON text. */
#ifndef LSP_WIRE_H
#define LSP_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct lsp_wire {
    int in, out;
    char *buffer; /* [begin, end) has come and is not yet taken */
    size_t begin, end, capacity;
} lsp_wire;

typedef enum wire_news { WIRE_MESSAGE, WIRE_NOTHING, WIRE_BROKEN } wire_news;

void wire_free(lsp_wire *wire);

/* Reads what has come; where `waits`, at least something. False at the end of the input, or in trouble. */
bool wire_fill(lsp_wire *wire, bool waits);

/* The body of the next message, borrowed until the next fill; WIRE_NOTHING while it is not all here;
 * WIRE_BROKEN where no message can be found any more. */
wire_news wire_take(lsp_wire *wire, const char **body, size_t *length);

/* Sends a message, in one piece. False where nobody takes it. */
bool wire_send(lsp_wire *wire, const json_t *message);

#endif
