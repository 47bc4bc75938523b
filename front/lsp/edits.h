/* Text edits that keep a game's text true. */
#ifndef LSP_EDITS_H
#define LSP_EDITS_H

#include "lsp/document.h"

/* An edit of the bytes [begin, end). */
json_t *edit_of(const lsp_document *document, size_t begin, size_t end, const char *text);

/* Writes the seed into the head of a chain that tells none. */
json_t *edit_seed(const lsp_document *document, const lsp_game *game, uint64_t seed);

/* Appends to `edits` what makes result, score and moves, where the head of a record tells them, those of
 * `end`. */
void edit_told_end(const lsp_document *document, const lsp_game *game, const eleven_state *end, json_t *edits);

/* The edits that append a text to the last step and keep the rest true. `end`: the state it leads to. */
json_t *edit_extension(const lsp_document *document, const lsp_game *game, const char *text, const eleven_state *end);

#endif
