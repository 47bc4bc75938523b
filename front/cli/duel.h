/* Which of two is the stronger: pairs of games, counted until a sequential test is sure. */
#ifndef CLI_DUEL_H
#define CLI_DUEL_H

#include "eleven/match.h"

typedef struct duel {
    eleven_sprt test;
    const char *names[2];
    uint64_t wins, losses, ties; /* of the first one, in pairs so far */
} duel;

/* Counts a pair of games by their scores; false once the test has decided. On a terminal it shows how the test
 * stands. */
bool duel_count(duel *held, uint64_t first, uint64_t second);

/* Counts the scores in the two files that the names are paths of, one a line, in turn: at most so many pairs, until
 * the test has decided or one file ends. Returns 0, or the exit status after complaining. */
int duel_read(duel *held, uint64_t pairs);

/* Prints how it ended. */
void duel_tell(const duel *held, bool as_json);

#endif
