/* Eleven: 2048 in C. The whole public API, in chapters that read top to bottom.
 *
 * Names are eleven_NOUN_VERB. A verb means the same everywhere:
 *
 *     _new, _free     creates an object, NULL when out of memory; frees it, also NULL
 *     _open, _close   the same for what can fail in other ways: a file, _open_bytes: its bytes, a text, a name; after
 *                     an error there is no object, and the pointer is NULL
 *     _init           creates an object in memory of the caller
 *     _parse          reads a text, given by its address and length, that need not end with NUL
 *     _print          writes a text that _parse reads, as snprintf does: at most `size` bytes, always with a NUL;
 *                     returns the length of the whole text
 *     _describe       writes a text for people, in the same way
 *     _name           the word for a constant or an index
 *     _about          facts about an object, borrowed from it
 *     _suits          whether something works under these rules
 *     _run            does the work that a struct requests
 *     _from           a value made from others
 *
 * Requests, settings and interfaces that a caller fills in can grow: they begin with `size`, which is sizeof the
 * struct. A shorter struct, of a program built with older headers, works as if the rest were 0. Set the rest to 0
 * yourself, too:
 *
 *     eleven_budget budget = {.size = sizeof budget, .depth = 3};
 *
 * Functions of the caller get back its pointer `context`. The values of an enum begin with its name, without a last
 * _kind, _size or _status; errors and directions have only ELEVEN_. Values that a program does not know can be added to
 * an enum; numbers of values are constants outside of it.
 *
 * Each chapter begins with an example: the inside of main, and before it functions, if it needs any. What it prints
 * comes after //. */
#ifndef ELEVEN_H
#define ELEVEN_H

#include "eleven/version.h"     /* which version this is */
#include "eleven/memory.h"      /* where the library allocates */
#include "eleven/game.h"        /* rules, boards, steps, notation: pure values, no allocation */
#include "eleven/bitboard.h"    /* one 4x4 board in machine words, and its row tables */
#include "eleven/batch.h"       /* hundreds of 4x4 games side by side */
#include "eleven/envs.h"        /* many seeded games moved by actions, for learning */
#include "eleven/player.h"      /* who chooses a move */
#include "eleven/network.h"     /* n-tuple networks: what an afterstate is worth */
#include "eleven/train.h"       /* networks that learn */
#include "eleven/search.h"      /* looking ahead; what a board is worth */
#include "eleven/endgame.h"     /* endgame tables, and the player that follows them */
#include "eleven/match.h"       /* many games, and their results */
#include "eleven/review.h"      /* a game looked at afterwards: what each move cost */
#include "eleven/solver.h"      /* perfect play on small boards */
#include "eleven/facts.h"       /* questions about 2048, answered with proof */
#include "eleven/session.h"     /* one sitting at the board: undo, replay, frames to draw */
#include "eleven/interactive.h" /* the game as a chain of options, for completion and prompts */
#include "eleven/formats.h"     /* games in the formats of other programs */
#include "eleven/picture.h"     /* pictures of boards */

#endif
