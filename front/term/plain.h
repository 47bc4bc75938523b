/* The game as plain text: a line of words in, a board out. For pipes, simple terminals and screen readers. */
#ifndef CLI_PLAIN_H
#define CLI_PLAIN_H

#include "term/term.h"

/* Plays until the input ends, the player quits or a signal comes. Returns the exit status. */
int plain_play(const term_game *game);

#endif
