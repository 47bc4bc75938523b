/* The language server: 2048 played in the completion list of any editor. The text is the game. */
#ifndef LSP_H
#define LSP_H

#include "eleven/player.h"

typedef struct lsp_options {
    int in, out;           /* open files that the client writes to and reads from */
    eleven_player *player; /* for hints, values, best moves and finished games; borrowed; NULL: none */
    uint64_t seed;         /* what the seeds of new games follow from */
} lsp_options;

/* Serves until the client says exit or goes away. Returns the exit status that the protocol asks for. */
int lsp_serve(const lsp_options *options);

#endif
