/* What the checks of facts share: a fact with its check, and ways to tell what is found. */
#ifndef SOLVER_FACTS_H
#define SOLVER_FACTS_H

#include "eleven/facts.h"

#include <inttypes.h>

/* A check that is going on. */
typedef struct fact_check {
    const eleven_fact_listener *listener;
    eleven_rules rules; /* classic */
    bool holds;         /* all evidence so far */
} fact_check;

typedef struct checked_fact {
    eleven_fact fact;
    void (*check)(fact_check *check);
} checked_fact;

extern const checked_fact min_moves_fact, min_win_score_fact, min_loss_score_fact, max_moves_fact, counts_fact,
    random_play_fact, guarantee_fact;

/* One piece of evidence: a sentence that is true where `holds` is, and tells what was found where it is not. */
__attribute__((format(printf, 3, 4))) void fact_tell(fact_check *check, bool holds, const char *format, ...);

/* The head of a table, "column|column|column", and a row "cell|cell|cell". */
enum { TABLE_COLUMNS = 12 };
void tell_table(fact_check *check, const char *caption, const char *columns);
__attribute__((format(printf, 2, 3))) void tell_row(fact_check *check, const char *format, ...);

/* Numbers as people write them: "48,713,519". */
enum { NUMBER_TEXT = 28 };
typedef struct number_text {
    char text[NUMBER_TEXT];
} number_text;
number_text fact_number(uint64_t number);
#define GROUPED(number) (fact_number(number).text)

/* ---- Witnesses ------------------------------------------------------------------------------------------ */

/* What a game came to. */
typedef struct witness {
    uint64_t score;
    uint32_t moves;
    uint32_t fours, twos; /* tiles that appeared, start tiles among them */
    uint32_t goal_at;     /* the move that first made 2048; 0: none did */
    eleven_rank largest;
    eleven_status status;
} witness;

/* Replays the witness, which must be a whole classic game on 4x4 from start tiles. False, and told, where it is not. */
bool witness_replay(fact_check *check, const char *name, witness *found);

#endif
