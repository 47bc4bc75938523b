/* Words about players: who plays, and how long a move may take. */
#ifndef BASE_CONTENDER_H
#define BASE_CONTENDER_H

#include <stdbool.h>

/* A player's name, and the depth of NAME@DEPTH; 0 where there is none. */
typedef struct match_player {
    char name[32];
    unsigned depth;
} match_player;

/* Reads NAME or NAME@DEPTH; whether a player has that name is not checked. False, and nothing is filled in, for
 * anything else. */
bool contender_parse(const char *text, match_player *result);

/* Reads a length of time: a decimal number above 0 and "us", "ms", "s", or nothing for "ms". */
bool milliseconds_parse(const char *text, double *milliseconds);

#endif
