/* A move in words, for whoever hears the board instead of seeing it. */
#ifndef CLI_ANNOUNCE_H
#define CLI_ANNOUNCE_H

#include "eleven.h"

/* Prints on standard output what the last action of the session, a move in that direction, did:
 *
 *     Left: 2 and 2 make 4 at column 1, row 1. New 2 at column 3, row 4. Score 4.
 */
void announce_move(const eleven_session *session, eleven_direction direction);

/* "You win! ..." or "Game over. ..."; nothing while the game is played. */
void announce_end(const eleven_session *session);

/* Why a move is not possible now. */
void announce_stuck(const eleven_session *session, eleven_direction direction);

#endif
