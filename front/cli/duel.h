/* Which of two players is stronger: pairs of games are counted until a sequential test has decided. */
#ifndef CLI_DUEL_H
#define CLI_DUEL_H

#include "base/progress.h"

#include "eleven/match.h"

typedef struct duel {
    eleven_sprt test;
    const char *names[2];

    /* How many pairs there are at most, and the results of the first player so far. */
    uint64_t pairs, wins, losses, ties;

    progress shown;
} duel;

/* Counts a pair of games by their scores; false once the test has decided. */
bool duel_count(duel *self, uint64_t first, uint64_t second);

/* Counts the scores in two files, whose paths are the names: one score per line, until the test has decided or one file
 * ends. Returns 0, or the exit status after a complaint. */
int duel_read(duel *self);

/* Prints the result. */
void duel_report(duel *self, bool as_json);

#endif
