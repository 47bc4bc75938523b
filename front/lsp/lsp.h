/* The language server: 2048 played in the completion list of any editor. The text is the game. */
#ifndef LSP_H
#define LSP_H

#include "eleven/player.h"

typedef struct lsp_options {
    /* Open files that the client writes to and reads from. */
    int in, out;
    /* For hints, values, best moves and finished games; borrowed; NULL: none. */
    eleven_player *player;
    /* Whether the player can answer about a board at once; otherwise it is being opened. NULL: it always can. */
    bool (*is_ready)(eleven_player *player, const eleven_board *board);
    /* The seeds of new games follow from it. */
    uint64_t seed;
} lsp_options;

/* Serves until the client sends exit or goes away. Returns the exit status that the protocol asks for. */
int lsp_serve(const lsp_options *options);

#endif
