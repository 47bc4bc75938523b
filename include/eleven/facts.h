/* Questions about 2048, answered so that anybody can check the answer in seconds.
 *
 * A fact is a claim, the argument for it, and evidence that is worked out again whenever it is asked for: games
 * that bear witness are replayed move by move, enumerations are run. All of it uses the functions of game.h
 * alone, except random-play, which is about the batches of batch.h.
 */
#ifndef ELEVEN_FACTS_H
#define ELEVEN_FACTS_H

#include "eleven/game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum eleven_fact_status {
    ELEVEN_FACT_PROVED,    /* the claim is the whole answer */
    ELEVEN_FACT_BRACKETED, /* the answer lies between two proved bounds */
    ELEVEN_FACT_MEASURED,  /* an estimate with its error */
} eleven_fact_status;

/* "proved" "bracketed" "measured" */
const char *eleven_fact_status_name(eleven_fact_status status);

/* All texts are plain sentences; `argument` has its paragraphs separated by line breaks. */
typedef struct eleven_fact {
    const char *name; /* lower-case letters and '-' */
    eleven_fact_status status;
    const char *question;
    const char *claim;
    const char *argument;
} eleven_fact;

/* The facts by index from 0; NULL past the last. */
const eleven_fact *eleven_fact_at(unsigned index);

/* A game that bears witness, as its text in data/facts/NAME.2048 was when the library was built; NULL where there is
 * none of that name. The text has no final NUL. */
const char *eleven_fact_game(const char *name, size_t *length);

/* Who hears what a check finds, while it goes on. Strings are borrowed for the length of the call. */
typedef struct eleven_fact_listener {
    void *state; /* handed to all functions */

    /* One piece of evidence. `holds` false: it contradicts the claim, and the sentence says how. */
    void (*evidence)(void *state, const char *sentence, bool holds);

    /* The head of a table of figures, then its rows, all with `count` cells; NULL: not wanted. */
    void (*table)(void *state, const char *caption, const char *const *columns, unsigned count);
    void (*row)(void *state, const char *const *cells, unsigned count);

    /* Gives the text of a witness, like eleven_fact_game; NULL: that function. It must last until the check
     * has ended. */
    const char *(*game)(void *state, const char *name, size_t *length);
} eleven_fact_listener;

/* Works the evidence out again, in some seconds on one core and with less than 1 GiB of memory. True where all of it
 * holds; a shortage of memory is told as evidence that does not. */
bool eleven_fact_check(const eleven_fact *fact, const eleven_fact_listener *listener);

#ifdef __cplusplus
}
#endif

#endif
