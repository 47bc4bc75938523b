/* Eleven: 2048 in C. The whole public API, in chapters that read top to bottom. */
#ifndef ELEVEN_H
#define ELEVEN_H

#include "eleven/version.h"     /* which version this is */
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

#endif
