/* An open document: its text, where its lines begin, and places in it as the client counts them. */
#ifndef LSP_DOCUMENT_H
#define LSP_DOCUMENT_H

#include "lsp/game_text.h"

#include <jansson.h>

enum { SEEDS = 1000000 }; /* proposed seeds are below it: easy to read and to say */

typedef struct lsp_document {
    char *uri;
    char *text;
    size_t length, capacity;
    size_t *lines; /* where each begins; the first at 0 */
    size_t line_count, line_capacity;
    json_int_t version;
    bool is_utf8;        /* the client counts bytes, not UTF-16 units */
    bool is_record_file; /* its name ends in .2048 */
    bool is_undiagnosed; /* it changed since its problems were told */
    bool is_stale;       /* its games are not up to date */
    uint64_t proposal;   /* the seed of its next new game */
    lsp_game *games;
    size_t game_count;
} lsp_document;

/* Gives a document with this text; NULL when memory is short. */
lsp_document *document_new(const char *uri, const char *text, size_t length);
void document_free(lsp_document *document);

/* Puts `text` in place of the bytes [begin, end). False when memory is short. */
bool document_edit(lsp_document *document, size_t begin, size_t end, const char *text, size_t length);

/* The games in it, up to date. */
const lsp_game *document_games(lsp_document *document, size_t *count);

/* The game that the byte stands in or right after; NULL where there is none. */
const lsp_game *document_game_at(lsp_document *document, size_t at);

/* Positions {line, character}; those beyond a line's end or the text's stand for the end. */
size_t document_offset(const lsp_document *document, const json_t *position);
json_t *document_position(const lsp_document *document, size_t offset);
json_t *document_range(const lsp_document *document, size_t begin, size_t end);

/* The line of a byte, from 0, and its column in the client's units. */
size_t document_line(const lsp_document *document, size_t offset);
size_t document_units(const lsp_document *document, size_t begin, size_t end);

#endif
