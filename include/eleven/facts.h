/* Questions about 2048, with answers that anybody can check in seconds.
 *
 * A fact is a claim, the argument for it, and evidence that is produced again each time you ask: example games are
 * replayed move by move, and enumerations run again. Everything uses only the functions of game.h, except
 * random-play, which is about the batches of batch.h, odds, which is about the values of solver.h, and the searches of
 * max-moves and of guarantee on 4x4, which use the boards of bitboard.h.
 *
 * Example:
 *
 *     static void print(void *context, const char *sentence, bool holds) {
 *         (void)context;
 *         printf("%s: %s\n", holds ? "holds" : "does not hold", sentence);
 *     }
 *
 *     const eleven_fact *fact = eleven_fact_at(1);
 *     eleven_fact_listener listener = {.size = sizeof listener, .evidence = print};
 *     puts(fact->claim);
 *     return !eleven_fact_check(fact, &listener);
 *     // 18,432 points. Making a tile 2^k scores at least (k - 2) 2^k points.
 *     // holds: The game min-moves.2048 is won by its last move with 18,432 points. */
#ifndef ELEVEN_FACTS_H
#define ELEVEN_FACTS_H

#include "eleven/game.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum eleven_fact_status {
    /* The claim is the complete answer. */
    ELEVEN_FACT_PROVED,
    /* The answer is between two proved bounds. */
    ELEVEN_FACT_BRACKETED,
    /* An estimate with its error, at least in part. */
    ELEVEN_FACT_MEASURED,
} eleven_fact_status;

/* "proved" "bracketed" "measured" */
const char *eleven_fact_status_name(eleven_fact_status status);

/* All texts are plain sentences. `name` consists of lower-case letters and '-'. The paragraphs of `argument` are
 * separated by line breaks, and each begins with the question that it answers. */
typedef struct eleven_fact {
    const char *name;
    eleven_fact_status status;
    const char *question;
    const char *claim;
    const char *argument;
} eleven_fact;

/* The facts by index from 0; NULL after the last one. */
const eleven_fact *eleven_fact_at(unsigned index);

/* The text of an example game, which was data/facts/NAME.2048 when the library was built. NULL if no game has this
 * name. The text does not end with NUL. */
const char *eleven_fact_game(const char *name, size_t *length);

/* Functions that receive the findings of a check while it runs. Strings are valid only during the call. */
typedef struct eleven_fact_listener {
    /* sizeof the struct. */
    size_t size;

    /* Passed to all functions. */
    void *context;

    /* One piece of evidence. If `holds` is false, it contradicts the claim, and the sentence says how. */
    void (*evidence)(void *context, const char *sentence, bool holds);

    /* The head of a table of figures, then its rows, all with `count` cells. May be NULL. */
    void (*table)(void *context, const char *caption, const char *const *columns, unsigned count);
    void (*row)(void *context, const char *const *cells, unsigned count);

    /* Returns the text of an example game, like eleven_fact_game, which is used if this is NULL. The text must be valid
     * until the check has ended. */
    const char *(*game)(void *context, const char *name, size_t *length);

    /* How far the check is; `done` is roughly how many positions it has seen. May be NULL. Short checks do not call
     * it. */
    eleven_progress_report *progress;
} eleven_fact_listener;

/* Produces the evidence for the fact of this name again, in less than half a minute on one core and with less than
 * 1 GiB of memory. True if all of it holds; false without evidence if there is no such fact. Running out of
 * memory, which another thread of the program may cause, is reported as evidence that does not hold. */
bool eleven_fact_check(const eleven_fact *fact, const eleven_fact_listener *listener);

/* A search for a long game of classic 4x4 in which no 2048 appears before the last move. It is a beam search, which
 * also chooses the new tiles: of all positions with the same sum of tiles it keeps the best. Equal searches find
 * equal games. */
typedef struct eleven_long_search {
    /* sizeof the struct. */
    size_t size;

    /* How many positions it keeps for each sum, 1 or more. 1,000 take about 10 s and 50 MB, and time and memory grow
     * in proportion. */
    uint32_t width;

    /* The last move makes the 2048; otherwise the game is lost. */
    bool wins;

    /* NULL: no reports, and it cannot be stopped. */
    eleven_progress_report *progress;
    void *context;
    const eleven_stop *stop;
} eleven_long_search;

/* More moves than such a game can have. */
enum { ELEVEN_LONG_PLIES = 4096 };

/* Gives the longest game found: its start, its plies, and how many they are. ELEVEN_IMPOSSIBLE where no game was found,
 * ELEVEN_STOPPED, ELEVEN_NO_MEMORY. */
eleven_error eleven_long_game(const eleven_long_search *search, eleven_game *start, eleven_ply plies[ELEVEN_LONG_PLIES],
                              uint32_t *moves);

#ifdef __cplusplus
}
#endif

#endif
